"""The exercise on a model whose building code is not there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.savers.evidence import outcomes
from grader.exercises.sessions.evidence import numbers
from grader.judging import Case, Exercise, Misconception


def _draw(rng: np.random.Generator) -> Challenge:
    shapes = {"theta": (2, 1), "bias": ()}, {"first": (3, 2), "shift": (2,), "second": (2, 2)}
    programs = [
        {
            "model": model,
            "rows": _array(rng, (3, width)),
            "variables": {
                name: [_array(rng, shape), _array(rng, shape)] for name, shape in variables.items()
            },
        }
        for model, width, variables in (("linear", 2, shapes[0]), ("two layers", 3, shapes[1]))
    ]
    return Challenge("savers/predict", {"programs": programs})


def _array(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    size = int(np.prod(shape, dtype=int))
    return np.asarray(numbers(rng, size, 1, 30), np.float32).reshape(shape)


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    return [report["value"] for report in outcomes(evidence, 2)]


Predict = Callable[[str, Any], Any]


def _answer(
    *, restores: bool = True, initialises: bool = False, fetch: str = "prediction:0"
) -> Callable[[], Predict]:
    """An answer; initialises: whether it runs the initializer after the file was read."""

    def predict(path: str, rows: Any) -> Any:
        with tf.Graph().as_default(), tf.Session() as session:
            saver = tf.train.import_meta_graph(path + ".meta")
            if restores:
                saver.restore(session, path)
            if initialises:
                session.run(tf.global_variables_initializer())
            return session.run(fetch, {"rows:0": rows})

    return lambda: predict


PREDICT = Exercise(
    id="savers/predict",
    title="Use a model without its code",
    answers=("predict",),
    cases=(
        Case("the predictions of one model", 1, visible=True, gate=True),
        Case("the predictions of a model that was built in another way", 2),
    ),
    draw=_draw,
    observe=_observe,
    reference=_answer(),
    misconceptions=(
        Misconception(
            "initialises-over-it",
            _answer(initialises=True),
            "you run the initializer after restoring, so these are predictions of the model as it was before "
            "training. The restored values are all that the variables need.",
        ),
        Misconception(
            "imports-the-graph-only",
            _answer(restores=False),
            "you import the graph, but the variables have no values: the `.meta` file holds the recipe "
            "only. `import_meta_graph` returns a saver; restore with it.",
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
            "your function returns the rows that it was given. Fetch `prediction:0` and feed "
            "`rows:0`.",
        ),
    ),
    hints=(
        "Beside the values there is a file `path.meta`. What is in it, and what reads it?",
        "saver = tf.train.import_meta_graph(path + '.meta') adds the nodes to the default graph; the saver "
        "gives the variables their values. Tensors are found by their names.",
        "After saver.restore(session, path): return session.run('prediction:0', {'rows:0': rows}).",
    ),
)
