"""The exercise on feeds that cut a graph: which steps of a computation go wrong by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.sessions.evidence import left_behind, numbers, reports
from grader.exercises.sessions.feeding_wrongly import (
    all_before,
    bad_values_in_good,
    bad_values_of_the_good_input,
    closes,
    compares_variables,
    copies_the_variables,
    differ,
    finder,
    from_zero,
    initializes_first,
    makes_of_them,
)
from grader.judging import Case, Exercise, Misconception

# Its kind; what its variable holds in the good session, in the bad one, and there before a second call.
Step = list[Any]
LITTLE = 1 / 32


def _draw(rng: np.random.Generator) -> Challenge:
    programs = [_shown(rng), _vectors(rng), _only_the_input(rng), _through_zero(rng)]
    return Challenge("sessions/what-if", {"programs": programs})


def _shown(rng: np.random.Generator) -> dict[str, Any]:
    """Numbers; the first and the last step are wrong, so that an answer that leaves out one of them fails
    in every draw, and a right step lies between two wrong ones. A wrong value is off by more than a
    twentieth of it.
    """
    wrong = [(1, 4), (1, 2, 4), (1, 3, 4)][int(rng.integers(3))]
    kinds = ("plus", "times", "minus first", "times")
    start = float(rng.integers(2, 9))
    steps = [_drawn(rng, kind, number in wrong) for number, kind in enumerate(kinds, start=1)]
    return {"good": start, "bad": start, "steps": steps}


def _vectors(rng: np.random.Generator) -> dict[str, Any]:
    """Some steps take two tensors, and the last one takes all. The vectors are wrong in the last component
    only, which is never the largest; in the sign of the first, which is the largest; in their order, the
    middle one being right; and where that changes neither the sum nor the last one, again the largest.
    One variable differs without effect.

    The last step comes out right only if all that is wrong before it is fed: the first tensor, and what each
    of the wrong steps computes.
    """
    one, *good = (float(number) for number in numbers(rng, 4, 3, 12))
    times, most = ([float(number) for number in numbers(rng, 3, 2, 12)] for _ in range(2))
    steps = [
        _step("plus", [6000.0, 30.0, 2.0], [6000.0, 30.0, one]),
        _drawn(rng, "plus before last", False),
        _step("times", times, [-times[0], *times[1:]]),
        _drawn(rng, "minus first", False),
        _step("at most", 1e6, 2e6),
        _step("at most", most, most[::-1]),  # which is less than all that comes
        _step("plus", [one, 2.0, 100.0], [2.0, one, 100.0]),
        _drawn(rng, "sum", True),
        _drawn(rng, "all before", False),
    ]
    return {"good": good, "bad": [good[0] + 1.0, *good[1:]], "steps": steps}


def _only_the_input(rng: np.random.Generator) -> dict[str, Any]:
    """No step goes wrong, but one would for a larger input; the input has no value in the bad session."""
    start, first = (float(number) for number in numbers(rng, 2, 2, 9))
    steps = [
        _step("plus", first, first),
        _step("at most", start + first + 1.0, start + first + 1.5),
        _drawn(rng, "minus first", False),
    ]
    return {"good": start, "bad": None, "steps": steps}


def _through_zero(rng: np.random.Generator) -> dict[str, Any]:
    """Right and wrong values that are 0, and a 16 that is off by little: far more than by rounding, which an
    answer may allow for. In the bad session the last two tensors seem to be right.
    """
    start, step, other, plus = (float(number) for number in numbers(rng, 4, 2, 12))
    steps = [
        _step("plus", -start, -start + 0.5),
        _step("plus", plus, plus),
        _step("plus", 16.0 - plus, 16.0 - plus + LITTLE),
        _step("times", other, 0.0),
        _step("times", 0.0, 1.0),
        _step("at most", step, step),
    ]
    return {"good": start, "bad": start, "steps": steps}


def _drawn(rng: np.random.Generator, kind: str, wrong: bool) -> Step:
    one, other = (float(number) for number in numbers(rng, 2, 2, 12))
    return _step(kind, one, other if wrong else one)


def _step(kind: str, good: Any, bad: Any) -> Step:
    """Before the second call, what was wrong is mended, and what was right goes wrong."""
    return [kind, good, bad, good + 1000.0 if good == bad else good]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, *others = reports(evidence, len(challenge.inputs["programs"]), "value", "after", "again")
    found = [report["value"] for report in others]
    later = [report["again"] for report in (shown, *others)]
    held = [[left_behind(session) for session in _pair(one["after"])] for one in (shown, *others)]
    return [shown["value"], found, [later, held]]


def _pair(after: Any) -> list[Any]:
    """What the two sessions of a report hold."""
    return list(after) if isinstance(after, (list, tuple)) else [after]


NAMES = {
    "times": "x[-1] * {w}",
    "plus": "x[-1] + {w}",
    "minus first": "x[-1] * {w} - x[0]",
}


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    count = len(program["steps"])
    lines = "\n".join(
        f"    x.append({NAMES[kind].format(w=f'w[{number}]')})"
        for number, (kind, *held) in enumerate(program["steps"], start=1)
    )
    good, bad = (
        [program[name], *(step[place] for step in program["steps"])]
        for name, place in (("good", 1), ("bad", 2))
    )
    return f"""
