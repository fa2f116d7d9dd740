"""One class with a class.toml that has every key, from its release to its exports."""

from __future__ import annotations

import base64
import csv
import json
import re
import shutil
import sys
from pathlib import Path

import nbformat
import pytest
from click.testing import CliRunner
from nbgrader.api import Gradebook

from grader import progress
from grader.class_file import FILE, ClassFile
from grader.classroom.nbgrader.course import open_course
from grader.classroom.report import read_class
from grader.cli import main
from grader.places import SOLUTIONS

pytestmark = pytest.mark.slow

WHOLE = Path(__file__).with_name("whole.toml").read_text(encoding="utf-8")
CHAPTER = "01-graphs"
HANDED_IN = {
    "anna": "2026-03-02 18:00:00 UTC",  # a day and an hour late
    "bo": "2026-03-03 17:10:00 UTC",  # ten minutes late
    "cleo": "2026-03-09 12:00:00 UTC",  # very late
}
LOGO = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'
HALF = "def polynomial(x, y):\n    return 2 * x * x * tf.abs(y) - y + 5"


def run(*arguments: object) -> str:
    done = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert done.exit_code == 0, done.output
    return " ".join(done.output.split())


def add_students(folder: Path) -> None:
    with Gradebook(f"sqlite:///{folder}/gradebook.db", "class") as book:
        for name in ("anna", "bo", "dora"):
            book.add_student(name)


def rows_of(path: Path) -> dict[str, list[str]]:
    """The rows of an export: points, penalty and score are 3 to 5 behind the student's name."""
    with path.open(newline="") as file:
        return {row[0]: row[2:] for row in csv.reader(file)}


def words(page: Path) -> str:
    """What a reader of a page sees."""
    return " ".join(re.sub(r"<[^>]*>", " ", page.read_text(encoding="utf-8")).split())


