"""Feedback pages in a browser: nothing that a submission brings runs, loads, or is even asked for."""

import contextlib
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Error

from tests.browser.conftest import ROOT

sys.path.insert(0, str(ROOT / "tests" / "classroom" / "pages"))

from scripts import HTML, OTHER, cells_of

from grader.classroom.pages.cleaning import META

NAMES = [*HTML, *OTHER]
# Without those that lead to another page, which no policy in a page forbids.
STAYING = [name for name in HTML if name not in ("refresh", "base")]
OPEN = "<!DOCTYPE html>\n<title>one</title>"


class Reader:
    """Opens pages, does what a reader may do, and says what ran or was asked for."""

    def __init__(self, page, folder: Path):
        self.page, self.folder = page, folder
        self.asked: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("requestfailed", self._failed)

    def _failed(self, request) -> None:
        if "csp" in (request.failure or "").lower() and request.url in self.asked:
            self.asked.remove(request.url)

    def happened(self, name: str, text: str) -> list[str]:
        """What ran or was asked for besides the page itself."""
        path = self.folder / f"{len(list(self.folder.iterdir()))}.html"
        path.write_text(text, encoding="utf-8")
        self.asked.clear()
        # Not "load": it waits for what is loaded from elsewhere.
        self.page.goto(path.as_uri(), wait_until="commit")
        self.page.wait_for_timeout(100)
        click = "() => document.querySelectorAll('a, [onclick], button').forEach(a => a.click())"
        ran = False
        with contextlib.suppress(Error):  # the page led elsewhere: that is among what was asked
            self.page.evaluate(
                click.replace("a.click()", "a.dispatchEvent(new MouseEvent('click'))")
            )
            self.page.wait_for_timeout(50)
            ran = self.page.evaluate("() => window.ran")
        found = [url for url in self.asked if "loaded" in url]
        if ran:
            found.append("it ran")
        return [f"{name}: {one}" for one in found]


@pytest.fixture(scope="module")
def pages():
    """The feedback page of each."""
    from making_pages import page_of

    return {name: page_of(*cells_of(name)) for name in NAMES}


@pytest.fixture
def reader(browser, tmp_path):
    """A reader whose console may say what the policy refused."""
    context = browser.new_context()
    yield Reader(context.new_page(), tmp_path)
    context.close()


def test_no_page_runs_or_loads_anything_nor_tries_to(open_page, pages, tmp_path):
    reader = Reader(open_page(), tmp_path)
    assert [one for name in NAMES for one in reader.happened(name, pages[name])] == []


def test_the_policy_alone_would_do_too(reader):
    happened = [
        one for name in STAYING for one in reader.happened(name, f"{OPEN}{META}{HTML[name]}")
    ]
    assert happened == []


def test_without_both_they_would(reader):
    happened = {name for name in STAYING if reader.happened(name, f"{OPEN}{HTML[name]}")}
    assert len(happened) > len(HTML) / 2, happened
