"""A class on a hub: handed out, worked on, handed in, graded by machine and by hand, and given back.

Everything is done as people do it, in the pages of the hub, of JupyterLab and of the formgrader in it.
"""

import pwd
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hub.conftest import ANN, BEN, TEACHER
from tests.browser.hub.making import RunningHub
from tests.browser.reading import menu, open_lab, open_notebook
from tests.browser.test_student import answer

RUN = 240_000
LESSON, LAST_LESSON = (f"graphs/01-graphs/{name}.ipynb" for name in ("1-recipes", "3-order"))
MISTAKE = "doubles-instead-of-squaring"
BECAUSE = "Each run of the cell adds its nodes to the one default graph, which nobody clears."
COMMENT = "Say how she clears it, too."


@dataclass(frozen=True)
class Server:
    """Somebody's JupyterLab on the hub, in a page that is logged in."""

    hub: RunningHub
    user: str
    page: Page

    @property
    def folder(self) -> Path:
        """What it shows: a student's home."""
        return Path(pwd.getpwnam(self.user).pw_dir)

    def address(self, path: str) -> str:
        return f"{self.hub.address(self.user)}/user/{self.user}{path}"


def log_in(page: Page, hub: RunningHub, user: str) -> Server:
    """By name and password, to JupyterLab, which the hub starts."""
    page.goto(f"{hub.address()}/hub/login")
    page.locator("#username_input").fill(user)
    page.locator("#password_input").fill(hub.password)
    page.locator("#login_submit").click()
    page.wait_for_url(re.compile(rf"{user}\.hub\.localhost.*/lab"), timeout=RUN)
    page.wait_for_selector("#jupyterlab-splash", state="detached", timeout=RUN)
    return Server(hub, user, page)


def assignments(student: Server) -> None:
    """Nbgrader > Assignment List, anew."""
    open_lab(student.page, student)
    menu(student.page, "Nbgrader", "Assignment List")
    expect(student.page.locator("#released_assignments_list_loading")).to_be_hidden(timeout=RUN)


def press(student: Server, column: str, name: str) -> None:
    """A button in one of the list's three parts."""
    row = student.page.locator(f"#{column}_assignments_list .list_item", has_text="01-graphs").first
    row.get_by_role("button", name=name, exact=True).click()


def listed(student: Server, column: str):
    return student.page.locator(f"#{column}_assignments_list")


def work(student: Server, source: str) -> str:
    """Answers an exercise and the chapter's written question; returns what the chapter's last cell says."""
    notebook = open_notebook(student.page, student, LESSON)
    notebook.write("polynomial-answer", source)
    notebook.run_all()
    expect(notebook.cell("polynomial")).to_contain_text("judged outside this notebook")
    save(student)
    notebook = open_notebook(student.page, student, LAST_LESSON)
    written = notebook.cell("one-cause")
    written.scroll_into_view_if_needed()
    written.dblclick()
    notebook.write("one-cause", BECAUSE)
    notebook.run_all()
    save(student)
    last = student.page.locator(".jp-Notebook .jp-Cell").last
    last.scroll_into_view_if_needed()
    return last.inner_text()


def save(student: Server) -> None:
    menu(student.page, "File", "Save Notebook")
    expect(student.page.locator(".lm-TabBar-tab.jp-mod-dirty")).to_have_count(0)


def formgrader(teacher):
    """Nbgrader > Formgrader: a frame in JupyterLab."""
    open_lab(teacher.page, teacher)
    menu(teacher.page, "Nbgrader", "Formgrader")
    frame = teacher.page.frame_locator("iframe")
    expect(frame.locator("#main-table")).to_contain_text("01-graphs", timeout=RUN)
    return frame


def click(frame, row, column: str, says: str) -> None:
    """One of the formgrader's buttons; it says when it is done."""
    row.locator(f".{column} a").click()
    told = frame.locator(".modal-dialog")
    expect(told).to_contain_text(re.compile("(S|s)uccess|(E|e)rror|There was"), timeout=RUN)
    expect(told).to_contain_text(says)
    told.get_by_role("button", name="Close").last.click()
    expect(told).to_have_count(0)


