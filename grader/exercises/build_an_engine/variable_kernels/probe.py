"""Calls the kernels that the answer makes for several sessions."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.evidence.probes.build_an_engine import Workbench
from grader.evidence.probes.table import attempt

STAYS_IN_THE_KERNEL = "the answer is a table of functions on objects"


def probe(tf: Any, answer: Any, program: Any) -> Any:
    """What `_report` gives, or the error of the answer."""
    return attempt(_report, answer, program)


def _report(function: Any, program: Mapping[str, Any]) -> Any:
    """Calls kernels that the answer makes for some sessions: [session, number of a node, new value] each.

    If "spoil", the array that went in and the array that came out are spoiled after each call, in place.
    """
    nodes = Workbench(program["nodes"]).nodes
    states: list[dict[str, Any]] = [{} for _ in range(program["sessions"])]
    kernels = [function(state) for state in states]
    found, kept = [], []
    for session, number, *given in program["events"]:
        node = nodes[number]
        kept.append(attempt(kernels[session][node.kind], node, *given))
        found.append(copy.copy(kept[-1]))
        for array in (kept[-1], *given) if program["spoil"] else ():
            if isinstance(array, np.ndarray) and array.flags.writeable and array.dtype.kind == "f":
                array += 1000
    return {
        "found": found,
        "kept": found if program["spoil"] else kept,
        "states": states,
        "initial": {node.name: node.value for node in nodes if node.kind == "variable"},
    }
