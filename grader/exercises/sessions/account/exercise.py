"""The exercise on what a placeholder holds and what a variable holds."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Builder, Built, Case, Session, agree, different, first_error, together

BUILD = Builder("amount, balance, deposit = account(start)")


def _draw(rng: np.random.Generator) -> Challenge:
    """Starts from floats, and once from an int: a variable made of it without a dtype is an int32."""
    shown, (whole, *secret) = different(rng, 3, 2, 30), different(rng, 6, 31, 99)
    one, other = float(shown[0]) * 10 + 5, float(secret[0]) + 0.5
    first, second, *more = (amount + 0.25 for amount in secret[1:])
    return BUILD.challenge(
        [[one], [other], [one], [whole]],
        again=[1],
        shown=[float(amount) for amount in shown[1:]],
        secret=[first, -200.0 - second, 0.0, *more],  # more than the balance, which may be negative
    )


def _deposits(run: Session, amounts: list[float]) -> list[Any]:
    run.initialize()
    return [run("deposit", amount=amount) for amount in amounts]


def _deposits_and_balance(run: Session, amounts: list[float]) -> list[Any]:
    return [_deposits(run, amounts), run("balance"), run("balance")]


def _no_amount(run: Session) -> list[Any]:
    run.initialize()
    return [run("deposit"), run("balance")]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, secret, again, whole = builds = BUILD.built(evidence, 4)
    if failed := first_error(build.result for build in builds[:3]):
        return [failed] * 3
    amounts = challenge.hidden
    shown.refuse_elsewhere()
    deposits = together(shown.ask(_deposits, amounts["shown"]))
    if isinstance(deposits, Raised):
        shown.refuse_unused("deposit", "amount")
    more: Any = [
        secret.ask(_deposits_and_balance, amounts["secret"]),
        _apart(secret, amounts["secret"][0]),
        secret.dtypes,
        [secret.elsewhere, again.elsewhere],
    ]
    (start,) = challenge.inputs["builds"][0]
    if agree(np.cumsum([start["value"], *amounts["shown"]])[1:], deposits):
        # Where they are wrong, that is what to name, and not the int that a careless account fails with.
        from_int = whole.ask(_deposits_and_balance, amounts["secret"][:1])
        more = from_int if isinstance(from_int, Raised) else [*more, from_int, whole.dtypes]
    return [deposits, more, secret.ask(_no_amount)]


def _apart(build: Built, amount: float) -> list[Any]:
    """A deposit in another session, and whether a second account of the graph has a balance of its own.

    With `tf.get_variable` a second account may be impossible, because of equal names: so nothing is shared.
    """
    run, second = build.session(), build.again
    found = [run("balance"), *_deposits(run, [amount]), run("balance")]
    if isinstance(second.result, Raised):
        refused = second.result.type == "ValueError" and "already exists" in second.result.message
        return [*found, True if refused else second.result]
    if away := second.elsewhere:
        # In a graph of its own, as after `tf.reset_default_graph()`, it shares nothing.
        return [*found, len(away) == len(second.parts)]
    return [*found, agree(found[1:], [run.on(second)("deposit", amount=amount), run("balance")])]


ACCOUNT = exercise(
    id="sessions/account",
    title="A placeholder for what comes, a variable for what stays",
    answers=("account",),
    cases=(
        Case.shown(
            "two deposits, one after the other: what `deposit` gives",
            1,
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
    draw=_draw,
    observe=_observe,
    hints=(
        "Which of the two must remember its value when a run has ended: the amount or the balance?",
        "amount is a tf.placeholder, balance a tf.Variable with the initial value `start`; deposit "
        "is the tensor that comes out of an operation that changes the variable.",
        "Look at `tf.assign_add`: what does it change, and what is its value after that? The "
        "amount must be fed, so give the placeholder no default.",
    ),
    paste=lambda challenge: BUILD.paste(challenge, _deposits, challenge.hidden["shown"]),
)
