"""The course's wheel, built once for a run's tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.light.programs import run

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """The course's wheel."""
    folder = tmp_path_factory.mktemp("dist")
    build = ("-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index")
    run(sys.executable, *build, "--wheel-dir", folder, ".", folder=ROOT)
    return next(folder.glob("tf_graph_course-*.whl"))
