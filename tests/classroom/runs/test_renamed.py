"""A notebook under another name or in another folder is named, and taken where that is wanted and sure."""

from __future__ import annotations

import functools
import os
from pathlib import Path

import nbformat
import pytest
import stub_grading as stub
import toy_catalogue as toys
from click.testing import CliRunner

from grader.classroom.nbgrader.course import open_course, submissions
from grader.classroom.runs import autograde
from grader.classroom.runs.collect import collect
from grader.classroom.runs.renamed import find_renamed, take_renamed
from grader.cli.autograde import command
from grader.errors import CourseError
from grader.places import NOTEBOOKS

HERE = f"{toys.CHAPTER}/"
GRAPHS = NOTEBOOKS / "01-graphs" / "1-recipes.ipynb"


@pytest.fixture
def root(tmp_path):
    return stub.write_class(tmp_path / "class", 1)


def notebook(root: Path, mark: str = "", cells: int = 100) -> str:
    """The toy notebook with a cell of one's own."""
    plan = open_course(root).plans(toys.CHAPTER)[0]
    made = nbformat.reads(plan.release, as_version=4)
    del made.cells[cells:]
    made.cells.append(nbformat.v4.new_code_cell(f"mine = {mark!r}", id="mine"))
    return nbformat.writes(made)


def hand_in(root: Path, files: dict[str, str], student: str = "anna") -> Path:
    folder = root / "submitted" / student
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def found(root: Path, only: tuple[str, ...] = ("anna",)):
    course = open_course(root)
    return find_renamed(course, toys.CHAPTER, course.plans(toys.CHAPTER), only)


@pytest.mark.parametrize(
    "name",
    [
        HERE + "toys_anna.ipynb",
        HERE + "toys (2).ipynb",
        HERE + "Toys.ipynb",
        HERE + "toys.IPYNB",
        HERE + "homework.ipynb",
        HERE + "work/toys.ipynb",
        "toys.ipynb",
        "toys/toys.ipynb",
        "01-graphs/toys.ipynb",
        "week 7/final/mine.ipynb",
        "03-lifetimes/lifetimes.ipynb",  # handed in for another chapter
    ],
)
def test_the_likely_file_is_named_and_taken_only_if_wanted(root, name):
    text = notebook(root, name)
    litter = {".ipynb_checkpoints/toys-checkpoint.ipynb": "{}", "__MACOSX/._toys.ipynb": "{}"}
    # Another chapter's own notebook is not looked at, nor what has nothing of this chapter.
    others = {"01-graphs/1-recipes.ipynb": GRAPHS.read_text(), "notes.ipynb": "{}"}
    folder = hand_in(root, {name: text, **litter, **others})
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    (one,) = found(root)
    assert (one.student, one.notebook, one.files, one.sure) == ("anna", "toys.ipynb", (name,), True)
    assert f"anna/{name} is probably anna's toys.ipynb of {toys.CHAPTER}" in one.told()
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before

    taken, left = take_renamed([one])
    assert (len(taken), left) == (1, []) and name in taken[0]
    assert (folder / HERE / "toys.ipynb").read_text() == text
    assert {path: path.read_bytes() for path in before} == before
    assert found(root) == []


@pytest.mark.parametrize(
    ("files", "named"),
    [
        ({"a.ipynb": ("one", 100), "b.ipynb": ("two", 100)}, ("a.ipynb", "b.ipynb")),
        ({"toys_draft.ipynb": ("", 2)}, ("toys_draft.ipynb",)),  # too little of it
        ({"toys-anna.ipynb": None}, ("toys-anna.ipynb",)),  # no notebook that can be read
    ],
)
def test_where_there_is_a_doubt_nothing_is_taken_and_the_files_are_named(root, files, named):
    texts = {name: notebook(root, *about) if about else "{" for name, about in files.items()}
    hand_in(root, {HERE + name: text for name, text in texts.items()})
    (one,) = found(root)
    assert (one.files, one.sure) == (tuple(HERE + name for name in named), False)
    taken, left = take_renamed([one])
    assert taken == [] and all(name in left[0] for name in named)
    assert not (root / "submitted" / "anna" / HERE / "toys.ipynb").exists()


def test_folders_of_students_in_a_chapters_are_named_and_left_alone(root):
    hand_in(root, {"anna/toys.ipynb": notebook(root)}, toys.CHAPTER)
    (one,) = found(root, ())
    taken, left = take_renamed([one])
    assert taken == [] and f"{toys.CHAPTER}/anna/toys.ipynb: chapters belong into" in left[0]


def test_equal_copies_are_no_doubt(root):
    text = notebook(root)
    hand_in(root, {HERE + "a.ipynb": text, HERE + "b.ipynb": text})
    (one,) = found(root)
    assert one.sure and one.files == (HERE + "a.ipynb",)


