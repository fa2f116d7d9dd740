"""The exercise on initialisers: the three kinds of weights of a recurrent cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised, TensorRef
from grader.judging import Case, Exercise, Misconception, Rerun, WrongAnswer, describe
from grader.languages import _

# Two draws of 2,000 numbers and more differ by less than this in spread and in largest entry: their
# spread has a standard deviation of 1 %. Wrong initialisers differ by 20 % and more.
TOLERANCE = 0.08


def _draw(rng: np.random.Generator) -> Challenge:
    """Sizes for which the bounds of all usual initialisers are far apart."""
    sizes = [int(rng.integers(30, 40)), int(rng.integers(70, 90))]
    return Challenge("training/call", {"calls": [sizes]})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    result = evidence.result
    if isinstance(result, Raised):
        return [result] * 3
    if not isinstance(result, list) or len(result) != 1:
        raise WrongAnswer(_("the evidence of your answer is not what this exercise collects"))
    cell = _cell(evidence, result[0])
    if isinstance(cell, Raised):
        return [cell] * 3
    kernel, recurrent, bias = cell
    return [
        _spread(kernel),
        _turns(recurrent),
        {"shape": np.shape(bias), "zero": not np.any(bias)},
    ]


def _cell(evidence: Evidence, value: Any) -> Any:
    """The values of the three variables after initialisation, or a `Raised`."""
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
                    found=describe(part)
                )
            )
        if part.dtype != "float32":
            raise WrongAnswer(
                _("expected float32 variables, but one of them is {found}").format(found=part.dtype)
            )
    rerun = Rerun(evidence, value[0].graph)
    failed = rerun.initialize()
    return failed if isinstance(failed, Raised) else rerun.run(list(value))


def _spread(kernel: Any) -> dict[str, Any]:
    kernel = np.asarray(kernel, np.float64)
    return {
        _("shape"): kernel.shape,
        _("largest entry"): float(np.abs(kernel).max(initial=0)),
        _("spread"): float(kernel.std()) if kernel.size else 0.0,
    }


def _turns(matrix: Any) -> dict[str, Any]:
    """Whether a matrix is orthogonal, and whether it is more than a rearranged identity."""
    matrix = np.asarray(matrix, np.float64)
    square = matrix.ndim == 2 and matrix.shape[0] == matrix.shape[1]
    return {
        "shape": matrix.shape,
        "orthogonal": bool(
            square and np.allclose(matrix.T @ matrix, np.eye(len(matrix)), atol=1e-3)
        ),
        "mixes": bool(matrix.size and np.mean(np.abs(matrix) > 1e-4) > 0.9),
    }


def _about(expected: Any, got: Any) -> bool:
    """Whether two spreads could be two draws of one initialiser."""
    if isinstance(expected, Raised) or isinstance(got, Raised):
        return isinstance(expected, Raised) and isinstance(got, Raised)
    return all(
        _near(one, other) for one, other in zip(expected.values(), got.values(), strict=True)
    )


def _near(one: Any, other: Any) -> bool:
    """Whether two shapes are equal, or two numbers nearly so."""
    if isinstance(one, tuple):
        return one == other
    return abs(other - one) <= TOLERANCE * max(abs(one), abs(other))


def _pytorch(fan: int) -> Callable[[], Any]:
    return lambda: tf.random_uniform_initializer(-(fan**-0.5), fan**-0.5)


def _make(
    kernel: Callable[[int, int], Any] = lambda inputs, units: tf.glorot_uniform_initializer(),
    recurrent: Callable[[], Any] = tf.orthogonal_initializer,
    bias: Callable[[int], Any] = lambda units: tf.zeros_initializer(),
) -> Callable[[], Callable[..., Any]]:
    """The three variables, each with the initialiser that a function gives."""

    def make_cell(n_inputs: int, n_units: int) -> tuple[Any, Any, Any]:
        return (
            tf.get_variable("kernel", [n_inputs, n_units], initializer=kernel(n_inputs, n_units)),
            tf.get_variable("recurrent", [n_units, n_units], initializer=recurrent()),
            tf.get_variable("bias", [n_units], initializer=bias(n_units)),
        )

    return lambda: make_cell


MAKE_CELL = Exercise(
    id="training/make-cell",
    title="Where a recurrent cell starts",
    answers=("make_cell",),
    cases=(
        Case("the kernel's largest entry and its spread", 2, True, gate=True, agree=_about),
        Case(
            "the recurrent weights are a random orthogonal matrix",
            1,
            advice="The recurrent weights should be a random orthogonal matrix: "
            "`tf.orthogonal_initializer()`.",
        ),
        Case("the biases are zero", 1, advice="The biases should start at zero."),
    ),
    draw=_draw,
    observe=_observe,
    reference=_make(),
    misconceptions=(
        Misconception(
            "pytorch-bound",
            _make(lambda inputs, units: _pytorch(inputs)()),
            "your kernel has the bound 1 / sqrt(inputs), as PyTorch's linear layers have it. Glorot's "
            "bound is sqrt(6 / (inputs + units)).",
        ),
        Misconception(
            "he-uniform",
            _make(lambda inputs, units: tf.initializers.he_uniform()),
            "your kernel looks at its inputs only (He's bound, sqrt(6 / inputs)). Glorot's "
            "bound is sqrt(6 / (inputs + units)).",
        ),
        Misconception(
            "glorot-normal",
            _make(lambda inputs, units: tf.glorot_normal_initializer()),
            "the spread of your kernel is right, but it comes from a normal distribution, with larger "
            "entries than the uniform one. Use `tf.glorot_uniform_initializer()`.",
        ),
        Misconception(
            "recurrent-by-glorot",
            _make(recurrent=tf.glorot_uniform_initializer),
            "your recurrent weights are not orthogonal. Say their initialiser: where you name "
            "none, `tf.get_variable` takes Glorot's.",
        ),
        Misconception(
            "recurrent-identity",
            _make(recurrent=tf.initializers.identity),
            "the identity is an orthogonal matrix, but no random one: every unit would see only itself. "
            "Use `tf.orthogonal_initializer()`.",
        ),
        Misconception(
            "random-biases",
            _make(bias=lambda units: _pytorch(units)()),
            "your biases are random numbers. They should start at zero: only the weights "
            "have to break the symmetry.",
        ),
    ),
    hints=(
        "Three variables, three initialisers, all of them in the text above.",
        "tf.get_variable(name, shape, initializer=...) with tf.glorot_uniform_initializer(), "
        "tf.orthogonal_initializer() and tf.zeros_initializer().",
        'kernel = tf.get_variable("kernel", [n_inputs, n_units], '
        "initializer=tf.glorot_uniform_initializer()), and the other two likewise, of shapes "
        "[n_units, n_units] and [n_units].",
    ),
)
