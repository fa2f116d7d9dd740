"""What the tests of working copies share."""

from __future__ import annotations

import pytest

from tests.studying.chapter import NAME, text


@pytest.fixture
def place(tmp_path):
    """A course with one chapter, and the folder where the working copies go."""
    release, work = tmp_path / "notebooks", tmp_path / "work"
    (release / "01-graphs").mkdir(parents=True)
    (release / NAME).write_text(text())
    return release, work
