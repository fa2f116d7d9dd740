"""A stepper: moves forward and back through the steps of a run, or the passes of a derivative.

The notebook's `trace` calls `stepper_of_runs` and `stepper_of_ways`. They collect the data (`runs`,
`passes`), turn them into rows (`strip`), and those into HTML (`page`).
"""

from __future__ import annotations

from typing import Any

from grader.pictures.stepper.fetched import graph_of
from grader.pictures.stepper.page import Stepper
from grader.pictures.stepper.passes import Ways, counted_ways
from grader.pictures.stepper.runs import Runs, traced_runs
from grader.pictures.stepper.runs_strip import strip_of_runs
from grader.pictures.stepper.ways_strip import strip_of_ways

__all__ = [
    "Runs",
    "Stepper",
    "Ways",
    "counted_ways",
    "graph_of",
    "stepper_of_runs",
    "stepper_of_ways",
    "traced_runs",
]


def stepper_of_runs(*arguments: Any, **named: Any) -> Stepper:
    """The stepper of `traced_runs` with these arguments."""
    return Stepper(strip_of_runs(traced_runs(*arguments, **named)))


def stepper_of_ways(*arguments: Any, **named: Any) -> Stepper:
    """The stepper of `counted_ways` with these arguments."""
    return Stepper(strip_of_ways(counted_ways(*arguments, **named)))
