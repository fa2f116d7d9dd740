"""A class's sources follow a newer course, shown first, and no edit of the instructor's is lost."""

from __future__ import annotations

import json
import subprocess

import nbformat
import pytest
import stub_grading as stub
import toy_catalogue as toys
from click.testing import CliRunner
from nbformat.v4 import new_markdown_cell

from grader.authoring import upgrading
from grader.authoring.source_merging import merge_sources
from grader.classroom.nbgrader.course import open_course
from grader.classroom.publishing import class_release
from grader.cli import main

NOTEBOOK = f"{toys.CHAPTER}/toys.ipynb"


def text(notebook) -> bytes:
    return nbformat.writes(notebook).encode()


def cell(notebook, name):
    return next(one for one in notebook.cells if one.id == name)


def source(names=("double", "half")):
    notebook = toys.make_source(names)
    notebook.cells.insert(1, new_markdown_cell("## The first\n\nRead tihs.", id="first"))
    return notebook


def write(folder, notebook):
    (folder / toys.CHAPTER).mkdir(parents=True, exist_ok=True)
    (folder / NOTEBOOK).write_bytes(text(notebook))


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A class made from the course in `course/`, which is one folder above."""
    course = tmp_path / "course"
    write(course, source())
    (course / toys.CHAPTER / "helper.py").write_text("a = 1\n")
    for module in (upgrading, class_release):
        monkeypatch.setattr(module, "SOLUTIONS", course)
    root = tmp_path / "class"
    root.mkdir()
    (root / "nbgrader_config.py").write_text(stub.CONFIG)
    class_release._copy_sources(open_course(root), [toys.CHAPTER])
    return root


def upgrade_class(root, *words):
    done = CliRunner().invoke(main, ["upgrade-class", str(root), *words])
    return done.exit_code, " ".join(done.output.split())


def of_class(root):
    return nbformat.read(root / "source" / NOTEBOOK, as_version=4)


def edit(folder, change):
    notebook = nbformat.read(folder / NOTEBOOK, as_version=4)
    change(notebook)
    (folder / NOTEBOOK).write_bytes(text(notebook))


def newer(notebook):
    """The course mends a typo, gives other points, drops an exercise and adds one."""
    cell(notebook, "first").source = "## The first\n\nRead this."
    cell(notebook, "double").metadata.nbgrader.points = 4
    notebook.cells = [one for one in notebook.cells if not one.id.startswith("half")]
    notebook.cells += [toys.answer_cell("slow", "slow = 1"), toys.check_cell("slow")]


def test_without_a_newer_course_there_is_nothing_to_do(root):
    code, told = upgrade_class(root)
    assert code == 0 and f"{toys.CHAPTER}: as in the course" in told and "Next" not in told


def test_it_shows_what_would_change_and_changes_nothing(root, tmp_path):
    edit(tmp_path / "course", newer)
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    code, told = upgrade_class(root)
    assert code == 0
    for line in (
        "3 cells of text or code",
        "more: toys/slow",
        "no longer there: toys/half",
        "points of toys/double: 2, then 4",
        "Nothing has been changed. To upgrade: grader upgrade-class",
    ):
        assert line in told
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_an_upgrade_takes_the_courses_changes_and_keeps_the_instructors(root, tmp_path):
    def own(notebook):
        cell(notebook, "why").metadata.nbgrader.points = 7
        cell(notebook, "double").metadata.nbgrader.points = 2
        cell(notebook, "double-answer").source += "\n# mine"
        notebook.cells.insert(2, new_markdown_cell("Our room has changed.", id="own"))

    edit(root / "source", own)
    old = (root / "source" / NOTEBOOK).read_bytes()
    edit(tmp_path / "course", newer)
    (tmp_path / "course" / toys.CHAPTER / "helper.py").write_text("a = 2\n")
    code, told = upgrade_class(root, "--chapters", "toys")
    assert code == 0 and "yours stay: 3 cells" in told and "Next: grader release" in told
    found = of_class(root)
    assert "Read this" in cell(found, "first").source
    assert cell(found, "double").metadata.nbgrader.points == 4
    assert cell(found, "why").metadata.nbgrader.points == 7
    assert cell(found, "double-answer").source.endswith("# mine")
    assert [one.id for one in found.cells[:3]] == ["imports", "first", "own"]
    assert {"slow", "slow-answer"} < {one.id for one in found.cells}
    assert not any(one.id.startswith("half") for one in found.cells)
    assert (root / "source" / toys.CHAPTER / "helper.py").read_text() == "a = 2\n"
    kept = list((root / ".grader/before-upgrade").glob(f"*/{NOTEBOOK}"))
    assert [one.read_bytes() for one in kept] == [old]
    told = upgrade_class(root)[1]
    assert "To upgrade" not in told and "yours stay: 3 cells" in told


def test_what_both_have_changed_stays_the_instructors_and_is_named(root, tmp_path):
    def own(notebook):
        cell(notebook, "first").source = "## Mine"
        cell(notebook, "double").metadata.nbgrader.points = 3

    edit(root / "source", own)
    edit(tmp_path / "course", newer)
    code, told = upgrade_class(root, "--all")
    assert code == 0
    assert "the course has changed it, too: 07-toys/toys.ipynb: the cell '## Mine'" in told
    assert "points of the cell double" in told
    found = of_class(root)
    assert cell(found, "first").source == "## Mine"
    assert cell(found, "double").metadata.nbgrader.points == 3
    assert any(one.id == "slow" for one in found.cells)
    beside = nbformat.read(root / ".grader/upgrade" / NOTEBOOK, as_version=4)
    assert "Read this" in cell(beside, "first").source
    assert "To upgrade" not in upgrade_class(root)[1]


def test_what_the_instructor_has_taken_out_stays_out(root, tmp_path):
    def own(notebook):
        notebook.cells = [one for one in notebook.cells if not one.id.startswith("double")]

    edit(root / "source", own)
    (root / "source" / toys.CHAPTER / "helper.py").unlink()
    edit(tmp_path / "course", lambda notebook: newer(notebook))
    (tmp_path / "course" / toys.CHAPTER / "helper.py").write_text("a = 2\n")
    assert upgrade_class(root, "--all")[0] == 0
    assert {one.id for one in of_class(root).cells} == {
        *("imports", "first", "why", "slow", "slow-answer"),
    }
    assert not (root / "source" / toys.CHAPTER / "helper.py").exists()


def test_cells_that_were_moved_leave_the_chapter_as_it_is(root, tmp_path):
    edit(root / "source", lambda notebook: notebook.cells.reverse())
    old = (root / "source" / NOTEBOOK).read_bytes()
    edit(tmp_path / "course", newer)
    code, told = upgrade_class(root, "--all")
    assert code == 1 and "cells have been moved" in told
    assert (root / "source" / NOTEBOOK).read_bytes() == old
    assert (root / ".grader/upgrade" / NOTEBOOK).is_file()


@pytest.mark.parametrize("has_git", [True, False])
def test_a_class_without_copies_of_its_origin(root, tmp_path, monkeypatch, has_git):
    """As older releases of this program made it."""
    course = tmp_path / "course"
    if has_git:
        monkeypatch.setattr(upgrading, "ROOT", tmp_path)
        git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b.c"]
        for words in (["init", "-q"], ["add", "course"], ["commit", "-qm", "old"]):
            subprocess.run([*git, *words], check=True)
        commit = subprocess.check_output([*git, "rev-parse", "--short", "HEAD"], text=True)
        told = {toys.CHAPTER: f"0.1 ({commit.strip()}-dirty)"}
        (root / ".grader/made-from.json").write_text(json.dumps(told))
    else:
        (root / ".grader/made-from.json").unlink()
    (root / ".grader/made-from").rename(root / ".grader/gone")
    edit(root / "source", lambda notebook: notebook.cells.append(new_markdown_cell("x", id="own")))
    edit(course, newer)
    code, told = upgrade_class(root, "--all")
    assert code == 0 and ("which is not at hand" in told) is not has_git
    found = of_class(root)
    assert {"own", "slow"} < {one.id for one in found.cells}
    assert ("Read this" in cell(found, "first").source) is has_git
    assert any(one.id == "half" for one in found.cells) is not has_git


def test_a_file_that_is_no_notebook_is_left_alone():
    merged = merge_sources(text(source()), b"{", text(source(("double",))))
    assert merged.data is None and merged.blocked == "it is no notebook"


def test_an_unknown_chapter_is_named(root):
    code, told = upgrade_class(root, "--chapters", "08")
    assert code == 2 and "there is no chapter '08'" in told
