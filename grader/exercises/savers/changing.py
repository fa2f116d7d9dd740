"""The exercise on a checkpoint of a model that has changed since."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.savers.evidence import outcomes
from grader.exercises.sessions.evidence import numbers
from grader.judging import Case, Exercise, Misconception

LAYERS = ("hidden", "dense", "middle", "inner")


def _draw(rng: np.random.Generator) -> Challenge:
    old, new = (str(name) for name in rng.permutation(LAYERS)[:2])
    # The output layer has other classes now; its kernel has as many numbers as before.
    changed = {
        "saved": {
            f"{old}/kernel": _array(rng, 3, 2),
            f"{old}/bias": _array(rng, 2),
            "output/kernel": _array(rng, 2, 3),
            "output/bias": _array(rng, 3),
        },
        "model": {
            f"{old}/kernel": _array(rng, 3, 2),
            f"{old}/bias": _array(rng, 2),
            f"{new}/kernel": _array(rng, 2, 3),
            "output/kernel": _array(rng, 3, 2),
            "output/bias": _array(rng, 2),
        },
    }
    same = {
        "saved": {"theta": _array(rng, 2), f"{old}/bias": _array(rng, 2), "taken": _array(rng, 1)},
        "model": {"theta": _array(rng, 2), "taken": _array(rng, 1), f"{new}/bias": _array(rng, 2)},
    }
    return Challenge("savers/warm-start", {"programs": [changed, same]})


def _array(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return np.asarray(numbers(rng, int(np.prod(shape)), 2, 90), np.float32).reshape(shape)


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    first, second = outcomes(evidence, 2, "after")
    both = [_names(second["value"]), second["after"]]
    if isinstance(second["value"], Raised):
        both = [second["value"]] * 2
    return [_names(first["value"]), first["after"], both]


def _names(value: Any) -> Any:
    """The names in order, where they are names: a set or a tuple of them is as good as a list."""
    if isinstance(value, (list, tuple, set, frozenset, np.ndarray)):
        items = list(value)
        if all(isinstance(item, str) for item in items):
            return sorted(items)
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


def _all(variable: Any, stored: dict[str, list[int]]) -> bool:
    return True


def _answer(
    matches: Matches = _by_name_and_shape, initialises: str = "before", reshape: bool = False
) -> Callable[[], WarmStart]:
    """An answer; initialises: "before" restoring, "after" it, or "never"."""

    def warm_start(session: Any, path: str) -> list[str]:
        stored = dict(tf.train.list_variables(path))
        chosen = [one for one in tf.global_variables() if matches(one, stored)]
        if initialises == "before":
            session.run(tf.global_variables_initializer())
        tf.train.Saver(chosen, reshape=reshape).restore(session, path)
        if initialises == "after":
            session.run(tf.global_variables_initializer())
        return [one.op.name for one in chosen]

    return lambda: warm_start


WARM_START = Exercise(
    id="savers/warm-start",
    title="Restore what fits, initialise the rest",
    answers=("warm_start",),
    cases=(
        Case("which variables were restored", 1, visible=True, gate=True),
        Case(
            "what the variables hold afterwards",
            1,
            advice="The names are right, but not the values: what fits should hold what is in the "
            "checkpoint, everything else its initial value.",
        ),
        Case("another pair of models", 1),
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
            "you choose by name alone. A variable whose shape has changed cannot be restored: "
            "InvalidArgumentError. Compare the shapes, too.",
        ),
        Misconception(
            "compares-sizes",
            _answer(_by_size, reshape=True),
            "you accept a tensor that has as many numbers but another shape. Its numbers belong to other "
            "places there. Compare the shapes themselves.",
        ),
        Misconception(
            "initialises-after-restoring",
            _answer(initialises="after"),
            "you run the initializer of all variables after restoring: what you restored is "
            "overwritten. Initialise first, restore then.",
        ),
        Misconception(
            "never-initialises",
            _answer(initialises="never"),
            "what fits is restored, but the other variables have no value at all. Run their "
            "initializer, too, and do so before you restore.",
        ),
    ),
    hints=(
        "What is in the checkpoint, and what does the graph want? Which function tells you the first, and "
        "which the second?",
        "dict(tf.train.list_variables(path)) maps names to shapes. A variable's name there is "
        "variable.op.name, its shape is variable.shape.as_list().",
        "fits = [v for v in tf.global_variables() if stored.get(v.op.name) == v.shape.as_list()]; run the "
        "initializer of all; then tf.train.Saver(fits).restore(session, path).",
    ),
)
