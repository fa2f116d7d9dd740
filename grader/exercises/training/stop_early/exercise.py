"""The exercise on mini-batches, and on stopping early against a validation set."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.exercises.training.best_theta.exercise import readable
from grader.judging import Case, WrongAnswer, reports
from grader.languages import _

# The variables of the model, which the session has initialized; "taken" counts the steps.
ELSEWHERE = re.compile(r"uninitialized value (theta|taken)\b(?!/)")
# Bends and a learning rate: a step stays on its side of the bottom, or lands on the other.
CREEPING, JUMPING = ((0.8, 3.0), 0.03), ((8.6, 9.4), 0.1)
MARGIN = 1.02  # between a low of the validation mse and what is compared with it


def _rows(
    rng: np.random.Generator, count: int, bends: tuple[float, float], bottom: np.ndarray
) -> dict[str, Any]:
    """Rows with one feature each, in turn, whose mse is low near `bottom` and bends about this much."""
    X = np.zeros((count, 2), np.float32)
    sizes = np.sqrt(2 * rng.uniform(*bends, count)) * rng.choice([-1, 1], count)
    X[np.arange(count), np.arange(count) % 2] = sizes.round(2)
    noise = rng.normal(0, 0.8, (count, 1))
    return {"X": X, "y": (X @ bottom + noise).round(2).astype(np.float32)}


def _program(
    rng: np.random.Generator,
    rows: int,
    size: int,
    lows: list[int],
    patience: int,
    kind: tuple[tuple[float, float], float] = CREEPING,
    calls: int = 1,
    counted: bool = False,
) -> dict[str, Any]:
    """A program whose validation mse has new lows after just these numbers of epochs.

    counted: whether that number alone is asked for.
    """
    bends, rate = kind
    while True:
        start, bottom = (rng.uniform(-3, 3, (2, 1)).round(1) for _ in range(2))
        learned = _rows(rng, rows, bends, bottom)
        orders = [rng.permutation(rows).tolist() for _ in range(lows[-1] + patience + 1)]
        path = _path(learned, orders, size, rate, start)
        judged = _rows(rng, 4, CREEPING[0], path[lows[-1]] + rng.uniform(-0.3, 0.3, (2, 1)))
        if _new_lows(_mses(judged, path)) == lows and (
            not counted or _is_clear(learned, judged, orders, size, rate, path, patience)
        ):
            return {
                "theta": start.astype(np.float32),
                "learning_rate": rate,
                "learned": learned,
                "orders": orders,
                "batch_size": size,
                "judged": judged,
                "patience": patience,
                "calls": calls,
            }


def _is_clear(
    learned: dict[str, Any],
    judged: dict[str, Any],
    orders: list[list[int]],
    size: int,
    rate: float,
    path: list[np.ndarray],
    patience: int,
) -> bool:
    """Whether wrong epochs always lead to the same number, and other mistakes to another: never by luck."""

    def stop(orders: list[list[int]], start: Any = path[0], backwards: bool = False) -> int:
        return _stop(_mses(judged, _path(learned, orders, size, rate, start, backwards)), patience)

    best = stop(orders)
    full = [order[: len(order) // size * size] for order in orders]
    rest = [order[len(order) // size * size :] for order in orders]
    last = [{name: part[rows] for name, part in learned.items()} for rows in rest]
    by_the_last = [_mse(judged, path[0]), *map(_mse, last, path[1:])]
    same = (
        stop(orders[:1] * len(orders)),
        stop([*orders[1:], orders[0]]),
        stop(orders, backwards=True),
    )
    other = stop(full), stop(orders, np.zeros((2, 1))), _stop(by_the_last, patience)
    return set(same) == {best} and best not in other


def _path(
    rows: dict[str, Any],
    orders: list[list[int]],
    size: int,
    rate: float,
    theta: np.ndarray,
    backwards: bool = False,
) -> list[np.ndarray]:
    """The thetas before the first epoch and after each one. backwards: the last batch first."""
    path = [theta]
    for order in orders:
        for first in range(0, len(order), size)[:: -1 if backwards else 1]:
            batch = order[first : first + size]
            X, y = rows["X"][batch], rows["y"][batch]
            theta = theta - 2 * rate / len(batch) * X.T @ (X @ theta - y)
        path.append(theta)
    return path


def _mse(rows: dict[str, Any], theta: np.ndarray) -> float:
    return float(np.mean((rows["X"] @ theta - rows["y"]) ** 2))


def _mses(rows: dict[str, Any], path: list[np.ndarray]) -> list[float]:
    return [_mse(rows, theta) for theta in path]


def _new_lows(mses: list[float]) -> list[int]:
    """The epochs with a new low; [] if rounding could change them."""
    lows, lowest = [0], mses[0]
    for epoch, mse in enumerate(mses[1:], 1):
        if lowest / MARGIN < mse < lowest * MARGIN:
            return []
        if mse < lowest:
            lows.append(epoch)
            lowest = mse
    return lows


def _stop(mses: list[float], patience: int) -> int:
    """The epoch with the lowest mse before `patience` others without a new low."""
    best = 0
    for epoch, mse in enumerate(mses):
        if mse < mses[best]:
            best = epoch
        elif epoch - best >= patience:
            break
    return best


def _draw(rng: np.random.Generator) -> Challenge:
    """A smooth curve, one with a rise between its lows, a long one, one that only rises, one that is level.

    Last batches of one house, of all houses, of the whole size, and of all but one: none is rounded alike.
    """
    size, large, best = (int(rng.integers(*ends)) for ends in ((5, 8), (110, 130), (3, 5)))
    level = _program(rng, 2 * size + 2, size, [0], 4)
    level["learned"]["y"] = level["learned"]["X"] @ level["theta"]  # no slope at all
    programs = [
        _program(rng, 2 * size + 1, size, list(range(best + 1)), 2, counted=True),
        _program(rng, size, size, [0, 2, 4], 3, JUMPING, calls=2),
        _program(rng, 3 * size, size, list(range(8)), 1),
        _program(rng, 2 * large - 1, large, [0], 3),  # the notebook's batches have 100 houses
        level,
    ]
    return Challenge("training/stop-early", {"programs": programs})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, *others = reports(
        evidence, len(challenge.inputs["programs"]), "values", "theta", "taken"
    )
    value = shown["values"][0]
    if isinstance(value, Raised) and ELSEWHERE.search(value.message):
        raise WrongAnswer(
            _(
                "your code takes its steps in another session, where the variables have no values. "
                "Use the `session` that `stop_early` is given"
            )
        )
    rest = [[one["values"], one["taken"], one["theta"]] for one in others]
    return [value, [shown["theta"], shown["taken"]], rest]


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    learned, judged = (
        tuple(np.round(program[name][part].astype(float), 4).tolist() for part in "Xy")
        for name in ("learned", "judged")
    )
    size, rate = program["batch_size"], program["learning_rate"]
    return f"""
