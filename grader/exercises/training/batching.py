"""Exercises on small steps: epochs of mini-batches, and one sample at a time with a diary."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.sessions.evidence import reports
from grader.exercises.training.fitting import table
from grader.judging import UNREADABLE, Case, Exercise, Misconception, WrongAnswer, describe
from grader.languages import _

# ------------------------------------------------------------------------------------------ train


def _program(
    rng: np.random.Generator, rows: int, epochs: int, size: int, calls: int = 1, columns: int = 3
) -> dict[str, Any]:
    X, y = table(rng, rows, columns)
    return {
        "X": X,
        "y": y,
        "initial": rng.uniform(-1, 1, (columns, 1)).astype(np.float32),
        "theta": rng.uniform(-3, -1, (columns, 1)).astype(np.float32),
        "learning_rate": float(rng.integers(20, 50)) / 1000,
        "orders": [rng.permutation(rows).tolist() for _ in range(epochs)],
        "n_epochs": epochs,
        "batch_size": size,
        "calls": calls,
    }


def _draw_train(rng: np.random.Generator) -> Challenge:
    """Last batches of one house, of the whole size, of all but one, and of two: none is rounded alike."""
    size = int(rng.integers(5, 8))
    programs = [
        _program(rng, size * int(rng.integers(2, 4)) + 1, 2, size),
        _program(rng, 3 * size, 3, size),
        _program(rng, 2 * size - 1, 2, size),
        _program(rng, 2 * size + 2, 1, size, calls=2),
    ]
    return Challenge("training/train", {"programs": programs})


def _observe_train(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, *others = reports(evidence, 4, "value", "theta", "taken")
    if isinstance(shown["value"], Raised):
        return [shown["value"]] * 3
    failed = [report["value"] for report in others if isinstance(report["value"], Raised)]
    # Where it is called twice, an initializer in between may set the count back, too.
    rest = [*([report["taken"], report["theta"]] for report in others[:2]), others[2]["theta"]]
    return [shown["taken"], shown["theta"], failed[0] if failed else rest]


def _paste_train(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    m, size = len(program["X"]), program["batch_size"]
    return f"""
import types
with tf.Graph().as_default(), tf.Session() as session:
    model = types.SimpleNamespace(theta=tf.Variable(tf.ones([3, 1])))
    model.X, model.y = tf.placeholder(tf.float32, [None, 3]), tf.placeholder(tf.float32, [None, 1])
    taken = tf.Variable(0, trainable=False)
    model.mse = tf.reduce_mean(tf.square(tf.matmul(model.X, model.theta) - model.y))
    descent = tf.train.GradientDescentOptimizer(0.01).minimize(model.mse)
    model.step = tf.group(descent, tf.assign_add(taken, 1))
    session.run(tf.global_variables_initializer())
    batch = lambda epoch, i, size: [np.ones([{m}, n])[i * size : (i + 1) * size] for n in (3, 1)]
    train(session, model, batch, {m}, 2, {size})
    value = session.run(taken)
