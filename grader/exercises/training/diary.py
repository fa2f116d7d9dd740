"""The exercise on one sample at a time, with a diary."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.judging import UNREADABLE, Case, Exercise, Misconception, WrongAnswer, describe
from grader.languages import N_, _

COUNTS = (23, 7, 1)
ENTRIES = 5


def _draw_diary(rng: np.random.Generator) -> Challenge:
    return Challenge("training/call", {"calls": [[_samples(rng, count)] for count in COUNTS]})


def _samples(rng: np.random.Generator, count: int) -> list[list[float]]:
    """Areas and prices. Of several samples, the last is the first again; the one before has its area."""
    x = np.round(rng.uniform(12, 24, count), 1)
    y = x * rng.uniform(4, 6) + rng.uniform(5, 9) + rng.normal(0, 2, count)
    if count > 1:
        x[-2:], y[-2:] = x[0], (y[0] + 3, y[0])
    return [[float(one), float(other)] for one, other in zip(x, np.round(y, 1), strict=True)]


def _observe_diary(evidence: Evidence, challenge: Challenge) -> list[Any]:
    result = evidence.result
    if not isinstance(result, list) or len(result) != len(COUNTS):
        raise WrongAnswer(_(UNREADABLE))
    found = [
        value if isinstance(value, Raised) else _columns(value, count)
        for value, count in zip(result, COUNTS, strict=True)
    ]
    if isinstance(found[0], Raised):
        return [found[0], found[0]]
    shown = found[0][0].tolist()
    return [
        shown,
        [part for one in found for part in ([one] if isinstance(one, Raised) else one.T)],
    ]


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
    if _has_none(value) or found.shape[:2] != (count, ENTRIES) or found.size != count * ENTRIES:
        if _is_a_list(value) and len(value) == count:
            raise _wrong_entry(value)
        raise WrongAnswer(
            _(
                "expected a list with one entry per sample ({samples} here) of {numbers} numbers each, but "
                "diary returns {found}"
            ).format(samples=count, numbers=ENTRIES, found=describe(value))
        )
    return found.reshape(count, ENTRIES)


def _wrong_entry(diary: Any) -> WrongAnswer:
    """What is wrong with a diary that has as many entries as there are samples."""
    for entry in diary:
        if not _is_a_list(entry) or len(entry) != ENTRIES:
            return WrongAnswer(
                _("expected entries of {numbers} numbers each, but one of them is {found}").format(
                    numbers=ENTRIES, found=describe(entry, part=True)
                )
            )
        for part in entry:
            if part is None:
                return WrongAnswer(
                    _(
                        "expected numbers in each entry, but one of them is None: a run gives None for an "
                        "operation. Fetch tensors instead"
                    )
                )
            if not _is_a_number(part):
                return WrongAnswer(
                    _("expected numbers in each entry, but one of them is {found}").format(
                        found=describe(part, part=True)
                    )
                )
    return WrongAnswer(_("the numbers in your entries have different shapes"))


def _has_none(diary: Any) -> bool:
    """Whether an entry contains None, of which NumPy makes a nan."""
    if not _is_a_list(diary):
        return False
    return any(part is None for entry in diary if _is_a_list(entry) for part in entry)


def _is_a_list(value: Any) -> bool:
    return isinstance(value, list | tuple) or (isinstance(value, np.ndarray) and value.ndim > 0)


def _is_a_number(value: Any) -> bool:
    """Whether it is one number, in whatever shape."""
    try:
        return np.asarray(value, np.float64).size == 1
    except (TypeError, ValueError):
        return False


def _paste_diary(challenge: Challenge) -> str:
    return f"diary({challenge.inputs['calls'][0][0]})[0]"


def _diary(
    *,
    order: tuple[str, ...] = ("both",),
    starts_again: bool = False,
    divisor: float = 2 * 32,
    looks: str = "before",
    rate: float = 0.01,
) -> Callable[[], Callable[..., Any]]:
    """A step for each sample; the keywords say how it goes wrong.

    order: which updates run, run by run. starts_again: with each sample. divisor: of the loss. looks:
    "before" or "after" the step, or "before both" also for w and b; or "between": each slope just before
    its own update. rate: the learning rate.
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
                if starts_again:
                    session.run(tf.global_variables_initializer())
                feeds = {x: one, y_input: other}
                seen, start = session.run([loss, *slopes], feeds), session.run([w, b])
                for name in order:
                    if looks == "between":
                        place = 1 + "wb".index(name)
                        seen[place] = session.run(slopes[place - 1], feeds)
                    session.run(updates[name], feeds)
                if looks == "after":
                    seen = session.run([loss, *slopes], feeds)
                weights = session.run([w, b]) if looks != "before both" else start
                found.append([float(value) for value in [*seen, *weights]])
        return found

    return lambda: diary


B_SEES_THE_NEW_W = N_(
    "the slope for b is computed with the new w. Both slopes must be computed before either variable "
    "changes: if you update w in one run and b in the next, fetch both updates in one."
)
W_SEES_THE_NEW_B = N_(
    "the slope for w is computed with the new b. Both slopes must be computed before either variable "
    "changes: if you update b in one run and w in the next, fetch both updates in one."
)

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
            "w and b before the step, then w and b after it. w and b start at 0, and the learning rate is "
            "0.01.",
        ),
        Case(
            "all steps, for a long list of samples, a short one, and one with a single sample",
            2,
            advice="Your very first step is right, but not everything after it. Is the loss taken before its "
            "step? Do w and b both move by 0.01 times their slope? Does each call of `diary` start with "
            "w = b = 0, and with variables and a session of its own?",
        ),
    ),
    draw=_draw_diary,
    observe=_observe_diary,
    reference=_diary(),
    misconceptions=(
        Misconception("b-sees-the-new-w", _diary(order=("w", "b")), B_SEES_THE_NEW_W),
        Misconception("w-sees-the-new-b", _diary(order=("b", "w")), W_SEES_THE_NEW_B),
        # The same, where the diary shows the slope with which the update was made.
        Misconception("b-after-w", _diary(order=("w", "b"), looks="between"), B_SEES_THE_NEW_W),
        Misconception("w-after-b", _diary(order=("b", "w"), looks="between"), W_SEES_THE_NEW_B),
        Misconception(
            "never-updates",
            _diary(order=()),
            "w and b keep their initial values: your assignments never run. `w.assign(...)` "
            "only creates an operation; fetch it.",
        ),
        Misconception(
            "starts-again-with-each-sample",
            _diary(starts_again=True),
            "each of your steps starts from w = b = 0 again. Run the initializer once, before the loop, and "
            "take all steps in the same session.",
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
        "`tf.gradients(loss, [w, b])` gives both slopes. One run can fetch the loss, the slopes and both "
        "assignments; build the assignments inside `tf.control_dependencies([loss, grad_w, grad_b])`.",
        "The two assignments are nodes, too: each uses the old value and the slope. The values "
        "that a run gives for them are the new w and b.",
    ),
    paste=_paste_diary,
)
