"""Arguments at the edge: sizes beyond 32 bits, maps and paths that TensorFlow refuses, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grader import engine
from tests.engine.comparing import assert_same_outcome
from tests.properties.back_ends import tf

LARGE: list[Any] = [[2**31], (2**31, 2), [2**40, 0], [2**33], [3, True], [2**31 - 1]]
SHAPED: dict[str, Callable[[Any, Any], Any]] = {
    "zeros": lambda m, shape: m.zeros(shape),
    "ones": lambda m, shape: m.ones(shape, "int32"),
    "uniform": lambda m, shape: m.random_uniform(shape),
    "normal": lambda m, shape: m.random_normal(shape),
    "truncated": lambda m, shape: m.truncated_normal(shape),
    "variable": lambda m, shape: m.get_variable("v", shape, initializer=m.zeros_initializer()),
}


@pytest.mark.parametrize("shape", LARGE, ids=str)
@pytest.mark.parametrize("make", SHAPED)
def test_a_shape(make: str, shape: Any) -> None:
    def play(m: Any) -> Any:
        made = SHAPED[make](m, shape)
        return made.shape.as_list(), [op.type for op in m.get_default_graph().get_operations()]

    assert_same_outcome(tf, engine, play)


OVERRIDES: list[Any] = [{5: "x"}, {"Square": 5}, {"Square": None}, None, "x", [("a", "b")], {}]


@pytest.mark.parametrize("given", OVERRIDES, ids=str)
def test_a_map_of_gradients(given: Any) -> None:
    def play(m: Any) -> Any:
        x = m.constant(2.0)
        with m.get_default_graph().gradient_override_map(given):
            return m.gradients(m.square(x), x)[0].name

    assert_same_outcome(tf, engine, play, words=True)


def hessian_of_a_loop(m: Any) -> Any:
    x = m.constant([1.0, 2.0])
    y = m.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * a), (0, x))[1]
    return m.hessians(m.reduce_sum(y), x)


def frozen(m: Any, name: str) -> Any:
    m.constant(1.0, name="y")
    graph_def = m.get_default_graph().as_graph_def()
    return m.graph_util.convert_variables_to_constants(m.Session(), graph_def, [name])


OTHERWISE: list[Callable[[Any], Any]] = [
    hessian_of_a_loop,
    lambda m: frozen(m, "y:0"),
    lambda m: frozen(m, "z"),
    lambda m: m.Session().run(m.cast("1", m.float32)),
    lambda m: m.Session().run(m.cast(2.5, m.string)),
    lambda m: m.placeholder(m.float32, [-1]),
    lambda m: m.placeholder(m.float32, [2.5]),
    lambda m: m.placeholder_with_default([1.0, 2.0], [3]),
    lambda m: m.placeholder_with_default([1.0, 2.0], [None, None]),
    lambda m: m.reshape(m.constant([1.0, 2.0]), -1),
    lambda m: m.random_normal(m.placeholder_with_default(3, [])),
    lambda m: m.convert_to_tensor(m.no_op("x")),
    lambda m: m.add(m.no_op("x"), 1.0),
    lambda m: m.Session().run(m.placeholder_with_default(3.0, None)[0]),
]


@pytest.mark.parametrize("build", OTHERWISE)
def test_what_does_not_fit(build: Callable[[Any], Any]) -> None:
    assert_same_outcome(tf, engine, build, words=True)


PATHS = ["/proc/x/y", "/dev/null/x", "nosuch://a", "http://a/b"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("action", ["save", "restore", "latest", "records"])
def test_a_path(action: str, path: str) -> None:
    def play(m: Any) -> Any:
        v = m.get_variable("v", initializer=1.0)
        saver = m.train.Saver()
        with m.Session() as session:
            session.run(v.initializer)
            if action == "save":
                return saver.save(session, path)
            if action == "restore":
                return saver.restore(session, path)
            if action == "latest":
                return m.train.latest_checkpoint(path)
            return list(m.python_io.tf_record_iterator(path))

    assert_same_outcome(tf, engine, play)


def test_a_path_with_its_scheme(tmp_path: Any) -> None:
    def play(m: Any) -> Any:
        v = m.get_variable("v", initializer=7.0)
        saver = m.train.Saver()
        with m.Session() as session:
            session.run(v.initializer)
            saver.save(session, f"file://{tmp_path}/model")
            session.run(v.assign(0.0))
            saver.restore(session, f"file://{tmp_path}/model")
            return session.run(v), m.train.latest_checkpoint(str(tmp_path)).endswith("model")

    assert_same_outcome(tf, engine, play)
