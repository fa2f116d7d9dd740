"""The exercise on a server, where variables outlive sessions: told as a story, without a server."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.judging import UNREADABLE, Case, WrongAnswer, different
from grader.languages import _

Event = list[Any]
SESSIONS = ("ada", "ben", "cem", "dora", "eva", "finn", "gil", "hana")


def _draw(rng: np.random.Generator) -> Challenge:
    return Challenge("call", {"calls": [_sharing(rng), _outliving(rng), _through_zero(rng)]})


def _sharing(rng: np.random.Generator) -> list[Any]:
    """Two sessions at once; the one that initialized w closes first."""
    first, second = (str(name) for name in rng.permutation(SESSIONS)[:2])
    start, one, two, three = different(rng, 4, 2, 90)
    return [
        start,
        [
            ["open", first],
            ["initialize", first],
            ["add", first, one],
            ["open", second],
            ["read", second],
            ["add", second, two],
            ["read", first],
            ["close", first],
            ["add", second, three],
            ["read", second],
            ["close", second],
        ],
    ]


def _outliving(rng: np.random.Generator) -> list[Any]:
    """Sessions one after the other, then a reset, and a new life after it."""
    names = [str(name) for name in rng.permutation(SESSIONS)]
    start, *amounts = different(rng, 8, 2, 90)
    events: list[Event] = [
        ["open", names[0]],
        ["read", names[0]],
        ["initialize", names[0]],
        ["add", names[0], amounts[0]],
        ["close", names[0]],
    ]
    for name, amount in zip(names[1:], amounts[1 : 2 + int(rng.integers(1, 3))], strict=False):
        events += [["open", name], ["read", name], ["add", name, amount], ["close", name]]
    events += [
        ["reset"],
        ["open", names[5]],
        ["read", names[5]],
        ["initialize", names[5]],
        ["open", names[6]],
        ["add", names[6], amounts[6]],
        ["read", names[5]],
        ["close", names[5]],
        ["read", names[6]],
        ["initialize", names[6]],
        ["read", names[6]],
        ["close", names[6]],
    ]
    return [start, events]


def _through_zero(rng: np.random.Generator) -> list[Any]:
    """A w whose value is 0 at first and once more: a value like any other. The last event is a read."""
    first, second = (str(name) for name in rng.permutation(SESSIONS)[:2])
    one, two = different(rng, 2, 2, 90)
    return [
        0,
        [
            ["open", first],
            ["initialize", first],
            ["read", first],
            ["add", first, one],
            ["read", first],
            ["add", first, -one],
            ["open", second],
            ["read", second],
            ["add", second, two],
            ["close", first],
            ["read", second],
            ["close", second],
            ["reset"],
            ["open", first],
            ["read", first],
            ["initialize", first],
            ["add", first, two],
            ["read", first],
        ],
    ]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    result = evidence.result
    if not isinstance(result, list) or len(result) != 3:
        raise WrongAnswer(_(UNREADABLE))
    return [result[0], result[1:]]


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
        Case("two sessions at the same time", 1, visible=True, gate=True),
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
