"""The checks of a chapter's earlier releases: a submission is graded by those that it answered.

Plain nbgrader tests are always today's, as in stock nbgrader: one that changes in mid-term is one that was
wrong. What a `check` line asks for is what the text above it asked for.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from grader.classroom.course import flags
from grader.classroom.course.check_lines import check_line
from grader.classroom.course.plan import Plan, PlannedCell

# In the course's folder: a line for each notebook of a release that was replaced by another.
EARLIER = Path(".grader") / "earlier-releases.jsonl"


def remember(root: Path, chapter: str, notebook: str, tests: Mapping[str, str]) -> None:
    """Notes the tests of a release, by their grade ids."""
    checks = {name: test for name, test in tests.items() if check_line(test)[0]}
    if not checks or checks in _remembered(root, chapter, notebook):
        return
    line = {"chapter": chapter, "notebook": notebook, "checks": checks}
    (root / EARLIER).parent.mkdir(exist_ok=True)
    with (root / EARLIER).open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")


def with_earlier(plans: tuple[Plan, ...], root: Path) -> tuple[Plan, ...]:
    """The plans with the checks of the releases that came before them."""
    return tuple(
        replace(plan, earlier=tuple(_remembered(root, plan.chapter, plan.notebook)))
        for plan in plans
    )


def _remembered(root: Path, chapter: str, notebook: str) -> list[dict[str, str]]:
    return [
        line["checks"]
        for line in _lines(root / EARLIER)
        if (line.get("chapter"), line.get("notebook")) == (chapter, notebook)
    ]


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    if path.is_file():
        for text in path.read_text(encoding="utf-8").splitlines():
            with contextlib.suppress(ValueError):  # half a line, after a full disk
                yield json.loads(text)


def as_answered(plan: Plan, notebook: NotebookNode) -> tuple[Plan, list[str]]:
    """The plan of the release that a notebook answers, in today's points; and a flag if it is not today's.

    An exercise that an earlier release did not have is left out if nothing in the notebook is about it.
    """
    if not plan.earlier:
        return plan, []
    cells = _by_grade_id(notebook)
    text = "\n".join(str(cell.source) for cell in notebook.cells if cell.cell_type == "code")
    absent = {
        name
        for cell in plan.cells
        if cell.exercise and _was_not_asked(cell, plan, cells, text)
        for name in (cell.grade_id, _answer_of(cell, plan))
    } - {""}
    kept: list[PlannedCell] = []
    other: list[str] = []
    for cell in plan.cells:
        if cell.grade_id in absent:
            continue
        asked = _as_asked(cell, plan, cells.get(cell.grade_id, ""))
        if asked is not cell:
            other.append(cell.grade_id)
        kept.append(replace(asked, after=kept[-1].grade_id if kept else ""))
    missing = [cell.grade_id for cell in plan.cells if cell.exercise and cell.grade_id in absent]
    if not other and not missing:
        return plan, []
    return replace(plan, cells=tuple(kept)), [flags.earlier_release(own=other, not_asked=missing)]


def _by_grade_id(notebook: NotebookNode) -> dict[str, str]:
    """The sources of the cells that have a grade id; of copies, the last."""
    found = {}
    for cell in notebook.cells:
        about = cell.metadata.get("nbgrader")
        name = about.get("grade_id") if isinstance(about, Mapping) else None
        if isinstance(name, str):
            found[name] = str(cell.source)
    return found


def _was_not_asked(cell: PlannedCell, plan: Plan, cells: Mapping[str, str], text: str) -> bool:
    """Whether an earlier release lacked the exercise, and nothing in the notebook is about it."""
    return (
        any(cell.grade_id not in checks for checks in plan.earlier)
        and cell.grade_id not in cells
        and _answer_of(cell, plan) not in cells
        and not any(name in text for name in cell.names)
    )


def _answer_of(cell: PlannedCell, plan: Plan) -> str:
    """The grade id of the answer cell before a check, or ""."""
    before = plan.cell(cell.after)
    return before.grade_id if before is not None and before.metadata.get("solution") else ""


def _as_asked(cell: PlannedCell, plan: Plan, source: str) -> PlannedCell:
    """The cell with the check that stands in the notebook, if an earlier release had that check there."""
    found = check_line(source)
    if not cell.exercise or not found[0] or found == (cell.exercise, cell.names):
        return cell
    if not any(check_line(checks.get(cell.grade_id, "")) == found for checks in plan.earlier):
        return cell
    return replace(cell, source=source, test=source, exercise=found[0], names=found[1])
