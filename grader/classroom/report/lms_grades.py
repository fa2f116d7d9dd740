"""A chapter's grades as learning management systems import them.

Each system is a row of `SYSTEMS`: its file, its columns, and what it knows a student by. Everybody in the
gradebook is in the file; students whom the system could not find, and grades that are not final, are named.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.atomic import write_atomically
from grader.classroom.nbgrader.course import Course
from grader.classroom.report.data import ClassData, Row, read_class
from grader.classroom.report.files import FORMULA
from grader.cleaning import printable
from grader.errors import CourseError
from grader.languages import _

FOLDER = "exports"
# Before a name that would be a formula; spreadsheets read it as "this is text".
TEXT = "'"


@dataclass(frozen=True)
class Grades:
    """A chapter's grades, on their way into a file.

    column: the name of the column with the grades. most: the points that the chapter has.
    """

    chapter: str
    column: str
    most: float
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class System:
    """What a system imports.

    lines: the file's rows, its head included. keys: what the system finds a student by, one after the
    other: the field of `Row`, and what it is called there. Each alone is enough.
    """

    file: str
    lines: Callable[[Grades], list[list[str]]]
    keys: tuple[tuple[str, str], ...]
    separator: str = ","
    encoding: str = "utf-8"


@dataclass(frozen=True)
class Told:
    """What a person should know about a file; students by id, sorted.

    unfound: without a key of the system. odd: whose key would be a formula, and was left out.
    absent: who handed nothing in; ungraded: who did and has no grade. waiting: whose grade lacks
    points that a person must give.
    """

    path: Path
    students: int
    unfound: tuple[str, ...]
    odd: tuple[str, ...]
    absent: tuple[str, ...]
    ungraded: tuple[str, ...]
    waiting: tuple[str, ...]
    hints: tuple[str, ...] = field(default=())

    @property
    def complete(self) -> bool:
        """Whether the system will find everybody."""
        return not self.unfound and not self.odd


def number(points: float) -> str:
    """Points as all systems read them: at most two decimals, with a point."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def score(row: Row) -> str:
    """The gradebook's points minus late penalties; nothing for students without a grade."""
    return number(row.score) if row.graded else ""


def text(value: str) -> str:
    """Words of others as a cell that no spreadsheet computes, on one line."""
    plain = printable(" ".join(value.split()))
    return TEXT + plain if plain.startswith(FORMULA) else plain


def key(value: str) -> str:
    """What a system finds a student by; it cannot be changed, so one that is a formula is left out."""
    return "" if text(value) != value else value


def canvas(grades: Grades) -> list[list[str]]:
    """As Canvas' importer wants them: `Section` comes last before the grades, then a row of points."""
    head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", grades.column]
    lines = [head, ["    Points Possible", "", "", "", "", number(grades.most)]]
    for row in grades.rows:
        name = ", ".join(filter(None, (row.last_name, row.first_name))) or row.student
        lines.append([text(name), key(row.lms_user_id), "", key(row.student), "", score(row)])
    return lines


def moodle(grades: Grades) -> list[list[str]]:
    """As Moodle's own export; the import asks which column is which."""
    lines = [["First name", "Last name", "ID number", "Email address", "Username", grades.column]]
    for row in grades.rows:
        known = [key(row.lms_user_id), key(row.email), key(row.student)]
        lines.append([text(row.first_name), text(row.last_name), *known, score(row)])
    return lines


def blackboard(grades: Grades) -> list[list[str]]:
    """As Blackboard's "Work Offline"."""
    lines = [["Last Name", "First Name", "Username", "Student ID", grades.column]]
    for row in grades.rows:
        known = [key(row.student), key(row.lms_user_id)]
        lines.append([text(row.last_name), text(row.first_name), *known, score(row)])
    return lines


def brightspace(grades: Grades) -> list[list[str]]:
    """As Brightspace's own export; the numbers in its file names are not the ones that it imports by."""
    lines = [["Username", grades.column, "End-of-Line Indicator"]]
    return lines + [[key(row.student), score(row), "#"] for row in grades.rows]


def table(grades: Grades) -> list[list[str]]:
    """All that is known, for a person or a program of one's own."""
    columns = (
        "student_id last_name first_name email lms_user_id points late_penalty score max_score"
    )
    lines = [[*columns.split(), "handed_in", "graded", "waits_for_a_person"]]
    for row in grades.rows:
        names = [text(one) for one in (row.student, row.last_name, row.first_name, row.email)]
        given = [number(row.points), number(row.penalty)] if row.graded else ["", ""]
        answers = [str(int(one)) for one in (row.handed_in, row.graded, waits(row))]
        points = [*given, score(row), number(grades.most)]
        lines.append([*names, text(row.lms_user_id), *points, *answers])
    return lines


