"""Sentences of a chapter that are no longer true in a class: they speak of what its `class.toml` changes."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping

from nbformat import NotebookNode

from grader.class_file import ClassFile
from grader.classroom.course.class_source import change_for_class, checks, worth_of
from grader.languages import _

HEADING = re.compile(r"^#+ Exercise (\d+)", re.MULTILINE)
# "exercise 8", "exercises 7 and 8", "exercises 2 to 4"
MENTION = re.compile(
    r"\bexercises?\s(\d+)(?:(?:, (?:and )?| and | to | or )(\d+))*+", re.IGNORECASE
)
# "5 of the 28 points"
TOTAL = re.compile(r"\bof (?:the )?\d+ points")
END = re.compile(r"(?<=[.!?;])\s")
LONGEST = 160


def untrue(chapter: Mapping[str, NotebookNode], about: ClassFile) -> list[str]:
    """What the instructor should edit, in sentences. chapter: its source notebooks, by their names."""
    changed = {name: copy.deepcopy(notebook) for name, notebook in chapter.items()}
    for notebook in changed.values():
        change_for_class(notebook, about)
    before, after = _points(chapter), _points(changed)
    gone = before.keys() - after.keys()
    others = {number for number in after if after[number] != before.get(number)}
    found = []
    for name, notebook in changed.items():
        for sentence in _sentences(notebook):
            spoken = {int(one) for text in MENTION.finditer(sentence) for one in _range(text[0])}
            total = before != after and bool(TOTAL.search(sentence))
            if spoken & gone:
                told = _("{name} speaks of exercise {numbers}, which is left out: {sentence}")
            elif spoken and "points" in sentence and (spoken & others or total):
                told = _("{name} speaks of points, which are others in this class: {sentence}")
            else:
                continue
            numbers = ", ".join(map(str, sorted(spoken & gone)))
            text = sentence if len(sentence) <= LONGEST else f"{sentence[:LONGEST]} ..."
            found.append(told.format(name=name, numbers=numbers, sentence=f"“{text}”"))
    return found


def _range(mention: str) -> list[int]:
    """The numbers in "exercises 2 to 4"."""
    numbers = [int(one) for one in re.findall(r"\d+", mention)]
    if " to " in mention and numbers[-1] - numbers[0] in range(100):
        return list(range(numbers[0], numbers[-1] + 1))
    return numbers


def _points(chapter: Mapping[str, NotebookNode]) -> dict[int, float]:
    """The points of the exercises, by the numbers in their headings."""
    found: dict[int, float] = {}
    for notebook in chapter.values():
        graded, number = dict(checks(notebook)), 0
        for place, cell in enumerate(notebook.cells):
            number = int((HEADING.findall(cell.source) or [number])[-1])
            if place in graded:
                found[number] = found.get(number, 0) + worth_of(cell)
    return found


def _sentences(notebook: NotebookNode) -> Iterator[str]:
    for cell in notebook.cells:
        for paragraph in HEADING.sub("", cell.source).split("\n\n"):
            yield from END.split(" ".join(paragraph.split()))
