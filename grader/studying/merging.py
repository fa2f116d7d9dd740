"""A three-way merge of notebooks: base is the course's old version, ours the reader's, theirs the new."""

from __future__ import annotations

import copy
import hashlib
import itertools
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from grader.studying import notebooks
from grader.studying.notebooks import Node

SIGNATURES = re.compile(r"^def \w+\([^()]*\)", re.MULTILINE)


@dataclass(frozen=True)
class Merged:
    """The course's new notebook with the reader's changes.

    changed_questions: the grade ids of answers that were kept although their question has changed.
    """

    notebook: Node
    changed_questions: tuple[str, ...] = ()


def parse(data: bytes) -> Node | None:
    """A notebook from a file's bytes; None for anything else."""
    try:
        notebook = notebooks.reads(data.decode("utf-8"))
        for cell in notebook.cells:
            grade_id(cell), fingerprint(cell)
    except Exception:  # a damaged file can make the parser raise anything
        return None
    return notebook


def to_bytes(notebook: Node) -> bytes:
    """The file that JupyterLab would write for a notebook."""
    return (notebooks.writes(notebook) + "\n").encode()


def fingerprints(notebook: Node) -> dict[str, str]:
    """The fingerprints of the cells by key, in order."""
    return {key: fingerprint(cell) for key, cell in (cells_by_key(notebook) or {}).items()}


def fingerprint(cell: Node) -> str:
    """A hash of a cell's type and source; outputs do not count."""
    text = f"{cell.cell_type}\n{cell.source}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()[:16]


def grade_id(cell: Node) -> str:
    """nbgrader's name of a cell, or "" if it has none."""
    return str(_nbgrader(cell).get("grade_id") or "")


def is_answer(cell: Node) -> bool:
    """Whether the reader writes an answer into the cell."""
    return bool(grade_id(cell)) and bool(_nbgrader(cell).get("solution"))


def cells_by_key(notebook: Node) -> dict[str, Node] | None:
    """The cells by a key that is the same in every version; None if two cells share one.

    A cell without an id has its source for a key, and its number among those of the same source.
    """
    found: dict[str, Node] = {}
    for cell in notebook.cells:
        name = grade_id(cell)
        key = f"grade:{name}" if name else f"cell:{cell.get('id') or fingerprint(cell)}"
        if not name and not cell.get("id"):
            known = (f"{key}-{number}" for number in itertools.count(2))
            key = key if key not in found else next(one for one in known if one not in found)
        if key in found:
            return None
        found[key] = cell
    return found


def same(one: Node, other: Node) -> bool:
    """Whether two notebooks have the same cells, not counting outputs."""
    return [_seen(cell) for cell in one.cells] == [_seen(cell) for cell in other.cells]


def holds_answers(notebook: Node) -> bool:
    """Whether any answer cell has been edited since it was released."""
    return any(is_answer(cell) and _edited(cell) for cell in notebook.cells)


def _asked(cell: Node) -> tuple[str, ...]:
    """What a question is known by: its id (its words were once joined by underscores), its first function."""
    return grade_id(cell).replace("_", "-"), *SIGNATURES.findall(cell.source)[:1]


def with_answers(new: Node, earlier: Node) -> Node | None:
    """`new` with the answers to its open questions that a reader wrote into another notebook.

    A question is known by its id or, if that has changed, by the function that it asks for.
    None if there are none.
    """
    written = {name: cell for cell in earlier.cells if _answered(cell) for name in _asked(cell)}
    result, found = copy.deepcopy(new), False
    for cell in result.cells:
        names = [name for name in _asked(cell) if name in written]
        if names and is_answer(cell) and not _answered(cell):
            cell.source, found = written[names[0]].source, True
    return result if found else None


