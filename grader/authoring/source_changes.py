"""What differs between two versions of a chapter's source, as an instructor looks at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.classroom.course.check_lines import check_line
from grader.studying import merging
from grader.studying.notebooks import Node


@dataclass
class Differences:
    """texts: how many cells other than tests were changed, added or dropped.

    more, less: exercises; points: an exercise's, or a question's, before and after. tests: the grade ids of
    plain tests and check lines with another source. files: those that are no notebooks.
    """

    texts: int = 0
    more: list[str] = field(default_factory=list)
    less: list[str] = field(default_factory=list)
    points: dict[str, tuple[float, float]] = field(default_factory=dict)
    tests: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.texts or self.more or self.less or self.points or self.tests or self.files)


def differences(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> Differences:
    """What differs between two versions of a chapter's files."""
    found = Differences()
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) == after.get(name):
            continue
        if name.endswith(".ipynb"):
            _of_notebooks(cells_of(before.get(name)), cells_of(after.get(name)), found)
        else:
            found.files.append(name)
    return found


def cells_of(data: bytes | None) -> dict[str, Node]:
    """The cells of a notebook by their keys; none of what is no notebook."""
    notebook = merging.parse(data) if data is not None else None
    return (merging.cells_by_key(notebook) or {}) if notebook is not None else {}


def _of_notebooks(
    before: Mapping[str, Node], after: Mapping[str, Node], found: Differences
) -> None:
    for key in [*before, *(one for one in after if one not in before)]:
        old, new = before.get(key), after.get(key)
        name = _graded(new or old)
        if not name:
            found.texts += _differ(old, new)
        elif old is None:
            found.more.append(name)
        elif new is None:
            found.less.append(name)
        else:
            points = (_points(old), _points(new))
            if points[0] != points[1]:
                found.points[name] = points
            if _differ(old, new):
                found.tests.append(name)


def _differ(old: Node | None, new: Node | None) -> bool:
    return old is None or new is None or merging.fingerprint(old) != merging.fingerprint(new)


def _graded(cell: Node | None) -> str:
    """The exercise or grade id of a cell with points; "" for any other."""
    about = cell.metadata.get("nbgrader", {}) if cell is not None else {}
    if cell is None or not (about.get("grade") or about.get("task")):
        return ""
    return check_line(cell.source)[0] or str(about.get("grade_id"))


def _points(cell: Node) -> float:
    return float(cell.metadata["nbgrader"].get("points") or 0)
