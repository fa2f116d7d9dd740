"""Fixtures: TensorFlow's compat.v1 with v2 behaviour off, and the engine."""

from __future__ import annotations

import os
from typing import Any

import pytest

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")


@pytest.fixture(scope="session")
def tf() -> Any:
    """TensorFlow's compat.v1, in graph mode with reference variables."""
    import tensorflow.compat.v1 as tensorflow

    tensorflow.logging.set_verbosity(tensorflow.logging.ERROR)
    tensorflow.disable_v2_behavior()
    return tensorflow


@pytest.fixture(scope="session")
def engine() -> Any:
    """The reference engine."""
    from grader import engine as module

    return module
