"""Whatever the shape of a notebook's metadata, its pages show all that the student wrote and displayed."""

from __future__ import annotations

import copy
import json

import nbformat
import pytest
import stub_grading as stub
import toy_catalogue as toys
from making_pages import RESOURCES, exporter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from odd_metadata import SHAPES
from traitlets.config import Config

from grader.classroom.nbgrader.course import open_course
from grader.classroom.pages.formgrader import page_of

FORMGRADER = {**RESOURCES, "submission_id": "abc", "assignment_id": "07-toys", "student": "ann"}
FORMGRADER |= {"last_name": "", "first_name": "", "notebook_path": "toys.ipynb", "nonce": "once"}


def handed_in():
    """A notebook as JSON, with a written answer, an answer in code, outputs and a picture."""
    shown = {"text/plain": "a value", "text/html": "<b>a table</b>"}
    outputs = [
        new_output("stream", text="said\n"),
        new_output("execute_result", shown, execution_count=1),
        new_output("display_data", {"image/png": "aGVsbG8=", "text/plain": "a figure"}),
    ]
    about = toys.managed("why", grade=True, solution=True, points=3)
    cells = [
        new_code_cell("x = 1 + 1", outputs=outputs, execution_count=1),
        new_markdown_cell("Look: ![a](attachment:a.png)"),
        new_markdown_cell("Because *I* said so.", metadata=about),
        new_code_cell("check(1)", metadata=toys.managed("double", grade=True, points=2)),
    ]
    return json.loads(nbformat.writes(new_notebook(cells=cells)))


@pytest.fixture
def written(tmp_path):
    """The file of a notebook with odd metadata: written(name of the shape)."""

    def write(name):
        notebook = copy.deepcopy(handed_in())
        SHAPES[name](notebook)
        path = tmp_path / "toys.ipynb"
        path.write_text(json.dumps(notebook))
        return str(path)

    return write


def assert_whole(page):
    assert "shortened" not in page and "cannot be read" not in page
    for part in ("Because <em>I</em> said so.", "said", "<b>a table</b>", "data:image/png"):
        assert part in page, part


@pytest.mark.sampled(20, ci=20)
@pytest.mark.parametrize("name", SHAPES)
def test_the_formgrader_shows_the_whole_notebook(name, written):
    page = page_of(written(name), Config(), FORMGRADER)
    assert_whole(page)
    assert 'id="why"' in page and 'id="why-comment"' in page


@pytest.mark.sampled(20, ci=20)
@pytest.mark.parametrize("name", SHAPES)
def test_so_does_the_feedback_page(name, written):
    page, _ = exporter().from_filename(written(name), dict(RESOURCES))
    assert_whole(page)
    assert "Written response" in page and "Test cell" in page


def change(notebook, name):
    """The answers of a release, with metadata of this shape."""
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "why":
            cell["source"] = "Because *I* said so."
    SHAPES[name](notebook)
    return json.dumps(notebook)


@pytest.mark.sampled(0, ci=0)
def test_a_class_of_such_notebooks_is_graded_and_has_whole_pages(tmp_path):
    root = stub.write_class(tmp_path / "class", 0)
    release = json.loads(open_course(root).plans(toys.CHAPTER)[0].release)
    students = {f"student{number:03d}": name for number, name in enumerate(SHAPES)}
    for student, name in students.items():
        stub.hand_in(root, student, change(copy.deepcopy(release), name))
    results = stub.run_class(root, 1, pages=True)
    wrong = {
        students[one.student]: one.message for one in results.values() if one.status != "graded"
    }
    assert wrong == {} and results.keys() == students.keys()
    for student, name in students.items():
        page = (root / "feedback" / student / toys.CHAPTER / "toys.html").read_text()
        assert "shortened" not in page, name
        assert "Because <em>I</em> said so." in page and "points, drawn with" in page, name


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "name", ["Colab's widgets", "language is 7", "attachments is 7", "id is 7", "a deeper cell"]
)
def test_the_formgraders_button_takes_it_too(name, tmp_path, monkeypatch):
    root = stub.write_class(tmp_path / "class", 0)
    monkeypatch.chdir(root)
    (root / "nbgrader_config.py").write_text(stub.CONFIG)
    release = json.loads(open_course(root).plans(toys.CHAPTER)[0].release)
    stub.hand_in(root, "student00", change(release, name))
    done = stub.press_button(root)
    assert done["success"], done["log"][-2000:]
    graded = root / "autograded" / "student00" / toys.CHAPTER / "toys.ipynb"
    assert "Because *I* said so." in graded.read_text()
