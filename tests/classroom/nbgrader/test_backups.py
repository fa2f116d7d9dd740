"""Nightly copies of the gradebook, and the way back to one of them."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from datetime import date

import pytest
import stub_grading as stub
import toy_catalogue as toys
from click.testing import CliRunner

from grader import doctor
from grader.classroom.nbgrader import backups
from grader.cli import main

TABLES = "CREATE TABLE submitted_assignment (id INTEGER); CREATE TABLE points (given REAL);"


class Day(date):
    """A calendar on a chosen day."""

    now = date(2027, 3, 1)

    @classmethod
    def today(cls):
        return cls.now


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A folder with a gradebook that holds a submission and one number; `Day.now` is the day."""
    monkeypatch.setattr(backups, "date", Day)
    monkeypatch.setattr(Day, "now", date(2027, 3, 1))
    with contextlib.closing(sqlite3.connect(tmp_path / "gradebook.db")) as book:
        book.executescript(TABLES + "INSERT INTO points VALUES (1.5)")
        book.execute("INSERT INTO submitted_assignment VALUES (1)")
        book.commit()
    return tmp_path


def back_up(root):
    backups.back_up(root, f"sqlite:///{root / 'gradebook.db'}")


def points(path):
    with contextlib.closing(sqlite3.connect(path)) as book:
        return [one for (one,) in book.execute("SELECT given FROM points")]


def give(root, number):
    with contextlib.closing(sqlite3.connect(root / "gradebook.db")) as book:
        book.execute("INSERT INTO points VALUES (?)", [number])
        book.commit()


def restore(root, *words):
    done = CliRunner().invoke(main, ["restore", *words, "--course", str(root)])
    return done.exit_code, " ".join(done.output.split())


def test_the_first_command_of_a_day_makes_the_copy(root):
    back_up(root)
    give(root, 2)
    back_up(root)
    assert [points(copy.path) for copy in backups.copies(root)] == [[1.5]]
    Day.now = date(2027, 3, 2)
    back_up(root)
    assert [points(copy.path) for copy in backups.copies(root)] == [[1.5, 2], [1.5]]
    assert os.stat(backups.copies(root)[0].path).st_mode & 0o077 == 0


def test_a_copy_without_submissions_is_made_anew(root):
    with contextlib.closing(sqlite3.connect(root / "gradebook.db")) as book:
        book.execute("DELETE FROM submitted_assignment")
        book.commit()
        back_up(root)
        book.execute("INSERT INTO submitted_assignment VALUES (1)")
        book.commit()
    back_up(root)
    (copy,) = backups.copies(root)
    assert copy.graded() == 1


def test_a_few_are_kept(root):
    for day in range(1, 30):
        Day.now = date(2027, 3, day)
        back_up(root)
    days = [copy.day.day for copy in backups.copies(root)]
    assert days == list(range(29, 29 - backups.KEPT, -1))


def test_what_is_being_written_is_copied_without_it(root):
    with contextlib.closing(sqlite3.connect(root / "gradebook.db")) as writer:
        writer.execute("INSERT INTO points VALUES (9)")
        back_up(root)
        writer.rollback()
    assert [points(copy.path) for copy in backups.copies(root)] == [[1.5]]


def test_where_no_copy_can_be_made_work_goes_on(root):
    (root / ".grader").write_text("a file")
    back_up(root)
    backups.back_up(root, "postgresql://somebody@somewhere/grades")
    backups.back_up(root / "nowhere", f"sqlite:///{root / 'nowhere' / 'gradebook.db'}")
    assert backups.copies(root) == []


def test_restoring_keeps_what_was_there(root):
    back_up(root)
    give(root, 2)
    book = root / "gradebook.db"
    (root / "gradebook.db-journal").write_bytes(b"what SQLite would play back")
    assert restore(root)[1].count("2027-03-01") >= 1
    code, told = restore(root, "2027-03-01")
    assert code == 0 and "is kept as" in told
    assert points(book) == [1.5]
    kept = sorted(path.name for path in root.glob("gradebook.db.before-restore-*"))
    assert len(kept) == 2 and kept[1] == f"{kept[0]}-journal"
    assert not (root / "gradebook.db-journal").exists()
    (root / kept[1]).unlink()
    assert points(root / kept[0]) == [1.5, 2]


@pytest.mark.parametrize(
    ("day", "told"),
    [
        ("2027-02-28", "there is no copy of 2027-02-28, only of 2027-03-01"),
        ("yesterday", "there is no copy of yesterday, only of 2027-03-01"),
    ],
)
def test_a_day_without_a_copy_is_named(root, day, told):
    back_up(root)
    code, said = restore(root, day)
    assert code == 2 and told in said
    assert points(root / "gradebook.db") == [1.5]


def test_a_damaged_copy_is_refused(root):
    back_up(root)
    backups.copies(root)[0].path.write_bytes(b"no database" * 500)
    code, said = restore(root, "newest")
    assert code == 2 and "is damaged, too" in said and points(root / "gradebook.db") == [1.5]
    assert "damaged" in restore(root)[1]


def test_without_a_copy_it_says_when_there_will_be_one(root):
    assert restore(root)[1] == "There is no copy of the gradebook yet."
    code, said = restore(root, "newest")
    assert code == 2 and "the first command of a day that writes makes one" in said


@pytest.mark.slow
def test_a_damaged_gradebook_names_the_copy_and_grading_brings_the_rest_back(tmp_path, monkeypatch):
    root = stub.write_class(tmp_path / "class", 2)
    monkeypatch.setattr(backups, "date", Day)
    stub.run_class(root, only=("student00",))
    Day.now = date(2027, 3, 2)
    stub.run_class(root)
    whole = stub.only_grades(stub.contents(root))
    book = root / "gradebook.db"
    book.write_bytes(book.read_bytes()[:6000])
    done = CliRunner().invoke(main, ["report", toys.CHAPTER, "--course", str(root)])
    told = " ".join(done.output.split())
    assert done.exit_code == 2 and "`grader restore newest` puts the copy of 2027-03-02" in told
    monkeypatch.chdir(root)
    assert "`grader restore newest`" in doctor.look_gradebook().to_do
    assert restore(root, "newest")[0] == 0
    stub.run_class(root)
    assert stub.only_grades(stub.contents(root)) == whole
    shutil.rmtree(root)
