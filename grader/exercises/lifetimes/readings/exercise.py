"""The exercise on a server, where variables outlive sessions: told as a story, without a server."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.judging import Case, different, reports

SESSIONS = ("ada", "ben", "cem", "dora", "eva", "finn")
# Letters stand for the names of sessions, and numbers for amounts: -1 is the negative of amount 1.
SHARING = (  # the one that initialized w closes first
    "open a, initialize a, add a 1, open b, read b, add b 2, read a, close a, add b 3, read b, close b"
)
OUTLIVING = (  # one session after the other, then a reset, and a new life after it
    "open a, read a, initialize a, add a 1, close a, "
    "open b, read b, add b 2, close b, open c, read c, add c 3, close c, "
    "reset, open d, read d, initialize d, open e, add e 4, read d, close d, "
    "read e, initialize e, read e, close e"
)
THROUGH_ZERO = (  # w, whose initial value is 0, is 0 once more; the last event is a read
    "open a, initialize a, read a, add a 1, read a, add a -1, open b, read b, add b 2, close a, "
    "read b, close b, reset, open a, read a, initialize a, add a 2, read a"
)


def _draw(rng: np.random.Generator) -> Challenge:
    calls = [_call(rng, story) for story in (SHARING, OUTLIVING, THROUGH_ZERO)]
    calls[2][0] = 0
    return Challenge("call", {"calls": calls})


def _call(rng: np.random.Generator, story: str) -> list[Any]:
    """An initial value, and the events of a story with names and amounts."""
    start, *amounts = different(rng, 5, 2, 90)
    meanings: dict[str, Any] = dict(zip("abcdef", map(str, rng.permutation(SESSIONS)), strict=True))
    meanings |= zip("1234", amounts, strict=True)
    meanings["-1"] = -amounts[0]
    events = [event.split() for event in story.split(", ")]
    return [start, [[kind, *(meanings[one] for one in rest)] for kind, *rest in events]]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, *others = reports(evidence, 3)
    return [shown, others]


def _paste(challenge: Challenge) -> str:
    start, events = challenge.inputs["calls"][0]
    told = [json.dumps(event) for event in events]
    lines = [f"    {', '.join(told[place : place + 4])},\n" for place in range(0, len(told), 4)]
    return f"readings({start}, [\n{''.join(lines)}])"


READINGS = exercise(
    id="lifetimes/readings",
    title="Who reads what on the server?",
    answers=("readings",),
    cases=(
        Case.shown("two sessions at the same time", 1),
        Case(
            "sessions one after the other, a reset and what comes after it; a w that is 0",
            2,
            advice="Follow the one value on the server: an initializer sets it, an addition changes it, "
            "only a reset destroys it. Opening and closing sessions does nothing to it. Before the first "
            "initializer w has no value; 0 is a value.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    paste=_paste,
    hints=(
        "There is one w for all sessions. Which of the events change it?",
        "Keep one value, None at first. `initialize` sets it to `start`, `add` adds to it, `reset` makes "
        "it None again, `read` notes it. What do `open` and `close` do?",
        "Go through the events with one branch for each kind that matters. The names of the "
        "sessions are not needed.",
    ),
)
