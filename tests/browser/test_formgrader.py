"""The formgrader in a browser: nothing of a submission runs, loads or passes for a button, and a written
answer is graded by hand beside it."""

import json
import re
import sys

import nbformat
import pytest
from nbgrader.api import Gradebook
from playwright.sync_api import expect

from grader.classroom.nbgrader.course import open_course
from tests.browser.conftest import MILLISECONDS, ROOT
from tests.browser.lab import environment, running

sys.path.insert(0, str(ROOT / "tests" / "classroom" / "pages"))
sys.path.insert(0, str(ROOT / "tests" / "classroom" / "toys"))

import stub_grading as stub
import toy_catalogue as toys
from scripts import HTML, OTHER, PASSING, RUN, cells_of

COMMENT = "Say *why*, too."
# What a reader may do to what a student wrote.
TOUCH = """() => document.querySelectorAll(".of-a-stranger *").forEach(one => {
  for (const kind of ["mouseover", "focus", "click"])
    one.dispatchEvent(new MouseEvent(kind, {bubbles: true}));
})"""


@pytest.fixture(scope="module")
def served(checkout, tmp_path_factory):
    """JupyterLab in the folder of a graded class of one, whose notebook holds every attack.

    Also the address of her page.
    """
    root = tmp_path_factory.mktemp("formgrader") / "class"
    stub.write_class(root, 0)
    (root / "nbgrader_config.py").write_text(stub.CONFIG)
    notebook = nbformat.reads(open_course(root).plans(toys.CHAPTER)[0].release, as_version=4)
    for cell in notebook.cells:
        if cell.id == "why":
            cell.source = "".join(PASSING.values()) + HTML["script"] + HTML["error of a picture"]
    notebook.cells += [cell for name in [*HTML, *OTHER] for cell in cells_of(name)]
    stub.hand_in(root, "mallory", json.dumps(notebook))
    stub.run_class(root, 1)
    with Gradebook(f"sqlite:///{root}/gradebook.db") as book:
        name = book.find_submission_notebook("toys", toys.CHAPTER, "mallory").id
    home = root.parent / "home"
    command = [sys.executable, "-m", "jupyterlab", "--allow-root", f"--ServerApp.root_dir={root}"]
    variables = environment(home, checkout, JUPYTER_DATA_DIR=str(home / "data"))
    with running(command, root, root, root.parent / "lab.log", **variables) as lab:
        yield lab, f"/formgrader/submissions/{name}/"


def opened(page, served):
    """The page of the submission, ready; whatever it asks for from now on."""
    lab, path = served
    asked = []
    page.goto(lab.address("/api/status"))  # the token becomes a cookie
    page.on("request", lambda request: asked.append(request.url))
    # The first page waits for the process that makes pages to start.
    page.goto(lab.url + path, timeout=4 * MILLISECONDS)
    # What was graded before comes after the page; only then do the fields listen.
    expect(page.locator("#why-comment")).to_have_attribute(
        "placeholder", re.compile("omments here")
    )
    return asked


def test_nothing_runs_and_nothing_is_loaded(page, served, picture):
    lab, _ = served
    asked = opened(page, served)
    address = page.url
    assert page.locator(".of-a-stranger").count() > len(HTML)
    page.evaluate(TOUCH)
    page.wait_for_timeout(300)
    assert page.evaluate("() => window.ran") is None
    assert page.url.partition("#")[0] == address
    ours = re.compile(rf"{re.escape(lab.url)}/formgrader/(static|api|submissions)/")
    assert [url for url in asked if not ours.match(url) and not url.startswith("data:image/")] == []
    assert page.locator("aside.cut").inner_text().startswith("Removed from this page")
    picture(page, "formgrader-attacked")


def test_a_written_answer_is_graded_by_hand_among_all_that(page, served):
    lab, _ = served
    opened(page, served)
    page.evaluate(TOUCH)  # no click on what she wrote gives a point
    score, comment = page.locator("#why"), page.locator("#why-comment")
    assert score.input_value() == ""
    for field, text in ((score, "2"), (comment, COMMENT)):
        with page.expect_response(lambda answer: answer.request.method == "PUT") as saved:
            field.fill(text)
            field.press("Tab")
        assert saved.value.ok
    with page.expect_response(lambda answer: answer.request.method == "PUT") as saved:
        page.locator(".nbgrader_cell", has=score).locator(".full-credit").click()
    assert saved.value.ok
    with Gradebook(f"sqlite:///{lab.folder}/gradebook.db") as book:
        assert book.find_grade("why", "toys", toys.CHAPTER, "mallory").manual_score == 3
        said = book.find_comment("why", "toys", toys.CHAPTER, "mallory").manual_comment
        assert said == COMMENT
    page.locator(".name-hidden.glyphicon").click()
    expect(page.locator("a.name-shown")).to_have_text("mallory")
    assert page.locator("a.name-shown").get_attribute("href").endswith("toys.ipynb")
    page.locator("li.next a").click()
    expect(page.locator("#main-table")).to_contain_text("Submission #1")


@pytest.mark.parametrize("policy", [True, False], ids=["with the policy", "without it"])
def test_the_policy_alone_would_do_too(browser, served, policy):
    """What the cleaner might overlook; and the same without the policy, where it must be seen to run."""
    lab, path = served
    context = browser.new_context()
    page = context.new_page()

    def bring_in(route):
        answer = route.fetch()
        headers = [
            (one["name"], one["value"])
            for one in answer.headers_array
            if policy or one["name"].lower() != "content-security-policy"
        ]
        body = answer.text().replace("</nav>", f"</nav>{HTML['script']}", 1)
        merged = {}
        for name, value in headers:
            merged[name] = f"{merged[name]}, {value}" if name in merged else value
        merged.pop("content-length", None)
        route.fulfill(status=answer.status, headers=merged, body=body)

    page.goto(lab.address("/api/status"))
    page.route(f"**{path}", bring_in)
    page.goto(lab.url + path)
    assert RUN in page.content()
    assert page.evaluate("() => window.ran") == (None if policy else 1)
    context.close()
