"""The class report: its figures are those of a direct computation, its page can be read by all."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from urllib.parse import unquote
from xml.etree import ElementTree

import numpy as np
import pytest
import simulated_class as simulated
from nbgrader.api import Gradebook

from grader.classroom.nbgrader.course import open_course
from grader.classroom.report import figures, page, read_class, write_report
from grader.classroom.report.data import Mark
from grader.classroom.report.files import exercises_csv, parts_of, students_csv
from grader.classroom.report.page import Parts
from grader.classroom.report.statistics import discrimination, first_sentence, histogram, spread
from grader.classroom.report.term import Term
from grader.errors import CourseError
from grader.exercises import chapter_exercises

COUNT = 40
EVIL = "<script>alert(1)</script>"
FORMULA = '=HYPERLINK("x")'


pytestmark = pytest.mark.slow  # a class is graded


@pytest.fixture(scope="module")
def group(tmp_path_factory):
    root = tmp_path_factory.mktemp("report") / "class"
    return simulated.simulate(root, COUNT, absent=(EVIL, FORMULA))


@pytest.fixture(scope="module")
def data(group):
    return read_class(group.course, simulated.CHAPTER)


@pytest.fixture(scope="module")
def found(data):
    return figures(data)


@pytest.fixture(scope="module")
def text(data):
    return page(data, "2026-01-02 03:04 UTC")


@pytest.fixture(scope="module")
def tree(text):
    return ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>"))


def words(element):
    return " ".join("".join(element.itertext()).split())


def table_of(tree, name):
    """A table of the page as its head and rows of texts."""
    table = tree.find(f".//table[@id='{name}']")
    head = [words(cell) for cell in table.find("thead/tr")]
    return [dict(zip(head, map(words, row), strict=True)) for row in table.find("tbody")]


def planted(group):
    """The misconceptions that the class was made with: how many students show each."""
    return Counter(pair for student in group.students for pair in student.planted.items())


def test_the_planted_misconceptions_are_named_with_the_right_counts(group, found, tree):
    expected = planted(group)
    assert sum(expected.values()) > COUNT / 2 and len(expected) > 10
    assert {(one.item.name, one.name): len(one.students) for one in found.mistakes} == expected
    shown = {
        (row["exercise"], row["misconception"]): int(row["students"])
        for row in table_of(tree, "mistakes")
    }
    assert shown == expected


def test_each_misconception_comes_with_the_beginning_of_its_explanation(found, tree):
    known = {
        (exercise.id, one.name): one.explanation
        for exercise in chapter_exercises(simulated.CHAPTER).values()
        for one in exercise.misconceptions
    }
    for row in table_of(tree, "mistakes"):
        explanation = " ".join(known[row["exercise"], row["misconception"]].split())
        told = row["what the answer does"]
        assert explanation[1:].startswith(told[1:]) and explanation[0].upper() == told[0]
        assert len(told) > 15 and told.endswith((".", "!", "?"))


def test_every_misconception_names_its_students(group, found):
    for one in found.mistakes:
        who = {s.name for s in group.students if s.planted.get(one.item.name) == one.name}
        assert set(one.students) == who


def test_long_lists_of_names_are_folded_and_whole(found, tree):
    cells = tree.findall(".//table[@id='mistakes']/tbody/tr/td[@class='names']")
    assert len(cells) == len(found.mistakes)
    for one, cell in zip(found.mistakes, cells, strict=True):
        folded = cell.find("details")
        assert (folded is not None) == (len(one.students) > 6)
        assert words(cell).endswith(", ".join(one.students))


def test_item_figures_equal_a_direct_computation(group, found):
    automatic = [one for one in found.items if one.item.automatic]
    by_student = [group.verdicts(name) for name in group.results]
    whole = [verdicts for verdicts in by_student if len(verdicts) == len(automatic)]
    points = np.array([[verdict.points for verdict in verdicts] for verdicts in whole])
    assert 20 < len(points) < COUNT, "somebody's first notebook cannot be read"
    for column, one in enumerate(automatic):
        judged = [v for verdicts in by_student for v in verdicts if v.exercise == one.item.name]
        assert one.judged == len(judged)
        assert one.solved == sum(verdict.full for verdict in judged)
        shares = [verdict.points / verdict.max_points for verdict in judged]
        assert one.difficulty == pytest.approx(np.mean(shares))
        rest = np.delete(points, column, axis=1).sum(axis=1)
        correlation = np.corrcoef(points[:, column], rest)[0, 1]
        assert one.discrimination == pytest.approx(correlation)
        wrong = [verdict for verdict in judged if not verdict.full]
        assert sum(n for _, n in one.mistakes) + one.unnamed == len(wrong)


def test_scores_equal_a_direct_computation(group, found):
    scores = np.array([group.points(name) for name in group.results])
    assert found.scores.count == COUNT
    assert found.scores.mean == pytest.approx(scores.mean())
    assert found.scores.median == pytest.approx(np.median(scores))
    assert found.scores.deviation == pytest.approx(scores.std(ddof=1))
    edges = np.linspace(0, found.max_points, 11)
    counts, _ = np.histogram(scores + 1e-9, edges)
    assert [one.count for one in found.bins] == counts.tolist()


def test_the_histogram_keeps_every_score():
    bins = histogram([0.0, 0.3, 0.3 * 10, 2.9999, 3.0, 3.5], 3.0)
    assert [one.count for one in bins] == [1, 1, 0, 0, 0, 0, 0, 0, 0, 4]
    assert histogram([0.0], 0.0) == ()


def test_a_spread_has_the_nearest_rank():
    assert spread([]) is None
    assert spread([4.0]).deviation is None and spread([4.0]).p90 == 4.0
    assert spread([float(n) for n in range(1, 11)]).p90 == 9.0


def test_discrimination_is_blank_where_it_would_say_nothing():
    rng = np.random.default_rng(0)
    points, rest = rng.integers(0, 3, 20).astype(float), rng.normal(size=20)
    expected = np.corrcoef(points, rest)[0, 1]
    assert discrimination(list(points), list(points + rest)) == pytest.approx(expected)
    assert discrimination(list(points[:19]), list((points + rest)[:19])) is None
    assert discrimination([1.0] * 20, list(rest + 1)) is None
    assert discrimination(list(points), list(points)) is None


def test_first_sentences():
    assert first_sentence("It adds 1.5 to x. Then it stops.") == "It adds 1.5 to x."
    assert first_sentence("One `tf.Graph`\nonly. `w` runs twice.") == "One `tf.Graph` only."
    assert first_sentence("no end") == "No end" and first_sentence("z3 is.") == "z3 is."
    assert first_sentence("") == ""


def test_limits_and_flags_are_told_with_who_and_why(group, found, tree):
    looping = [one.name for one in group.students if one.kind == "looping"]
    assert found.limits == ((simulated.LOOP, tuple(looping)),)
    flags = table_of(tree, "flags")
    assert [row["student"] for row in flags] == [
        one.name for one in group.students if one.kind == "tampered"
    ]
    assert flags[0]["why"] == "a test cell was edited <b>"
    rejected = table_of(tree, "rejected")
    assert {row["student"] for row in rejected} == {
        one.name for one in group.students if one.kind == "broken"
    }


def test_who_has_not_handed_in_is_told_and_names_are_escaped(text, tree):
    assert EVIL not in text
    missing = table_of(tree, "missing")
    assert {row["student"]: row["what is missing"] for row in missing} == {
        EVIL: "not handed in",
        FORMULA: "not handed in",
    }


def test_written_questions_that_wait_are_listed(group, data, tree):
    written = [item for item in data.items if not item.automatic]
    rows = table_of(tree, "waiting")
    assert len(rows) == len(written) * len(group.students) > 0
    assert {row["student"] for row in rows} == {one.name for one in group.students}
    assert {row["kind"] for row in rows} == {"written question"}


def test_who_waits_is_told_with_the_reasons(data):
    item = next(item for item in data.items if item.automatic)

    def waits(row, name):
        about = {"unjudged": (item.grade_id,), "lacking": {item.grade_id: name}}
        results = tuple(replace(result, **about) for result in row.results)
        return replace(row, results=results, marks={**row.marks, item.key: Mark(0.0, True)})

    graded = [row for row in data.rows if row.results][:3]
    rows = [waits(row, name) for row, name in zip(graded, ["FFT", "Dawsn", "FFT"], strict=True)]
    text = page(replace(data, rows=tuple(rows)), "")
    assert "the engine has no FFT: 2" in text and "the engine has no Dawsn: 1" in text


def test_what_people_graded_and_late_penalties_count(tmp_path):
    group = simulated.simulate(tmp_path / "class", 3)
    name = group.students[0].name
    directory = group.course.directory(simulated.CHAPTER)
    with Gradebook(directory.db_url, directory.course_id) as book:
        submission = book.find_submission(simulated.CHAPTER, name)
        written = [g for n in submission.notebooks for g in n.grades if g.needs_manual_grade]
        written[0].manual_score, written[0].needs_manual_grade = 1.5, False
        submission.notebooks[0].late_submission_penalty = 0.25
        book.db.commit()
    data = read_class(group.course, simulated.CHAPTER)
    row = next(row for row in data.rows if row.student == name)
    assert row.score == group.points(name) + 1.5 - 0.25
    item = next(item for item in data.items if not item.automatic)
    assert row.judged(item).points == 1.5
    assert all(one.judged(item) is None for one in data.rows if one.student != name)
    told = next(one for one in figures(data).items if one.item == item)
    assert told.judged == 1 and told.difficulty == 1.5 / item.max_points


def test_a_new_line_of_the_journal_replaces_the_old_one(tmp_path):
    group = simulated.simulate(tmp_path / "class", 2)
    name = group.students[1].name
    simulated.enter_again(group, name, verdicts=(), seconds=77.0)
    found = figures(read_class(group.course, simulated.CHAPTER))
    assert not found.mistakes and found.seconds.highest == 77.0 * len(group.results[name])


def test_a_class_that_nothing_is_known_of_says_what_to_do(tmp_path):
    with pytest.raises(CourseError, match="run `grader autograde 01-graphs"):
        read_class(open_course(tmp_path), "01-graphs")
    assert not (tmp_path / "gradebook.db").exists(), "to look must not make a gradebook"


# ---------------------------------------------------------------------------------------- the page


def test_every_table_has_a_caption_and_heads(tree):
    names = [table.get("id") for table in tree.iter("table")]
    assert {"students", "exercises", "mistakes", "checks", "flags", "missing"} <= set(names)
    for table in tree.iter("table"):
        assert words(table.find("caption"))
        assert all(cell.get("scope") == "col" for cell in table.find("thead/tr"))
        assert all(
            row[0].tag == "th" and row[0].get("scope") == "row" for row in table.find("tbody")
        )
        columns = len(table.find("thead/tr"))
        assert all(len(row) == columns for row in table.find("tbody"))


def test_headings_come_in_order_and_links_lead_somewhere(tree):
    levels = [int(one.tag[1]) for one in tree.iter() if re.fullmatch("h[1-6]", one.tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    names = [one.get("id") for one in tree.iter() if one.get("id")]
    assert len(names) == len(set(names))
    links = [one.get("href") for one in tree.iter("a")]
    assert links and all(link.startswith("#") and link[1:] in names for link in links)
    for one in tree.iter():
        assert set((one.get("aria-labelledby") or "").split()) <= set(names)


def test_the_picture_is_told_in_words(found, tree):
    picture = tree.find(".//svg")
    assert picture.get("role") == "img" and words(picture.find("title"))
    told = words(picture.find("desc"))
    for one in found.bins:
        assert f"{one.count} from {one.low:.3g} to {one.high:.3g}" in told or one.count == 0
    assert [int(row["students"]) for row in table_of(tree, "scores")] == [
        one.count for one in found.bins
    ]


def test_nothing_is_loaded(text, tree):
    assert not re.search(r"https?:|//[a-z]+\.|@import|url\(", text)
    assert not any(one.get("src") for one in tree.iter())
    assert "default-src 'none'" in text


def test_figures_are_sorted_as_numbers_that_are_not_rounded(data, tree):
    table = tree.find(".//table[@id='exercises']")
    heads = [words(cell) for cell in table.find("thead/tr")]
    number = heads.index("difficulty")
    assert table.find("thead/tr")[number].get("data-numeric") is not None
    shown = [row[number].get("data-key") or words(row[number]) for row in table.find("tbody")]
    known = [one.difficulty for one in figures(data).items]
    assert [float(one) if one else None for one in shown] == [
        None if one is None else pytest.approx(one, rel=1e-8) for one in known
    ]


def luminance(colour):
    """Relative luminance, as WCAG 2.1 defines it."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))