def test_a_class_goes_from_release_to_feedback(hub, open_page, picture):
    teacher = log_in(open_page(), hub, TEACHER)
    frame = formgrader(teacher)
    chapter = frame.locator("#main-table tr", has_text="01-graphs")
    click(frame, chapter, "release", "Successfully released")
    chapter.scroll_into_view_if_needed()
    picture(teacher.page, "hub-released")

    ann, ben = (log_in(open_page(), hub, name) for name in (ANN, BEN))
    for student, source in ((ann, answer(True)), (ben, answer(False, MISTAKE))):
        assignments(student)
        press(student, "released", "Fetch")
        expect(listed(student, "fetched")).to_contain_text("01-graphs", timeout=RUN)
        assert "your points are at the top of its feedback page" in work(student, source)
        if student is ann:
            picture(student.page, "hub-worked")
        assignments(student)
        press(student, "fetched", "Submit")
        expect(listed(student, "submitted")).to_contain_text("01-graphs", timeout=RUN)
    picture(ben.page, "hub-submitted")

    frame = formgrader(teacher)
    click(frame, chapter, "collect", "Successfully collected")
    chapter.locator(".num-submissions a").click()
    for name, state in ((ANN, "needs manual grading"), (BEN, "needs manual grading")):
        row = frame.locator("#main-table tr", has_text=name)
        click(frame, row, "autograde", "Successfully autograded")
        expect(row).to_contain_text(state)
    picture(teacher.page, "hub-autograded")
    grade_by_hand(teacher, frame, "Ng, Ann", picture)

    frame = formgrader(teacher)
    click(frame, chapter, "generate-feedback", "Successfully generated feedback")
    click(frame, chapter, "release-feedback", "Successfully released feedback")

    for student, told in ((ann, "passed"), (ben, "failed")):
        assignments(student)
        press(student, "submitted", "Fetch Feedback")
        expect(listed(student, "submitted")).to_contain_text("view feedback", timeout=RUN)
        page = feedback_page(student, "3-order")
        assert COMMENT in page.locator("body").inner_text() or student is ben
        page = feedback_page(student, "1-recipes")
        expect(page.locator(".grader-verdict", has_text=told)).not_to_have_count(0)
        page.locator(".grader-verdict").first.scroll_into_view_if_needed()
        picture(student.page, f"hub-feedback-{student.user.removeprefix('hubtest-')}")


def grade_by_hand(teacher: Server, frame, student: str, picture) -> None:
    """Two points and a comment for the written question, in the formgrader's frame."""
    frame.get_by_role("link", name="Manual Grading").first.click()
    frame.locator("#main-table a", has_text="01-graphs").click()
    frame.locator("#main-table a", has_text="3-order").click()
    expect(frame.locator("#main-table")).to_contain_text("Submission #1")
    frame.get_by_text("Show All Names").click()
    frame.locator("#main-table a:visible", has_text=student).click()
    score, comment = frame.locator("#one-cause"), frame.locator("#one-cause-comment")
    expect(frame.locator("#one-cause_extra_credit")).to_have_attribute("placeholder", "0")
    expect(comment).to_have_attribute("placeholder", re.compile("comments here"))
    expect(frame.locator("body")).to_contain_text(BECAUSE)
    for field, text in ((score, "2"), (comment, COMMENT)):
        with teacher.page.expect_response(lambda one: one.request.method == "PUT") as saved:
            field.fill(text)
            field.press("Tab")
        assert saved.value.ok
    comment.scroll_into_view_if_needed()
    picture(teacher.page, "hub-graded-by-hand")


def feedback_page(student: Server, lesson: str):
    """A page that was fetched, as JupyterLab shows it."""
    (file,) = (student.folder / "graphs" / "01-graphs" / "feedback").glob(f"*/{lesson}.html")
    open_lab(student.page, student, f"/lab/tree/{file.relative_to(student.folder)}")
    frame = student.page.frame_locator(".jp-HTMLViewer iframe")
    expect(frame.locator("body")).to_contain_text(f"{lesson} (Score: ", timeout=RUN)
    return frame


@pytest.mark.parametrize("page_name", ["index", "glossary"])
def test_links_of_a_chapter_lead_to_the_pages_beside_it(hub, open_page, page_name):
    ann = log_in(open_page(), hub, ANN)
    open_notebook(ann.page, ann, LAST_LESSON)
    link = ann.page.locator(f".jp-MarkdownOutput a[href*='{page_name}.ipynb']").last
    link.scroll_into_view_if_needed()
    link.click()
    tab = ann.page.locator(".lm-TabBar-tab.lm-mod-current", has_text=f"{page_name}.ipynb")
    expect(tab).to_have_count(1, timeout=RUN)
