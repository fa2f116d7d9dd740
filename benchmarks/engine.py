"""The engine's speed, against TensorFlow's, in one run on this machine.

    python benchmarks/engine.py [--quick]

Each task is the same program on both; what is printed is the best of several repetitions, and how many
times faster the engine is (below 1: slower). TensorFlow runs with its own default threads.

import            in a fresh process, with all that it needs (NumPy, too): seconds and memory
tiny run          `f = x*x*y + y + 2`, one session.run
mini-batches      one step of momentum on a linear regression, batches of 100 of 9 features
batch descent     one step of gradient descent on all 20,640 rows of 9 features
building          2,000 operations and the gradients through them
conv net          one step of Adam: 64 images of 28 x 28, two convolutions, two poolings, two layers
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

IMPORTS = {
    "tensorflow": "import tensorflow.compat.v1",
    "engine": "from grader import engine",
}
MEASURE = """
import resource, time
start = time.perf_counter()
{statement}
seconds = time.perf_counter() - start
print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def best(step: Callable[[], Any], seconds: float) -> float:
    """The shortest time of one step, among repetitions for so many seconds."""
    step()
    start = time.perf_counter()
    step()
    once = max(time.perf_counter() - start, 1e-7)
    number = max(1, int(seconds / 5 / once))
    found = []
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(number):
            step()
        found.append((time.perf_counter() - start) / number)
    return min(found)


def imported(name: str, repeat: int) -> tuple[float, float]:
    """Seconds and MiB of a process that imports one of the two; its bytecode is there already."""
    keeps_bytecode = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    runs = []
    for _ in range(repeat + 1):
        code = MEASURE.format(statement=IMPORTS[name])
        found = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env=keeps_bytecode,
        )
        runs.append(tuple(float(number) for number in found.stdout.split()[-2:]))
    return min(runs[1:])  # type: ignore[return-value]


def tiny(tf: Any) -> Callable[[], Any]:
    """The first graph of the course."""
    x, y = tf.Variable(3.0, name="x"), tf.Variable(4.0, name="y")
    f = x * x * y + y + 2
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return lambda: session.run(f)


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


# task, its program, the aim for the ratio.
TASKS: list[tuple[str, Callable[[Any], Callable[[], Any]], str]] = [
    ("tiny run", tiny, "8"),
    ("mini-batches", mini_batches, "4"),
    ("batch descent", batch_descent, "0.5"),
    ("building", building, "4"),
    ("conv net", conv_net, "0.5"),
]


def shown(seconds: float) -> str:
    """Seconds in the unit that fits."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} us"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def main() -> None:
    """Runs every task on both and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="shorter, and less exact")
    quick = parser.parse_args().quick

    from rich.console import Console
    from rich.table import Table

    table = Table("task", "TensorFlow", "engine", "times faster", "aim")
    (slow, large), (fast, small) = (imported(one, 1 if quick else 3) for one in IMPORTS)
    table.add_row("import", shown(slow), shown(fast), f"{slow / fast:.1f}", "20")
    table.add_row("memory after it", f"{large:.0f} MiB", f"{small:.0f} MiB", "", "below 80 MiB")

    import tensorflow.compat.v1 as tensorflow

    tensorflow.logging.set_verbosity(tensorflow.logging.ERROR)
    tensorflow.disable_v2_behavior()
    from grader import engine

    for name, program, aim in TASKS:
        times = []
        for module in (tensorflow, engine):
            with module.Graph().as_default():
                times.append(best(program(module), 0.5 if quick else 3.0))
        table.add_row(name, *map(shown, times), f"{times[0] / times[1]:.2f}", aim)
    Console().print(table)


if __name__ == "__main__":
    main()
