"""The chapters in Chinese, and the index: complete, as made, run and graded as the English are."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest
from markdown_it import MarkdownIt

from grader.classroom.course.identify import plan_of
from grader.classroom.course.plan import chapter_plans
from grader.classroom.grading.restore import restore
from grader.classroom.grading.submission import Settings, grade
from grader.classroom.judge.judge_client import Judge
from grader.classroom.nbgrader.preprocessors.break_scenes import is_scene
from grader.places import DATA, NOTEBOOKS, SOLUTIONS
from grader.prose.cells import is_locked
from grader.prose.making import TRANSLATED, WRONG, entries_of, read_page, stale_all, states
from grader.prose.places import languages, made_of, pages
from grader.sandbox import Limits, SandboxUnavailable, find_isolation
from tests import layers
from tests.exercises.answering import MANY

CHINESE = "zh_CN"
PAGES = (
    "01-graphs/1-recipes.ipynb",
    "01-graphs/2-reading.ipynb",
    "01-graphs/3-order.ipynb",
    "01-graphs/further.ipynb",
    "02-sessions/1-shelves.ipynb",
    "02-sessions/2-one-run.ipynb",
    "02-sessions/3-in-and-out.ipynb",
    "02-sessions/further.ipynb",
    "03-lifetimes/1-after-a-run.ipynb",
    "03-lifetimes/2-servers.ipynb",
    "03-lifetimes/3-old-or-new.ipynb",
    "03-lifetimes/4-dropped.ipynb",
    "03-lifetimes/further.ipynb",
    "04-training/1-downhill.ipynb",
    "04-training/2-better-steps.ipynb",
    "04-training/3-nets.ipynb",
    "04-training/4-with-less.ipynb",
    "04-training/further.ipynb",
    "05-autodiff/1-slopes.ipynb",
    "05-autodiff/2-modes.ipynb",
    "05-autodiff/3-passes.ipynb",
    "05-autodiff/further.ipynb",
    "06-gradient-control/1-paths.ipynb",
    "06-gradient-control/2-staircase.ipynb",
    "06-gradient-control/3-limits.ipynb",
    "06-gradient-control/further.ipynb",
    "07-savers/1-saving.ipynb",
    "07-savers/2-other-programs.ipynb",
    "07-savers/3-going-on.ipynb",
    "07-savers/further.ipynb",
    "08-scopes/1-which-node.ipynb",
    "08-scopes/2-who-is-called-what.ipynb",
    "08-scopes/3-names-at-work.ipynb",
    "08-scopes/further.ipynb",
    "09-kernels/1-windows.ipynb",
    "09-kernels/2-way-back.ipynb",
    "09-kernels/3-own-kernel.ipynb",
    "09-kernels/further.ipynb",
    "10-build-an-engine/1-one-run.ipynb",
    "10-build-an-engine/2-state.ipynb",
    "10-build-an-engine/3-slopes.ipynb",
    "10-build-an-engine/4-training.ipynb",
    "10-build-an-engine/further.ipynb",
    "index.ipynb",
)
BACK_ENDS = ("engine", "tensorflow") if MANY else ("engine",)
# The chapters whose solutions are graded in Chinese.
LESSONS = [page for page in PAGES[:-1] if not page.endswith("further.ipynb")]
SOLVED = LESSONS if layers.WHOLE else layers.spread(LESSONS, 3)

each_page = pytest.mark.parametrize("page", PAGES)
every_page = pytest.mark.parametrize("page", pages(CHINESE))
each_chapter = pytest.mark.parametrize("page", PAGES[:-1])
each_graded = pytest.mark.parametrize("page", LESSONS)


def chinese(page):
    return nbformat.read(made_of(CHINESE) / page, as_version=4)


def test_these_pages_are_there():
    assert languages() == [CHINESE]
    assert set(PAGES) <= set(pages(CHINESE))


@each_page
def test_every_cell_is_translated_and_none_is_stale(page):
    found = states(read_page(NOTEBOOKS, page), entries_of(page, CHINESE))
    assert [one for one in found if one.state != TRANSLATED] == []


@every_page
def test_no_text_is_wrong(page):
    """Other pages may have become stale; they are in English then, in part."""
    found = states(read_page(NOTEBOOKS, page), entries_of(page, CHINESE))
    assert [one for one in found if one.state == WRONG] == []
    assert any(one.state == TRANSLATED for one in found)


def test_the_notebooks_are_what_the_texts_give():
    assert stale_all(NOTEBOOKS) == []


@every_page
def test_graded_cells_and_all_that_is_no_text_are_as_in_english(page):
    english, translated = read_page(NOTEBOOKS, page), chinese(page)
    assert translated.metadata == english.metadata
    for one, other in zip(english.cells, translated.cells, strict=True):
        if is_locked(one):
            assert other == one
        for cell in (one, other):
            del cell["source"]
            cell.metadata.get("nbgrader", {}).pop("checksum", None)
        assert other == one


@every_page
def test_the_text_is_shown_as_it_is_meant(page):
    """Emphasis beside full-width punctuation is easily none: then its asterisks are shown."""
    markdown = MarkdownIt("commonmark").enable("table")
    for cell in chinese(page).cells:
        if cell.cell_type == "markdown":
            shown = re.sub(
                r"<(code|pre).*?</\1>", "`", markdown.render(cell.source), flags=re.DOTALL
            )
            assert "*" not in shown, cell.source
            plain = re.sub(r"<[^>]+>", "", shown)
            assert (
                re.findall(r"[\u4e00-\u9fff][A-Za-z0-9`]|[A-Za-z0-9`][\u4e00-\u9fff]", plain) == []
            )
            assert re.findall(r"[\u4e00-\u9fff] ?[,;:?!]", plain) == []


@each_chapter
def test_every_figure_has_its_caption_and_a_description_in_chinese(page):
    cells = chinese(page).cells
    numbers = []
    for cell, after in pairwise(cells):
        caption = re.match(r"\*\*图 (\d+)\*\* ", after.source)
        drawn = cell.cell_type == "code" and re.search(r"^ *show\(", cell.source, re.MULTILINE)
        if drawn and (caption or drawn[0] == "show("):
            numbers.append(int(caption[1]))
            if "plot_picture(" in cell.source:
                assert re.search(r"[\u4e00-\u9fff]{4}", cell.source.partition("plot_picture(")[2])
    assert numbers == list(range(1, len(numbers) + 1))
    assert numbers


# ------------------------------------------------------------------------------------ as submissions


@cache
def plan(page):
    return next(
        one
        for one in chapter_plans(Path(page).parts[0], SOLUTIONS, DATA)
        if one.notebook == Path(page).stem
    )


@cache
def settings(back_end):
    try:
        isolation = find_isolation()
    except SandboxUnavailable as error:
        layers.lacking(str(error))
    return Settings(isolation, Limits(), back_end)


def handed_in(release, page, answers):
    """A release as a submission, with the answers of another notebook in its answer cells."""
    notebook = nbformat.read(release / page, as_version=4)
    texts = {cell.id: cell.source for cell in nbformat.read(answers / page, as_version=4).cells}
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = texts[cell.id]
    return nbformat.writes(notebook).encode()


@cache
def graded(folder, page, back_end):
    """The solutions' answers, handed in in a release, and graded."""
    with Judge() as judge:
        data = handed_in(folder, page, SOLUTIONS)
        return grade(data, plan(page), b"secret", "ann", settings(back_end), judge)


