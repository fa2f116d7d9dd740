"""The exercise on feeds that cut a graph: which steps of a computation go wrong by themselves."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.judging import Case, different, left_behind, reports

# Its kind; what its variable holds in the good session, in the bad one, and there before a second call.
Step = list[Any]
LITTLE = 1 / 32


def _draw(rng: np.random.Generator) -> Challenge:
    programs = [_shown(rng), _vectors(rng), _only_the_input(rng), _through_zero(rng)]
    return Challenge("sessions/call", {"programs": programs})


def _program(steps: list[Step], good: Any, bad: Any) -> dict[str, Any]:
    """A chain of these steps, which starts with `good` in one session, with `bad` or nothing in the other."""
    kinds, *held = zip(*steps, strict=True)
    in_good, in_bad, later = map(list, held)
    initial = [np.ones(np.shape(value), np.float32) for value in (good, *in_good)]
    return {
        "variables": [
            {"name": f"w{number}" if number else "start", "initial": one}
            for number, one in enumerate(initial)
        ],
        "held": [[good, *in_good], [bad, *in_bad]],
        "later": [[None] * len(initial), [None, *later]],
        "arguments": "chain",
        "steps": list(kinds),
    }


def _shown(rng: np.random.Generator) -> dict[str, Any]:
    """Numbers; the first and the last step are wrong, so that an answer that leaves out one of them fails
    in every draw, and a right step lies between two wrong ones. A wrong value is off by more than a
    twentieth of it.
    """
    wrong = [(1, 4), (1, 2, 4), (1, 3, 4)][int(rng.integers(3))]
    kinds = ("plus", "times", "minus first", "times")
    start = float(rng.integers(2, 9))
    steps = [_drawn(rng, kind, number in wrong) for number, kind in enumerate(kinds, start=1)]
    return _program(steps, start, start)


def _vectors(rng: np.random.Generator) -> dict[str, Any]:
    """Some steps take two tensors, and the last one takes all. The vectors are wrong in the last component
    only, which is never the largest; in the sign of the first, which is the largest; in their order, the
    middle one being right; and where that changes neither the sum nor the last one, again the largest.
    One variable differs without effect.

    The last step comes out right only if all that is wrong before it is fed: the first tensor, and what each
    of the wrong steps computes.
    """
    one, *good = (float(number) for number in different(rng, 4, 3, 12))
    times, most = ([float(number) for number in different(rng, 3, 2, 12)] for _ in range(2))
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
    return _program(steps, good, [good[0] + 1.0, *good[1:]])


def _only_the_input(rng: np.random.Generator) -> dict[str, Any]:
    """No step goes wrong, but one would for a larger input; the input has no value in the bad session."""
    start, first = (float(number) for number in different(rng, 2, 2, 9))
    steps = [
        _step("plus", first, first),
        _step("at most", start + first + 1.0, start + first + 1.5),
        _drawn(rng, "minus first", False),
    ]
    return _program(steps, start, None)


def _through_zero(rng: np.random.Generator) -> dict[str, Any]:
    """Right and wrong values that are 0, and a 16 that is off by little: far more than by rounding, which an
    answer may allow for. In the bad session the last two tensors seem to be right.
    """
    start, step, other, plus = (float(number) for number in different(rng, 4, 2, 12))
    steps = [
        _step("plus", -start, -start + 0.5),
        _step("plus", plus, plus),
        _step("plus", 16.0 - plus, 16.0 - plus + LITTLE),
        _step("times", other, 0.0),
        _step("times", 0.0, 1.0),
        _step("at most", step, step),
    ]
    return _program(steps, start, start)


def _drawn(rng: np.random.Generator, kind: str, wrong: bool) -> Step:
    one, other = (float(number) for number in different(rng, 2, 2, 12))
    return _step(kind, one, other if wrong else one)


def _step(kind: str, good: Any, bad: Any) -> Step:
    """Before the second call, what was wrong is mended, and what was right goes wrong."""
    return [kind, good, bad, good + 1000.0 if good == bad else good]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = shown, *others = reports(evidence, 4, "value", "after", "again")
    held = [[left_behind(session) for session in report["after"]] for report in found]
    again = [report["again"] for report in found]
    return [shown["value"], [report["value"] for report in others], [again, held]]


NAMES = {
    "times": "x[-1] * {w}",
    "plus": "x[-1] + {w}",
    "minus first": "x[-1] * {w} - x[0]",
}


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    good, bad = program["held"]
    lines = "\n".join(
        f"    x.append({NAMES[kind].format(w=f'w[{number}]')})"
        for number, kind in enumerate(program["steps"], start=1)
    )
    return f"""
with tf.Graph().as_default():
    w = [tf.Variable(1.0) for number in range({len(good)})]
    x = [tf.identity(w[0])]
{lines}
    good, bad = tf.Session(), tf.Session()
    good.run([tf.assign(*pair) for pair in zip(w, {good})])
    bad.run([tf.assign(*pair) for pair in zip(w, {bad})])
    found = wrong_steps(good, bad, x)
found
"""


WRONG_STEPS = exercise(
    id="sessions/wrong-steps",
    title="Find the wrong steps",
    answers=("wrong_steps",),
    cases=(
        Case.shown(
            "the wrong steps of a chain of five numbers",
            1,
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
