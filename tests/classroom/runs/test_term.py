"""A term: chapters are graded, changed, upgraded, restored; no grade is lost or changes without a reason.

After each step all grades are compared with those before it. What differs must be what the step is about,
and the student's log must say why.
"""

from __future__ import annotations

from datetime import date

import nbformat
import postgres_here as postgres
import pytest
import stub_grading as stub
import toy_catalogue as toys
from click.testing import CliRunner
from nbgrader.api import Gradebook

from grader.authoring import upgrading
from grader.classroom.nbgrader import backups
from grader.classroom.nbgrader.course import open_course
from grader.classroom.publishing import class_release
from grader.classroom.runs.autograde import autograde
from grader.classroom.runs.recording import log_of
from grader.classroom.workers import job
from grader.cli import main
from grader.errors import CourseError

CHAPTERS = ("07-toys", "08-more", "09-last")
STUDENTS = ("ann", "ben", "cem")


class Day(date):
    """A calendar on a chosen day."""

    now = date(2027, 3, 1)

    @classmethod
    def today(cls):
        return cls.now


class Term:
    """A class, its course, and all that its gradebook has held."""

    def __init__(self, root, course, url):
        self.root, self.course, self.url = root, course, url
        self.before = {}
        self.logs = {}

    def book(self):
        directory = open_course(self.root).directory()
        return Gradebook(directory.db_url, directory.course_id)

    def grades(self):
        """(automatic, manual, waits for a person) by chapter, student and cell."""
        with self.book() as book:
            return {
                (chapter.name, one.student.id, grade.name): (
                    grade.auto_score,
                    grade.manual_score,
                    grade.needs_manual_grade,
                )
                for chapter in book.assignments
                for one in chapter.submissions
                for grade in one.notebooks[0].grades
            }

    def grade(self, chapter, between=lambda: None):
        """`grader autograde`; `between`: called after each submission."""
        options, course = stub.stubbed(), open_course(self.root)
        work = autograde(course, chapter, stub.settings(), 2, "toy_catalogue", options=options)
        for result in work:
            assert result.status == "graded", result.message
            between()

    def by_hand(self, chapter, student, cell, points):
        with self.book() as book:
            grade = book.find_grade(cell, "toys", chapter, student)
            grade.manual_score, grade.needs_manual_grade = points, False
            book.db.commit()

    def edit(self, folder, chapter, change):
        path = folder / chapter / "toys.ipynb"
        notebook = nbformat.read(path, as_version=4)
        change(notebook)
        nbformat.write(notebook, path)

    def told(self):
        """What the logs have got since the last call, by chapter and student."""
        found = {}
        for chapter in CHAPTERS:
            for student in STUDENTS:
                path = log_of(self.root, chapter, student)
                text = path.read_text() if path.exists() else ""
                found[chapter, student] = text[self.logs.get((chapter, student), 0) :]
                self.logs[chapter, student] = len(text)
        return found

    def look(self, expected, why=""):
        """Compares all grades with those before: only `expected` (chapter, cell) differ, and logs say why."""
        now, told = self.grades(), self.told()
        differ = {key for key in self.before | now if self.before.get(key) != now.get(key)}
        assert {(chapter, cell) for chapter, _, cell in differ} <= set(expected), differ
        for chapter, student, _ in differ if why else ():
            assert f"graded again: {why}" in told[chapter, student]
        if not why:
            assert not any("graded again" in text for text in told.values())
        self.before = now
        return differ


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=postgres.NEEDED)])
def term(request, tmp_path, monkeypatch):
    """A class of three chapters, all handed in, none graded."""
    course, root = tmp_path / "course", tmp_path / "class"
    for chapter in CHAPTERS:
        (course / chapter).mkdir(parents=True)
        nbformat.write(toys.make_source(), course / chapter / "toys.ipynb")
    (root / ".grader").mkdir(parents=True)
    (root / ".grader" / "secret").write_text("5" * 64)
    config = stub.CONFIG + "c.CourseDirectory.course_id = 'graphs'\n"
    if request.param == "postgres":
        config += f"c.CourseDirectory.db_url = {postgres.URL!r}\n"
        postgres.empty()
    (root / "nbgrader_config.py").write_text(config)
    for module in (upgrading, class_release):
        monkeypatch.setattr(module, "SOLUTIONS", course)
    monkeypatch.setattr(backups, "date", Day)
    monkeypatch.setenv("STUB_SECONDS", "0")
    class_release._copy_sources(open_course(root), CHAPTERS)
    for chapter in CHAPTERS:
        release = open_course(root).plans(chapter)[0].release
        for number, student in enumerate(STUDENTS):
            notebook = nbformat.reads(release, as_version=4)
            notebook.cells.insert(1, nbformat.v4.new_code_cell(f"n = {number}", id="extra"))
            folder = root / "submitted" / student / chapter
            folder.mkdir(parents=True)
            (folder / "toys.ipynb").write_text(nbformat.writes(notebook))
    return Term(root, course, request.param)


def cell_of(notebook, name):
    return next(one for one in notebook.cells if one.id == name)


