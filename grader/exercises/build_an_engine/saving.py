"""Carrying the values of variables into a file and back."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.build_an_engine.parts import saver
from grader.exercises.build_an_engine.reading import in_a_function, part, reports
from grader.judging import Case, Exercise, Misconception
from grader.languages import N_, _

NO_FILE = N_("`save` wrote no file")


def _draw_saver(rng: np.random.Generator) -> Challenge:
    def some(*shape: int) -> np.ndarray:
        return np.round(rng.uniform(1, 99, shape), 1)

    names = [str(name) for name in rng.permutation(["weights", "bias", "rate", "table"])]
    layer = f"layer{int(rng.integers(1, 9))}"
    shown = {
        "state": {names[0]: some(2), names[1]: some()},
        "chosen": names[:2],
        "again": names[:2],
    }
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
    hidden = {
        "state": state,
        "chosen": [name for name in state if name != "apart"],
        "again": [names[2], outer],  # another order, and fewer variables than in the file
    }
    return Challenge("build_an_engine/saver", {"programs": [shown, hidden]})


def _observe_saver(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, hidden = reports(evidence, 2)
    back = _restored(hidden, "back")
    return [
        _restored(shown, "back"),
        [back, part(hidden, "no arrays")] if isinstance(back, dict) else back,
        _restored(hidden, "anew"),
        [
            part(report, key)
            for report in (shown, hidden)
            for key in ("files", "state", "list", "small")
        ],
    ]


def _paste_saver(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    state = ", ".join(f'"{name}": np.array({v.tolist()})' for name, v in program["state"].items())
    return in_a_function(f"""
import os, tempfile
node = {{"kind": "variable", "value": 0.0}}
variables = [type("Node", (), {{"name": name, **node}}) for name in {program["chosen"]}]
state = {{{state}}}
later = {{name: array + 1000 for name, array in state.items()}}
save, restore = saver(variables)
with tempfile.TemporaryDirectory() as folder:
    save(state, os.path.join(folder, "model.ckpt"))
    written = os.listdir(folder)
    for array in state.values():
        array += 1000
    save({{name: array - 500 for name, array in later.items()}}, os.path.join(folder, "later.ckpt"))
    restore(later, os.path.join(folder, "model.ckpt"))
