"""How long a chapter takes a reader, from what is in it: `python -m tests.prose.reading_times`.

Readers differ, mostly in the exercises. The pace is that of somebody who reads English as a second
language (Brysbaert, "How many words do we read per minute?", 2019: 238 words a minute in a first
language), and types what the exercises ask for.
"""

from __future__ import annotations

import json
import re
from typing import Any

from grader.exercises import CHAPTERS
from grader.places import SOLUTIONS

WORDS = 150  # a minute
LINES = 20  # of code, a minute
OUTPUT = 0.3  # minutes to run a cell and look at what it shows
PREDICTION = 0.4  # minutes to think of a guess, and to type it
POINT = 1.6  # minutes for each point of an exercise
STOP, FURTHER = "### A place to stop", "## Further:"


def minutes(chapter: str) -> tuple[float, float, float]:
    """Of the first sitting, of the second, and of the parts that one may leave out."""
    (notebook,) = (SOLUTIONS / chapter).glob("*.ipynb")
    parts, part = [0.0, 0.0, 0.0], 0
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        if text.startswith(FURTHER):
            part = 2
        parts[part] += _of_cell(cell, text)
        if text.startswith(STOP):
            part = 1
    return parts[0], parts[1], parts[2]


def _of_cell(cell: dict[str, Any], text: str) -> float:
    points = cell["metadata"].get("nbgrader", {}).get("points", 0) * POINT
    if "### BEGIN SOLUTION" in text:  # which the reader does not see
        return points
    if cell["cell_type"] == "markdown":
        return points + len(re.sub(r"[`*|$#()\[\]]", " ", text).split()) / WORDS
    own = PREDICTION if text.startswith("predict(") else OUTPUT
    return points + own + len(text.splitlines()) / LINES


def stated(chapter: str) -> str:
    """What the index says: two sittings, in steps of five minutes."""
    first, second, _ = (5 * round(one / 5) for one in minutes(chapter))
    return f"2 × {first} min" if first == second else f"{first} + {second} min"


if __name__ == "__main__":
    for name in CHAPTERS:
        *_, further = minutes(name)
        print(f"{name:20} {stated(name):16} further: {further:3.0f} min")