with tf.Graph().as_default():
    w = [tf.Variable(1.0) for number in range({count + 1})]
    x = [tf.identity(w[0])]
{lines}
    good, bad = tf.Session(), tf.Session()
    good.run([tf.assign(*pair) for pair in zip(w, {good})])
    bad.run([tf.assign(*pair) for pair in zip(w, {bad})])
    found = wrong_steps(good, bad, x)
found
"""


FEEDS_NOTHING = (
    "in your function, each step in `bad` starts from what `bad` itself computed before, so everything "
    "after a wrong step looks wrong, too. Feed the values that the earlier tensors have in `good`."
)

BAD_VALUES_IN_GOOD = (
    "you feed `good` with what `bad` computed. Do it the other way round: feed `bad` the values that the "
    "tensors have in `good`. And `bad` may have no value for some of them."
)

LAST_LEFT_OUT = (
    "your function leaves out the last step. The steps are numbered from 1 to `len(chain) - 1`: use "
    "`range(1, len(chain))`."
)

# What is compared in place of all components.
COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "wrong-in-every-place": lambda one, other: np.all(np.not_equal(one, other)),
    "compares-the-first": lambda one, other: np.ravel(one)[0] != np.ravel(other)[0],
    "compares-the-last": lambda one, other: np.ravel(one)[-1] != np.ravel(other)[-1],
    "compares-the-largest": lambda one, other: np.max(one) != np.max(other),
}

WHAT_IF = Exercise(
    id="sessions/what-if",
    title="Find the wrong steps",
    answers=("wrong_steps",),
    cases=(
        Case(
            "the wrong steps of a chain of five numbers",
            1,
            visible=True,
            gate=True,
            advice="A step is wrong if it gives a different value in `bad` even when all earlier tensors "
            "have their values from `good`. Change no variable, and return the list of the numbers of "
            "these steps.",
        ),
        Case(
            "three other chains: with vectors, with an input that has no value in `bad`, with zeros",
            1,
            gate=True,
            advice="Your function is right for one chain, but not for all. A step may take any of the "
            "earlier tensors; a vector may be wrong in one number, one sign, or only in its order; a wrong "
            "value may be off by less than 0.1; a right one may be 0; `chain[0]` may have no value in `bad`; "
            "and there may be no wrong step at all.",
        ),
        Case(
            "the sessions hold what they held before, and a call after a change finds the new wrong steps",
            1,
            advice="Your function changes or closes a session, or a second call does not find the wrong "
            "steps when the variables of `bad` have changed. Feeding changes nothing: it replaces the value "
            "of a tensor for one run.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    parts=("programs",),
    reference=finder(all_before, differ),
    misconceptions=(
        Misconception(
            "feeds-nothing",
            finder(lambda number, chain, values: {}, differ),
            FEEDS_NOTHING,
        ),
        Misconception(
            "feeds-the-input-only",
            finder(lambda number, chain, values: {chain[0]: values[0]}, differ),
            "you feed the good value of the first tensor only, or you feed the later ones with what `bad` "
            "computed. So a wrong step still spoils everything after it. Feed the values that all "
            "tensors before the step have in `good`.",
        ),
        Misconception(
            "feeds-the-one-before-only",
            finder(lambda number, chain, values: {chain[number - 1]: values[number - 1]}, differ),
            "you feed only the good value of the tensor just before the step. A step may take earlier ones, "
            "too: feed the good values of all.",
        ),
        Misconception(
            "feeds-only-some",
            finder(
                lambda number, chain, values: {
                    chain[0]: values[0],
                    chain[number - 1]: values[number - 1],
                },
                differ,
            ),
            "you feed the good values of only some of the tensors before the step. It may take any of them: "
            "feed the good values of all.",
        ),
        Misconception(
            "the-bad-values-in-good",
            bad_values_in_good,
            BAD_VALUES_IN_GOOD,
        ),
        Misconception(
            "the-bad-values-after-the-good-input", bad_values_of_the_good_input, BAD_VALUES_IN_GOOD
        ),
        Misconception(
            "compares-sums",
            finder(all_before, lambda one, other: np.sum(one) != np.sum(other)),
            "you compare sums. Two vectors may differ and have the same sum: compare them number by number.",
        ),
        Misconception(
            "feeds-too-much",
            finder(lambda number, chain, values: all_before(number + 1, chain, values), differ),
            "your function never finds a wrong step. If you feed the very tensor that you fetch, `run` gives "
            "back what you fed; if you feed a variable, what it holds in `bad` no longer counts. Feed only "
            "the tensors of `chain` before the step.",
        ),
        Misconception(
            "the-first-only",
            makes_of_them(lambda found, chain: found[:1]),
            "your function stops at the first wrong step. Others may follow: with the right values fed, "
            "each step can be judged by itself.",
        ),
        *(
            Misconception(
                name,
                finder(all_before, differ),
                "your function misses a step whose vector is wrong in one component only. One is enough, "
                "whichever it is: compare them all.",
            )
            for name, differ in COMPARED.items()
        ),
        Misconception(
            "compares-variables",
            compares_variables,
            "you compare variables. A step may be right even if its variable differs: compare the values of "
            "the tensors in the chain.",
        ),
        Misconception(
            "leaves-out-the-last",
            makes_of_them(lambda found, chain: [one for one in found if one < len(chain) - 1]),
            LAST_LEFT_OUT,
        ),
        Misconception("begins-at-zero-and-leaves-out-the-last", from_zero(1), LAST_LEFT_OUT),
        Misconception(
            "leaves-out-the-first",
            makes_of_them(lambda found, chain: [one for one in found if one > 1]),
            "your function leaves out the first step, which computes `chain[1]`. It may be wrong, too.",
        ),
        Misconception(
            "tensors",
            makes_of_them(lambda found, chain: [chain[one] for one in found]),
            "you return the tensors themselves. The list holds numbers: the indices of the wrong steps in "
            "`chain`.",
        ),
        Misconception(
            "names",
            makes_of_them(lambda found, chain: [chain[one].name for one in found]),
            "you return names of tensors. The list holds numbers: the indices of the wrong steps in `chain`.",
        ),
        Misconception(
            "numbers-from-one-less",
            makes_of_them(lambda found, chain: [one - 1 for one in found]),
            "each of your numbers is too small by one. Step i computes `chain[i]`; `chain[0]` is the input.",
        ),
        Misconception(
            "begins-at-zero",
            from_zero(0),
            "your function runs `chain[0]` in `bad`, too. It is not a step, and may have no value there: "
            "begin at `chain[1]`.",
        ),
        Misconception(
            "initializes-first",
            initializes_first,
            "your function runs an initializer, and so the values that the variables had in these sessions "
            "are lost. The sessions are ready for use: only run the tensors.",
        ),
        Misconception(
            "copies-the-variables",
            copies_the_variables,
            "your function gives the variables of `bad` their values from `good`, and then no step is wrong "
            "any more. Change nothing: a feed replaces a value for one run only.",
        ),
        Misconception(
            "closes-the-sessions",
            closes,
            "the result of the first call is right, but your function closes a session: `session.close()` "
            "does, and so does the end of a `with session:` block. It is not yours, so leave it open.",
        ),
    ),
    hints=(
        "`bad` would compute the right value of chain[i] if step i and its inputs were right. How can you "
        "give `bad` the right inputs?",
        "`good.run(chain)` gives the right values. A feed_dict may have many keys, and any tensor of the "
        "chain may be one.",
        "For each number from 1: feed `bad` the good values of all tensors before chain[number], fetch "
        "chain[number], and compare with its good value. np.array_equal compares vectors, too.",
    ),
    paste=_paste,
)
