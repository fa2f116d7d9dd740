"""Lists of students are read as spreadsheets and learning management systems write them, or named by line."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader.class_list import ListError, read_list
from grader.places import ROOT

ANN = {"first_name": "Anne", "last_name": "Müller", "email": "anne@x.org", "lms_user_id": "77"}
NAMES = ("id", *ANN)
TABLE = [[*NAMES], ["ann", *ANN.values()], ["ben", "", "Öz", "", ""]]
WANTED = {"ann": ANN, "ben": dict.fromkeys(ANN) | {"last_name": "Öz"}}


def text(sign=",", end="\r\n", rows=TABLE):
    return "".join(sign.join(row) + end for row in rows)


def read(folder: Path, data: bytes | str):
    path = folder / "students.csv"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return read_list(path)


@pytest.mark.parametrize(
    "data",
    [
        text(),
        "\ufeff" + text(),  # "CSV UTF-8" of Excel
        text(";"),
        text(";").encode("cp1252"),  # "CSV" of Excel in Europe
        text("\t").encode("utf-16"),  # "Unicode Text" of Excel
        text("\t").encode("utf-16-be"),
        "\ufeffsep=;\r\n" + text(";"),
        text("|", "\n"),
        text(end="\r"),  # old Macs
        "\r\n,,,,\r\n" + text() + ",,,,\r\n\r\n",
        text(rows=[[one.upper().replace("_", " ") + " " for one in NAMES], *TABLE[1:]]),
        text(
            rows=[
                ["User-Name", "First Name", "Surname", "E-Mail address", "LMS user ID"],
                *TABLE[1:],
            ]
        ),
        text(rows=[["Benutzername", "Vorname", "Nachname", "E-Mail", "Canvas ID"], *TABLE[1:]]),
        text(rows=[TABLE[0], *([*row, ""] for row in TABLE[1:])]),
        text(rows=[["notes", *NAMES], *(["x", *row] for row in TABLE[1:])]),
        text(rows=[[f'"{one}"' for one in row] for row in TABLE]),
    ],
)
def test_a_list_is_read_whatever_wrote_it(tmp_path, data):
    found = read(tmp_path, data)
    assert found.students == WANTED and found.left_out == ()


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16"])
def test_a_chinese_list_is_read(tmp_path, encoding):
    data = "学号,姓名,电子邮件\nliwei,李 伟,li@x.org\nwang,王小明,\n".encode(encoding)
    assert read(tmp_path, data).students == {
        "liwei": {"first_name": "李", "last_name": "伟", "email": "li@x.org"},
        "wang": {"first_name": None, "last_name": "王小明", "email": None},
    }


EXPORTS = {
    "Canvas": "Student,ID,SIS User ID,SIS Login ID,Section\n"
    '    Points Possible,,,,\n"Müller, Anne",77,S1,ann,A\n',
    "Brightspace": "OrgDefinedId,Username,Last Name,First Name,Email,End-of-Line Indicator\n"
    "#123,#ann,Müller,Anne,anne@x.org,#\n",
    "Blackboard": '"Last Name"\t"First Name"\t"Username"\t"Student ID"\n"Müller"\t"Anne"\t"ann"\t"1"\n',
}


@pytest.mark.parametrize("system", EXPORTS)
def test_an_export_of_a_system_is_read(tmp_path, system):
    found = read(tmp_path, EXPORTS[system].encode("utf-16" if system == "Blackboard" else "utf-8"))
    assert found.left_out == ()
    ((student, about),) = found.students.items()
    assert (student, about["first_name"], about["last_name"]) == ("ann", "Anne", "Müller")
    assert about.get("lms_user_id") == ("77" if system == "Canvas" else None)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (",Cem,Ay,,", "there is no id"),
        ("cem,Cem,Ay, Jr.,cem@x.org,", "6 fields instead of 5"),
        ("ann,Other,Ann,,", "'ann' is there twice"),
        ("../cem,Cem,,,", "'../cem' cannot be the name of a folder"),
        (".cem,Cem,,,", "'.cem' cannot be"),
        ("cem,Cem,,,1.23E+08", "has shortened a number to 1.23E+08"),
        ('"1,23E+08",Cem,,,', "has shortened a number to 1,23E+08"),
    ],
)
def test_a_line_that_cannot_be_used_is_named_and_the_others_are_read(tmp_path, row, told):
    found = read(tmp_path, text(end="\n", rows=TABLE[:2]) + "\n" + row + "\n" + ",".join(TABLE[2]))
    assert found.students == WANTED
    (sentence,) = found.left_out
    assert sentence.startswith(f"{tmp_path}/students.csv, line 4: ") and told in sentence


def test_a_student_who_is_there_twice_with_the_same_data_is_one(tmp_path):
    found = read(tmp_path, text(rows=[*TABLE, TABLE[1]]))
    assert found.students == WANTED and found.left_out == ()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("", "is empty"),
        ("\n,,\n", "is empty"),
        ("ann\nben\n", r"line 1: found the columns 'ann'; .*id,first_name"),
        ("\nFirst name,Mail\nAnne,x\n", r"line 2: found the columns 'First name', 'Mail'; "),
        (b"PK\x03\x04" + bytes(50), "is a workbook"),
        (b"\xd0\xcf\x11\xe0" + bytes(50), "is a workbook"),
        (bytes(range(256)) * 3, "line "),
        ("id\n" + "x" * 200_000 + "\n", "line 2"),
        ("\ud800".encode("utf-16", "surrogatepass") + b"\0", "line 1"),
    ],
)
def test_what_is_no_list_is_said_in_one_sentence(tmp_path, data, told):
    with pytest.raises(ListError, match=told) as refused:
        read(tmp_path, data)
    assert str(refused.value).startswith(f"{tmp_path}/students.csv")
    assert "\n" not in str(refused.value)


def test_a_list_that_is_not_there_is_said(tmp_path):
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(ListError, match=re.escape(f"{path} cannot be read")):
            read_list(path)


def test_it_is_read_where_the_course_is_not_installed(tmp_path):
    (tmp_path / "class_list.py").write_bytes((ROOT / "grader" / "class_list.py").read_bytes())
    (tmp_path / "students.csv").write_text("id\nann\n")
    code = "import class_list, pathlib; print(*class_list.read_list(pathlib.Path('students.csv')).students)"
    command = [sys.executable, "-S", "-c", code]
    environment = {"PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "ann\n"
