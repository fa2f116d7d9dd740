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
    # A saver keeps them all: with the last one, no training leaves more than 5.
    every = int(rng.integers(3, 5))
    programs = [
        _program(rng, "model", [[every * 2 + int(rng.integers(2, every)), every]]),
        # The last epoch is a multiple of `every`, and the training goes on.
        _program(rng, "house", [[4, 2], [4, 2]]),
        _program(rng, "hut", [[1, 2]]),  # shorter than `every`
    ]
    return Challenge("savers/train-and-save", {"programs": programs})


def _program(rng: np.random.Generator, name: str, calls: list[list[int]]) -> dict[str, Any]:
    """calls: the epochs, and every how many of them leaves a checkpoint."""
    theta = [float(number) for number in numbers(rng, 6, 2, 20)]
    return {
        "initial": theta[:3],
        "theta": theta[3:],
        "factor": 1.25,
        "push": float(rng.integers(3, 9)),
        "name": name,
        "calls": calls,
    }


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    observed = [_observed(report) for report in outcomes(evidence, 3, "files", "steps")]
    (names, *values), house, hut = observed
    return [names, values, [*house, *hut]]


def _observed(report: Any) -> list[Any]:
    """The names of the checkpoints, what they hold, and how many steps were run."""
    if isinstance(report["value"], Raised):
        return [report["value"]] * 3
    found = all_checkpoints(report["files"])
    return [sorted(found), found, report["steps"]]


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    ((epochs, every),) = program["calls"]
    return f"""
import os, tempfile
with tf.Graph().as_default(), tempfile.TemporaryDirectory() as folder:
    session, theta = tf.Session(), tf.Variable({program["theta"]})
    step = tf.assign(theta, {program["factor"]} * theta + {program["push"]}).op
    session.run(theta.initializer)
    train_and_save(session, step, {epochs}, {every}, folder + "/model")
    names = os.listdir(folder)
sorted(name[:-len(".index")] for name in names if name.endswith(".index"))
""".strip()


Answer = Callable[..., Any]


def _answer(
    *,
    first: int = 1,
    numbered: bool = True,
    end: bool = True,
    after: bool = True,
    initializes: bool = False,
    variables: Callable[[], list[Any] | None] = lambda: None,
) -> Callable[[], Answer]:
    """An answer; the keywords say what it believes.

    first: the number of the first epoch. numbered: whether the number is in the name. end: whether
    the end is saved. after: whether saving comes after the step. initializes: before the training.
    variables: what is saved; None: all.
    """

    def train_and_save(session: Any, step: Any, epochs: int, every: int, path: str) -> None:
        saver = tf.train.Saver(variables())
        if initializes:
            session.run(tf.global_variables_initializer())
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
    title="Save during training and at the end",
    answers=("train_and_save",),
    cases=(
        Case(
            "which checkpoints there are after training",
            1,
            visible=True,
            gate=True,
            advice="After training, these are not the checkpoints that should be there. Their names begin "
            "with `path`, folder included. A number says how many epochs are done; the checkpoint "
            "at the end is called `path`, without a number. A saver that was given `max_to_keep` may have "
            "deleted some.",
        ),
        Case(
            "what the checkpoints of the first training run contain",
            1,
            advice="The right checkpoints are there, but not the right values: `path-NUMBER` should contain "
            "all variables as they are after NUMBER epochs, and `path` as they are at the end. `step` runs "
            "once per epoch.",
        ),
        Case(
            "two other runs: one ends at a multiple of `every` and goes on in a second call, one is shorter "
            "than `every`",
            1,
            advice="In another training run, something is missing or different. If the last epoch is a "
            "multiple of `every`, it leaves two checkpoints, `path-NUMBER` and `path`. If the run is shorter "
            "than `every`, there is only `path`. In a second call, the epochs are counted from 1 again.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_answer(),
    misconceptions=(
        Misconception(
            "counts-from-zero",
            _answer(first=0, after=False),
            "you save when the epoch's index, counted from 0, is a multiple of `every`: `model-0` is the "
            "model before any training. A checkpoint's number should say how many epochs are done.",
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
            "only one checkpoint is left. Either you keep saving under the same name, so that each "
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
            "you save before the step, so each checkpoint with a number lacks its last epoch. Run the step "
            "first, then save.",
        ),
        Misconception(
            "initializes-first",
            _answer(initializes=True),
            "you run the initializer first, but all variables have their values in `session` already, "
            "perhaps after hours of training, and now they are lost.",
        ),
        Misconception(
            "trainable-variables-only",
            _answer(variables=tf.trainable_variables),
            "your checkpoints lack the variables that are not trainable, such as a counter. "
            "`tf.train.Saver()` takes all variables.",
        ),
    ),
    hints=(
        "Which epochs should leave a checkpoint, if you count them from 1? And what comes first in an "
        "epoch, the step or the save?",
        "A saver's `save(session, path, global_step=epoch)` writes `path-EPOCH`. Without "
        "`global_step` it writes `path`.",
        "The remainder `epoch % every` tells you after which epochs to save. The last save comes after "
        "the loop, even if the last epoch has just been saved.",
    ),
    paste=_paste,
)
