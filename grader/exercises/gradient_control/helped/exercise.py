"""The exercise on two losses that pull against each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.exercises.gradient_control.evidence import case, paste_gradients, placeholder, runner
from grader.judging import Case, different, reports
from grader.languages import _


def _two_losses(k: float, m: float, n: float, p: float) -> list[str]:
    return [
        *map(placeholder, "abc"),
        f"main = {k} * a * a + {m} * b",
        f"helper = {p} * b - {n} * a",
    ]


def _many(k: float, m: float, u: float, v: float) -> list[str]:
    """Both losses depend on a and b, the main one alone on e, the helper alone on d, none on c.

    Half a sum of squares, since the gradient of a sum is ten nodes.
    """
    return [
        *map(placeholder, "ae"),
        placeholder("b", [3]),
        placeholder("c", [2]),
        placeholder("d", [1, 2]),
        f"main = {k} * a * a + e * e + {2 * m} * tf.nn.l2_loss(b)",
        f"helper = {u} * a + {v} * tf.reduce_sum(b) + tf.nn.l2_loss(d)",
    ]


# How Python and TensorFlow say that None was multiplied, added or handed to an operation.
MET_NONE = re.compile(r"unsupported operand type\(s\) for .*'NoneType'|None values not supported")

# Factors of a, which is not among the xs, and of all numbers of b: the signs of b decide. Where b is large,
# a share of m that should be 0 and is 1/(m·m) does not show. At last, the main loss is flat.
FACTORS = ((-1.0, 1.0), (1.0, -1.0), (0.1, 0.01), (-1e-7, -1e-7), (0.0, 0.0))


def _draw(rng: np.random.Generator) -> Challenge:
    """A conflict that is shown; in other graphs, conflicts and none; and gradients that are zero.

    In the first graph, the two gradients agree for `b`, and disagree for `a` unless it is negative. It
    comes twice, the second time with other factors: what an answer remembers of the first time is wrong
    then. In the others, not all that the losses depend on is among the xs; for one feed, m·m is about
    1e-10, so that nothing may be added to it.
    """
    k, n, a, b, c = (float(number) for number in different(rng, 5, 2, 9))
    m, p = (float(number) for number in different(rng, 2, 1, 4))
    fed = {"a:0": a, "b:0": b, "c:0": c}
    cases = [
        case(_two_losses(*factors), "helped(main, helper, [a, b, c])")
        for factors in ((k, m, n, p), (k + 1.0, m + 2.0, n + 2.0, p + 1.0))
    ]
    feeds: list[list[dict[str, Any]]] = [[fed], [fed, {**fed, "a:0": -a}]]
    for xs in ("e, d, b", "d, c"):
        k, m, u, v = (float(number) for number in different(rng, 4, 2, 6))
        before = "" if len(cases) == 2 else "helped(helper, main, [a, e])"
        cases.append(case(_many(k, m, u, v), f"helped(main, helper, [{xs}])", before=before))
        feeds.append([_fed(rng, *factors) for factors in FACTORS])
    return Challenge("gradient-control/call", {"cases": cases}, {"feeds": feeds})


def _fed(rng: np.random.Generator, a: float, b: float) -> dict[str, Any]:
    large = [b * (number + 4.0) for number in different(rng, 3, 2, 9)]
    one, two, three, four = (number / 4 for number in different(rng, 4, 2, 9))
    e = abs(b) * (four + 8.0)
    return {"a:0": a * one, "b:0": large, "c:0": [two, two], "d:0": [[two, -three]], "e:0": e}


def _observe(evidence: Evidence, challenge: Challenge) -> Iterator[Any]:
    """The visible case's gradients; those of the other cases; those where a gradient is zero."""
    feeds = challenge.hidden["feeds"]
    found = reports(evidence, len(feeds), "result")
    run = runner(evidence)
    values = (
        [run(_told(report["result"]), fed) for fed in feeds]
        for report, feeds in zip(found, feeds, strict=True)
    )
    yield next(values)[0]
    others = list(values)  # none where the answer is compared in one part of the challenge
    again, connected, apart = others[:1], others[1:-1], others[-1:]
    yield [again, [value for values in connected for value in values[:-1]]]
    yield [[values[-1] for values in connected], apart]


def _told(result: Any) -> Any:
    """The result; an error about a None says instead what None stands for."""
    if not isinstance(result, Raised) or not MET_NONE.search(result.message):
        return result
    return replace(
        result,
        message=_(
            "None is not a number. `tf.gradients` gives None where there is no path; here such a "
            "derivative counts as zero"
        ),
    )


HELPED = exercise(
    id="gradient-control/helped",
    title="A helper that does no harm",
    answers=("helped",),
    cases=(
        Case.shown(
            "main = k*a*a + q*b and helper = p*b - n*a, which pull against each other",
            1,
            advice="Find m·h and m·m first: each is a single number, a sum over all xs. Then each x "
            "gets m + h - (m·h)/(m·m)·m, if m·h is negative. Return one tensor for each x: zeros, not "
            "None, where no path leads from it to either loss.",
        ),
        Case(
            "xs of several shapes; other losses, which at some points pull against each other",
            1,
            advice="The sign of m·h decides, for all xs together, and it is known only when the graph "
            "runs: one graph must be right for either sign. Where it is negative, divide by m·m. All xs "
            "count in it, even those that `helper` does not depend on, and nothing is added. Where it is not "
            "negative, return m + h.",
        ),
        Case(
            "the main loss is flat, or depends on none of the xs",
            1,
            advice="If m is zero everywhere, m·h is zero, not negative: h stays as it is. A quotient "
            "0/0 is NaN, and NaN times anything is NaN.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    parts=("cases", "feeds"),
    hints=(
        "You cannot recover the two gradients, m and h, from their sum. How many calls of `tf.gradients` do "
        "you need, and "
        "what should an x without a path get?",
        "m·h is a sum over all xs and all their numbers, and so is m·m: `tf.reduce_sum` for each x, "
        "`tf.add_n` over the xs.",
        "While you build, the sign of m·h is not known, so no `if` can decide: `tf.where` chooses "
        "between two tensors when the graph runs. So the weight by which you multiply m is a tensor, too.",
    ),
    paste=paste_gradients,
)
