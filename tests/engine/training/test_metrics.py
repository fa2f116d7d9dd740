"""Streaming metrics: TensorFlow's nodes, variables and collections, and its numbers over two batches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader import engine
from tests.engine.comparing import assert_close_outcome, assert_same_graph
from tests.properties.back_ends import tf

_random = np.random.default_rng(5)
YES_NO = _random.integers(0, 2, (2, 6)).astype(np.float32)
GUESSES = _random.integers(0, 2, (2, 6)).astype(np.float32)
CHANCES = _random.random((2, 6)).astype(np.float32)
NUMBERS = _random.random((2, 6)).astype(np.float32)
CLASSES = _random.integers(0, 3, (2, 6))
PREDICTED = _random.integers(0, 3, (2, 6))
WEIGHTS = [1.0, 0.0, 2.0, 0.5, 1.0, 3.0]

COUNTS = ["true_positives", "true_negatives", "false_positives", "false_negatives"]
CALLS: list[tuple[str, Any, Any, dict[str, Any]]] = [
    ("accuracy", YES_NO, GUESSES, {}),
    ("accuracy", YES_NO, GUESSES, {"weights": WEIGHTS, "name": "rate"}),
    ("accuracy", CLASSES, PREDICTED, {"weights": 2.0}),
    ("accuracy", YES_NO, CHANCES[:, :, None], {}),
    ("accuracy", YES_NO, GUESSES[:, :3], {}),  # shapes that do not fit
    ("accuracy", YES_NO, GUESSES, {"weights": [1.0, 2.0]}),
    *((f"mean_{kind}_error", NUMBERS, CHANCES, {}) for kind in ("absolute", "squared")),
    ("mean_squared_error", NUMBERS, CHANCES, {"weights": WEIGHTS}),
    ("root_mean_squared_error", NUMBERS, CHANCES, {"weights": WEIGHTS}),
    *((kind, YES_NO, GUESSES, {}) for kind in (*COUNTS, "precision", "recall")),
    *((kind, YES_NO, GUESSES, {"weights": WEIGHTS}) for kind in ("precision", "false_negatives")),
]


def metric(m: Any, call: Any, known: bool) -> Any:
    """The labels' and predictions' placeholders, and the pair that one call gives."""
    name, labels, predictions, given = call
    given = {key: _as_tensor(m, value) for key, value in given.items()}
    places = [
        m.placeholder(array.dtype, array.shape[1:] if known else [None] * (array.ndim - 1), kind)
        for kind, array in (("labels", labels), ("predictions", predictions))
    ]
    lists = {"metrics_collections": "values", "updates_collections": ["updates", "all"]}
    return places, getattr(m.metrics, name)(*places, **given, **lists)


def _as_tensor(m: Any, value: Any) -> Any:
    return m.constant(value) if isinstance(value, np.ndarray) or value == WEIGHTS else value


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call[0]}-{[*call[3]]}")
def test_a_metric_builds_tensorflows_nodes(call: Any) -> None:
    assert_same_graph(tf, engine, lambda m: metric(m, call, known=True))


@pytest.mark.sampled(10)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call[0]}-{[*call[3]]}")
def test_a_metric_adds_up_as_tensorflows(call: Any) -> None:
    def play(m: Any) -> Any:
        places, (value, update) = metric(m, call, known=False)
        found: list[Any] = [m.get_collection(key) for key in ("values", "updates", "all")]
        names = [tensor.name for tensors in found for tensor in tensors]
        names += [v.name for v in m.local_variables()]
        names += [v.name for v in m.get_collection(m.GraphKeys.METRIC_VARIABLES)]
        with m.Session() as session:
            session.run(m.local_variables_initializer())
            numbers = [session.run(value)]
            for batch in zip(call[1], call[2], strict=True):
                numbers.append(session.run(update, dict(zip(places, batch, strict=True))))
                numbers.append(session.run(value))
        return names, numbers, m.global_variables()

    assert_close_outcome(tf, engine, play)


def test_ranks_that_only_the_run_knows() -> None:
    def play(m: Any) -> Any:
        labels, guesses, weights = (m.placeholder("float32") for _ in range(3))
        value, update = m.metrics.accuracy(labels, guesses, weights)
        column = [[1.0], [0.0], [3.0]]
        with m.Session() as session:
            session.run(m.local_variables_initializer())
            feeds = {guesses: [1.0, 2.0, 3.0], labels: column, weights: [1.0, 2.0, 1.0]}
            session.run(update, feeds)
            first = session.run(value)
            session.run(update, {**feeds, weights: 0.5})
            second = session.run(value)
            session.run(update, {**feeds, weights: [1.0, 2.0]})
        return first, second

    assert_close_outcome(tf, engine, play)
