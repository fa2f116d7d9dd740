"""How an autograded kernel answers the grader: one expression, run between the student's cells."""

from __future__ import annotations

import base64
from typing import Any

from grader.evidence.collect import challenge_from_bytes, collect_from

MIME = "application/vnd.grader.evidence"


def expression(names: tuple[str, ...], challenge: bytes) -> str:
    """What the kernel is asked to run. It defines no name and uses none that a notebook defines."""
    packed = base64.b64encode(challenge).decode("ascii")
    module = f"__import__({__name__!r}, fromlist=['publish'])"
    backend = "__import__('grader.notebook', fromlist=['tf']).tf"
    return f"{module}.publish({list(names)!r}, {packed!r}, {backend})"


def publish(names: list[str], challenge: str, tf: Any) -> None:
    """Displays the evidence for the answers called `names`, base64 under the type `MIME`.

    challenge: `challenge_to_bytes`, base64; tf: what `grader.notebook` gives the notebook.
    """
    from IPython import get_ipython
    from IPython.display import display

    namespace = get_ipython().user_ns
    data = collect_from(namespace, names, challenge_from_bytes(base64.b64decode(challenge)), tf)
    display({MIME: base64.b64encode(data).decode("ascii")}, raw=True)
