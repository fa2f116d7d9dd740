"""The exercise on restoring where there is a checkpoint, and initialising where there is none."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.savers.evidence import outcomes
from grader.exercises.sessions.evidence import numbers
from grader.judging import Case, Exercise, Misconception


def _draw(rng: np.random.Generator) -> Challenge:
    # In the order of the alphabet model-10 and model-11 stand before model-9.
    steps = [[9, 10], [8, 9, 11]]
    programs = [_program(rng, saved) for saved in ([], *steps)]
    return Challenge("savers/start", {"programs": [programs[1], programs[0], programs[2]]})


def _program(rng: np.random.Generator, steps: list[int]) -> dict[str, Any]:
    values = numbers(rng, 2 * len(steps) + 2, 2, 90)
    saved = [
        [step, [float(values[2 * place]), float(values[2 * place + 1])], step * 7]
        for place, step in enumerate(steps)
    ]
    return {"initial": [float(value) for value in values[-2:]], "saved": saved}


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    return [report["after"] for report in outcomes(evidence, 3, "after")]


Start = Callable[[Any, Any, str], None]


def _start() -> Start:
    def start(session: Any, saver: Any, folder: str) -> None:
        latest = tf.train.latest_checkpoint(folder)
        if latest:
            saver.restore(session, latest)
        else:
            session.run(tf.global_variables_initializer())

    return start


def _initialises_after() -> Start:
    def start(session: Any, saver: Any, folder: str) -> None:
        latest = tf.train.latest_checkpoint(folder)
        if latest:
            saver.restore(session, latest)
        session.run(tf.global_variables_initializer())

    return start


def _always_restores() -> Start:
    def start(session: Any, saver: Any, folder: str) -> None:
        saver.restore(session, tf.train.latest_checkpoint(folder))

    return start


def _restores_one(pick: Callable[[list[str]], str]) -> Callable[[], Start]:
    def start(session: Any, saver: Any, folder: str) -> None:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".index"))
        if names:
            saver.restore(session, os.path.join(folder, pick(names).removesuffix(".index")))
        else:
            session.run(tf.global_variables_initializer())

    return lambda: start


def _oldest(names: list[str]) -> str:
    return min(names, key=lambda name: int(name.removesuffix(".index").rpartition("-")[2]))


START = Exercise(
    id="savers/start",
    title="Go on where there is a checkpoint, begin where there is none",
    answers=("start",),
    cases=(
        Case("a folder with two checkpoints", 1, visible=True, gate=True),
        Case(
            "an empty folder",
            1,
            advice="In a folder without any checkpoint your function leaves the variables without "
            "their initial values. `tf.train.latest_checkpoint` returns None there.",
        ),
        Case("a folder with three checkpoints", 1),
    ),
    draw=_draw,
    observe=_observe,
    reference=_start,
    misconceptions=(
        Misconception(
            "initialises-after-restoring",
            _initialises_after,
            "you restore, and then you run the initializer: it sets every variable back to its "
            "initial value. Restore *instead* of initialising.",
        ),
        Misconception(
            "always-restores",
            _always_restores,
            "in a folder without a checkpoint you restore from None, which is an error. Ask first whether "
            "there is one; otherwise run the initializer.",
        ),
        Misconception(
            "last-of-the-alphabet",
            _restores_one(lambda names: names[-1]),
            "you take the name that comes last in the alphabet, and `model-9` comes after `model-10`. "
            "`tf.train.latest_checkpoint(folder)` knows which one was written last.",
        ),
        Misconception(
            "restores-the-oldest",
            _restores_one(_oldest),
            "you restore the oldest checkpoint of the folder, and lose all later training. "
            "`tf.train.latest_checkpoint(folder)` gives the path of the latest.",
        ),
    ),
    hints=(
        "There are two ways to give a variable its first value in a session. When is which one right?",
        "tf.train.latest_checkpoint(folder) is the path of the latest checkpoint, or None.",
        "latest = tf.train.latest_checkpoint(folder); if latest: saver.restore(session, latest); else: "
        "session.run(tf.global_variables_initializer())",
    ),
)