def outputs(result):
    """By cell, without the crime scenes: they fail until a reader mends them."""
    cells = nbformat.reads(result.executed, as_version=4).cells
    return {
        cell.id: cell.outputs for cell in cells if cell.cell_type == "code" and not is_scene(cell)
    }


@pytest.mark.sampled(0, ci=1)
@pytest.mark.sandbox
@pytest.mark.parametrize("back_end", BACK_ENDS)
@pytest.mark.parametrize("page", SOLVED)
def test_the_solutions_get_full_points_without_an_error_or_a_flag(page, back_end):
    result = graded(made_of(CHINESE), page, back_end)
    assert result.status == "graded"
    assert result.points == result.max_points == plan(page).max_points
    assert (result.flags, result.limits, result.unjudged) == ((), (), ())
    shown = [one for each in outputs(result).values() for one in each]
    assert [one for one in shown if one.output_type == "error"] == []
    assert [one.text for one in shown if one.get("name") == "stderr"] == []


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize("page", LESSONS if MANY else LESSONS[:1])
def test_what_has_no_text_to_translate_shows_the_same_in_both_languages(page):
    english = outputs(graded(NOTEBOOKS, page, "engine"))
    translated = outputs(graded(made_of(CHINESE), page, "engine"))
    same = unchanged(page)
    assert same <= english.keys() and same
    for name in same:
        assert plain(translated[name]) == plain(english[name]), name


@pytest.mark.parametrize("chapter", sorted({page.split("/")[0] for page in LESSONS}))
def test_much_of_a_chapter_has_no_text_to_translate(chapter):
    pages = [page for page in LESSONS if page.startswith(chapter)]
    assert sum(len(unchanged(page)) for page in pages) > 10


def unchanged(page):
    """The code that runs, and is the same in both languages."""
    pairs = zip(read_page(NOTEBOOKS, page).cells, chinese(page).cells, strict=True)
    return {
        one.id
        for one, other in pairs
        if one.cell_type == "code" and one.source == other.source and "nbgrader" not in one.metadata
    }


def plain(outputs):
    """Outputs by what they say: pictures carry names that are drawn anew."""
    return [one.get("text") or one.data.get("text/plain") for one in outputs]


@pytest.mark.sampled(2)
@each_graded
def test_as_it_was_given_out_it_is_put_right_without_a_flag(page):
    right, flags = restore(chinese(page), plan(page))
    assert flags == []
    texts = {cell.id: cell.source for cell in right.cells}
    # As the English question without an answer: nbgrader knows it, and nobody has to read it.
    for question in [cell.id for cell in chinese(page).cells if is_question(cell)]:
        assert texts.pop(question) == "YOUR ANSWER HERE"
    assert texts == {cell.id: cell.source for cell in chinese(page).cells if cell.id in texts}
    answered = chinese(page)
    for cell in answered.cells:
        if is_question(cell):
            cell.source += "。"
    right, flags = restore(answered, plan(page))
    assert flags == []
    assert [cell.source for cell in right.cells] == [cell.source for cell in answered.cells]


def is_question(cell):
    return cell.cell_type == "markdown" and bool(cell.metadata.get("nbgrader"))


@pytest.mark.sampled(2)
@each_graded
def test_a_chinese_notebook_is_known_by_its_cells(page, tmp_path):
    data = (made_of(CHINESE) / page).read_bytes()
    assert plan_of(tmp_path / "handed-in.ipynb", data, None).chapter == Path(page).parts[0]
