"""The exercise on chosen variables under chosen names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.savers.evidence import outcomes
from grader.exercises.sessions.evidence import left_behind, numbers
from grader.judging import Case, Exercise, Misconception, checkpoint_values


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
    shapes = {
        f"{source}/kernel": shape,
        f"{source}/bias": [],
        f"{target}/kernel": shape,
        f"{target}/bias": [],
    }
    values = iter(numbers(rng, 4 * int(np.prod(shape)) + 4, 2, 90))

    def drawn() -> dict[str, Any]:
        return {
            name: np.array([next(values) for _ in range(int(np.prod(one)))], np.float32).reshape(
                one
            )
            for name, one in shapes.items()
        }

    trained, fresh = drawn(), drawn()
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


HandOver = Callable[[Any, Any, Any, Any, str], None]


def _chosen(source: Any, target: Any) -> tuple[Any, Any]:
    return tf.train.Saver({"weights": source}), tf.train.Saver({"weights": target})


def _everything(source: Any, target: Any) -> tuple[Any, Any]:
    return tf.train.Saver(), tf.train.Saver()


def _a_list(source: Any, target: Any) -> tuple[Any, Any]:
    return tf.train.Saver([source]), tf.train.Saver({source.op.name: target})


def _two_lists(source: Any, target: Any) -> tuple[Any, Any]:
    return tf.train.Saver([source]), tf.train.Saver([target])


def _name_of_the_tensor(source: Any, target: Any) -> tuple[Any, Any]:
    return tf.train.Saver({"weights:0": source}), tf.train.Saver({"weights:0": target})


def _into_the_source(source: Any, target: Any) -> tuple[Any, Any]:
    saver = tf.train.Saver({"weights": source})
    return saver, saver


def _answer(
    savers: Callable[[Any, Any], tuple[Any, Any]],
    initializes: bool = False,
    into_trained: bool = False,
) -> Callable[[], HandOver]:
    def hand_over(trained: Any, fresh: Any, source: Any, target: Any, path: str) -> None:
        writer, reader = savers(source, target)
        writer.save(trained, path, write_meta_graph=False)
        if initializes:
            fresh.run(tf.global_variables_initializer())
        reader.restore(trained if into_trained else fresh, path)

    return lambda: hand_over


HAND_OVER = Exercise(
    id="savers/hand-over",
    title="Save under a new name, restore into another variable",
    answers=("hand_over",),
    cases=(
        Case(
            "what the checkpoint contains",
            1,
            visible=True,
            gate=True,
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
    reference=_answer(_chosen),
    misconceptions=(
        Misconception(
            "saves-everything",
            _answer(_everything),
            "`tf.train.Saver()` takes all variables, under their own names. The file should contain just "
            'one tensor: `tf.train.Saver({"weights": source})`.',
        ),
        Misconception(
            "keeps-the-variables-name",
            _answer(_a_list),
            "your saver was given a list, so the tensor in the file has the variable's own name. A dict "
            'says which name it should have there: `{"weights": source}`.',
        ),
        Misconception(
            "looks-for-the-targets-name",
            _answer(_two_lists),
            "a saver that is given a list uses the variable's own name in the file. So your second "
            "saver looks for the target's name, which is not there: NotFoundError. Give each saver a "
            'dict, with the same name in both: `{"weights": source}` and `{"weights": target}`.',
        ),
        Misconception(
            "names-a-tensor",
            _answer(_name_of_the_tensor),
            "the name in your file is `weights:0`. That is what a tensor in a graph is called; a name in a "
            "checkpoint is what you choose, here `weights`.",
        ),
        Misconception(
            "restores-into-the-source",
            _answer(_into_the_source),
            "you restore with the saver that wrote the file, so the value goes back into the source. "
            "The target needs a saver of its own, which maps the same name to another variable.",
        ),
        Misconception(
            "restores-into-the-trained-session",
            _answer(_chosen, into_trained=True),
            "the fresh session is as it was before. Restore the value there: `restore` works in the session "
            "that you pass to it, here `fresh`.",
        ),
        Misconception(
            "initializes-the-others",
            _answer(_chosen, initializes=True),
            "you run the initializer of all variables in the fresh session: what it already held is lost. "
            "A variable that is restored needs no initializer.",
        ),
    ),
    hints=(
        "How does a saver know which variables belong to it, and under which names they are stored?",
        "A saver made with a dict {name in the file: variable} touches these variables only. You need one to "
        "write and another to read.",
        "Both savers use the same name in the file, but each maps it to another variable. One "
        "works in `trained`, the other in `fresh`.",
    ),
    paste=_paste,
)
