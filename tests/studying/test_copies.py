"""Working copies: given once, updated, never overwritten."""

from __future__ import annotations

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from grader.studying import copies
from grader.studying.copies import MANIFEST, update_copies
from tests.studying.chapter import (
    MINE,
    NAME,
    STUB,
    answer,
    beside,
    edit,
    managed,
    sources,
    text,
    told,
)


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
    assert NAME in said and "a new copy" in said
    assert (work / NAME).read_bytes() == (release / NAME).read_bytes()


def test_what_python_and_jupyter_leave_in_the_course_is_not_given(place):
    release, work = place
    for name in (".ipynb_checkpoints/graphs-checkpoint.ipynb", "__pycache__/a.pyc"):
        (release / "01-graphs" / name).parent.mkdir()
        (release / "01-graphs" / name).write_text("{}")
    (release / "01-graphs" / "help.py").write_text("a = 1\n")
    told(release, work)
    assert beside(work) == {"help.py"}


def test_files_that_the_notebooks_point_to_are_given_too(place, tmp_path):
    release, work = place
    (tmp_path / "about.md").write_text("Data.\n")
    update_copies(release, work, pytest.fail, {"data/README.md": tmp_path / "about.md"})
    assert (work / "data/README.md").read_text() == "Data.\n"


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
    assert "graphs.before-update.ipynb" in said and "what you wrote has been carried over" in said
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


def test_answers_move_into_the_lessons_that_a_chapter_becomes(place):
    release, work = place
    (release / NAME).write_text(text().replace("polynomial-answer", "polynomial_answer"))
    told(release, work)
    mine = edit(work / NAME, answer)
    (release / NAME).unlink()
    lessons = [release / "01-graphs/1-recipes.ipynb", release / "01-graphs/2-order.ipynb"]
    lessons[0].write_text(text({"intro": "The first lesson."}))
    notebook = nbformat.reads(text(), as_version=4)
    notebook.cells = [cell for cell in notebook.cells if "nbgrader" not in cell.metadata]
    nbformat.write(notebook, lessons[1])
    elsewhere = release / "02-sessions/sessions.ipynb"  # asks for something with the same name
    elsewhere.parent.mkdir()
    elsewhere.write_text(text())
    (said,) = told(release, work)
    assert "01-graphs/1-recipes.ipynb is new" in said and f"{NAME}, which stays as it is" in said
    assert sources(work / "01-graphs/1-recipes.ipynb")[::2] == ["The first lesson.", MINE, "Go on."]
    assert (work / NAME).read_bytes() == mine
    for path in (lessons[1], elsewhere):
        assert (work / path.relative_to(release)).read_bytes() == path.read_bytes()
    assert told(release, work) == []


def test_answers_move_into_lessons_after_a_start_that_was_interrupted(place, monkeypatch):
    release, work = place
    told(release, work)
    edit(work / NAME, answer)
    (release / NAME).rename(release / "01-graphs/1-recipes.ipynb")

    def fail(*arguments):
        raise OSError("no power")

    with monkeypatch.context() as patch:
        patch.setattr(copies, "_bring_answers", fail)
        patch.setattr(copies, "_write_manifest", lambda *arguments: None)
        with pytest.raises(OSError, match="no power"):
            told(release, work)
    (said,) = told(release, work)
    assert "brought over" in said and MINE in sources(work / "01-graphs/1-recipes.ipynb")


def test_an_answer_moves_to_a_question_of_another_name_that_asks_for_the_same_function(place):
    release, work = place
    told(release, work)
    helped = f"{MINE}\n\ndef helper(x):\n    return 2 * x"
    edit(work / NAME, lambda cells, notebook: answer(cells, notebook, helped))
    (release / NAME).unlink()
    for name, stub in (
        ("1-recipes", STUB),
        ("2-others", "def helper(x):\n    raise NotImplementedError"),
    ):
        notebook = nbformat.reads(text(stub=stub), as_version=4)
        managed(notebook.cells[2], "recipe-answer", solution=True)
        nbformat.write(notebook, release / f"01-graphs/{name}.ipynb")
    (said,) = told(release, work)
    assert "brought over" in said and helped in sources(work / "01-graphs/1-recipes.ipynb")
    assert helped not in sources(work / "01-graphs/2-others.ipynb")


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
    assert "what you wrote has been carried over" in said
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
    assert "is no longer a notebook" in said and (work / NAME).read_bytes() == mine


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
