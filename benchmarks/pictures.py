"""How long it takes to draw a graph or to trace a run, and how large the drawing is.

    python benchmarks/pictures.py [--repeat 5] [--backend tensorflow | engine | both]

Prints, for each graph and back end: its nodes, the median and the slowest time of `show` in seconds
(reading the graph, ordering, placing and writing) and of `trace` (copying, running, writing; its
nodes are steps, or passes), and the kilobytes of the cell's output. Wall
seconds. Ends with code 1 where a graph of up to 100 nodes takes longer than half a second.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

NODES, SECONDS = 100, 0.5  # a graph of so many nodes is drawn in so many seconds


@dataclass(frozen=True)
class Row:
    """One measurement: what, on which back end, how many nodes, the times, and the output's size."""

    what: str
    backend: str
    nodes: int
    seconds: tuple[float, ...]
    kilobytes: float


def polynomial(tf: Any) -> None:
    """The course's first graph."""
    x, y = tf.Variable(3, name="x"), tf.Variable(4, name="y")
    tf.add(x * x * y + y, 2, name="f")


def training(tf: Any) -> None:
    """Chapter 04's model with its optimizer, by the chapter's own cell."""
    notebook = nbformat.read(
        ROOT / "solutions" / "04-training" / "2-better-steps.ipynb", as_version=4
    )
    source = next(cell.source for cell in notebook.cells if "def make_model(" in cell.source)
    names: dict[str, Any] = {"tf": tf}
    exec(source, names)
    names["make_model"]([[0.0]] * 9, 0.01)


def layers(tf: Any, count: int = 3) -> None:
    """Dense layers in scopes, trained with Adam."""
    x = tf.placeholder(tf.float32, [None, 8], name="X")
    for number in range(count):
        with tf.name_scope("layer"):
            w = tf.Variable(tf.random_normal([8, 8], seed=number), name="weights")
            x = tf.nn.relu(tf.matmul(x, w))
    with tf.name_scope("loss"):
        loss = tf.reduce_mean(tf.square(x))
    tf.train.AdamOptimizer(0.1).minimize(loss)


def hundred(tf: Any) -> None:
    """A hundred nodes in ten scopes."""
    x = tf.placeholder(tf.float32, [None, 3], name="X")
    for _ in range(11):
        with tf.name_scope("part"):
            for _ in range(9):
                x = tf.tanh(x)


def convolutions(tf: Any) -> None:
    """A small convolutional net with chapter 09's operations, and its training."""
    images = tf.placeholder(tf.float32, [None, 8, 8, 1], name="images")
    labels = tf.placeholder(tf.int64, [None], name="labels")
    x, channels = images, 1
    for _ in range(2):
        with tf.name_scope("convolution"):
            filters = tf.Variable(tf.random_normal([3, 3, channels, 4], seed=1), name="filters")
            bias = tf.Variable(tf.zeros([4]), name="bias")
            x = tf.nn.conv2d(x, filters, strides=[1, 1, 1, 1], padding="SAME")
            x = tf.nn.relu(tf.nn.bias_add(x, bias))
            channels = 4
    with tf.name_scope("output"):
        w = tf.Variable(tf.zeros([8 * 8 * 4, 10]), name="weights")
        logits = tf.matmul(tf.reshape(x, [-1, 8 * 8 * 4]), w)
    with tf.name_scope("loss"):
        loss = tf.reduce_mean(
            tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
        )
    tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)


def deep(tf: Any) -> None:
    """Twenty layers: far more than can be seen at once."""
    layers(tf, 20)


GRAPHS: tuple[Callable[[Any], None], ...] = (
    polynomial,
    training,
    hundred,
    layers,
    convolutions,
    deep,
)


