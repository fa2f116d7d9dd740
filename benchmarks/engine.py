"""The engine's speed, against TensorFlow's, in one run on this machine.

    python benchmarks/engine.py [--quick] [--only TEXT]

Each task is the same program in three processes that take turns, so that whatever else the machine does
slows all: TensorFlow, the engine, and the engine bounded, as judges run it. What is printed is the processor
time of a step, all threads together (the median over the turns), and how many times less the engine takes
than TensorFlow (below 1: more). All run with their default threads.
The last line names the processor that NumPy's OpenBLAS has kernels for: where OPENBLAS_CORETYPE chooses an
older one than yours, products take up to twice as long.

import            in a fresh process, with all that it needs (NumPy, too): processor time and memory
tiny run          `f = x*x*y + y + 2`, one session.run
deep run          a chain of 1,000 operations on a number
mini-batches      one step of momentum on a linear regression, batches of 100 of 9 features
batch descent     one step of gradient descent on all 20,640 rows of 9 features
building          2,000 operations and the gradients through them
growing graph     50 runs of a chain, which gets four operations longer before each
dense net         one step of gradient descent: 128 images of 784, a layer of 128, softmax cross entropy
conv net          one step of Adam: 64 images of 28 x 28, two convolutions, two poolings, two layers
batch norm        one step of gradient descent through the moments of (128, 256), and normalization by them
cross entropy     softmax cross entropy of (256, 10), and its gradient
sigmoid           of (256, 256)
random normal     100,000 numbers
convolution       3 x 3 from 16 to 32 channels on 32 images of 28 x 28
its gradients     the same with both gradients
product           a transposed one of (512, 512), while other processes keep all cores busy
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from multiprocessing.connection import Connection
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

IMPORTS = {
    "tensorflow": "import tensorflow.compat.v1",
    "engine": "from grader import engine",
}
MEASURE = """
import resource, time
start = time.process_time()
{statement}
seconds = time.process_time() - start
print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def imported(name: str) -> tuple[float, float]:
    """Seconds and MiB of a process that imports one of the two."""
    keeps_bytecode = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    code = MEASURE.format(statement=IMPORTS[name])
    found = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=keeps_bytecode,
    )
    seconds, size = found.stdout.split()[-2:]
    return float(seconds), float(size)


def tiny(tf: Any) -> Callable[[], Any]:
    """The first graph of the course."""
    x, y = tf.Variable(3.0, name="x"), tf.Variable(4.0, name="y")
    f = x * x * y + y + 2
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return lambda: session.run(f)


def deep(tf: Any) -> Callable[[], Any]:
    """A long chain of small steps."""
    x = tf.placeholder(tf.float32, ())
    y = x
    for _ in range(500):
        y = tf.tanh(y) + x
    session = tf.Session()
    return lambda: session.run(y, {x: 0.5})


def data(rows: int) -> tuple[Any, Any]:
    """Features with a column of ones, and targets."""
    import numpy as np

    random = np.random.default_rng(0)
    features = np.c_[np.ones(rows), random.normal(size=(rows, 8))].astype(np.float32)
    return features, random.normal(size=(rows, 1)).astype(np.float32)


def mini_batches(tf: Any) -> Callable[[], Any]:
    """Momentum, fed with batches."""
    features, targets = data(20_640)
    x, y = tf.placeholder(tf.float32, (None, 9)), tf.placeholder(tf.float32, (None, 1))
    theta = tf.Variable(tf.zeros([9, 1]))
    mse = tf.reduce_mean(tf.square(tf.matmul(x, theta) - y))
    train = tf.train.MomentumOptimizer(0.01, 0.9).minimize(mse)
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    batches = [(features[i : i + 100], targets[i : i + 100]) for i in range(0, 20_600, 100)]
    turn = iter(())

    def step() -> None:
        nonlocal turn
        batch = next(turn, None)
        if batch is None:
            turn = iter(batches)
            batch = next(turn)
        session.run(train, {x: batch[0], y: batch[1]})

    return step


