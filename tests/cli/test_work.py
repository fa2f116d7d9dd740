"""Working copies: given, updated, begun anew; whatever happens, nothing of the reader's is lost."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import nbformat
import pytest
from click.testing import CliRunner
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.utils import compute_checksum

from grader.classroom.places import NOTEBOOKS, CourseError
from grader.studying import files, merging
from grader.studying.copies import MANIFEST, bring
from grader.studying.resetting import KEPT, answer_of, reset

NAME = "01-graphs/graphs.ipynb"
STUB = "def polynomial(x, y):\n    # YOUR CODE HERE\n    raise NotImplementedError()"
MINE = "def polynomial(x, y):\n    return 2 * x * x * y - y + 5"


def managed(cell, name, **role):
    cell.metadata["nbgrader"] = {
        "grade": False,
        "grade_id": name,
        "locked": False,
        "schema_version": 3,
        "solution": False,
        "task": False,
        **role,
    }
    cell.metadata.nbgrader["checksum"] = compute_checksum(cell)
    return cell


def text(lines=None, stub=STUB, extra=()):
    """A chapter as it is released: prose, an example, an answer with its check, more prose."""
    prose = {"intro": "Nothing is computed.", "end": "Go on.", **(lines or {})}
    notebook = new_notebook(
        cells=[
            new_markdown_cell(prose["intro"], id="intro"),
            new_code_cell("x = tf.constant(2.0)", id="example"),
            managed(new_code_cell(stub, id="answer"), "polynomial-answer", solution=True),
            managed(
                new_code_cell('check("graphs/polynomial", polynomial)', id="check"),
                "polynomial",
                grade=True,
                locked=True,
                points=2,
            ),
            *extra,
            new_markdown_cell(prose["end"], id="end"),
        ]
    )
    return nbformat.writes(notebook)


@pytest.fixture
def place(tmp_path):
    """A course with one chapter, and the folder where the working copies go."""
    release, work = tmp_path / "notebooks", tmp_path / "work"
    (release / "01-graphs").mkdir(parents=True)
    (release / NAME).write_text(text())
    return release, work


def told(release: Path, work: Path) -> list[str]:
    said: list[str] = []
    bring(release, work, said.append)
    return said


def edit(path: Path, change) -> bytes:
    notebook = nbformat.read(path, as_version=4)
    change({cell.id: cell for cell in notebook.cells}, notebook)
    nbformat.write(notebook, path)
    return path.read_bytes()


def answer(cells, notebook):
    cells["answer"].source = MINE
    cells["answer"].outputs = [nbformat.v4.new_output("stream", text="done\n")]


def sources(path: Path) -> list[str]:
    return [cell.source for cell in nbformat.read(path, as_version=4).cells]


def beside(work: Path) -> set[str]:
    return {path.name for path in (work / "01-graphs").iterdir()} - {"graphs.ipynb"}


# ------------------------------------------------------------------------------------- giving


def test_a_copy_is_given_once_and_then_left_alone(place):
    release, work = place
    assert told(release, work) == []
    assert (work / NAME).read_bytes() == (release / NAME).read_bytes()
    mine = edit(work / NAME, answer)
    manifest = (work / MANIFEST).read_bytes()
    assert told(release, work) == []
    assert (work / NAME).read_bytes() == mine and (work / MANIFEST).read_bytes() == manifest
    assert beside(work) == set()


def test_a_deleted_copy_is_given_anew_and_said(place):
    release, work = place
    told(release, work)
    (work / NAME).unlink()
    (said,) = told(release, work)
    assert NAME in said and "anew" in said
    assert (work / NAME).read_bytes() == (release / NAME).read_bytes()


def test_what_python_and_jupyter_leave_in_the_course_is_not_given(place):
    release, work = place
    for name in (".ipynb_checkpoints/graphs-checkpoint.ipynb", "__pycache__/a.pyc"):
        (release / "01-graphs" / name).parent.mkdir()
        (release / "01-graphs" / name).write_text("{}")
    (release / "01-graphs" / "help.py").write_text("a = 1\n")
    told(release, work)
    assert beside(work) == {"help.py"}


def test_the_trace_of_a_reader_who_worked_in_the_course_comes_along_once(place):
    release, work = place
    (release / ".grader").mkdir()
    (release / ".grader/progress.jsonl").write_text("old\n")
    told(release, work)
    trace = work / ".grader/progress.jsonl"
    assert trace.read_text() == "old\n"
    trace.write_text("new\n")
    told(release, work)
    assert trace.read_text() == "new\n"


# ----------------------------------------------------------------------------------- updating


def test_an_untouched_copy_is_replaced_by_the_update(place):
    release, work = place
    told(release, work)
    (release / NAME).write_text(text({"intro": "Building computes nothing."}))
    (said,) = told(release, work)
    assert "replaced" in said and beside(work) == set()
    assert (work / NAME).read_bytes() == (release / NAME).read_bytes()
    assert told(release, work) == []


def test_answers_own_cells_and_own_changes_move_into_the_update(place):
    release, work = place
    told(release, work)

    def change(cells, notebook):
        answer(cells, notebook)
        cells["example"].source = "x = tf.constant(3.0)"
        notebook.cells.insert(2, new_code_cell("x.name", id="scratch"))
        notebook.cells.append(new_markdown_cell("My notes.", id="notes"))

    mine = edit(work / NAME, change)
    more = new_markdown_cell("A new section.", id="more")
    (release / NAME).write_text(text({"intro": "New words."}, extra=[more]))
    (said,) = told(release, work)
    assert "graphs.before-update.ipynb" in said and "what you wrote is in it" in said
    assert (work / "01-graphs/graphs.before-update.ipynb").read_bytes() == mine
    assert sources(work / NAME) == [
        "New words.",
        "x = tf.constant(3.0)",
        "x.name",
        MINE,
        'check("graphs/polynomial", polynomial)',
        "A new section.",
        "Go on.",
        "My notes.",
    ]
    nbformat.validate(nbformat.read(work / NAME, as_version=4))
    assert told(release, work) == []
    # The next update goes on from here.
    (release / NAME).write_text(text({"intro": "Newer words."}, extra=[more]))
    told(release, work)
    assert sources(work / NAME)[:3] == ["Newer words.", "x = tf.constant(3.0)", "x.name"]
    assert sources(work / NAME)[3] == MINE
    assert beside(work) == {"graphs.before-update.ipynb", "graphs.before-update-2.ipynb"}


def test_where_both_changed_a_cell_the_update_lies_beside_and_is_told_once(place):
    release, work = place
    told(release, work)

    def change(cells, notebook):
        cells["intro"].source = "My own words."

    mine = edit(work / NAME, change)
    (release / NAME).write_text(text({"intro": "Other words."}))
    (said,) = told(release, work)
    assert "graphs.updated.ipynb" in said and (work / NAME).read_bytes() == mine
    updated = work / "01-graphs/graphs.updated.ipynb"
    assert updated.read_bytes() == (release / NAME).read_bytes()
    assert told(release, work) == []
    # Not edited, so the next one takes its place; edited, so the one after that does not.
    (release / NAME).write_text(text({"intro": "Third words."}))
    told(release, work)
    assert sources(updated)[0] == "Third words." and beside(work) == {"graphs.updated.ipynb"}
    edited = edit(updated, answer)
    (release / NAME).write_text(text({"intro": "Fourth words."}))
    (said,) = told(release, work)
    assert "graphs.updated-2.ipynb" in said
    assert updated.read_bytes() == edited and (work / NAME).read_bytes() == mine


def test_a_reader_who_went_over_to_the_update_gets_the_next_one_merged(place):
    release, work = place
    told(release, work)
    edit(work / NAME, lambda cells, notebook: cells["intro"].update(source="My own words."))
    (release / NAME).write_text(text({"intro": "Other words.", "end": "Other end."}))
    told(release, work)
    (work / "01-graphs/graphs.updated.ipynb").replace(work / NAME)
    edit(work / NAME, answer)
    (release / NAME).write_text(text({"intro": "Third words.", "end": "Third end."}))
    (said,) = told(release, work)
    assert "what you wrote is in it" in said
    assert sources(work / NAME)[0] == "Third words." and MINE in sources(work / NAME)


def test_an_answer_stays_when_its_question_changes_and_that_is_said(place):
    release, work = place
    told(release, work)
    edit(work / NAME, answer)
    (release / NAME).write_text(text(stub=STUB.replace("x, y", "x, y, z")))
    said = told(release, work)
    assert MINE in sources(work / NAME)
    assert "polynomial-answer" in said[1] and "has changed" in said[1]


def test_an_answer_whose_exercise_was_dropped_stays_as_a_cell_of_the_readers(place):
    release, work = place
    told(release, work)
    edit(work / NAME, answer)
    notebook = nbformat.reads(text(), as_version=4)
    notebook.cells = [cell for cell in notebook.cells if "nbgrader" not in cell.metadata]
    (release / NAME).write_text(nbformat.writes(notebook))
    told(release, work)
    assert sources(work / NAME) == ["Nothing is computed.", "x = tf.constant(2.0)", MINE, "Go on."]


def test_moved_cells_are_for_a_person_to_put_together(place):
    release, work = place
    told(release, work)
    mine = edit(work / NAME, lambda cells, notebook: notebook.cells.reverse())
    (release / NAME).write_text(text({"intro": "New words."}))
    told(release, work)
    assert (work / NAME).read_bytes() == mine and beside(work) == {"graphs.updated.ipynb"}


def test_answers_written_into_the_release_itself_are_not_lost(place):
    """Someone has worked in notebooks/ before there was work/, and then takes the course's back."""
    release, work = place
    original = (release / NAME).read_bytes()
    edit(release / NAME, answer)
    told(release, work)
    assert MINE in sources(work / NAME)
    (release / NAME).write_bytes(original)
    told(release, work)
    assert MINE in sources(work / NAME) and beside(work) == set()
    edit(release / NAME, answer)
    (work / NAME).unlink()
    told(release, work)
    (release / NAME).write_text(text({"intro": "New words."}))
    told(release, work)
    assert sources(work / NAME)[0] == "New words." and MINE in sources(work / NAME)
    assert MINE in sources(work / "01-graphs/graphs.before-update.ipynb")


