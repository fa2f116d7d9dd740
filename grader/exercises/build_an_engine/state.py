"""Variables: what stays in a session when a run is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.build_an_engine.parts import variable_kernels
from grader.exercises.build_an_engine.reading import UNREADABLE, in_a_function, part, reports
from grader.judging import Case, Exercise, Misconception, WrongAnswer
from grader.judging.agreement import agree
from grader.languages import N_, _

NOTHING_TO_LOOK_UP = N_(
    "it happened in `assign`. The first assignment gives the variable its value: it need not have one before"
)


def _draw_variables(rng: np.random.Generator) -> Challenge:
    numbers = [float(number) for number in rng.choice(range(10, 100), 16, replace=False)]
    n = iter(numbers)
    variables = {"w": next(n), "b": [next(n), next(n)]}
    shown = [[0, "assign", "w", next(n)], [0, "read", "w"], [0, "assign", "w", next(n)]]
    # The second value that a session gives to a variable is of another type, or of another shape.
    apart = [
        [0, "assign", "w", next(n)],
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
    return Challenge("build_an_engine/variables", {"programs": programs})


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


def _kernels(read: Callable[..., Any], assign: Callable[..., Any]) -> Callable[..., Any]:
    """`variable_kernels` from two functions that also get the state."""
    return lambda state: {
        "variable": lambda node: read(state, node),
        "assign": lambda node, new: assign(state, node, new),
    }


def _read(state: Any, node: Any) -> Any:
    return state[node.name].copy()


def _assign(state: Any, node: Any, new: Any) -> Any:
    state[node.value] = np.array(new)
    return np.array(new)


def _one_state_for_all() -> Callable[..., Any]:
    shared: dict[str, Any] = {}
    return lambda state: variable_kernels(shared)


def _born_at_build() -> Callable[..., Any]:
    return _kernels(
        lambda state, node: np.array(state.get(node.name, node.value)),
        _assign,
    )


def _set_without_copy(state: Any, node: Any, new: Any) -> Any:
    state[node.value] = new
    return new


def _no_copies() -> Callable[..., Any]:
    return _kernels(lambda state, node: state[node.name], _set_without_copy)


def _no_copy_in() -> Callable[..., Any]:
    return _kernels(_read, _set_without_copy)


def _no_copy_out() -> Callable[..., Any]:
    def assign(state: Any, node: Any, new: Any) -> Any:
        state[node.value] = np.array(new)
        return state[node.value]

    return _kernels(lambda state, node: state[node.name], assign)


def _keeps_the_old_array() -> Callable[..., Any]:
    def assign(state: Any, node: Any, new: Any) -> Any:
        if node.value in state:
            state[node.value][...] = new
        else:
            state[node.value] = np.array(new)
        return np.array(new)

    return _kernels(_read, assign)


def _gives_nothing() -> Callable[..., Any]:
    def assign(state: Any, node: Any, new: Any) -> None:
        state[node.value] = np.array(new)

    return _kernels(_read, assign)


def _under_the_assignments_name() -> Callable[..., Any]:
    def assign(state: Any, node: Any, new: Any) -> Any:
        state[node.name] = np.array(new)
        return np.array(new)

    return _kernels(_read, assign)


def _loses_the_shape() -> Callable[..., Any]:
    def assign(state: Any, node: Any, new: Any) -> Any:
        state[node.value] = np.array(np.ravel(new))
        return np.array(new)

    return _kernels(_read, assign)


def _returns_the_old() -> Callable[..., Any]:
    def assign(state: Any, node: Any, new: Any) -> Any:
        old = state.get(node.value)
        state[node.value] = np.array(new)
        return old

    return _kernels(_read, assign)


ALIASES = (
    "the caller and the variable hold the same array, so changing that array changes the variable. "
)

VARIABLES = Exercise(
    id="build_an_engine/variables",
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
    reference=lambda: variable_kernels,
    misconceptions=(
        Misconception(
            "one-state-for-all",
            _one_state_for_all,
            "your values are shared by all sessions: they are kept in a place that belongs to the "
            "program, like a graph. Keep them in `state`: each session has its own.",
        ),
        Misconception(
            "born-at-build",
            _born_at_build,
            "your variable has its initial value before anyone has run its initializer. The "
            "initial value on the node is only a recipe: until an assignment has run in this "
            "session, reading should raise a LookupError.",
        ),
        Misconception(
            "gives-nothing",
            _gives_nothing,
            "your assign sets the variable but returns nothing. An assignment is a node like "
            "any other, and its value is the new value.",
        ),
        Misconception(
            "returns-the-old-value",
            _returns_the_old,
            "your assign returns the value that the variable had before. It should return the new one.",
        ),
        Misconception(
            "loses-the-shape",
            _loses_the_shape,
            "a read gives an array of shape (1,) where the variable is a single number. Keep the value in "
            "the shape in which it comes: `np.array(new)`.",
        ),
        Misconception(
            "keeps-the-old-array",
            _keeps_the_old_array,
            "you write the new value into the old array, which keeps its own type and shape: in an array of "
            "whole numbers, 7.5 becomes 7. Put a new array in its place: `np.array(new)`.",
        ),
        Misconception(
            "under-the-assignments-name",
            _under_the_assignments_name,
            "you set the value under the name of the assign node. The name of the variable is in "
            "`node.value`.",
        ),
        Misconception("no-copies", _no_copies, ALIASES + "Copy both ways, with `np.array(...)`."),
        Misconception(
            "no-copy-in",
            _no_copy_in,
            ALIASES + "You copy what you return; also copy what you put into the state.",
        ),
        Misconception(
            "no-copy-out",
            _no_copy_out,
            ALIASES + "You copy what you put into the state; also copy what you return.",
        ),
    ),
    hints=(
        "Two small functions inside a function: both see this `state`, and no other session's functions do.",
        "`variable(node)` looks in `state` under `node.name`; `assign(node, new)` stores under "
        "`node.value`. What should happen to an array on the way in, and on the way out?",
        "A missing key raises the right error by itself. What `assign` returns must not be the "
        "array in the state either: copy once more.",
    ),
    paste=_paste,
)
