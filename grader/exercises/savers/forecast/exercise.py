"""The exercise on a model whose building code is not there."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.judging import Case, different, outcomes


def _draw(rng: np.random.Generator) -> Challenge:
    programs = [
        _program(rng, "linear", 2, {"theta": (2, 1), "bias": ()}, "model", 1),
        # It is saved twice, with other values, under the same name, and is never the latest of its folder.
        # Both calls have the same default graph, in which its nodes' names are taken.
        {
            **_program(
                rng, "two layers", 3, {"first": (3, 2), "shift": (2,), "second": (2, 2)}, "net", 2
            ),
            "others": ["house", "price"],
            "crowded": True,
        },
    ]
    return Challenge("savers/forecast", {"programs": programs})


def _program(
    rng: np.random.Generator,
    model: str,
    width: int,
    shapes: dict[str, tuple[int, ...]],
    name: str,
    saves: int,
) -> dict[str, Any]:
    return {
        "model": model,
        "rows": _array(rng, (3, width)),
        "variables": {
            variable: [initial, saved]
            for variable, shape in shapes.items()
            for initial, *saved in [_array(rng, (1 + saves, *shape))]  # no number is there twice
        },
        "frozen": ["bias", "shift"],
        "name": name,
        "others": [],
        "crowded": False,
    }


def _array(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    size = int(np.prod(shape, dtype=int))
    return np.asarray(different(rng, size, 1, 30), np.float32).reshape(shape)


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    first, *others = [report["value"] for report in outcomes(evidence, 3)]
    return [first, others]


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    theta, bias = program["variables"]["theta"], program["variables"]["bias"]
    return f"""
import tempfile
with tempfile.TemporaryDirectory() as folder:
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None, 2], name="rows")
        theta = tf.Variable({theta[0].tolist()}, name="theta")
        bias = tf.Variable({bias[0].tolist()}, name="bias", trainable=False)
        tf.identity(tf.matmul(x, theta) + bias, name="prediction")
        session.run([theta.assign({theta[1][0].tolist()}), bias.assign({bias[1][0].tolist()})])
        tf.train.Saver().save(session, folder + "/model")
    value = forecast(folder + "/model", np.float32({program["rows"].tolist()}))
value
""".strip()


FORECAST = exercise(
    id="savers/forecast",
    title="Use a model without its code",
    answers=("forecast",),
    cases=(
        Case.shown(
            "the predictions of one model",
            1,
            advice="Import the graph from `path.meta`, restore the values, and run `prediction:0` once, with "
            "all `rows` fed as `rows:0`. Return what this run gives.",
        ),
        Case(
            "two predictions of a model that was built differently, with more training in between, other "
            "checkpoints in its folder, and nodes with the same names in the default graph",
            2,
            advice="With another model, something goes wrong. Rely on nothing in its graph except the names "
            "`rows:0` and `prediction:0`. Read the files of `path` each time, as they may hold other values. "
            "Keep the model apart from what is in the default graph.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "Besides the values, there is a file called `path.meta`. What is in it, and what reads it?",
        "`tf.train.import_meta_graph` adds the nodes to the default graph, and returns a saver "
        "for the values. Give the model a new graph, so that its names are free.",
        "You have no Python variables for the tensors, but `run` takes names as well, for fetches "
        "and for feeds.",
    ),
    paste=_paste,
)
