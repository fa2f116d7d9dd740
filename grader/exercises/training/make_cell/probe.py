"""Calls `make_cell(n_inputs, n_units)` twice in one graph."""

from __future__ import annotations

from typing import Any

from grader.evidence.probes.table import attempt
from grader.evidence.probes.watching import watched


def probe(tf: Any, answer: Any, sizes: list[int]) -> dict[str, Any]:
    """Returns both results, the second of which may be an error, and the graph that was the default one."""
    with watched(tf):
        result, again = (attempt(answer, *sizes) for _ in range(2))
    return {"result": result, "again": again, "graph": tf.get_default_graph()}
