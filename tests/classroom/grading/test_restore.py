"""Test cells that were deleted, edited or copied: put right, graded on merit, flagged."""

from __future__ import annotations

import copy
from dataclasses import replace

import nbformat
import pytest
import toy_catalogue as toys
from nbgrader.utils import compute_checksum

from grader.classroom.course.check_lines import check_line
from grader.classroom.grading.restore import restore


def cells_of(notebook, grade_id):
    return [
        cell
        for cell in notebook.cells
        if cell.metadata.get("nbgrader", {}).get("grade_id") == grade_id
    ]


def find(notebook, name):
    return next(cell for cell in notebook.cells if cell.id == name)


def test_an_honest_notebook_is_left_as_it_is(toy_grader):
    notebook = toy_grader.notebook()
    right, flags = restore(notebook, toy_grader.plan)
    assert flags == []
    assert [cell.source for cell in right.cells] == [cell.source for cell in notebook.cells]


def test_the_release_is_left_as_it_is(toy_grader):
    assert restore(nbformat.reads(toy_grader.plan.release, as_version=4), toy_grader.plan)[1] == []


def test_the_submission_itself_is_not_changed(toy_grader):
    notebook = toy_grader.notebook()
    find(notebook, "double").source = "100"
    before = copy.deepcopy(notebook)
    restore(notebook, toy_grader.plan)
    assert notebook == before


@pytest.mark.parametrize("name", ["double", "half", "why"])
def test_a_deleted_graded_cell_is_put_back(toy_grader, name):
    notebook = toy_grader.notebook()
    notebook.cells.remove(find(notebook, name))
    right, flags = restore(notebook, toy_grader.plan)
    assert len(cells_of(right, name)) == 1
    assert flags == [f"the cell {name!r} was deleted and put back"]


def test_a_test_cell_is_put_back_behind_its_answer(toy_grader):
    notebook = toy_grader.notebook()
    notebook.cells.remove(find(notebook, "double"))
    right, _ = restore(notebook, toy_grader.plan)
    places = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in right.cells]
    assert places.index("double") == places.index("double-answer") + 1


@pytest.mark.slow
def test_an_answer_given_in_a_cell_of_ones_own_counts(toy_grader):
    notebook = toy_grader.notebook()
    answer = find(notebook, "half-answer")
    answer.metadata = {}
    notebook.cells.remove(find(notebook, "half"))
    result = toy_grader.grade(notebook)
    assert result.points == 4
    assert "the answer cell 'half-answer' was deleted" in result.flags


def test_an_edited_test_cell_gets_its_text_back(toy_grader):
    notebook = toy_grader.notebook()
    find(notebook, "double").source = "print('passed')"
    right, flags = restore(notebook, toy_grader.plan)
    assert cells_of(right, "double")[0].source == 'check("toys/double", double)'
    assert flags == ["the test cell 'double' was edited: \"print('passed')\""]


def test_space_at_the_end_is_no_edit(toy_grader):
    notebook = toy_grader.notebook()
    find(notebook, "double").source += "  \n"
    assert restore(notebook, toy_grader.plan)[1] == []


@pytest.mark.slow
def test_of_a_copied_test_cell_the_last_counts(toy_grader):
    notebook = toy_grader.notebook()
    again = copy.deepcopy(find(notebook, "double"))
    again.id = "copy"
    notebook.cells.insert(1, again)
    right, flags = restore(notebook, toy_grader.plan)
    assert [cell.id for cell in cells_of(right, "double")] == ["double"]
    assert flags == ["the cell 'double' occurs more than once"]
    assert toy_grader.grade(notebook).points == 4


