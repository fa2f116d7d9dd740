"""After a change, only what it can affect is judged again; the log says why."""

from __future__ import annotations

import shutil
from dataclasses import replace

import nbformat
import pytest
import stub_grading as stub
import toy_catalogue as toys
from nbgrader.api import Gradebook

from grader.classroom.grading.submission import grade
from grader.classroom.judge.known_verdicts import KnownVerdicts
from grader.classroom.nbgrader.course import open_course
from grader.classroom.runs.autograde import Run
from grader.classroom.runs.journal import Journal
from grader.classroom.runs.recording import ResultRecorder, log_of
from grader.classroom.workers import job
from grader.judging import Verdict

pytestmark = pytest.mark.slow
STUDENTS = ("student00", "student01", "student02")


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A class of three, graded by machine and, in part, by hand."""
    root = stub.write_class(tmp_path_factory.mktemp("graded") / "class", 3)
    stub.run_class(root)
    with gradebook(root) as book:
        for student in STUDENTS:
            for name in ("why", "half"):
                grade = book.find_grade(name, "toys", toys.CHAPTER, student)
                grade.manual_score, grade.needs_manual_grade = 0.5, False
        book.db.commit()
    return root


@pytest.fixture
def root(graded, tmp_path, monkeypatch):
    """A copy of it; what is graded is counted."""
    monkeypatch.setenv("STUB_KNOWN", str(tmp_path / "known"))
    return shutil.copytree(graded, tmp_path / "class")


def gradebook(root) -> Gradebook:
    directory = open_course(root).directory()
    return Gradebook(directory.db_url, directory.course_id)


def grades(root):
    """(automatic, manual, whether a person must look) by student and cell."""
    with gradebook(root) as book:
        return {
            (one.student.id, grade.name): (
                grade.auto_score,
                grade.manual_score,
                grade.needs_manual_grade,
            )
            for one in book.find_assignment(toys.CHAPTER).submissions
            for grade in one.notebooks[0].grades
        }


def graded_again(root):
    """Who is graded by the next run, and which verdicts were known; and why."""
    run = Run()
    stub.run_class(root, run=run)
    path = root.parent / "known"
    lines = [line.split() for line in path.read_text().splitlines()] if path.exists() else []
    return {student: set(known) for student, *known in lines}, dict(run.again)


def edit_source(root, change):
    """Changes the source notebook."""
    path = root / "source" / toys.CHAPTER / "toys.ipynb"
    notebook = nbformat.read(path, as_version=4)
    change(notebook)
    nbformat.write(notebook, path)


def texts(notebook):
    """Changes what a reader reads, and a model answer."""
    notebook.cells.insert(0, nbformat.v4.new_markdown_cell("# A new heading", id="heading"))
    notebook.cells[-1].source += " A typo mended."
    notebook.cells[2].source = notebook.cells[2].source.replace("2 * x", "x + x")


def points(notebook):
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == "half":
            cell.metadata.nbgrader.points = 5


def another_test(notebook):
    test = toys.managed("plain", grade=True, locked=True, points=1)
    notebook.cells.append(nbformat.v4.new_code_cell("assert True", id="plain", metadata=test))


def another_judge(monkeypatch, **versions):
    found = {"": job.code_versions(toys.CHAPTER)[""]}
    found |= {f"toys/{name}": version for name, version in versions.items()}
    monkeypatch.setattr(job, "code_versions", lambda chapter: found)


def test_texts_and_model_answers_run_nobody_again(root):
    before = grades(root)
    edit_source(root, texts)
    assert graded_again(root) == ({}, {})
    assert grades(root) == before


@pytest.mark.parametrize(
    ("change", "why", "worth"),
    [
        (points, "the chapter gives other points", 2.5),
        (another_test, "the chapter has other tests; the chapter gives other points", 1),
    ],
)
def test_after_other_points_or_tests_all_verdicts_hold(root, change, why, worth):
    before = {
        (student, name): (auto * (worth if name == "half" else 1), *rest)
        for (student, name), (auto, *rest) in grades(root).items()
    }
    edit_source(root, change)
    again, reasons = graded_again(root)
    assert again == {student: {"toys/double", "toys/half"} for student in STUDENTS}
    assert reasons == {why: 3}
    assert before.items() <= grades(root).items()
    for student in STUDENTS:
        log = log_of(root, toys.CHAPTER, student).read_text()
        assert log.count("graded again: ") == 1 and why in log
    assert graded_again(root)[1] == {}


def test_another_judge_judges_its_exercise_alone(root, monkeypatch):
    before = grades(root)
    another_judge(monkeypatch, half="new")
    again, reasons = graded_again(root)
    assert again == {student: {"toys/double"} for student in STUDENTS}
    assert reasons == {"another judge: toys/half": 3}
    assert grades(root) == before


@pytest.fixture
def two(tmp_path, monkeypatch):
    """A graded class of two, whose chapter has a second notebook with another exercise; and its pages."""
    root = stub.write_class(tmp_path / "class", 2)
    nbformat.write(toys.make_source(("slow",)), root / "source" / toys.CHAPTER / "later.ipynb")
    plan = open_course(root).plans(toys.CHAPTER)[0]
    assert plan.notebook == "later"
    for student in STUDENTS[:2]:
        path = root / "submitted" / student / toys.CHAPTER / "later.ipynb"
        path.write_text(plan.release)
    stub.run_class(root, pages=True)
    monkeypatch.setenv("STUB_KNOWN", str(tmp_path / "known"))
    monkeypatch.setenv("STUB_MENDED", "toys/slow")  # what another judge finds
    return root


def pages(root, name):
    """When each student's page was made."""
    found = (root / "feedback").glob(f"*/{toys.CHAPTER}/{name}.html")
    return {path.parts[-3]: path.stat().st_mtime_ns for path in found}


