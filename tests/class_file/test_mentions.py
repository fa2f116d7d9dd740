"""A release names the sentences that are no longer true in the class."""

from __future__ import annotations

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from grader.class_file import ClassFile
from grader.classroom.course.mentions import untrue
from grader.classroom.course.plan import read_source
from grader.exercises.catalogue import chapter_exercises
from grader.places import SOLUTIONS

LAST = list(chapter_exercises("01-graphs"))[-1]


def chapter(*texts: str):
    """A chapter of two exercises, one a lesson, with these texts at its end."""

    def exercise(number: int, name: str):
        check = {"grade": True, "solution": False, "grade_id": name, "points": 2}
        return [
            new_markdown_cell(f"## Something\n\n### Exercise {number}: it\n\nDo it."),
            new_code_cell(f'check("graphs/{name}", {name})', metadata={"nbgrader": check}),
        ]

    first = new_notebook(cells=exercise(1, "polynomial"))
    second = new_notebook(cells=exercise(2, "chain") + [new_markdown_cell(one) for one in texts])
    return {"1.ipynb": first, "2.ipynb": second}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Use it. Look at exercise 1 again.", "exercise 1, which is left out: “Look at exercise"),
        ("as in exercises 1 and 2", "exercise 1, which"),
        ("as in exercises 1, 2", "exercise 1, which"),
        ("as in exercises 0 to\n3", "exercise 1, which"),
        ("Exercise 1 was easy;\nexercise 2 is, too.", "“Exercise 1 was easy;”"),
        ("exercise 2, worth 2 of the 4 points, is hard", "speaks of points, which are others"),
        ("but exercise 2, worth 2 points, is hard", ""),
        ("as in exercise 2", ""),
        ("as in exercise 11, or in lesson 1", ""),
        ("a picture of 57,600 points", ""),
    ],
)
def test_what_is_said_of_an_exercise_that_is_left_out(text, said):
    assert untrue(chapter(text), ClassFile()) == []
    found = untrue(chapter(text), ClassFile(left_out=frozenset({"graphs/polynomial"})))
    assert len(found) == bool(said)
    assert all(said in one and one.startswith("2.ipynb speaks of") for one in found)


def test_code_that_uses_an_answer_that_is_left_out_is_named():
    source = {
        path.name: read_source(path) for path in sorted((SOLUTIONS / "05-autodiff").glob("*.ipynb"))
    }
    assert untrue(source, ClassFile()) == []
    found = untrue(source, ClassFile(left_out=frozenset({"autodiff/dual"})))
    assert any("uses Dual, from an exercise that is left out: “d = Dual(" in one for one in found)


def test_points_that_are_others_are_named_and_those_that_stay_are_not():
    text = "Exercise 2 gives 2 points."
    assert len(untrue(chapter(text), ClassFile(points={"graphs/chain": 5}))) == 1
    assert (
        untrue(chapter(text), ClassFile(points={"graphs/chain": 2, "graphs/polynomial": 5})) == []
    )


def test_the_courses_own_sentences_are_found():
    paths = sorted((SOLUTIONS / "01-graphs").glob("*.ipynb"))
    source = {path.name: read_source(path) for path in paths}
    assert untrue(source, ClassFile(points={LAST: 6})) == []
    text = "One thing is left: exercise 8, worth 3 points."
    source[paths[0].name].cells.append(new_markdown_cell(text))
    assert untrue(source, ClassFile()) == []
    (told,) = untrue(source, ClassFile(points={LAST: 6}))
    assert "exercise 8, worth 3 points" in told
    (told,) = untrue(source, ClassFile(left_out=frozenset({LAST})))
    assert "speaks of exercise 8, which is left out" in told
    assert untrue(source, ClassFile(left_out=frozenset({"graphs/copies"}))) == []
