"""nbgrader's own commands follow no link that a student made, and wait for no pipe."""

from __future__ import annotations

import os
from pathlib import Path

import nbformat
import pytest
import toy_catalogue as toys
from nbgrader.apps import NbGraderAPI
from nbgrader.exchange import ExchangeFactory
from nbgrader.preprocessors import ClearOutput, SaveAutoGrades

from grader.classroom.nbgrader.chapters import register
from grader.classroom.nbgrader.collecting import CarefulCollect
from grader.classroom.nbgrader.course import open_course

STAMP = "2020-01-02 03:04:05 UTC"
SECRET = "SECRET-MODEL"  # in the instructor's notebook, too: see toy_catalogue


@pytest.fixture
def course(tmp_path):
    """A class with nobody in it, and a folder of the instructor's."""
    root = tmp_path / "class"
    toys.write_source(root / "source")
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "keys.txt").write_text(SECRET)
    opened = open_course(root)
    register(opened, toys.CHAPTER, opened.plans(toys.CHAPTER))
    return opened


def hand_in(course, folder: Path) -> None:
    """A submission with an ordinary notebook and links to what is not the student's."""
    folder.mkdir(parents=True)
    (folder / "toys.ipynb").write_text(course.plans(toys.CHAPTER)[0].release)
    (folder / "notes.txt").write_text("mine")
    (folder / "timestamp.txt").write_text(STAMP)
    private = course.root.parent / "private"
    (folder / "keys.txt").symlink_to(private / "keys.txt")
    (folder / "all").symlink_to(private, target_is_directory=True)
    (folder / "inner").mkdir()
    (folder / "inner" / "keys.txt").symlink_to(private / "keys.txt")
    os.mkfifo(folder / "pipe.txt")


def linked_notebook(course, folder: Path) -> None:
    """A submission whose notebook is the instructor's."""
    folder.mkdir(parents=True)
    (folder / "toys.ipynb").symlink_to(course.root / "source" / toys.CHAPTER / "toys.ipynb")
    (folder / "timestamp.txt").write_text(STAMP)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.takes_long("nbgrader's own commands")
def test_the_formgraders_button_keeps_and_grades_nothing_through_links(course, monkeypatch):
    root, config = course.root, course.config
    config.Autograde.sanitize_preprocessors = [ClearOutput]
    config.Autograde.autograde_preprocessors = [SaveAutoGrades]  # nothing of this needs to run
    hand_in(course, root / "submitted" / "ann" / toys.CHAPTER)
    linked_notebook(course, root / "submitted" / "bob" / toys.CHAPTER)
    (root / "submitted" / "cid").mkdir()
    (root / "submitted" / "cid" / toys.CHAPTER).symlink_to(root / "source" / toys.CHAPTER)
    monkeypatch.chdir(root)
    api = NbGraderAPI(course.directory(), config=config)
    done = api.autograde(toys.CHAPTER, "ann")
    assert done["success"], done["log"][-2000:]
    kept = contents(root / "autograded" / "ann" / toys.CHAPTER)
    assert sorted(kept) == ["notes.txt", "timestamp.txt", "toys.ipynb"]
    assert not any(SECRET.encode() in data for data in kept.values())
    told = {student: api.autograde(toys.CHAPTER, student) for student in ("bob", "cid")}
    assert not any(one["success"] for one in told.values())
    assert "bob: toys.ipynb is a symbolic link" in told["bob"]["log"]
    assert "cid: The folder is a symbolic link" in told["cid"]["log"]
    assert sorted(path.name for path in (root / "autograded").iterdir()) == ["ann"]
    # It is nbgrader's own: the time counts, and the notebook is a graded one.
    with api.gradebook as book:
        assert str(book.find_submission(toys.CHAPTER, "ann").timestamp) == STAMP[:-4]
    assert nbformat.reads(kept["toys.ipynb"].decode(), 4).cells


@pytest.mark.takes_long("nbgrader's own commands")
def test_nothing_is_collected_through_links_in_the_exchange(course, tmp_path, monkeypatch):
    inbound = tmp_path / "exchange" / "toys" / "inbound"
    names = {who: f"{who}+{toys.CHAPTER}+{STAMP}+x" for who in ("ann", "bob", "cid", "dot")}
    hand_in(course, inbound / names["ann"])
    linked_notebook(course, inbound / names["bob"])
    (inbound / names["cid"]).symlink_to(course.root / "source" / toys.CHAPTER)
    (inbound / names["dot"]).mkdir()
    (inbound / names["dot"] / "toys.ipynb").write_text(course.plans(toys.CHAPTER)[0].release)
    for folder in (tmp_path / "exchange", tmp_path / "exchange" / "toys", inbound):
        folder.chmod(0o777)
    course.config.Exchange.root = str(tmp_path / "exchange")
    course.config.CourseDirectory.course_id = "toys"
    monkeypatch.chdir(course.root)
    factory = ExchangeFactory(config=course.config)
    assert factory.collect is CarefulCollect
    directory = course.directory(toys.CHAPTER)
    factory.Collect(coursedir=directory, authenticator=None, config=course.config).start()
    collected = contents(course.root / "submitted")
    assert sorted(collected) == [
        *(f"ann/{toys.CHAPTER}/{name}" for name in ("notes.txt", "timestamp.txt", "toys.ipynb")),
        f"bob/{toys.CHAPTER}/timestamp.txt",
        f"dot/{toys.CHAPTER}/toys.ipynb",
    ]
    assert not any(SECRET.encode() in data for data in collected.values())
    # Other graders can read it as ever.
    modes = {path.stat().st_mode for path in (course.root / "submitted").glob(f"*/{toys.CHAPTER}")}
    assert modes == {(course.root / "submitted").stat().st_mode}
