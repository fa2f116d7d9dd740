"""The exercise on casts: two integer types in, a share out."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.exercises.kernels.evidence import builds, pasted, placeholder, rerun, run
from grader.judging import Case, expect_returned_tensor, first_error


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
    error = first_error(one["result"] for one in built)
    if error is not None:
        return [error] * 3
    values = []
    for number, one in enumerate((first, second, second)):
        tensor = expect_returned_tensor(one["result"], "error_rate(predictions, classes)")
        graph = rerun(evidence, [tensor])
        values.append(run(graph, one, tensor, challenge.hidden["feeds"][number]))
    shown, more, large = values
    return [shown, [more, tensor.dtype], large]


ERROR_RATE = exercise(
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
    hints=(
        "tf.not_equal wants two tensors of one type. Which of the two types can hold larger numbers?",
        "Cast classes up to tf.int64. The mean wants floating-point numbers: cast the truth values.",
        "There is one cast before the comparison and one after it. The second one decides the "
        "type of the mean.",
    ),
    paste=lambda challenge: pasted("error_rate(predictions, classes)", challenge),
)