def test_light_and_dark_have_contrast(text):
    themes = [
        dict(re.findall(r"--(\w+): (#\w{6});", line)) for line in re.findall(r":root.*", text)
    ]
    assert len(themes) == 2 and themes[0].keys() == themes[1].keys()
    for theme in themes:
        for ground in ("page", "band"):
            for ink, least in (("text", 4.5), ("soft", 4.5), ("link", 4.5), ("bar", 3.0)):
                pair = sorted((luminance(theme[ink]), luminance(theme[ground])))
                assert (pair[1] + 0.05) / (pair[0] + 0.05) >= least, (ink, ground)


# -------------------------------------------------------------------------- what teachers talk about


@pytest.fixture(scope="module")
def parts(group, data):
    return parts_of(group.course, data)


@pytest.fixture(scope="module")
def whole(data, parts):
    html = page(data, "", parts=parts)
    return ElementTree.fromstring(html.removeprefix("<!DOCTYPE html>"))


def test_the_most_frequent_mistakes_are_shown_with_answers_that_make_them(parts, whole):
    assert len(parts.topics) == 3
    counts = [len(one.mistake.students) for one in parts.topics]
    assert counts == sorted(counts, reverse=True) and counts[-1] >= 2
    assert len({one.mistake.item.name for one in parts.topics}) == 3, "one of an exercise"
    shown = ["".join(one.itertext()) for one in whole.iter("pre")]
    for one in parts.topics:
        assert 1 <= len(one.answers) <= 2
        for answer in one.answers:
            assert answer in shown and "#" not in answer and '"""' not in answer
            verdict = simulated.verdict_on(one.mistake.item.name, answer)
            assert verdict.misconception == one.mistake.name


