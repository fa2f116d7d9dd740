"""The exercise on a placeholder for any number of rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised, TensorRef
from grader.exercises.graphs.evidence import expect_new
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


def _draw_placeholder(rng: np.random.Generator) -> Challenge:
    k = int(rng.integers(6, 30))  # not 5, which the text adds
    numbers = [k, 0.25 - int(rng.integers(2, 30)), k]
    rows = rng.choice(np.arange(1, 99), (4, 3), replace=False).astype(np.float32)
    return Challenge(
        "build",
        {"builds": [[{"value": number}] for number in numbers]},
        {"one": rows[:1], "three": rows[1:]},
    )


def _observe_placeholder(evidence: Evidence, challenge: Challenge) -> list[Any]:
    first, *others = (_rows(evidence, build["result"], challenge) for build in evidence.result)
    if isinstance(first, Raised):
        return [first] * 3
    results = [build["result"] for build in evidence.result]
    expect_new((result[0] for result in results if not isinstance(result, Raised)), "shift")
    for other in others:
        if isinstance(other, Raised):
            return [first[0], other, first[2]]
    return [first[0], [first[1], *(other[:2] for other in others)], first[2]]


def _rows(evidence: Evidence, result: Any, challenge: Challenge) -> Any:
    """B for one row and for three, and what A takes."""
    if isinstance(result, Raised):
        return result
    if not isinstance(result, (list, tuple)) or len(result) != 2:
        raise WrongAnswer(
            _("expected the two tensors A and B, but got {found}").format(found=describe(result))
        )
    given, shifted = (expect_tensor(part, _("each of A and B")) for part in result)
    if given.graph != shifted.graph:
        raise WrongAnswer(_("A and B are in two different graphs, so B cannot use A"))
    rerun = Rerun(evidence, given.graph)
    return [
        rerun.run(shifted, {given: challenge.hidden["one"]}),
        rerun.run(shifted, {given: challenge.hidden["three"]}),
        [_sizes(given), given.dtype, _kind(rerun.run(shifted))],
    ]


def _paste_placeholder(challenge: Challenge) -> str:
    k = challenge.inputs["builds"][0][0]["value"]
    return f"""
with tf.Graph().as_default(), tf.Session() as session:
    A, B = shift({k})
    value = session.run(B, {{A: {challenge.hidden["one"].astype(int).tolist()}}})
value
"""


def _sizes(tensor: TensorRef) -> Any:
    return "any shape" if tensor.shape is None else list(tensor.shape)


def _kind(value: Any) -> str:
    return value.type if isinstance(value, Raised) else "a value"


def _shifted(shape: Any) -> Callable[[], Callable[..., Any]]:
    def build(k: Any) -> Any:
        given = tf.placeholder(tf.float32, shape)
        return given, tf.add(given, float(k))

    return lambda: build


def _whole_numbers() -> Callable[..., Any]:
    def build(k: Any) -> Any:
        given = tf.placeholder(tf.int32, (None, 3))
        return given, given + k

    return build


def _variable_for_k() -> Callable[..., Any]:
    def build(k: Any) -> Any:
        given = tf.placeholder(tf.float32, (None, 3))
        return given, given + tf.Variable(float(k))

    return build


def _variable_for_data() -> Callable[..., Any]:
    def build(k: Any) -> Any:
        given = tf.Variable(tf.zeros([1, 3]))
        return given, tf.add(given, float(k))

    return build


PLACEHOLDER = Exercise(
    id="graphs/placeholder",
    title="A placeholder for any number of rows",
    answers=("shift",),
    cases=(
        Case(
            "the value of B for one row",
            1,
            visible=True,
            gate=True,
            advice="Whatever rows are fed to A, the value of B is A + k, with the k of this call of your"
            " function.",
        ),
        Case(
            "the value of B for three rows, and for a k that is not a whole number",
            1,
            advice="B does not work for three rows, or not for every k. The number of rows is not "
            "known before the run, so its size in the shape is None.",
        ),
        Case(
            "A takes rows of three float32 numbers only, and B fails when A is not fed",
            1,
            advice="A should be a float32 placeholder of shape (None, 3): any number of rows, three "
            "numbers in each, and no value of its own.",
        ),
    ),
    draw=_draw_placeholder,
    observe=_observe_placeholder,
    reference=_shifted((None, 3)),
    misconceptions=(
        Misconception(
            "one-row-only",
            _shifted((1, 3)),
            "your placeholder takes exactly one row. Write None for a size that may differ from run "
            "to run: shape (None, 3).",
        ),
        Misconception(
            "no-shape",
            _shifted(None),
            "your placeholder has no shape, so it accepts anything, even what makes no sense "
            "here. With shape (None, 3), a wrong feed is caught at once.",
        ),
        Misconception(
            "both-sizes-unknown",
            _shifted((None, None)),
            "your placeholder takes rows of any length. Only the number of rows is open: shape "
            "(None, 3).",
        ),
        Misconception(
            "rows-and-columns-swapped",
            _shifted((3, None)),
            "your placeholder has three rows of any length. Rows come first in a shape: (None, 3).",
        ),
        Misconception(
            "one-vector",
            _shifted((3,)),
            "your placeholder takes a single vector of three numbers. Rows of three are a matrix, so the "
            "shape has two sizes: (None, 3).",
        ),
        Misconception(
            "whole-numbers",
            _whole_numbers,
            "your placeholder takes whole numbers only, so a k such as 0.5 cannot be added. A should be "
            "float32.",
        ),
        Misconception(
            "a-variable-for-data",
            _variable_for_data,
            "your A is a variable, which has a shape of its own and keeps a value. Data that change "
            "in every run go into a placeholder.",
        ),
        Misconception(
            "a-variable-for-k",
            _variable_for_k,
            "your k is a variable, which has no value before its initializer has run. Nothing changes "
            "k: add the Python number itself.",
        ),
    ),
    hints=(
        "Look at the placeholder A in the text. Which part of its shape lets it take one row or "
        "two?",
        "tf.placeholder(tf.float32, shape=...): None stands for a size that is not known yet.",
        "The shape has two sizes: the number of rows, which is open, and 3. `B` is not a "
        "second placeholder, just arithmetic on `A`.",
    ),
    paste=_paste_placeholder,
)
