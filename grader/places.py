"""Where the course's own folders are."""

from __future__ import annotations

from pathlib import Path

import grader

PACKAGE = Path(grader.__file__).resolve().parent
# A wheel has them inside the package (setup/backend.py puts them there), a checkout beside it.
INSTALLED = PACKAGE / "course"
IN_CHECKOUT = not INSTALLED.is_dir()
ROOT = PACKAGE.parent if IN_CHECKOUT else INSTALLED
SOLUTIONS = ROOT / "solutions"
NOTEBOOKS = ROOT / "notebooks"
TRANSLATIONS = ROOT / "translations"
DATA = ROOT / "data"


def work() -> Path:
    """The folder of the reader's working copies: work/ in a checkout, else where one stands."""
    return ROOT / "work" if IN_CHECKOUT else Path.cwd()