def test_answers_that_are_alike_stand_side_by_side(group, parts, whole):
    assert parts.alike, "the class chose from a few answers"
    summaries = [words(one) for one in whole.iter("summary")]
    for one in parts.alike:
        told = f"{one.item.name}: {one.pair.one} and {one.pair.other}, {100 * one.pair.share:.0f} %"
        assert told in summaries
    assert words(whole.find(".//section[@aria-labelledby='alike-part']/p")).endswith(
        "no grade depends on it."
    )


def test_the_term_has_a_line_for_the_class_and_for_each_student(data):
    term = Term(
        ("01-graphs", "02-sessions", "05-autodiff"), {"ada": (0.5, None, 0.75)}, (0.5, 0.4, 0.6)
    )
    text = page(data, "", parts=Parts(term=term))
    tree = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>"))
    assert table_of(tree, "term") == [
        {
            "student": "the class, on average",
            **dict(zip(term.chapters, ("50 %", "40 %", "60 %"), strict=True)),
            "change": "+15",
        },
        {
            "student": "ada",
            **dict(zip(term.chapters, ("50 %", "", "75 %"), strict=True)),
            "change": "+25",
        },
    ]


def test_one_graded_chapter_is_no_term(group, parts, text):
    assert parts.term.chapters == (simulated.CHAPTER,)
    assert parts.term.whole == (
        pytest.approx(np.mean([one[0] for one in parts.term.shares.values()])),
    )
    assert "term-part" not in text


