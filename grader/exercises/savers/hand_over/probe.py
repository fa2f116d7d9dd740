"""Calls `hand_over(trained, fresh, source, target, path)` with two sessions of one graph."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from grader.evidence.probes.files import files_in
from grader.evidence.probes.savers import NOT_NEEDED, called_in_folder, variables_of
from grader.evidence.probes.sessions import put, values_of


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the files, and what the fresh session holds; a program's `fresh` says what it holds at first."""
    with called_in_folder(tf, answer) as (call, folder):
        trained, fresh = tf.Session(), tf.Session()
        zeros = {name: np.zeros_like(value) for name, value in program["variables"].items()}
        variables = variables_of(tf, zeros, [])
        put(trained, {variables[name]: value for name, value in program["variables"].items()})
        put(fresh, {variables[name]: value for name, value in program["fresh"].items()})
        both = variables[program["source"]], variables[program["target"]]
        value = call(trained, fresh, *both, os.path.join(folder, program["name"]))
        after = values_of(fresh, [*variables.values()])
        yield {"value": value, "files": files_in(folder, NOT_NEEDED), "fresh": after}
