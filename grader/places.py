"""Where the course's own folders are."""

from __future__ import annotations

from pathlib import Path

import grader

ROOT = Path(grader.__file__).resolve().parent.parent
SOLUTIONS = ROOT / "solutions"
NOTEBOOKS = ROOT / "notebooks"
DATA = ROOT / "data"
