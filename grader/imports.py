"""What a module of ours needs, found by its imports: what a grade depends on, what a sandbox must show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import grader

PACKAGE = Path(grader.__file__).parent
STATEMENT = re.compile(
    r"^(?P<indent>[ \t]*)(?:from (?P<source>grader[\w.]*) import (?P<names>\((?:[^)#]|#.*)*\)|.*)"
    r"|import (?P<module>grader[\w.]*))",
    re.MULTILINE,
)
# Its other imports, in functions, are of rooms that are missing where a student's notebook is graded.
ONLY_AT_THE_TOP = "grader.notebook"


def needed(*modules: str) -> frozenset[str]:
    """The modules of ours that run when these run: they, their packages, and all that is imported there.

    Imports in functions count, too. Raises LookupError for a module that does not exist.
    """
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        package = name.rpartition(".")[0]
        waiting += [*imported(name), *filter(None, [package])]
    return frozenset(found)


@cache
def imported(module: str) -> frozenset[str]:
    """The modules of ours that a module imports."""
    path = file_of(module)
    if path is None:
        raise LookupError(f"there is no module {module}")
    return frozenset(_imported(module, path.read_text(encoding="utf-8")))


def _imported(module: str, text: str) -> Iterator[str]:
    for statement in STATEMENT.finditer(text):
        if statement["indent"] and module == ONLY_AT_THE_TOP:
            continue
        if statement["module"]:
            yield statement["module"]
            continue
        yield statement["source"]
        for name in re.findall(r"\w+", re.sub(r"#.*|\bas \w+", "", statement["names"])):
            if file_of(f"{statement['source']}.{name}"):
                yield f"{statement['source']}.{name}"


@cache
def file_of(module: str) -> Path | None:
    """The file of a module or package of ours; None if there is no such module."""
    place = PACKAGE.joinpath(*module.split(".")[1:])
    files = (place / "__init__.py", place.with_suffix(".py"))
    return next((path for path in files if path.is_file()), None)
