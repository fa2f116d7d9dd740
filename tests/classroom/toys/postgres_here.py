"""The PostgreSQL that TEST_POSTGRES names (postgresql+psycopg://USER@HOST:PORT/NAME); it may be emptied."""

from __future__ import annotations

import os

import pytest
import sqlalchemy

URL = os.environ.get("TEST_POSTGRES", "")
NEEDED = pytest.mark.skipif(not URL, reason="TEST_POSTGRES names no database: make postgres-test")


def empty() -> None:
    """Removes all that is in the database."""
    run("DROP SCHEMA public CASCADE", "CREATE SCHEMA public")


def run(*statements: str) -> None:
    """Runs SQL, behind the back of whoever uses the database."""
    engine = sqlalchemy.create_engine(URL)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(sqlalchemy.text(statement))
    engine.dispose()
