"""Notebooks and outputs of odd shapes are graded, or refused with a reason: none ends the grading."""

from __future__ import annotations

import json

import pytest
from nbgrader.utils import compute_checksum

from grader.classroom.course.result import GRADED, REJECTED

LONG = "x" * 1_000_000


def with_cell(toy_grader, minor=5, **parts):
    """A notebook of this minor version with one more cell, as a file."""
    notebook = toy_grader.notebook(first="1")
    notebook.cells[0].update(parts)
    notebook.nbformat_minor = minor
    return json.dumps(notebook).encode()


@pytest.mark.parametrize("metadata", [{"nbgrader": None}, {"nbgrader": []}, {"nbgrader": "x"}, {}])
def test_what_stands_in_place_of_a_cells_role_costs_nothing(toy_grader, metadata):
    result = toy_grader.grade(with_cell(toy_grader, metadata=metadata))
    assert (result.status, result.points, result.unjudged) == (GRADED, 4, ())


@pytest.mark.parametrize(
    "parts",
    [{"cell_type": ["code"]}, {"cell_type": "odd", "source": 5}, {"cell_type": "x", "source": {}}],
    ids=str,
)
def test_a_later_versions_cells_are_no_way_around_the_format(toy_grader, parts):
    result = toy_grader.grade(with_cell(toy_grader, 99, **parts))
    assert result.status == REJECTED and "not text" in result.message


@pytest.mark.parametrize("name", ["a b+json", "+json", "model/x+json", "application/x+json"])
def test_data_of_any_type_can_be_displayed(toy_grader, name):
    data = {name: {"x": 1}, "text/plain": "x"}
    show = f"from IPython.display import display\ndisplay({data}, raw=True)"
    result = toy_grader.grade_cells(first=show)
    assert (result.status, result.points) == (GRADED, 4)
    (output,) = json.loads(result.executed)["cells"][0]["outputs"]
    assert output["data"].get(name) == ({"x": 1} if name.startswith("application/") else None)


def test_no_flag_quotes_megabytes(toy_grader):
    notebook = toy_grader.notebook(first="1")
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade"):
            cell.metadata.nbgrader["points"] = LONG
    invented = notebook.cells[0]
    invented.metadata["nbgrader"] = {"grade": True, "points": 1, "grade_id": LONG}
    invented.metadata.nbgrader["checksum"] = compute_checksum(invented)
    result = toy_grader.grade(json.dumps(notebook).encode())
    assert len(result.flags) == 4 and result.points == 4
    assert max(map(len, result.flags)) < 250
