"""Carrying the values of variables into a file and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.build_an_engine.graphs import in_a_function
from grader.exercises.build_an_engine.saver.probe import LARGE
from grader.exercises.definition import exercise
from grader.judging import Case, first_error, part, reports
from grader.languages import N_, _

SAVED = [(1, "state"), (1, "files"), (3, "files")]
NO_FILE = N_("`save` wrote no file")


def _draw_saver(rng: np.random.Generator) -> Challenge:
    def some(*shape: int) -> np.ndarray:
        return np.round(rng.uniform(1, 99, shape), 1)

    names = [str(name) for name in rng.permutation(["weights", "bias", "rate", "table"])]
    layer = f"layer{int(rng.integers(1, 9))}"
    shown = {names[0]: some(2), names[1]: some()}
    inner, outer = f"{layer}/{names[0]}", f"{layer}/{names[1]}"
    like_inner = [f"{layer}{mark}{names[0]}" for mark in ("_", "__", ".", "-", "")]
    state = {
        inner: some(2),
        "apart": some(),
        outer: some(2),
        names[0]: np.array(2**53 + int(rng.integers(1, 99)) * 2 + 1),  # no float is equal to it
        names[2]: some(2, 3) * 1e100,  # too large for float32
    }
    state |= {name: some(2) for name in like_inner}
    chosen = [name for name in state if name != "apart"]
    # Restored in another order, and fewer variables than in the file.
    programs = [_program(shown, names[:2], names[:2]), _program(state, chosen, [names[2], outer])]
    return Challenge("build-an-engine/saver", {"programs": programs})


def _program(state: dict[str, Any], chosen: list[str], again: list[str]) -> dict[str, Any]:
    """What is saved is written over an earlier file, and moved before something else is saved."""
    more = {"first": 1, "state": 0, "later": 500, "changed": 1000}
    states = {
        name: {key: np.array(state[key] + number) for key in state} for name, number in more.items()
    }
    steps = [
        ["save", 0, "first", "model.ckpt"],
        ["save", 0, "state", "model.ckpt"],
        ["move", "model", "moved"],
        ["save", 0, "later", "later.ckpt"],
        ["restore", 0, "changed", "moved.ckpt"],
        ["restore", 1, "new", "moved.ckpt"],
    ]
    states["new"] = {"other": np.array(5.0)}
    return {"lists": [chosen, again], "states": states, "steps": steps}


def _observe_saver(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, hidden = reports(evidence, 2)
    back = _restored(hidden, 4)
    return [
        _restored(shown, 4),
        [back, _no_arrays(back)] if isinstance(back, dict) else back,
        _restored(hidden, 5),
        [_saved(shown), _saved(hidden)],
    ]


def _restored(report: Any, step: int) -> Any:
    """The state after a step, if the steps before have saved something."""
    saves = [part(report, "steps", number) for number in (0, 1, 3)]
    if error := first_error(saves):
        return error
    return part(report, "steps", step, "state") if part(saves[1], "files") else _(NO_FILE)


def _no_arrays(state: dict[str, Any]) -> list[str]:
    return [name for name, value in state.items() if not isinstance(value, np.ndarray)]


def _saved(report: Any) -> Any:
    """The files and the state after saving; whether the list is as it was, and the later file is small."""
    state, first, second = (part(report, "steps", *keys) for keys in SAVED)
    if error := first_error([state, first, second]):
        return error
    small = sum(second.values()) - sum(first.values()) < LARGE
    return [sorted(first), state, part(report, "lists"), small]


def _paste_saver(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    values = program["states"]["state"].items()
    state = ", ".join(f'"{name}": np.array({value.tolist()})' for name, value in values)
    return in_a_function(f"""
import os, tempfile
node = {{"kind": "variable", "value": 0.0}}
variables = [type("Node", (), {{"name": name, **node}}) for name in {program["lists"][0]}]
state = {{{state}}}
later = {{name: array + 1000 for name, array in state.items()}}
save, restore = saver(variables)
with tempfile.TemporaryDirectory() as folder:
    save({{name: array + 1 for name, array in state.items()}}, os.path.join(folder, "model.ckpt"))
    save(state, os.path.join(folder, "model.ckpt"))
    written = os.listdir(folder)
    for array in state.values():
        array += 1000
    save({{name: array - 500 for name, array in later.items()}}, os.path.join(folder, "later.ckpt"))
    restore(later, os.path.join(folder, "model.ckpt"))
later if written else {_(NO_FILE)!r}
""")


SAVER = exercise(
    id="build-an-engine/saver",
    title="Values into a file, and back by name",
    answers=("saver",),
    cases=(
        Case.shown(
            "saved, changed, restored",
            0.5,
            advice="`restore` should read the arrays from the file, and put them into the `state` that it is "
            "given, each with its own type and shape.",
        ),
        Case(
            "nine of ten variables, of several shapes; the tenth stays as it is",
            0.25,
            advice="Save and restore the variables that `saver` was given, and no others. Each has its own "
            "name: `a/b` is not `a_b`. `restore` should put arrays into the state, with the type, the shape "
            "and the digits that they had.",
        ),
        Case(
            "restored by a program that lists fewer variables, in another order",
            1.75,
            advice="Nothing is left of the first program but the file: names are all that the two programs "
            "share. Restore the variables of the list, and no others, even if the file holds more.",
        ),
        Case(
            "the file is the one at `path`, holds these variables only, and saving changes nothing",
            0.5,
            advice="After `save(state, path)` there should be one file, exactly at `path`, with the "
            "variables of the list only. The state and the list should be as before.",
        ),
    ),
    draw=_draw_saver,
    observe=_observe_saver,
    hints=(
        "Which words will next year's program still know? The names of its variables.",
        "`np.savez` writes several arrays by name into an open file, and `np.load` gives them back: "
        "`with np.load(path) as saved: saved[name]`.",
        "Both functions go through the variables' names only. Open the file yourself for writing, "
        "in binary mode, and the path stays exactly as it is.",
    ),
    paste=_paste_saver,
)
