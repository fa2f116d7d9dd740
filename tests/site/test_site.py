"""The site opens, lists the lessons, and its kernel takes the course from the site and from nowhere else."""

from __future__ import annotations

import tomllib

import pytest

from grader.exercises import CHAPTERS
from grader.places import ROOT
from tests.browser.watching import Watch
from tests.site.lab import Lesson

LANGUAGES = {"en": "en", "zh_CN": "zh-CN"}
TITLES = {
    "en": "Graphs: what do three lines of algebra compute?",
    "zh_CN": "图：三行代数算出了什么？",
}


@pytest.fixture
def watched(browser):
    """A page, and what it asked for; nothing may have come from elsewhere. It leaves no cookie."""
    watch, asked = Watch(), []
    context = browser.new_context(viewport={"width": 1200, "height": 800})
    watch.attach(context)
    context.on("request", lambda request: asked.append(request.url))
    yield context.new_page(), asked
    cookies = context.cookies()
    context.close()
    assert watch.outside == []
    assert cookies == []


def test_the_first_page_lists_the_lessons_in_both_languages(site, page):
    page.goto(site)
    for code, tag in LANGUAGES.items():
        part = page.locator(f"section[lang={tag}]")
        links = part.locator("a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
        for chapter in CHAPTERS:
            assert any(one.startswith(f"read/{code}/{chapter}/") for one in links)
            assert any(one.startswith(f"lab/index.html?path={code}/{chapter}/") for one in links)
        assert TITLES[code] in part.inner_text()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_lesson_is_a_page_to_read_with_its_figures(code, site, page):
    page.goto(f"{site}read/{code}/01-graphs/1-recipes.html")
    assert TITLES[code] in page.locator("h1").first.inner_text()
    assert page.locator("html").get_attribute("lang") == LANGUAGES[code]
    assert page.locator("main svg").count() >= 3  # one for each figure
    assert "NotImplementedError:" not in page.locator("main").inner_text()
    assert (
        page.locator("nav a.open")
        .get_attribute("href")
        .endswith(f"path={code}/01-graphs/1-recipes.ipynb")
    )
    page.locator("nav a").nth(1).click()  # the same lesson in the other language
    (other,) = set(LANGUAGES) - {code}
    assert TITLES[other] in page.locator("h1").first.inner_text()


COURSE = """
import importlib.metadata, os, sys
import grader
print(importlib.metadata.version("tf-graph-course"), sys.platform, os.getcwd())
"""
# Written by the kernel, kept by the browser.
KEEP = """
import grader.browser, os
from pathlib import Path
grader.browser.settle(Path.cwd())
os.makedirs("../.grader", exist_ok=True)
with open("../.grader/progress.jsonl", "a") as file:
    file.write("{}\\n")
print(os.environ["GRADER_LANG"], len(Path("../.grader/progress.jsonl").read_text().splitlines()), "kept")
"""


@pytest.mark.parametrize("code", LANGUAGES)
def test_its_kernel_takes_the_course_from_the_site(code, site, watched):
    page, asked = watched
    lesson = Lesson(page, site, f"{code}/01-graphs/1-recipes.ipynb")
    found = lesson.run(COURSE, "emscripten")
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert f"{version} emscripten /drive/{code}/01-graphs" in found
    assert any(one.startswith(f"{site}pypi/tf_graph_course-") for one in asked)
    assert f"{code} 1 kept" in lesson.run(KEEP, "kept")
    lesson.open()  # as after a reload, or another day
    assert f"{code} 2 kept" in lesson.run(KEEP, "kept")


WRONG = """
from grader.notebook import check, hint
check("graphs/polynomial", lambda x, y: 2 * x * x * y)
"""
RIGHT = """
from grader.notebook import check, replay
check("graphs/polynomial", lambda x, y: 2 * x * x * y - y + 5)
"""
PROGRESS = """
from grader.notebook import progress
progress("01-graphs")
"""


def test_the_whole_way(whole_site, watched):
    """A lesson, all its cells, a wrong answer, a hint, the right answer; after a reload, the progress."""
    page, _ = watched
    lesson = Lesson(page, whole_site, "en/01-graphs/1-recipes.ipynb")
    lesson.run_all()
    page.wait_for_selector(".jp-Notebook svg")
    lesson.run(WRONG, "0 of 2 points")
    lesson.run('hint("graphs/polynomial")', "Hint 1 of 3")
    lesson.run(RIGHT, "2 of 2 points")
    lesson.run("replay('graphs/polynomial')", "expected")
    lesson.open()
    assert "solved" in lesson.run(PROGRESS, "polynomial")
    work = "from grader.browser import download_work; download_work()"
    index = Lesson(page, whole_site, "zh_CN/index.ipynb")
    index.run(work, "graphs-work.zip")
    with page.expect_download() as saved:
        page.locator("a[download]").first.click()
    assert saved.value.suggested_filename == "graphs-work.zip"
