"""What is no longer right in a class: sentences and code that rely on what its `class.toml` changes."""

from __future__ import annotations

import ast
import contextlib
import copy
import re
from collections.abc import Iterator, Mapping

from nbformat import NotebookNode

from grader.class_file import ClassFile
from grader.classroom.course.class_source import change_for_class, checks, worth_of
from grader.languages import _

DEFINITION = re.compile(r"^(?:def|class) (\w+)", re.MULTILINE)
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
    undefined = _defined(chapter) - _defined(changed)
    for name, notebook in changed.items():
        for text, names in _uses(notebook, undefined):
            told = _("{name} uses {names}, from an exercise that is left out: {sentence}")
            found.append(told.format(name=name, names=", ".join(names), sentence=f"“{text}”"))
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


def _defined(chapter: Mapping[str, NotebookNode]) -> set[str]:
    """The functions and classes that the chapter's answers define."""
    answers = (
        cell.source
        for notebook in chapter.values()
        for cell in notebook.cells
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("solution")
    )
    return {name for source in answers for name in DEFINITION.findall(source)}


def _uses(notebook: NotebookNode, names: set[str]) -> Iterator[tuple[str, list[str]]]:
    """The lines of code that use one of the names, and those of them that they use."""
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        lines: dict[int, set[str]] = {}
        with contextlib.suppress(SyntaxError):  # a magic command, say
            for node in ast.walk(ast.parse(cell.source)):
                if isinstance(node, ast.Name) and node.id in names:
                    lines.setdefault(node.lineno, set()).add(node.id)
        for number, used in sorted(lines.items()):
            yield cell.source.splitlines()[number - 1].strip()[:LONGEST], sorted(used)


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