value
"""


def _train(
    *,
    batches: Callable[[float], int] = math.ceil,
    epoch_of: Callable[[int], int] = lambda epoch: epoch,
    starts_again: Callable[[int], bool] = lambda epoch: False,
    whole: bool = False,
) -> Callable[[], Callable[..., Any]]:
    """Epochs of mini-batches; the keywords say how it goes wrong.

    batches: from m / batch_size to the number of batches. epoch_of: the epoch that is asked for.
    starts_again: whether the initializer runs before an epoch. whole: all rows in every step.
    """

    def train(
        session: Any, model: Any, fetch_batch: Any, m: int, n_epochs: int, batch_size: int
    ) -> None:
        for epoch in range(n_epochs):
            if starts_again(epoch):
                session.run(model.theta.initializer)
            for batch_index in range(batches(m / batch_size)):
                if whole:
                    rows = fetch_batch(epoch, 0, m)
                else:
                    rows = fetch_batch(epoch_of(epoch), batch_index, batch_size)
                session.run(model.step, dict(zip((model.X, model.y), rows, strict=True)))

    return lambda: train


TRAIN = Exercise(
    id="training/train",
    title="Epochs of mini-batches",
    answers=("train",),
    cases=(
        Case(
            "the number of steps in two epochs, with a short last batch",
            1,
            True,
            gate=True,
            advice="Each epoch takes one step per batch, and there are m / batch_size batches, rounded up. "
            "A step is one run of `model.step` in the session you are given. Batches are numbered "
            "from 0.",
        ),
        Case(
            "theta after these two epochs",
            2,
            advice="The number of steps is right, but theta is not. Does every batch come from "
            "its own epoch, in order? Does X get the features and y the prices?",
        ),
        Case(
            "batches that divide evenly, and last batches of other sizes",
            1,
            advice="In each epoch, every house is seen once: round m / batch_size up, not down and not to "
            "the nearest number, and don't ask for a batch past the end.",
        ),
    ),
    draw=_draw_train,
    observe=_observe_train,
    reference=_train(),
    misconceptions=(
        Misconception(
            "drops-the-last-batch",
            _train(batches=math.floor),
            "the last, shorter batch of every epoch is missing, so its houses aren't seen. Round the "
            "number of batches up, not down.",
        ),
        Misconception(
            "one-batch-too-many",
            _train(batches=lambda ratio: math.floor(ratio) + 1),
            "when the batches divide evenly, you ask for one batch too many. It is empty, and its mean "
            "error is nan (0 / 0): never feed an empty batch.",
        ),
        Misconception(
            "rounds-to-the-nearest",
            _train(batches=round),
            "you round the number of batches to the nearest whole number, so the last batch is missing if "
            "it is less than half full. Round up.",
        ),
        Misconception(
            "always-the-first-epoch",
            _train(epoch_of=lambda epoch: 0),
            "all your epochs see the batches of epoch 0. Pass the epoch to `fetch_batch`, so that "
            "the houses come in a different order each time.",
        ),
        Misconception(
            "epochs-from-one",
            _train(epoch_of=lambda epoch: epoch + 1),
            "you count the epochs from 1, so your first epoch sees the batches of the second. Epochs are "
            "counted from 0: `range(n_epochs)`.",
        ),
        Misconception(
            "batches-of-the-notebook",
            _train(batches=lambda ratio: 217),
            "you take 217 steps in each epoch: that is the notebook's own `n_batches`. Compute the number of "
            "batches from the `m` and the `batch_size` that you are given.",
        ),
        Misconception(
            "starts-again-every-epoch",
            _train(starts_again=lambda epoch: True),
            "you run the initializer in every epoch, so everything learned is lost. It belongs "
            "before the loops, and here it has already been run.",
        ),
        Misconception(
            "initialises-first",
            _train(starts_again=lambda epoch: epoch == 0),
            "you run the initializer, so the theta that the session held is lost. `session` comes with "
            "a theta: start from there.",
        ),
        Misconception(
            "all-rows-in-every-step",
            _train(whole=True),
            "each of your steps sees the whole table. A step should only see one batch: "
            "`fetch_batch(epoch, batch_index, batch_size)`.",
        ),
    ),
    hints=(
        "You need two loops, one inside the other: over the epochs, and over the batches of each epoch.",
        "The last batch may be smaller than the others, so the number of batches is m / batch_size, "
        "rounded up.",
        "In the inner loop, fetch one batch and run `model.step` once, feeding the features to "
        "`model.X` and the prices to `model.y`.",
    ),
    paste=_paste_train,
)

# ------------------------------------------------------------------------------------------ diary

COUNTS = (23, 7)
ENTRIES = 5


def _draw_diary(rng: np.random.Generator) -> Challenge:
    return Challenge("training/call", {"calls": [[_samples(rng, count)] for count in COUNTS]})


def _samples(rng: np.random.Generator, count: int) -> list[list[float]]:
    x = np.round(rng.uniform(12, 24, count), 1)
    y = np.round(x * rng.uniform(4, 6) + rng.uniform(5, 9) + rng.normal(0, 2, count), 1)
    return [[float(one), float(other)] for one, other in zip(x, y, strict=True)]


def _observe_diary(evidence: Evidence, challenge: Challenge) -> list[Any]:
    result = evidence.result
    if not isinstance(result, list) or len(result) != len(COUNTS):
        raise WrongAnswer(_(UNREADABLE))
    failed = [value for value in result if isinstance(value, Raised)]
    if failed:
        return [failed[0]] * 2
    first, second = map(_columns, result, COUNTS)
    return [first[0].tolist(), [*first.T, *second.T]]


def _columns(value: Any, count: int) -> np.ndarray:
    """The diary as an array, a row a step.

    Its columns are compared apart from each other, since their sizes differ; and the first row
    number by number: the order of two updates changes w by 3 in 10,000 there, and later by less.
    """
    try:
        found = np.asarray(value, np.float64)
    except (TypeError, ValueError):
        found = np.zeros(0)
    # Where x is fed as a list of one, so is each number of an entry.
    if found.shape[:2] != (count, ENTRIES) or found.size != count * ENTRIES:
        raise WrongAnswer(
            _(
                "expected {samples} entries, one per sample, of {numbers} numbers each, but diary "
                "returns {found}"
            ).format(samples=count, numbers=ENTRIES, found=describe(value))
        )
    return found.reshape(count, ENTRIES)


def _paste_diary(challenge: Challenge) -> str:
    return f"diary({challenge.inputs['calls'][0][0]})[0]"


def _diary(
    *,
    order: tuple[str, ...] = ("both",),
    divisor: float = 2 * 32,
    looks: str = "before",
    rate: float = 0.01,
) -> Callable[[], Callable[..., Any]]:
    """A step for each sample; the keywords say how it goes wrong.

    order: which updates run, run by run. divisor: of the loss. looks: "before" or "after" the step, or
    "before both" also for w and b. rate: the learning rate.
    """

    def diary(samples: list[Any]) -> list[Any]:
        x, y_input = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
        w, b = tf.Variable(0.0), tf.Variable(0.0)
        loss = tf.reduce_sum(tf.square(y_input - (w * x + b))) / divisor
        slopes = tf.gradients(loss, [w, b])
        updates = {
            "w": w.assign(w - rate * slopes[0]),
            "b": b.assign(b - rate * slopes[1]),
        }
        updates["both"] = tf.group(updates["w"], updates["b"])
        found = []
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            for one, other in samples:
                feeds = {x: one, y_input: other}
                seen, start = session.run([loss, *slopes], feeds), session.run([w, b])
                for name in order:
                    session.run(updates[name], feeds)
                if looks == "after":
                    seen = session.run([loss, *slopes], feeds)
                weights = session.run([w, b]) if looks != "before both" else start
                found.append([float(value) for value in [*seen, *weights]])
        return found

    return lambda: diary


DIARY = Exercise(
    id="training/diary",
    title="One sample at a time",
    answers=("diary",),
    cases=(
        Case(
            "the first step",
            1,
            True,
            gate=True,
            advice="Each entry describes one sample: the loss (y_input - y)² / 64 and the slopes of "
            "w and b before the step, then w and b after it. At the first step, w and b are 0.",
        ),
        Case(
            "all steps, for two lists of samples, of which the second is shorter",
            2,
            advice="The first step is right, but later ones are not. Is the loss taken before its "
            "step? Do w and b both move by 0.01 times their slope?",
        ),
    ),
    draw=_draw_diary,
    observe=_observe_diary,
    reference=_diary(),
    misconceptions=(
        Misconception(
            "b-sees-the-new-w",
            _diary(order=("w", "b")),
            "you update w in one run and b in the next, so the slope of b is computed with the new w. "
            "Compute both slopes in one `session.run`, before either variable changes.",
        ),
        Misconception(
            "w-sees-the-new-b",
            _diary(order=("b", "w")),
            "you update b in one run and w in the next, so the slope of w is computed with the new b. "
            "Compute both slopes in one `session.run`, before either variable changes.",
        ),
        Misconception(
            "never-updates",
            _diary(order=()),
            "w and b keep their initial values: your assignments never run. `w.assign(...)` "
            "only creates an operation; fetch it.",
        ),
        Misconception(
            "looks-after-the-step",
            _diary(looks="after"),
            "your numbers are the ones after the step. The diary should show the loss and the slopes that "
            "the step starts from.",
        ),
        Misconception(
            "weights-before-the-step",
            _diary(looks="before both"),
            "your w and b are the ones before the step. The last two numbers of an entry are their values "
            "after it.",
        ),
        Misconception(
            "forgets-the-divisor",
            _diary(divisor=1),
            "your loss is too large: divide the sum of squares by 2 * 32.",
        ),
        Misconception(
            "divides-by-32-only",
            _diary(divisor=32),
            "your loss is twice as large as it should be: you divide by 32. Divide by 2 * 32.",
        ),
        Misconception(
            "divides-by-2-only",
            _diary(divisor=2),
            "your loss is 32 times as large as it should be: you divide by 2. Divide by 2 * 32.",
        ),
        Misconception(
            "climbs",
            _diary(rate=-0.01),
            "your loss grows: you add the gradient. Subtract it: `w.assign(w - 0.01 * grad_w)`.",
        ),
    ),
    hints=(
        "Build the graph once, before the loop. The loop itself contains nothing but runs.",
        "tf.gradients(loss, [w, b]) gives both slopes. One run can fetch the loss, the slopes and both "
        "assignments; build the assignments inside `tf.control_dependencies([loss, grad_w, grad_b])`.",
        "The two assignments are nodes, too, made of the old value and the slope. The values "
        "that a run gives for them are the new w and b.",
    ),
    paste=_paste_diary,
)
