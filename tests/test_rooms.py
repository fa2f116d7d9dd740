"""The house rule: a room imports only rooms below it, and TensorFlow comes in by one door."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import grader

PACKAGE = Path(grader.__file__).parent

# Ground floor first.
ROOMS = (
    "atomic",
    "errors",
    "pipes",
    "places",
    "languages",
    "engine",
    "pictures",
    "evidence",
    "judging",
    "exercises",
    "progress",
    "notebook",
    "inside",
    "sandbox",
    "classroom",
    "prose",
    "studying",
    "authoring",
    "doctor",
    "cli",
    "translating",
)
# Rooms within a room, lowest first. A file beside them is a door: it may import every one of them.
INNER_ROOMS = {
    "classroom": (
        "course",
        "judge",
        "grading",
        "nbgrader",
        "workers",
        "runs",
        "report",
        "publishing",
    ),
}
FILES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def room_of(path: Path) -> str:
    return path.parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """Every module that a file imports, at its top or in a function."""
    found = set()
    for node in ast.walk(ast.parse((PACKAGE / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = ("grader", *path.parts[:-1])
                base = ".".join([*package[: len(package) - node.level + 1], *filter(None, [base])])
            found |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return found


def rooms_used(path: Path) -> set[str]:
    names = {name.split(".")[1] for name in imported(path) if name.startswith("grader.")}
    return names & set(ROOMS)


@pytest.mark.parametrize("path", FILES, ids=str)
def test_a_room_imports_only_rooms_below_it(path):
    room = room_of(path)
    if room == "__init__":
        assert rooms_used(path) == set()
        return
    above = set(ROOMS[ROOMS.index(room) + 1 :])
    assert not rooms_used(path) & above, f"{path} is in {room}, below what it imports"


def inner_files():
    return [path for path in FILES if len(path.parts) > 2 and path.parts[0] in INNER_ROOMS]


@pytest.mark.parametrize("path", inner_files(), ids=str)
def test_an_inner_room_imports_only_inner_rooms_below_it(path):
    outer, room = path.parts[:2]
    order = INNER_ROOMS[outer]
    prefix = f"grader.{outer}."
    names = {name.removeprefix(prefix) for name in imported(path) if name.startswith(prefix)}
    used = {name.split(".")[0] for name in names}
    assert used <= set(order[: order.index(room) + 1]), f"{path} imports from above, or a door"


def test_every_room_is_known():
    assert {room_of(path) for path in FILES} - {"__init__"} <= set(ROOMS)
    for outer, order in INNER_ROOMS.items():
        assert {path.parts[1] for path in inner_files() if path.parts[0] == outer} == set(order)


@pytest.mark.parametrize("path", FILES, ids=str)
def test_tensorflow_is_imported_by_the_notebook_room_alone(path):
    tops = {name.split(".")[0] for name in imported(path)}
    assert "tensorflow" not in tops or path.as_posix() == "notebook.py"


def test_what_a_student_process_sees_imports_nothing_of_the_judge():
    from grader.sandbox.mounts import ROOMS as MOUNTED

    seen = {name.removesuffix(".py") for name in MOUNTED} - {"__init__"}
    for path in FILES:
        if room_of(path) in seen - {"notebook"}:
            assert rooms_used(path) <= seen, path
