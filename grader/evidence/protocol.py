"""How the grader asks a student's kernel for evidence, or its witness, and how the evidence leaves.

`data.py` says what evidence is, `encoding.py` which bytes it becomes.
"""

from __future__ import annotations

import base64
import json
import socket
import sys
from typing import Any

from grader.evidence.collect import challenge_from_bytes, collect_from
from grader.evidence.probes import PROBES
from grader.evidence.witness.kernel import serve
from grader.evidence.witness.witness import evidence_of

MIME = "application/vnd.grader.evidence"
# Probes whose answers act, on sessions, counted functions, or files.
ACTING = {"autodiff/functions", "savers/write-file", "sessions/call"}
# What an exercise's own probe says if its answers must stay in one process with it, and why.
STAYS = "STAYS_IN_THE_KERNEL"


def acts(challenge: bytes) -> bool:
    """Whether the answer to this challenge is tried by a witness."""
    probe = challenge_from_bytes(challenge).probe
    return probe in ACTING or (probe not in PROBES and STAYS not in probe)


def expression(names: tuple[str, ...], challenge: bytes) -> str:
    """The expression for the kernel. It neither defines names nor uses those of the notebook."""
    packed = base64.b64encode(challenge).decode("ascii")
    module = f"__import__({__name__!r}, fromlist=['publish'])"
    backend = "__import__('grader.notebook', fromlist=['tf']).tf"
    return f"{module}.publish({list(names)!r}, {packed!r}, {backend})"


def publish(names: list[str], challenge: str, tf: Any) -> None:
    """Displays the evidence for the answers called `names`, in base64, under the type `MIME`.

    challenge: the result of `challenge_to_bytes` in base64. tf: the notebook's module `tf`.
    """
    from IPython import get_ipython  # slow to load, and the judge never publishes
    from IPython.display import display

    namespace = get_ipython().user_ns
    data = collect_from(namespace, names, challenge_from_bytes(base64.b64decode(challenge)), tf)
    display({MIME: base64.b64encode(data).decode("ascii")}, raw=True)


# ------------------------------------------------------------------------------ by way of a witness

ACT = f"__import__({__name__!r}, fromlist=['act']).act()"


def question(names: tuple[str, ...], challenge: bytes) -> bytes:
    """What the witness is asked."""
    packed = base64.b64encode(challenge).decode("ascii")
    return json.dumps({"names": names, "challenge": packed}).encode()


def answer(question: bytes, channel: socket.socket) -> bytes:
    """In the witness: the evidence for a question, with the kernel at the other end of the channel."""
    asked = json.loads(question)
    challenge = challenge_from_bytes(base64.b64decode(asked["challenge"]))
    return evidence_of(channel, challenge, asked["names"], _tf())


def act() -> None:
    """In the kernel: lets the witness call the answers."""
    from IPython import get_ipython

    shell = get_ipython()
    serve(shell.kernel.next_question(), shell.user_ns, _tf())


def _tf() -> Any:
    return sys.modules["grader.notebook"].tf