def test_a_damaged_release_replaces_nothing(place):
    release, work = place
    told(release, work)
    mine = (work / NAME).read_bytes()
    (release / NAME).write_text("<<<<<<< HEAD\n" + text())
    (said,) = told(release, work)
    assert "is no notebook any more" in said and (work / NAME).read_bytes() == mine


def test_a_damaged_copy_stays_and_the_update_lies_beside(place):
    release, work = place
    told(release, work)
    (work / NAME).write_text("{")
    (release / NAME).write_text(text({"intro": "New words."}))
    told(release, work)
    assert (work / NAME).read_text() == "{" and beside(work) == {"graphs.updated.ipynb"}


@pytest.mark.parametrize("manifest", ["{", "[]", '{"format": 99, "files": {}}', None])
def test_without_a_readable_manifest_every_copy_stays(place, manifest):
    release, work = place
    told(release, work)
    mine = edit(work / NAME, answer)
    (work / MANIFEST).unlink()
    if manifest is not None:
        (work / MANIFEST).write_text(manifest)
    said = told(release, work)
    assert len(said) == (manifest is not None)
    assert (work / NAME).read_bytes() == mine and beside(work) == set()
    (release / NAME).write_text(text({"intro": "New words."}))
    told(release, work)
    assert sources(work / NAME)[0] == "New words." and MINE in sources(work / NAME)


