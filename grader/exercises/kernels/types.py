"""The exercise on casts: two integer types in, a share out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.kernels.evidence import (
    builds,
    first_error,
    pasted,
    placeholder,
    rerun,
    run,
)
from grader.judging import Case, Exercise, Misconception, expect_returned_tensor


def _some_wrong(rng: np.random.Generator, size: int, wrong: int) -> tuple[Any, Any]:
    """Classes, `wrong` of them predicted as others; the differences tell nothing of how many."""
    while True:
        classes = rng.integers(0, 10, size)
        predictions = classes.copy()
        places = rng.choice(size, wrong, replace=False)
        predictions[places] = (classes[places] + rng.integers(1, 10, wrong)) % 10
        differences = predictions - classes
        if wrong not in (abs(differences.sum()), np.abs(differences).sum()):
            return predictions.astype(np.int64), classes.astype(np.int32)


def _large(rng: np.random.Generator) -> tuple[Any, Any]:
    """Seven numbers of things. Two differ by less than float32 sees, one by what int32 drops."""
    classes = (128 * rng.integers(2**18, 2**23, 7)).astype(np.int64)
    predictions = classes.copy()
    places = rng.permutation(7)
    predictions[places[:2]] += 1
    predictions[places[2]] += 2**32
    return predictions, classes.astype(np.int32)


def _draw(rng: np.random.Generator) -> Challenge:
    size = int(rng.choice([5, 7, 9]))
    shown = _some_wrong(rng, size, int(rng.integers(1, (size + 1) // 2)))
    more = _some_wrong(rng, 32, int(rng.integers(17, 30)))
    feeds = [[*shown], [*more], [*_large(rng)]]
    two = [placeholder("predictions", [None], "int64"), placeholder("classes", [None], "int32")]
    described = [two, two]  # in two graphs
    return Challenge("kernels/build", {"builds": described}, {"feeds": feeds})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    first, second = built = builds(evidence, 2)
    error = first_error(built)
    if error is not None:
        return [error] * 3
    values = []
    for number, one in enumerate((first, second, second)):
        tensor = expect_returned_tensor(one["result"], "error_rate(predictions, classes)")
        graph = rerun(evidence, [tensor])
        values.append(run(graph, one, tensor, challenge.hidden["feeds"][number]))
    shown, more, large = values
    return [shown, [more, tensor.dtype], large]


def _error_rate(cast: str, differ: Callable[..., Any]) -> Callable[[], Callable[..., Any]]:
    def error_rate(predictions: Any, classes: Any) -> Any:
        wrong = differ(tf.cast(predictions, cast), tf.cast(classes, cast))
        return tf.reduce_mean(tf.cast(wrong, tf.float32))

    return lambda: error_rate


def _whole_mean() -> Callable[..., Any]:
    def error_rate(predictions: Any, classes: Any) -> Any:
        wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
        return tf.reduce_mean(tf.cast(wrong, tf.int32))

    return error_rate


def _cast_too_late() -> Callable[..., Any]:
    return lambda predictions, classes: tf.cast(_whole_mean()(predictions, classes), tf.float32)


def _compares_objects() -> Callable[..., Any]:
    return lambda predictions, classes: tf.reduce_mean(
        tf.cast(predictions != tf.cast(classes, tf.int64), tf.float32)
    )


def _no_cast() -> Callable[..., Any]:
    return lambda predictions, classes: tf.reduce_mean(
        tf.cast(tf.not_equal(predictions, classes), tf.float32)
    )


def _every_class() -> Callable[..., Any]:
    return lambda predictions, classes: _error_rate("int64", tf.not_equal)()(
        tf.expand_dims(predictions, 1), classes
    )


def _percent() -> Callable[..., Any]:
    share = _error_rate("int64", tf.not_equal)()
    return lambda predictions, classes: 100.0 * share(predictions, classes)


def _mean_of_differences() -> Callable[..., Any]:
    return lambda predictions, classes: tf.reduce_mean(
        tf.cast(predictions - tf.cast(classes, tf.int64), tf.float32)
    )


def _mean_of_distances() -> Callable[..., Any]:
    return lambda predictions, classes: tf.reduce_mean(
        tf.cast(tf.abs(predictions - tf.cast(classes, tf.int64)), tf.float32)
    )


def _double() -> Callable[..., Any]:
    return lambda predictions, classes: tf.reduce_mean(
        tf.cast(tf.not_equal(predictions, tf.cast(classes, tf.int64)), tf.float64)
    )


DIFFERENCES = (
    "you take the mean of the differences. How far a prediction is from its class does not matter: count "
    "the predictions that are wrong, and divide by the number of all."
)

ERROR_RATE = Exercise(
    id="kernels/error-rate",
    title="The share of wrong predictions",
    answers=("error_rate",),
    cases=(
        Case(
            "the share for a few examples",
            0.5,
            visible=True,
            gate=True,
            advice="The share is the number of examples whose prediction is not their class, divided by "
            "the number of all examples. Compute it in float32; float16 is not precise enough.",
        ),
        Case(
            "the share for 32 other examples, as a float32",
            0.75,
            advice="The shown case is right, but this share is not, or its type is not float32.",
        ),
        Case(
            "item numbers, up to 2³⁰ and beyond, instead of ten classes",
            1.75,
            advice="Small classes work, but large numbers do not: your cast loses digits. Cast to the "
            "type that can hold all values of both.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_error_rate("int64", tf.not_equal),
    misconceptions=(
        Misconception(
            "mean-of-integers",
            _whole_mean,
            "you take the mean of integers, and a mean of integers is an integer: it is truncated to "
            "0. Cast the truth values to tf.float32 before the mean.",
        ),
        Misconception(
            "cast-too-late",
            _cast_too_late,
            "your share is 0, although some predictions are wrong. If you take the mean of integers, it is "
            "an integer, and a cast after it comes too late: first cast the truth values to tf.float32. If "
            "you wrote `==`, it compares two tensors as objects; tf.equal compares their values.",
        ),
        Misconception(
            "compares-objects",
            _compares_objects,
            "your share is 1, although some predictions are right. If you wrote `!=`, it asks in graph mode "
            "whether two tensors are different objects; tf.not_equal compares their values. If you wrote "
            "`tf.reduce_any`, it says only whether there is a wrong one: take the mean.",
        ),
        Misconception("mean-of-differences", _mean_of_differences, DIFFERENCES),
        Misconception("mean-of-distances", _mean_of_distances, DIFFERENCES),
        Misconception(
            "percent",
            _percent,
            "your share is in percent. A share is a number from 0 to 1: leave out the factor 100.",
        ),
        Misconception(
            "no-cast",
            _no_cast,
            "the two have different types, int64 and int32, and TensorFlow converts nothing by "
            "itself. Cast one of them.",
        ),
        Misconception(
            "right-instead-of-wrong",
            _error_rate("int64", tf.equal),
            "you return the share of *right* predictions. The task asks for the share of wrong ones.",
        ),
        Misconception(
            "every-class",
            _every_class,
            "you compare each prediction with every class: one of the two is a column, and broadcasting "
            "makes a matrix. Compare two vectors of the same shape.",
        ),
        Misconception(
            "compares-as-floats",
            _error_rate("float32", tf.not_equal),
            "you compare the numbers as float32, which has 24 significant bits. Large integers that "
            "differ in the last digit become equal. Compare integers as integers.",
        ),
        Misconception(
            "casts-down",
            _error_rate("int32", tf.not_equal),
            "you cast int64 down to int32, which drops the high-order bits without a word. Cast the "
            "smaller type up.",
        ),
        Misconception(
            "twice-as-wide",
            _double,
            "the values are right, but the type is float64. Cast to tf.float32, the type that the "
            "rest of the graph uses.",
        ),
    ),
    hints=(
        "tf.not_equal wants two tensors of one type. Which of the two types can hold larger numbers?",
        "Cast classes up to tf.int64. The mean wants floating-point numbers: cast the truth values.",
        "There is one cast before the comparison and one after it. The second one decides the "
        "type of the mean.",
    ),
    paste=lambda challenge: pasted("error_rate(predictions, classes)", challenge),
)
