"""Restores a submission before it is graded: cells that were tampered with, or lost by accident.

The answers are graded on their merits either way; changes are flagged for the instructor.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

from grader.classroom.course import flags
from grader.classroom.course.plan import Plan, PlannedCell
from grader.classroom.grading.releases import Differences, is_as_released
from grader.classroom.grading.suspicious_code import flags_of
from grader.cleaning import encodable

# The keys of a cell's nbgrader metadata that affect grading.
GRADING_KEYS = ("grade", "solution", "task", "locked", "points")


def restore(
    notebook: NotebookNode, plan: Plan, side: Iterable[tuple[str, bytes]] = ()
) -> tuple[NotebookNode, list[str]]:
    """A copy of `notebook` with every managed cell of `plan` exactly once, and flags for the instructor.

    Deleted graded cells are restored, copies lose their role, and edited test cells and points are
    reset from the source. A student's answers are never changed. The flags include what the static
    checks find, also in the files beside the notebook (`side`).
    """
    notebook = copy.deepcopy(notebook)
    halves = _whole_letters(notebook)
    told: list[str] = []
    kept: dict[str, NotebookNode] = {}
    earlier = Differences()
    # In reverse: the last of several copies counts, as in nbgrader, since all answers ran before it.
    for cell in reversed(notebook.cells):
        metadata = cell.metadata.get("nbgrader")
        if metadata is None:
            cell.metadata.pop("nbgrader", None)  # it may be there, and null
            continue
        planned = _planned(metadata, plan)
        if planned is None:
            if _claims_points(metadata) and is_as_released(cell):
                if not any(metadata["grade_id"] in checks for checks in plan.earlier):
                    earlier.gone.append(metadata["grade_id"])
            elif _claims_points(metadata):
                told.append(flags.claims_points(cell))
            del cell.metadata["nbgrader"]
        elif planned.grade_id in kept:
            told.append(flags.more_than_once(planned.grade_id))
            del cell.metadata["nbgrader"]
        else:
            kept[planned.grade_id] = cell
            before = copy.copy(cell)
            before.metadata = {"nbgrader": metadata}
            found = _restore_cell(cell, planned)
            if found and planned.locked and is_as_released(before):
                earlier.other.append(planned.grade_id)
            else:
                told += found
    told.reverse()
    told = halves + told
    missing = [cell.grade_id for cell in plan.cells if cell.grade_id not in kept]
    deleted = _restore_deleted(notebook, plan, kept)
    if earlier.gone and len(missing) == len(plan.cells):
        told.append(flags.of_no_chapter(plan.chapter))
    elif earlier.is_earlier:
        told.append(replace(earlier.reversed(), missing=missing).told())
    else:
        told += deleted
    return notebook, told + flags_of(notebook, plan, side)


def _whole_letters(notebook: NotebookNode) -> list[str]:
    """Replaces lone surrogates, halves of letters that no file and no page can hold; returns flags."""
    changed = {
        id(cell) for cell in notebook.cells if isinstance(cell.source, str) and _half(cell.source)
    }
    todo: list[Any] = [notebook]
    while todo:  # not recursive: metadata may be nested very deeply
        node = todo.pop()
        for key, value in list(node.items() if isinstance(node, dict) else enumerate(node)):
            if isinstance(value, str):
                node[key] = encodable(value)
            elif isinstance(value, (dict, list)):
                todo.append(value)
            if isinstance(key, str) and _half(key):
                node[encodable(key)] = node.pop(key)
    return [flags.half_letters(cell.source) for cell in notebook.cells if id(cell) in changed]


def _half(text: str) -> bool:
    return encodable(text) != text


def _planned(metadata: Any, plan: Plan) -> PlannedCell | None:
    grade_id = metadata.get("grade_id") if isinstance(metadata, Mapping) else None
    return plan.cell(grade_id) if isinstance(grade_id, str) else None


def _claims_points(metadata: Any) -> bool:
    return isinstance(metadata, Mapping) and bool(metadata.get("grade"))


def _restore_cell(cell: NotebookNode, planned: PlannedCell) -> list[str]:
    told = []
    found = cell.metadata["nbgrader"]
    for key in GRADING_KEYS:
        wanted = planned.metadata.get(key)
        if key == "points" and not planned.graded:
            continue
        differs = found.get(key, False if key != "points" else None) != wanted
        if (
            differs
            and (found.get(key) or wanted)
            and not (key == "points" and is_as_released(cell))
        ):
            told.append(flags.other_metadata(planned.grade_id, key, found.get(key), wanted))
    if cell.cell_type != planned.kind:
        told.append(flags.other_type(planned.grade_id, cell.cell_type))
        _change_kind(cell, planned.kind)
    if planned.locked and text_of(cell.source) != text_of(planned.source):
        told.append(flags.edited(planned.grade_id, planned.automatic, cell.source))
    if planned.locked:
        cell.source = planned.source
    checksum = found.get("checksum")
    cell.metadata["nbgrader"] = NotebookNode(planned.metadata)
    if isinstance(checksum, str):
        cell.metadata["nbgrader"]["checksum"] = checksum
        if planned.graded and not planned.locked and is_as_released(cell):
            # Unanswered, in any language (a forged checksum only forfeits the answer): nbgrader
            # recognizes the source's own words as unanswered and gives no points; a translation of
            # them would wait for a person.
            cell.source = planned.source
    return told


def text_of(source: str) -> str:
    """A cell's source without what editors change: line endings and trailing space."""
    return "\n".join(line.rstrip() for line in source.strip().splitlines())


def _change_kind(cell: NotebookNode, kind: str) -> None:
    cell.cell_type = kind
    if kind == "code":
        cell.outputs, cell.execution_count = [], None
        cell.pop("attachments", None)
    else:
        cell.pop("outputs", None)
        cell.pop("execution_count", None)


def _restore_deleted(
    notebook: NotebookNode, plan: Plan, kept: dict[str, NotebookNode]
) -> list[str]:
    told = []
    for planned in plan.cells:
        if planned.grade_id in kept:
            continue
        if not planned.graded:
            told.append(flags.answer_deleted(planned.grade_id))
            continue
        told.append(flags.put_back(planned.grade_id))
        cell = _new_cell(planned)
        notebook.cells.insert(_place(notebook, plan, planned, kept), cell)
        kept[planned.grade_id] = cell
    return told


def _place(
    notebook: NotebookNode, plan: Plan, planned: PlannedCell, kept: dict[str, NotebookNode]
) -> int:
    """The index after the nearest managed cell before it; the end of the notebook if its answer is gone."""
    before = planned.after
    while before and before not in kept:
        earlier = plan.cell(before)
        if earlier is not None and not earlier.graded:
            # The answer may be in any cell, so it is judged after all of them have run.
            return len(notebook.cells)
        before = earlier.after if earlier else ""
    if not before:
        return len(notebook.cells)
    anchor = kept[before]
    return next(i for i, cell in enumerate(notebook.cells) if cell is anchor) + 1


def _new_cell(planned: PlannedCell) -> NotebookNode:
    metadata = {"nbgrader": dict(planned.metadata)}
    # Derived from the grade id, so that grading twice produces the same page.
    digest = hashlib.sha256(planned.grade_id.encode("utf-8", "replace")).hexdigest()[:16]
    about = {"metadata": metadata, "id": f"restored-{digest}"}
    if planned.kind == "code":
        return new_code_cell(planned.source, **about)
    note = "*This question was deleted from the notebook; it was put back without an answer.*"
    return new_markdown_cell(note, **about)
