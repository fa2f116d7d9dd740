"""One notebook out of three: what the reader got, what he made of it, what the course has now."""

from __future__ import annotations

import copy
import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import nbformat
from nbformat import NotebookNode


@dataclass(frozen=True)
class Merged:
    """The course's new notebook with what is the reader's in it.

    asked_anew: the grade ids of answers that were kept although what they answer has changed.
    """

    notebook: NotebookNode
    asked_anew: tuple[str, ...] = ()


def parse(data: bytes) -> NotebookNode | None:
    """A notebook from a file's bytes; None for anything else."""
    try:
        notebook = nbformat.reads(data.decode("utf-8"), as_version=4)
        for cell in notebook.cells:
            grade_id(cell), mark(cell)
    except Exception:  # whatever a damaged file makes the parser say
        return None
    return notebook


def to_bytes(notebook: NotebookNode) -> bytes:
    """A notebook as JupyterLab writes it."""
    return (str(nbformat.writes(notebook)) + "\n").encode()


def marks(notebook: NotebookNode) -> dict[str, str]:
    """What the cells say, by their keys, in their order; outputs do not count."""
    return {key: mark(cell) for key, cell in (keyed(notebook) or {}).items()}


def mark(cell: NotebookNode) -> str:
    """Equal for cells of one kind with the same text."""
    text = f"{cell.cell_type}\n{cell.source}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()[:16]


def grade_id(cell: NotebookNode) -> str:
    """nbgrader's name of a cell, "" where it has none."""
    return str(_nbgrader(cell).get("grade_id") or "")


def is_answer(cell: NotebookNode) -> bool:
    """Whether the reader writes an answer into the cell."""
    return bool(grade_id(cell)) and bool(_nbgrader(cell).get("solution"))


def keyed(notebook: NotebookNode) -> dict[str, NotebookNode] | None:
    """The cells by what names them in every version; None when two have the same name."""
    found: dict[str, NotebookNode] = {}
    for cell in notebook.cells:
        name = grade_id(cell)
        key = f"grade:{name}" if name else f"cell:{cell.get('id') or mark(cell)}"
        if key in found:
            return None
        found[key] = cell
    return found


def same(one: NotebookNode, other: NotebookNode) -> bool:
    """Whether two notebooks hold the same cells, outputs aside."""
    return [_seen(cell) for cell in one.cells] == [_seen(cell) for cell in other.cells]


def holds_answers(notebook: NotebookNode) -> bool:
    """Whether somebody has written into an answer cell since it was released."""
    return any(is_answer(cell) and _written_in(cell) for cell in notebook.cells)


def merge(base: Mapping[str, str], mine: NotebookNode, new: NotebookNode) -> Merged | None:
    """The course's `new` notebook with the reader's answers, cells and changes from `mine`.

    base: the marks of what the reader once got; empty when nobody knows any more.
    None when reader and course have changed the same cell, or the reader has moved cells: that only
    a person can put together. Answers are never a reason: they stay the reader's.
    """
    own, fresh = keyed(mine), keyed(new)
    if own is None or fresh is None or _moved(own, base or fresh):
        return None
    cells: list[tuple[str, NotebookNode]] = []
    asked_anew: list[str] = []
    for key, cell in fresh.items():
        before, now = base.get(key), mark(cell)
        if key not in own:
            # Deleted by the reader: it comes back if the course needs it or has changed it.
            if before != now or grade_id(cell):
                cells.append((key, copy.deepcopy(cell)))
            continue
        kept = own[key]
        if mark(kept) == now or (mark(kept) == before and not _answered(kept)):
            cells.append((key, copy.deepcopy(cell)))
        elif is_answer(cell) and cell.cell_type == kept.cell_type:
            cells.append((key, copy.deepcopy(cell)))
            cells[-1][1].source = kept.source
            if before and before != now:
                asked_anew.append(grade_id(cell))
        elif before == now:
            cells.append((key, copy.deepcopy(kept)))
        else:
            return None
    _add_own(cells, own, fresh, base)
    result = copy.deepcopy(new)
    result.cells = [cell for _, cell in cells]
    _name_apart(result)
    return Merged(result, tuple(asked_anew))


def _moved(own: Mapping[str, Any], order: Mapping[str, Any]) -> bool:
    return [key for key in own if key in order] != [key for key in order if key in own]


def _add_own(
    cells: list[tuple[str, NotebookNode]],
    own: Mapping[str, NotebookNode],
    fresh: Mapping[str, NotebookNode],
    base: Mapping[str, str],
) -> None:
    """Puts the reader's own cells behind those that they stood behind."""
    before = ""
    for key, cell in own.items():
        if key not in fresh:
            if base.get(key) == mark(cell) and not _answered(cell):
                continue  # the course has dropped it, and the reader never touched it
            cell = copy.deepcopy(cell)
            if key in base:
                cell.metadata.pop("nbgrader", None)
            place = next((n for n, (name, _) in enumerate(cells) if name == before), -1) + 1
            cells.insert(place, (key, cell))
        if any(name == key for name, _ in cells):
            before = key


def _name_apart(notebook: NotebookNode) -> None:
    """Gives a cell whose id is taken another one."""
    taken: set[str] = set()
    for cell in notebook.cells:
        if cell.get("id") in taken:
            cell["id"] = uuid.uuid4().hex[:8]
        taken.add(cell.get("id", ""))


def _answered(cell: NotebookNode) -> bool:
    return is_answer(cell) and _written_in(cell)


def _written_in(cell: NotebookNode) -> bool:
    """Whether a released cell's text is no longer what nbgrader noted when it was released."""
    noted = _nbgrader(cell).get("checksum")
    if not noted:
        return False
    from nbgrader.utils import compute_checksum

    try:
        return bool(compute_checksum(cell) != noted)
    except (KeyError, TypeError, ValueError, AttributeError):
        return True


def _nbgrader(cell: NotebookNode) -> Mapping[str, Any]:
    found = cell.metadata.get("nbgrader")
    return found if isinstance(found, Mapping) else {}


def _seen(cell: NotebookNode) -> tuple[str, str, dict[str, Any]]:
    return cell.cell_type, cell.source, dict(_nbgrader(cell))
