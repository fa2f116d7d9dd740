"""Sparse tensors that are fed, and the older names of argmax and argmin: the same in both."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.comparing import assert_same_graph, assert_same_outcome

VALUE = [[0, 1]], [5.0], [2, 2]


def fed(m: Any, shape: Any = None) -> Any:
    """A sparse tensor that runs feed; if `shape` is given, they need not feed its shape."""
    if shape is None:
        whole = m.placeholder(m.int64, [None])
    else:
        whole = m.placeholder_with_default(m.constant(shape, m.int64), [len(shape)])
    return m.SparseTensor(
        m.placeholder(m.int64, [None, None]), m.placeholder(m.float32, [None]), whole
    )


FEEDS = {
    "a value": lambda m, x: {x: m.SparseTensorValue(*VALUE)},
    "a tuple": lambda m, x: {x: VALUE},
    "another shape": lambda m, x: {x: (*VALUE[:2], [3, 3])},
    "without the shape": lambda m, x: {x.indices: [[1, 1]], x.values: [1.0]},
    "without the indices": lambda m, x: {x.values: [1.0]},
    "nothing": lambda m, x: {},
    "an index outside": lambda m, x: {x: ([[2, 0]], [1.0], [2, 2])},
    "two values, one index": lambda m, x: {x: ([[0, 0]], [1.0, 2.0], [2, 2])},
    "an index of another rank": lambda m, x: {x: ([[0]], [1.0], [2])},
}


@pytest.mark.parametrize("feeds", FEEDS.values(), ids=FEEDS)
@pytest.mark.parametrize("shape", [None, [2, 2]], ids=["any shape", "a shape"])
def test_a_sparse_tensor_is_fed(tf, engine, shape, feeds):
    def play(m: Any) -> Any:
        x = fed(m, shape)
        dense = m.sparse_tensor_to_dense(x)
        with m.Session() as session:
            return session.run([dense, x], feeds(m, x))

    assert_same_outcome(tf, engine, play)


@pytest.mark.parametrize(
    "use",
    [
        lambda m, x: x * 2.0,
        lambda m, x: x / 2.0,
        lambda m, x: m.ones([2, 2]) * x,
        lambda m, x: m.abs(x),
    ],
)
def test_arithmetic_is_told_as_lacking(engine, use):
    with pytest.raises(
        NotImplementedError, match=r"^arithmetic with a tf.SparseTensor is not part"
    ):
        use(engine, engine.SparseTensor(*VALUE))


@pytest.mark.parametrize("shape", [[2, None], [2, 3], [2], None])
def test_the_static_shape_is_refined(tf, engine, shape):
    def play(m: Any) -> Any:
        x = fed(m, [2, 4])
        before = repr(x), x.get_shape()
        x.set_shape(shape)
        return before, str(x.shape)

    assert_same_outcome(tf, engine, play, words=True)


def test_gradients_flow_to_the_values_that_are_fed(tf, engine):
    def play(m: Any) -> Any:
        x = fed(m, [2, 2])
        loss = m.reduce_sum(m.square(m.sparse_tensor_to_dense(x)))
        gradient = m.gradients(loss, x.values)[0]
        with m.Session() as session:
            return session.run(gradient, {x: VALUE})

    assert_same_graph(tf, engine, play)
    assert_same_outcome(tf, engine, play)


EXTREMES = {
    "named": lambda f: f([[1.0, 5.0], [7.0, 0.0]], dimension=0, name="best"),
    "another type": lambda f: f([1.0, 5.0], 0, "int32"),
    "half an axis": lambda f: f([1.0, 5.0], 0.5),
    "no axis": lambda f: f([1.0], None),
    "axis left out": lambda f: f([1.0]),
    "newer name of the axis": lambda f: f([1.0], axis=0),
}


@pytest.mark.parametrize("call", EXTREMES.values(), ids=EXTREMES)
@pytest.mark.parametrize("name", ["arg_max", "arg_min"])
def test_the_older_names_of_argmax_and_argmin(tf, engine, name, call):
    def play(m: Any) -> Any:
        with m.Session() as session:
            return session.run(call(getattr(m, name)))

    assert_same_graph(tf, engine, lambda m: call(getattr(m, name)))
    assert_same_outcome(tf, engine, play)


def test_a_saver_is_made_from_a_saver_def(tf, engine, tmp_path):
    def play(m: Any) -> Any:
        weights = m.Variable([1.0, 2.0], name="weights")
        made = m.train.Saver().saver_def
        copy = m.train.SaverDef()
        copy.CopyFrom(made)
        copy.max_to_keep = 2
        saver = m.train.Saver(saver_def=copy)
        with m.Session() as session:
            session.run(weights.initializer)
            path = saver.save(session, str(tmp_path / "model"), write_meta_graph=False)
            session.run(weights.assign([0.0, 0.0]))
            saver.restore(session, path)
            restored = session.run(weights)
        return isinstance(made, m.train.SaverDef), m.train.SaverDef.V1, str(made), restored

    assert_same_outcome(tf, engine, play)
