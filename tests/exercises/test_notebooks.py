"""Every chapter runs from its first cell to its last, and shows the same on both back ends."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from nbformat.v4 import new_notebook

from grader.classroom.course.check_lines import check_line
from grader.exercises import CHAPTERS, chapter_exercises
from tests.classroom.pages.making_pages import RESOURCES, exporter
from tests.exercises.running import NOTEBOOKS, each_lesson, executed, is_graded

# One chapter daily, all of them in `.ci/run`; TensorFlow takes twice as long, and only there runs some.
OF_A_CHAPTER = pytest.mark.sampled(1, of="chapters")
ON_TENSORFLOW = pytest.mark.sampled(0, of="chapters", ci=2)
on_each = pytest.mark.parametrize(
    "back_end",
    [pytest.param("engine", marks=OF_A_CHAPTER), pytest.param("tensorflow", marks=ON_TENSORFLOW)],
)


def test_there_is_a_notebook_for_every_chapter():
    assert {path.parent.name for path in NOTEBOOKS} == set(CHAPTERS)


@each_lesson
@on_each
def test_the_solutions_get_full_points(path, back_end):
    exercises = chapter_exercises(path.parent.name)
    graded = [(cell, texts[-1]) for cell, texts in executed(path, back_end) if is_graded(cell)]
    for cell, verdict in graded:
        exercise = exercises[check_line(cell.source)[0]]
        points = f"{exercise.points:g}"
        assert verdict.startswith(f"{exercise.id}: {points} of {points} points: every case passes.")


@each_lesson
@on_each
def test_nothing_is_written_to_stderr(path, back_end):
    assert [texts for _, texts in executed(path, back_end) if texts[1] != "stderr:"] == []


class Pictures(HTMLParser):
    """The pictures of a page, in order: each image, each shape of a drawing, and what is written in it.

    What a page may write in another way is the same here: names of parts, quotes, and defaults of SVG.
    """

    def __init__(self, page):
        super().__init__()
        self.shown, self.depth = [], 0
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.depth += tag == "svg"
        if self.depth or tag == "img":
            self.shown.append((tag, dict(filter(None, map(self.attribute, attrs)))))

    def attribute(self, pair):
        name, value = pair
        if name.startswith("xmlns") or name == "version":
            return None
        if name == "style":
            rules = (rule.partition(":") for rule in value.split(";") if rule.strip())
            return name, {rule.strip(): self.plain(to) for rule, _colon, to in rules}
        return name.removeprefix("xlink:"), self.plain(value)

    def plain(self, value):
        value = value.replace('"', "").replace("'", "").replace("#in-", "#").replace(" ", "")
        return value.removeprefix("in-")

    def handle_endtag(self, tag):
        self.depth -= tag == "svg"

    def handle_data(self, text):
        if self.depth and text.strip():
            self.shown.append(text.strip())


@OF_A_CHAPTER
@each_lesson
@pytest.mark.parametrize("template", ["feedback", "formgrade"])
def test_a_page_shows_its_pictures_as_the_lesson_does(template, path):
    """Down to each shape, its style and its text; so the page does not say that anything was removed."""
    cells = [cell for cell, _texts in executed(path, "engine")]
    shown = [
        output.get("data", {}).get("text/html", "") for cell in cells for output in cell.outputs
    ]
    page = exporter(template).from_notebook_node(new_notebook(cells=cells), RESOURCES)[0]
    expected = [one for part in shown for one in Pictures(part).shown]
    assert expected and Pictures(page).shown == expected
    assert "Removed from this page" not in page


@ON_TENSORFLOW
@each_lesson
def test_both_back_ends_show_the_same(path):
    """All but the graded cells, whose numbers are drawn anew at every check.

    A cell that needs TensorFlow says so on the engine, and has a tag that tells this test.
    """
    pairs = zip(executed(path, "engine"), executed(path, "tensorflow"), strict=True)
    for (cell, on_engine), (_, on_tensorflow) in pairs:
        if "tensorflow-only" in cell.metadata.get("tags", ()):
            assert "stdout:This cell needs TensorFlow" in on_engine[0], cell.source
        elif not is_graded(cell):
            assert on_engine == on_tensorflow, cell.source
