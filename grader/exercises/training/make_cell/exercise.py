"""The exercise on initializers: the three kinds of weights of a recurrent cell."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, GraphRef, Raised, TensorRef
from grader.exercises.definition import exercise
from grader.judging import Case, Rerun, WrongAnswer, describe, reports
from grader.languages import _

# Two draws of 1,980 numbers and more differ by less than this in spread, which has a standard deviation of
# 1 %, and in their largest entry. Wrong initializers differ by 16 % and more.
SPREAD, LARGEST = 0.08, 0.03


def _draw(rng: np.random.Generator) -> Challenge:
    """Sizes for which the bounds of all usual initializers are far apart; the first ones twice.

    With 2.2 units for an input, Glorot's bound and PyTorch's differ from each other, and from sqrt(3 / n)
    and sqrt(6 / n) for both sizes, by 16 % and more.
    """
    inputs = int(rng.integers(30, 50))
    sizes = [inputs, round(2.2 * inputs) + int(rng.integers(0, 2))]
    others = [int(rng.integers(90, 100)), int(rng.integers(28, 33))]
    return Challenge("training/make-cell", {"programs": [sizes, sizes, others]})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    cells: list[Any] = []
    shared = False
    for report in reports(evidence, 3, "result", "again", "graph"):
        cell = _cell(evidence, report["result"], report["graph"])
        if isinstance(cell, Raised):
            return [_spread(cells[0][0]) if cells else cell, cell, cell, cell]
        cells.append(cell)
        shared = shared or _shares(report["result"], report["again"])
    (kernel, recurrent, _), (second_kernel, second_recurrent, _), last = cells
    return [
        _spread(kernel),
        {
            **_spread(last[0]),
            "another": not np.array_equal(kernel, second_kernel),
            "shared": shared,
        },
        {
            "turns": [_turns(recurrent), _turns(last[1])],
            "another": not np.array_equal(recurrent, second_recurrent),
        },
        [{"shape": np.shape(bias), "zero": not np.any(bias)} for _, _, bias in cells],
    ]


def _cell(evidence: Evidence, value: Any, graph: GraphRef) -> Any:
    """The values of the three variables after initialization, or a `Raised`."""
    if isinstance(value, Raised):
        return value
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise WrongAnswer(
            _("expected three variables, but make_cell returns {found}").format(
                found=describe(value)
            )
        )
    for part in value:
        if not isinstance(part, TensorRef) or not part.variable:
            raise WrongAnswer(
                _("expected three variables, but one of them is {found}").format(
                    found=describe(part, part=True)
                )
            )
        if part.graph != graph.graph:
            raise WrongAnswer(
                _("the variables that make_cell creates are not in the default graph")
            )
        if part.dtype != "float32":
            raise WrongAnswer(
                _("expected float32 variables, but one of them is {found}").format(found=part.dtype)
            )
    rerun = Rerun(evidence, value[0].graph)
    failed = rerun.initialize()
    return failed if isinstance(failed, Raised) else rerun.run(list(value))


def _shares(cell: Any, again: Any) -> bool:
    """Whether a second cell of the same graph has a variable of the first; an error gives it none."""
    if not isinstance(again, list | tuple):
        return False
    names = {variable.name for variable in cell}
    return any(isinstance(part, TensorRef) and part.name in names for part in again)


def _spread(kernel: Any) -> dict[str, Any]:
    kernel = np.asarray(kernel, np.float64)
    return {
        _("shape"): kernel.shape,
        _("largest entry"): float(np.abs(kernel).max(initial=0)),
        _("spread"): float(kernel.std()) if kernel.size else 0.0,
        _("different numbers"): int(np.unique(kernel).size),
    }


def _turns(matrix: Any) -> dict[str, Any]:
    """Whether a matrix is orthogonal, and more than a rearranged identity or a reflection."""
    matrix = np.asarray(matrix, np.float64)
    square = matrix.ndim == 2 and matrix.shape[0] == matrix.shape[1]
    return {
        "shape": matrix.shape,
        "orthogonal": bool(
            square and np.allclose(matrix.T @ matrix, np.eye(len(matrix)), atol=1e-3)
        ),
        "mixes": bool(matrix.size and np.mean(np.abs(matrix) > 1e-4) > 0.9),
        "symmetric": bool(square and np.allclose(matrix, matrix.T, atol=1e-3)),
    }


def _about(expected: Any, got: Any) -> bool:
    """Whether two spreads could be two draws of one initializer."""
    if isinstance(expected, Raised) or isinstance(got, Raised):
        return isinstance(expected, Raised) and isinstance(got, Raised)
    return all(
        _near(one, got[name], LARGEST if name == _("largest entry") else SPREAD)
        for name, one in expected.items()
    )


def _near(one: Any, other: Any, tolerance: float) -> bool:
    """Whether two shapes or truth values are equal, or two numbers nearly so."""
    if isinstance(one, (tuple, bool)):
        return one == other
    return abs(other - one) <= tolerance * max(abs(one), abs(other))


MAKE_CELL = exercise(
    id="training/make-cell",
    title="Where a recurrent cell starts",
    answers=("make_cell",),
    cases=(
        Case.shown(
            "the kernel: its shape, and about this largest entry, spread and number of different entries",
            1,
            agree=_about,
            advice="The kernel, the first of the three, is a float32 variable in the default graph, of shape "
            "(inputs, units). Its entries are independent random numbers, spread evenly from -bound to "
            "bound, with bound = sqrt(6 / (inputs + units)).",
        ),
        Case(
            "the kernel for other sizes; each cell has its own variables and random numbers",
            1,
            agree=_about,
            advice="The bound is sqrt(6 / (inputs + units)), whatever the sizes. And each cell should get "
            "its own random numbers (don't fix a seed) in variables of its own (don't reuse any).",
        ),
        Case(
            "the recurrent weights are a random orthogonal matrix, different in every cell",
            1,
            advice="The recurrent weights should be a random orthogonal matrix of shape (units, units), as "
            "`tf.orthogonal_initializer()` makes it, and a different one in every cell. Neither Glorot's "
            "weights, which you get without an initializer, nor a rearranged identity, nor a symmetric "
            "matrix will do.",
        ),
        Case(
            "the biases are zero, one for each unit",
            1,
            advice="The biases should start at zero, one for each unit: their shape is (units,).",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "Three variables, three initializers: the text above mentions all of them.",
        "`tf.get_variable(name, shape, initializer=...)` creates a variable. Glorot's initializer "
        "is `tf.glorot_uniform_initializer()`; the other two follow the same pattern.",
        "That makes three calls with three different names. Don't give the initializers a seed, and "
        "take the shapes from the exercise.",
    ),
)