SYSTEMS: Mapping[str, System] = {
    # Canvas also looks for a login, then for a name: neither need be the same person.
    "canvas": System("canvas.csv", canvas, (("lms_user_id", "ID"),)),
    "moodle": System(
        "moodle.csv", moodle, (("email", "Email address"), ("lms_user_id", "ID number"))
    ),
    # What Blackboard itself writes: separated by tabs, UTF-16, called .xls.
    "blackboard": System("blackboard.xls", blackboard, (("student", "Username"),), "\t", "utf-16"),
    "brightspace": System("brightspace.csv", brightspace, (("student", "Username"),)),
    "csv": System("grades.csv", table, (("student", "student_id"),)),
}


def column_name(system: str, wanted: str, chapter: str, most: float) -> str:
    """The name of the grade column; in Brightspace, what follows the item's name is its kind and maximum."""
    if system == "blackboard" and not wanted:
        return f"{chapter} [Total Pts: {number(most)} Score]"
    name = wanted or chapter
    if system == "brightspace" and " Points Grade" not in name:
        return f"{name} Points Grade <Numeric MaxPoints:{number(most)}>"
    return name


def write_grades(
    course: Course,
    chapter: str,
    system: str,
    out: Path | None = None,
    column: str = "",
    catalogue: str = "grader.exercises",
) -> Told:
    """Writes the file that a system imports; `out` is exports/CHAPTER-... in the course if not given.

    Raises CourseError when nothing of the chapter is graded, or where two students would be one.
    """
    data = read_class(course, chapter, catalogue)
    kind = SYSTEMS[system]
    most = sum(item.max_points for item in data.items)
    name = column_name(system, text(column), chapter, most)
    grades = Grades(chapter, name, most, data.rows)
    _one_each(data, kind)
    path = out or course.root / FOLDER / f"{chapter}-{kind.file}"
    path.parent.mkdir(parents=True, exist_ok=True)
    page = io.StringIO()
    writer = csv.writer(
        page, delimiter=kind.separator, lineterminator="\r\n", quoting=csv.QUOTE_ALL
    )
    writer.writerows(kind.lines(grades))
    write_atomically(path, page.getvalue().encode(kind.encoding, "replace"))
    return _told(path, grades, kind, _hints(system, grades.column, most))


def waits(row: Row) -> bool:
    """Whether points of this student are a person's to give."""
    return row.graded and any(mark.waiting for mark in row.marks.values())


def _one_each(data: ClassData, kind: System) -> None:
    for name, called in kind.keys:
        counts = Counter(getattr(row, name) for row in data.rows)
        for value, count in counts.items():
            if value and count > 1:
                names = ", ".join(row.student for row in data.rows if getattr(row, name) == value)
                raise CourseError(
                    _(
                        "{names} have the same {key} ({value}), so nobody could tell whose grade "
                        "is whose. Correct it with `nbgrader db student add` or `import`"
                    ).format(names=names, key=f"{name} = {called}", value=value)
                )


def _told(path: Path, grades: Grades, kind: System, hints: tuple[str, ...]) -> Told:
    rows = grades.rows
    names = [name for name, _called in kind.keys]

    def those(chosen: Callable[[Row], bool]) -> tuple[str, ...]:
        return tuple(row.student for row in rows if chosen(row))

    def has(row: Row) -> list[str]:
        return [value for name in names if (value := getattr(row, name))]

    return Told(
        path,
        len(rows),
        unfound=those(lambda row: not has(row)),
        odd=those(lambda row: bool(has(row)) and not any(map(key, has(row)))),
        absent=those(lambda row: not row.handed_in),
        ungraded=those(lambda row: row.handed_in and not row.graded),
        waiting=those(waits),
        hints=hints,
    )


def _hints(system: str, column: str, most: float) -> tuple[str, ...]:
    if system == "canvas" and not column.rstrip().endswith(")"):
        return (
            _(
                "Canvas finds the assignment by its name, or creates a new one. To name it "
                "exactly, copy the column's title from an export of your gradebook: --column "
                '"Graphs (1234)".'
            ),
        )
    if system == "blackboard" and "|" not in column:
        return (
            _(
                "Without the column's number, Blackboard creates a new text column. Copy the "
                'title from a download: --column "Graphs [Total Pts: 27 Score] |1234".'
            ),
        )
    if system == "moodle":
        return (
            _(
                'In Moodle\'s import, map "Email address" to the e-mail address (or "ID number" to the ID '
                "number), and the last column to the grade item."
            ),
            _most_told(most),
        )
    if system == "brightspace":
        return (_most_told(most),)
    return ()


def _most_told(most: float) -> str:
    return _(
        "If the grade item exists already, its maximum must be {most}: the system takes the points as they "
        "are, and none above its maximum."
    ).format(most=number(most))
