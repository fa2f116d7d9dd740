"""What the fuzzer starts from: valid graphs of every operation in the table, and of its programs."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from grader import engine
from grader.engine.core.messages import GraphDef
from grader.engine.graph.build import apply
from grader.engine.registry import TABLE
from tests.operations.sampling import VariableOf, all_samples


def _placed(value: Any) -> Any:
    """A sample's array as a constant, its variable as an initialized one's reference."""
    if isinstance(value, list) and value:
        return [_placed(item) for item in value]
    if isinstance(value, VariableOf):
        variable = engine.Variable(value.value, use_resource=False)
        with engine.control_dependencies([variable.initializer]):
            engine.identity(variable)
        return variable._ref()
    return engine.constant(value) if isinstance(value, (np.ndarray, np.generic)) else value


def single_operations() -> list[GraphDef]:
    """For each sample that builds, a graph of its constants and its operation."""
    found = []
    for op_type, these in all_samples().items():
        for sample in these[:4]:
            if op_type not in TABLE or not TABLE[op_type].importable:
                continue
            with engine.Graph().as_default() as graph:
                try:
                    apply(op_type, **{k: _placed(v) for k, v in sample.arguments.items()})
                except (ValueError, TypeError):  # a sample that must fail
                    continue
                found.append(graph.as_graph_def())
    return found


def _state(tf: Any) -> None:
    x = tf.placeholder_with_default(np.ones((2, 3), np.float32), [None, 3])
    v = tf.Variable([1.0, 2.0, 3.0], name="v")
    with tf.control_dependencies([v.initializer]):
        first = v.read_value()
    with tf.control_dependencies([v.assign_add(first)]):
        y = tf.matmul(x, tf.reshape(v.read_value(), [3, 1]))
    tf.concat([x, x], 1)
    tf.stack([y, y])
    tf.scatter_update(v, [0], [5.0])
    tf.gather(v, [1, 2])


def _texts(tf: Any) -> None:
    text = tf.strings.join([tf.constant(["a", "bc"]), tf.constant("d")])
    tf.equal(text, "ad")
    tf.string_to_number(["1", "2.5"])


def _queues(tf: Any) -> None:
    queue = tf.FIFOQueue(3, [tf.int32, tf.string], shapes=[[], []])
    with tf.control_dependencies([queue.enqueue([1, "a"])]):
        queue.dequeue()
    with tf.control_dependencies([queue.enqueue_many([[1, 2], ["a", "b"]])]):
        queue.dequeue_many(2)
    queue.close()
    queue.size()


def _arrays(tf: Any) -> None:
    x = tf.reshape(tf.range(24.0), [2, 3, 4])
    tf.einsum("ijk,kl->il", x, tf.ones([4, 2]))
    x[0, 1:, ::-1]
    tf.one_hot(tf.argmax(x, 2), 5)
    tf.tile(x, [1, 2, 1])
    tf.split(x, 2, axis=2)
    tf.pad(x, [[0, 1], [1, 0], [0, 0]])
    tf.transpose(x, [2, 0, 1])


def _branches(tf: Any) -> None:
    x = tf.constant(3.0)
    y = tf.cond(x > 2.0, lambda: tf.square(x), lambda: -x)
    tf.cond(y < 1.0, lambda: y, lambda: tf.cond(y < 5.0, lambda: y * 2.0, lambda: x))


def _loops(tf: Any) -> None:
    x = tf.constant([1.0, 2.0])
    _, y = tf.while_loop(lambda i, _: i < 4, lambda i, y: (i + 1, y * x), [0, x])
    tf.gradients(y, x)


def _nested_loops(tf: Any) -> None:
    def outer(i: Any, total: Any) -> Any:
        inner = tf.while_loop(lambda j, _: j < i, lambda j, t: (j + 1, t + j), [0, total])
        return i + 1, tf.cond(inner[1] > 3, lambda: inner[1], lambda: total)

    tf.while_loop(lambda i, _: i < 4, outer, [0, 0])


def _arrays_in_loops(tf: Any) -> None:
    tf.map_fn(lambda x: x * x, tf.range(4.0))


def _training(tf: Any) -> None:
    x = tf.constant(np.linspace(-1, 1, 12).reshape(4, 3).astype(np.float32))
    w = tf.Variable(tf.random_uniform([3, 2], seed=1), name="w")
    loss = tf.reduce_mean(tf.square(tf.nn.relu(tf.matmul(x, w)) - 1.0))
    train = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
    tf.group(tf.global_variables_initializer(), name="prepare")
    tf.group(train, name="once")


def _embedding(tf: Any) -> None:
    table = tf.Variable(tf.random_normal([5, 2], seed=1))
    loss = tf.reduce_sum(tf.square(tf.gather(table, [0, 3, 3])))
    tf.train.AdamOptimizer().minimize(loss)
    tf.global_variables_initializer()


PROGRAMS: list[Callable[[Any], None]] = [
    *(_state, _texts, _queues, _arrays, _branches, _loops, _nested_loops),
    *(_arrays_in_loops, _training, _embedding),
]


def programs() -> list[GraphDef]:
    """Graphs of several operations that belong together."""
    found = []
    for build in PROGRAMS:
        with engine.Graph().as_default() as graph:
            build(engine)
            found.append(graph.as_graph_def())
    return found


def files(tf: Any, folder: str) -> dict[str, bytes]:
    """Writes one file of each kind into a folder; their bytes by name."""
    rng = np.random.RandomState(0)
    with tf.Graph().as_default():
        tf.Variable(rng.randn(3, 4).astype(np.float32), name="weights")
        tf.Variable(np.arange(5), name="numbers")
        tf.Variable([7, 8, 9], name="counts")
        tf.Variable([True, False], name="layer/flags")
        for number in range(20):
            tf.Variable(float(number), name=f"layer/scalar_{number}")
        summary = tf.summary.merge(
            [tf.summary.scalar("one", 1.0), tf.summary.histogram("h", [2.0])]
        )
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            tf.train.Saver().save(session, os.path.join(folder, "model"))
            writer = tf.summary.FileWriter(folder, session.graph)
            for step in range(3):
                writer.add_summary(session.run(summary), step)
            writer.close()
    (log,) = [name for name in os.listdir(folder) if "tfevents" in name]
    os.rename(os.path.join(folder, log), os.path.join(folder, "events"))
    with tf.python_io.TFRecordWriter(os.path.join(folder, "records")) as records:
        for size in (0, 1, 20, 300):
            records.write(rng.bytes(size))
    found = {}
    for name in READERS:
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = file.read()
    return found


def _read_checkpoint(tf: Any, folder: str) -> None:
    reader = tf.train.NewCheckpointReader(os.path.join(folder, "model"))
    for name in sorted(reader.get_variable_to_shape_map()):
        reader.get_tensor(name)


def _read_records(tf: Any, folder: str) -> None:
    list(tf.python_io.tf_record_iterator(os.path.join(folder, "records")))


def _read_in_a_run(tf: Any, folder: str) -> None:
    """The readers that are operations, each until its file ends or fails."""
    with tf.Graph().as_default(), tf.Session() as session:
        for reader in (
            tf.TextLineReader(skip_header_lines=1),
            tf.TFRecordReader(),
        ):
            queue = tf.FIFOQueue(1, tf.string)
            session.run(queue.enqueue([os.path.join(folder, "records")]))
            session.run(queue.close())
            read = reader.read(queue)
            with suppress(tf.errors.OutOfRangeError):
                for _ in range(10_000):
                    session.run(read)


def _read_events(tf: Any, folder: str) -> None:
    list(tf.train.summary_iterator(os.path.join(folder, "events")))


def _read_meta_graph(tf: Any, folder: str) -> None:
    tf.train.import_meta_graph(os.path.join(folder, "model.meta"))


def _read_state(tf: Any, folder: str) -> None:
    tf.train.latest_checkpoint(folder)


READERS: dict[str, list[Callable[[Any, str], None]]] = {
    "model.index": [_read_checkpoint],
    "model.data-00000-of-00001": [_read_checkpoint],
    "model.meta": [_read_meta_graph],
    "checkpoint": [_read_state],
    "records": [_read_records, _read_in_a_run],
    "events": [_read_events],
}