def merge(base: Mapping[str, str], ours: Node, theirs: Node) -> Merged | None:
    """The course's new notebook, `theirs`, with the reader's answers, cells and changes from `ours`.

    base: the fingerprints of the version that the reader started from; empty if it is unknown.
    None on a conflict that only a person can resolve: reader and course have changed the same cell,
    or the reader has moved cells. Answers never conflict: the reader's are kept.
    """
    our_cells, their_cells = cells_by_key(ours), cells_by_key(theirs)
    if our_cells is None or their_cells is None:
        return None
    order = base or {key: fingerprint(cell) for key, cell in their_cells.items()}
    mine = _recognized(our_cells, their_cells, order)
    if _moved(mine, order):
        return None
    cells: list[tuple[str, Node]] = []
    changed_questions: list[str] = []
    for key, cell in their_cells.items():
        before, now = base.get(key), fingerprint(cell)
        if key not in mine:
            # Deleted by the reader: it comes back if the course needs it or has changed it.
            if before != now or grade_id(cell):
                cells.append((key, copy.deepcopy(cell)))
            continue
        own = mine[key]
        if fingerprint(own) == now or (fingerprint(own) == before and not _answered(own)):
            cells.append((key, copy.deepcopy(cell)))
        elif is_answer(cell) and cell.cell_type == own.cell_type:
            cells.append((key, copy.deepcopy(cell)))
            cells[-1][1].source = own.source
            if before and before != now:
                changed_questions.append(grade_id(cell))
        elif before == now:
            cells.append((key, copy.deepcopy(own)))
            cells[-1][1]["id"] = cell.get("id")
        else:
            return None
    _insert_own_cells(cells, mine, their_cells, base)
    result = copy.deepcopy(theirs)
    result.cells = [cell for _, cell in cells]
    _make_ids_unique(result)
    return Merged(result, tuple(changed_questions))


def _recognized(
    ours: Mapping[str, Node],
    theirs: Mapping[str, Node],
    order: Mapping[str, str],
) -> Mapping[str, Node]:
    """`ours`, in which cells of the course that have lost their ids have their keys again.

    Editors and services drop ids, or give new ones. Such a cell is recognized by its source; where most
    ids are lost, one that the reader has changed is recognized by its place between two others.
    order: the fingerprints of the version that the reader started from.
    """
    names, known = list(ours), list(order)
    by_id = [key for key in known if key.startswith("cell:")]
    lost = sum(key not in ours for key in by_id) > len(by_id) / 2
    found: dict[str, str] = {}
    here = [key if key in order else fingerprint(cell) for key, cell in ours.items()]
    there = [key if key in ours else order[key] for key in known]
    blocks = SequenceMatcher(None, here, there, autojunk=False).get_opcodes()
    for what, first, last, start, end in blocks:
        if what != "equal" and not (lost and last - first == end - start):
            continue
        for name, key in zip(names[first:last], known[start:end], strict=True):
            if name in order or key in ours:
                continue
            if what == "equal" or _may_be(ours[name], theirs.get(key)):
                found[name] = key
    renamed = {found.get(name, name): cell for name, cell in ours.items()}
    return ours if _moved(renamed, order) else renamed


def _may_be(own: Node, cell: Node | None) -> bool:
    """Whether a reader may have made the one of the other, which is the course's; never of a check."""
    if cell is None or own.cell_type != cell.cell_type:
        return False
    return is_answer(cell) or not grade_id(cell)


def _moved(ours: Mapping[str, Any], order: Mapping[str, Any]) -> bool:
    return [key for key in ours if key in order] != [key for key in order if key in ours]


def _insert_own_cells(
    cells: list[tuple[str, Node]],
    ours: Mapping[str, Node],
    theirs: Mapping[str, Node],
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


def _make_ids_unique(notebook: Node) -> None:
    """Gives an id to each cell that has none, or an earlier cell's."""
    taken: set[str] = set()
    for cell in notebook.cells:
        if not cell.get("id") or cell["id"] in taken:
            cell["id"] = uuid.uuid4().hex[:8]
        taken.add(cell["id"])


def _answered(cell: Node) -> bool:
    return is_answer(cell) and _edited(cell)


def _edited(cell: Node) -> bool:
    """Whether a cell no longer matches the checksum that nbgrader stored when it was released."""
    stored = _nbgrader(cell).get("checksum")
    if not stored:
        return False
    try:
        return notebooks.checksum(cell) != stored
    except (KeyError, TypeError, ValueError, AttributeError):
        return True


def _nbgrader(cell: Node) -> Mapping[str, Any]:
    found = cell.metadata.get("nbgrader")
    return found if isinstance(found, Mapping) else {}


def _seen(cell: Node) -> tuple[str, str, dict[str, Any]]:
    return cell.cell_type, cell.source, dict(_nbgrader(cell))