def batch_descent(tf: Any) -> Callable[[], Any]:
    """Gradient descent on all rows, which are constants of the graph."""
    features, targets = (tf.constant(one) for one in data(20_640))
    theta = tf.Variable(tf.zeros([9, 1]))
    mse = tf.reduce_mean(tf.square(tf.matmul(features, theta) - targets))
    train = tf.assign(theta, theta - 0.01 * tf.gradients(mse, [theta])[0])
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return lambda: session.run(train.op)


def building(tf: Any) -> Callable[[], Any]:
    """A chain of 2,000 operations, and its gradients."""

    def step() -> None:
        with tf.Graph().as_default():
            x = tf.placeholder(tf.float32, (None, 3))
            y = x
            for _ in range(500):
                y = tf.tanh(y * 2.0) + x
            tf.gradients(y, [x])

    return step


def conv_net(tf: Any) -> Callable[[], Any]:
    """A small convolutional net on images of digits."""
    import numpy as np

    random = np.random.default_rng(0)
    images = random.normal(size=(64, 28, 28, 1)).astype(np.float32)
    labels = random.integers(0, 10, 64)
    x = tf.placeholder(tf.float32, (None, 28, 28, 1))
    target = tf.placeholder(tf.int64, (None,))
    tf.set_random_seed(1)

    def weights(*shape: int) -> Any:
        return tf.Variable(tf.truncated_normal(shape, stddev=0.1))

    def convolved(value: Any, filters: Any) -> Any:
        value = tf.nn.relu(tf.nn.conv2d(value, filters, [1, 1, 1, 1], "SAME"))
        return tf.nn.max_pool(value, [1, 2, 2, 1], [1, 2, 2, 1], "SAME")

    hidden = convolved(convolved(x, weights(5, 5, 1, 32)), weights(5, 5, 32, 64))
    hidden = tf.nn.relu(tf.matmul(tf.reshape(hidden, [-1, 7 * 7 * 64]), weights(3136, 256)))
    logits = tf.matmul(hidden, weights(256, 10))
    loss = tf.reduce_mean(
        tf.nn.sparse_softmax_cross_entropy_with_logits(labels=target, logits=logits)
    )
    train = tf.train.AdamOptimizer(1e-3).minimize(loss)
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return lambda: session.run(train, {x: images, target: labels})


def growing(tf: Any) -> Callable[[], Any]:
    """Each round adds to what it runs, as tutorials do that build inside their loop."""

    def step() -> None:
        with tf.Graph().as_default(), tf.Session() as session:
            x = tf.placeholder(tf.float32, (None, 3))
            y = x
            for _ in range(50):
                y = tf.tanh(y * 2.0) + x
                session.run(y, {x: [[1.0, 2.0, 3.0]]})

    return step


def descent(tf: Any, loss: Any, feeds: Any) -> Callable[[], Any]:
    """One step of gradient descent on a loss."""
    train = tf.train.GradientDescentOptimizer(1e-3).minimize(loss)
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return lambda: session.run(train, feeds)


def numbers(*shape: int) -> Any:
    """Normally distributed numbers."""
    import numpy as np

    return np.random.default_rng(0).normal(size=shape).astype(np.float32)


def fed(tf: Any, *shape: int) -> tuple[Any, Any]:
    """A placeholder for a batch of this shape, and a batch."""
    return tf.placeholder(tf.float32, (None, *shape[1:])), numbers(*shape)


def dense_net(tf: Any) -> Callable[[], Any]:
    """The first network of many tutorials."""
    import numpy as np

    (x, images), (y, labels) = fed(tf, 128, 784), fed(tf, 128, 10)
    labels = np.eye(10, dtype=np.float32)[labels.argmax(1)]
    w1, w2 = (tf.Variable(numbers(*shape) / 10) for shape in ((784, 128), (128, 10)))
    b1, b2 = tf.Variable(tf.zeros([128])), tf.Variable(tf.zeros([10]))
    logits = tf.matmul(tf.nn.relu(tf.matmul(x, w1) + b1), w2) + b2
    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(labels=y, logits=logits))
    return descent(tf, loss, {x: images, y: labels})