def test_a_link_stays_a_link(place, tmp_path):
    release, work = place
    told(release, work)
    elsewhere = tmp_path / "elsewhere.ipynb"
    (work / NAME).replace(elsewhere)
    (work / NAME).symlink_to(elsewhere)
    (release / NAME).write_text(text({"intro": "New words."}))
    told(release, work)
    assert (work / NAME).is_symlink() and sources(elsewhere)[0] == "New words."


# --------------------------------------------------------------------- full disks, two at once


@pytest.mark.parametrize("allowed", range(7))
def test_on_a_full_disk_nothing_is_lost_and_the_next_run_goes_on(place, monkeypatch, allowed):
    """The disk is full after some writes: before, between, and after every file that is written."""
    release, work = place
    (release / "01-graphs/help.py").write_text("a = 1\n")
    told(release, work)
    mine = edit(work / NAME, answer)
    (release / NAME).write_text(text({"intro": "New words."}))
    (release / "01-graphs/help.py").write_text("a = 2\n")
    (release / "index.ipynb").write_text(text())
    left, write = [allowed], os.write

    def full(descriptor, data):
        if left[0] <= 0:
            write(descriptor, bytes(data)[:10])  # some of it still fits
            raise OSError(errno.ENOSPC, "No space left on device")
        left[0] -= 1
        return write(descriptor, data)

    with monkeypatch.context() as patched:
        patched.setattr(files.os, "write", full)
        if allowed < 5:  # an old copy, the merged one, two other files, the manifest
            with pytest.raises(CourseError, match="disk is full"):
                told(release, work)
        else:
            told(release, work)
    kept = work / "01-graphs/graphs.before-update.ipynb"
    now = (work / NAME).read_bytes()
    assert now == mine or kept.read_bytes() == mine
    assert MINE in sources(work / NAME)
    assert not list(work.rglob("*.new"))
    told(release, work)
    assert sources(work / NAME)[0] == "New words." and MINE in sources(work / NAME)
    assert kept.read_bytes() == mine and beside(work) == {kept.name, "help.py"}
    assert (work / "01-graphs/help.py").read_text() == "a = 2\n"
    assert told(release, work) == []


