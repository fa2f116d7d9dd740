"""Every row of the course's coverage is shown by a running cell, and graded where it says so."""

from __future__ import annotations

import re
from functools import cache

import pytest

from grader.classroom.nbgrader.preprocessors.break_scenes import SCENE
from grader.classroom.nbgrader.preprocessors.let_runs_go_on import NEEDS_ANSWER
from grader.exercises import CHAPTERS, chapter_exercises
from tests.exercises import running
from tests.exercises.coverage import COVERAGE, FACTS, ONLY_SHOWN
from tests.exercises.running import executed, is_graded, lessons_of


def each_row_of(*tables):
    rows = [
        pytest.param(chapter, row, id=f"{chapter}-{row.id}")
        for table in tables
        for chapter in table
        for row in table[chapter]
    ]
    return pytest.mark.parametrize(("chapter", "row"), rows)


each_row = each_row_of(COVERAGE, FACTS)
each_promise = each_row_of(COVERAGE)


cells_of = cache(running.cells_of)


def is_shown_by(cell, row) -> bool:
    return row.id in cell.metadata.get("tags", ()) and not is_graded(cell)


def ran(path, row):
    """What the row's cells in a lesson show on the engine, as on TensorFlow; or there, if they need it."""
    for back_end in ("engine", "tensorflow"):
        found = [one for one in executed(path, back_end) if is_shown_by(one[0], row)]
        if not any("tensorflow-only" in cell.metadata.tags for cell, _parts in found):
            break
    return [parts for _cell, parts in found]


def question_and_answer(chapter, exercise) -> str:
    """The text above the exercise's cell, and the cell with its model answer."""
    name = exercise.partition("/")[2] + "-answer"
    for before, cell in zip(cells_of(chapter), cells_of(chapter)[1:], strict=False):
        if cell.metadata.get("nbgrader", {}).get("grade_id") == name:
            return before.source + "\n" + cell.source
    raise AssertionError(f"{chapter} has no cell {name}")


def test_every_chapter_with_promises_is_in_the_catalogue():
    assert list(COVERAGE) == list(CHAPTERS)


def test_no_row_is_there_twice():
    ids = [row.id for rows in COVERAGE.values() for row in rows]
    assert len(ids) == len(set(ids))


@each_row
def test_a_row_is_shown_by_running_cells(chapter, row):
    source = "\n".join(cell.source for cell in cells_of(chapter) if is_shown_by(cell, row))
    assert source, f"no code cell of {chapter} has the tag {row.id}"
    for pattern in row.code:
        assert re.search(pattern, source), f"{row.id}: no cell so tagged holds {pattern}"


@pytest.mark.slow
@each_row
def test_the_rows_figures_are_in_what_its_cells_show(chapter, row):
    assert row.shown, f"{row.id} names no figure"
    text = "\n".join(
        part.removeprefix("stdout:").removeprefix("stderr:")
        for path in lessons_of(chapter)
        for parts in ran(path, row)
        for part in parts
    )
    for pattern in row.shown:
        assert re.search(pattern, text), f"{row.id}: {pattern} is not in\n{text}"


@each_promise
def test_a_row_is_graded_by_an_exercise_that_asks_for_it(chapter, row):
    if row.id in ONLY_SHOWN:
        assert not row.graded
        return
    assert row.graded, f"{row.id} is to be graded, and no exercise is named"
    for exercise, pattern in row.graded.items():
        assert exercise in chapter_exercises(chapter)
        assert re.search(pattern, question_and_answer(chapter, exercise)), f"{exercise}: {pattern}"


@pytest.mark.parametrize("chapter", COVERAGE)
def test_every_tag_is_a_row_of_its_chapter(chapter):
    rows = (*COVERAGE[chapter], *FACTS.get(chapter, ()))
    known = {row.id for row in rows} | {"tensorflow-only", NEEDS_ANSWER, SCENE}
    tags = {tag for cell in cells_of(chapter) for tag in cell.metadata.get("tags", ())}
    assert tags <= known
