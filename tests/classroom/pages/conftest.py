"""The limits on pages, as a test sets them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from grader.classroom.pages.limits import PageLimits
from grader.classroom.pages.maker import PAGES

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def limits(monkeypatch):
    """Sets limits for this test: limits(seconds=0.5)."""
    return lambda **about: monkeypatch.setattr(PAGES, "limits", PageLimits(**about))
