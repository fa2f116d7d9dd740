"""A page calls each graded cell by the heading above it."""

from __future__ import annotations

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from grader.languages import using
from tests.classroom.pages.making_pages import exporter, page_of


def graded(kind, source, grade_id, **role):
    about = {"grade": True, "points": 2, "score": 1, "grade_id": grade_id, "schema_version": 3}
    return kind(source, metadata={"nbgrader": {"solution": False, **about, **role}})


def cells(heading="### Exercise 3: repair `it` & *more*"):
    return [
        new_markdown_cell(f"## Copy and paste\n\nText.\n\n{heading}\n\nWrite `three_relus`."),
        graded(new_code_cell, "check()", "three-relus"),
        new_markdown_cell("# A written question\n\nWhy?"),
        graded(new_markdown_cell, "Because.", "why", solution=True),
    ]


@pytest.mark.parametrize("template", ["feedback", "formgrade"])
def test_a_test_cell_has_the_title_of_its_exercise(template):
    page = page_of(*cells(), made_by=exporter(template))
    assert "Exercise 3: repair it &amp; more</" in page
    assert "Test cell" not in page and "Grade cell" not in page


def test_a_written_question_is_listed_by_its_heading():
    assert ">A written question</a> (Score: 1.0 / 2.0)" in page_of(*cells())


def test_without_a_heading_the_names_of_nbgrader_stay():
    page = page_of(graded(new_code_cell, "check()", "three-relus"))
    assert "Test cell" in page and "<code>three-relus</code>" in page


def test_the_frame_is_in_the_readers_language():
    made = cells()
    made[-1].metadata.nbgrader["comment"] = "Score: good"
    made.append(new_markdown_cell("Score: 3, Comments: none, Top"))
    with using("zh_CN"):
        page = page_of(*made)
    for english in (
        "(Score:",
        "Score: 1.0",
        "(Top)",
        "Student's answer",
        "<b>Comments:",
        ">Comment<",
    ):
        assert english not in page
    assert ">A written question</a> (得分： 1.0 / 2.0)" in page
    assert "Score: good" in page and "Score: 3, Comments: none, Top" in page


@pytest.mark.parametrize("heading", ["<script>alert(1)</script>", "\u202eevil", "x" * 5000])
def test_a_heading_that_a_stranger_wrote_does_no_harm(heading):
    page = page_of(*cells(f"### {heading}"))
    (line,) = (one for one in page.splitlines() if 'href="#three-relus"' in one)
    assert "<script" not in line and "\u202e" not in line and len(line) < 250