# ------------------------------------------------------------------------------------- the CSV files


def test_the_students_csv_has_every_student_and_exercise(group, data):
    lines = list(csv.DictReader(io.StringIO(students_csv(data))))
    assert len(lines) == COUNT + 2
    by_name = {line["student"]: line for line in lines}
    for student in group.students:
        line = by_name[student.name]
        assert float(line["score"]) == group.points(student.name)
        for verdict in group.verdicts(student.name):
            assert float(line[verdict.exercise]) == verdict.points
            planted_here = student.planted.get(verdict.exercise, "")
            assert line[f"{verdict.exercise} misconception"] == planted_here
    assert by_name[EVIL]["status"] == "not handed in" and by_name[EVIL]["score"] == ""
    assert f"'{FORMULA}" in by_name, "a spreadsheet must not run a student's name"


def test_the_exercises_csv_has_the_figures(data, found):
    lines = list(csv.DictReader(io.StringIO(exercises_csv(data))))
    for line, one in zip(lines, found.items, strict=True):
        assert line["exercise"] == one.item.name and int(line["solved"]) == one.solved
        if one.discrimination is not None:
            assert float(line["discrimination"]) == one.discrimination


def test_files_stand_beside_each_other(group, tmp_path):
    paths = write_report(group.course, simulated.CHAPTER, tmp_path / "new" / "graphs.html")
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == ["graphs-exercises.csv", "graphs.csv", "graphs.html"]
    assert sorted(path.name for path in paths) == names
    default = write_report(group.course, simulated.CHAPTER)
    assert default[0] == group.course.root / "reports" / "01-graphs.html"


def test_students_lead_to_their_feedback(tmp_path):
    group = simulated.simulate(tmp_path / "class", 2)
    first, second = (one.name for one in group.students)
    made = group.course.root / "feedback" / first / simulated.CHAPTER / "2-reading.html"
    made.parent.mkdir(parents=True)
    made.write_text("<p>Well done.</p>")
    path = write_report(group.course, simulated.CHAPTER, tmp_path / "other place" / "page.html")[0]
    tree = ElementTree.fromstring(path.read_text().removeprefix("<!DOCTYPE html>"))
    links = [one for one in tree.iter("a") if not one.get("href").startswith("#")]
    assert {one.text for one in links} == {first}
    assert all((path.parent / unquote(one.get("href"))).samefile(made) for one in links)
    assert [row["student"] for row in table_of(tree, "students")] == sorted([first, second])
