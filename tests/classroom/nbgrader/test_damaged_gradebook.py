"""A damaged gradebook: doctor and every command that opens it say so, and nothing is changed."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
import stub_grading as stub
import toy_catalogue as toys
from click.testing import CliRunner

from grader import doctor
from grader.classroom.nbgrader import course
from grader.classroom.nbgrader.gradebook_file import damage_of
from grader.cli import main

PAGE = 4096  # bytes of a page of the database, a power of two


def no_database(data: bytes) -> bytes:
    return b"not a database at all" * 500


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def cut_within_a_page(data: bytes) -> bytes:
    return data[: -PAGE - 100]


def without_its_head(data: bytes) -> bytes:
    return bytes(100) + data[100:]


def zeros_in_the_middle(data: bytes) -> bytes:
    return data[: 2 * PAGE] + bytes(4 * PAGE) + data[6 * PAGE :]


def a_page_twice(data: bytes) -> bytes:
    return data[: 3 * PAGE] + data[:PAGE] + data[4 * PAGE :]


def emptied(data: bytes) -> bytes:
    return b""


DAMAGES = (
    no_database,
    cut,
    cut_within_a_page,
    without_its_head,
    zeros_in_the_middle,
    a_page_twice,
    emptied,
)
COMMANDS = (
    ("feedback", toys.CHAPTER),
    ("autograde", toys.CHAPTER, "--isolation", "none"),
    ("report", toys.CHAPTER),
    ("export", toys.CHAPTER, "--for", "csv"),
    ("regrade", "graphs/polynomial"),
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A graded class with pages."""
    root = stub.write_class(tmp_path_factory.mktemp("whole") / "class", 2)
    stub.run_class(root, 1, pages=True)
    return root


@pytest.fixture(params=DAMAGES, ids=lambda one: one.__name__)
def damaged(request, whole, tmp_path):
    """The class with a damaged gradebook."""
    root = tmp_path / "class"
    shutil.copytree(whole, root)
    book = root / "gradebook.db"
    book.write_bytes(request.param(book.read_bytes()))
    return root


def contents(root: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_a_whole_one_is_whole(whole):
    assert damage_of(whole / "gradebook.db") == ""
    assert course.open_course(whole).chapters()


@pytest.mark.sampled(3)
def test_every_command_says_so_and_changes_nothing(damaged):
    before = contents(damaged)
    for command in COMMANDS:
        done = CliRunner().invoke(main, [*command, "--course", str(damaged)])
        told = " ".join(done.output.split())
        assert done.exit_code == 2 and done.exception.__class__ is SystemExit, (command, told)
        assert "gradebook.db is damaged (" in told, (command, told)
        assert "Put your backup in its place" in told and "by hand do not" in told
    assert contents(damaged) == before


@pytest.mark.sampled(3)
def test_the_doctor_says_so(damaged, monkeypatch):
    monkeypatch.chdir(damaged)
    found = doctor.look_gradebook()
    assert found.status == "fail" and "gradebook.db is damaged: " in found.found
    assert "Put your backup in its place" in found.to_do


@pytest.mark.sampled(2)
def test_the_formgraders_button_says_so(damaged, monkeypatch):
    monkeypatch.chdir(damaged)
    monkeypatch.setattr(course, "refuse_damaged", lambda url: None)  # nbgrader does not call it
    (damaged / "nbgrader_config.py").write_text(stub.CONFIG)
    before = contents(damaged)
    done = stub.press_button(damaged)
    assert not done["success"] and "gradebook.db is damaged (" in done["log"]
    assert "Traceback" not in done["log"] and contents(damaged) == before


@pytest.mark.sampled(1)
def test_the_sentence_is_one_of_the_readers_language(damaged):
    done = CliRunner().invoke(
        main, ["--lang", "zh_CN", "feedback", toys.CHAPTER, "--course", str(damaged)]
    )
    assert done.exit_code == 2 and "损坏" in done.output


@pytest.mark.sampled(1, ci=3)
def test_what_the_sentence_says_works(damaged, monkeypatch):
    (damaged / "gradebook.db").rename(damaged / "damaged.db")
    results = stub.run_class(damaged, 1, pages=True)
    assert {one.status for one in results.values()} == {"graded"}
    with sqlite3.connect(damaged / "gradebook.db") as book:
        assert book.execute("SELECT count(*) FROM submitted_assignment").fetchone() == (2,)


def test_neither_a_new_nor_a_locked_one_is_damaged(whole, tmp_path):
    assert damage_of(tmp_path / "gradebook.db") == ""
    (tmp_path / "gradebook.db").touch()  # a run was killed before it wrote anything
    assert damage_of(tmp_path / "gradebook.db") == ""
    shutil.copy(whole / "gradebook.db", tmp_path)
    with sqlite3.connect(tmp_path / "gradebook.db", isolation_level=None) as book:
        book.execute("BEGIN EXCLUSIVE")
        assert damage_of(tmp_path / "gradebook.db") == ""
