"""The exercise on one sample at a time, with a diary."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, WrongAnswer, describe, reports
from grader.languages import _

COUNTS = (23, 7, 1)
ENTRIES = 5


def _draw_diary(rng: np.random.Generator) -> Challenge:
    return Challenge("call", {"calls": [[_samples(rng, count)] for count in COUNTS]})


def _samples(rng: np.random.Generator, count: int) -> list[list[float]]:
    """Areas and prices. Of several samples, the last is the first again; the one before has its area.

    The one before that has the area 0, by which nobody should divide.
    """
    x = np.round(rng.uniform(12, 24, count), 1)
    y = x * rng.uniform(4, 6) + rng.uniform(5, 9) + rng.normal(0, 2, count)
    if count > 1:
        x[-3:], y[-2:] = (0, x[0], x[0]), (y[0] + 3, y[0])
    return [[float(one), float(other)] for one, other in zip(x, np.round(y, 1), strict=True)]


def _observe_diary(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = [
        value if isinstance(value, Raised) else _columns(value, count)
        for value, count in zip(reports(evidence, len(COUNTS)), COUNTS, strict=True)
    ]
    if isinstance(found[0], Raised):
        return [found[0], found[0]]
    parts = [part for one in found for part in ([one] if isinstance(one, Raised) else one.T)]
    return [found[0][0].tolist(), parts]


def _columns(value: Any, count: int) -> np.ndarray:
    """The diary as an array, a row a step.

    Its columns are compared apart from each other, since their sizes differ; and the first row
    number by number: the order of two updates changes w by 3 in 10,000 there, and later by less.
    """
    try:
        found = np.asarray(value, np.float64)
    except (TypeError, ValueError, OverflowError):
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
    except (TypeError, ValueError, OverflowError):
        return False


def _paste_diary(challenge: Challenge) -> str:
    return f"diary({challenge.inputs['calls'][0][0]})[0]"


DIARY = exercise(
    id="training/diary",
    title="One sample at a time",
    answers=("diary",),
    cases=(
        Case.shown(
            "the first step",
            1,
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
    hints=(
        "Build the graph once, before the loop. The loop itself contains nothing but runs.",
        "`tf.gradients(loss, [w, b])` gives both slopes. One run can fetch the loss, the slopes and both "
        "assignments; build the assignments inside `tf.control_dependencies([loss, grad_w, grad_b])`.",
        "The two assignments are nodes, too: each uses the old value and the slope. The values "
        "that a run gives for them are the new w and b.",
    ),
    paste=_paste_diary,
)
