"""The exercise on training that is interrupted and goes on: the chapter's small project."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, different, left_behind, outcomes


def _draw(rng: np.random.Generator) -> Challenge:
    # A short training in a folder of its own comes first: what is kept elsewhere is in the way then.
    # In the long one, more batches are done than a saver keeps checkpoints before the second power cut.
    # The last batches before the cuts have the indices 0, 11 and 13, and in their calls 0, 10 and 1: whoever
    # saves only every k-th time, however it is counted, has not just saved before each of them.
    programs = [_program(rng, 2, [None, None]), _program(rng, 15, [1, 11, 2, None, None])]
    return Challenge("savers/resume", {"programs": programs})


def _program(rng: np.random.Generator, count: int, cuts: list[int | None]) -> dict[str, Any]:
    return {
        "theta": [float(number) for number in different(rng, 2, 2, 30)],
        "batches": np.asarray(different(rng, 2 * count, 2, 90), np.float32).reshape(count, 2),
        "rate": 0.25,
        "momentum": 0.75,
        "cuts": cuts,
    }


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    calls = outcomes(evidence, 7, "batches", "after")
    for call in calls:
        # The power cut itself arrives as an error of the operation that it hit.
        if isinstance(call["value"], Raised) and "the power failed" not in call["value"].message:
            return [call["value"]] * 3
    batches = [call["batches"] for call in calls]
    *short, _cut, _cut, _cut, whole, nothing_left = [left_behind(call["after"]) for call in calls]
    return [batches[2:], whole, [nothing_left, batches[:2], short]]


def _paste(challenge: Challenge) -> str:
    # Each call has a working directory of its own, like a program that is started again; what it saves
    # after the power cut is lost.
    program = challenge.inputs["programs"][1]
    return f"""
import contextlib, os, shutil, tempfile
def batches_run(folder, cut=None):
    seen, at_the_cut = [], folder + "-at-the-cut"
    def meter(batch):
        seen.append(batch)
        if len(seen) - 1 == cut:
            shutil.copytree(folder, at_the_cut)
            raise ValueError("the power failed")
        return batch
    with tempfile.TemporaryDirectory() as here, contextlib.chdir(here), tf.Graph().as_default():
        x, theta = tf.placeholder(tf.float32, [2]), tf.Variable({program["theta"]})
        gradient = theta - tf.reshape(tf.py_func(meter, [x], tf.float32), [2])
        step = tf.train.MomentumOptimizer({program["rate"]}, {program["momentum"]}).apply_gradients(
            [(gradient, theta)], tf.train.get_or_create_global_step())
        try:
            resume(tf.Session(), step, x, np.float32({program["batches"].tolist()}), folder)
        except tf.errors.OpError:
            pass
    if os.path.exists(at_the_cut):
        shutil.rmtree(folder)
        shutil.move(at_the_cut, folder)
    return len(seen)
with tempfile.TemporaryDirectory() as folder:
    counts = [batches_run(folder, cut) for cut in {program["cuts"]}]
counts
""".strip()


RESUME = exercise(
    id="savers/resume",
    title="Go on after a power cut, and reach the same numbers",
    answers=("resume",),
    cases=(
        Case.shown(
            "the number of batches run in each of five calls: three that end in a power cut (the "
            "interrupted batch counts), one that runs to the end, and one with nothing left to do",
            2,
            advice="After a power cut, training should go on with the batch that was interrupted, and a "
            "call with nothing left to do should run none. Save after every batch. The global step in the "
            "latest checkpoint of `folder` is the number of batches done; `step` itself adds 1 to it.",
        ),
        Case(
            "all variables at the end, as if nothing had happened",
            2,
            advice="The right batches were run, but the numbers differ from those of a training run that "
            "was never interrupted. The weights, the optimizer's memory and the global step must all be "
            "saved and restored.",
        ),
        Case(
            "all variables after a call with nothing left to do, and the batches and variables of another "
            "training run",
            1,
            advice="If all batches are done, the variables still get their values from the checkpoint.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "What must be known to go on after the power cut: which values, and which position in the batches?",
        "session.run(tf.train.get_global_step()) is the number of steps that are done; `step` itself "
        "adds 1 to it, and a saver saves it like any variable. The momentum is a variable, too.",
        "Begin as in exercise 2. The number of steps done is also the index of the first batch "
        "that is not done. Save after each step, before the next batch begins.",
    ),
    paste=_paste,
)
