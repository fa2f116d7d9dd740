"""The chapters' pages, run to their ends in JupyterLab: readable for all, in the light and in the dark.

Looked at are the course's own parts: its text and the cells' outputs. What JupyterLab draws around them
(its toolbars, prompts, editors) is JupyterLab's, and its colours of code too.
"""

import os

import pytest
from playwright.sync_api import expect

from grader.exercises import CHAPTERS
from grader.exercises.catalogue import short_name
from grader.progress import FILE, record
from tests.browser.axe import nameless_pictures, violations
from tests.browser.lab import DARK, LIGHT
from tests.browser.reading import ERRORS, open_notebook, theme
from tests.exercises.running import lessons_of

OURS = (".jp-OutputArea-output", ".jp-RenderedMarkdown")
# Each takes ten to thirty seconds: some that have all kinds of outputs between them, the rest when asked.
OFTEN = [
    "01-graphs/1-recipes",
    "03-lifetimes/3-old-or-new",
    "06-gradient-control/further",
    "08-scopes/2-who-is-called-what",
    "09-kernels/2-way-back",
]
ALL = [f"{one}/{path.stem}" for one in CHAPTERS for path in lessons_of(one)]
LESSONS = ALL if os.environ.get("BROWSER") == "all" else OFTEN
# JupyterLab gives an error's text, and code in Markdown, its own colours.
JUPYTERLABS = ('[data-mime-type="application/vnd.jupyter.error"]', ".jp-RenderedMarkdown pre")


def troubles(page):
    """What axe and the alternative texts leave to wish for, in both themes."""
    found = nameless_pictures(page, ", ".join(OURS))
    for colours in (LIGHT, DARK):
        theme(page, colours)
        found += [f"{colours}: {one}" for one in violations(page, *OURS, exclude=JUPYTERLABS)]
    return found


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_readable_for_all(page, lab, lesson):
    chapter, _, name = lesson.partition("/")
    notebook = open_notebook(page, lab, f"{chapter}/solved-{name}.ipynb")
    notebook.run_all()
    expect(page.locator(ERRORS)).to_have_count(0)
    assert troubles(page) == []


def test_the_index_shows_progress(page, lab, picture):
    """A reader who has solved some of the first two chapters, and checked nothing else."""
    (lab.folder / FILE).unlink(missing_ok=True)
    for exercise, points in PROGRESS.items():
        record(exercise, points, lab.folder)
    notebook = open_notebook(page, lab, "index.ipynb")
    notebook.run_all()
    output = page.locator(".jp-Cell-outputArea").first
    expect(output).to_contain_text("Next: graphs/take-out")
    assert short_name("02-sessions") in output.inner_text()
    assert troubles(page) == []
    for name, colours in (("progress-dark", DARK), ("progress", LIGHT)):
        theme(page, colours)
        notebook.cell(1).evaluate("cell => cell.scrollIntoView({block: 'start'})")
        picture(page, name)


PROGRESS = {
    "graphs/polynomial": 2,
    "graphs/two-graphs": 3,
    "graphs/copies": 2,
    "graphs/chain": 3,
    "graphs/take-out": 1,
    "graphs/transfer": 4,
    "sessions/first-run": 0,
}


def test_axe_sees_what_it_is_asked_for(page):
    """The sight of these tests: pale text, a picture without words, a field without a name."""
    page.set_content(
        '<main class="part"><p style="color:#bbb;background:#fff">pale</p>'
        '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><input></main>'
    )
    found = violations(page, ".part")
    for rule in ("color-contrast", "image-alt", "label"):
        assert any(one.startswith(rule) for one in found), found
    assert len(nameless_pictures(page, ".part")) == 1