def batch_norm(tf: Any) -> Callable[[], Any]:
    """Normalisation by hand, as tutorials write it."""
    x, values = fed(tf, 128, 256)
    scale, offset = tf.Variable(tf.ones([256])), tf.Variable(tf.zeros([256]))
    moved = x * tf.Variable(tf.ones([256]))
    mean, variance = tf.nn.moments(moved, [0])
    y = tf.nn.batch_normalization(moved, mean, variance, offset, scale, 1e-3)
    return descent(tf, tf.reduce_mean(tf.nn.relu(y)), {x: values})


def run_with(tf: Any, wanted: list[Any], feeds: Any) -> Callable[[], Any]:
    """A run of operations, without copies of their values."""
    session = tf.Session()
    operations = [one.op for one in wanted]
    return lambda: session.run(operations, feeds)


def cross_entropy(tf: Any) -> Callable[[], Any]:
    """The loss of most classifiers."""
    import numpy as np

    (x, logits), y = fed(tf, 256, 10), tf.placeholder(tf.float32, (None, 10))
    loss = tf.nn.softmax_cross_entropy_with_logits_v2(labels=y, logits=x)
    labels = np.eye(10, dtype=np.float32)[logits.argmax(1)]
    return run_with(tf, [tf.reduce_mean(loss), *tf.gradients(loss, [x])], {x: logits, y: labels})


def sigmoid(tf: Any) -> Callable[[], Any]:
    """An activation."""
    x, values = fed(tf, 256, 256)
    return run_with(tf, [tf.sigmoid(x)], {x: values})


def random_normal(tf: Any) -> Callable[[], Any]:
    """Numbers from a seed."""
    return run_with(tf, [tf.random_normal([100_000], seed=1)], {})


def convolution(tf: Any, with_gradients: bool = False) -> Callable[[], Any]:
    """One layer of a convolutional net."""
    (x, images), (filters, weights) = fed(tf, 32, 28, 28, 16), fed(tf, 3, 3, 16, 32)
    y = tf.nn.conv2d(x, filters, [1, 1, 1, 1], "SAME")
    wanted = [y, *tf.gradients(y, [x, filters])] if with_gradients else [y]
    return run_with(tf, wanted, {x: images, filters: weights})


def convolution_gradients(tf: Any) -> Callable[[], Any]:
    """One layer of a convolutional net in training."""
    return convolution(tf, with_gradients=True)


def product(tf: Any) -> Callable[[], Any]:
    """The gradient of a layer's weights."""
    (x, values), (y, others) = fed(tf, 512, 512), fed(tf, 512, 512)
    return run_with(tf, [tf.matmul(x, y, transpose_a=True)], {x: values, y: others})


# task: its program, the aim for the ratio.
TASKS: dict[str, tuple[Callable[[Any], Callable[[], Any]], str]] = {
    "tiny run": (tiny, "8"),
    # NumPy alone takes two thirds as long to add two numbers as TensorFlow does for a whole node.
    "deep run": (deep, "0.33"),
    "mini-batches": (mini_batches, "3.5"),
    "batch descent": (batch_descent, "1.5"),
    "building": (building, "4"),
    "growing graph": (growing, "0.67"),
    "dense net": (dense_net, "0.67"),
    "conv net": (conv_net, "0.67"),
    "batch norm": (batch_norm, "0.67"),
    "cross entropy": (cross_entropy, "0.67"),
    "sigmoid": (sigmoid, "0.67"),
    "random normal": (random_normal, "0.67"),
    "convolution": (convolution, "1"),
    "its gradients": (convolution_gradients, "0.67"),
    "product": (product, "0.67"),
}
WORKERS = ("TensorFlow", "engine", "bounded")
BUSY = frozenset(["product"])  # timed while other processes keep all cores busy


