"""The exercise on a checkpoint of a model that has changed since."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, different_arrays, in_order, left_behind, outcomes

LAYERS = ("hidden", "dense", "middle", "inner")
# Of each variable, its shape in the checkpoint and in the model. None: it is not there.
Shapes = dict[str, tuple[tuple[int, ...] | None, tuple[int, ...] | None]]


def _draw(rng: np.random.Generator) -> Challenge:
    old, new = (str(name) for name in rng.permutation(LAYERS)[:2])
    # The output layer has other classes now; its kernel has as many numbers as before. One table has more
    # rows than before, another has fewer. What comes last, there and here, fits.
    changed: Shapes = {
        f"{old}/kernel": ((3, 2), (3, 2)),
        f"{old}/bias": ((2,), (2,)),
        f"{new}/kernel": (None, (2, 3)),
        "output/kernel": ((2, 3), (3, 2)),
        "output/bias": ((3,), (2,)),
        "people": ((2, 3), (4, 3)),
        "places": ((3, 2), (2, 2)),
        "rate": (None, ()),
        "taken": ((), ()),
    }
    nothing: Shapes = {"theta": ((2,), (3,)), "a/bias": ((2,), None), "b/bias": (None, (2,))}
    first = _program(rng, "old", changed, [f"{old}/bias", "taken", "rate"])
    other = _program(rng, "other", nothing, [])
    return Challenge("savers/warm-start", {"programs": [first, other]})


def _program(
    rng: np.random.Generator, name: str, shapes: Shapes, frozen: list[str]
) -> dict[str, Any]:
    """A checkpoint and a model with these shapes; no number is there twice."""
    saved = {name: shape for name, (shape, _) in shapes.items() if shape is not None}
    model = {name: shape for name, (_, shape) in shapes.items() if shape is not None}
    there, here = different_arrays(rng, saved, model)
    return {"name": name, "saved": there, "model": here, "frozen": frozen}


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    (names, after), again, *nothing = [*map(_observed, outcomes(evidence, 4, "after"))]
    return [names, [after, *again], [part for call in nothing for part in call]]


def _observed(report: Any) -> list[Any]:
    """The names and the values; the error alone, as a restore that fails may have set some of them."""
    value = report["value"]
    if isinstance(value, Raised):
        return [value] * 2
    return [in_order(value), left_behind(report["after"])]


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    saved, model = (
        {name: list(value.shape) for name, value in program[key].items()}
        for key in ("saved", "model")
    )
    return f"""
import tempfile
with tempfile.TemporaryDirectory() as folder:
    with tf.Graph().as_default(), tf.Session() as session:
        for name, shape in {saved}.items():
            tf.Variable(tf.zeros(shape), name=name, trainable=name not in {program["frozen"]})
        session.run(tf.global_variables_initializer())
        path = tf.train.Saver().save(session, folder + "/old")
    with tf.Graph().as_default():
        for name, shape in {model}.items():
            tf.Variable(tf.zeros(shape), name=name, trainable=name not in {program["frozen"]})
        names = warm_start(tf.Session(), path)
sorted(names, key=str)
""".strip()


WARM_START = exercise(
    id="savers/warm-start",
    title="Restore what fits, initialize the rest",
    answers=("warm_start",),
    cases=(
        Case.shown(
            "the names in the returned list",
            1,
            advice="The list should contain `variable.op.name`, without a `:0`, for every variable, "
            "trainable or not, that the checkpoint holds with the same shape.",
        ),
        Case(
            "what the variables hold afterwards",
            1,
            advice="The names are right, but not the values: what fits should hold what is in the "
            "checkpoint, everything else its initial value. If a variable's shape has changed, restore no "
            "part of its old value.",
        ),
        Case(
            "a checkpoint in which nothing fits",
            1,
            advice="In the second checkpoint nothing fits. Then there is nothing to restore, and "
            "`tf.train.Saver([])` is an error; all variables get their initial values.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "What is in the checkpoint, and what does the graph want? Which function tells you the first, and "
        "which the second?",
        "`dict(tf.train.list_variables(path))` maps names to shapes. Look a variable up by "
        "`variable.op.name`, and compare the shape with `variable.shape.as_list()`.",
        "Initialize all variables first, then restore those that fit: that overwrites their initial values. "
        "If nothing fits, do not make a saver: it would find nothing to save.",
    ),
    paste=_paste,
)
