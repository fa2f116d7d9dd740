"""Saves and restores with the two functions that the answer returns."""

from __future__ import annotations

import copy
import os
import tempfile
from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.evidence.probes.build_an_engine import Node
from grader.evidence.probes.table import attempt

LARGE = 50_000  # random numbers, of 8 bytes each; a file without them has a few hundred bytes

STAYS_IN_THE_KERNEL = "the answers are classes"


def probe(tf: Any, answer: Any, program: Any) -> Any:
    """What `_report` gives, or the error of the answer."""
    return attempt(_report, answer, program)


def _report(function: Any, program: Mapping[str, Any]) -> dict[str, Any]:
    """Saves and restores with `save, restore = answer(variables)`, in a folder of the probe's own.

    "steps" are ["save", list, state, file], ["restore", list, state, file], where "lists" are names of
    variables, and ["move", old, new]: all files get a new name. What was saved is then spoiled, in place.
    To the state "later" comes a large array, which is none of the variables.
    Returns for each step the sizes of the files and the state, or an error.
    """
    lists = [[Node("variable", (), name, 0.0) for name in names] for names in program["lists"]]
    before = [variables.copy() for variables in lists]
    states = program["states"]
    states["later"]["large"] = np.random.RandomState(0).rand(LARGE)
    with tempfile.TemporaryDirectory() as folder:
        steps = [attempt(_step, function, folder, lists, states, *one) for one in program["steps"]]
    return {"steps": steps, "lists": lists == before}


def _step(function: Any, folder: str, lists: Any, states: Any, what: str, *about: Any) -> Any:
    if what == "move":
        for name in os.listdir(folder):
            os.rename(os.path.join(folder, name), os.path.join(folder, name.replace(*about)))
        return None
    number, name, file = about
    save, restore = function(lists[number])
    state = states[name]
    (save if what == "save" else restore)(state, os.path.join(folder, file))
    files = {entry.name: entry.stat().st_size for entry in os.scandir(folder)}
    report = {"files": files, "state": copy.deepcopy(state)}
    for array in state.values() if what == "save" else ():
        array += 1000
    return report