def test_nothing_is_looked_for_where_the_notebook_is_there_or_the_student_is_not_asked_for(root):
    hand_in(root, {HERE + "toys.ipynb": "{", HERE + "toys (1).ipynb": notebook(root)})
    hand_in(root, {HERE + "x.ipynb": notebook(root)}, "ben")
    assert found(root) == []
    assert [one.student for one in found(root, ())] == ["ben"]


def test_what_lies_beside_it_comes_along_and_nothing_is_written_over(root):
    files = {"t/mine.ipynb": notebook(root), "t/helper.py": "x = 1", "t/timestamp.txt": "new"}
    folder = hand_in(root, {**files, HERE + "timestamp.txt": "old"})
    take_renamed(found(root))
    place = folder / HERE
    assert {path.name for path in place.iterdir()} == {"toys.ipynb", "helper.py", "timestamp.txt"}
    assert (place / "timestamp.txt").read_text() == "old"


def test_no_link_is_followed_and_none_is_written_through(root, tmp_path):
    secret, outside = tmp_path / "secret.ipynb", tmp_path / "outside"
    secret.write_text(notebook(root))
    outside.mkdir()
    linked = hand_in(root, {}, "anna")
    (linked / HERE).mkdir(parents=True)
    (linked / HERE / "mine.ipynb").symlink_to(secret)
    assert found(root) == []
    away = hand_in(root, {"mine.ipynb": secret.read_text()}, "ben")
    (away / toys.CHAPTER).symlink_to(outside, target_is_directory=True)
    taken, left = take_renamed(found(root, ("ben",)))
    assert taken == [] and len(left) == 1 and "cannot be copied" in left[0]
    assert list(outside.iterdir()) == []
    (away / toys.CHAPTER).unlink()
    (away / toys.CHAPTER).mkdir()
    (away / toys.CHAPTER / "toys.ipynb").symlink_to(tmp_path / "nowhere")
    assert found(root, ("ben",)) == []
    assert not os.path.lexists(tmp_path / "nowhere")


def test_the_students_sentence_names_it_and_a_taken_one_is_no_file_too_many(root):
    hand_in(root, {HERE + "toys_anna.ipynb": notebook(root)})
    course = open_course(root)
    plans = course.plans(toys.CHAPTER)
    one = next(one for one in submissions(course, toys.CHAPTER) if one.student == "anna")
    told = collect(one, plans).refused["toys.ipynb"]
    assert told.startswith("expected toys.ipynb, but found toys_anna.ipynb, which looks like it.")
    take_renamed(found(root))
    files = collect(one, plans)
    assert (list(files.notebooks), files.refused, files.others) == (["toys.ipynb"], {}, ())


@pytest.mark.slow
def test_the_command_names_them_and_takes_them(root, monkeypatch):
    stubbed = functools.partial(autograde.RunOptions, grade=stub.STUB)
    monkeypatch.setattr(autograde, "RunOptions", stubbed)
    hand_in(root, {HERE + "toys_anna.ipynb": notebook(root)})
    hand_in(root, {"wrong/toys.ipynb": notebook(root)}, "ben")
    hand_in(root, {"a.ipynb": notebook(root, "a"), "b.ipynb": notebook(root, "b")}, "cem")
    words = [toys.CHAPTER, "--course", str(root), "--isolation", "none", "--no-feedback"]
    first = CliRunner().invoke(command, words)
    said = " ".join(first.output.split())
    assert "anna/07-toys/toys_anna.ipynb is probably anna's toys.ipynb of 07-toys." in said
    assert "ben/wrong/toys.ipynb is probably ben's" in said
    assert "cem/a.ipynb, cem/b.ipynb may be cem's toys.ipynb" in said
    assert "add --take-renamed" in said and first.exit_code == 1
    log = (root / ".grader" / "autograde.log").read_text()
    assert "ben/wrong/toys.ipynb is probably ben's" in log

    second = CliRunner().invoke(command, [*words, "--take-renamed"])
    said = " ".join(second.output.split())
    assert "anna/07-toys/toys_anna.ipynb was taken for anna's toys.ipynb" in said
    assert (
        "3 notebooks graded, 0 failed, 0 rejected" in said
        and "cem/a.ipynb, cem/b.ipynb may be" in said
    )
    third = CliRunner().invoke(command, words)  # what was taken stays taken
    assert "3 notebooks graded, 0 failed, 0 rejected" in " ".join(third.output.split())


def test_a_class_that_is_all_in_the_wrong_folder_is_told_so(root):
    (root / "submitted" / "student00").rename(root / "submitted" / "anna")
    (root / "submitted" / "anna" / toys.CHAPTER).rename(root / "submitted" / "anna" / "toys")
    run = stub.Run()
    with pytest.raises(CourseError, match=r"anna/toys/toys\.ipynb is probably"):
        stub.run_class(root, run=run)
