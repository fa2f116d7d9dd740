"""An answer begun anew: one cell comes back, the old text is kept."""

from __future__ import annotations

import errno

import nbformat
import pytest

from grader import progress
from grader.errors import CourseError
from grader.places import NOTEBOOKS
from grader.studying import files, merging
from grader.studying.resetting import KEPT, answer_of, reset
from tests.studying.chapter import MINE, NAME, STUB, answer, edit, sources, told


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


def test_updates_and_resets_leave_the_readers_progress_alone(place):
    release, work = place
    told(release, work)
    progress.record_prediction("graphs/additions", True, work)
    before = (work / progress.FILE).read_bytes()
    edit(work / NAME, answer)
    edit(release / NAME, lambda cells, _: cells["example"].update(source="x = 4"))
    told(release, work)
    reset("graphs/polynomial", release, work, lambda text: None)
    assert (work / progress.FILE).read_bytes() == before
    assert progress.read_predictions(work) == {"graphs/additions": True}


def test_two_resets_in_one_second_keep_both_texts(place):
    release, work = place
    told(release, work)
    for source in ("first = 1", "second = 2", "third = 3"):
        edit(work / NAME, lambda cells, _, source=source: cells["answer"].update(source=source))
        reset("graphs/polynomial", release, work, lambda text: None)
    kept = {path.read_text() for path in (work / KEPT).iterdir()}
    assert kept == {"first = 1\n", "second = 2\n", "third = 3\n"}


def test_of_several_copies_of_an_answer_the_last_is_reset(place):
    release, work = place
    told(release, work)

    def change(cells, notebook):
        answer(cells, notebook)
        again = nbformat.from_dict({**cells["answer"], "id": "again", "source": "second = 2"})
        notebook.cells.insert(3, again)

    edit(work / NAME, change)
    done = reset("graphs/polynomial", release, work, lambda text: None)
    assert done.kept is not None and done.kept.read_text() == "second = 2\n"
    assert sources(work / NAME)[2:4] == [MINE, STUB]


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
