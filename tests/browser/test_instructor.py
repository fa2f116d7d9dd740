"""An instructor in the formgrader: autogrades, grades the written answer by hand, opens the feedback."""

import re
import shutil
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.axe import nameless_pictures, violations
from tests.browser.lab import environment, running
from tests.browser.reading import menu, open_lab

RUN = 180_000
COMMENT = "Say *why*, too: the default graph keeps all $n$ nodes."


@pytest.fixture(scope="module")
def course(class_folder, tmp_path_factory):
    """The graded class, with one more student, vera, whose file waits; her answers are amara's."""
    folder = tmp_path_factory.mktemp("instructor") / "class"
    shutil.copytree(class_folder, folder)
    shutil.copytree(folder / "submitted" / "amara", folder / "submitted" / "vera")
    return folder


@pytest.fixture(scope="module")
def course_lab(course, checkout):
    """JupyterLab as the README starts it in the class's folder."""
    home = course.parent / "home"
    command = [sys.executable, "-m", "jupyterlab", "--allow-root", f"--ServerApp.root_dir={course}"]
    variables = environment(
        home, checkout, GRADER_BACKEND="engine", JUPYTER_DATA_DIR=str(home / "data")
    )
    with running(command, course, course, course.parent / "lab.log", **variables) as lab:
        yield lab


def open_submission(page, course_lab, notebook):
    """Vera's, in the formgrader's list of a notebook."""
    page.goto(f"{course_lab.url}/formgrader/gradebook/01-graphs/{notebook}")
    expect(page.locator("#main-table")).to_contain_text("Submission #1")
    page.get_by_text("Show All Names").click()
    page.locator("#main-table a:visible", has_text="vera").click()


def test_from_autograding_to_feedback(page, course_lab, course, picture):
    open_lab(page, course_lab)
    menu(page, "Nbgrader", "Formgrader")
    expect(page.frame_locator("iframe").locator("#main-table")).to_contain_text("01-graphs")

    # The same pages, in a tab of their own.
    page.goto(f"{course_lab.url}/formgrader/manage_submissions/01-graphs")
    vera = page.locator("#main-table tr", has_text="vera")
    expect(vera).to_contain_text("needs autograding")
    vera.locator(".autograde a").click()
    said = page.locator(".modal-dialog")
    expect(said).to_contain_text("Successfully autograded", timeout=RUN)
    page.reload()
    expect(vera).to_contain_text("needs manual grading")
    expect(vera).to_contain_text("24 / 27")

    open_submission(page, course_lab, "1-recipes")
    expect(
        page.locator("math").first
    ).to_be_attached()  # formulas are set without a script of the network
    open_submission(page, course_lab, "3-order")
    score, comment = page.locator("#one-cause"), page.locator("#one-cause-comment")
    expect(page.locator(".grader-verdict").first).to_contain_text("passed")
    # What was graded before comes after the page; only then do the fields listen.
    expect(page.locator("#one-cause_extra_credit")).to_have_attribute("placeholder", "0")
    expect(comment).to_have_attribute("placeholder", re.compile("comments here"))
    for field, text in ((score, "2"), (comment, COMMENT)):
        with page.expect_response(lambda answer: answer.request.method == "PUT") as saved:
            field.fill(text)
            field.press("Tab")
        assert saved.value.ok
    comment.scroll_into_view_if_needed()
    picture(page, "formgrader")

    page.goto(f"{course_lab.url}/formgrader/manage_submissions/01-graphs")
    expect(vera).to_contain_text("26 / 27")
    expect(vera).to_contain_text("graded")
    vera.locator(".generate-feedback a").click()
    expect(said).to_contain_text("Successfully generated feedback", timeout=RUN)

    page.goto((course / "feedback" / "vera" / "01-graphs" / "3-order.html").as_uri())
    expect(page.locator("body")).to_contain_text("3-order (Score: 13.0 / 14.0)")
    told = page.locator(".panel-footer", has_text="Comments:")
    expect(told).to_contain_text("Say why, too: the default graph keeps all")
    assert told.locator("em").inner_text() == "why" and told.locator("math").text_content() == "n"


def test_feedback_page_of_a_wrong_answer(page, class_folder, picture):
    """bilal's page names his mistakes, is readable for all, and needs nothing but itself."""
    page.goto((class_folder / "feedback" / "bilal" / "01-graphs" / "1-recipes.html").as_uri())
    wrong = page.locator(".grader-verdict", has_text="failed")
    expect(wrong).not_to_have_count(0)
    assert violations(page) == []
    assert nameless_pictures(page, "body") == []
    assert page.locator("script[src], link[href]").count() == 0
    wrong.first.scroll_into_view_if_needed()
    page.mouse.wheel(0, -150)
    picture(page, "feedback")
