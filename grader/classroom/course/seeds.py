"""The seeds of challenges, derived from the course's secret and the submission.

A submission gets the same challenge on any day and any machine, so grades can be reproduced. A
student, who does not know the secret, cannot compute the seed.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from grader.atomic import draft_of

SECRET = Path(".grader") / "secret"


def course_secret(course: Path) -> bytes:
    """The course's secret, created on the first call; only its owner can read the file."""
    path = course / SECRET
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        # A link, unlike a rename, never replaces a file: of two processes at once, the first wins.
        suffix = f"{os.getpid()}.{secrets.token_hex(4)}"
        with draft_of(path, secrets.token_hex(32).encode("ascii"), 0o600, suffix) as draft:
            os.link(draft, path)
    return path.read_bytes().strip()


def submission_seed(
    secret: bytes,
    chapter: str,
    student: str,
    notebook: NotebookNode,
    side: Iterable[tuple[str, bytes]] = (),
) -> bytes:
    """The seed of one submission.

    Of `notebook`, only the type and source of cells that a student may change count: the others
    are restored from the source notebook, by us or by nbgrader. side: the files beside it that the
    notebook finds, by name. They count; otherwise an answer in one of them could be fitted to a
    challenge that feedback has shown: the same notebook would meet the same challenge again.
    """
    digest = hashlib.sha256()
    for cell in notebook.cells:
        if not _locked(cell):
            _add(digest, cell.cell_type.encode(), cell.source.encode("utf-8", "surrogatepass"))
    for name, data in side:
        _add(digest, b"side file", name.encode(), data)  # no type of a cell is called so
    message = b"\0".join(
        [chapter.encode(), student.encode("utf-8", "surrogatepass"), digest.digest()]
    )
    return hmac.new(secret, message, hashlib.sha256).digest()


def _add(digest: Any, *parts: bytes) -> None:
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)


def _locked(cell: NotebookNode) -> bool:
    metadata = cell.metadata.get("nbgrader", {})
    return bool(metadata.get("grade") or metadata.get("locked")) and not metadata.get("solution")
