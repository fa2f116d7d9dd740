"""Every key of a class.toml, wrong in every way: refused in one sentence that names it."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.class_file import AS_IN_COURSE, FILE, ClassFile
from grader.class_file.keys import LATE, LIMITS, Reader, read_class_file
from grader.class_file.naming import known_chapters
from grader.errors import CourseError
from grader.places import ROOT

WHOLE = tomllib.loads(Path(__file__).with_name("whole.toml").read_text(encoding="utf-8"))
# Tables whose keys are words of the class: its groups.
NAMES = {("groups",)}
WRONG = (3.5, -1, True, "\n", "nobody knows this", ["nobody knows this"], {"nobody": 1}, [1], None)


def paths(table: dict[str, Any], place: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The place of every key in the file, also of those in tables."""
    for key, value in table.items():
        yield (*place, key)
        if isinstance(value, dict):
            yield from paths(value, (*place, key))


def table_at(found: dict[str, Any], place: tuple[str, ...]) -> dict[str, Any]:
    for key in place:
        found = found[key]
    return found


@pytest.fixture
def refused(tmp_path):
    """What is said of a file with these values; "" if it can be used."""
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures/logo.svg").write_text("<svg/>")
    known = known_chapters(tmp_path)

    def saying(values: dict[str, Any]) -> str:
        told, place = "", f"{tmp_path / FILE}: "
        try:
            Reader(tmp_path / FILE, known).read(values)
        except CourseError as error:
            told = str(error)
        assert told.startswith(place) or not told
        assert "\n" not in told
        return told.removeprefix(place)

    return saying


def test_the_whole_file_has_every_key_and_can_be_used(refused):
    assert refused(copy.deepcopy(WHOLE)) == ""
    assert WHOLE.keys() == ClassFile.__dataclass_fields__.keys()
    assert set(WHOLE["limits"]) == set(LIMITS) and set(WHOLE["late"]) == set(LATE)


@pytest.mark.parametrize("place", list(paths(WHOLE)), ids=".".join)
def test_a_misspelt_key_is_named_with_the_nearest(refused, place):
    values = copy.deepcopy(WHOLE)
    table = table_at(values, place[:-1])
    misspelt = place[-1][:-1] + "zq"
    table[misspelt] = table.pop(place[-1])
    told = refused(values)
    if place[:-1] in NAMES or place[:-1] == ("students",):
        assert told == ""  # a name that somebody chose
        return
    assert misspelt in told
    assert "did you mean" in told or "(available: " in told


@pytest.mark.parametrize("place", list(paths(WHOLE)), ids=".".join)
def test_a_wrong_value_is_named_with_what_was_expected(refused, place):
    count = 0
    for value in WRONG:
        values = copy.deepcopy(WHOLE)
        table_at(values, place[:-1])[place[-1]] = value
        told = refused(values)
        if told:
            count += 1
            name = {"groups": "groups.evening", "students": "students."}.get(place[0], place[0])
            assert place[-1] in told or name in told or place[0] in told, told
    # Numbers are right for some keys, and any line of text for others.
    assert count >= 5


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("language = 'xx'", "language: there is no language 'xx' (available: en, zh_CN)"),
        ("language = 'zh_TWN'\nlime = 1", "there is no key 'lime'; did you mean 'line'?"),
        ("timezone = 'Europe/Berln'", "no time zone 'Europe/Berln'; did you mean 'Europe/Berlin'?"),
        ("timezone = '../etc'", "timezone: there is no time zone '../etc'"),
        ("[due]\n'01-grafs' = 2026-03-01", "due: there is no chapter '01-grafs'; did you mean"),
        ("[due]\ngraphs = '2026-03-01'", "a date, such as 2027-03-01 or"),
        ("[due]\ngraphs = 18:00:00", "a date, such as"),
        ("[due]\ngraphs = 9999-12-31", 'due."graphs": no calendar has the year 9999'),
        ("[due]\ngraphs = 0001-01-01T00:00:00+10:00", "no calendar has the year 1"),
        ("[late]\nper_days = 1", "no key 'per_days' in [late]; did you mean 'per_day'?"),
        ("[late]\nper_day = 101", "late.per_day is 101; a number from 0 to 100 was expected"),
        ("[limits]\ncell_second = 1", "no key 'cell_second' in [limits]; did you mean"),
        ("[limits]\nmemory_megabytes = 10", "limits.memory_megabytes is 10; a number from 512 to"),
        ("[limits]\ncell_seconds = 0", "limits.cell_seconds is 0; a number from 1 to"),
        ("[report]\nleft_out = ['graphs/chian']", "report.left_out: there is no exercise"),
        ("[report]\nleft_out = ['grafs']", "report.left_out: there is no chapter 'grafs'; did you"),
        ("[groups.b]\nlanguage = 'en'", "groups.b.students is []; a list of ids was expected"),
        ("[groups]\nb = ['anna']", "groups.b is ['anna']; a table with lines such as"),
        ("[groups.b]\nstudents = ['x']\nduedate = 1", "no key 'duedate' in [groups.b]; did you"),
        ("[students.x]\nstudents = ['y']", "no key 'students' in [students.x]"),
        (
            "[groups.a]\nstudents = ['x', 'y']\n[groups.b]\nstudents = ['y']",
            "y is in two groups, a and b",
        ),
        (
            "[students.x]\ndue = {graphs = 2026-03-01}",
            "students.x.due has a date for 01-graphs, and [due] has none: give it one, too",
        ),
    ],
)
def test_the_sentence(tmp_path, text, told):
    (tmp_path / FILE).write_text(text)
    with pytest.raises(CourseError) as caught:
        read_class_file(tmp_path)
    assert told in str(caught.value) and "\n" not in str(caught.value)


def test_an_empty_file_says_nothing(tmp_path):
    (tmp_path / FILE).touch()
    assert read_class_file(tmp_path) == AS_IN_COURSE


def test_the_guides_sample_can_be_used(refused, tmp_path):
    guide = (ROOT / "docs" / "class-file.md").read_text(encoding="utf-8")
    lines = [line[4:] for line in guide.splitlines() if line.startswith("    ") or not line]
    (tmp_path / "pictures/logo.png").write_bytes(b"\x89PNG\r\n")
    assert refused(tomllib.loads("\n".join(lines))) == ""
    rows = re.findall(r"^\| `\[?(\w+)[^`]*` \|", guide, re.MULTILINE)
    assert rows == list(ClassFile.__dataclass_fields__)
