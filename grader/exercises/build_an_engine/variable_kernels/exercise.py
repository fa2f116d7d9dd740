"""Variables: what stays in a session when a run is over."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.build_an_engine.graphs import in_a_function, nodes
from grader.exercises.definition import exercise
from grader.judging import Case, first_error, part, reports
from grader.judging.agreement import agree
from grader.languages import N_, _

NOTHING_TO_LOOK_UP = N_(
    "it happened in `assign`. The first assignment gives the variable its value: it need not have one before"
)
# Numbers of nodes in all programs, by what is done to which variable.
READ_W, READ_B, ASSIGN_W, ASSIGN_B = 0, 1, 3, 4


def _draw_variables(rng: np.random.Generator) -> Challenge:
    n = iter(rng.choice(range(10, 100), 17, replace=False).astype(np.float32))

    def one() -> np.ndarray:
        return np.array(next(n))

    def two() -> np.ndarray:
        return np.array([next(n), next(n)])

    graph = nodes(
        "variable; variable; constant; assign 2; assign 2",
        "w b new w/assign b/assign",
        variable=[one(), two()],
        assign=["w", "b"],
    )
    shown = [[0, ASSIGN_W, one()], [0, READ_W], [0, ASSIGN_W, one()], [0, READ_W]]
    # The second value that a session gives to a variable is of another type, or of another shape.
    zero, whole = np.array(0, np.float32), np.array(int(next(n)))
    half = np.array(next(n) + 0.5, np.float32)
    apart = [[0, ASSIGN_W, zero], [1, ASSIGN_B, two()], [1, ASSIGN_W, whole], [0, ASSIGN_B, two()]]
    apart += [[0, READ_W], [1, READ_W], [1, ASSIGN_W, half], [0, READ_B], [0, ASSIGN_B, one()]]
    apart += [[0, READ_B], [1, READ_B], [0, READ_W], [1, READ_W]]
    unborn = [[0, READ_W], [0, ASSIGN_W, one()], [1, READ_W], [0, READ_B]]
    copies = [[0, ASSIGN_B, two()], [0, READ_B], [0, READ_B], [0, ASSIGN_B, two()], [0, READ_B]]
    programs = [
        {"nodes": graph, "sessions": sessions, "events": events, "spoil": events is copies}
        for sessions, events in ((1, shown), (2, apart), (2, unborn), (1, copies))
    ]
    return Challenge("build-an-engine/variable-kernels", {"programs": programs})


def _observe_variables(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, apart, unborn, copies = reports(evidence, 4)
    found, stays = part(apart, "found"), part(apart, "kept")
    if not isinstance(found, Raised):
        stays = [agree(*pair) for pair in zip(found, stays, strict=True)]
    reads = [part(unborn, "found", place) for place in (0, 2, 3)]
    return [
        _shown(part(shown, "found")),
        [_told(found), part(apart, "states"), part(apart, "initial")],
        [_told(unborn if isinstance(unborn, Raised) else reads), part(unborn, "initial")],
        [stays, _told(part(copies, "found")), part(copies, "initial")],
    ]


def _told(found: Any) -> Any:
    """What some kernels gave; where one raised a LookupError of any kind, a word that says so."""
    if isinstance(found, Raised):
        return found
    return ["LookupError" if _is_lookup_error(one) else one for one in found]


def _is_lookup_error(one: Any) -> bool:
    return isinstance(one, Raised) and one.type in ("LookupError", "KeyError", "IndexError")


def _shown(found: Any) -> Any:
    """What an assignment, a read, and so on gave; or the first error, and what it means."""
    if isinstance(found, Raised) or not (error := first_error(found)):
        return found
    if not _is_lookup_error(error):
        return error
    reads = next(place for place, one in enumerate(found) if one is error) % 2
    told = _("the variable has no value in this session") if reads else _(NOTHING_TO_LOOK_UP)
    return Raised("LookupError", told)


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    start = program["nodes"][READ_W][2]
    first, second = (new for _session, _number, *given in program["events"] for new in given)
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
        Case.shown(
            "assign, read, assign, read in one session",
            0.75,
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