def run_with_another_judge(root, monkeypatch):
    """The notebooks that were run since the beginning, by their students."""
    another_judge(monkeypatch, slow="new", double="", half="")
    stub.run_class(root, pages=True)
    return [line.split()[0] for line in (root.parent / "known").read_text().splitlines()]


def test_another_judge_runs_only_the_notebooks_with_its_exercise(two, monkeypatch):
    earlier = stub.contents(two), pages(two, "toys"), pages(two, "later")
    assert run_with_another_judge(two, monkeypatch) == ["student00", "student01"]
    later = stub.contents(two), pages(two, "toys"), pages(two, "later")
    assert later[1] == earlier[1], "nobody's page of the other notebook is made anew"
    assert not later[2].items() & earlier[2].items() and len(later[2]) == 2
    same = [[row for row in found["grades"] if row[2] == "toys"] for found, *_ in (earlier, later)]
    assert same[0] == same[1] and len(same[0]) == 6
    assert {row[4] for row in later[0]["grades"] if row[3] == "slow"} == {2.0}
    kept = [name for name in earlier[0]["files"] if "toys.ipynb" in name or "toys.html" in name]
    assert len(kept) == 4 and all(earlier[0]["files"][n] == later[0]["files"][n] for n in kept)
    assert len(run_with_another_judge(two, monkeypatch)) == 2, "all is current"


def test_what_is_not_as_grading_left_it_is_made_all_the_same(two, monkeypatch):
    (two / "autograded" / "student00" / toys.CHAPTER / "toys.ipynb").unlink()
    (two / "feedback" / "student01" / toys.CHAPTER / "toys.html").unlink()
    both = ["student00", "student00", "student01"]
    assert run_with_another_judge(two, monkeypatch) == both
    assert len(pages(two, "toys")) == len(pages(two, "later")) == 2


def test_a_result_of_one_notebook_is_recorded_only_beside_those_of_the_others(two, monkeypatch):
    """A run that is killed leaves it behind; then an older copy of the class is put back."""
    with monkeypatch.context() as killed:
        killed.setattr(ResultRecorder, "record", lambda self, *about: [])
        killed.setattr(Journal, "sweep", lambda self: None)
        assert len(run_with_another_judge(two, killed)) == 2
    (two / "autograded" / "student00" / toys.CHAPTER / "toys.ipynb").unlink()
    assert run_with_another_judge(two, monkeypatch)[2:] == ["student00", "student00"]
    slow = [row[4] for row in stub.contents(two)["grades"] if row[3] == "slow"]
    assert slow == [2.0, 2.0]


