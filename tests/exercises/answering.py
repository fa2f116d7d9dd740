"""How the tests of this room judge an answer that is given as source."""

from __future__ import annotations

from typing import Any

from grader.authoring.verdicts import judged, observed
from grader.back_end import tensorflow
from tests import layers

__all__ = ["BACK_ENDS", "MANY", "judged", "module_of", "observed"]

BACK_ENDS = ("engine", "tensorflow")

# Laws are tried with many more challenges than every day.
MANY = layers.WHOLE


def module_of(back_end: str) -> Any:
    """The module that a notebook gets as `tf`."""
    if back_end == "engine":
        from grader import engine

        return engine
    return tensorflow()
