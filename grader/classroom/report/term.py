"""How a class and each student have done over the chapters of the term."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from statistics import fmean

from grader.classroom.nbgrader.course import Course
from grader.classroom.report.data import ClassData, Row, counted, read_class
from grader.errors import CourseError


@dataclass(frozen=True)
class Term:
    """chapters: those that are graded, in order. whole: the class's mean shares of the points.

    shares: of each student, the share of the points in each chapter; None where there is no grade.
    """

    chapters: tuple[str, ...]
    shares: dict[str, tuple[float | None, ...]]
    whole: tuple[float, ...]


def term(course: Course, data: ClassData, catalogue: str = "grader.exercises") -> Term:
    """The term as far as it is graded. data: of one chapter, which is not read again."""
    known = {data.chapter: data}
    for chapter in course.chapters():
        if chapter not in known:
            with contextlib.suppress(CourseError):  # not graded, or counted in no report
                known[chapter] = counted(read_class(course, chapter, catalogue), course.about)
    chapters = tuple(sorted(known))
    by_student: dict[str, dict[str, float]] = {}
    for chapter in chapters:
        for row in known[chapter].rows:
            share = share_of(row)
            if share is not None:
                by_student.setdefault(row.student, {})[chapter] = share
    shares = {
        student: tuple(by_student[student].get(chapter) for chapter in chapters)
        for student in sorted(by_student)
    }
    columns = zip(*shares.values(), strict=True)
    means = (fmean(one for one in column if one is not None) for column in columns)
    return Term(chapters, shares, tuple(means))


def share_of(row: Row) -> float | None:
    """A student's share of a chapter's points, without what waits for a person; None without a grade."""
    waiting = [mark for mark in row.marks.values() if mark.waiting]
    most = row.max_points - sum(mark.most for mark in waiting)
    score = max(0.0, row.score - sum(mark.points for mark in waiting))
    return score / most if row.graded and most > 0 else None


def change(shares: tuple[float | None, ...]) -> float | None:
    """The last share less the mean of those before; None without both."""
    before = [one for one in shares[:-1] if one is not None]
    return shares[-1] - fmean(before) if before and shares[-1] is not None else None
