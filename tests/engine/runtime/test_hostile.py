"""Graphs from strangers: a clear error, quickly, and never a crash, a hang, or a flood of memory.

Graphs that are damaged at random: tests/fuzzing/.
"""

from __future__ import annotations

import contextlib
import time
import tracemalloc

import numpy as np
import pytest
from google.protobuf.message import DecodeError

from grader import engine
from grader.engine.core import limits
from grader.engine.core.messages import GraphDef

CLEAR = (ValueError, TypeError, LookupError, engine.errors.OpError, DecodeError)
BOUNDS = limits.Limits(
    nodes=3_000,
    tensor_bytes=8 * 2**20,
    alive_bytes=24 * 2**20,
    work=10**8,
    seconds=2.0,
    blocking_seconds=0.1,
)
SECONDS = 5.0
BYTES = 128 * 2**20


def import_and_run(message, fetches=None):
    """Imports a GraphDef and runs each of its nodes, within bounds; returns the errors' classes."""
    seen = []
    with limits.bounded(BOUNDS), engine.Graph().as_default() as graph:
        engine.import_graph_def(message, name="")
        session = engine.Session()
        for operation in fetches or graph.get_operations():
            try:
                session.run(operation)
            except CLEAR as error:
                seen.append(type(error))
        session.close()
    return seen


def graph_def(build):
    """The GraphDef of what `build(tf)` makes on the engine, without any bound."""
    with engine.Graph().as_default() as graph:
        build(engine)
        return graph.as_graph_def()


def parsed(text):
    """A GraphDef from lines "name op input input ... attr=value"."""
    message = GraphDef()
    for line in text.strip().splitlines():
        name, op, *rest = line.split()
        node = message.node.add(name=name, op=op)
        for word in rest:
            if "=" in word:
                key, value = word.split("=")
                node.attr[key].type = int(value)
            else:
                node.input.append(word)
    return message


REFUSED_AT_IMPORT = {
    "a cycle": "a Identity b T=1\nb Identity a T=1",
    "a self-loop": "a Identity a T=1",
    "a missing input": "a Identity nowhere T=1",
    "a control input from nowhere": "a NoOp ^nowhere",
    "an output that is not there": "a NoOp\nb Identity a T=1",
    "the output number 7": "p Placeholder dtype=1\nb Identity p:7 T=1",
    "an output number that is none": "p Placeholder dtype=1\nb Identity p:x T=1",
    "a missing attribute": "p Placeholder",
    "too few inputs": "a AddV2 T=1",
    "too many inputs": "p Placeholder dtype=1\na Identity p p T=1",
    "another type": "p Placeholder dtype=1\na Identity p T=3",
    "a type that does not exist": "p Placeholder dtype=99",
    "an unknown operation": "a ReadFile",
    "an operation with a file": "a WriteFile",
    "two nodes of one name": "a NoOp\na NoOp",
    "a name with a newline": "a\tb NoOp",
    "a name that begins with a minus": "-a NoOp",
    "a value where a variable belongs": "p Placeholder dtype=1\na AssignAdd p p T=1",
    "a data input after a control input": "p Placeholder dtype=1\na Identity ^p p T=1",
}


@pytest.mark.parametrize("name", REFUSED_AT_IMPORT)
def test_a_graph_that_cannot_run_is_refused(name):
    message = parsed(REFUSED_AT_IMPORT[name].replace("\t", "\x01"))
    with pytest.raises(CLEAR, match=r"\w") as caught:
        import_and_run(message)
    assert caught.type is not KeyError


def test_too_many_nodes_are_refused_quickly():
    message = GraphDef()
    for number in range(BOUNDS.nodes + 1):
        message.node.add(name=f"n{number}", op="NoOp")
    with pytest.raises(ValueError, match="nodes"):
        import_and_run(message)


@pytest.mark.parametrize("number", [2**31 - 1, 2_000])
def test_an_attribute_does_not_make_outputs_without_end(number):
    def build(tf):
        for _ in range(2):
            tf.dynamic_partition(tf.zeros([2]), [0, 1], 2)

    message = graph_def(build)
    for node in message.node:
        if node.op == "DynamicPartition":
            node.attr["num_partitions"].i = number
    with pytest.raises(ValueError, match="outputs"):
        import_and_run(message)


def test_a_python_function_does_not_travel():
    def build(tf):
        tf.py_func(lambda: np.float32(1), [], tf.float32, name="python")

    assert engine.errors.OpError in {
        base for kind in import_and_run(graph_def(build)) for base in kind.__mro__
    }


@pytest.mark.parametrize("size", [10**12, 3, 1, -5])
def test_a_constant_that_lies_about_its_content_is_refused(size):
    message = graph_def(lambda tf: tf.constant([1.0, 2.0], name="c"))
    message.node[0].attr["value"].tensor.tensor_shape.dim[0].size = size
    with contextlib.suppress(*CLEAR):
        assert import_and_run(message), "the constant had a value"