@pytest.mark.sampled(0, ci=0)
def test_a_term(term, monkeypatch):
    first, second, third = CHAPTERS
    every = [(chapter, cell) for chapter in CHAPTERS for cell in ("double", "half", "why")]
    for chapter in CHAPTERS:
        term.grade(chapter)
        for student in STUDENTS:
            term.by_hand(chapter, student, "why", 2.5)
    assert len(term.look(every)) == len(every) * len(STUDENTS)

    # A typo: nothing.
    def typo(notebook):
        cell_of(notebook, "why").source += " Mended."

    term.edit(term.root / "source", first, typo)
    term.grade(first)
    assert not term.look([])

    # A judge: its exercise.
    real = job.code_versions
    mended = {"": real(first)[""], "toys/half": "mended"}
    monkeypatch.setattr(
        job, "code_versions", lambda chapter: mended if chapter == first else real(chapter)
    )
    monkeypatch.setenv("STUB_MENDED", "toys/half")
    term.grade(first)
    assert term.look([(first, "half")], "another judge: toys/half"), term.before

    # Points: one exercise's.
    def points(notebook):
        cell_of(notebook, "double").metadata.nbgrader.points = 4

    before = term.before
    term.edit(term.root / "source", first, points)
    term.grade(first)
    term.look([(first, "double")], "the chapter gives other points")
    for student in STUDENTS:
        key = (first, student, "double")
        assert term.before[key][0] == 2 * before[key][0]

    # An exercise more: it was asked of nobody who has handed in.
    def more(notebook):
        notebook.cells += [toys.answer_cell("slow", "slow = 1"), toys.check_cell("slow")]

    others = "the chapter has other tests; the chapter gives other points"
    term.edit(term.root / "source", second, more)
    term.grade(second)
    assert len(term.look([(second, "slow")], others)) == 3
    assert {term.before[second, student, "slow"] for student in STUDENTS} == {(None, None, False)}

    # An exercise less: its points are kept in a file.
    def less(notebook):
        notebook.cells = [one for one in notebook.cells if not one.id.startswith("half")]

    term.edit(term.root / "source", second, less)
    term.grade(second)
    assert len(term.look([(second, "half")], others)) == 3
    kept = (term.root / ".grader/dropped-grades.jsonl").read_text()
    assert all(f'"student": "{student}"' in kept for student in STUDENTS)

    # An upgrade: the course's points, the instructor's text.
    term.edit(term.course, third, points)
    term.edit(term.root / "source", third, typo)
    done = CliRunner().invoke(main, ["upgrade-class", str(term.root), "--all"])
    assert done.exit_code == 0 and "points of toys/double: 2, then 4" in done.output, done.output
    assert "Mended." in (term.root / "source" / third / "toys.ipynb").read_text()
    term.grade(third)
    term.look([(third, "double")], "the chapter gives other points")

    two_graders(term, second, third)
    if term.url == "sqlite":
        restored(term)
    for chapter in CHAPTERS:
        term.grade(chapter)
    assert not term.look([])


def two_graders(term, chapter, other):
    """While one runs `grader autograde`, the other grades by hand, and a second run is refused."""
    for student in STUDENTS:
        path = term.root / "submitted" / student / chapter / "toys.ipynb"
        path.write_text(path.read_text().replace('"n = ', '"n = 10 + '))
    waiting = list(STUDENTS)

    def between():
        term.by_hand(other, waiting.pop(), "why", 3)
        with pytest.raises(CourseError, match="another `grader autograde`"):
            term.grade(other)

    term.grade(chapter, between)
    told = "something else was handed in"
    before, now = term.before, term.grades()
    for student in STUDENTS:
        assert now[other, student, "why"] == (before[other, student, "why"][0], 3, False)
        term.before[other, student, "why"] = now[other, student, "why"]
        # The answer to this question is the same in what was handed in again.
        assert now[chapter, student, "why"] == before[chapter, student, "why"]
    term.look([(chapter, "double"), (chapter, "slow")], told)


def restored(term):
    """A gradebook that is damaged comes back as it was last night; grading brings back what is missing."""
    first, second, _ = CHAPTERS
    Day.now = date(2027, 3, 2)
    term.by_hand(first, "ann", "why", 1)  # in the evening
    term.look([(first, "why")])
    term.grade(first)  # in the morning
    lost = term.before[first, "ben", "why"]
    path = term.root / "submitted" / "cem" / second / "toys.ipynb"
    path.write_text(path.read_text().replace('"n = ', '"n = 100 + '))
    term.grade(second)
    term.look([(second, "double")], "something else was handed in")
    term.by_hand(first, "ben", "why", 1)
    book = term.root / "gradebook.db"
    book.write_bytes(book.read_bytes()[: book.stat().st_size // 2])
    done = CliRunner().invoke(main, ["restore", "newest", "--course", str(term.root)])
    assert done.exit_code == 0, done.output
    for chapter in CHAPTERS:
        term.grade(chapter)
    term.told()
    assert not term.look([])
    # What a person gave since the copy is in the file that is kept, and said to be only there.
    assert term.before[first, "ben", "why"] == lost
    assert "only in the file that is kept" in " ".join(done.output.split())
