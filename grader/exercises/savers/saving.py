"""The exercise on saving while a model is trained."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.savers.evidence import outcomes
from grader.exercises.sessions.evidence import numbers
from grader.judging import Case, Exercise, Misconception, all_checkpoints


def _draw(rng: np.random.Generator) -> Challenge:
    # The last epoch is never one of the numbered ones, and the saver keeps them all: at most 5.
    every = int(rng.integers(3, 5))
    programs = [_program(rng, every, 2), _program(rng, 2, 3)]
    return Challenge("savers/train-and-save", {"programs": programs})


def _program(rng: np.random.Generator, every: int, saves: int) -> dict[str, Any]:
    return {
        "theta": [float(number) for number in numbers(rng, 3, 2, 20)],
        "factor": 1.25,
        "push": float(rng.integers(3, 9)),
        "epochs": every * saves + int(rng.integers(1, every)),
        "every": every,
    }


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    observed = [_observed(report) for report in outcomes(evidence, 2, "files")]
    (names, *values), other = observed
    return [names, values, other]


def _observed(report: Any) -> list[Any]:
    """The names of the checkpoints, what the numbered ones hold, and what the last one holds."""
    if isinstance(report["value"], Raised):
        return [report["value"]] * 3
    found = all_checkpoints(report["files"])
    last = found.pop("model", None)
    return [sorted([*found, *(["model"] if last is not None else [])]), found, last]


Answer = Callable[..., Any]


def _answer(
    *, first: int = 1, numbered: bool = True, end: bool = True, after: bool = True
) -> Callable[[], Answer]:
    """An answer; the keywords say what it believes.

    first: the number of the first epoch. numbered: whether the number is in the name. end: whether
    the end is saved. after: whether saving comes after the step.
    """

    def train_and_save(session: Any, step: Any, epochs: int, every: int, path: str) -> None:
        saver = tf.train.Saver()
        for epoch in range(first, epochs + first):
            if after:
                session.run(step)
            if epoch % every == 0:
                number = epoch if numbered else None
                saver.save(session, path, number, write_meta_graph=False)
            if not after:
                session.run(step)
        if end:
            saver.save(session, path, write_meta_graph=False)

    return lambda: train_and_save


TRAIN_AND_SAVE = Exercise(
    id="savers/train-and-save",
    title="Save on the way and at the end",
    answers=("train_and_save",),
    cases=(
        Case("which checkpoints there are after the training", 1, visible=True, gate=True),
        Case(
            "what the first training's checkpoints hold",
            1,
            advice="The right checkpoints are there, but they hold values of another moment: save "
            "after the step of the epoch whose number you write.",
        ),
        Case("another training, with more checkpoints", 1),
    ),
    draw=_draw,
    observe=_observe,
    reference=_answer(),
    misconceptions=(
        Misconception(
            "counts-from-zero",
            _answer(first=0, after=False),
            "you save when the epoch's index, counted from 0, can be divided: `model-0` is the model "
            "before any training. The number of a checkpoint should say how many epochs are done.",
        ),
        Misconception(
            "number-one-too-low",
            _answer(first=0),
            "your numbers are one too low: you count from 0 and save after the step, so `model-0` holds "
            "the model after one epoch. Count the epochs from 1.",
        ),
        Misconception(
            "leaves-only-one",
            _answer(numbered=False),
            "only one checkpoint is left. Either you save again and again under one name, so that each "
            "save overwrites the one before (give it the epoch: `global_step=epoch`), or your saver "
            "was made with `max_to_keep=1` and deletes the older ones.",
        ),
        Misconception(
            "forgets-the-end",
            _answer(end=False),
            "the epochs after the last numbered checkpoint are lost: save once more when the loop "
            "is over.",
        ),
        Misconception(
            "saves-before-the-step",
            _answer(after=False),
            "you save before the step: the checkpoint with number 4 holds the model after 3 epochs. "
            "Run the step first, and save then.",
        ),
    ),
    hints=(
        "Which epochs should leave a checkpoint, if you count them from 1? And what comes first in an "
        "epoch, the step or the save?",
        "A saver's `save(session, path, global_step=epoch)` writes `path-EPOCH`. Without "
        "`global_step` it writes `path`.",
        "for epoch in range(1, epochs + 1): run the step; if epoch % every == 0: saver.save(session, "
        "path, global_step=epoch). After the loop: saver.save(session, path).",
    ),
)
