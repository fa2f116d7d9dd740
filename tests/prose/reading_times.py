"""How long a chapter takes a reader, from what is in it: `python -m tests.prose.reading_times`.

Readers differ, mostly in the exercises. The pace is that of somebody who reads English as a second
language (Brysbaert, "How many words do we read per minute?", 2019: 238 words a minute in a first
language), and types what the exercises ask for.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

from grader.exercises import CHAPTERS
from grader.places import SOLUTIONS

WORDS = 150  # a minute
LINES = 20  # of code, a minute
OUTPUT = 0.3  # minutes to run a cell and look at what it shows
PREDICTION = 0.4  # minutes to think of a guess, and to type it
POINT = 1.6  # minutes for each point of an exercise
SOLUTION = "### BEGIN SOLUTION"  # of a cell that the reader does not see


def lessons(chapter: str) -> list[Path]:
    """The chapter's notebooks with points."""
    found = sorted((SOLUTIONS / chapter).glob("*.ipynb"))
    return [path for path in found if path.stem != "further"]


def words_of(path: Path) -> int:
    """The words of a notebook's text."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    texts = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    return sum(_words(text) for text in texts if SOLUTION not in text)


def of_lesson(path: Path) -> float:
    """The minutes of one lesson."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return sum(_of_cell(cell, "".join(cell["source"])) for cell in cells)


def _of_cell(cell: dict[str, Any], text: str) -> float:
    points = cell["metadata"].get("nbgrader", {}).get("points", 0) * POINT
    if SOLUTION in text:
        return points
    if cell["cell_type"] == "markdown":
        return points + _words(text) / WORDS
    own = PREDICTION if text.startswith("predict(") else OUTPUT
    return points + own + len(text.splitlines()) / LINES


def _words(text: str) -> int:
    return len(re.sub(r"[`*|$#()\[\]]", " ", text).split())


def stated(chapter: str) -> str:
    """What the index says: of each lesson, in steps of five minutes."""
    rounded = [5 * round(of_lesson(path) / 5) for path in lessons(chapter)]
    if len(set(rounded)) == 1:
        return f"{len(rounded)} × {rounded[0]} min"
    return " + ".join(map(str, rounded)) + " min"


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    for name in CHAPTERS:
        print(f"{name:20} {stated(name)}")
