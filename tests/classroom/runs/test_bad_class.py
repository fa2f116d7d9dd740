"""A class in which hardly anybody handed in what was asked for: each gets a sentence, nobody stops it."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

import nbformat
import pytest
import stub_grading as stub
import toy_catalogue as toys

from grader.classroom.nbgrader.course import open_course
from grader.classroom.nbgrader.feedback import feedback

pytestmark = pytest.mark.slow


def _too_big(folder: Path) -> None:
    with open(folder / "toys.ipynb", "wb") as file:
        file.truncate(100_000_000)


def _old(folder: Path) -> None:
    old = nbformat.v3.new_notebook(
        worksheets=[nbformat.v3.new_worksheet(cells=[nbformat.v3.new_code_cell(input="x = 1")])]
    )
    (folder / "toys.ipynb").write_text(json.dumps(old))


def _instead_of_a_folder(folder: Path) -> None:
    folder.rmdir()
    folder.write_text("my homework")


def _linked(folder: Path) -> None:
    folder.rmdir()
    folder.symlink_to("/etc", target_is_directory=True)


def _whole_folder_linked(folder: Path) -> None:
    folder.rmdir()
    folder.parent.rmdir()
    folder.parent.symlink_to(folder.parent.with_name("student00"), target_is_directory=True)


def _text(text: str | bytes, name: str = "toys.ipynb"):
    data = text if isinstance(text, bytes) else text.encode()

    def write(folder: Path) -> None:
        (folder / name).write_bytes(data)

    return write


NEW = '{"nbformat": 5, "nbformat_minor": 0, "metadata": {}, "cells": []}'
# By student: what was handed in, and what the result says. "" for what is graded.
HANDED_IN = {
    "empty": (_text(""), "is empty"),
    "words": (_text("my homework"), "is not JSON"),
    "cut": (_text('{"nbformat": 4, "cel'), "is truncated or not JSON"),
    "new": (_text(NEW), "has nbformat 5"),
    "old": (_old, ""),
    "latin": (_text('{"x": "é"}'.encode("latin-1")), "is not UTF-8"),
    "big": (_too_big, "is 100 MB; at most 20 MB"),
    "folder": (lambda folder: (folder / "toys.ipynb").mkdir(), "is a folder"),
    "link": (lambda folder: (folder / "toys.ipynb").symlink_to("/etc/passwd"), "symbolic link"),
    "loop": (lambda folder: (folder / "toys.ipynb").symlink_to("toys.ipynb"), "symbolic link"),
    "pipe": (lambda folder: os.mkfifo(folder / "toys.ipynb"), "is not an ordinary file"),
    "nothing": (lambda folder: None, "there is no notebook"),
    "file": (_instead_of_a_folder, "there is no notebook"),
    "linked": (_linked, "folder is a symbolic link"),
    "pointing": (_whole_folder_linked, "folder is a symbolic link"),
    "renamed": (
        _text("{}", "Toys (final) (2).ipynb"),
        "found Toys (final) (2).ipynb, which may be it",
    ),
    "odd-name": (_text("{}", "tøys\n\x1b[31m.ipynb"), "expected toys.ipynb"),
    "Zoë O'Neill": (_text("{"), "is truncated"),
    "-rf": (_text("{"), "is truncated"),
    "$(id)": (_text("{"), "is truncated"),
    "a+b,c": (_text("{"), "is truncated"),
    "x" * 100: (_text("{"), "is truncated"),
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The class, graded, with one ordinary student in it."""
    root = stub.write_class(tmp_path_factory.mktemp("bad") / "class", 1)
    for student, (make, _) in HANDED_IN.items():
        folder = root / "submitted" / student / toys.CHAPTER
        folder.mkdir(parents=True)
        make(folder)
    return root, stub.run_class(root, 1, pages=True)


def test_every_student_has_a_result(graded):
    _, results = graded
    assert set(results) == {"student00", *HANDED_IN}
    assert results["student00"].status == "graded"


@pytest.mark.parametrize("student", HANDED_IN)
def test_each_gets_a_sentence(graded, student):
    _, results = graded
    told = HANDED_IN[student][1]
    assert results[student].status == ("rejected" if told else "graded"), results[student].message
    assert told in results[student].message
    assert "\x1b" not in results[student].message and "\n" not in results[student].message


def test_all_are_in_the_gradebook_and_get_a_page(graded):
    root, results = graded
    with sqlite3.connect(root / "gradebook.db") as book:
        entered = {row[0] for row in book.execute("SELECT student_id FROM submitted_assignment")}
    assert entered == set(results)
    pages = {student: files for student, files, _ in feedback(open_course(root), toys.CHAPTER)}
    assert {student for student, files in pages.items() if len(files) == 1} == set(results)
    assert "root:" not in "".join(page.read_text() for (page,) in pages.values())


def test_nothing_of_the_system_is_copied(graded):
    root, _ = graded
    copied = {path.name for path in (root / "autograded").rglob("*") if path.is_file()}
    assert copied <= {"toys.ipynb", "timestamp.txt"}


def test_a_second_run_has_nothing_to_do(graded, monkeypatch, tmp_path):
    root, results = graded
    monkeypatch.setenv("STUB_COUNT", str(tmp_path / "count"))
    again = stub.run_class(root, 1, pages=True)
    assert not (tmp_path / "count").exists()
    assert {name: one.to_json() for name, one in again.items()} == {
        name: one.to_json() for name, one in results.items()
    }
