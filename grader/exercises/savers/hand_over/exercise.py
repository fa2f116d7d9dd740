"""The exercise on chosen variables under chosen names."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, checkpoint_values, different_arrays, left_behind, outcomes


def _draw(rng: np.random.Generator) -> Challenge:
    programs = [
        _program(rng, "teacher", "student", [2], "weights", ["student/bias"]),
        # Here the fresh session has a value for every variable.
        _program(rng, "big", "small", [2, 2], "handed"),
    ]
    return Challenge("savers/hand-over", {"programs": programs})


def _program(
    rng: np.random.Generator,
    source: str,
    target: str,
    shape: list[int],
    name: str,
    held: list[str] | None = None,
) -> dict[str, Any]:
    """held: the variables that have a value in the fresh session; all if None."""
    shapes: dict[str, list[int]] = {
        f"{source}/kernel": shape,
        f"{source}/bias": [],
        f"{target}/kernel": shape,
        f"{target}/bias": [],
    }
    trained, fresh = different_arrays(rng, shapes, shapes)
    return {
        "variables": trained,
        "fresh": {name: fresh[name] for name in held or fresh},
        "source": f"{source}/kernel",
        "target": f"{target}/kernel",
        "name": name,
    }


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found: list[list[Any]] = []
    reports = outcomes(evidence, 2, "files", "fresh")
    for report, program in zip(reports, challenge.inputs["programs"], strict=True):
        if isinstance(report["value"], Raised):
            found.append([report["value"]] * 2)
        else:
            saved = checkpoint_values(report["files"], program["name"])
            found.append([saved, left_behind(report["fresh"])])
    (file, fresh), other = found
    return [file, fresh, other]


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    values = {name: value.tolist() for name, value in program["variables"].items()}
    return f"""
import tempfile
with tf.Graph().as_default(), tempfile.TemporaryDirectory() as folder:
    trained, fresh = tf.Session(), tf.Session()
    w = {{name: tf.Variable(value, name=name) for name, value in {values}.items()}}
    trained.run(tf.global_variables_initializer())
    hand_over(trained, fresh, w[{program["source"]!r}], w[{program["target"]!r}], folder + "/weights")
    reader = tf.train.NewCheckpointReader(folder + "/weights")
    value = {{name: reader.get_tensor(name) for name in reader.get_variable_to_shape_map()}}
value
""".strip()


HAND_OVER = exercise(
    id="savers/hand-over",
    title="Save under a new name, restore into another variable",
    answers=("hand_over",),
    cases=(
        Case.shown(
            "what the checkpoint contains",
            1,
            advice="The checkpoint called `path` should contain one tensor, named `weights`: the value "
            "that `source` has in `trained`.",
        ),
        Case(
            "what the fresh session holds: the target's new value, all else unchanged",
            1,
            advice="The file is right. In the fresh session the target should hold the saved value, "
            "and every other variable should be as it was before.",
        ),
        Case(
            "other variables, of another shape",
            1,
            advice="With other variables, something goes wrong. Names, shapes and the last part of `path` "
            "may differ from call to call.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "How does a saver know which variables belong to it, and under which names they are stored?",
        "A saver made with a dictionary from names in the file to variables touches these variables only. "
        "You need two: one to write, one to read.",
        "Both savers use the same name in the file, but each maps it to another variable. One "
        "works in `trained`, the other in `fresh`.",
    ),
    paste=_paste,
)