def test_a_save_at_the_same_moment_wins_and_is_merged(place, monkeypatch):
    release, work = place
    told(release, work)
    (release / NAME).write_text(text({"intro": "New words."}))
    sync, saved = os.fsync, []

    def save_meanwhile(descriptor):
        sync(descriptor)
        if not saved:
            saved.append(edit(work / NAME, answer))

    monkeypatch.setattr(files.os, "fsync", save_meanwhile)
    told(release, work)
    assert sources(work / NAME)[0] == "New words." and MINE in sources(work / NAME)
    assert (work / "01-graphs/graphs.before-update.ipynb").read_bytes() == saved[0]


def test_two_processes_at_once_update_once(place):
    release, work = place
    told(release, work)
    mine = edit(work / NAME, answer)
    (release / NAME).write_text(text({"intro": "New words."}))
    code = (
        "import sys, pathlib\nfrom grader.studying.copies import bring\n"
        "sys.stdin.read()\n"
        "bring(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), lambda text: None)"
    )
    command = [sys.executable, "-c", code, str(release), str(work)]
    both = [subprocess.Popen(command, stdin=subprocess.PIPE) for _ in range(2)]
    for process in both:
        assert process.stdin is not None
        process.stdin.close()
    assert [process.wait(120) for process in both] == [0, 0]
    assert sources(work / NAME)[0] == "New words." and MINE in sources(work / NAME)
    assert beside(work) == {"graphs.before-update.ipynb"}
    assert (work / "01-graphs/graphs.before-update.ipynb").read_bytes() == mine


def test_who_waits_says_so_and_does_not_wait_for_ever(tmp_path):
    said: list[str] = []
    with files.alone(tmp_path):
        with pytest.raises(CourseError, match="end it"), files.alone(tmp_path, said.append, 0.2):
            pass
        assert len(said) == 1 and "waiting" in said[0]
        timer = threading.Timer(0.3, lambda: None)
    timer.start()
    with files.alone(tmp_path, said.append, 0.2):
        assert len(said) == 1


# ---------------------------------------------------------------------------------- resetting


def test_reset_brings_one_cell_back_and_keeps_the_old_text(place):
    release, work = place
    told(release, work)

    def change(cells, notebook):
        answer(cells, notebook)
        cells["example"].source = "x = tf.constant(3.0)"
        cells["example"].outputs = [nbformat.v4.new_output("stream", text="3\n")]

    edit(work / NAME, change)
    before = nbformat.read(work / NAME, as_version=4)
    done = reset("graphs/polynomial", release, work, lambda text: None)
    assert done.kept is not None and done.kept.read_text() == MINE + "\n"
    assert done.kept.parent == work / KEPT and done.kept.name.startswith("graphs-polynomial-")
    after = nbformat.read(work / NAME, as_version=4)
    assert after.cells[2].source == STUB and after.cells[2].outputs == []
    assert [c for n, c in enumerate(after.cells) if n != 2] == [
        c for n, c in enumerate(before.cells) if n != 2
    ]
    again = reset("graphs/polynomial", release, work, lambda text: None)
    assert not again.changed and again.kept is None


