"""Optimizers and what trains with them: TensorFlow's nodes, its variables, its numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader import engine
from tests.engine.comparing import assert_close_outcome, assert_same_graph, assert_same_outcome
from tests.properties.back_ends import tf

OPTIMIZERS: dict[str, Callable[[Any], Any]] = {
    "gradient descent": lambda t: t.GradientDescentOptimizer(0.1),
    "momentum": lambda t: t.MomentumOptimizer(0.1, 0.9),
    "nesterov": lambda t: t.MomentumOptimizer(0.1, 0.9, use_locking=True, use_nesterov=True),
    "adagrad": lambda t: t.AdagradOptimizer(0.1, name="Mine"),
    "rmsprop": lambda t: t.RMSPropOptimizer(0.1),
    "adam": lambda t: t.AdamOptimizer(0.1),
}
optimizers = pytest.mark.parametrize("make", OPTIMIZERS.values(), ids=OPTIMIZERS)


def same(build: Callable[[Any], Any]) -> None:
    """The same nodes; and over some steps the same values, names and collections."""

    def play(m: Any) -> Any:
        train, *rest = build(m)
        variables = m.global_variables()
        with m.Session() as session:
            session.run(m.global_variables_initializer())
            for _ in range(4):
                session.run(train)
            names = [tensor.name for tensor in [*variables, *m.trainable_variables()]]
            listed = [operation.name for operation in m.get_collection("train_op")]
            return session.run(variables), names, listed, rest

    assert_same_graph(tf, engine, build)
    assert_close_outcome(tf, engine, play)


@optimizers
@pytest.mark.sampled(6)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_linear_regression(make: Any, dtype: str) -> None:
    def build(m: Any) -> Any:
        x = m.constant([[1.0, 2.0], [3.0, -1.0], [0.5, 0.25]], dtype)
        y = m.constant([[1.0], [2.0], [3.0]], dtype)
        w = m.Variable(m.constant([[0.5], [0.1]], dtype), name="w")
        b = m.Variable(m.zeros([], dtype), name="b")
        step = m.train.get_or_create_global_step()
        optimizer = make(m.train)
        loss = m.reduce_mean(m.square(m.matmul(x, w) + b - y))
        train = optimizer.minimize(loss, global_step=step)
        slots = [optimizer.get_slot(w, name).name for name in optimizer.get_slot_names()]
        return train, optimizer.get_slot_names(), slots, [v.name for v in optimizer.variables()]

    same(build)


@optimizers
def test_rows_of_a_table(make: Any) -> None:
    """Gradients of gathered rows are sparse; one row comes twice."""

    def build(m: Any) -> Any:
        table = m.Variable(np.arange(12, dtype=np.float32).reshape(6, 2) / 10, name="table")
        w = m.Variable([[1.0], [2.0]], name="w")
        found = m.matmul(m.gather(table, [0, 2, 2, 5]), w)
        return [make(m.train).minimize(m.reduce_sum(m.square(found - 1.0)))]

    same(build)


def test_two_optimizers_in_a_scope_with_a_decaying_rate() -> None:
    def build(m: Any) -> Any:
        with m.variable_scope("net"):
            w = m.get_variable("w", [2], initializer=m.ones_initializer())
            step = m.train.get_or_create_global_step()
            rate = m.train.exponential_decay(0.1, step, 10, 0.5)
            loss = m.reduce_sum(w * w)
            first = m.train.AdamOptimizer(rate).minimize(loss, global_step=step)
            second = m.train.AdamOptimizer(lambda: 0.01).minimize(loss, var_list=[w])
        return [[first, second]]

    same(build)


@pytest.mark.parametrize("sparse", [False, True])
def test_gradients_clipped_by_their_global_norm(sparse: bool) -> None:
    def build(m: Any) -> Any:
        w = m.Variable([[3.0, -4.0], [1.0, 2.0]], name="w")
        b = m.Variable(5.0, name="b")
        unused = m.Variable(1.0, name="unused")
        optimizer = m.train.MomentumOptimizer(0.1, 0.5)
        loss = m.reduce_sum(m.square(m.gather(w, [1, 1]) if sparse else w)) * b
        pairs = optimizer.compute_gradients(loss, [w, unused, b])
        clipped, norm = m.clip_by_global_norm([gradient for gradient, _ in pairs], 2.0)
        train = optimizer.apply_gradients(zip(clipped, [w, unused, b], strict=True), name="step")
        return train, norm.name, [gradient is None for gradient in clipped]

    same(build)


@pytest.mark.parametrize("gate", [0, 1, 2, 3])
def test_gates(gate: int) -> None:
    def build(m: Any) -> Any:
        w, b = m.Variable([1.0, 2.0], name="w"), m.Variable(3.0, name="b")
        rate = m.placeholder_with_default(0.1, [])
        optimizer = m.train.GradientDescentOptimizer(rate)
        # Without gates, TensorFlow may change b before it computes the gradient of w from it: now and
        # then it does. So no gradient needs the other variable then.
        loss = m.reduce_sum(w * b) if gate else m.reduce_sum(w * w) + b * b
        return [optimizer.minimize(loss, gate_gradients=gate, colocate_gradients_with_ops=True)]

    if gate == 3:
        assert_same_outcome(tf, engine, build, words=True)
    else:
        same(build)


def test_constraints_shapes_that_a_run_tells_and_half_precision() -> None:
    def constrained(m: Any) -> Any:
        w = m.Variable([1.0, 2.0], constraint=lambda v: m.clip_by_value(v, 0.0, 1.1))
        return [m.train.AdamOptimizer(0.1).minimize(-m.reduce_sum(w))]

    def half(m: Any) -> Any:
        w = m.Variable(np.float16([1, 2]), name="w")
        return [m.train.RMSPropOptimizer(0.1).minimize(m.reduce_sum(w * w))]

    def open_shape(m: Any) -> Any:
        w = m.Variable(m.placeholder_with_default([1.0, 2.0], [None]), validate_shape=False)
        return [m.train.AdamOptimizer(0.1).apply_gradients([(m.constant([0.5, 1.0]), w)])]

    for build in (constrained, half, open_shape):
        same(build)


MISTAKES: dict[str, Callable[[Any], Any]] = {
    "no variables": lambda m: m.train.GradientDescentOptimizer(0.1).minimize(m.constant(1.0)),
    "no gradients": lambda m: m.train.AdamOptimizer(0.1).minimize(
        m.constant(1.0), var_list=[m.Variable(1.0)]
    ),
    "integers": lambda m: m.train.GradientDescentOptimizer(0.1).minimize(m.Variable(1) * 2),
    "nothing to apply": lambda m: m.train.GradientDescentOptimizer(0.1).apply_gradients([]),
    "only None": lambda m: m.train.GradientDescentOptimizer(0.1).apply_gradients(
        [(None, m.Variable(1.0, name="w"))]
    ),
    "a rate as step": lambda m: m.train.GradientDescentOptimizer(0.1).minimize(
        m.Variable(1.0) * 2, 0.1
    ),
    "names as variables": lambda m: m.train.GradientDescentOptimizer(0.1).minimize(
        m.Variable(1.0) * 2, var_list=["w"]
    ),
    "a tensor as variable": lambda m: m.train.GradientDescentOptimizer(0.1).apply_gradients(
        [(m.constant(1.0), m.constant(1.0))]
    ),
    "shapes that differ": lambda m: m.train.GradientDescentOptimizer(0.1).apply_gradients(
        [(m.constant([1.0, 2.0]), m.Variable(1.0))]
    ),
    "no name": lambda m: m.train.GradientDescentOptimizer(0.1, name=""),
    "a negative start": lambda m: m.train.AdagradOptimizer(0.1, initial_accumulator_value=-1.0),
    "two steps": lambda m: [m.train.create_global_step(), m.train.create_global_step()],
    "a step of floats": lambda m: m.train.assert_global_step(m.Variable(1.0)),
    "a step with a shape": lambda m: m.train.assert_global_step(m.Variable([1])),
    "an average of integers": lambda m: m.train.ExponentialMovingAverage(0.9).apply(
        [m.Variable(1, name="v")]
    ),
}


def run_once(make: Callable[[Any, Any], Any], sparse: bool = False) -> Callable[[Any], Any]:
    """A step of an optimizer one of whose settings is a list when it runs."""

    def play(m: Any) -> Any:
        setting, w = m.placeholder("float32"), m.Variable([1.0, 2.0])
        loss = m.reduce_sum(m.gather(w, [0]) if sparse else w)
        train = make(m.train, setting).minimize(loss)
        with m.Session() as session:
            session.run(m.global_variables_initializer())
            session.run(train, {setting: [0.1, 0.2]})

    return play


MISTAKES |= {
    "two rates": run_once(lambda t, setting: t.GradientDescentOptimizer(setting)),
    "two rates of decay": run_once(lambda t, setting: t.RMSPropOptimizer(0.1, setting)),
    "two momenta": run_once(lambda t, setting: t.MomentumOptimizer(0.1, setting), sparse=True),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_mistakes(mistake: Any) -> None:
    assert_same_outcome(tf, engine, mistake, words=True)


@pytest.mark.parametrize("options", [{}, {"num_updates": 3, "name": "slow"}])
def test_moving_averages(options: dict[str, Any]) -> None:
    def build(m: Any) -> Any:
        w, v = m.Variable([1.0, 2.0], name="w"), m.Variable(m.zeros([2]), name="v")
        total = m.multiply(w, 2, name="total")
        averages = m.train.ExponentialMovingAverage(0.9, **options)
        update = m.group(averages.apply(), averages.apply([total]))
        with m.control_dependencies([update]):
            train = m.assign_add(w, [1.0, 1.0])
        to_restore = averages.variables_to_restore()
        named = sorted((name, variable.name) for name, variable in to_restore.items())
        found = [averages.average(tensor) for tensor in (w, v, total)]
        names = [averages.average_name(tensor) for tensor in (w, total)]
        averaged = [v.name for v in m.get_collection(m.GraphKeys.MOVING_AVERAGE_VARIABLES)]
        return train, named, [variable.name for variable in found], names, averaged

    same(build)


def test_clipping() -> None:
    def build(m: Any) -> Any:
        a = m.constant([[3.0, 4.0], [0.0, -2.0]])
        b = m.constant([1.0, 2.0])
        rows = m.IndexedSlices(a, m.constant([1, 0]), m.constant([4, 2]))
        clipped, norm = m.clip_by_global_norm([a, None, rows], 2.0, name="all")
        infinite, _ = m.clip_by_global_norm([b], 1.0, use_norm=m.constant(np.inf))
        return [
            m.clip_by_value(a, -1, 2.5),
            m.clip_by_value(rows, b, 2.5).values,
            m.clip_by_norm(a, 1.0),
            m.clip_by_norm(a, b[0], axes=[1]),
            m.clip_by_norm(m.zeros([2]), -1),
            m.clip_by_norm(rows, 2.0).values,
            m.global_norm([a, None, b]),
            norm,
            clipped[0],
            clipped[2].values,
            *infinite,
            *m.gradients(m.clip_by_norm(a, 1.0), a),
        ]

    def play(m: Any) -> Any:
        fetches = build(m)
        with m.Session() as session:
            return session.run(fetches)

    assert_same_graph(tf, engine, build)
    assert_close_outcome(tf, engine, play)
    assert_same_outcome(tf, engine, lambda m: m.clip_by_global_norm(m.constant(1.0), 1.0))
