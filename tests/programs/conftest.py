"""The two back ends, as fixtures."""

from tests.engine.conftest import engine, tf  # noqa: F401
