"""Fixtures: TensorFlow's compat.v1 with v2 behaviour off, and the engine."""

from __future__ import annotations

from typing import Any

import pytest

from grader.back_end import tensorflow


@pytest.fixture(scope="session")
def tf() -> Any:
    """TensorFlow's compat.v1, in graph mode with reference variables."""
    return tensorflow()


@pytest.fixture(scope="session")
def engine() -> Any:
    """The reference engine."""
    from grader import engine as module

    return module