CHANGES = {
    "points": ("points", 100, "had points 100 instead of 2"),
    "points as a float": ("points", 6.0, "had points 6 instead of 2"),
    "grade": ("grade", False, "had grade False instead of True"),
    "locked": ("locked", False, "had locked False instead of True"),
    "solution": ("solution", True, "had solution True instead of False"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_changed_metadata_is_restored_and_flagged(toy_grader, name):
    key, value, told = CHANGES[name]
    notebook = toy_grader.notebook()
    find(notebook, "double").metadata["nbgrader"][key] = value
    right, flags = restore(notebook, toy_grader.plan)
    metadata = cells_of(right, "double")[0].metadata["nbgrader"]
    assert (metadata["points"], metadata["grade"], metadata["locked"]) == (2, True, True)
    assert flags == [f"the cell 'double' {told}"]


def test_an_invented_graded_cell_earns_nothing(toy_grader):
    notebook = toy_grader.notebook()
    notebook.cells.append(
        nbformat.v4.new_code_cell(
            "100", metadata=toys.managed("bonus", grade=True, locked=True, points=50)
        )
    )
    result = toy_grader.grade(notebook)
    assert result.points == result.max_points == 4
    assert any("claims points that the chapter does not give" in flag for flag in result.flags)


def test_a_cell_turned_into_text_is_code_again(toy_grader):
    notebook = toy_grader.notebook()
    cell = find(notebook, "double")
    cell.cell_type = "markdown"
    del cell["outputs"], cell["execution_count"]
    result = toy_grader.grade(notebook)
    assert result.points == 4
    assert "the cell 'double' was of type markdown" in result.flags


@pytest.mark.parametrize(
    "metadata", [3, "x", [], {"grade_id": 3}, {"grade_id": "double", "points": "x"}]
)
def test_nonsense_in_the_metadata_does_no_harm(toy_grader, metadata):
    notebook = toy_grader.notebook()
    notebook.cells[0].metadata["nbgrader"] = metadata
    restore(notebook, toy_grader.plan)


def test_the_model_answer_is_in_no_release(toy_grader):
    assert "SECRET-MODEL-ANSWER" not in toy_grader.plan.release
    assert "return 2 * x" not in toy_grader.plan.release


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ('check("graphs/x", a)', ("graphs/x", ("a",))),
        ('check("graphs/x", a, b)\n', ("graphs/x", ("a", "b"))),
        ("assert x == 1", ("", ())),
        ('check("graphs/x", f(a))', ("", ())),
        ('check("graphs/x", a); b', ("", ())),
        ("def", ("", ())),
        ("check()", ("", ())),
    ],
)
def test_the_check_line_is_read_from_the_source(source, read):
    assert check_line(source) == read


def released_with(toy_grader, **changes):
    """A notebook that was given out when the tests were others. changes: source by grade id; None for none.

    Checksums are those that nbgrader gave the cells then.
    """
    notebook = toy_grader.notebook()
    for grade_id, source in changes.items():
        cell = find(notebook, grade_id)
        if source is None:
            notebook.cells.remove(cell)
        else:
            cell.source = source
    for cell in notebook.cells:
        if "nbgrader" in cell.metadata:
            cell.metadata["nbgrader"].setdefault("solution", False)
            cell.metadata["nbgrader"]["checksum"] = compute_checksum(cell)
    return notebook


def test_a_notebook_of_an_earlier_release_is_called_that_once(toy_grader):
    notebook = released_with(toy_grader, double='check("toys/twice", double)', half=None)
    gone = nbformat.v4.new_code_cell('check("toys/old", old)')
    gone.metadata["nbgrader"] = {
        **find(notebook, "double").metadata["nbgrader"],
        "grade_id": "old",
    }
    gone.metadata["nbgrader"]["checksum"] = compute_checksum(gone)
    notebook.cells.append(gone)
    right, flags = restore(notebook, toy_grader.plan)
    assert flags == [
        "this notebook is of an earlier release of the chapter (other tests today: double; "
        "no longer in the chapter: old; missing from it: half)"
    ]
    assert cells_of(right, "double")[0].source == 'check("toys/double", double)'
    assert len(cells_of(right, "half")) == 1 and cells_of(right, "old") == []
    known = replace(
        toy_grader.plan, earlier=({"old": gone.source},)
    )  # the class took it out itself
    assert "no longer" not in restore(notebook, known)[1][0]


def test_a_release_in_which_only_points_were_others_is_no_business_of_anybody(toy_grader):
    notebook = toy_grader.notebook()
    cell = find(notebook, "double")
    cell.metadata["nbgrader"] |= {"points": 9, "solution": False}
    cell.metadata["nbgrader"]["checksum"] = compute_checksum(cell)
    right, flags = restore(notebook, toy_grader.plan)
    assert flags == []
    assert (
        find(right, "double").metadata["nbgrader"]["points"]
        == toy_grader.plan.cell("double").points
    )
    find(notebook, "double").metadata["nbgrader"]["points"] = 8  # the checksum says 9
    assert len(restore(notebook, toy_grader.plan)[1]) == 1


def test_a_test_that_the_student_changed_is_still_called_edited(toy_grader):
    notebook = released_with(toy_grader)
    find(notebook, "double").source = "print('passed')"
    notebook.cells.remove(find(notebook, "half"))
    _, flags = restore(notebook, toy_grader.plan)
    assert flags == [
        "the test cell 'double' was edited: \"print('passed')\"",
        "the cell 'half' was deleted and put back",
    ]


@pytest.mark.parametrize("checksum", [None, 5, "x", ["\ud800"]])
def test_a_checksum_of_any_shape_is_no_release(toy_grader, checksum):
    notebook = toy_grader.notebook()
    find(notebook, "double").source = "x"
    find(notebook, "double").metadata["nbgrader"]["checksum"] = checksum
    _, flags = restore(notebook, toy_grader.plan)
    assert flags == ["the test cell 'double' was edited: 'x'"]
