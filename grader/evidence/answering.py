"""The expression that the grader runs between a student's cells to get evidence."""

from __future__ import annotations

import base64
from typing import Any

from grader.evidence import sealing
from grader.evidence.collect import challenge_from_bytes, collect_from

MIME = "application/vnd.grader.evidence"


def expression(names: tuple[str, ...], challenge: bytes) -> str:
    """The expression for the kernel. It neither defines names nor uses those of the notebook."""
    packed = base64.b64encode(challenge).decode("ascii")
    module = f"__import__({__name__!r}, fromlist=['publish'])"
    backend = "__import__('grader.notebook', fromlist=['tf']).tf"
    return f"{module}.publish({list(names)!r}, {packed!r}, {backend})"


def publish(names: list[str], challenge: str, tf: Any) -> None:
    """Displays the evidence for the answers called `names`, under the type `MIME` (see `sealing.to_text`).

    challenge: the result of `challenge_to_bytes` in base64. tf: the notebook's module `tf`.
    """
    from IPython import get_ipython  # slow to load, and the judge never publishes
    from IPython.display import display

    namespace = get_ipython().user_ns
    before = sealing.told()
    try:
        data = collect_from(namespace, names, challenge_from_bytes(base64.b64decode(challenge)), tf)
    finally:  # a probe that had to be stopped may have left a patch of its own
        meanwhile = sealing.told()
    changes = sealing.Changes(before, meanwhile)
    display({MIME: sealing.to_text(data, changes)}, raw=True)
