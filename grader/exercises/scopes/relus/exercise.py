"""The exercise on a function that is called many times: each call with its own scope and variables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised, VariableData
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
from grader.judging import Case, WrongAnswer
from grader.languages import _

Layer = tuple[np.ndarray, np.ndarray]  # weights and biases


def _draw(rng: np.random.Generator) -> Challenge:
    networks = [
        (3, [2, 3]),
        (int(rng.integers(4, 7)), [3, 2, 1]),
        (3, [4]),
        (3, [3, 3]),  # with layers of one shape
        (3, [2, 3]),  # the first one, in another graph
    ]
    calls = [
        [[{"placeholder": [None, features], "name": "X"}, {"value": sizes}]]
        for features, sizes in networks
    ]
    numbers = [_numbers(rng, features, sizes) for features, sizes in networks]
    return Challenge("scopes/calls", {"graphs": calls}, {"numbers": numbers})


def _numbers(rng: np.random.Generator, features: int, sizes: Sequence[int]) -> list[Any]:
    """A value for each of the weights and for each of the biases, and four rows for X.

    In every layer some sums are positive and some are negative; without the ReLU of any layer, or with no
    ReLU but the last, the result is another one, and so it is without the biases. The rows give different
    results, so that no layer can be left out.
    """
    while True:
        weights, biases = [], []
        for inputs, size in zip([features, *sizes], sizes, strict=False):
            weights.append(int(rng.integers(2, inputs * size + 2)) / -2 - 0.25)
            biases.append(int(rng.integers(1, 7)) * int(rng.choice([-1, 1])) / 2)
        rows = rng.integers(-6, 7, [4, features]) / 2
        found, without, both = rows, rows, True
        layers = _layers(features, sizes, weights, biases)
        for matrix, bias in layers:
            sums = found @ matrix + bias
            both = both and bool((sums < 0).any() and (sums > 0).any())
            found, without = np.maximum(sums, 0), np.maximum(without @ matrix, 0)
        places = range(len(layers))
        slips = [[place for place in places if place != one] for one in places]
        others = [without, *(_with_relus(rows, layers, slip) for slip in (*slips, places[-1:]))]
        if len(sizes) == 1:
            others.pop()  # the only layer is the last
        if (
            both
            and len(np.unique(found, axis=0)) > 2
            and all((found != one).any() for one in others)
        ):
            return [weights, biases, rows]


def _with_relus(rows: np.ndarray, layers: Sequence[Layer], places: Sequence[int]) -> np.ndarray:
    """The output if only the layers at these places have a ReLU."""
    for place, (matrix, bias) in enumerate(layers):
        sums = rows @ matrix + bias
        rows = np.maximum(sums, 0) if place in places else sums
    return rows


def _layers(
    features: int, sizes: Sequence[int], weights: Sequence[float], biases: Sequence[float]
) -> list[Layer]:
    """What `set_variables` puts into the variables of each layer."""
    shapes = zip([features, *sizes], sizes, strict=False)
    return [
        (filled(shape, weight), filled(shape[1:], bias))
        for shape, weight, bias in zip(shapes, weights, biases, strict=True)
    ]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    observed = []
    first, (called,) = graphs(evidence, challenge)[0]
    result = called["result"]
    if not first.data.variables and getattr(result, "graph", None) == called["graph"]:
        raise WrongAnswer(
            _("after a call, `tf.global_variables()` is empty: make `weights` and `bias` variables")
        )
    for (rerun, (call,)), (weights, biases, rows) in zip(
        graphs(evidence, challenge), challenge.hidden["numbers"], strict=True
    ):
        shapes = {item.name: shape_of(rerun, item) for item in rerun.data.variables}
        # Every layer has at least two inputs, so what has one row, or none, is a bias.
        rowless = {name for name, shape in shapes.items() if len(shape) < 2 or shape[0] == 1}
        ordered = _by_scope(rerun.data.variables)
        problem = set_variables(rerun, biases, [one for one in ordered if one.name in rowless])
        problem = problem or set_variables(
            rerun, weights, [one for one in ordered if one.name not in rowless]
        )
        values = problem or value(rerun, call, "relus", rows)
        variables = sorted((short(item), shapes[item.name]) for item in rerun.data.variables)
        name = getattr(call["result"], "name", None)
        observed.append((values, variables, name and short(call["result"])))
    (values, variables, name), *others = observed
    error = next((one[0] for one in others if isinstance(one[0], Raised)), None)
    return [values, variables, error or [name, others]]


def _by_scope(variables: Sequence[VariableData]) -> list[VariableData]:
    """The variables, those of one scope together, so that weights meet the bias of their own layer."""
    scopes = list(dict.fromkeys(scope(item.name) for item in variables))
    return sorted(variables, key=lambda item: scopes.index(scope(item.name)))


def _paste(challenge: Challenge) -> str:
    sizes = challenge.inputs["graphs"][0][0][1]["value"]
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
        Case(
            "the output of two layers, for weights set by the check",
            1,
            visible=True,
            gate=True,
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
