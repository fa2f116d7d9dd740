"""Exercises on what a placeholder holds, what a variable holds, and setting a variable."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised, TensorRef
from grader.exercises.sessions.evidence import numbers, reports, value_or_error
from grader.judging import (
    Case,
    Exercise,
    Misconception,
    Rerun,
    WrongAnswer,
    describe,
    expect_tensor,
)
from grader.languages import _

# --------------------------------------------------------------------------------------- account


def _draw_account(rng: np.random.Generator) -> Challenge:
    shown, secret = numbers(rng, 3, 2, 30), numbers(rng, 5, 31, 99)
    starts = (float(shown[0]) * 10, float(secret[0]) + 0.5)
    first, second, *more = (amount + 0.25 for amount in secret[1:])
    return Challenge(
        "build",
        {"builds": [[{"value": start}] for start in (*starts, starts[0])]},
        {
            "shown": [float(amount) for amount in shown[1:]],
            "secret": [first, -second, 0.0, *more],
        },
    )


def _observe_account(evidence: Evidence, challenge: Challenge) -> list[Any]:
    builds = reports(evidence, 3, "result")
    for build in builds:
        if isinstance(build["result"], Raised):
            return [build["result"]] * 3
    amounts = challenge.hidden
    shown, secret, again = (_parts(build["result"]) for build in builds)
    return [
        value_or_error(_deposits(evidence, shown, amounts["shown"])["deposits"]),
        [
            _deposits(evidence, secret, amounts["secret"]),
            _deposits(evidence, secret, amounts["secret"][:1]),  # another session
            Rerun(evidence, secret[1].graph).run(secret[1]),  # not initialised
            [part.dtype for part in secret],
            again[2].graph
            != shown[2].graph,  # the account is in the graph in which it was asked for
        ],
        _without_a_feed(evidence, secret),
    ]


def _parts(result: Any) -> tuple[TensorRef, TensorRef, TensorRef]:
    if not isinstance(result, (list, tuple)) or len(result) != 3:
        raise WrongAnswer(
            _(
                "your function should return three things, (amount, balance, deposit), but it "
                "returned {found}"
            ).format(found=describe(result))
        )
    names = ("amount", "balance", "deposit")
    amount, balance, deposit = (
        expect_tensor(part, _("the part {name} of what your function returns").format(name=name))
        for name, part in zip(names, result, strict=True)
    )
    return amount, balance, deposit


def _deposits(evidence: Evidence, parts: tuple[TensorRef, ...], amounts: list[float]) -> Any:
    """A new session: what each deposit gives, and the balance read twice at the end."""
    amount, balance, deposit = parts
    rerun = Rerun(evidence, deposit.graph)
    failed = rerun.initialize()
    if isinstance(failed, Raised):
        return {"deposits": failed, "balances": failed}
    return {
        "deposits": [rerun.run(deposit, {amount: number}) for number in amounts],
        "balances": [rerun.run(balance), rerun.run(balance)],
    }


def _without_a_feed(evidence: Evidence, parts: tuple[TensorRef, ...]) -> Any:
    _, balance, deposit = parts
    rerun = Rerun(evidence, deposit.graph)
    rerun.initialize()
    return [rerun.run(deposit), rerun.run(balance)]


def _paste_account(challenge: Challenge) -> str:
    ((start,), *_) = challenge.inputs["builds"]
    first, second = challenge.hidden["shown"]
    return f"""
with tf.Graph().as_default(), tf.Session() as session:
    amount, balance, deposit = account({start["value"]})
    session.run(tf.global_variables_initializer())
    values = [session.run(deposit, {{amount: {first}}}), session.run(deposit, {{amount: {second}}})]
