"""The exercise on a model whose building code is not there."""

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
    return Challenge("savers/predict", {"programs": programs})


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
    return np.asarray(numbers(rng, size, 1, 30), np.float32).reshape(shape)


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


Forecast = Callable[[str, Any], Any]


def _answer(
    *,
    restores: bool = True,
    latest: bool = False,
    initializes: bool = False,
    fetch: str = "prediction:0",
) -> Callable[[], Forecast]:
    """An answer; latest: whether it restores the latest checkpoint of the folder.

    initializes: whether it runs the initializer after the file was read.
    """

    def forecast(path: str, rows: Any) -> Any:
        with tf.Graph().as_default(), tf.Session() as session:
            saver = tf.train.import_meta_graph(path + ".meta")
            if restores:
                assert saver is not None  # the file has variables
                values = tf.train.latest_checkpoint(os.path.dirname(path)) if latest else path
                saver.restore(session, values)
            if initializes:
                session.run(tf.global_variables_initializer())
            return session.run(fetch, {"rows:0": rows})

    return lambda: forecast


def _trainable_variables_only() -> Forecast:
    def forecast(path: str, rows: Any) -> Any:
        with tf.Graph().as_default(), tf.Session() as session:
            tf.train.import_meta_graph(path + ".meta")
            session.run(tf.global_variables_initializer())
            tf.train.Saver(tf.trainable_variables(), name="trainable").restore(session, path)
            return session.run("prediction:0", {"rows:0": rows})

    return forecast


def _into_the_default_graph() -> Forecast:
    def forecast(path: str, rows: Any) -> Any:
        saver = tf.train.import_meta_graph(path + ".meta")
        assert saver is not None
        with tf.Session() as session:
            saver.restore(session, path)
            return session.run("prediction:0", {"rows:0": rows})

    return forecast


def _under_a_fixed_scope() -> Forecast:
    def forecast(path: str, rows: Any) -> Any:
        saver = tf.train.import_meta_graph(path + ".meta", import_scope="imported")
        assert saver is not None
        with tf.Session() as session:
            saver.restore(session, path)
            return session.run("imported/prediction:0", {"imported/rows:0": rows})

    return forecast


def _session_before_the_graph() -> Forecast:
    def forecast(path: str, rows: Any) -> Any:
        with tf.Session() as session, tf.Graph().as_default():
            saver = tf.train.import_meta_graph(path + ".meta")
            assert saver is not None
            saver.restore(session, path)
            return session.run("prediction:0", {"rows:0": rows})

    return forecast


PREDICT = Exercise(
    id="savers/predict",
    title="Use a model without its code",
    answers=("forecast",),
    cases=(
        Case(
            "the predictions of one model",
            1,
            visible=True,
            gate=True,
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
    reference=_answer(),
    misconceptions=(
        Misconception(
            "predicts-with-the-initial-values",
            _answer(initializes=True),
            "these are the predictions of the model as it was before training: the variables hold their "
            "initial values. Either you do not restore, or you run the initializer afterwards.",
        ),
        Misconception(
            "has-no-values",
            _answer(restores=False),
            "in the session you use, the variables have no values: the `.meta` file is only the recipe. "
            "`import_meta_graph` returns a saver for all variables; restore with it, in the same session.",
        ),
        Misconception(
            "trainable-variables-only",
            _trainable_variables_only,
            "only the trainable variables hold what was saved; the others, such as a bias that was kept "
            "fixed, hold their initial values. Restore all variables, with the saver that "
            "`import_meta_graph` returns.",
        ),
        Misconception(
            "imports-into-the-default-graph",
            _into_the_default_graph,
            "you import the model into the default graph. If the names are taken there, the model's nodes "
            "are called `rows_1` and `prediction_1`, and you run somebody else's. Give the model a new "
            "graph: `with tf.Graph().as_default():`.",
        ),
        Misconception(
            "imports-under-a-fixed-scope",
            _under_a_fixed_scope,
            "you import the model into the default graph, under a scope. In a second call this scope is "
            "taken, so the new nodes get another one, and you run those of the first call. Give the model a "
            "new graph: `with tf.Graph().as_default():`.",
        ),
        Misconception(
            "restores-the-latest",
            _answer(latest=True),
            "you restore the latest checkpoint of the folder. Restore the one that was asked for: `path`.",
        ),
        Misconception(
            "session-before-the-graph",
            _session_before_the_graph,
            "your session belongs to a different graph from the model. A session takes the graph that is the "
            "default when it is made: make it inside `with tf.Graph().as_default():`, or pass `graph=`.",
        ),
        Misconception(
            "fetches-the-operation",
            _answer(fetch="prediction"),
            "you fetch the operation `prediction`, and a run returns None for an operation. Its output, "
            "the tensor, is called `prediction:0`.",
        ),
        Misconception(
            "returns-the-rows",
            _answer(fetch="rows:0"),
            "your function returns the rows it was given. Fetch `prediction:0` and feed `rows:0`.",
        ),
    ),
    hints=(
        "Besides the values, there is a file called `path.meta`. What is in it, and what reads it?",
        "`tf.train.import_meta_graph` adds the nodes to the default graph, and returns a saver "
        "for the values. Give the model a new graph, so that its names are free.",
        "You have no Python variables for the tensors, but `run` takes names as well, for fetches "
        "and for feeds.",
    ),
    paste=_paste,
)
