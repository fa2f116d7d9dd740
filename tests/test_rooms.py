"""A room imports only rooms before it, files are short, and TensorFlow is imported in one place."""

from __future__ import annotations

import ast
from statistics import median

import pytest

from tests import rooms

LONGEST = 450  # lines of a file
USUAL_EXERCISE, LONGEST_EXERCISE = 120, 250  # the median, and the most


@pytest.mark.takes_long("the first case parses every file")
@pytest.mark.parametrize("folder", rooms.ORDER, ids=lambda folder: folder or "grader")
def test_a_room_imports_only_rooms_before_it(folder):
    order = rooms.ORDER[folder]
    wrong = []
    for name in rooms.files():
        mine = rooms.child(name, folder)
        if mine is None:
            continue
        assert rooms.level(mine, order) is not None, f"{name}: give its room a place in ORDER"
        for used in rooms.modules_used(name):
            other = rooms.child(used, folder)
            if used == folder and folder:
                wrong.append(f"{name} imports from the facade of its own folder")
            elif other and rooms.level(other, order) > rooms.level(mine, order):
                wrong.append(f"{name} imports {used}, which is above it")
    assert not wrong, "\n".join(wrong)


def test_no_modules_import_each_other_in_a_circle():
    """Not even in functions, or for a type checker only."""
    uses = {name: sorted(rooms.modules_used(name, typed=True)) for name in rooms.files()}
    assert rooms.circles(uses) == []


def test_the_engine_imports_inside_functions_only_where_a_comment_says_why():
    silent = []
    for name, tree in rooms.trees().items():
        lines = rooms.files()[name].read_text(encoding="utf-8").splitlines()
        for function in rooms.running_statements(tree):
            if isinstance(function, ast.FunctionDef) and name.startswith("engine"):
                silent += [
                    f"{name}:{node.lineno}"
                    for node in rooms.running_statements(function)
                    if isinstance(node, ast.Import | ast.ImportFrom)
                    and "#" not in "".join(lines[node.lineno - 1 : node.end_lineno])
                ]
    assert not silent, f"move to the top, or say in a comment why not: {silent}"


def test_files_are_short_enough_to_read_in_a_sitting():
    lengths = {
        path: len(path.read_text(encoding="utf-8").splitlines()) for path in rooms.files().values()
    }
    assert {path: lines for path, lines in lengths.items() if lines > LONGEST} == {}
    exercises = [lines for path, lines in lengths.items() if path.name == "exercise.py"]
    assert median(exercises) <= USUAL_EXERCISE and max(exercises) <= LONGEST_EXERCISE


def test_every_room_says_what_belongs_there():
    """The folders of the chapters' exercises are all alike: exercises/README.md speaks for them."""
    folders = {path.parent for path in rooms.files().values()} - {rooms.PACKAGE}
    exercises = rooms.PACKAGE / "exercises"
    assert [
        folder.relative_to(rooms.PACKAGE).as_posix()
        for folder in sorted(folders)
        if not (folder / "README.md").exists() and exercises not in folder.parents
    ] == []


def test_tensorflow_is_imported_in_one_place():
    users = {
        name
        for name in rooms.files()
        if "tensorflow" in {used.split(".")[0] for used in rooms.packages_used(name)}
    }
    assert users == {"back_end"}


def test_the_picture_of_the_rooms_is_true():
    drawn = rooms.PICTURE.read_text(encoding="utf-8")
    assert drawn == rooms.drawing(), "draw it again: python -m tests.rooms"
