"""Where the course's own folders are."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import grader

ROOT = Path(grader.__file__).resolve().parent.parent
SOLUTIONS = ROOT / "solutions"
NOTEBOOKS = ROOT / "notebooks"
DATA = ROOT / "data"


class CourseError(Exception):
    """Something about the course folder or the command that only its owner can put right.

    The message says what was found, what was expected, and what to do.
    """


def prepare_environment() -> None:
    """nbgrader starts programs by their names, so the folder of ours must be on PATH."""
    folder = os.path.dirname(os.path.abspath(sys.executable))
    if folder not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join([folder, os.environ.get("PATH", os.defpath)])
