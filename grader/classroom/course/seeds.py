"""Where a challenge's seed comes from: the course's secret and the submission itself.

The same submission of the same class gets the same challenge on any day and machine, so that the
same class gets the same grades; a student, who does not know the secret, cannot compute it.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
from pathlib import Path

from nbformat import NotebookNode

from grader.atomic import draft_of

SECRET = Path(".grader") / "secret"


def course_secret(course: Path) -> bytes:
    """The course's secret, made on the first call; only its owner can read the file."""
    path = course / SECRET
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        # Linked, not renamed: of two processes that make a secret at once, the first one wins.
        suffix = f"{os.getpid()}.{secrets.token_hex(4)}"
        with draft_of(path, secrets.token_hex(32).encode("ascii"), 0o600, suffix) as draft:
            os.link(draft, path)
    return path.read_bytes().strip()


def submission_seed(secret: bytes, chapter: str, student: str, notebook: NotebookNode) -> bytes:
    """The seed of one submission.

    `notebook` counts by the kinds and texts of the cells that a student may change: the others are
    put right from the source, by us or by nbgrader.
    """
    digest = hashlib.sha256()
    for cell in notebook.cells:
        if _locked(cell):
            continue
        for part in (cell.cell_type, cell.source):
            text = part.encode("utf-8", "surrogatepass")
            digest.update(len(text).to_bytes(8, "big") + text)
    message = b"\0".join([chapter.encode(), student.encode(), digest.digest()])
    return hmac.new(secret, message, hashlib.sha256).digest()


def _locked(cell: NotebookNode) -> bool:
    metadata = cell.metadata.get("nbgrader", {})
    return bool(metadata.get("grade") or metadata.get("locked")) and not metadata.get("solution")