@pytest.mark.parametrize("value", [1.0, "a" * 50])
def test_constants_that_a_few_bytes_stand_for_are_added_up(value):
    message = GraphDef()
    for number in range(100):
        node = message.node.add(name=f"c{number}", op="Const")
        node.attr["value"].tensor.CopyFrom(engine.make_tensor_proto(value, shape=[80_000]))
        node.attr["dtype"].type = node.attr["value"].tensor.dtype
    assert message.ByteSize() < 100_000
    with pytest.raises(ValueError, match="constants would take"):
        import_and_run(message)


def test_empty_texts_take_room_too():
    message = graph_def(lambda tf: tf.constant(["", ""]))
    tensor = message.node[0].attr["value"].tensor
    tensor.ClearField("string_val")
    tensor.tensor_shape.dim[0].size = 2**31
    with pytest.raises(ValueError, match="the constant would take"):
        import_and_run(message)


def doubles_that_are_shapes(tf):
    """A shape whose value is asked for while the graph is built, through 60 sums of two."""
    x = tf.constant([1])
    for _ in range(60):
        x = tf.minimum(x + x, [9])
    tf.fill(x, 1.0)


def shapes_of_shapes(tf):
    x = tf.shape(tf.placeholder_with_default(np.ones(3, np.float32), [None]))
    for _ in range(60):
        x = tf.concat([x[:0], x[:0], x], 0)
    for _ in range(1_000):
        x = tf.cast(tf.cast(x, tf.int64), tf.int32)
    tf.fill(x, 1.0)


@pytest.mark.parametrize("build", [doubles_that_are_shapes, shapes_of_shapes])
def test_static_shapes_are_not_sought_without_end(build):
    start = time.process_time()
    message = graph_def(build)
    assert import_and_run(message, fetches=[message.node[-1].name]) == []
    assert time.process_time() - start < SECONDS


@pytest.mark.parametrize("sizes", ["zeros", "placeholder"])
def test_a_shape_of_a_million_axes_is_unknown(sizes):
    with engine.Graph().as_default():
        many = getattr(engine, sizes)
        held = (
            many(engine.int32, [10**6]) if sizes == "placeholder" else many([10**6], engine.int32)
        )
        tracemalloc.start()
        assert engine.fill(held, 1.0).shape.rank is None
        assert tracemalloc.get_traced_memory()[1] < BYTES
        tracemalloc.stop()
        # As TensorFlow, the graph knows shapes that no run can make.
        assert engine.fill(engine.zeros([300], engine.int32), 1.0).shape.rank == 300


def doubling(tf):
    x = tf.zeros([1024])
    for _ in range(60):
        x = tf.concat([x, x], 0)


def doubling_texts(tf):
    x = tf.constant("a" * 1000)
    for _ in range(60):
        x = tf.strings.join([x, x])


def huge_products(tf):
    x = tf.ones([3000, 1])
    x = tf.matmul(x, tf.transpose(x))
    for _ in range(50):
        x = tf.matmul(x, x)


def huge_einsum(tf):
    x = tf.ones([100, 100])
    tf.einsum("ab,cd,ef->abcdef", x, x, x)


def broadcasting(tf):
    x = tf.ones([10_000, 1])
    return x + tf.transpose(x)


def much_work_in_little_space(tf):
    x = tf.ones([300, 300])
    for _ in range(400):
        x = tf.matmul(x, x)


LARGE = {
    "fill": lambda tf: tf.fill(tf.constant([100_000, 100_000]), 1.0),
    "tile": lambda tf: tf.tile(tf.ones([1000]), tf.constant([10_000_000])),
    "range": lambda tf: tf.range(tf.constant(10**9)),
    "one_hot": lambda tf: tf.one_hot(tf.zeros([10_000], tf.int32), tf.constant(10**8)),
    "pad": lambda tf: tf.pad(tf.ones([1]), tf.constant([[10**9, 10**9]])),
    "broadcast_to": lambda tf: tf.broadcast_to(tf.constant(1.0), tf.constant([10**6, 10**6])),
    "linspace": lambda tf: tf.linspace(0.0, 1.0, tf.constant(10**9)),
    "gather": lambda tf: tf.gather(tf.ones([10, 100_000]), tf.zeros([100_000], tf.int32)),
    "broadcasting": broadcasting,
    "doubling": doubling,
    "doubling texts": doubling_texts,
    "products": huge_products,
    "einsum": huge_einsum,
    "work": much_work_in_little_space,
}


@pytest.mark.parametrize("name", LARGE)
def test_what_would_take_too_much_is_refused_before_it_takes_it(name):
    message = graph_def(LARGE[name])
    tracemalloc.start()
    start = time.monotonic()
    try:
        errors = import_and_run(message, fetches=[message.node[-1].name])
    except CLEAR as error:
        errors = [type(error)]
    seconds, (_, peak) = time.monotonic() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert errors
    assert seconds < SECONDS
    assert peak < BYTES


def test_a_long_chain_needs_no_deep_stack():
    def build(tf):
        x = tf.constant(1.0)
        for _ in range(2_900):
            x = tf.identity(x)

    message = graph_def(build)
    assert import_and_run(message, fetches=[message.node[-1].name]) == []
