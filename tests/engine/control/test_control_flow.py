"""Branches, loops, tensor arrays and checks: TensorFlow's nodes, values, gradients and errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader.engine.autodiff.forward import tangents
from grader.engine.core import limits, nest
from grader.engine.core.limits import Limits
from tests.engine.comparing import assert_same_graph, assert_same_outcome, built

FEEDS = ([0.5, 0.7], [-0.5, 0.6], [-0.5, -0.6])


# ------------------------------------------------------------- programs: from x (two numbers) to tensors


def branches(tf: Any, x: Any) -> Any:
    w = tf.Variable(3.0, name="w")
    return tf.cond(
        x[0] > 0,
        lambda: (x * 2 * w, tf.constant(1)),
        lambda: (tf.constant([1.0, 2.0]), tf.identity(5)),
        name="c",
    )


def branch_in_branch(tf: Any, x: Any) -> Any:
    def inner() -> Any:
        y = tf.exp(x)
        return tf.cond(x[1] > 0, lambda: y * x, lambda: x - 1)

    return tf.cond(x[0] > 0, inner, lambda: x)


def assignments(tf: Any, x: Any) -> Any:
    w = tf.Variable([3.0, 1.0], name="w")
    with tf.control_dependencies([tf.assign_add(w, x)]):
        return tf.cond(x[0] > 0, lambda: tf.assign(w, x * 2), lambda: tf.assign_sub(w, x))


def structures(tf: Any, x: Any) -> Any:
    return tf.cond(x[0] > 0, lambda: {"a": x, "b": [x * 2]}, lambda: {"a": x + 1, "b": [x * 3]})


def operations(tf: Any, x: Any) -> Any:
    return tf.cond(x[0] > 0, lambda: tf.no_op(), lambda: tf.group(tf.identity(x)))


def powers(tf: Any, x: Any) -> Any:
    return tf.while_loop(lambda i, s: i < 5, lambda i, s: (i + 1, s * x), [0, tf.exp(x)])[1]


def squares(tf: Any, x: Any) -> Any:
    return tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, tf.square(s)), [0, x])[1]


def branch_in_loop(tf: Any, x: Any) -> Any:
    def body(i: Any, s: Any) -> Any:
        return i + 1, tf.cond(tf.equal(i, 1), lambda: s * x, lambda: tf.square(s))

    return tf.while_loop(lambda i, s: i < 3, body, [0, x])[1]


def loop_in_branch(tf: Any, x: Any) -> Any:
    def loop() -> Any:
        return tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s * s), [0, x])[1]

    return tf.cond(x[0] > 0, loop, lambda: x)


def loop_in_loop(tf: Any, x: Any) -> Any:
    def body(i: Any, s: Any) -> Any:
        inner = tf.while_loop(lambda j, t: j < 2, lambda j, t: (j + 1, t * x), [0, s])
        return i + 1, inner[1]

    return tf.while_loop(lambda i, s: i < 2, body, [0, x])[1]


def passed_on(tf: Any, x: Any) -> Any:
    loop = tf.while_loop(lambda i, s, t: i < 3, lambda i, s, t: (i + 1, x * 2, s), [0, x, x])
    return loop[2]


def gathered(tf: Any, x: Any) -> Any:
    table = tf.constant(np.linspace(-1, 1, 10, dtype=np.float32).reshape(5, 2), name="table")
    body = lambda i, s: (i + 1, s * x + tf.gather(table, i))  # noqa: E731
    return tf.while_loop(lambda i, s: i < 3, body, [0, x])[1]


def without_gradient(tf: Any, x: Any) -> Any:
    body = lambda i, s: (i + 1, s * 2)  # noqa: E731
    return tf.while_loop(lambda i, s: i < 3, body, [0, x], back_prop=False)[1]


def after_others(tf: Any, x: Any) -> Any:
    with tf.control_dependencies([tf.identity(x)]):
        return tf.while_loop(
            lambda i, s: i < 5,
            lambda i, s: (i + 1, s + tf.constant(2.0)),
            (0, x),
            maximum_iterations=3,
            name="lp",
            parallel_iterations=1,
        )


def growing(tf: Any, x: Any) -> Any:
    return tf.while_loop(
        lambda s: tf.size(s) < 9,
        lambda s: tf.concat([s, x], 0),
        [x],
        shape_invariants=[tf.TensorShape([None])],
    )


def counting_variable(tf: Any, x: Any) -> Any:
    w = tf.Variable(0.0)

    def body(i: Any) -> Any:
        with tf.control_dependencies([tf.assign_add(w, 1.0)]):
            return i + 1

    with tf.control_dependencies([tf.while_loop(lambda i: i < 4, body, [0])]):
        return w.read_value()


def mapped(tf: Any, x: Any) -> Any:
    return tf.map_fn(lambda v: tf.cond(v > 0, lambda: v * v, lambda: v - 1), x)


def mapped_to_two(tf: Any, x: Any) -> Any:
    return tf.map_fn(lambda v: (v + 1, tf.cast(v, tf.int32)), x, dtype=(tf.float32, tf.int32))


PROGRAMS = [
    branches, branch_in_branch, assignments, structures, operations, powers,
    squares, branch_in_loop, loop_in_branch, loop_in_loop, passed_on, gathered, without_gradient,
    after_others, growing, counting_variable, mapped, mapped_to_two,
]  # fmt: skip
SMOOTH = [
    branch_in_branch, powers, squares, branch_in_loop, loop_in_branch, loop_in_loop, passed_on,
    gathered,
]  # fmt: skip


def _program(build: Callable[..., Any]) -> Callable[[Any], Any]:
    return lambda tf: build(tf, tf.placeholder(tf.float32, [2], name="x"))


def _gradient(build: Callable[..., Any]) -> Callable[[Any], Any]:
    def program(tf: Any) -> Any:
        x = tf.placeholder(tf.float32, [2], name="x")
        return tf.gradients(build(tf, x), x)

    return program


def _values(tf: Any, program: Callable[[Any], Any]) -> list[Any]:
    graph, made, error = built(tf, program)
    assert error is None, error
    with graph.as_default(), tf.Session(graph=graph) as session:
        initialize = tf.global_variables_initializer()
        found = []
        for feed in FEEDS:
            session.run(initialize)
            flat = [one for one in nest.flatten(made) if one is not None]
            found.append(session.run(flat, {"x:0": feed}))
        return found


def _agree(one: list[Any], other: list[Any]) -> None:
    for expected, got in zip(nest.flatten(one), nest.flatten(other), strict=True):
        if expected is None or got is None:
            assert expected is got
        else:
            np.testing.assert_allclose(got, expected, 2e-5, 1e-6)


@pytest.mark.parametrize("build", PROGRAMS)
def test_the_same_nodes_and_values(tf: Any, engine: Any, build: Any) -> None:
    assert_same_graph(tf, engine, _program(build))
    _agree(_values(tf, _program(build)), _values(engine, _program(build)))


@pytest.mark.parametrize("build", [*SMOOTH, without_gradient])
def test_the_same_gradients(tf: Any, engine: Any, build: Any) -> None:
    assert_same_graph(tf, engine, _gradient(build))
    _agree(_values(tf, _gradient(build)), _values(engine, _gradient(build)))


@pytest.mark.parametrize("build", [branch_in_branch])
def test_forward_mode_agrees_with_reverse_mode(engine: Any, build: Any) -> None:
    direction = np.array([0.3, -0.8], np.float32)
    with engine.Graph().as_default():
        x = engine.placeholder(engine.float32, [2], name="x")
        y = engine.concat([engine.reshape(one, [-1]) for one in nest.flatten(build(engine, x))], 0)
        weights = engine.range(1.0, engine.cast(engine.size(y), engine.float32) + 1.0)
        forward = tangents([y], [x], [engine.constant(direction)])[0]
        backward = engine.gradients(y, x, grad_ys=[weights])[0]
        with engine.Session() as session:
            for feed in FEEDS[:2]:
                one, two, scale = session.run([forward, backward, weights], {x: feed})
                np.testing.assert_allclose(np.sum(one * scale), np.sum(two * direction), 1e-3)


def test_forward_mode_has_no_rule_for_loops(engine: Any) -> None:
    with engine.Graph().as_default():
        x = engine.placeholder(engine.float32, [2], name="x")
        with pytest.raises(LookupError, match=r"No tangent defined for operation .* type: Enter"):
            tangents([powers(engine, x)], [x], [x])


def test_second_order_through_a_branch(tf: Any, engine: Any) -> None:
    def program(tf: Any) -> Any:
        x = tf.placeholder(tf.float32, [2], name="x")
        y = tf.cond(x[0] > 0, lambda: x * x * x, lambda: tf.negative(x))
        return tf.gradients(tf.gradients(y, x), x)

    assert_same_graph(tf, engine, program)
    _agree(_values(tf, program), _values(engine, program))


# --------------------------------------------------------------------------------- errors


def _leaked(tf: Any) -> Any:
    kept: list[Any] = []

    def body(i: Any) -> Any:
        kept.append(i + 1)
        return i + 1

    return tf.while_loop(lambda i: i < 4, body, [0]) * kept[0]


def _second_order_loop(tf: Any) -> Any:
    # TensorFlow builds nodes for it; the engine must do neither more nor less.
    x = tf.placeholder(tf.float32, [2], name="x")
    return tf.gradients(tf.gradients(squares(tf, x), x)[0], x)


MISTAKES: dict[str, Callable[[Any], Any]] = {
    "a Python bool": lambda tf: tf.cond(True, lambda: 1, lambda: 2),
    "two types": lambda tf: tf.cond(tf.constant(True), lambda: 1, lambda: 2.0),
    "two structures": lambda tf: tf.cond(tf.constant(True), lambda: (1, 2), lambda: 2.0),
    "a list and a tuple": lambda tf: tf.cond(tf.constant(True), lambda: [2, 3], lambda: (3, 2)),
    "nothing": lambda tf: tf.cond(tf.constant(True), lambda: None, lambda: 2.0),
    "one function": lambda tf: tf.cond(tf.constant(True), lambda: 2),
    "no function": lambda tf: tf.cond(tf.constant(True), 3, lambda: 2),
    "both names": lambda tf: tf.cond(tf.constant(True), lambda: 1, lambda: 2, fn1=lambda: 1),
    "a vector": lambda tf: tf.cond(tf.constant([True]), lambda: 2, lambda: 3),
    "more loop variables": lambda tf: tf.while_loop(lambda i: i < 4, lambda i: (i, i), [0]),
    "another shape": lambda tf: tf.while_loop(lambda i: i < 4, lambda i: tf.stack([i, i]), [0]),
    "no loop variables": lambda tf: tf.while_loop(lambda i: i < 4, lambda i: i, []),
    "no condition": lambda tf: tf.while_loop(3, lambda i: i, [0]),
    "no parallel iterations": lambda tf: tf.while_loop(
        lambda i: i < 4, lambda i: i + 1, [0], parallel_iterations=0
    ),
    "a tensor from inside": _leaked,
    "elements of two shapes": lambda tf: (
        tf.TensorArray(tf.float32, 2).write(0, [1.0]).write(1, [1.0, 2.0])
    ),
    "an array without size": lambda tf: tf.TensorArray(tf.float32),
    "not equal": lambda tf: tf.assert_equal(1, 2),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_raise_in_the_same_words(tf: Any, engine: Any, mistake: str) -> None:
    assert_same_outcome(tf, engine, MISTAKES[mistake], words=True)


def test_second_order_through_a_loop_is_tensorflows(tf: Any, engine: Any) -> None:
    assert_same_graph(tf, engine, _second_order_loop)


FAILING: dict[str, Callable[[Any, Any], Any]] = {
    "Assert": lambda tf, x: tf.Assert(x[0] > 9, ["x:", x, tf.constant([[1, 2], [3, 4]])]),
    "assert_less": lambda tf, x: tf.assert_less(x, -3.0, message="m", summarize=1),
    "written twice": lambda tf, x: tf.TensorArray(tf.float32, 1).write(0, x).write(0, x).stack(),
    "never written": lambda tf, x: tf.TensorArray(tf.float32, 2, infer_shape=False).read(1),
}


@pytest.mark.parametrize("failing", FAILING)
def test_runs_that_fail_name_the_same_error(tf: Any, engine: Any, failing: str) -> None:
    def program(tf: Any) -> Any:
        x = tf.placeholder(tf.float32, [2], name="x")
        made = FAILING[failing](tf, x)
        with tf.Session() as session:
            session.run(made, {x: FEEDS[0]})

    assert_same_outcome(tf, engine, program)


# --------------------------------------------------------------------------------- fetches and bounds


def test_tensors_of_one_branch_cannot_be_fetched(tf: Any, engine: Any) -> None:
    def program(tf: Any) -> Any:
        kept: list[Any] = []

        def branch() -> Any:
            kept.append(tf.constant(1.0) + 1)
            return kept[0]

        tf.cond(tf.constant(True), branch, lambda: 3.0)
        with tf.Session() as session:
            return session.run(kept[0])

    assert_same_outcome(tf, engine, program)


def _endless(tf: Any) -> Any:
    return tf.while_loop(lambda i: i >= 0, lambda i: i * 0, [0])


def _hoard(tf: Any) -> Any:
    def body(i: Any, array: Any) -> Any:
        return i + 1, array.write(i, tf.zeros([100_000]))

    start = tf.TensorArray(tf.float32, 1, dynamic_size=True)
    return tf.while_loop(lambda i, _: i >= 0, body, [0, start])[1].flow


@pytest.mark.parametrize(
    ("build", "kind"), [(_endless, "DeadlineExceededError"), (_hoard, "ResourceExhaustedError")]
)
def test_loops_without_end_are_stopped(engine: Any, build: Any, kind: str) -> None:
    graph, made, _ = built(engine, build)
    seconds = 0.5 if kind.startswith("Dead") else 10.0
    bounds = Limits(seconds=seconds, work=10**12, alive_bytes=20 * 2**20)
    with engine.Graph().as_default() as copy, limits.bounded(bounds):
        engine.import_graph_def(graph.as_graph_def(), name="")
        with engine.Session(graph=copy) as session, pytest.raises(getattr(engine.errors, kind)):
            session.run(made.name)


def test_damaged_loops_are_refused(engine: Any) -> None:
    graph, _, _ = built(engine, lambda tf: tf.while_loop(lambda i: i < 3, lambda i: i + 1, [0]))

    def run(name: str, index: int, source: str) -> Any:
        message = graph.as_graph_def()
        (node,) = [one for one in message.node if one.name == name]
        node.input[index] = source
        with engine.Graph().as_default() as copy, limits.bounded(Limits(seconds=2.0)):
            engine.import_graph_def(message, name="")
            with engine.Session(graph=copy) as session:
                return session.run("while/Exit:0")

    assert run("while/Merge", 1, "while/NextIteration") == 3
    for damage in [
        ("while/Merge", 0, "while/NextIteration"),
        ("while/Merge", 1, "while/NextIteration:3"),
        ("while/Merge", 1, "while/Identity"),
        ("while/NextIteration", 0, "while/Const"),
        ("while/Enter", 0, "while/Exit"),
        ("while/Exit", 0, "while/Const"),
    ]:
        with pytest.raises((ValueError, engine.errors.OpError)):
            run(*damage)