later if written else {_(NO_FILE)!r}
""")


def _restored(report: Any, key: str) -> Any:
    """The state after a restore; what is not in a file was not saved."""
    if part(report, "files") == []:
        return _(NO_FILE)
    return part(report, key)


def _by_key(key: Callable[[Any, int], str], whole: bool = False) -> Callable[..., Any]:
    """A saver that files each value under `key(variable, its place)`."""

    def function(variables: Sequence[Any]) -> Any:
        def save(state: Any, path: str) -> None:
            with open(path, "wb") as file:
                np.savez(file, **{key(v, i): state[v.name] for i, v in enumerate(variables)})

        def restore(state: Any, path: str) -> None:
            with np.load(path) as saved:
                for i, v in enumerate(variables):
                    state[v.name] = saved[key(v, i)]

        return save, restore

    return function


def _first_values(variables: Sequence[Any]) -> Any:
    _, restore = _by_key(lambda variable, place: variable.name)(variables)

    def save(state: Any, path: str) -> None:
        with open(path, "wb") as file:
            np.savez(file, **{variable.name: variable.value for variable in variables})

    return save, restore


saves_by_id = _by_key(lambda variable, place: f"{id(variable)}")


def _save_all(state: Any, path: str) -> None:
    with open(path, "wb") as file:
        np.savez(file, **state)


def _saves_more(variables: Any) -> Any:
    return _save_all, saver(variables)[1]


def _numbers(variables: Any) -> Any:
    """A saver that puts plain numbers into the state."""
    save, restore_arrays = saver(variables)

    def restore(state: Any, path: str) -> None:
        restore_arrays(state, path)
        for variable in variables:
            value = state[variable.name]
            state[variable.name] = float(value) if value.ndim == 0 else value

    return save, restore


def _whole_state(variables: Any) -> Any:
    def restore(state: Any, path: str) -> None:
        with np.load(path) as saved:
            for name in saved.files:
                state[name] = saved[name]

    return _save_all, restore


def _clears_the_state(variables: Any) -> Any:
    save, restore_named = saver(variables)

    def restore(state: Any, path: str) -> None:
        state.clear()
        restore_named(state, path)

    return save, restore


def _savez_by_path(ending: str) -> Callable[..., Any]:
    def function(variables: Any) -> Any:
        names = [variable.name for variable in variables]

        def save(state: Any, path: str) -> None:
            np.savez(path, **{name: state[name] for name in names})

        def restore(state: Any, path: str) -> None:
            with np.load(os.fspath(path) + ending) as saved:
                for name in names:
                    state[name] = saved[name]

        return save, restore

    return function


def _in_memory(writes: bool, shared: bool = True) -> Callable[..., Any]:
    """A saver that keeps the values, in one place or in one for each pair, and perhaps writes a file."""
    everywhere: dict[str, Any] = {}

    def function(variables: Any) -> Any:
        kept = everywhere if shared else {}

        def save(state: Any, path: str) -> None:
            kept.update({v.name: np.array(state[v.name]) for v in variables})
            if writes:
                saver(variables)[0](state, path)

        def restore(state: Any, path: str) -> None:
            state.update({v.name: np.array(kept[v.name]) for v in variables})

        return save, restore

    return function


def _only_what_is_there(variables: Any) -> Any:
    def restore(state: Any, path: str) -> None:
        saver([v for v in variables if v.name in state])[1](state, path)

    return saver(variables)[0], restore


IN_MEMORY = (
    "you keep the values in memory. When the program ends they are gone; a file stays. `restore` should read "
    "them from the file at `path`."
)

SAVER = Exercise(
    id="build_an_engine/saver",
    title="Values into a file, and back by name",
    answers=("saver",),
    cases=(
        Case(
            "saved, changed, restored",
            0.5,
            visible=True,
            gate=True,
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
    reference=lambda: saver,
    misconceptions=(
        Misconception(
            "by-object-id",
            lambda: saves_by_id,
            "you file the values under the identity of the node objects. Another program has "
            "other objects and cannot find the values again. Use the names.",
        ),
        Misconception(
            "by-position",
            lambda: _by_key(lambda variable, place: f"value{place}"),
            "you file the values by their position in the list. A program that lists its variables "
            "in another order gets them mixed up, without any error. Use the names.",
        ),
        Misconception(
            "whole-state",
            lambda: _whole_state,
            "you save and restore everything that the session holds. `saver` was given some "
            "variables: the others stay as they are.",
        ),
        Misconception(
            "saves-more",
            lambda: _saves_more,
            "your file holds everything that the session holds. `saver` was given some variables: save these "
            "only.",
        ),
        Misconception(
            "numbers-for-arrays",
            lambda: _numbers,
            "you put plain numbers into the state. It should hold arrays, even for a single number: leave "
            "them as they come from the file.",
        ),
        Misconception(
            "clears-the-state",
            lambda: _clears_the_state,
            "your `restore` empties the state first, so variables that are not in the list lose "
            "their values. Set those in the list, and leave the others alone.",
        ),
        Misconception(
            "savez-adds-an-ending",
            lambda: _savez_by_path(""),
            "`np.savez(path, ...)` adds `.npz` to a path that does not end in it, and then "
            "no file is found at `path`. Open the file yourself: `with open(path, 'wb') as "
            "file`, then `np.savez(file, ...)`.",
        ),
        Misconception(
            "another-file",
            lambda: _savez_by_path(".npz"),
            "your file is not at `path`, but at `path` with `.npz` added. Whoever moves or "
            "copies the file that the caller named finds nothing.",
        ),
        Misconception(
            "first-values",
            lambda: _first_values,
            "you save `variable.value`, the recipe for the first value. What the variable holds now is in "
            "`state`, under its name.",
        ),
        Misconception(
            "only-what-is-there",
            lambda: _only_what_is_there,
            "your `restore` sets only variables that the state holds already. In a new program it may hold "
            "none: put each value in, whether there was one or not.",
        ),
        Misconception("in-memory", lambda: _in_memory(False), IN_MEMORY),
        Misconception("in-memory-and-in-a-file", lambda: _in_memory(True), IN_MEMORY),
        Misconception("in-memory-of-the-pair", lambda: _in_memory(True, False), IN_MEMORY),
    ),
    hints=(
        "Which words will next year's program still know? The names of its variables.",
        "`np.savez` writes several arrays by name into an open file, and `np.load` gives them back: "
        "`with np.load(path) as saved: saved[name]`.",
        "Both functions go through the variables' names only. Open the file yourself for writing, "
        "in binary mode, and the path stays exactly as it is.",
    ),
    paste=_paste_saver,
)
