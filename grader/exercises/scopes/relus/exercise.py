"""The exercise on a function that is called many times: each call with its own scope and variables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.exercises.scopes.evidence import (
    filled,
    graphs,
    scope,
    set_variables,
    shape_of,
    short,
    value,
)
from grader.judging import Builder, Case, Rerun, WrongAnswer, first_error, placeholder
from grader.languages import _

BUILD = Builder("output = relus(X, sizes)")


def _draw(rng: np.random.Generator) -> Challenge:
    networks = [
        (3, [2, 3]),
        (int(rng.integers(4, 7)), [3, 2, 1]),
        (3, [4]),
        (3, [2, 3, 3]),  # with layers of one shape, not only the first
        (3, [2, 3]),  # the first one, in another graph
    ]
    calls = [[placeholder([None, features]), sizes] for features, sizes in networks]
    numbers = [_numbers(rng, features, sizes) for features, sizes in networks]
    return BUILD.challenge(calls, graphs=[1] * len(calls), numbers=numbers)


def _numbers(rng: np.random.Generator, features: int, sizes: Sequence[int]) -> list[Any]:
    """A value for each of the weights and for each of the biases, and four rows for X.

    Without the ReLU of any layer, or with no ReLU but the last, the result is another one, and so it is
    without the biases. The rows give different results, so that no layer can be left out.
    """
    shapes = [*zip([features, *sizes], sizes, strict=False)]
    places = range(len(sizes))
    slips = [{*places} - {place} for place in places] + [{*places[-1:]}] * (len(sizes) > 1)
    while True:
        weights = [int(rng.integers(2, np.prod(shape) + 2)) / -2 - 0.25 for shape in shapes]
        biases = [int(rng.integers(1, 7)) * int(rng.choice([-1, 1])) / 2 for _size in sizes]
        rows = rng.integers(-6, 7, [4, features]) / 2
        matrices = [filled(*one) for one in zip(shapes, weights, strict=True)]
        added = [filled(shape[1:], bias) for shape, bias in zip(shapes, biases, strict=True)]
        found = _output(rows, matrices, added, {*places})
        others = [_output(rows, matrices, added, relus) for relus in slips]
        others.append(_output(rows, matrices, [0.0] * len(sizes), {*places}))
        if len(np.unique(found, axis=0)) > 2 and all((found != one).any() for one in others):
            return [weights, biases, rows]


def _output(rows: Any, matrices: list[Any], biases: list[Any], relus: set[int]) -> np.ndarray:
    """The output if the layers at the places `relus` have a ReLU."""
    for place, (matrix, bias) in enumerate(zip(matrices, biases, strict=True)):
        sums = rows @ matrix + bias
        rows = np.maximum(sums, 0) if place in relus else sums
    return np.asarray(rows)


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    networks = graphs(BUILD, evidence, challenge)
    first, (call,) = networks[0]
    if not (first.data.variables or isinstance(call.result, Raised) or call.elsewhere):
        raise WrongAnswer(
            _("after a call, `tf.global_variables()` is empty: make `weights` and `bias` variables")
        )
    (values, variables, name), *others = (
        _observed(rerun, call, *numbers)
        for (rerun, (call,)), numbers in zip(networks, challenge.hidden["numbers"], strict=True)
    )
    return [values, variables, first_error(one[0] for one in others) or [name, others]]


def _observed(rerun: Rerun, call: Any, weights: Any, biases: Any, rows: Any) -> tuple[Any, ...]:
    """The values of the output, the names and shapes of the variables, and the output's name."""
    shapes = {one.name: shape_of(rerun, one) for one in rerun.data.variables}
    # The variables of one scope together, so that weights meet the bias of their own layer.
    scopes = [scope(name) for name in shapes]
    ordered = sorted(rerun.data.variables, key=lambda one: scopes.index(scope(one.name)))
    # Every layer has at least two inputs, so what has one row, or none, is a bias.
    matrices = [one for one in ordered if shapes[one.name][1:] and shapes[one.name][0] != 1]
    problem = set_variables(rerun, biases, [one for one in ordered if one not in matrices])
    problem = problem or set_variables(rerun, weights, matrices)
    return (
        problem or value(rerun, call, X=rows),
        sorted((short(one), shapes[one.name]) for one in ordered),
        None if isinstance(call.result, Raised) else short(call.result),
    )


def _paste(challenge: Challenge) -> str:
    sizes = challenge.inputs["builds"][0][1]["value"]
    weights, biases, rows = challenge.hidden["numbers"][0]
    return f"""\
with tf.Graph().as_default(), tf.Session() as session:
    X = tf.placeholder(tf.float32, [None, {rows.shape[1]}], name="X")
    output = relus(X, {sizes})
    numbers = {{"weights": iter({weights} * 9), "bias": iter({biases} * 9)}}
    for variable in tf.global_variables():
        shape = variable.shape.as_list()
        session.run(variable.assign(
            np.arange(np.prod(shape)).reshape(shape)
            + next(numbers["weights" if len(shape) > 1 and shape[0] > 1 else "bias"])
        ))
    value = session.run(output, {{X: {rows.tolist()}}})
value"""


RELUS = exercise(
    id="scopes/relus",
    title="Layers of ReLUs, each in its own scope",
    answers=("relus",),
    cases=(
        Case.shown(
            "the output of two layers, for weights set by the check",
            1,
            advice="The first layer takes `X`, each later one the output of the layer before. Layer number i "
            "has `sizes[i]` columns, and each of them is the larger of 0 and x W + c. W has the shape "
            "(columns of x, `sizes[i]`).",
        ),
        Case(
            "each layer has a scope of its own, with its own weights and bias",
            1,
            advice="Something is wrong with the names, the shapes or the number of your variables. Each "
            "layer should have a scope of its own, `relu`, `relu_1` and so on, with one `weights` of shape "
            "(columns of its input, its size) and one `bias` of shape (its size,).",
        ),
        Case(
            "the name of the output, and other numbers of layers and features",
            1,
            advice="Take the number of layers and their sizes from `sizes` (there may be only one layer), "
            "and the number of features from `X.shape`. The operation that gives the result is called "
            "`output`.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "Write a function for one layer first: it takes a tensor and a size, and returns a tensor. What "
        "does the next layer take?",
        'In the function, open `tf.name_scope("relu")`, make two variables, and use `tf.maximum`. The number '
        "of columns of a tensor x is `int(x.shape[1])`.",
        "In a loop over `sizes`, assign the output of each layer to the same Python variable. After the "
        "loop, `tf.identity` gives its last value the name `output`.",
    ),
    paste=_paste,
)