values
"""


def _account() -> Callable[..., Any]:
    def account(start: Any) -> Any:
        amount = tf.placeholder(tf.float32, shape=())
        balance = tf.Variable(start, dtype=tf.float32)
        return amount, balance, tf.assign_add(balance, amount)

    return account


def _balance_is_a_placeholder() -> Callable[..., Any]:
    def account(start: Any) -> Any:
        amount = tf.placeholder(tf.float32, shape=())
        balance = tf.placeholder(tf.float32, shape=())
        return amount, balance, tf.add(balance, amount)

    return account


def _forgets_the_sum() -> Callable[..., Any]:
    def account(start: Any) -> Any:
        amount = tf.placeholder(tf.float32, shape=())
        balance = tf.Variable(start, dtype=tf.float32)
        return amount, balance, tf.add(balance, amount)

    return account


def _amount_is_a_variable() -> Callable[..., Any]:
    def account(start: Any) -> Any:
        amount = tf.Variable(0.0)
        balance = tf.Variable(start, dtype=tf.float32)
        return amount, balance, tf.assign_add(balance, amount)

    return account


def _overwrites() -> Callable[..., Any]:
    def account(start: Any) -> Any:
        amount = tf.placeholder(tf.float32, shape=())
        balance = tf.Variable(start, dtype=tf.float32)
        return amount, balance, tf.assign(balance, amount)

    return account


def _balance_is_a_constant() -> Callable[..., Any]:
    def account(start: Any) -> Any:
        amount = tf.placeholder(tf.float32, shape=())
        balance = tf.constant(start, dtype=tf.float32)
        return amount, balance, tf.add(balance, amount)

    return account


ACCOUNT = Exercise(
    id="sessions/account",
    title="A placeholder for what comes, a variable for what stays",
    answers=("account",),
    cases=(
        Case(
            "two deposits, one after the other: what `deposit` gives",
            1,
            visible=True,
            gate=True,
            advice="Your deposits do not add up. Each run of `deposit` should add the amount to "
            "the balance, and give the new balance.",
        ),
        Case(
            "more deposits, the balance read afterwards, and other sessions",
            1,
            advice="Your balance does not keep what it should, or something is not float32. In a new session "
            "it has no value; when it is initialised it is `start`; then each deposit changes it.",
        ),
        Case(
            "a deposit without an amount is an error, and changes nothing",
            1,
            advice="Running `deposit` without feeding an amount should raise InvalidArgumentError, "
            "and reading `balance` should need no feed.",
        ),
    ),
    draw=_draw_account,
    observe=_observe_account,
    reference=_account,
    misconceptions=(
        Misconception(
            "balance-is-a-placeholder",
            _balance_is_a_placeholder,
            "your balance is a placeholder. A placeholder holds nothing: it has a value only in a "
            "run that feeds it. What must stay between runs is a variable.",
        ),
        Misconception(
            "balance-is-a-constant",
            _balance_is_a_constant,
            "your balance is a constant, so every deposit starts from the same number. "
            "What changes and stays between runs is a variable.",
        ),
        Misconception(
            "forgets-the-sum",
            _forgets_the_sum,
            "`balance + amount` computes the sum and drops it when the run ends. To keep it, "
            "assign it to the variable: `tf.assign_add(balance, amount)`.",
        ),
        Misconception(
            "overwrites",
            _overwrites,
            "`tf.assign` replaces the balance with the amount. To add to it, use "
            "`tf.assign_add(balance, amount)`.",
        ),
        Misconception(
            "amount-has-a-value-of-its-own",
            _amount_is_a_variable,
            "your amount has a value of its own, so a deposit that forgets to feed it passes "
            "silently. A placeholder without a value would raise an error.",
        ),
    ),
    hints=(
        "Which of the two must remember its value when a run has ended: the amount or the balance?",
        (
            "amount is a tf.placeholder, balance a tf.Variable with the initial value `start`; deposit "
            "is an operation that changes the variable."
        ),
        "deposit = tf.assign_add(balance, amount): its value is the new balance.",
    ),
    paste=_paste_account,
)

# ------------------------------------------------------------------------------------ copy-state

KINDS: tuple[Callable[[int], Any], ...] = (
    lambda n: n,
    lambda n: n + 0.5,
    lambda n: [float(n), -2.0 * n],
    lambda n: [[n, 1], [2, n + 3]],
    lambda n: [n % 2 == 0, n % 3 == 0],
)
NAMES = ("weights", "bias", "step", "rate", "average", "table")


def _variable(
    name: str, kind: Callable[[int], Any], values: list[int], states: str, dtype: str | None = None
) -> Any:
    """states: two letters, for source and target: i(nitialised), u(ninitialised), z(ero is its value).

    A capital letter is for a variable that is not trainable.
    """
    in_source, in_target = states[0].lower(), states[1].lower()
    return {
        "name": name,
        "initial": kind(values[0]),
        "source": {"i": kind(values[1]), "z": kind(values[1] * 0)}.get(in_source),
        "target": kind(values[2]) if in_target == "i" else None,
        "trainable": states.islower(),
        "dtype": dtype,
    }


def _variables(rng: np.random.Generator, kinds: list[int], states: list[str]) -> list[Any]:
    names = [str(name) for name in rng.permutation(NAMES)]
    return [
        _variable(name, KINDS[kind], numbers(rng, 3, 10, 99), state)
        for name, kind, state in zip(names, kinds, states, strict=False)
    ]


def _draw_copy_state(rng: np.random.Generator) -> Challenge:
    # As tf.Variable(3.5) and tf.Variable(3) make them, so that the shown case can be pasted.
    rate, step = (str(name) for name in rng.permutation(NAMES)[:2])
    shown = [
        _variable(rate, KINDS[1], numbers(rng, 3, 10, 99), "ii", "float32"),
        _variable(step, KINDS[0], numbers(rng, 3, 10, 99), "II", "int32"),
    ]
    # In both directions something to copy follows on a variable that has no value in the source.
    kinds, middle = rng.permutation([1, 2, 3, 4]), rng.permutation(["ui", "UU", "II"])
    return Challenge(
        "sessions/copy-state",
        {
            "programs": [
                {"variables": shown},
                {
                    "variables": _variables(
                        rng, [0, *map(int, kinds)], ["zi", *map(str, middle), "iu"]
                    )
                },
            ]
        },
    )


def _observe_copy_state(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, other = reports(evidence, 2, "value", "source", "target", "again")
    return [
        _target(shown),
        [_target(other), shown["again"], _target({**other, "target": other["again"]})],
        [shown["source"], other["source"]],
    ]


def _paste_copy_state(challenge: Challenge) -> str:
    one, two = challenge.inputs["programs"][0]["variables"]
    a, b = one["name"], two["name"]
    return f"""
