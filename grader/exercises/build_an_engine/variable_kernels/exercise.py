"""Variables: what stays in a session when a run is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.build_an_engine.reading import in_a_function
from grader.exercises.definition import exercise
from grader.judging import UNREADABLE, Case, WrongAnswer, part, reports
from grader.judging.agreement import agree
from grader.languages import N_, _

NOTHING_TO_LOOK_UP = N_(
    "it happened in `assign`. The first assignment gives the variable its value: it need not have one before"
)


def _draw_variables(rng: np.random.Generator) -> Challenge:
    numbers = [float(number) for number in rng.choice(range(10, 100), 15, replace=False)]
    n = iter(numbers)
    variables = {"w": next(n), "b": [next(n), next(n)]}
    shown = [[0, "assign", "w", next(n)], [0, "read", "w"], [0, "assign", "w", next(n)]]
    # The second value that a session gives to a variable is of another type, or of another shape.
    apart = [
        [0, "assign", "w", 0.0],
        [1, "assign", "b", [next(n), next(n)]],
        [1, "assign", "w", int(next(n))],
        [0, "assign", "b", [next(n), next(n)]],
        [0, "read", "w"],
        [1, "read", "w"],
        [1, "assign", "w", next(n) + 0.5],
        [0, "read", "b"],
        [0, "assign", "b", next(n)],
        [0, "read", "b"],
        [1, "read", "b"],
        [0, "read", "w"],
        [1, "read", "w"],
    ]
    unborn = [[0, "read", "w"], [0, "assign", "w", next(n)], [1, "read", "w"], [0, "read", "b"]]
    copies = [
        [0, "assign", "b", [next(n), 2.0]],
        [0, "read", "b"],
        [0, "read", "b"],
        [0, "assign", "b", [3.0, numbers[0]]],
        [0, "read", "b"],
    ]
    programs = [
        {"variables": variables, "sessions": 1, "events": [*shown, [0, "read", "w"]], "spoil": 0},
        {"variables": variables, "sessions": 2, "events": apart, "spoil": 0},
        {"variables": variables, "sessions": 2, "events": unborn, "spoil": 0},
        {"variables": variables, "sessions": 1, "events": copies, "spoil": 1},
    ]
    return Challenge("build-an-engine/variable-kernels", {"programs": programs})


def _observe_variables(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, apart, unborn, copies = reports(evidence, 4)
    return [
        _all_or_first_error(part(shown, "found"), challenge.inputs["programs"][0]["events"]),
        [part(apart, key) for key in ("found", "states", "initial")],
        [_reads(unborn, challenge.inputs["programs"][2]["events"]), part(unborn, "initial")],
        [_stays(apart), part(copies, "found"), part(copies, "initial")],
    ]


def _reads(report: Any, events: Sequence[Any]) -> Any:
    """What the reads of a program gave."""
    found = part(report, "found")
    if isinstance(found, Raised):
        return found
    if not isinstance(found, list) or len(found) != len(events):
        raise WrongAnswer(_(UNREADABLE))
    return [item for item, event in zip(found, events, strict=True) if event[1] == "read"]


def _stays(report: Any) -> Any:
    """For each result of a program, whether it was still the same at the end."""
    found, kept = part(report, "found"), part(report, "kept")
    if isinstance(found, Raised):
        return found
    if not isinstance(found, list) or not isinstance(kept, list) or len(found) != len(kept):
        raise WrongAnswer(_(UNREADABLE))
    return [agree(one, other) for one, other in zip(found, kept, strict=True)]


def _all_or_first_error(found: Any, events: Sequence[Any]) -> Any:
    """The list, or the first `Raised` in it: then the verdict can say what happened."""
    if isinstance(found, list):
        for item, event in zip(found, events, strict=True):
            if isinstance(item, str) and item == "LookupError":
                read = event[1] == "read"
                told = (
                    _("the variable has no value in this session")
                    if read
                    else _(NOTHING_TO_LOOK_UP)
                )
                return Raised("LookupError", told)
        return next((item for item in found if isinstance(item, Raised)), found)
    return found


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    _session, _what, _name, first = program["events"][0]
    second = program["events"][2][3]
    start = program["variables"]["w"]
    return in_a_function(f"""
new = lambda *four: type("Node", (), dict(zip(("kind", "inputs", "name", "value"), four)))()
w, new_w = new("variable", (), "w", {start}), new("constant", (), "new", None)
assign, kernels, found = new("assign", (new_w,), "w/assign", "w"), variable_kernels({{}}), []
for number in ({first}, {second}):
    found.append(np.array(kernels["assign"](assign, np.array(number, np.float32))).tolist())
    found.append(np.array(kernels["variable"](w)).tolist())
found
""")


VARIABLE_KERNELS = exercise(
    id="build-an-engine/variable-kernels",
    title="Variables live in a session",
    answers=("variable_kernels",),
    cases=(
        Case(
            "assign, read, assign, read in one session",
            0.75,
            visible=True,
            gate=True,
            advice="An assignment gives the new value, in its own shape, and so do the reads that follow.",
        ),
        Case(
            "two sessions keep two values, in their own `state`, under the variable's name",
            1.25,
            advice="Each session has its own `state`. Put the value there under the variable's "
            "name, and nowhere else; keep its type and its shape.",
        ),
        Case(
            "a variable that was never assigned in this session raises a LookupError",
            0.5,
            advice="Reading a variable that has no value in this session should raise a LookupError "
            "(a KeyError is one), whatever other sessions hold.",
        ),
        Case(
            "what goes in and what comes out are copies",
            0.5,
            advice="`np.array(x)` makes a copy. Copy what you put into the state, and what you "
            "return.",
        ),
    ),
    draw=_draw_variables,
    observe=_observe_variables,
    hints=(
        "Two small functions inside a function: both see this `state`, and no other session's functions do.",
        "`variable(node)` looks in `state` under `node.name`; `assign(node, new)` stores under "
        "`node.value`. What should happen to an array on the way in, and on the way out?",
        "A missing key raises the right error by itself. What `assign` returns must not be the "
        "array in the state either: copy once more.",
    ),
    paste=_paste,
)
