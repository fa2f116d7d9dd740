"""A three-way merge of notebooks: base is the course's old version, ours the reader's, theirs the new."""

from __future__ import annotations

import copy
import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nbformat import NotebookNode


@dataclass(frozen=True)
class Merged:
    """The course's new notebook with the reader's changes.

    changed_questions: the grade ids of answers that were kept although their question has changed.
    """

    notebook: NotebookNode
    changed_questions: tuple[str, ...] = ()


def parse(data: bytes) -> NotebookNode | None:
    """A notebook from a file's bytes; None for anything else."""
    import nbformat  # slow to load, and not needed when the course has not changed

    try:
        notebook = nbformat.reads(data.decode("utf-8"), as_version=4)
        for cell in notebook.cells:
            grade_id(cell), fingerprint(cell)
    except Exception:  # a damaged file can make the parser raise anything
        return None
    return notebook


def to_bytes(notebook: NotebookNode) -> bytes:
    """The file that JupyterLab would write for a notebook."""
    import nbformat  # see `parse`

    return (str(nbformat.writes(notebook)) + "\n").encode()


def fingerprints(notebook: NotebookNode) -> dict[str, str]:
    """The fingerprints of the cells by key, in order."""
    return {key: fingerprint(cell) for key, cell in (cells_by_key(notebook) or {}).items()}


def fingerprint(cell: NotebookNode) -> str:
    """A hash of a cell's type and source; outputs do not count."""
    text = f"{cell.cell_type}\n{cell.source}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()[:16]


def grade_id(cell: NotebookNode) -> str:
    """nbgrader's name of a cell, or "" if it has none."""
    return str(_nbgrader(cell).get("grade_id") or "")


def is_answer(cell: NotebookNode) -> bool:
    """Whether the reader writes an answer into the cell."""
    return bool(grade_id(cell)) and bool(_nbgrader(cell).get("solution"))


def cells_by_key(notebook: NotebookNode) -> dict[str, NotebookNode] | None:
    """The cells by a key that is the same in every version; None if two cells share one."""
    found: dict[str, NotebookNode] = {}
    for cell in notebook.cells:
        name = grade_id(cell)
        key = f"grade:{name}" if name else f"cell:{cell.get('id') or fingerprint(cell)}"
        if key in found:
            return None
        found[key] = cell
    return found


def same(one: NotebookNode, other: NotebookNode) -> bool:
    """Whether two notebooks have the same cells, not counting outputs."""
    return [_seen(cell) for cell in one.cells] == [_seen(cell) for cell in other.cells]


def holds_answers(notebook: NotebookNode) -> bool:
    """Whether any answer cell has been edited since it was released."""
    return any(is_answer(cell) and _edited(cell) for cell in notebook.cells)


def merge(base: Mapping[str, str], ours: NotebookNode, theirs: NotebookNode) -> Merged | None:
    """The course's new notebook, `theirs`, with the reader's answers, cells and changes from `ours`.

    base: the fingerprints of the version that the reader started from; empty if it is unknown.
    None on a conflict that only a person can resolve: reader and course have changed the same cell,
    or the reader has moved cells. Answers never conflict: the reader's are kept.
    """
    our_cells, their_cells = cells_by_key(ours), cells_by_key(theirs)
    if our_cells is None or their_cells is None or _moved(our_cells, base or their_cells):
        return None
    cells: list[tuple[str, NotebookNode]] = []
    changed_questions: list[str] = []
    for key, cell in their_cells.items():
        before, now = base.get(key), fingerprint(cell)
        if key not in our_cells:
            # Deleted by the reader: it comes back if the course needs it or has changed it.
            if before != now or grade_id(cell):
                cells.append((key, copy.deepcopy(cell)))
            continue
        own = our_cells[key]
        if fingerprint(own) == now or (fingerprint(own) == before and not _answered(own)):
            cells.append((key, copy.deepcopy(cell)))
        elif is_answer(cell) and cell.cell_type == own.cell_type:
            cells.append((key, copy.deepcopy(cell)))
            cells[-1][1].source = own.source
            if before and before != now:
                changed_questions.append(grade_id(cell))
        elif before == now:
            cells.append((key, copy.deepcopy(own)))
        else:
            return None
    _insert_own_cells(cells, our_cells, their_cells, base)
    result = copy.deepcopy(theirs)
    result.cells = [cell for _, cell in cells]
    _make_ids_unique(result)
    return Merged(result, tuple(changed_questions))


def _moved(ours: Mapping[str, Any], order: Mapping[str, Any]) -> bool:
    return [key for key in ours if key in order] != [key for key in order if key in ours]


def _insert_own_cells(
    cells: list[tuple[str, NotebookNode]],
    ours: Mapping[str, NotebookNode],
    theirs: Mapping[str, NotebookNode],
    base: Mapping[str, str],
) -> None:
    """Inserts the reader's own cells, each after the cell that it followed."""
    before = ""
    for key, cell in ours.items():
        if key not in theirs:
            if base.get(key) == fingerprint(cell) and not _answered(cell):
                continue  # the course has dropped it, and the reader never touched it
            cell = copy.deepcopy(cell)
            if key in base:
                cell.metadata.pop("nbgrader", None)
            place = next((n for n, (name, _) in enumerate(cells) if name == before), -1) + 1
            cells.insert(place, (key, cell))
        if any(name == key for name, _ in cells):
            before = key


def _make_ids_unique(notebook: NotebookNode) -> None:
    """Replaces the ids of cells that duplicate an earlier cell's."""
    taken: set[str] = set()
    for cell in notebook.cells:
        if cell.get("id") in taken:
            cell["id"] = uuid.uuid4().hex[:8]
        taken.add(cell.get("id", ""))


def _answered(cell: NotebookNode) -> bool:
    return is_answer(cell) and _edited(cell)


def _edited(cell: NotebookNode) -> bool:
    """Whether a cell no longer matches the checksum that nbgrader stored when it was released."""
    stored = _nbgrader(cell).get("checksum")
    if not stored:
        return False
    from nbgrader.utils import compute_checksum  # slow to load, and rarely needed

    try:
        return bool(compute_checksum(cell) != stored)
    except (KeyError, TypeError, ValueError, AttributeError):
        return True


def _nbgrader(cell: NotebookNode) -> Mapping[str, Any]:
    found = cell.metadata.get("nbgrader")
    return found if isinstance(found, Mapping) else {}


def _seen(cell: NotebookNode) -> tuple[str, str, dict[str, Any]]:
    return cell.cell_type, cell.source, dict(_nbgrader(cell))
