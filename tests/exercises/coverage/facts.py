"""Facts beyond the course's promises: each is shown by the cells with its tag, and graded by no exercise."""

from __future__ import annotations

from collections.abc import Mapping

from tests.exercises.coverage.row import Row

FACTS: Mapping[str, tuple[Row, ...]] = {
    "01-graphs": (
        Row(
            "values-stay-behind",
            "a GraphDef holds initial values, and no value of a variable",
            (r"here:  14\.0\nthere: FailedPreconditionError\nthere: 10\.0",),
            (r"as_graph_def\(\)", r"tf\.assign\(weight, 7\.0\)"),
        ),
    ),
}
