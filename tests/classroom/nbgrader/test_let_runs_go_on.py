"""A release lets a run of all cells go past what is not solved, and Validate judges as it does without."""

from __future__ import annotations

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.converters import GenerateAssignment
from nbgrader.preprocessors import SaveCells
from nbgrader.utils import setenv
from nbgrader.validator import Validator

from grader.classroom.nbgrader.config import course_config
from grader.classroom.nbgrader.preprocessors import (
    BreakScenes,
    ChangeForClass,
    FollowSource,
    LetRunsGoOn,
)
from grader.classroom.nbgrader.preprocessors.let_runs_go_on import MAY_FAIL
from grader.places import ROOT


def test_the_steps_of_a_release_are_nbgraders_and_ours():
    steps = course_config().GenerateAssignment.preprocessors
    own = [FollowSource if one is SaveCells else one for one in GenerateAssignment().preprocessors]
    assert steps == [ChangeForClass, *own, BreakScenes, LetRunsGoOn]


def role(name, **keys):
    keys = {"grade": False, "solution": False, "locked": False, "task": False} | keys
    return {"nbgrader": {"schema_version": 3, "grade_id": name, **keys}}


def notebook():
    """Two exercises, the first of them solved."""
    test = {"grade": True, "locked": True, "points": 1}
    cells = [
        new_code_cell("a = 1", id="answer", metadata=role("answer", solution=True)),
        new_code_cell("assert a == 1", id="right", metadata=role("right", **test)),
        new_code_cell("assert a == 2", id="wrong", metadata=role("wrong", **test)),
        new_code_cell('predict("graphs/x", it=...)', id="predict"),
        new_code_cell("print(a)", id="shown", metadata={"tags": ["G1"]}),
        new_code_cell("1 / 0", id="scene", metadata={"tags": ["scene"]}),
        new_code_cell("b", id="needs", metadata={"tags": ["B1", "needs-answer"]}),
        new_markdown_cell(
            "Text.", id="text", metadata=role("text", solution=True, grade=True, points=1)
        ),
    ]
    return new_notebook(cells=cells)


def tagged():
    return LetRunsGoOn().preprocess(notebook(), {})[0]


def test_what_may_fail_is_tagged_once_and_keeps_its_other_tags():
    again, _ = LetRunsGoOn().preprocess(tagged(), {})
    tags = {cell.id: list(cell.metadata.get("tags", ())) for cell in again.cells}
    assert tags == {
        "answer": [MAY_FAIL],
        "right": [MAY_FAIL],
        "wrong": [MAY_FAIL],
        "predict": [MAY_FAIL],
        "shown": ["G1"],
        "scene": ["scene", MAY_FAIL],
        "needs": ["B1", "needs-answer", MAY_FAIL],
        "text": [],
    }


@pytest.mark.slow
def test_validate_judges_as_without_the_tags(tmp_path):
    found = []
    for number, book in enumerate((notebook(), tagged())):
        path = tmp_path / f"{number}.ipynb"
        nbformat.write(book, path)
        with setenv(PYTHONPATH=str(ROOT)):
            found.append(Validator().validate(str(path)))
    for one in found:
        assert [cell["source"] for cell in one["failed"]] == ["assert a == 2"]
        assert "AssertionError" in one["failed"][0]["raw_error"]
