"""Reads a list of students as Excel, Calc and the learning management systems write it.

Standard library only: the hub's configuration uses a copy of this file where the course is not installed.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

try:
    from grader.languages import _
except ImportError:  # the hub's copy
    _: Callable[[str], str] = str  # type: ignore[no-redef]

COLUMNS = ("id", "first_name", "last_name", "email", "lms_user_id")
# Other names of columns, without spaces, signs and case; where several are there, the first counts.
NAMES = {
    "id": "id username user login loginid sisloginid userid netid studentid benutzername 用户名 学号",
    "first_name": "firstname givenname forename first vorname prénom prenom 名",
    "last_name": "lastname surname familyname last nachname nom 姓",
    "email": "email emailaddress mail 电子邮件 邮箱",
    "lms_user_id": "lmsuserid canvasuserid canvasid lmsid",
    "name": "name fullname studentname student displayname 姓名",
}
# In an export of Canvas' gradebook, ID is Canvas' own number, and this is the user name.
CANVAS = "sisloginid"
DELIMITERS = ",;\t|"
WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
SHORTENED = re.compile(r"\d(?:[.,]\d+)?E\+?\d+", re.IGNORECASE)
NO_FOLDER = re.compile(r"[/\\\x00-\x1f]|\A\.")
HIGH = re.compile(rb"[\x80-\xff]+")


class ListError(Exception):
    """The list cannot be read: what was found, what was expected, what to do."""


@dataclass(frozen=True)
class ClassList:
    """A list that was read.

    students: by id, what the list's columns say, None where nothing stands. encoding: how it was read.
    left_out: a sentence for each line that could not be used.
    """

    students: dict[str, dict[str, str | None]]
    left_out: tuple[str, ...]
    encoding: str


def read_list(path: Path) -> ClassList:
    """Reads the file. Raises ListError unless there is a column with the students' ids."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ListError(
            _("{file} cannot be read: {reason}; {expected}").format(
                file=path, reason=error.strerror, expected=_expected()
            )
        ) from None
    if data.startswith(WORKBOOKS):
        raise ListError(
            _("{file} is a workbook; save it as CSV (File, Save As) and give that file").format(
                file=path
            )
        )
    text, encoding = decoded(data)
    lines = list(_rows(text, path))
    if not lines:
        raise ListError(_("{file} is empty; {expected}").format(file=path, expected=_expected()))
    (first, header), *rest = lines
    places = columns(header)
    if "id" not in places:
        found = ", ".join(repr(name.strip()) for name in header if name.strip())
        told = _("{file}, line {line}: found the columns {found}; {expected}")
        raise ListError(told.format(file=path, line=first, found=found[:200], expected=_expected()))
    students, left_out = _students(header, places, rest)
    told = _("{file}, line {line}: {reason}")
    sentences = [told.format(file=path, line=line, reason=why) for line, why in left_out]
    return ClassList(students, tuple(sentences), encoding)


def _expected() -> str:
    return _(
        "a list of students was expected, with the columns {columns} (id is each student's user name; "
        "all but id may be missing or empty)"
    ).format(columns=",".join(COLUMNS))


def decoded(data: bytes) -> tuple[str, str]:
    """The text of a file, and the encoding: UTF-8, UTF-16, or what Excel writes in Europe and in China."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace"), "UTF-16"
    if b"\0" in data[:200]:
        return data.decode("utf-16-be" if data[:1] == b"\0" else "utf-16-le", "replace"), "UTF-16"
    try:
        return data.decode("utf-8-sig"), "UTF-8"
    except UnicodeDecodeError:
        # In Chinese such bytes come in pairs, in European languages nearly always alone.
        runs = [len(run) for run in HIGH.findall(data)]
        encoding = "gb18030" if sum(n > 1 for n in runs) * 2 > len(runs) else "cp1252"
        return data.decode(encoding, "replace"), encoding


def _rows(text: str, path: Path) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not blank, with the number of the line in which each ends."""
    text = text.lstrip("\ufeff")
    before = 0
    if text[:4].lower() == "sep=":  # Excel's own first line
        _first, _end, text = text.partition("\n")
        before = 1
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            told = _("{file}, line {line}: {reason}; is this a CSV file?")
            line = rows.line_num + before
            raise ListError(told.format(file=path, line=line, reason=error)) from None
        if any(field.strip() for field in row):
            yield rows.line_num + before, row


def _delimiter(text: str) -> str:
    """The sign with which the first line has the most known columns."""
    first = next((line for line in text.splitlines() if line.strip(DELIMITERS + ' "')), "")
    return max(DELIMITERS, key=lambda sign: len(columns(first.split(sign))))


def columns(header: list[str]) -> dict[str, int]:
    """Where each known column is, by our name for it ("name" for one with the whole name)."""
    plain = ["".join(sign for sign in name.casefold() if sign.isalnum()) for name in header]
    places = {}
    for key, others in NAMES.items():
        known = others.split()
        if key == "id" and CANVAS in plain:
            known.remove("id")
        if key == "lms_user_id" and CANVAS in plain:
            known.append("id")
        found = next((name for name in known if name in plain), None)
        if found is not None:
            places[key] = plain.index(found)
    return places


def _students(
    header: list[str], places: dict[str, int], rows: list[tuple[int, list[str]]]
) -> tuple[dict[str, dict[str, str | None]], list[tuple[int, str]]]:
    students: dict[str, dict[str, str | None]] = {}
    left_out = []
    # Some programs end each row with a comma, but not the header.
    width = max(len(header), min((len(row) for _line, row in rows), default=0))
    for line, row in rows:
        if len(row) > width or any(field.strip() for field in row[len(header) :]):
            told = _("{found} fields instead of {wanted}; put quotes around a field with a comma")
            left_out.append((line, told.format(found=len(row), wanted=len(header))))
            continue
        fields = {key: _field(row, place) for key, place in places.items()}
        student = (fields.pop("id") or "").removeprefix("#")  # as Brightspace writes it
        whole = fields.pop("name", None)
        if whole and "first_name" not in places and "last_name" not in places:
            fields |= split(whole)
        why = _unusable(student, fields)
        if student in students and students[student] != fields:
            why = _("{id!r} is there twice, with different data").format(id=student)
        if not student and (whole or "").casefold() == "points possible":  # Canvas' row of points
            continue
        if why:
            left_out.append((line, why))
        else:
            students[student] = fields
    return students, left_out


def _field(row: list[str], place: int) -> str | None:
    text = row[place].strip().strip("\ufeff") if place < len(row) else ""
    return text or None


def split(name: str) -> dict[str, str | None]:
    """First and last name of "Last, First" or of "First Last"."""
    last, comma, first = name.partition(",")
    if not comma:
        first, _blank, last = name.rpartition(" ")
    return {"first_name": first.strip() or None, "last_name": last.strip() or None}


def _unusable(student: str, fields: dict[str, str | None]) -> str:
    if not student:
        return _("there is no id; the student's user name was expected")
    if NO_FOLDER.search(student):
        return _("the id {id!r} cannot be the name of a folder").format(id=student)
    for text in (student, fields.get("lms_user_id")):
        if text and SHORTENED.fullmatch(text):
            told = _("the spreadsheet has shortened a number to {text}; format the column as text")
            return told.format(text=text)
    return ""