import types
with tf.Graph().as_default(), tf.Session() as session:
    model = types.SimpleNamespace(theta=tf.Variable(tf.zeros([2, 1])))
    model.X, model.y = tf.placeholder(tf.float32, [None, 2]), tf.placeholder(tf.float32, [None, 1])
    model.new_theta = tf.placeholder(tf.float32, [2, 1])
    model.set_theta = tf.assign(model.theta, model.new_theta)
    model.mse = tf.reduce_mean(tf.square(tf.matmul(model.X, model.theta) - model.y))
    model.step = tf.train.GradientDescentOptimizer({rate}).minimize(model.mse)
    session.run(tf.global_variables_initializer())
    session.run(model.set_theta, {{model.new_theta: {readable(program["theta"])}}})
    orders = {program["orders"]}
    def fetch_batch(epoch, i, size):
        chosen = orders[epoch % len(orders)][i * size : (i + 1) * size]
        return [np.array(part)[chosen] for part in {learned}]
    judged = {{model.X: {judged[0]}, model.y: {judged[1]}}}
    value = stop_early(session, model, fetch_batch, {len(program["learned"]["y"])}, {size}, judged, 2)
value
"""


STOP_EARLY = exercise(
    id="training/stop-early",
    title="Early stopping",
    answers=("stop_early",),
    cases=(
        Case.shown(
            "how many epochs lead to the lowest validation mse",
            1,
            advice="Look at the mse of the validation set before the first epoch and after each one. Every "
            "epoch takes one step for each batch, in order, and has m / batch_size batches, rounded up. "
            "Return the number of epochs before the lowest mse, not of all epochs.",
        ),
        Case(
            "which theta the session then holds, and how many steps were taken",
            2,
            advice="Your number is right, but not what you leave behind. Does every batch come from its own "
            "epoch, and each once? Read theta whenever the validation mse is lower than ever before, put "
            "that theta back at the end, and stop after `patience` epochs in a row without a new low.",
        ),
        Case(
            "other sizes; a rise between two lows, a curve that only rises, one that is level, a second call",
            1,
            advice="Your function is right for one smooth curve. A new low ends the count of epochs without "
            "one; it is below *all* numbers before it, the one before the first epoch included. Every call "
            "starts counting again, from the theta that the session holds, and takes the sizes it is given.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    parts=("programs",),
    hints=(
        "You need to remember three things: the lowest validation mse so far, after how many epochs it came, "
        "and the theta of that moment.",
        "Begin with the values before the first epoch. Then loop while fewer than `patience` epochs have "
        "passed since the lowest: a step for each batch, then the mse, fed with `judged`. The last batch may "
        "be shorter: round their number up.",
        "`session.run(model.theta)` gives a copy. At the end, run `model.set_theta` and feed the copy to "
        "`model.new_theta`.",
    ),
    paste=_paste,
)
