"""A language that was chosen for a student's feedback stays until another one is chosen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import stub_grading as stub
import toy_catalogue as toys
from click.testing import CliRunner

from grader import languages
from grader.classroom.course.feedback_languages import FILE, choose_language, read_languages
from grader.classroom.nbgrader.course import open_course
from grader.classroom.runs import autograde as runs
from grader.cli import main
from grader.errors import CourseError

ANNA, BEN, CLEO = STUDENTS = ("anna", "ben", "cleo")


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A class of three; cleo handed in no notebook."""
    root = stub.write_class(tmp_path / "class", 0)
    release = open_course(root).plans(toys.CHAPTER)[0].release
    for student in STUDENTS:
        stub.hand_in(root, student, "{" if student == CLEO else release)
    monkeypatch.setenv("STUB_COUNT", str(tmp_path / "count"))
    monkeypatch.setenv("GRADER_LANG", "en")
    return root


def graded(root, tmp_path, code="", **about):
    """Runs it, in a process that speaks `code`; whom it graded, and the language of every student's page."""
    count = tmp_path / "count"
    count.write_text("")
    with languages.using(code or "en"):
        results = stub.run_class(root, 1, pages=True, language=code, **about)
    pages = {}
    for student in STUDENTS:
        page = root / "feedback" / student / toys.CHAPTER / "toys.html"
        if page.is_file():
            text = page.read_text()
            pages[student] = "zh_CN" if '<html lang="zh-CN">' in text else "en"
            if student == CLEO:
                assert ("这份作业无法评分" in text) == (pages[student] == "zh_CN")
    assert results
    return sorted(set(count.read_text().split())), pages


ENGLISH = dict.fromkeys(STUDENTS, "en")
CHINESE = dict.fromkeys(STUDENTS, "zh_CN")


@pytest.mark.sampled(0, ci=0)
def test_a_choice_stays_until_another_is_made(course, tmp_path):
    assert graded(course, tmp_path) == (list(STUDENTS), ENGLISH)
    assert graded(course, tmp_path, "zh_CN", only=(ANNA,)) == ([ANNA], ENGLISH | {ANNA: "zh_CN"})
    # The next runs, which say nothing of languages.
    assert graded(course, tmp_path) == ([], ENGLISH | {ANNA: "zh_CN"})
    assert graded(course, tmp_path, again=True)[1] == ENGLISH | {ANNA: "zh_CN"}
    assert graded(course, tmp_path, only=(ANNA,)) == ([], ENGLISH | {ANNA: "zh_CN"})
    # For another student, by a pattern.
    assert graded(course, tmp_path, "zh_CN", only=("c*",)) == ([CLEO], CHINESE | {BEN: "en"})
    assert graded(course, tmp_path) == ([], CHINESE | {BEN: "en"})
    # For the one again, and for all.
    assert graded(course, tmp_path, "en", only=(ANNA,)) == ([ANNA], ENGLISH | {CLEO: "zh_CN"})
    assert graded(course, tmp_path, "zh_CN") == ([ANNA, BEN], CHINESE)
    assert graded(course, tmp_path) == ([], CHINESE)
    assert graded(course, tmp_path, "en") == (list(STUDENTS), ENGLISH)
    assert graded(course, tmp_path) == ([], ENGLISH)


@pytest.mark.sampled(0, ci=0)
def test_grader_feedback_speaks_as_was_chosen(course, tmp_path):
    graded(course, tmp_path, "zh_CN", only=(ANNA,))
    graded(course, tmp_path)
    done = CliRunner().invoke(main, ["feedback", toys.CHAPTER, "--course", str(course)])
    assert done.exit_code == 0 and "students have pages" in done.output
    page = course / "feedback" / ANNA / toys.CHAPTER / "toys.html"
    assert '<html lang="zh-CN">' in page.read_text()
    assert '<html lang="en">' in Path(str(page).replace(ANNA, BEN)).read_text()


def test_the_language_of_the_environment_is_not_kept(tmp_path):
    (tmp_path / ".grader").mkdir()
    assert read_languages(tmp_path).of(ANNA, "zh_CN") == "zh_CN"
    choose_language(tmp_path, "en", [ANNA])
    assert read_languages(tmp_path).of(ANNA, "zh_CN") == "en"
    assert read_languages(tmp_path).of(BEN, "zh_CN") == "zh_CN"
    choose_language(tmp_path, "zh_CN", None)
    assert json.loads((tmp_path / FILE).read_text()) == {"everybody": "zh_CN", "students": {}}


@pytest.mark.parametrize(
    "damaged", ["", "{", "[]", '{"x": 1}', '{"students": 3}', '{"students": {"anna": 3}}', "3"]
)
def test_a_damaged_file_is_named_and_changes_nobodys_language(tmp_path, damaged):
    (tmp_path / ".grader").mkdir()
    (tmp_path / FILE).write_text(damaged)
    with pytest.raises(CourseError, match="should say in which language"):
        read_languages(tmp_path)
    with pytest.raises(CourseError, match="should say in which language"):
        choose_language(tmp_path, "en", [ANNA])
    assert (tmp_path / FILE).read_text() == damaged
    choose_language(tmp_path, "en", None)
    assert read_languages(tmp_path).of(ANNA, "") == "en"


@pytest.mark.parametrize(
    ("before", "after", "chosen"),
    [
        (["--lang", "zh_CN"], [], "zh_CN"),
        ([], ["--lang", "en"], "en"),
        ([], [], ""),
        (["--lang", "klingon"], [], ""),
    ],
)
def test_only_lang_chooses(course, monkeypatch, before, after, chosen):
    asked = []

    def autograde(opened, chapter, settings, workers, options, run):
        asked.append(options.language)
        yield from ()

    monkeypatch.setattr(runs, "autograde", autograde)
    arguments = [*before, "autograde", toys.CHAPTER, "--course", str(course), *after]
    done = CliRunner().invoke(main, [*arguments, "--isolation", "none"])
    assert asked == [chosen], done.output
    assert ("languages.json" in done.output.replace("\n", "")) == bool(chosen)