def spin() -> None:
    """Keeps a core busy."""
    while True:
        pass


@contextmanager
def busy_cores() -> Iterator[None]:
    """As many busy processes as there are cores."""
    others = [
        multiprocessing.get_context("spawn").Process(target=spin, daemon=True)
        for _ in range(os.cpu_count() or 1)
    ]
    for one in others:
        one.start()
    time.sleep(1)  # until they have started
    try:
        yield
    finally:
        for one in others:
            one.terminate()


def times_steps(name: str, turns: Connection) -> None:
    """A process that takes turns: for each task's name and a turn's length, the processor time of a step.

    The first answer for a task is of a warm-up.
    """
    module: Any
    if name == "TensorFlow":
        from grader.back_end import tensorflow

        module = tensorflow()
    else:
        from grader import engine as module
    if name == "bounded":
        # Counted as judges count, but for as long as the process lives, and for networks of any size.
        wide = module.limits.Limits(work=10**15, seconds=3600.0, alive_bytes=2**40)
        bounds = module.limits.bounded(wide)
        bounds.__enter__()
    task = None
    while (turn := turns.recv()) is not None:
        if turn[0] != task:
            task = turn[0]
            module.reset_default_graph()
            step = TASKS[task][0](module)
            step()
        count, start, end = 0, time.process_time(), time.perf_counter() + turn[1]
        while time.perf_counter() < end or count == 0:
            step()
            count += 1
        turns.send((time.process_time() - start) / count)


def timed(task: str, workers: list[Connection], rounds: int, seconds: float) -> list[float]:
    """For each worker, the median processor time of a step over the rounds."""
    found: list[list[float]] = [[] for _ in workers]
    for _ in range(rounds + 1):
        for worker, times in zip(workers, found, strict=True):
            worker.send((task, seconds))
            times.append(worker.recv())
    return [statistics.median(times[1:]) for times in found]


def shown(seconds: float) -> str:
    """Seconds in the unit that fits."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} us"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def blas_kernels() -> list[str]:
    """The processors that the BLAS libraries of this process have chosen their kernels for."""
    import numpy  # noqa: F401  (it loads its BLAS)
    import threadpoolctl

    found = threadpoolctl.threadpool_info()
    return [one["architecture"] for one in found if one["user_api"] == "blas"]


def main() -> None:
    """Runs every task on both and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="shorter, and less exact")
    parser.add_argument("--only", default="", help="only tasks with this text in their name")
    options = parser.parse_args()

    from rich.console import Console
    from rich.table import Table

    table = Table("task", *WORKERS, "engine faster", "bounded faster", "aim")
    if options.only in "import":
        for one in IMPORTS:
            imported(one)  # its bytecode is written
        rounds = [[imported(one) for one in IMPORTS] for _ in range(1 if options.quick else 3)]
        (slow, large), (fast, small) = map(min, zip(*rounds, strict=True))
        table.add_row("import", shown(slow), shown(fast), "", f"{slow / fast:.1f}", "", "20")
        table.add_row("memory", f"{large:.0f} MiB", f"{small:.0f} MiB", "", "", "", "below 80 MiB")

    spawn = multiprocessing.get_context("spawn")
    workers = []
    for name in WORKERS:
        ours, theirs = spawn.Pipe()
        spawn.Process(target=times_steps, args=(name, theirs), daemon=True).start()
        workers.append(ours)
    turns = (3, 0.1) if options.quick else (7, 0.3)
    for task, (_, aim) in TASKS.items():
        if options.only not in task:
            continue
        with busy_cores() if task in BUSY else nullcontext():
            times = timed(task, workers, *turns)
        ratios = (f"{times[0] / ours:.2f}" for ours in times[1:])
        table.add_row(task, *map(shown, times), *ratios, aim)
    for worker in workers:
        worker.send(None)
    Console().print(table)
    print("OpenBLAS's kernels:", *blas_kernels())


if __name__ == "__main__":
    main()
