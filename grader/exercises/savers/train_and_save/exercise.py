"""The exercise on saving while a model is trained."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, all_checkpoints, different, outcomes
from grader.languages import _

# A saver feeds the path to a constant of its own, which the graph of `session` lacks.
ANOTHER_GRAPH = re.compile(r"Cannot interpret feed_dict key as Tensor: The name 'save\w*/Const:0'")


def _draw(rng: np.random.Generator) -> Challenge:
    # A saver keeps them all, if only just: with the last one, no training leaves more than 5.
    every = int(rng.integers(3, 5))
    programs = [
        _program(rng, "model", [[every * 2 + int(rng.integers(2, every)), every]]),
        # The last epoch is a multiple of `every`, and the training goes on.
        _program(rng, "house", [[8, 2], [8, 2]]),
        _program(rng, "hut", [[1, 2]]),  # shorter than `every`
    ]
    return Challenge("savers/train-and-save", {"programs": programs})


def _program(rng: np.random.Generator, name: str, calls: list[list[int]]) -> dict[str, Any]:
    """calls: the epochs, and every how many of them leaves a checkpoint."""
    theta = [float(number) for number in different(rng, 6, 2, 20)]
    return {
        "initial": theta[:3],
        "theta": theta[3:],
        "factor": 1.25,
        "push": float(rng.integers(3, 9)),
        "name": name,
        "calls": calls,
    }


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    (names, *values), house, hut = map(_observed, outcomes(evidence, 3, "files", "steps"))
    return [names, values, [*house, *hut]]


def _observed(report: Any) -> list[Any]:
    """The names of the checkpoints, what they hold, and how many steps were run."""
    value = report["value"]
    if isinstance(value, Raised):
        if ANOTHER_GRAPH.match(value.message):
            message = _(
                "the saver belongs to another graph than `session`, perhaps to the lesson's. Make one in the "
                "function: `tf.train.Saver()`"
            )
            value = replace(value, message=message)
        return [value] * 3
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


TRAIN_AND_SAVE = exercise(
    id="savers/train-and-save",
    title="Save during training and at the end",
    answers=("train_and_save",),
    cases=(
        Case.shown(
            "which checkpoints there are after training",
            1,
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
