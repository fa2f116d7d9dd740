"""A three-way merge of an instructor's source notebook: of its cells, and of what is said about them."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.authoring.source_changes import cells_of
from grader.languages import _
from grader.studying import merging
from grader.studying.notebooks import Node

NOTHING = object()


@dataclass(frozen=True)
class MergedSource:
    """data: the new file; None if it cannot be merged, and `blocked` says why.

    kept: how many cells of the instructor's stay. conflicts: which of them the course has changed, too.
    """

    data: bytes | None
    kept: int = 0
    conflicts: tuple[str, ...] = ()
    blocked: str = ""


def merge_sources(base: bytes | None, ours: bytes, theirs: bytes) -> MergedSource:
    """The course's new notebook with the instructor's edits of the old one. base: None if it is unknown.

    What both have changed stays as the instructor has it.
    """
    mine, new = merging.parse(ours), merging.parse(theirs)
    if mine is None or new is None:
        return MergedSource(None, blocked=_("it is no notebook"))
    before, own, others = cells_of(base), cells_of(ours), merging.cells_by_key(new) or {}
    conflicts = [
        told
        for key, cell in own.items()
        if key in others
        for told in _settle(before.get(key), cell, others[key])
    ]
    prints = {key: merging.fingerprint(cell) for key, cell in before.items()}
    merged = merging.merge(prints, mine, new)
    if merged is None:
        return MergedSource(None, blocked=_("cells have been moved, or two have the same id"))
    result = merged.notebook
    # What the instructor has taken out stays out, exercises, too.
    gone = before.keys() - own.keys()
    keys = merging.cells_by_key(result) or {}
    result.cells = [cell for key, cell in keys.items() if key not in gone]
    for key, cell in keys.items():
        if key in own and key in others:
            old = before[key].metadata if key in before else Node()
            cell.metadata = _three_way(old, own[key].metadata, others[key].metadata)
    kept = len(gone) + sum(_differs(before.get(key), cell) for key, cell in own.items())
    return MergedSource(merging.to_bytes(result), kept, tuple(conflicts))


def _settle(old: Node | None, cell: Node, other: Node) -> list[str]:
    """Gives the course's cell what the instructor has set and the course has set otherwise; says what."""
    name = merging.grade_id(cell) or repr(cell.source.strip().split("\n")[0][:60])
    found = []
    before = merging.fingerprint(old) if old is not None else ""
    if _all_differ(before, merging.fingerprint(cell), merging.fingerprint(other)):
        found.append(_("the cell {name}").format(name=name))
        other.source, other.cell_type = cell.source, cell.cell_type
    told = _("{what} of the cell {name}")
    twice = _settled(old.metadata if old else Node(), cell.metadata, other.metadata)
    return found + [told.format(what=what, name=name) for what in twice]


def _all_differ(old: Any, own: Any, other: Any) -> bool:
    return old not in (own, other) and own != other


def _settled(old: Mapping[str, Any], own: Mapping[str, Any], other: dict[str, Any]) -> list[str]:
    """Gives `other` what both have set, and differently, as it is in `own`; the names of these."""
    found = []
    for key in sorted(own.keys() | other.keys()):
        values = [one.get(key, NOTHING) for one in (old, own, other)]
        if all(isinstance(value, Mapping) for value in values[1:]):
            inner = values[0] if isinstance(values[0], Mapping) else {}
            found += _settled(inner, values[1], other[key])
        elif _all_differ(*values):
            found.append(key)
            if values[1] is NOTHING:
                del other[key]
            else:
                other[key] = copy.deepcopy(values[1])
    return found


def _three_way(old: Mapping[str, Any], own: Mapping[str, Any], other: Mapping[str, Any]) -> Node:
    """What has been set on one side only, whichever it is."""
    result = Node()
    for key in [*other, *(one for one in own if one not in other)]:
        values = [one.get(key, NOTHING) for one in (old, own, other)]
        if all(isinstance(value, Mapping) for value in values[1:]):
            inner = values[0] if isinstance(values[0], Mapping) else {}
            result[key] = _three_way(inner, values[1], values[2])
            continue
        value = values[2] if values[1] == values[0] else values[1]
        if value is not NOTHING:
            result[key] = copy.deepcopy(value)
    return result


def _differs(old: Node | None, cell: Node) -> bool:
    """Whether the instructor has written or changed a cell."""
    return old is None or (
        merging.fingerprint(old) != merging.fingerprint(cell) or old.metadata != cell.metadata
    )
