"""The exercise on restoring where there is a checkpoint, and initializing where there is none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, different, first_error, left_behind, outcomes, together


def _draw(rng: np.random.Generator) -> Challenge:
    # In the order of the alphabet, model-10 stands before model-9. In the last folder, the latest checkpoint
    # has neither the highest number nor the lowest, and comes neither first nor last in the alphabet.
    # A folder without a checkpoint need not be empty.
    values = [float(number) for number in different(rng, 4, 90, 99)]
    nearby = [[12, values[2:], 84]]
    programs: list[dict[str, Any]] = [
        {"name": "model", "saved": _saved(rng, [9, 10]), "notes": [], "nearby": []},
        {"name": "model", "saved": [], "notes": ["notes.txt"], "nearby": nearby},
        {
            "name": "my-house",
            "saved": _saved(rng, [8, 9, 100, 10, 20]),
            "notes": [],
            "nearby": nearby,
        },
    ]
    for program in programs:
        program["initial"] = values[:2]
    return Challenge("savers/start", {"programs": programs})


def _saved(rng: np.random.Generator, steps: list[int]) -> list[list[Any]]:
    values = [float(number) for number in different(rng, 2 * len(steps), 2, 90)]
    return [[step, values[2 * place : 2 * place + 2], step * 7] for place, step in enumerate(steps)]


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    saved = [checkpoint[:2] for checkpoint in program["saved"]]
    return f"""
import tempfile
with tf.Graph().as_default(), tempfile.TemporaryDirectory() as folder:
    w = {{"theta": tf.Variable({program["initial"]}), "taken": tf.Variable(7, trainable=False)}}
    session, writer = tf.Session(), tf.train.Saver()
    for number, value in {saved}:
        session.run([w["theta"].assign(value), w["taken"].assign(number * 7)])
        writer.save(session, folder + "/model", number, write_meta_graph=False)
    session = tf.Session()
    start(session, tf.train.Saver(), folder)
    value = session.run(w)
value
""".strip()


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = [*map(_observed, outcomes(evidence, 6, "after"))]
    return [found[0], together(found[2:4]), together([found[1], *found[4:]])]


def _observed(report: Any) -> Any:
    """The values of the variables, or the error that the function raised, or that reading one gives."""
    if isinstance(report["value"], Raised):
        return report["value"]
    values = left_behind(report["after"])
    return (first_error(values.values()) if isinstance(values, Mapping) else None) or values


START = exercise(
    id="savers/start",
    title="Go on if there is a checkpoint, begin if there is none",
    answers=("start",),
    cases=(
        Case.shown(
            "a folder with two checkpoints",
            1,
            advice="`session` should hold the values of the checkpoint in `folder` that was written last.",
        ),
        Case(
            "a folder that holds no checkpoint, only a text file",
            1,
            gate=True,
            advice="If the folder contains no checkpoint, all variables should get their initial values. "
            "`tf.train.latest_checkpoint` then returns None.",
        ),
        Case(
            "a folder with five checkpoints, of which the latest does not have the highest number",
            1,
            advice="In a folder with more checkpoints, the values are wrong. They should be those of the one "
            "that was saved last: `tf.train.latest_checkpoint(folder)` is its path.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "There are two ways to give a variable its first value in a session. When is each one right?",
        "tf.train.latest_checkpoint(folder) is the path of the latest checkpoint, or None.",
        "Ask for the path first, and let an `if` decide. Only one of the two ways is needed: a "
        "restored variable needs no initializer.",
    ),
    paste=_paste,
)
