"""The exercise on training that is interrupted and goes on: the chapter's small project."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.savers.evidence import refuse_generator
from grader.exercises.sessions.evidence import left_behind, numbers, reports
from grader.judging import UNREADABLE, Case, Exercise, Misconception, WrongAnswer
from grader.languages import _


def _draw(rng: np.random.Generator) -> Challenge:
    # A short training in a folder of its own comes first: what is kept elsewhere is in the way then.
    # In the long one, more batches are done than a saver keeps checkpoints before the second power cut.
    # The last batches before the cuts have the indices 0, 11 and 13, and in their calls 0, 10 and 1: whoever
    # saves only every k-th time, however it is counted, has not just saved before each of them.
    programs = [_program(rng, 2, [None, None]), _program(rng, 15, [1, 11, 2, None, None])]
    return Challenge("savers/resume", {"programs": programs})


def _program(rng: np.random.Generator, count: int, cuts: list[int | None]) -> dict[str, Any]:
    return {
        "theta": [float(number) for number in numbers(rng, 2, 2, 30)],
        "batches": np.asarray(numbers(rng, 2 * count, 2, 90), np.float32).reshape(count, 2),
        "rate": 0.25,
        "momentum": 0.75,
        "cuts": cuts,
    }


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    programs = challenge.inputs["programs"]
    *short, long = (
        _calls(report, len(program["cuts"]))
        for report, program in zip(reports(evidence, len(programs), "calls"), programs, strict=True)
    )
    for call in (call for calls in (*short, long) for call in calls):
        refuse_generator(call["value"])
        # The power cut itself arrives as an error of the operation that it hit.
        if isinstance(call["value"], Raised) and "the power failed" not in call["value"].message:
            return [call["value"]] * 3
    *_cut, whole, nothing_left = [None, *(left_behind(call["after"]) for call in long)]
    batches = [call["batches"] for call in long]
    others = [[call["batches"], left_behind(call["after"])] for calls in short for call in calls]
    return [batches, whole, [nothing_left, *others]]


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][1]
    return f"""
import contextlib, os, shutil, tempfile
def batches_run(folder, cut=None):
    seen, left = [], folder + "-left"
    def meter(batch):
        seen.append(batch)
        if len(seen) - 1 == cut:
            shutil.copytree(folder, left)
            raise ValueError("the power failed")
        return batch
    # each call has a working directory of its own, like a program that is started again
    with tempfile.TemporaryDirectory() as here, contextlib.chdir(here), tf.Graph().as_default():
        x, theta = tf.placeholder(tf.float32, [2]), tf.Variable({program["theta"]})
        gradient = theta - tf.reshape(tf.py_func(meter, [x], tf.float32), [2])
        step = tf.train.MomentumOptimizer({program["rate"]}, {program["momentum"]}).apply_gradients(
            [(gradient, theta)], tf.train.get_or_create_global_step())
        try:
            resume(tf.Session(), step, x, np.float32({program["batches"].tolist()}), folder)
        except tf.errors.OpError:  # the power cut
            pass
    if os.path.exists(left):  # what was saved after the power cut is lost
        shutil.rmtree(folder)
        shutil.move(left, folder)
    return len(seen)
with tempfile.TemporaryDirectory() as folder:
    counts = [batches_run(folder, cut) for cut in {program["cuts"]}]
