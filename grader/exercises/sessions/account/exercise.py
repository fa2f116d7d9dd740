"""The exercise on what a placeholder holds and what a variable holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, GraphRef, Raised, TensorRef
from grader.exercises.definition import exercise
from grader.exercises.sessions.evidence import numbers, reports, value_or_error
from grader.judging import (
    Case,
    Rerun,
    WrongAnswer,
    agree,
    describe,
    expect_tensor,
)
from grader.languages import _

NAMES = ("amount", "balance", "deposit")  # what the function returns


def _draw_account(rng: np.random.Generator) -> Challenge:
    """Starts from floats, and once from an int: a variable made of it without a dtype is an int32."""
    shown, (whole, *secret) = numbers(rng, 3, 2, 30), numbers(rng, 6, 31, 99)
    starts = (float(shown[0]) * 10 + 5, float(secret[0]) + 0.5)
    first, second, *more = (amount + 0.25 for amount in secret[1:])
    return Challenge(
        "sessions/account",
        {"starts": [*starts, starts[0], whole], "twice": 1},
        {
            "shown": [float(amount) for amount in shown[1:]],
            "secret": [first, -second, 0.0, *more],
        },
    )


def _observe_account(evidence: Evidence, challenge: Challenge) -> list[Any]:
    *builds, whole = reports(evidence, 4, "result", "graph", "again")
    for build in builds:
        if isinstance(build["result"], Raised):
            return [build["result"]] * 3
    amounts = challenge.hidden
    shown, secret, again = (_parts(build["result"]) for build in builds)
    away = _elsewhere(shown, builds[0])
    if away:
        raise WrongAnswer(
            _(
                "your function should build in the default graph, but the {name} that it returns is in "
                "another graph"
            ).format(name=away[0])
        )
    deposits = value_or_error(_deposits(evidence, shown, amounts["shown"])["deposits"])
    if isinstance(deposits, Raised) and not _uses(evidence, shown[2], shown[0]):
        raise WrongAnswer(
            _(
                "your `deposit` does not use the `amount` that you return, so feeding it has no effect. "
                "Return the placeholder itself"
            )
        )
    more = [
        _deposits(evidence, secret, amounts["secret"]),
        _apart(evidence, secret, builds[1], amounts["secret"][0]),  # another session
        [part.dtype for part in secret],
        [_elsewhere(secret, builds[1]), _elsewhere(again, builds[2])],
    ]
    if agree(np.cumsum([challenge.inputs["starts"][0], *amounts["shown"]])[1:], deposits):
        # Where they are wrong, that is what to name, and not the int that a careless account fails with.
        more = _from_an_int(evidence, whole, amounts["secret"][:1], more)
    return [deposits, more, _without_a_feed(evidence, secret)]


def _from_an_int(
    evidence: Evidence, build: Mapping[str, Any], amounts: list[float], more: list[Any]
) -> Any:
    """`more`, and what an account that starts from an int shows; or the error that making it raised."""
    if isinstance(build["result"], Raised):
        return build["result"]
    parts = _parts(build["result"])
    return [*more, _deposits(evidence, parts, amounts), [part.dtype for part in parts]]


def _parts(result: Any) -> tuple[TensorRef, TensorRef, TensorRef]:
    if not isinstance(result, (list, tuple)) or len(result) != 3:
        raise WrongAnswer(
            _(
                "your function should return three things, (amount, balance, deposit), but it "
                "returned {found}"
            ).format(found=describe(result))
        )
    amount, balance, deposit = (
        expect_tensor(part, _("the {name} that your function returns").format(name=name))
        for name, part in zip(NAMES, result, strict=True)
    )
    return amount, balance, deposit


def _elsewhere(parts: tuple[TensorRef, ...], build: Mapping[str, Any]) -> list[str]:
    """The names of those parts that are not in the graph in which the account was asked for."""
    return [
        name
        for name, part in zip(NAMES, parts, strict=True)
        if GraphRef(part.graph) != build["graph"]
    ]


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


def _apart(
    evidence: Evidence, parts: tuple[TensorRef, ...], build: Mapping[str, Any], number: float
) -> Any:
    """A new session: the balance before it is initialized, a deposit, and whether a second account of the
    graph has a balance of its own.

    With `tf.get_variable` a second account may be impossible, because of equal names: so nothing is shared.
    """
    amount, balance, deposit = parts
    rerun = Rerun(evidence, deposit.graph)
    empty, failed = rerun.run(balance), rerun.initialize()
    if isinstance(failed, Raised):
        return [empty, failed]
    found = [rerun.run(deposit, {amount: number}), rerun.run(balance)]
    second = build["again"]
    if isinstance(second, Raised):
        refused = second.type == "ValueError" and "already exists" in second.message
        return [empty, *found, True if refused else second]
    others = _parts(second)
    if away := _elsewhere(others, build):
        # In a graph of its own, as after `tf.reset_default_graph()`, it shares nothing.
        return [empty, *found, len(away) == len(others)]
    theirs = [rerun.run(others[2], {others[0]: number}), rerun.run(balance)]
    return [empty, *found, agree(found, theirs)]


def _uses(evidence: Evidence, result: TensorRef, source: TensorRef) -> bool:
    """Whether a run of `result` needs `source`, in the same graph."""
    try:
        needed = Rerun(evidence, result.graph).ancestors(result)
    except (LookupError, ValueError):
        return True  # there is no such node, and the evidence is forged
    return any(operation.name == source.name.partition(":")[0] for operation in needed)


def _without_a_feed(evidence: Evidence, parts: tuple[TensorRef, ...]) -> Any:
    _, balance, deposit = parts
    rerun = Rerun(evidence, deposit.graph)
    rerun.initialize()
    return [rerun.run(deposit), rerun.run(balance)]


def _paste_account(challenge: Challenge) -> str:
    start, *_ = challenge.inputs["starts"]
    first, second = challenge.hidden["shown"]
    return f"""
with tf.Graph().as_default(), tf.Session() as session:
    amount, balance, deposit = account({start})
    session.run(tf.global_variables_initializer())
    values = [session.run(deposit, {{amount: {first}}}), session.run(deposit, {{amount: {second}}})]
values
"""


ACCOUNT = exercise(
    id="sessions/account",
    title="A placeholder for what comes, a variable for what stays",
    answers=("account",),
    cases=(
        Case(
            "two deposits, one after the other: what `deposit` gives",
            1,
            visible=True,
            gate=True,
            advice="Each run of `deposit` should give the sum of `start` and all amounts so far. `start` "
            "counts once: it is the initial value of the variable.",
        ),
        Case(
            "more deposits, the balance read afterwards, another session, two accounts in one graph, a start "
            "that is an int",
            1,
            gate=True,
            advice="The balance is not always right, or something is not float32. In a new session the "
            "balance has no value; once initialized, it is `start`. After that, each deposit adds its "
            "amount, and a deposit to another account changes nothing.",
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
    hints=(
        "Which of the two must remember its value when a run has ended: the amount or the balance?",
        (
            "amount is a tf.placeholder, balance a tf.Variable with the initial value `start`; deposit "
            "is the tensor that comes out of an operation that changes the variable."
        ),
        "Look at `tf.assign_add`: what does it change, and what is its value after that? The "
        "amount must be fed, so give the placeholder no default.",
    ),
    paste=_paste_account,
)
