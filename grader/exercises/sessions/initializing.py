"""The exercise on variables that have no value yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.sessions.evidence import left_behind, numbers, reports
from grader.judging import Case, Exercise, Misconception

# Initial values, made from a number; and values that a test for truth takes for none.
VALUES: tuple[Callable[[int], Any], ...] = (
    lambda n: n,
    lambda n: float(n),
    lambda n: [float(n), -1.0],
    lambda n: [[n, 1], [2, n]],
    lambda n: n % 2 == 0,
)
ARRAY = VALUES[3]
ZEROS = (0, 0.0, False)
NAMES = ("weights", "bias", "step", "average", "layer/scale", "total", "layer/mask", "offset")


def _program(rng: np.random.Generator, states: str, asked: list[int], later: int) -> dict[str, Any]:
    """Variables, and what is asked about them.

    states: a letter for each variable: z(ero is its value), i(nitialised), a(rray: i, with several
        numbers), u(ninitialized), l(ocal: u, but in the collection of local variables).
    asked: the numbers of the variables in the list.
    later: how many of the empty ones among them have a value at the second call.
    """
    names = [str(name) for name in rng.permutation(NAMES)]
    entries = []
    for name, state in zip(names, states, strict=False):
        kind = ARRAY if state == "a" else VALUES[int(rng.integers(len(VALUES)))]
        first, second = numbers(rng, 2, 10, 99)
        zero = ZEROS[int(rng.integers(len(ZEROS)))]
        entries.append(
            {
                "name": name,
                "initial": zero if state == "z" else kind(first),
                "now": zero if state == "z" else kind(second) if state in "ia" else None,
                "local": state == "l",
            }
        )
    empty = [number for number in asked if states[number] in "ul"]
    return {"variables": entries, "asked": asked, "later": empty[:later]}


def _draw_uninitialized(rng: np.random.Generator) -> Challenge:
    shown = "uzu"  # so that an answer that leaves out the first or the last fails in every draw
    states = "".join(rng.permutation(list("ziuul"))) + "uu"  # the last two are not asked for
    asked = list(range(5))
    while _in_order(states, asked):
        asked = [int(number) for number in rng.permutation(5)]
    programs = [
        _program(rng, shown, [0, 1, 2], 0),
        _program(rng, states, asked, 1),
        _program(rng, "zia", [0, 1, 2], 0),  # `if not value` is an error where there are several
        _program(rng, "uu", [], 0),
        _program(rng, "uul", [2, 1], 2),
    ]
    return Challenge("sessions/uninitialized", {"programs": programs})


def _in_order(states: str, asked: list[int]) -> bool:
    """Whether the empty variables are asked for in an order of the graph, or backwards.

    The graph has two: that in which they were made, and that with the local ones behind the others.
    """
    empty = [number for number in asked if states[number] in "ul"]
    orders = sorted(empty), sorted(empty, key=lambda number: (states[number] == "l", number))
    return any(empty in (order, order[::-1]) for order in orders)


def _observe_uninitialized(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, *others = reports(evidence, len(challenge.inputs["programs"]), "value", "after", "again")
    return [
        shown["value"],
        [[report["value"], report["again"]] for report in others],
        [left_behind(report["after"]) for report in (shown, *others)],
    ]


def _paste_uninitialized(challenge: Challenge) -> str:
    entries = challenge.inputs["programs"][0]["variables"]
    initial = {entry["name"]: entry["initial"] for entry in entries}
    (known,) = (number for number, entry in enumerate(entries) if entry["now"] is not None)
    return f"""
with tf.Graph().as_default():
    initial = {initial}
    session, variables = tf.Session(), [tf.Variable(initial[name], name=name) for name in initial]
    session.run(variables[{known}].initializer)
    names = uninitialized(session, variables)
    session.close()
