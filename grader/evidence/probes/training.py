"""What the probes of chapter 04 share: the chapter's model, and a bound on the number of runs."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np

from grader.evidence.probes.watching import owners, replaced
from grader.languages import _

# More runs than any answer needs, and few enough that a loop without an end stops soon.
MAX_RUNS = 1500


@contextlib.contextmanager
def bounded_runs(tf: Any, most: int = MAX_RUNS) -> Iterator[None]:
    """Inside the block at most `most` runs of sessions; the next one raises a RuntimeError."""
    (owner,) = owners("run", tf.Session)
    original: Callable[..., Any] = owner.run
    runs = 0

    def run(self: Any, *arguments: Any, **keywords: Any) -> Any:
        nonlocal runs
        runs += 1
        if runs > most:
            raise RuntimeError(
                _(
                    "your function made more than {count} runs, far more than it needs: does its "
                    "loop ever end?"
                ).format(count=most)
            )
        return original(self, *arguments, **keywords)

    with replaced(owner, "run", run):
        yield


def make_model(tf: Any, theta: Any, learning_rate: float, counts: bool = False) -> SimpleNamespace:
    """Linear regression as the chapter builds it: X, y, theta, mse and step, in the default graph.

    theta: its initial value, (n, 1). counts: whether `step` also counts, in the variable `taken`.
    """
    theta = np.asarray(theta, np.float32)
    model = SimpleNamespace()
    model.X = tf.placeholder(tf.float32, [None, len(theta)], name="X")
    model.y = tf.placeholder(tf.float32, [None, 1], name="y")
    model.theta = tf.Variable(theta, name="theta")
    model.mse = tf.reduce_mean(tf.square(tf.matmul(model.X, model.theta) - model.y), name="mse")
    model.step = tf.train.GradientDescentOptimizer(learning_rate).minimize(model.mse)
    if counts:
        model.taken = tf.Variable(0, trainable=False, name="taken")
        model.step = tf.group(model.step, tf.assign_add(model.taken, 1))
    model.new_theta = tf.placeholder(tf.float32, theta.shape, name="new_theta")
    model.set_theta = tf.assign(model.theta, model.new_theta)
    return model