with tf.Graph().as_default():
    {a} = tf.Variable({one["initial"]}, name="{a}")
    {b} = tf.Variable({two["initial"]}, name="{b}", trainable=False)
    source, target = tf.Session(), tf.Session()
    source.run([tf.assign({a}, {one["source"]}), tf.assign({b}, {two["source"]})])
    target.run([tf.assign({a}, {one["target"]}), tf.assign({b}, {two["target"]})])
    copy_state(source, target)
    held = target.run({{"{a}": {a}, "{b}": {b}}})
held
"""


def _target(report: Mapping[str, Any]) -> Any:
    return report["value"] if isinstance(report["value"], Raised) else report["target"]


def _copy(source: Any, target: Any, variables: Any) -> None:
    for variable in variables:
        value = source.run(variable)
        target.run(variable.initializer, {variable.initial_value: value})


def _initialised(session: Any) -> list[Any]:
    variables = tf.global_variables()
    known = session.run([tf.is_variable_initialized(variable) for variable in variables])
    return [variable for variable, found in zip(variables, known, strict=True) if found]


def _copy_state() -> Callable[..., Any]:
    return lambda source, target: _copy(source, target, _initialised(source))


def _initialises_the_target() -> Callable[..., Any]:
    return lambda source, target: target.run(tf.global_variables_initializer())


def _copies_backwards() -> Callable[..., Any]:
    return lambda source, target: _copy(target, source, _initialised(target))


def _stops_at_uninitialised() -> Callable[..., Any]:
    return lambda source, target: _copy(source, target, tf.global_variables())


def _initialises_the_rest() -> Callable[..., Any]:
    def copy_state(source: Any, target: Any) -> None:
        known = _initialised(source)
        target.run(tf.global_variables_initializer())
        _copy(source, target, known)

    return copy_state


def _copies_the_trainable() -> Callable[..., Any]:
    def copy_state(source: Any, target: Any) -> None:
        trainable = tf.trainable_variables()
        _copy(source, target, [v for v in _initialised(source) if v in trainable])

    return copy_state


def _never_runs_the_assignment() -> Callable[..., Any]:
    def copy_state(source: Any, target: Any) -> None:
        for variable in _initialised(source):
            tf.assign(variable, source.run(variable))

    return copy_state


def _initialises_the_source() -> Callable[..., Any]:
    def copy_state(source: Any, target: Any) -> None:
        source.run(tf.global_variables_initializer())
        _copy(source, target, tf.global_variables())

    return copy_state


COPY_STATE = Exercise(
    id="sessions/copy-state",
    title="Copy the variables of one session into another",
    answers=("copy_state",),
    cases=(
        Case(
            "what the target holds afterwards, for two variables",
            2,
            visible=True,
            gate=True,
        ),
        Case(
            "more variables, some without a value in the source: those stay as they were",
            2,
            advice="A variable that has no value in the source should stay in the target as it "
            "was, with its value or without; all others should have the source's value, each time.",
        ),
        Case(
            "the source holds exactly what it held before",
            1,
            advice="Your function changes the source. It should only read it.",
        ),
    ),
    draw=_draw_copy_state,
    observe=_observe_copy_state,
    reference=_copy_state,
    misconceptions=(
        Misconception(
            "initialises-the-target",
            _initialises_the_target,
            "your target holds the initial values that stand in the graph. The source's values "
            "are in the source session: read them with `source.run` and assign them in the target.",
        ),
        Misconception(
            "copies-backwards",
            _copies_backwards,
            "your function copies from target to source. Read with `source.run`, and run the "
            "assignment with `target.run`.",
        ),
        Misconception(
            "stops-at-a-variable-without-a-value",
            _stops_at_uninitialised,
            "reading a variable that has no value in the source raises "
            "FailedPreconditionError, and your function stops there. Leave such variables out, as "
            "in sessions/uninitialized.",
        ),
        Misconception(
            "initialises-the-rest",
            _initialises_the_rest,
            "variables that have no value in the source get their initial value in the target. "
            "They should stay in the target as they were: run no initializer there.",
        ),
        Misconception(
            "never-runs-the-assignment",
            _never_runs_the_assignment,
            "nothing changes in the target: `tf.assign` only adds an operation to the graph. "
            "Run it in the target session.",
        ),
        Misconception(
            "initialises-the-source",
            _initialises_the_source,
            "your function initialises the source before it reads, so the values that should be "
            "copied are lost.",
        ),
        Misconception(
            "copies-only-the-trainable",
            _copies_the_trainable,
            "`tf.trainable_variables()` leaves out the variables made with `trainable=False`, such as a "
            "counter of steps. `tf.global_variables()` lists them all.",
        ),
    ),
    hints=(
        (
            "Two steps for every variable: read its value in one session, set it in the other. What "
            "happens in the first step when there is no value?"
        ),
        (
            "A placeholder of the variable's dtype, and a tf.assign fed by it, set a variable to any "
            "value in any session. Catch FailedPreconditionError around the reading."
        ),
        (
            "For each variable of tf.global_variables(): value = source.run(variable) in a `try`, then "
            "target.run(tf.assign(variable, p), {p: value}) with p = tf.placeholder(dtype, shape)."
        ),
    ),
    paste=_paste_copy_state,
)