names
"""


def _uninitialized() -> Callable[..., Any]:
    def uninitialized(session: Any, variables: Any) -> Any:
        names = []
        for variable in variables:
            try:
                session.run(variable)
            except tf.errors.FailedPreconditionError:
                names.append(variable.name)
        return names

    return uninitialized


def _initializes_first() -> Callable[..., Any]:
    def uninitialized(session: Any, variables: Any) -> Any:
        session.run(tf.global_variables_initializer())
        return _uninitialized()(session, variables)

    return uninitialized


def _repairs_what_it_finds() -> Callable[..., Any]:
    def uninitialized(session: Any, variables: Any) -> Any:
        names = []
        for variable in variables:
            try:
                session.run(variable)
            except tf.errors.FailedPreconditionError:
                names.append(variable.name)
                session.run(variable.initializer)
        return names

    return uninitialized


def _asks_another_session() -> Callable[..., Any]:
    def uninitialized(session: Any, variables: Any) -> Any:
        with tf.Session() as own:
            return _uninitialized()(own, variables)

    return uninitialized


def _closes_the_session() -> Callable[..., Any]:
    def uninitialized(session: Any, variables: Any) -> Any:
        with session:
            return _uninitialized()(session, variables)

    return uninitialized


def _catches_nothing() -> Callable[..., Any]:
    return lambda session, variables: [v.name for v in variables if session.run(v) is None]


def _stops_at_the_first() -> Callable[..., Any]:
    return lambda session, variables: _uninitialized()(session, variables)[:1]


def _leaves_out_the_last() -> Callable[..., Any]:
    return lambda session, variables: _uninitialized()(session, variables[:-1])


def _names_of_operations() -> Callable[..., Any]:
    def uninitialized(session: Any, variables: Any) -> Any:
        return session.run(tf.report_uninitialized_variables(variables))

    return uninitialized


def _variables_themselves() -> Callable[..., Any]:
    def uninitialized(session: Any, variables: Any) -> Any:
        names = _uninitialized()(session, variables)
        return [variable for variable in variables if variable.name in names]

    return uninitialized


def _asks_for_truth() -> Callable[..., Any]:
    def uninitialized(session: Any, variables: Any) -> Any:
        names = _uninitialized()(session, variables)
        return [v.name for v in variables if v.name in names or not np.any(session.run(v))]

    return uninitialized


def _names_the_others() -> Callable[..., Any]:
    def uninitialized(session: Any, variables: Any) -> Any:
        missing = _uninitialized()(session, variables)
        return [variable.name for variable in variables if variable.name not in missing]

    return uninitialized


def _initializes_afterwards() -> Callable[..., Any]:
    def uninitialized(session: Any, variables: Any) -> Any:
        names = _uninitialized()(session, variables)
        session.run([variable.initializer for variable in variables])
        return names

    return uninitialized


def _asks_all_variables() -> Callable[..., Any]:
    def uninitialized(session: Any, variables: Any) -> Any:
        return _uninitialized()(session, tf.global_variables() + tf.local_variables())

    return uninitialized


def _asks_the_global_variables() -> Callable[..., Any]:
    return lambda session, variables: _uninitialized()(session, tf.global_variables())


def _finds_nothing() -> Callable[..., Any]:
    return lambda session, variables: []


NOT_IN_THE_LIST = (
    "your list has names of variables that were not asked for. Go through `variables` only."
)

UNINITIALIZED = Exercise(
    id="sessions/uninitialized",
    title="Find the variables that have no value yet",
    answers=("uninitialized",),
    cases=(
        Case(
            "the names, for three variables",
            1,
            visible=True,
            gate=True,
            advice='Your list should have the names, such as `"x:0"`, of those variables that have no value. '
            "0 and False are values, too. A run that reads several variables ends at the first error.",
        ),
        Case(
            "the names, for other lists of variables, and again after some have been given values",
            1,
            gate=True,
            advice="Your names should be right for every list. It may hold any variables of the graph, in "
            "any order, or none, and your function may be called again later.",
        ),
        Case(
            "the session holds exactly what it held before",
            1,
            advice="Your function changes what the session holds: it should only look, and "
            "initialize nothing.",
        ),
    ),
    draw=_draw_uninitialized,
    observe=_observe_uninitialized,
    parts=("programs",),
    reference=_uninitialized,
    misconceptions=(
        Misconception(
            "initializes-first",
            _initializes_first,
            "your function runs an initializer before it looks, so it finds every variable "
            "initialized, and the values that the session held are lost.",
        ),
        Misconception(
            "repairs-what-it-finds",
            _repairs_what_it_finds,
            "the names are right, but your function also initializes the variables that it "
            "finds. It should only look.",
        ),
        Misconception(
            "asks-another-session",
            _asks_another_session,
            "your list always has the names of all variables. In a session that you open yourself, no "
            "variable has a value. And `v.eval()` needs a default session: there is none, and a bare "
            "`except:` hides that. Ask the session that you were given.",
        ),
        Misconception(
            "stops-at-the-first",
            _stops_at_the_first,
            "your function stops at the first variable without a value. Go through all of them: a `try` "
            "belongs inside the loop, and the `return` after it.",
        ),
        Misconception(
            "leaves-out-the-last",
            _leaves_out_the_last,
            "your function never looks at the last of the variables. Go through all of `variables`.",
        ),
        Misconception(
            "names-the-others",
            _names_the_others,
            "these are the variables that do have a value. A name belongs in your list when "
            "reading the variable raises FailedPreconditionError.",
        ),
        Misconception(
            "initializes-afterwards",
            _initializes_afterwards,
            "the names of the first call are right, but your function also initializes the variables. It "
            "should only look.",
        ),
        Misconception(
            "asks-all-variables",
            _asks_all_variables,
            NOT_IN_THE_LIST,
        ),
        Misconception(
            "asks-the-global-variables",
            _asks_the_global_variables,
            NOT_IN_THE_LIST,
        ),
        Misconception(
            "never-runs-the-question",
            _finds_nothing,
            "your list is always empty. `tf.is_variable_initialized(v)` by itself only makes a node: run it "
            "in the session.",
        ),
        Misconception(
            "names-of-operations",
            _names_of_operations,
            "you found the right variables, but these are the names of their operations. The name of a "
            'variable, `variable.name`, ends with `:0`: `"x:0"` and not `"x"`.',
        ),
        Misconception(
            "variables-themselves",
            _variables_themselves,
            "your list holds the variables themselves. It should hold their names, `variable.name`.",
        ),
        Misconception(
            "takes-zero-for-no-value",
            _asks_for_truth,
            "a variable with the value 0 or False has a value. Ask whether reading it raises "
            "FailedPreconditionError, and not whether the value counts as true.",
        ),
        Misconception(
            "closes-the-session",
            _closes_the_session,
            "the names are right, but your function closes the session: `session.close()` does, and so "
            "does the end of a `with session:` block. It is not yours, so leave it open.",
        ),
        Misconception(
            "catches-nothing",
            _catches_nothing,
            "reading a variable without a value does not give None: it raises FailedPreconditionError, "
            "which ends your function. Catch that error, and note the name.",
        ),
    ),
    hints=(
        "How can you notice that a variable has no value? Try to read it, and see what happens.",
        (
            "Reading a variable without a value raises `tf.errors.FailedPreconditionError`. Catch that error "
            "for each variable: the `try` belongs inside the loop."
        ),
        (
            "If the error is raised, note the variable's name and go on with the next one. If not, "
            "there is nothing to do: you don't need the value."
        ),
    ),
    paste=_paste_uninitialized,
)
