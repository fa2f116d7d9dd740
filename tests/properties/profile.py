"""How many programs the laws are tried on, and which."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, seed, settings

from tests import layers

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"


def examples(daily: int, full: int) -> Callable[[Any], Any]:
    """Tries a law on `daily` programs in the daily run and on `full` in the others.

    They are the same in every run; SEED=... tries others. HYPOTHESIS_PROFILE=deep tries ten times as many.
    """
    count = layers.scaled(daily, full) * (10 if DEEP else 1)

    def decorate(test: Any) -> Any:
        name = test.__name__
        chosen = settings(
            max_examples=count,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        )(seed(layers.number(name))(test))
        return pytest.mark.scaled(pytest.mark.takes_long("it tries many programs")(chosen))

    return decorate
