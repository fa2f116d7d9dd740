"""The class report, read and sorted by the keyboard alone, in the light and in the dark."""

import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.axe import nameless_pictures, violations
from tests.browser.lab import environment


@pytest.fixture(scope="module")
def report(class_folder, checkout, tmp_path_factory):
    """The address of `grader report`'s page of the class."""
    command = [sys.executable, "-m", "grader.cli", "report", "01-graphs", "--course", class_folder]
    home = tmp_path_factory.mktemp("report")
    done = subprocess.run(
        command,
        cwd=checkout,
        env=environment(home, checkout),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return (class_folder / "reports" / "01-graphs.html").as_uri()


def tab_to(page, wanted, limit=200):
    """Presses Tab until a button or link with that text has the focus."""
    for _ in range(limit):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.textContent.trim()") == wanted:
            return
    raise AssertionError(f"Tab never came to {wanted!r}")


def column(page, table, title):
    """The texts of a table's column."""
    heads = page.locator(f"{table} thead th").all_inner_texts()
    number = [head.strip(" ↕↑↓") for head in heads].index(title) + 1
    return page.locator(f"{table} tbody tr > :nth-child({number})").all_inner_texts()


def test_the_first_tab_skips_to_the_report(page, report):
    page.goto(report)
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to the report")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#content$"))


def test_a_part_is_reached_and_sorted_by_keys(page, report):
    page.goto(report)
    tab_to(page, "Students")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#students-part$"))
    before = column(page, "#students", "score")
    tab_to(page, "score")
    head = page.locator("#students thead th", has_text="score").first
    said = page.locator("[role=status]")
    for way, sign in (("ascending", 1), ("descending", -1)):
        page.keyboard.press("Enter")
        expect(head).to_have_attribute("aria-sort", way)
        expect(said).to_have_text(f"Sorted by score, {way}.")
        shown = [float(text) for text in column(page, "#students", "score") if text.strip()]
        assert shown == sorted(shown, key=lambda value: sign * value)
    # Sorted rows are the same rows.
    assert sorted(column(page, "#students", "score")) == sorted(before)


def test_what_is_folded_opens_by_keys(page, report):
    page.goto(report)
    tab_to(page, "The histogram as a table")
    table = page.locator("#scores")
    expect(table).to_be_hidden()
    page.keyboard.press("Enter")
    expect(table).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_report_is_readable_for_all(open_page, report, picture, dark):
    page = open_page(dark=dark, viewport={"width": 1400, "height": 900})
    page.goto(report)
    assert violations(page) == []
    assert nameless_pictures(page, "body") == []
    page.evaluate("() => document.querySelector('#scores-part').scrollIntoView()")
    picture(page, "report-dark" if dark else "report")


def test_a_students_name_leads_to_the_feedback(page, report):
    page.goto(report)
    page.locator("#students").get_by_role("link", name="bilal").click()
    expect(page.locator("body")).to_contain_text("1-recipes (Score:")


def test_what_is_folded_on_a_feedback_page_shows_that_it_opens(page, report):
    page.goto(report)
    page.locator("#students").get_by_role("link", name="bilal").click()
    folded, code = (page.locator(f".grader-verdict {part}").first for part in ("summary", "pre"))
    expect(folded).to_have_css("display", "list-item")  # else there is no triangle before it
    expect(code).to_be_hidden()
    folded.click()
    expect(code).to_be_visible()
