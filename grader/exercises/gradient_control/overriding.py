"""The exercise on `RegisterGradient` and `gradient_override_map`, around someone else's code."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.gradient_control.evidence import (
    pasted,
    pasted_value,
    runner,
    shown,
    value_and_gradients,
)
from grader.exercises.sessions.evidence import numbers, reports
from grader.judging import Case, Exercise, Misconception
from grader.languages import _

NAME_TAKEN = re.compile(r"Registering two gradient with name '([^']*)'")
# TensorFlow goes on with the whole node; "do not match num inputs 2" comes many lines later.
WRONG_COUNT = re.compile(r'Num gradients \d+ generated for op (?:name: ")?([^\s"]+)')


def _draw(rng: np.random.Generator) -> Challenge:
    """Three programs: one floor, two floors in a row, and paths past the floor.

    After each, a floor is made that is none of the program's.
    """
    factors = [number + 0.5 for number in numbers(rng, 3, 2, 6)]
    k, m, n, p = (float(number) for number in numbers(rng, 4, 2, 9))
    programs = [
        [("times", k + 0.5), ("floor", 0.0), ("times", m)],
        [("times", k + 0.5), ("floor", 0.0), ("times", n + 0.5), ("floor", 0.0)],
        [
            ("plus ceil", p + 0.5),
            ("identity", 0.0),
            ("floor", 0.0),
            ("square", 0.0),
            ("plus round", k + 0.5),
        ],
    ]
    feeds = [{"x:0": rng.uniform(1.1, 4.9, 3).round(3).tolist()} for _ in programs]
    return Challenge(
        "gradient_control/override",
        {"programs": programs, "factors": factors},
        {"feeds": feeds},
    )


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    feeds = challenge.hidden["feeds"]
    found = reports(evidence, len(feeds), "result", "gradients", "later")
    run = runner(evidence)
    first, twice, among = (
        value_and_gradients(run, _told(report), fed)
        for report, fed in zip(found, feeds, strict=True)
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
            "{problem}. A rule gets the operation and `grad`, the gradient for its output, and must return "
            "factor * grad, a tensor of the input's shape"
        ).format(problem=first)
        gradients = replace(gradients, message=message)
    return {"result": result, "gradients": gradients}


def _paste(challenge: Challenge) -> str:
    (_times, k), _floor, (_times, m) = challenge.inputs["programs"][0]
    made = ["from time import time_ns", "x = tf.placeholder(tf.float32, [None])"]
    # Its own `floor`, as in the probe: replacing `tf.floor` changes nothing in it.
    build = f"lambda t, floor=tf.floor: {m} * floor({k} * t)"
    factor = challenge.inputs["factors"][0]
    call = f'open_floors({build}, x, {factor}, f"Rule{{time_ns()}}")'
    return pasted(made, pasted_value(call), {"x": challenge.hidden["feeds"][0]["x:0"]})


def _times(factor: Any) -> Callable[..., Any]:
    return lambda op, grad: factor * grad


def _opened(
    rule_of: Callable[[Any], Any] = _times, key: str = "Floor", inside: bool = True
) -> Callable[..., Any]:
    """An answer: with another rule, with another key, or with the call outside the block."""

    def build() -> Callable[..., Any]:
        def open_floors(build: Any, x: Any, factor: Any, rule: str) -> Any:
            tf.RegisterGradient(rule)(rule_of(factor))
            with tf.get_default_graph().gradient_override_map({key: rule}):
                if inside:
                    return build(x)
            return build(x)

        return open_floors

    return build


def _without_the_factor() -> Callable[..., Any]:
    def open_floors(build: Any, x: Any, factor: Any, rule: str) -> Any:
        with tf.get_default_graph().gradient_override_map({"Floor": "Identity"}):
            return build(x)

    return open_floors


def _first_factor() -> Callable[..., Any]:
    """A rule under a name of its own: only the first one gets into the table."""
    factors: list[Any] = []

    def open_floors(build: Any, x: Any, factor: Any, rule: str) -> Any:
        factors.append(factor)
        tf.RegisterGradient(rule)(_times(factors[0]))
        with tf.get_default_graph().gradient_override_map({"Floor": rule}):
            return build(x)

    return open_floors


def _factor_once() -> Callable[..., Any]:
    """Multiplies what arrives at x, instead of what passes each floor."""

    def open_floors(build: Any, x: Any, factor: Any, rule: str) -> Any:
        # The value of x to the last bit: a rounded one may be on the other side of a step.
        steeper = x + (factor - 1.0) * (x - tf.stop_gradient(x))
        with tf.get_default_graph().gradient_override_map({"Floor": "Identity"}):
            return build(steeper)

    return open_floors


def _past_the_program(build: Any, x: Any, factor: Any, rule: str) -> Any:
    return tf.stop_gradient(build(x)) + factor * (x - tf.stop_gradient(x))


OPEN_FLOORS = Exercise(
    id="gradient_control/open_floors",
    title="Someone else's floors",
    answers=("open_floors",),
    cases=(
        Case(
            "build(x) = m * floor(k*x): value and gradient at three points",
            2,
            True,
            True,
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
    reference=_opened(),
    misconceptions=(
        Misconception(
            "no-floor-is-noted",
            _opened(inside=False),
            "the path is still closed: no Floor uses your rule. Only operations made inside the block, in "
            "the block's graph, get the note: open the block on the graph of x, and call `build` inside. The "
            'key of the map is "Floor", its value the name of the rule.',
        ),
        Misconception(
            "forgets-the-factor",
            _without_the_factor,
            "the floors are open, but the gradient passes unchanged. Under the name in `rule`, register a "
            "function that returns factor * grad, and give that name in the map.",
        ),
        Misconception(
            "first-factor-stays",
            _first_factor,
            "the first call is right, but later ones still multiply by its factor. A name can be taken only "
            "once: each call must register its function under the name in `rule`, which is new every time.",
        ),
        Misconception(
            "gradient-thrown-away",
            _opened(lambda factor: lambda op, grad: tf.fill(tf.shape(grad), factor)),
            "your rule returns the factor alone, and the incoming gradient is lost. A rule gets "
            "`grad`, the gradient for the output, and must return factor * grad.",
        ),
        Misconception(
            "input-for-the-gradient",
            _opened(lambda factor: lambda op, grad: factor * op.inputs[0]),
            "your rule multiplies the input of the Floor instead of the gradient that arrives. It should "
            "return factor * grad.",
        ),
        Misconception(
            "factor-once",
            _factor_once,
            "you apply the factor only once, to all of `build` together. It belongs to each floor: two "
            "floors, one after the other, multiply twice, and a path without a floor is not multiplied.",
        ),
        Misconception(
            "past-the-whole-program",
            lambda: _past_the_program,
            "the gradient is `factor` alone: it goes past all of `build`, and not only past its floors. The "
            "other operations keep their rules; give a new one to the operations of type Floor.",
        ),
        Misconception(
            "multiplies-by-the-input",
            _opened(lambda factor: lambda op, grad: factor * op.inputs[0] * grad),
            "your rule also multiplies by the input of the Floor. It should return factor * grad.",
        ),
    ),
    hints=(
        "A rule is a function of the operation and of the gradient for its output.",
        "`tf.RegisterGradient(rule)` puts such a function into the table, under the name "
        "in `rule`. Yours only has to multiply.",
        'The graph\'s `gradient_override_map` maps the type "Floor" to that name, for nodes made '
        "inside its block. What has to be called there?",
    ),
    paste=_paste,
)
