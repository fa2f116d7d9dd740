"""The solution notebooks as files: what they grade, what they show, what their release keeps back."""

from __future__ import annotations

import re
from itertools import pairwise

import nbformat
import pytest
from nbgrader.preprocessors import ClearSolutions

from grader.exercises import CHAPTERS, chapter_exercises
from tests.exercises.answering import BACK_ENDS, judged, module_of
from tests.exercises.running import cells_of, each_lesson

# Chapters whose solution cells use what the cells before them define.
GROWING = {"10-build-an-engine"}

each_chapter = pytest.mark.parametrize("chapter", CHAPTERS)


cells = cells_of  # of all the chapter's notebooks, as instructors edit them


def released(chapter):
    """The cells as students get them, made by nbgrader's own step."""
    notebook, _ = ClearSolutions().preprocess(nbformat.v4.new_notebook(cells=cells(chapter)), {})
    return notebook.cells


def settings(cell):
    return cell.metadata.get("nbgrader", {})


@each_chapter
def test_the_graded_cells_are_the_catalogues_exercises(chapter):
    found = [
        (settings(cell)["grade_id"], cell.source, settings(cell)["points"])
        for cell in cells(chapter)
        if settings(cell).get("grade") and cell.cell_type == "code"
    ]
    assert found == [
        (exercise.id.partition("/")[2], exercise.check_line, exercise.points)
        for exercise in chapter_exercises(chapter).values()
    ]


@each_chapter
def test_a_notebook_is_stored_without_outputs(chapter):
    assert not any(cell.get("outputs") for cell in cells(chapter))


@each_lesson
def test_every_figure_has_a_caption(path):
    """A cell that draws is followed by a text that begins with its number, counted from 1."""
    captions, all_cells = [], nbformat.read(path, as_version=4).cells
    for cell, after in pairwise(all_cells):
        caption = re.match(r"\*Figure (\d+)\.", after.source)
        drawn = cell.cell_type == "code" and re.search(r"^ *show\(", cell.source, re.MULTILINE)
        if drawn and (caption or drawn[0] == "show("):
            captions.append(caption)
    assert captions
    assert [caption and int(caption[1]) for caption in captions] == [
        number + 1 for number in range(len(captions))
    ]


@each_chapter
def test_the_written_questions_answer_and_rubric_stand_inside_the_solution_region(chapter):
    (written,) = [
        cell.source for cell in cells(chapter) if cell.cell_type == "markdown" and settings(cell)
    ]
    assert written.startswith("### BEGIN SOLUTION\n")
    assert written.endswith("### END SOLUTION")
    assert "Rubric" in written


@each_chapter
def test_the_release_gives_nothing_away(chapter):
    text = "\n".join(cell.source for cell in released(chapter))
    for secret in ("Rubric", "Model answer", "SOLUTION"):
        assert secret not in text
    assert text.count("YOUR ANSWER HERE") == 1
    assert text.count("raise NotImplementedError()") == len(chapter_exercises(chapter))


@pytest.mark.sampled(1, of="chapters", ci=2)
@pytest.mark.parametrize("back_end", BACK_ENDS)
@each_chapter
def test_the_solutions_earn_all_points_and_the_untouched_release_none(chapter, back_end):
    tf = module_of(back_end)
    for found, share in ((cells, 1), (released, 0)):
        sources = {
            settings(cell)["grade_id"]: cell.source
            for cell in found(chapter)
            if cell.cell_type == "code" and settings(cell).get("solution")
        }
        before = ""
        for exercise in chapter_exercises(chapter).values():
            source = before + sources[exercise.id.partition("/")[2] + "-answer"]
            before = source + "\n\n" if chapter in GROWING else ""
            assert judged(exercise, source, b"seed", tf).points == share * exercise.points
