"""The exercise on `RegisterGradient` and `gradient_override_map`, around someone else's code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.exercises.gradient_control.evidence import (
    case,
    paste_value,
    placeholder,
    runner,
    shown,
    value_and_gradients,
)
from grader.judging import Case, different, reports
from grader.languages import _

NAME_TAKEN = re.compile(r"Registering two gradient with name '([^']*)'")
# TensorFlow goes on with the whole node; "do not match num inputs 2" comes many lines later.
WRONG_COUNT = re.compile(r'Num gradients \d+ generated for op (?:name: ")?([^\s"]+)')

# Its own `floor`, as in somebody else's module: replacing `tf.floor` changes nothing in it.
# The name of a rule can be taken only once in the life of a kernel.
BEFORE = (
    "from time import perf_counter_ns",
    placeholder("x", [None]),
    'rule = f"Open{perf_counter_ns()}"',
    "floor, ceil, rounded, same = tf.floor, tf.ceil, tf.round, tf.identity",
)


def _draw(rng: np.random.Generator) -> Challenge:
    """Three programs: one floor, two floors in a row, and paths past the floor.

    After each, a floor is made that is none of the program's. The second is opened twice in its graph.
    """
    factors = [number + 0.5 for number in different(rng, 3, 2, 6)]
    k, m, n, p = (float(number) for number in different(rng, 4, 2, 9))
    programs = [
        [f"build = lambda t: {m} * floor({k + 0.5} * t)"],
        [f"build = lambda t: floor({n + 0.5} * floor({k + 0.5} * t))"],
        [
            "def build(t):",
            f"    whole = floor(same({p + 0.5} * t + ceil(t)))",
            "    square = whole * whole",
            f"    return {k + 0.5} * square + rounded(square)",
        ],
    ]
    earlier = f'open_floors(build, x, {factors[1] + 1}, rule + "s")'
    cases = [
        case(
            [*BEFORE, *program],
            f"open_floors(build, x, {factor}, rule)",
            ["x"],
            False,
            True,
            before=one,
        )
        for program, factor, one in zip(programs, factors, ("", earlier, ""), strict=True)
    ]
    feeds = [[{"x:0": rng.uniform(1.1, 4.9, 3).round(3).tolist()}] for _ in programs]
    return Challenge("gradient-control/call", {"cases": cases}, {"feeds": feeds})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    feeds = challenge.hidden["feeds"]
    found = reports(evidence, len(feeds), "result", "gradients", "later")
    run = runner(evidence)
    first, twice, among = (
        value_and_gradients(run, _told(report), fed)
        for report, (fed,) in zip(found, feeds, strict=True)
    )
    if not isinstance(among, Raised):
        among = [*among, *(report["later"] is None for report in found)]
    return [shown(first), twice, among]


def _told(report: Mapping[str, Any]) -> Mapping[str, Any]:
    """The report; errors about a rule or its name say what to do about it."""
    result, gradients = report["result"], report["gradients"]
    if isinstance(result, Raised) and (taken := NAME_TAKEN.search(result.message)):
        message = _(
            "the name {name} is taken. Register your function under the name in `rule`, which is new at "
            "every call"
        ).format(name=taken[1])
        result = replace(result, message=message)
    if isinstance(gradients, Raised) and gradients.type == "LookupError":
        message = _(
            "an operation has no gradient. If its note names a rule, register this rule with "
            "`tf.RegisterGradient`"
        )
        gradients = replace(gradients, message=message)
    elif isinstance(gradients, Raised) and (wrong := WRONG_COUNT.match(gradients.message)):
        message = _(
            "a rule returns one gradient for each input, but yours does not for the operation {name}. Only "
            "Floors need your rule, and a Floor has one input"
        ).format(name=wrong[1])
        gradients = replace(gradients, message=message)
    elif isinstance(gradients, Raised) and gradients.type in (
        "AttributeError",
        "TypeError",
        "ValueError",
    ):
        # The gradients are taken after the answer has returned: what fails then is its rule.
        first = gradients.message.strip().partition("\n")[0].rstrip(".: ")
        message = _(
            "{problem}. A rule gets the operation and `grad`, the gradient of its output, and must return "
            "factor * grad, a tensor of the input's shape"
        ).format(problem=first)
        gradients = replace(gradients, message=message)
    return {"result": result, "gradients": gradients}


OPEN_FLOORS = exercise(
    id="gradient-control/open-floors",
    title="Someone else's floors",
    answers=("open_floors",),
    cases=(
        Case.shown(
            "build(x) = m * floor(k*x): value and gradient at three points",
            2,
            advice="The values are those of `build(x)` itself, and the gradient is m * factor * k: the rule "
            "of the Floor returns factor * grad. If you register your rule under a name of your own, not the "
            "one in `rule`, the function from the first check stays.",
        ),
        Case(
            "two floors, one after the other",
            1,
            advice="Each Floor multiplies the incoming gradient by `factor`: two of them multiply twice.",
        ),
        Case(
            "a floor among operations that keep their own rules",
            1,
            advice="Only operations of type Floor get the new rule: no Identity, no Round, no Ceil. And no "
            "Floor that is made after the block: leave it before you return.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "A rule is a function of the operation and of the gradient of its output.",
        "`tf.RegisterGradient(rule)` puts such a function into the table, under the name "
        "in `rule`. Yours only has to multiply.",
        'The graph\'s `gradient_override_map` maps the type "Floor" to that name, for nodes made '
        "inside its block. What has to be called there?",
    ),
    paste=paste_value,
)
