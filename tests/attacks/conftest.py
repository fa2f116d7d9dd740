"""The toy chapter and a grader for it; the long attacks only when they are asked for."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "classroom" / "toys"))
sys.path.insert(0, str(Path(__file__).parent))

from toy_grader import judge, output_of, plan, settings, toy_grader  # noqa: F401 (fixtures)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """`make attacks` sets ATTACKS=all; elsewhere what is marked as long is left out."""
    if os.environ.get("ATTACKS") == "all":
        return
    long = [item for item in items if item.get_closest_marker("long_attack")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
