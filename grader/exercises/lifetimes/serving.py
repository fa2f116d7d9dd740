"""The exercise on a server, where variables outlive sessions: told as a story, without a server."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.sessions.evidence import numbers
from grader.judging import UNREADABLE, Case, Exercise, Misconception, WrongAnswer
from grader.languages import _

Event = list[Any]
SESSIONS = ("ada", "ben", "cem", "dora", "eva", "finn", "gil", "hana")


def _draw(rng: np.random.Generator) -> Challenge:
    return Challenge("call", {"calls": [_sharing(rng), _outliving(rng), _through_zero(rng)]})


def _sharing(rng: np.random.Generator) -> list[Any]:
    """Two sessions at once; the one that initialized w closes first."""
    first, second = (str(name) for name in rng.permutation(SESSIONS)[:2])
    start, one, two, three = numbers(rng, 4, 2, 90)
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
    start, *amounts = numbers(rng, 8, 2, 90)
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
    one, two = numbers(rng, 2, 2, 90)
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


def _story(
    *,
    shared: bool = True,
    dies_with_session: bool = False,
    dies_with_last: bool = False,
    reset: str = "destroys",
    born_at_open: bool = False,
    zero: str = "a value",
    born_by_adding: bool = False,
    begins_at_zero: bool = False,
    born_once: bool = False,
    unborn: str = "None",
) -> Callable[[], Callable[..., Any]]:
    """A reading of the story; the keywords say what it believes.

    shared: whether all sessions see one value. dies_with_session: whether closing destroys it.
    dies_with_last: whether closing does so when no other session is open.
    reset: "destroys" the value, does "nothing", or "initializes". born_at_open: whether a session
    begins with the initial value. zero: "a value", or "nothing". born_by_adding: whether the first
    addition finds the initial value. begins_at_zero: whether it finds 0. born_once: whether an
    initializer leaves a value that is there. unborn: a read of no value gives "None", or "a string", or is
    "left out".
    """

    def readings(start: int, events: list[Event]) -> list[Any]:
        values: dict[str, Any] = {}
        visitors = 0
        found = []
        for kind, *rest in events:
            if kind == "reset":
                if reset != "nothing":
                    values = {"server": start} if reset == "initializes" else {}
                continue
            place = "server" if shared else rest[0]
            visitors += (kind == "open") - (kind == "close")
            if kind == "initialize" or (kind == "open" and born_at_open):
                if not (born_once and place in values):
                    values[place] = start
            elif kind == "add" and (
                born_by_adding or begins_at_zero or values.get(place) is not None
            ):
                values[place] = values.get(place, 0 if begins_at_zero else start) + rest[1]
            elif kind == "read":
                seen = values.get(place) or (None if zero == "nothing" else values.get(place))
                if seen is not None or unborn != "left out":
                    found.append("not born" if seen is None and unborn == "a string" else seen)
            elif kind == "close" and (dies_with_session or (dies_with_last and not visitors)):
                values.pop(place, None)
        return found

    return lambda: readings


READINGS = Exercise(
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
    reference=_story(),
    misconceptions=(
        Misconception(
            "a-copy-for-each-session",
            _story(shared=False),
            "you give every session its own w. Sessions without a server work like that; on a "
            "server, all of them see the one w in its container.",
        ),
        Misconception(
            "a-copy-that-begins-at-start",
            _story(shared=False, born_by_adding=True),
            "you give every session its own w, and a session's first addition adds to `start`. On a server "
            "there is one w for all of them: what one session adds, every other one reads.",
        ),
        Misconception(
            "a-copy-that-begins-at-zero",
            _story(shared=False, begins_at_zero=True),
            "you give every session its own w, and a session's first addition adds to 0. On a server there "
            "is one w for all of them: what one session adds, every other one reads.",
        ),
        Misconception(
            "initialized-only-once",
            _story(born_once=True),
            "in your answer an initializer does nothing if w has a value already. Each run of the "
            "initializer sets w to `start` again, in whichever session it runs.",
        ),
        Misconception(
            "dies-with-its-session",
            _story(dies_with_session=True),
            "in your answer w dies when a session closes. On a server it lives in the "
            "server's container: closing a session does not touch it.",
        ),
        Misconception(
            "dies-with-the-last-session",
            _story(dies_with_last=True),
            "in your answer w dies when the last session closes. On a server it lives in the server's "
            "container, even while no session is open.",
        ),
        Misconception(
            "a-reset-does-nothing",
            _story(reset="nothing"),
            "in your answer w survives a reset. A reset clears the container: after it w has no "
            "value, until somebody runs the initializer again.",
        ),
        Misconception(
            "a-reset-initializes",
            _story(reset="initializes"),
            "in your answer a reset sets w back to its initial value. A reset destroys w: "
            "after it w has no value, until somebody runs the initializer.",
        ),
        Misconception(
            "born-when-a-session-opens",
            _story(born_at_open=True),
            "in your answer opening a session gives w its initial value. Only the initializer does "
            "that. A session that is opened later finds the w that is there.",
        ),
        Misconception(
            "leaves-out-what-is-not-born",
            _story(unborn="left out"),
            "your list is too short: a `read` without a value has an entry, too, and it is None.",
        ),
        Misconception(
            "a-string-for-none",
            _story(unborn="a string"),
            "the entry of a `read` without a value is `None`, not a string.",
        ),
        Misconception(
            "zero-is-no-value",
            _story(zero="nothing"),
            "you treat the value 0 as no value. Compare with None: `value is None`.",
        ),
    ),
    hints=(
        "There is one w for all sessions. Which of the events change it?",
        "Keep one value, None at first. `initialize` sets it to `start`, `add` adds to it, `reset` makes "
        "it None again, `read` notes it. What do `open` and `close` do?",
        "Go through the events with one branch for each kind that matters. The names of the "
        "sessions are not needed.",
    ),
)
