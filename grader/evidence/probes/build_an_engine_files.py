"""The probe of chapter 10 for files: what an answer's `save` and `restore` do."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grader.evidence.data import Raised
from grader.evidence.probes.bounded import Budget, bounded
from grader.evidence.probes.build_an_engine import LOOKS, Node
from grader.evidence.probes.general import needs_function
from grader.evidence.probes.table import attempt, probe
from grader.languages import N_

LARGE = 50_000  # random numbers, of 8 bytes each; a file without them has a few hundred bytes


@probe("build-an-engine/saver")
@bounded
def saver(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Saves and restores with `save, restore = answer(variables)`, in a folder of the probe's own.

    Before it is restored, the file is moved and other values are saved in another file, which may
    not matter. The program, built again with its variables in a different order, also restores it.

    Returns for each program the names of the files, the state after saving, whether the list of variables
    is unchanged and the file small though the state holds a large array that is none of them, the states
    after restoring, and what in the first of them is no array.
    """
    function = needs_function(answers[0])
    with tempfile.TemporaryDirectory() as folder:
        return [
            attempt(_saved, function, program, os.path.join(folder, str(number)))
            for number, program in enumerate(inputs["programs"])
        ]


def _saved(function: Any, program: Mapping[str, Any], folder: str) -> Any:
    os.mkdir(folder)
    path, moved = os.path.join(folder, "model.ckpt"), os.path.join(folder, "moved.ckpt")
    state = {name: np.array(value) for name, value in program["state"].items()}
    chosen = _variables(program["chosen"])
    before = chosen.copy()
    function(chosen)  # another saver of the same list, which is the caller's
    save, restore = function(chosen)
    save({name: array + 1 for name, array in state.items()}, path)  # is written over
    save(state, path)
    report: dict[str, Any] = {"files": sorted(os.listdir(folder)), "state": _copies(state)}
    report["list"] = chosen == before
    for name in report["files"]:
        os.rename(os.path.join(folder, name), os.path.join(folder, name.replace("model", "moved")))
    for array in state.values():
        array += 1000
    state = {name: np.array(value) + 1000 for name, value in program["state"].items()}
    written = _bytes_in(folder)
    later = {name: array - 500 for name, array in state.items()}
    later["large"] = np.random.RandomState(0).rand(LARGE)
    save(later, os.path.join(folder, "later.ckpt"))
    report["small"] = _bytes_in(folder) - written < LARGE
    report["back"] = attempt(_restored, restore, state, moved)
    report["no arrays"] = [
        n for n, v in state.items() if not isinstance(v, np.ndarray | np.generic)
    ]
    other = {"other": np.array(5.0)}
    anew = attempt(function, _variables(program["again"]))
    report["anew"] = anew if isinstance(anew, Raised) else attempt(_restored, anew[1], other, moved)
    return report


def _restored(restore: Any, state: dict[str, Any], path: str) -> Any:
    restore(state, path)
    return _copies(state)


def _bytes_in(folder: str) -> int:
    return sum(entry.stat().st_size for entry in os.scandir(folder))


def _copies(state: Mapping[str, Any]) -> dict[str, Any]:
    return {name: np.array(value) for name, value in state.items()}


def _variables(names: Sequence[str]) -> list[Node]:
    looks = Budget(LOOKS, N_("your code looked at the inputs of nodes more than {amount:,} times"))
    return [Node("variable", (), name, 0.0, looks) for name in names]  # 0.0: the first value