def shows(tf: Any, backend: str, repeat: int) -> Iterator[Row]:
    """Draws every graph `repeat` times."""
    from grader.pictures import graph_picture

    for build in GRAPHS:
        with tf.Graph().as_default() as graph:
            build(tf)
        times = []
        for _ in range(repeat):
            start = time.perf_counter()
            picture = graph_picture(graph)
            times.append(time.perf_counter() - start)
        # A variable's own bookkeeping is one node in the drawing, and counts as one.
        nodes = int(picture.alternative.split()[3])
        yield Row(f"show: {build.__name__}", backend, nodes, tuple(times), len(picture.html) / 1000)


def traces(tf: Any, backend: str, repeat: int) -> Iterator[Row]:
    """Traces a run of the last operation of every graph (a training step, where there is one)."""
    from grader.pictures.stepper import stepper_of_runs

    for build in GRAPHS:
        with tf.Graph().as_default() as graph:
            build(tf)
        feeds = _feeds(graph)
        times = []
        for _ in range(repeat):
            start = time.perf_counter()
            stepper = stepper_of_runs(graph.get_operations()[-1], feeds)
            size = len(stepper._repr_html_())
            times.append(time.perf_counter() - start)
        steps = stepper.strip.steps
        yield Row(f"trace: {build.__name__}", backend, steps, tuple(times), size / 1000)


def ways(tf: Any, backend: str, repeat: int) -> Iterator[Row]:
    """Traces how ten inputs of one output are differentiated, in all ways; nodes are passes."""
    from grader.pictures.stepper import stepper_of_ways

    with tf.Graph().as_default():
        xs = [tf.placeholder(tf.float64, [], name=f"x{number}") for number in range(10)]
        y = tf.add_n([tf.sin(a) * b for a, b in zip(xs, xs[1:] + xs[:1], strict=True)])
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        stepper = stepper_of_ways(y, xs, dict.fromkeys(xs, 0.5))
        size = len(stepper._repr_html_())
        times.append(time.perf_counter() - start)
    yield Row("trace: ten slopes", backend, stepper.strip.steps, tuple(times), size / 1000)


def _feeds(graph: Any) -> dict[Any, np.ndarray]:
    """Ones (and zeros of integers) for the placeholders; four where a size is open."""
    fed = [one.outputs[0] for one in graph.get_operations() if one.type == "Placeholder"]
    return {
        tensor: np.full(
            [4 if size is None else size for size in tensor.shape.as_list()],
            1 if tensor.dtype.is_floating else 0,
            tensor.dtype.as_numpy_dtype,
        )
        for tensor in fed
    }


# What is measured: each gives rows, from (tf, name of the back end, repeats).
TABLES: tuple[Callable[[Any, str, int], Iterator[Row]], ...] = (shows, traces, ways)


def backends(chosen: str) -> Iterator[tuple[str, Any]]:
    """The back ends by their names."""
    if chosen in ("engine", "both"):
        from grader import engine

        yield "engine", engine
    if chosen in ("tensorflow", "both"):
        from grader.back_end import tensorflow

        yield "tensorflow", tensorflow()


def main() -> int:
    """Measures and prints a table; 1 where a drawing takes too long."""
    from rich.console import Console
    from rich.table import Table

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=5, help="times each graph is drawn")
    parser.add_argument("--backend", choices=["tensorflow", "engine", "both"], default="both")
    options = parser.parse_args()
    table = Table("what", "back end", "nodes", "median s", "slowest s", "output kB")
    late = []
    for backend, tf in backends(options.backend):
        for measure in TABLES:
            for row in measure(tf, backend, options.repeat):
                median = statistics.median(row.seconds)
                table.add_row(
                    row.what,
                    row.backend,
                    str(row.nodes),
                    f"{median:.3f}",
                    f"{max(row.seconds):.3f}",
                    f"{row.kilobytes:.0f}",
                )
                if row.nodes <= NODES and median > SECONDS:
                    late.append(f"{row.what} on {row.backend}: {median:.2f} s")
    Console().print(table)
    for line in late:
        print(f"more than {SECONDS} s for at most {NODES} nodes: {line}")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
