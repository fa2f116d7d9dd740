"""Prepares the process that nbgrader runs in."""

from __future__ import annotations

import os
import sys


def prepare_environment() -> None:
    """Puts our programs' folder on PATH: nbgrader starts programs by name."""
    folder = os.path.dirname(os.path.abspath(sys.executable))
    if folder not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join([folder, os.environ.get("PATH", os.defpath)])
