"""A reader who has solved nothing can run a whole chapter and see every figure that needs no answer."""

from __future__ import annotations

import pytest

from grader.classroom.nbgrader.preprocessors.let_runs_go_on import MAY_FAIL, may_fail
from grader.exercises import CHAPTERS, chapter_exercises
from tests.exercises.running import (
    cells_of,
    each_lesson,
    executed,
    is_graded,
    lessons_of,
    run_twice,
)

each_chapter = pytest.mark.parametrize("chapter", CHAPTERS)


# What shows another thing when it runs again, and why.
OTHERWISE = {
    "code-67e750da": "a gradient's name is registered once, which the cell says",
}


def errors_of(cell):
    return [output for output in cell.outputs if output.output_type == "error"]


@pytest.mark.sampled(0, ci=1)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_run_all_reaches_the_last_cell_of_an_unsolved_chapter(chapter):
    """Here as in JupyterLab, a cell that fails and has no tag stops the run (CellExecutionError)."""
    ran = [one for path in lessons_of(chapter, "notebooks") for one in executed(path, "engine")]
    cells = [cell for cell, _ in ran if cell.source.strip()]
    assert all(cell.execution_count for cell in cells)
    checks = [cell for cell in cells if is_graded(cell)]
    assert len(checks) == len(chapter_exercises(chapter))
    assert all(errors_of(cell) for cell in checks), "an unsolved check that does not say so"


@each_chapter
def test_what_may_fail_is_tagged_and_nothing_else(chapter):
    for cell in cells_of(chapter, "notebooks"):
        assert (MAY_FAIL in cell.metadata.get("tags", ())) == may_fail(cell), cell.id


@each_chapter
def test_no_source_tags_a_cell_so_that_its_own_errors_pass_unseen(chapter):
    """A cell that needs an answer has a tag of ours, and must run once the exercises are solved."""
    for cell in cells_of(chapter):
        assert MAY_FAIL not in cell.metadata.get("tags", ()), cell.id


@pytest.mark.sampled(0, ci=1)
@each_lesson
def test_a_cell_shows_the_same_when_all_run_again(path):
    """Run all, then each cell once more in order, in one kernel. A check asks other questions each time."""
    for cell, first, again in run_twice(path, "engine"):
        if not is_graded(cell) and cell.id not in OTHERWISE:
            assert again == first, f"{path.parent.name}/{path.stem}: {cell.id}"
