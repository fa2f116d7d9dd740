"""The four methods agree with each other and with TensorFlow, and cost what was counted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader import engine as tf
from grader.engine.autodiff.differentiation import (
    forward,
    numeric,
    reverse,
    symbolic,
    symbolic_graph,
)

METHODS = {
    "numeric": numeric,
    "central": lambda *arguments, **keywords: numeric(*arguments, scheme="central", **keywords),
    "forward": forward,
    "reverse": reverse,
    "symbolic": symbolic,
    "unsimplified": lambda *arguments, **keywords: symbolic(*arguments, simplify=False, **keywords),
}
PASSES = {  # over the graph, for n inputs and m outputs
    "numeric": lambda n, m: n + 1,
    "central": lambda n, m: 2 * n,
    "forward": lambda n, m: n,
    "reverse": lambda n, m: m + 1,
    "symbolic": lambda n, m: 0,
    "unsimplified": lambda n, m: 0,
}


def polynomial(module: Any) -> Any:
    x, y = module.Variable(3.0, name="x"), module.Variable(4.0, name="y")
    return x * x * y + y + 2, [x, y]


def ten_inputs(module: Any) -> Any:
    xs = [module.Variable(0.1 * i + 0.3, name=f"x{i}") for i in range(10)]
    waves = [module.sin(x) * y for x, y in zip(xs, xs[1:] + xs[:1], strict=True)]
    return module.add_n(waves), xs


def a_layer(module: Any) -> Any:
    w = module.Variable(np.float32([[0.1, -0.4, 0.3], [0.2, 0.6, -0.7]]))
    b = module.Variable(np.float32([0.5, -0.1, 0.2]))
    hidden = module.tanh(module.matmul(module.constant([[1.0, 2.0], [-0.5, 0.3]]), w) + b)
    return module.reduce_sum(module.nn.softmax(hidden) * hidden, axis=1), [w, b]


def powers(module: Any) -> Any:
    x = module.Variable(1.7)
    return module.pow(x, 3.0) / (1.0 + module.exp(-x)) + module.log(module.maximum(x, 0.5)), [x]


def unconnected(module: Any) -> Any:
    x, y = module.Variable(2.0), module.Variable(5.0)
    return x * 3.0, [x, y]


PROBLEMS = [polynomial, ten_inputs, a_layer, powers, unconnected]


@pytest.mark.sampled(10)
@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.__name__)
@pytest.mark.parametrize("method", METHODS)
def test_a_method_gives_tensorflows_derivatives(tf: Any, method: str, problem: Any) -> None:
    from grader import engine

    with tf.Graph().as_default() as graph:
        y, xs = problem(tf)
        m = int(np.prod(y.shape.as_list()))
        rows = [
            tf.gradients(tf.reshape(y, [-1])[row], xs, unconnected_gradients="zero")
            for row in range(m)
        ]
        with tf.Session(graph=graph) as session:
            session.run(tf.global_variables_initializer())
            expected, value = session.run([rows, y])
    with engine.Graph().as_default() as graph:
        y, xs = problem(engine)
        with engine.Session(graph=graph) as session:
            session.run(engine.global_variables_initializer())
            found = METHODS[method](y, xs, session=session)
    loose = method in ("numeric", "central")
    np.testing.assert_allclose(found.value, value, rtol=1e-5)
    for number, derivative in enumerate(found.derivative):
        wanted = np.stack([row[number] for row in expected]).reshape(np.shape(derivative))
        np.testing.assert_allclose(derivative, wanted, atol=5e-3 if loose else 1e-5, rtol=1e-2)
    n = sum(int(np.prod(x.shape.as_list())) for x in xs)
    assert found.cost.passes == PASSES[method](n, m)


def test_central_differences_are_more_exact_and_steps_matter() -> None:
    with tf.Graph().as_default(), tf.Session():
        x = tf.placeholder(tf.float64, ())
        y = tf.exp(x)

        def error(**how: Any) -> float:
            return abs(float(numeric(y, x, {x: 1.0}, **how).derivative) - np.e)

        assert error(scheme="central") < error() / 100
        assert error(step=1e-8) < error(step=1e-3)  # truncation
        assert error(step=1e-8) < error(step=1e-13)  # rounding


def test_symbolic_derivatives_blow_up_and_simplifying_helps() -> None:
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, ())
        y: Any = x
        sizes = []
        for _ in range(6):
            y = 4.0 * y * (1.0 - y)
            sizes.append([symbolic_graph(y, x, simplify=flag).nodes for flag in (False, True)])
    written, simplified = np.transpose(sizes).tolist()
    assert np.all(np.divide(written[1:], written[:-1]) > 2)
    growth = np.diff(simplified)
    assert len(set(growth)) == 1  # as much for each step
    assert simplified[-1] < written[-1] / 50


def test_simplified_derivatives_of_textbooks() -> None:
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, ())
        assert symbolic_graph(x * 5.0 + 2.0, x).nodes == 1  # the constant 5
        assert symbolic_graph(x + 2.0, x).nodes == 1
        assert symbolic_graph(tf.constant(3.0), x).nodes == 1
        assert symbolic_graph(x * x, x).nodes == 2  # x + x


def test_what_cannot_be_differentiated_says_why() -> None:
    with tf.Graph().as_default():
        x = tf.placeholder(tf.int32, ())
        with pytest.raises(ValueError, match="No default session"):
            forward(x, x)
        with tf.Session(), pytest.raises(TypeError, match="only floats have derivatives"):
            forward(x * 2, x, {x: 1})
        z = tf.placeholder(tf.float32, ())
        with pytest.raises(ValueError, match="scheme must be"), tf.Session():
            numeric(z, z, {z: 1.0}, scheme="backward")
