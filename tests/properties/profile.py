"""How many programs the laws are tried on."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"


def examples(count: int) -> settings:
    """`count` programs, the same in every run; with HYPOTHESIS_PROFILE=deep ten times as many, new ones."""
    return settings(
        max_examples=count * (10 if DEEP else 1),
        derandomize=not DEEP,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )
