"""A wrong answer's case is reproduced: pasted from below the table, and replayed step by step."""

import re

import nbformat
import pytest
from playwright.sync_api import expect

from grader.exercises.catalogue import find
from grader.judging.feedback import PASTE as ABOVE_THE_CODE
from tests.browser.reading import open_notebook

WRONG = "def polynomial(x, y):\n    return 2 * x * x * y - y + 7"
RIGHT = WRONG.replace("7", "5")
SOURCES = (
    "from grader.notebook import tf, check, replay",
    WRONG,
    'check("graphs/polynomial", polynomial)',
    "'here the case is pasted'",
    'replay("graphs/polynomial")',
)
ANSWER, CHECK, PASTE, REPLAY = range(1, 5)


@pytest.fixture
def notebook(page, lab):
    """A new notebook with a wrong answer, its check, and two cells for what comes of it."""
    whole = nbformat.v4.new_notebook()
    whole.cells = [nbformat.v4.new_code_cell(source) for source in SOURCES]
    whole.metadata["kernelspec"] = {
        "display_name": "Python 3",
        "language": "python",
        "name": "python3",
    }
    nbformat.write(whole, lab.folder / "replaying.ipynb")
    return open_notebook(page, lab, "replaying.ipynb")


def test_the_shown_case_is_pasted_and_replayed(page, notebook, picture):
    notebook.run(0)
    notebook.run(ANSWER)
    wrong = notebook.run(CHECK)
    expect(wrong).to_contain_text("Your values are all too large by 2.")
    expect(wrong).to_contain_text("CheckFailed: graphs/polynomial: 0 of 2 points")
    shown = next(case.label for case in find("graphs/polynomial").cases if case.visible)
    got = wrong.locator("tr", has_text=shown).locator("td").nth(3).inner_text()
    wrong.get_by_text(ABOVE_THE_CODE).click()
    code = wrong.locator("pre", has_text="node = polynomial(x, y)").first.inner_text()
    picture(page, "shown-case")

    notebook.write(PASTE, code)
    pasted = notebook.run(PASTE)
    expect(pasted).to_contain_text(re.compile(rf"\b{re.escape(got.strip())}\b"))

    replayed = notebook.run(REPLAY)
    expect(replayed).to_contain_text("expected:")
    expect(replayed).to_contain_text(got.strip())
    steps = replayed.locator(".grader-trace")
    expect(steps).to_have_attribute("data-ready", "yes")
    steps.get_by_role("button", name="First").first.click()
    steps.get_by_role("button", name="Last").first.click()
    expect(steps).to_contain_text(got.strip())
    steps.scroll_into_view_if_needed()
    picture(page, "replay")

    notebook.write(ANSWER, RIGHT)
    notebook.run(ANSWER)
    right = notebook.run(CHECK)
    expect(right).to_contain_text("2 of 2 points")
    expect(right).not_to_contain_text(ABOVE_THE_CODE)