def hand_in(folder: Path, student: str, time: str) -> None:
    """Everything right but one answer, which is half right."""
    work = folder / "submitted" / student / CHAPTER
    shutil.copytree(SOLUTIONS / CHAPTER, work)
    path = work / "1-recipes.ipynb"
    made = nbformat.read(path, as_version=4)
    for cell in made.cells:
        if cell.source.startswith("def polynomial("):
            cell.source = HALF
    nbformat.write(made, path)
    path.with_name("timestamp.txt").write_text(time)


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The class, graded, with its pages, report and export; and what the commands said."""
    folder = tmp_path_factory.mktemp("whole") / "class"
    run("new-class", folder, "--chapters", "01")
    (folder / "pictures").mkdir()
    (folder / "pictures/logo.svg").write_text(LOGO)
    (folder / FILE).write_text(WHOLE, encoding="utf-8")
    # Due for anna on the 1st at 17:00 UTC, for bo two days later, for cleo when February is over in Berlin.
    for student, time in HANDED_IN.items():
        hand_in(folder, student, time)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(sys, "path", list(sys.path))
        add_students(folder)
        told = {
            "release": run("release"),
            "autograde": run("autograde", CHAPTER, "--backend", "engine", "--json", "out.json"),
            "report": run("report", CHAPTER),
            "export": run("export", CHAPTER, "--for", "csv"),
        }
        yield folder, told


def test_every_key_is_there(graded):
    about = open_course(graded[0]).about
    missing = [key for key in ClassFile.__dataclass_fields__ if not getattr(about, key)]
    assert not missing


def test_points_have_one_scale(graded):
    folder, told = graded
    plans = open_course(folder).plans(CHAPTER)
    plan, most = plans[0], sum(one.max_points for one in plans)
    assert {cell.exercise: cell.points for cell in plan.cells}["graphs/polynomial"] == 6
    reached = plan.max_points - 4.5
    for result in json.loads((folder / "out.json").read_text()):
        if result["notebook"] != plan.notebook:
            assert result["points"] == result["max_points"]
            continue
        assert (result["points"], result["max_points"]) == (reached, plan.max_points)
        named = {one["exercise"]: one for one in result["exercises"]}
        one = named["graphs/polynomial"]
        assert (one["points"], one["max_points"]) == (1.5, 6)
    assert told["autograde"].count(f"{reached:g} / {plan.max_points:g}") == 3
    page = words(folder / f"feedback/anna/{CHAPTER}/1-recipes.html")
    assert "graphs/polynomial : 1.5 of 6 points: " in page and "0 of 4.5" in page
    assert "(Score: 1.5 / 6.0)" in page
    directory = open_course(folder).directory()
    with Gradebook(directory.db_url, directory.course_id) as book:
        grades = book.find_submission_notebook(plan.notebook, CHAPTER, "anna").grades
        (grade,) = [one for one in grades if one.auto_score == 1.5]
        assert grade.max_score == 6
    assert rows_of(folder / "exports" / f"{CHAPTER}-grades.csv")["anna"][6] == f"{most + 3:g}"
    (chapter,) = [one for one in progress.of_reader(folder / "release") if one.chapter == CHAPTER]
    assert chapter.max_points == most
    released = nbformat.read(folder / f"release/{CHAPTER}/1-recipes.ipynb", as_version=4)
    (check,) = [cell for cell in released.cells if "graphs/polynomial" in cell.source[:30]]
    assert check.metadata.nbgrader.points == 6


def test_who_came_late_by_a_date_of_their_own_loses_what_the_file_says(graded):
    folder, _told = graded
    reached, lost = dict.fromkeys(HANDED_IN, 0.0), dict.fromkeys(HANDED_IN, 0.0)
    for one in json.loads((folder / "out.json").read_text()):
        reached[one["student"]] += one["points"]
        lost[one["student"]] += one["late_penalty"]
    reached, lost = reached["anna"], {name: one / reached[name] for name, one in lost.items()}
    assert lost == pytest.approx({"anna": 0.2, "bo": 0, "cleo": 0.5})
    rows = rows_of(folder / "exports" / f"{CHAPTER}-grades.csv")
    assert [float(one) for one in rows["anna"][3:6]] == pytest.approx(
        [reached, 0.2 * reached, 0.8 * reached], abs=0.01
    )
    assert "Late submission penalty" in words(folder / f"feedback/cleo/{CHAPTER}/1-recipes.html")
    directory = open_course(folder).directory()
    with Gradebook(directory.db_url, directory.course_id) as book:
        assert f"{book.find_assignment(CHAPTER).duedate}" == "2026-03-01 17:00:00"
        assert f"{book.find_submission(CHAPTER, 'bo').duedate}" == "2026-03-03 17:00:00"
        assert f"{book.find_submission(CHAPTER, 'cleo').duedate}" == "2026-02-28 23:00:00"


def test_feedback_is_in_the_language_of_student_group_or_class(graded):
    folder, _told = graded
    languages = {
        name: re.search(r'<html lang="([^"]*)"', page.read_text())[1]
        for name in HANDED_IN
        for page in [folder / f"feedback/{name}/{CHAPTER}/1-recipes.html"]
    }
    assert languages == {"anna": "en", "bo": "zh-CN", "cleo": "en"}


def test_students_who_read_another_language_have_a_release_in_it(graded):
    folder, _told = graded
    released = nbformat.read(folder / f"release-zh_CN/{CHAPTER}/1-recipes.ipynb", as_version=4)
    english = nbformat.read(folder / f"release/{CHAPTER}/1-recipes.ipynb", as_version=4)
    assert [cell.id for cell in released.cells] == [cell.id for cell in english.cells]
    text = "\n".join(cell.source for cell in released.cells)
    assert "练习" in text and "graphs/chain" not in text
    (check,) = [cell for cell in released.cells if "graphs/polynomial" in cell.source[:30]]
    assert check.metadata.nbgrader.points == 6
    index = nbformat.read(folder / "release-zh_CN/index.ipynb", as_version=4)
    first = index.cells[0].source
    assert first.startswith(r"# Graphs & \<friends\>, spring") and "每一章有" in first
    assert "十章" not in first
    rows = re.findall(r"^\| \[.*?\)", "\n".join(c.source for c in index.cells), re.MULTILINE)
    assert "| [01 图](01-graphs/1-recipes.ipynb)" in rows and not any("02-" in row for row in rows)
    for copy in ("release", "release-zh_CN"):
        assert (folder / copy / "class.json").is_file()
    done = CliRunner().invoke(main, ["release", "--check", "--course", str(folder)])
    assert done.exit_code == 0, done.output


def test_a_chapter_for_a_group_is_released_and_expected_of_it_alone(graded):
    folder, told = graded
    course = open_course(folder)
    assert course.chapters() == [CHAPTER, "09-kernels"]
    index = nbformat.read(folder / "release/index.ipynb", as_version=4)
    rows = re.findall(r"^\| \[.*", "\n".join(cell.source for cell in index.cells), re.MULTILINE)
    assert any(row.startswith("| [01 ") and "(evening)" not in row for row in rows)
    assert any("(09-kernels/1-windows.ipynb) (evening) |" in row for row in rows)
    assert (folder / "release/09-kernels/1-windows.ipynb").is_file()
    expected = [name for name in ("anna", "bo", "dora") if course.about.expects(name, "09-kernels")]
    assert expected == ["bo"]
    assert "names a student 'cleo', whom the gradebook does not know" in told["release"]
    assert "cleo" not in told["autograde"].rpartition("graded,")[2]  # now it knows her


def test_what_does_not_count_is_not_in_the_report(graded):
    folder, _told = graded
    plans = open_course(folder).plans(CHAPTER)
    points = {cell.exercise: cell.points for plan in plans for cell in plan.cells}
    most = sum(plan.max_points for plan in plans)
    page = (folder / f"reports/{CHAPTER}.html").read_text()
    assert f"of {most + 3 - points['graphs/copies']:g} points" in page
    assert "not counted in this report</dt><dd>graphs/copies<" in page
    assert "graphs/copies" not in (folder / f"reports/{CHAPTER}-exercises.csv").read_text()
    rows = (folder / f"reports/{CHAPTER}.csv").read_text()
    assert "graphs/copies" not in rows and "graphs/polynomial" in rows
    assert "dora,,,not handed in" in rows
    done = CliRunner().invoke(main, ["report", "09-kernels", "--course", str(folder)])
    assert done.exit_code == 2


def test_title_logo_and_line_stand_above_pages_report_and_index(graded):
    folder, _told = graded
    coded = base64.b64encode(LOGO.encode()).decode()
    for page in (f"feedback/anna/{CHAPTER}/1-recipes.html", f"reports/{CHAPTER}.html"):
        text = (folder / page).read_text(encoding="utf-8")
        assert "<strong>Graphs &amp; &lt;friends&gt;, spring</strong>" in text
        assert "<br>Questions: Li &amp; Wei, room 5*<" in text
        assert f'src="data:image/svg+xml;base64,{coded}"' in text
        assert text.index("<body") < text.index("Graphs &amp;") < text.index("</body>")
    assert "img-src data:" in text
    first = nbformat.read(folder / "release/index.ipynb", as_version=4).cells[0]
    assert first.source.splitlines()[:5] == [
        r"# Graphs & \<friends\>, spring",
        "",
        "![](attachment:logo.svg)",
        "",
        r"Questions: Li & Wei, room 5\*",
    ]
    assert first.attachments == {"logo.svg": {"image/svg+xml": coded}}


def test_what_an_old_notebook_still_asks_is_named_on_its_page(graded):
    page = words(graded[0] / f"feedback/anna/{CHAPTER}/1-recipes.html")
    assert "graphs/chain is not among the exercises of this notebook today" in page


def test_who_must_grade_by_hand_is_told(graded):
    assert "3 answers wait for a grade by hand" in graded[1]["autograde"]


def test_other_points_count_in_the_report_when_they_do_in_the_gradebook(graded):
    """Last, since it changes the class."""
    folder, _told = graded

    def most() -> float:
        data = read_class(open_course(folder), CHAPTER)
        (item,) = [one for one in data.items if one.name == "graphs/polynomial"]
        marks = [row.marks[item.key].points for row in data.rows if row.graded]
        assert marks == [item.max_points / 4] * 3
        return item.max_points

    (folder / FILE).write_text(WHOLE.replace("= 6\n", "= 8\n"), encoding="utf-8")
    assert most() == 6
    assert f"{CHAPTER} has been graded" in run("release")
    assert most() == 8