@pytest.mark.sampled(0, ci=0)
def test_other_code_judges_all_again(root, monkeypatch):
    monkeypatch.setattr(job, "code_versions", lambda chapter: {"": "other code"})
    again, reasons = graded_again(root)
    assert again == {student: set() for student in STUDENTS}
    assert reasons == {"the program has changed in what decides every grade": 3}


def test_a_gradebook_of_another_day_is_filled_with_what_is_known(root):
    with gradebook(root) as book:
        book.find_grade("half", "toys", toys.CHAPTER, "student01").auto_score = 0.125
        book.db.commit()
    again, reasons = graded_again(root)
    assert again == {"student01": {"toys/double", "toys/half"}}
    assert reasons == {"the gradebook or the autograded notebook is not what grading had left": 1}


def hand_in_again(root, student, old, new):
    path = root / "submitted" / student / toys.CHAPTER / "toys.ipynb"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_grade_given_by_hand_is_open_again_only_where_its_answer_changed(root):
    before = grades(root)
    hand_in_again(root, "student01", "YOUR ANSWER HERE", "Because.")
    again, reasons = graded_again(root)
    assert again == {"student01": set()}
    assert reasons == {"something else was handed in": 1}
    after = grades(root)
    assert after["student01", "why"][1:] == (0.5, True)
    changed = {key for key in before if before[key] != after[key]}
    # The stub draws other points for the other file.
    assert changed <= {("student01", name) for name in ("why", "half", "double")}
    if before["student01", "half"][0] == after["student01", "half"][0]:
        assert after["student01", "half"] == before["student01", "half"]


@pytest.mark.sampled(0, ci=0)
def test_a_grade_given_by_hand_is_open_again_where_the_verdict_changed(root, monkeypatch):
    before = grades(root)
    stub.run_class(root, again=True)
    assert grades(root) == before
    with gradebook(root) as book:
        book.find_grade("half", "toys", toys.CHAPTER, "student02").auto_score = 0.25
        book.db.commit()
    stub.run_class(root, again=True)
    after = grades(root)
    assert after["student02", "half"] == (before["student02", "half"][0], 0.5, True)
    assert {key for key in before if before[key] != after[key]} == {("student02", "half")}


def test_a_known_verdict_gives_the_same_page_without_the_judge(toy_grader):
    right = toy_grader.notebook(half="def half(x):\n    return x - 2")
    first = toy_grader.grade(right)
    assert [verdict.points for verdict in first.verdicts] == [2, 0]
    known = [{**verdict.to_json(), "points": 2} for verdict in first.verdicts[1:]]

    def again(known):
        judge = KnownVerdicts(toy_grader.judge, known)
        data = toy_grader.bytes_of(right)
        return grade(data, toy_grader.plan, b"secret", "ann", toy_grader.settings, judge)

    same = again([verdict.to_json() for verdict in first.verdicts])
    assert (same.executed, same.verdicts) == (first.executed, first.verdicts)
    assert [verdict.points for verdict in again(known).verdicts] == [2, 2]
    # Also where the answer cannot be tried any more.
    right.cells.insert(0, nbformat.v4.new_code_cell("import os\nos._exit(1)", id="end"))
    assert [verdict.points for verdict in again(known).verdicts] == [0, 2]


def test_an_exercise_that_the_course_has_dropped_keeps_its_verdict(toy_grader):
    """Its judge is gone; the class's source still has it."""
    plan = toy_grader.plan
    gone = tuple(
        replace(cell, exercise="toys/gone") if cell.grade_id == "half" else cell
        for cell in plan.cells
    )
    known = [{**Verdict("toys/gone", 1, 2, "1 of 2 points").to_json(), "points": 1}]
    data = toy_grader.bytes_of(toy_grader.notebook())

    def graded(judge):
        return grade(data, replace(plan, cells=gone), b"secret", "ann", toy_grader.settings, judge)

    result = graded(KnownVerdicts(toy_grader.judge, known))
    assert [verdict.points for verdict in result.verdicts] == [2, 1] and not result.unjudged
    assert graded(toy_grader.judge).unjudged == ("half",)