def test_two_resets_in_one_second_keep_both_texts(place):
    release, work = place
    told(release, work)
    for source in ("first = 1", "second = 2", "third = 3"):
        edit(work / NAME, lambda cells, _, source=source: cells["answer"].update(source=source))
        reset("graphs/polynomial", release, work, lambda text: None)
    kept = {path.read_text() for path in (work / KEPT).iterdir()}
    assert kept == {"first = 1\n", "second = 2\n", "third = 3\n"}


def test_a_lost_answer_cell_comes_back_before_its_check(place):
    release, work = place
    told(release, work)
    edit(work / NAME, lambda cells, notebook: notebook.cells.remove(cells["answer"]))
    done = reset("graphs/polynomial", release, work, lambda text: None)
    assert done.changed and done.kept is None
    assert sources(work / NAME) == sources(release / NAME)


def test_a_full_disk_leaves_the_answer_where_it_is(place, monkeypatch):
    release, work = place
    told(release, work)
    mine = edit(work / NAME, answer)

    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(CourseError, match="disk is full"):
        reset("graphs/polynomial", release, work, lambda text: None)
    assert (work / NAME).read_bytes() == mine


def test_every_exercise_and_written_question_of_the_course_can_be_reset():
    from grader.exercises import CHAPTERS, chapter_exercises

    names = [name for chapter in CHAPTERS for name in chapter_exercises(chapter)]
    found = [answer_of(name, NOTEBOOKS) for name in [*names, "graphs/one-cause"]]
    cells = [(one.file, merging.grade_id(one.cell)) for one in found]
    assert len(set(cells)) == len(cells) and all(merging.is_answer(one.cell) for one in found)
    with pytest.raises(CourseError, match="did you mean graphs/polynomial"):
        answer_of("graphs/polynomal", NOTEBOOKS)


# ------------------------------------------------------------------------------- the commands


def run(name: str, *arguments: object):
    import importlib

    command = importlib.import_module(f"grader.cli.{name}").command
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


@pytest.fixture
def course(place, monkeypatch):
    from grader.classroom import places

    release, work = place
    monkeypatch.setattr(places, "ROOT", release.parent)
    monkeypatch.setattr(places, "NOTEBOOKS", release)
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda program, arguments: started.append(arguments))
    monkeypatch.chdir(release.parent)
    return release, work, started


def test_lab_opens_the_working_copies_at_what_is_next(course):
    release, work, started = course
    (release / "index.ipynb").write_text(text())
    assert run("lab", "--no-browser").exit_code == 0
    assert f"--ServerApp.root_dir={work}" in started[0]
    assert "--LabApp.default_url=/lab/tree/index.ipynb" in started[0]
    assert (work / NAME).is_file() and (work / "index.ipynb").is_file()
    (work / ".grader/progress.jsonl").write_text(
        json.dumps(
            {"exercise": "graphs/polynomial", "points": 2, "time": "2026-01-01T00:00:00+00:00"}
        )
    )
    done = run("lab", "--no-browser")
    assert f"--LabApp.default_url=/lab/tree/{NAME}" in started[1]
    assert "Next: graphs/two-graphs" in done.output


def test_lab_with_a_root_opens_it_as_it_is(course):
    release, work, started = course
    assert run("lab", "--no-browser", "--root", release).exit_code == 0
    assert f"--ServerApp.root_dir={release}" in started[0] and not work.exists()
    assert f"--LabApp.default_url=/lab/tree/{NAME}" in started[0]


def test_reset_says_where_the_old_text_is(course):
    release, work, _ = course
    done = run("reset", "graphs/polynomial")
    assert done.exit_code == 2 and "get it with: grader lab" in " ".join(done.output.split())
    told(release, work)
    edit(work / NAME, answer)
    done = run("reset", "graphs/polynomial")
    (kept,) = (work / KEPT).iterdir()
    assert done.exit_code == 0 and f"kept in {kept}" in done.output.replace("\n", "")
    assert run("reset", "graphs/nothing").exit_code == 2


def test_working_copies_are_kept_out_of_git():
    lines = (Path(__file__).parents[2] / ".gitignore").read_text().splitlines()
    assert "/work/" in lines
