"""Finds what a notebook has changed in the code that collects evidence, and restores it.

A student's code can reach every object of its process, in one way or another: `sys.modules`, `gc`,
frames, `vars`. So the code is remembered before the first cell runs, and compared before and after an
answer is tried. This makes a forgery hard and visible, not impossible: what decides is the judge.
"""

from __future__ import annotations

import base64
import builtins
import json
import re
import sys
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

OURS = "grader.evidence"
OTHERS = ("base64", "builtins", "json")
# IPython puts these into builtins while a cell runs.
NOT_KEPT = {"display", "get_ipython", "exit", "quit", "open", "input"}
MOST = 20  # names told
LONGEST = 20_000  # characters of all names together


@dataclass(frozen=True)
class Changes:
    """The names of what a notebook had changed before its answer was tried, and what the answer changed."""

    before: tuple[str, ...] = ()
    meanwhile: tuple[str, ...] = ()


class Seal:
    """Our modules, the names of `tf`, and its classes that probes rely on, as they are now."""

    def __init__(self, tf: Any):
        self.modules: dict[str, ModuleType] = {}
        self.names: list[tuple[str, Any, dict[str, Any]]] = []
        self.bases: list[tuple[str, type, tuple[type, ...]]] = []
        self.tables: list[tuple[str, Any, Any]] = []
        self.functions: dict[int, tuple[str, FunctionType, tuple[Any, ...], list[Any]]] = {}
        self.found: list[str] = []
        for name, module in list(sys.modules.items()):
            if name in OTHERS or _is_ours(name):
                self.modules[name] = module
                self._keep(name, module, deep=name not in OTHERS)
        self._keep("tf", tf, deep=False)
        for kind in (tf.Session, tf.InteractiveSession, tf.Graph, tf.summary.FileWriter):
            for owner in kind.__mro__[:-1]:
                self._keep(f"tf.{owner.__name__}", owner, deep=True)

    def _keep(self, label: str, owner: Any, deep: bool) -> None:
        kept = {}
        for name, value in list(vars(owner).items()):
            if name not in NOT_KEPT and (callable(value) or isinstance(value, property)):
                kept[name] = value
            if deep and not name.startswith("__"):
                self._keep_within(f"{label}.{name}", value, owner.__name__)
        self.names.append((label, owner, kept))
        if isinstance(owner, type):
            self.bases.append((label, owner, owner.__bases__))

    def _keep_within(self, label: str, value: Any, module: str) -> None:
        if isinstance(value, FunctionType) and id(value) not in self.functions:
            cells = [cell.cell_contents for cell in value.__closure__ or ()]
            self.functions[id(value)] = label, value, _inner(value), cells
            for content in cells:
                self._keep_within(label, content, module)
        elif isinstance(value, type) and value.__module__ == module:
            self._keep(label, value, deep=True)
        elif isinstance(value, (dict, list)) and _is_ours(module) and value is not _SEALS:
            self.tables.append((label, value, value.copy()))
            for content in value.values() if isinstance(value, dict) else value:
                self._keep_within(label, content, "")

    def mend(self) -> None:
        """Puts everything back, and adds the names of what had been changed to `found`."""
        for name, module in self.modules.items():
            if sys.modules.get(name) is not module:
                sys.modules[name] = module
                self.found.append(name)
        for label, kind, bases in self.bases:
            if not _same_items(kind.__bases__, bases):
                kind.__bases__ = bases
                self.found.append(label)
        for label, owner, kept in self.names:
            self.found += [f"{label}.{name}" for name in _put_back(owner, kept)]
        for label, table, earlier in self.tables:
            if not _same_items(table, earlier):
                table.clear()
                (table.extend if isinstance(table, list) else table.update)(earlier)
                self.found.append(label)
        for label, function, inner, cells in self.functions.values():
            closure = function.__closure__ or ()
            contents = [cell.cell_contents for cell in closure]
            if _inner(function) == inner and _same_items(contents, cells):
                continue
            function.__code__, function.__defaults__, function.__kwdefaults__ = inner
            for cell, content in zip(closure, cells, strict=True):
                cell.cell_contents = content
            self.found.append(label)

    def told(self) -> tuple[str, ...]:
        """Puts everything back; the names of all that was changed since the last call, each once."""
        self.mend()
        found = tuple(dict.fromkeys(self.found))
        self.found.clear()
        return found


def _is_ours(name: str) -> bool:
    return name == OURS or name.startswith(f"{OURS}.")


def _inner(function: FunctionType) -> tuple[Any, ...]:
    return function.__code__, function.__defaults__, function.__kwdefaults__


def _same_items(now: Any, earlier: Any) -> bool:
    """Whether two dictionaries or lists hold the same objects; a student's own may equal everything."""
    if len(now) != len(earlier):
        return False
    if isinstance(earlier, dict):
        return all(key in now and now[key] is value for key, value in earlier.items())
    return all(one is other for one, other in zip(now, earlier, strict=True))


def _put_back(owner: Any, kept: dict[str, Any]) -> list[str]:
    """Puts the names of a module or class back; returns those that were changed."""
    now, changed = vars(owner), []
    for name, value in kept.items():
        if now.get(name) is not value:
            setattr(owner, name, value)
            changed.append(name)
    for name in [name for name in now if name not in kept and _hides(owner, name)]:
        delattr(owner, name)
        changed.append(name)
    return changed


def _hides(owner: Any, name: str) -> bool:
    """Whether a name that was added comes before one that our code means: a base's, a builtin."""
    if isinstance(owner, type):
        inherited = [vars(base)[name] for base in owner.__mro__[1:] if name in vars(base)]
        added = vars(owner)[name]
        return bool(inherited) and (callable(added) or isinstance(added, property))
    return _is_ours(owner.__name__) and not name.startswith("__") and hasattr(builtins, name)


_SEALS: list[Seal] = []


def seal(tf: Any) -> Seal:
    """Remembers everything as it is now, before a student's code runs in this process."""
    _SEALS[:] = [Seal(tf)]
    return _SEALS[0]


def told() -> tuple[str, ...]:
    """As `Seal.told`; nothing in a process that has no seal."""
    return tuple(name for one in _SEALS for name in one.told())


def to_text(evidence: bytes, changes: Changes) -> str:
    """Evidence and what was changed, as the text that the kernel displays."""
    names = [changes.before[:MOST], changes.meanwhile[:MOST]]
    parts = (evidence, json.dumps(names).encode("ascii"))
    return " ".join(base64.b64encode(part).decode("ascii") for part in parts)


def from_text(text: str) -> tuple[bytes, Changes]:
    """What `to_text` packed. Raises ValueError for anything else: the kernel may send what it likes."""
    parts = text.split(" ")
    if len(parts) != 2 or len(parts[1]) > LONGEST:
        raise ValueError("this is not what a kernel sends as evidence")
    evidence, names = (base64.b64decode(part, validate=True) for part in parts)
    found = json.loads(names)
    if not (isinstance(found, list) and len(found) == 2 and all(map(_are_names, found))):
        raise ValueError("these are no names")
    return evidence, Changes(*map(tuple, found))


def _are_names(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= MOST
        and all(isinstance(name, str) and re.fullmatch(r"[\w.<>-]{1,200}", name) for name in value)
    )