counts
""".strip()


def _calls(report: Any, count: int) -> list[Any]:
    calls = report["calls"]
    keys = {"value", "batches", "after"}
    good = isinstance(calls, list) and len(calls) == count
    if not good or not all(isinstance(call, dict) and keys <= call.keys() for call in calls):
        raise WrongAnswer(_(UNREADABLE))
    return calls


Resume = Callable[[Any, Any, Any, Sequence[Any], str], None]


def _answer(
    *,
    restores: bool = True,
    skips: bool = True,
    variables: Callable[[], list[Any]] = tf.global_variables,
    every: int = 1,
    first: int = 1,
    before: bool = False,
    lag: int = 0,
    from_the_start: bool = False,
    named: bool = False,
    twice: bool = False,
) -> Callable[[], Resume]:
    """An answer; the keywords say what it does.

    restores: from a checkpoint that is there. skips: the batches that are done. variables: what it saves.
    every: it saves for every so many batches, counted from `first`, and for the last. before: whether it
    saves before the step. lag: how many batches too few it believes to be done, after it restored; with
    from_the_start, also if there was nothing to restore. named: whether it takes the index of the last batch,
    which it saved, for the number of those done. twice: whether it counts each step once more.
    It keeps the values in a file of its own: a saver's nodes would take longer.
    """

    def resume(session: Any, step: Any, x: Any, batches: Sequence[Any], folder: str) -> None:
        path = Path(folder, "values")
        session.run(tf.global_variables_initializer())
        counter = tf.train.get_global_step()
        interrupted = path.exists()
        index = 0
        if interrupted and restores:
            index, values = pickle.loads(path.read_bytes())
            for one, value in zip(variables(), values, strict=True):
                one.load(value, session)
        done = index if named else int(session.run(counter))
        late = lag if interrupted or from_the_start else 0
        begin = max(0, done - late) if skips else 0
        for index, batch in enumerate(batches[begin:], begin):
            if not before:
                session.run(step, {x: batch})
            if twice:
                counter.load(session.run(counter) + 1, session)
            if (index + first) % every == 0 or index == len(batches) - 1:
                path.write_bytes(pickle.dumps((index, session.run(variables()))))
            if before:
                session.run(step, {x: batch})

    return lambda: resume


def _without_momentum() -> list[Any]:
    return [*tf.trainable_variables(), tf.train.get_global_step()]


ONLY_AT_THE_END = 1000  # more batches than there are
SOMETIMES = (
    "a batch that was done before a power cut is run again: it is not in the checkpoint that you restore. "
    "Save after every batch, and restore the latest checkpoint."
)
SKIPS_ONE = (
    "you skip one batch. The global step is already the number of the next one: after k steps the batches 0 "
    "to k - 1 are done, so go on with number k."
)


RESUME = Exercise(
    id="savers/resume",
    title="Go on after a power cut, and reach the same numbers",
    answers=("resume",),
    cases=(
        Case(
            "the number of batches run in each of five calls: three that end in a power cut (the "
            "interrupted batch counts), one that runs to the end, and one with nothing left to do",
            2,
            visible=True,
            gate=True,
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
    parts=("programs",),
    reference=_answer(),
    misconceptions=(
        Misconception(
            "starts-over",
            _answer(restores=False),
            "your second call starts from scratch: everything trained before the power cut is done "
            "again. Restore the latest checkpoint of `folder`, and run no initializer after that.",
        ),
        Misconception(
            "repeats-the-batches",
            _answer(skips=False),
            "you restore the variables, but then you feed all batches again from the first. The model "
            "sees some of them twice. The global step says how many are done: go on with the next one.",
        ),
        Misconception(
            "forgets-the-momentum",
            _answer(variables=_without_momentum),
            "your checkpoints lack what the optimizer remembers: after the interruption, its momentum "
            "starts from zero. `tf.train.Saver()` takes all variables.",
        ),
        Misconception(
            "saves-at-the-end-only",
            _answer(every=ONLY_AT_THE_END),
            "you save only at the end. After a power cut nothing more can be saved, not even in a "
            "`finally`, so there is nothing to restore. Save after every batch.",
        ),
        Misconception("saves-only-sometimes", _answer(every=2), SOMETIMES),
        Misconception("saves-every-second-from-the-first", _answer(every=2, first=0), SOMETIMES),
        Misconception("saves-every-fifth", _answer(every=5), SOMETIMES),
        Misconception("saves-every-fifth-from-the-first", _answer(every=5, first=0), SOMETIMES),
        Misconception(
            "saves-before-the-step",
            _answer(before=True),
            "your latest checkpoint lacks the last step, so the next call takes that step again, even if "
            "training is complete. Save after each step, not before it.",
        ),
        Misconception(
            "repeats-one-batch",
            _answer(lag=1),
            "one batch is run twice: after k steps the batches 0 to k - 1 are done, so the next one is "
            "number k.",
        ),
        Misconception(
            "takes-the-index-for-the-count",
            _answer(named=True),
            "you keep the index of the last batch and take it for the number of batches done, so this batch "
            "is run again. After batch k, k + 1 batches are done.",
        ),
        Misconception(
            "counts-twice",
            _answer(twice=True),
            "you count each step twice: `step` already adds 1 to the global step. So batches are skipped "
            "after a power cut.",
        ),
        Misconception("skips-one-batch", _answer(lag=-1, from_the_start=True), SKIPS_ONE),
        Misconception("skips-the-interrupted-batch", _answer(lag=-1), SKIPS_ONE),
    ),
    hints=(
        "What must be known to go on after the power cut: which values, and which position in the batches?",
        "session.run(tf.train.get_global_step()) is the number of steps that are done; `step` itself "
        "adds 1 to it, and a saver saves it like any variable. The momentum is a variable, too.",
        "Begin as in exercise 2. The number of steps done is also the index of the first batch "
        "that is not done. Save after each step, before the next batch begins.",
    ),
    paste=_paste,
)
