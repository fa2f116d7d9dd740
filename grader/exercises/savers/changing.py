"""The exercise on a checkpoint of a model that has changed since."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised, TensorRef
from grader.exercises.savers.evidence import outcomes
from grader.exercises.sessions.evidence import left_behind, numbers
from grader.judging import Case, Exercise, Misconception

LAYERS = ("hidden", "dense", "middle", "inner")


Shapes = dict[str, tuple[int, ...]]


def _draw(rng: np.random.Generator) -> Challenge:
    old, new = (str(name) for name in rng.permutation(LAYERS)[:2])
    layer: Shapes = {f"{old}/kernel": (3, 2), f"{old}/bias": (2,)}
    output: Shapes = {"output/kernel": (3, 2), "output/bias": (2,)}
    # The output layer has other classes now; its kernel has as many numbers as before. One table has more
    # rows than before, another has fewer. What comes last, there and here, fits.
    changed = _program(
        rng,
        "old",
        {
            **layer,
            "output/kernel": (2, 3),
            "output/bias": (3,),
            "people": (2, 3),
            "places": (3, 2),
            "taken": (),
        },
        {
            **layer,
            f"{new}/kernel": (2, 3),
            **output,
            "people": (4, 3),
            "places": (2, 2),
            "rate": (),
            "taken": (),
        },
        [f"{old}/bias", "taken", "rate"],
    )
    nothing = _program(
        rng, "other", {"theta": (2,), f"{old}/bias": (2,)}, {"theta": (3,), f"{new}/bias": (2,)}, []
    )
    return Challenge("savers/warm-start", {"programs": [changed, nothing]})


def _program(
    rng: np.random.Generator, name: str, saved: Shapes, model: Shapes, frozen: list[str]
) -> dict[str, Any]:
    """A checkpoint and a model with these shapes; no number is there twice."""
    shapes = [*saved.values(), *model.values()]
    values = iter(numbers(rng, sum(int(np.prod(shape)) for shape in shapes), 2, 200))

    def drawn(shapes: Shapes) -> dict[str, Any]:
        return {
            name: np.array([next(values) for _ in range(int(np.prod(one)))], np.float32).reshape(
                one
            )
            for name, one in shapes.items()
        }

    return {"name": name, "saved": drawn(saved), "model": drawn(model), "frozen": frozen}


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    (names, after), second = [_observed(report) for report in outcomes(evidence, 2, "after")]
    return [names, after, second]


def _observed(report: Any) -> list[Any]:
    """The names and the values; the error alone, as a restore that fails may have set some of them."""
    value = report["value"]
    return (
        [value] * 2 if isinstance(value, Raised) else [_names(value), left_behind(report["after"])]
    )


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


def _names(value: Any) -> Any:
    """The names in order: a set or a tuple of them is as good as a list. Variables are ordered by name."""
    if not isinstance(value, (list, tuple, set, frozenset, np.ndarray)):
        return value
    items = value.ravel().tolist() if isinstance(value, np.ndarray) else list(value)
    if all(isinstance(item, str) for item in items):
        return sorted(items)
    if all(isinstance(item, TensorRef) for item in items):
        return sorted(items, key=lambda item: item.name)
    return value


WarmStart = Callable[[Any, str], list[str]]
Matches = Callable[[Any, dict[str, list[int]]], bool]


def _by_name_and_shape(variable: Any, stored: dict[str, list[int]]) -> bool:
    return stored.get(variable.op.name) == variable.shape.as_list()


def _by_name(variable: Any, stored: dict[str, list[int]]) -> bool:
    return variable.op.name in stored


def _by_size(variable: Any, stored: dict[str, list[int]]) -> bool:
    name = variable.op.name
    return name in stored and np.prod(stored[name]) == np.prod(variable.shape.as_list())


def _by_tensor_name(variable: Any, stored: dict[str, list[int]]) -> bool:
    return variable.name in stored


def _trainable(variable: Any, stored: dict[str, list[int]]) -> bool:
    trainable = variable in tf.trainable_variables()
    return trainable and _by_name_and_shape(variable, stored)


def _all(variable: Any, stored: dict[str, list[int]]) -> bool:
    return True


def _answer(
    matches: Matches = _by_name_and_shape, initializes: str = "before", reshape: bool = False
) -> Callable[[], WarmStart]:
    """An answer; initializes: "before" restoring, "after" it, or "never"."""

    def warm_start(session: Any, path: str) -> list[str]:
        stored = dict(tf.train.list_variables(path))
        chosen = [one for one in tf.global_variables() if matches(one, stored)]
        if initializes == "before":
            session.run(tf.global_variables_initializer())
        if chosen:
            tf.train.Saver(chosen, reshape=reshape).restore(session, path)
        if initializes == "after":
            session.run(tf.global_variables_initializer())
        return [one.op.name for one in chosen]

    return lambda: warm_start


WARM_START = Exercise(
    id="savers/warm-start",
    title="Restore what fits, initialize the rest",
    answers=("warm_start",),
    cases=(
        Case(
            "the names in the returned list",
            1,
            visible=True,
            gate=True,
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
    reference=_answer(),
    misconceptions=(
        Misconception(
            "restores-everything",
            _answer(_all),
            "`tf.train.Saver()` wants every variable of the graph, and the checkpoint does not have all "
            "of them: NotFoundError. Give the saver a list of those that are there.",
        ),
        Misconception(
            "compares-names-only",
            _answer(_by_name),
            "you choose by name alone. A saver cannot restore a variable whose shape has changed: "
            "InvalidArgumentError. Compare the shapes, too.",
        ),
        Misconception(
            "compares-sizes",
            _answer(_by_size, reshape=True),
            "you accept a tensor that has the same number of elements in another shape. Then the numbers end "
            "up in the wrong places. Compare the shapes themselves.",
        ),
        Misconception(
            "trainable-variables-only",
            _answer(_trainable),
            "you choose from the trainable variables only. A checkpoint has the others as well, such as a "
            "counter: `tf.global_variables()` returns all of them.",
        ),
        Misconception(
            "finds-nothing",
            _answer(_by_tensor_name),
            "your function returns no name, although some variables fit. If you look for `variable.name`, it "
            "ends in `:0`, and the names in this checkpoint do not: use `variable.op.name`. If you compare "
            "shapes, `list_variables` gives lists: compare them with `variable.shape.as_list()`. If you "
            "restore all variables at once, one that does not fit makes it fail: first choose those that "
            "fit.",
        ),
        Misconception(
            "initializes-after-restoring",
            _answer(initializes="after"),
            "you run the initializer of all variables after restoring: what you restored is "
            "overwritten. Initialize first, then restore.",
        ),
        Misconception(
            "never-initializes",
            _answer(initializes="never"),
            "what fits is restored, but the other variables have no value at all. Run their "
            "initializer, too, and do so before you restore.",
        ),
    ),
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
