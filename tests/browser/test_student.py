"""A student in JupyterLab: opens a chapter, runs it, answers wrongly, then rightly, and validates."""

import re

import nbformat
import pytest
from playwright.sync_api import expect

from grader.classroom.nbgrader.preprocessors.break_scenes import is_scene
from grader.exercises.answers import answers
from grader.exercises.graphs import POLYNOMIAL
from grader.judging import capitalized
from grader.places import NOTEBOOKS
from tests.browser.lab import DARK, LIGHT, copy_course, grader_lab
from tests.browser.reading import DONE, ERRORS, RUN, open_notebook, theme

CHAPTER = "01-graphs/1-recipes.ipynb"


def answer(right, misconception=None):
    """The source of one of the answers to graphs/polynomial that the course knows."""
    return next(
        one.source
        for one in answers("01-graphs")
        if one.exercise == "graphs/polynomial"
        and one.right is right
        and one.misconception == misconception
    )


def explanation(name):
    """What the course tells about a misconception, as it reads on the page."""
    known = {mistake.name: mistake.explanation for mistake in POLYNOMIAL.misconceptions}
    return capitalized(known[name].replace("`", ""))


@pytest.fixture(scope="module")
def tensorflow_lab(tmp_path_factory):
    """`grader lab` for a new reader, with TensorFlow."""
    folder = tmp_path_factory.mktemp("student")
    checkout = copy_course(folder / "course")
    with grader_lab(checkout, folder / "home", folder / "lab.log") as running:
        yield running


def test_an_exercise_is_answered_wrongly_then_rightly(page, tensorflow_lab, picture):
    notebook = open_notebook(page, tensorflow_lab, CHAPTER)
    notebook.run_all()
    # Nobody has answered an exercise yet, or mended a crime scene: each says so, and the cells after it run
    # all the same.
    expect(page.locator(".jp-CodeCell .jp-InputPrompt").last).to_have_text(DONE, timeout=RUN)
    released = nbformat.read(NOTEBOOKS / CHAPTER, as_version=4)
    scenes = [cell for cell in released.cells if is_scene(cell)]
    checks = [cell for cell in released.cells if cell.source.startswith("check(")]
    expect(page.locator(ERRORS)).to_have_count(len(checks) + len(scenes))
    unanswered = notebook.cell("polynomial").locator(".jp-Cell-outputArea")
    expect(unanswered).to_contain_text("graphs/polynomial")
    expect(unanswered).to_contain_text("CheckFailed")

    notebook.write("polynomial-answer", answer(False, "doubles-instead-of-squaring"))
    notebook.run("polynomial-answer")
    wrong = notebook.run("polynomial")
    verdict = wrong.locator(".grader-verdict")
    expect(verdict).to_contain_text(explanation("doubles-instead-of-squaring"))
    expect(verdict).to_contain_text("failed")
    notebook.cell("polynomial-answer").scroll_into_view_if_needed()
    for name, colours in (("check", LIGHT), ("check-dark", DARK)):
        theme(page, colours)
        picture(page, name)
    theme(page, LIGHT)

    notebook.write("polynomial-answer", answer(True))
    notebook.run("polynomial-answer")
    right = notebook.run("polynomial")
    expect(right.locator(".grader-verdict")).to_contain_text("passed")
    expect(right).not_to_contain_text("failed")
    expect(right).not_to_contain_text("CheckFailed")


def test_validate_tells_what_is_still_open(page, tensorflow_lab, picture):
    notebook = open_notebook(page, tensorflow_lab, CHAPTER)
    page.get_by_text("Validate", exact=True).click()
    dialog = page.locator(".jp-Dialog")
    expect(dialog).to_contain_text(re.compile("fail", re.IGNORECASE), timeout=120_000)
    picture(page, "validate")
    assert 'check("graphs/two-graphs", two_graphs)' in dialog.inner_text()
    assert notebook.file.is_file()


def test_validate_is_content_with_a_solved_chapter(page, lab):
    open_notebook(page, lab, "01-graphs/solved-1-recipes.ipynb")
    page.get_by_text("Validate", exact=True).click()
    expect(page.locator(".jp-Dialog")).to_contain_text("Success", timeout=120_000)
