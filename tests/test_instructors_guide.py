"""The instructors' guide: all commands that it shows are run, in their order, in one class."""

from __future__ import annotations

import csv
import getpass
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grader.places import ROOT

GUIDE = (ROOT / "docs" / "instructors.md").read_text(encoding="utf-8")
HOUR, TERM = GUIDE.split("\n## Set up\n")
BIN = Path(sys.executable).parent
PROGRAMS = "grader|nbgrader|make|jupyter|git|python3?|cp|mkdir|chmod|cd|source"
# In a line of its own, or between backticks in a sentence or a table.
COMMAND = re.compile(
    rf"^    ((?:sudo )?(?:\.venv/bin/)?(?:{PROGRAMS}) [^#\n]*)|`((?:{PROGRAMS})\s[^`]+)`",
    re.MULTILINE,
)
# What other tests run, by its beginning.
ELSEWHERE = {
    "git clone": "tests/test_setup.py",
    "git pull": "an update of the clone",
    "make ": "tests/test_setup.py, tests/light, tests/classroom/runs/test_demo.py",
    "jupyter lab": "tests/browser",
    "cd demo": "tests/browser",
    "python benchmarks/": "a measurement",
    "sudo ": "make hub-test",
    "cp deploy/": "make hub-test",
    "nbgrader release_assignment 01-graphs --Course": "a class whose class.toml names a language",
}
ONLY_NAMES = {
    "grader autograde",
    "grader collect",
    "grader lab/watch/reset",
    "grader regrade --dry-run",
    "nbgrader generate_assignment",
    "nbgrader release_feedback",
}
STUDENTS = """\
id,first_name,last_name,email,lms_user_id
ada,Ada,Byron,ada@example.org,1
ben,Ben,Okri,ben@example.org,2
liwei,Wei,Li,liwei@example.org,3
"""
NAMES = {
    "SYSTEM": "moodle",
    "zip_collect 01-graphs": "zip_collect 01-graphs --force",  # as the guide says below
    "release_feedback 01-graphs": f"release_feedback 01-graphs --student {getpass.getuser()}",
    "check FILE": "check source/01-graphs/2-reading.ipynb",
    "check 1-recipes": "check submitted/ben/01-graphs/1-recipes",
}


def commands(text: str) -> list[str]:
    """The commands in a text, in their order."""
    return [" ".join((line or inline).split()) for line, inline in COMMAND.findall(text)]


class Class:
    """A class in a home of its own, and one student who uses its exchange."""

    def __init__(self, home: Path):
        self.home = home
        self.folder = home / "graphs-class"

    def run(self, script: str, folder: Path) -> str:
        """What a script prints, which must end well."""
        ran = subprocess.run(
            ["bash", "-e", "-c", script],
            env={
                **os.environ,
                "HOME": str(self.home),
                "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
                "GRADER_BACKEND": "engine",  # quicker
            },
            cwd=folder,
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, f"{script}\n{ran.stdout[-3000:]}{ran.stderr[-3000:]}"
        return ran.stdout

    def student(self, name: str) -> Path:
        """A folder in which the exchange's user works."""
        folder = self.home / name
        folder.mkdir()
        shutil.copy(self.folder / "nbgrader_config.py", folder)
        config = folder / "nbgrader_config.py"
        text = config.read_text().replace('CLASS / "exchange"', f'"{self.folder / "exchange"}"')
        config.write_text(text + f"c.CourseDirectory.root = {str(folder)!r}\n")
        return folder

    def prepare(self, command: str) -> None:
        """What the guide's reader would have done before a command."""
        if command.startswith("nbgrader db student import"):
            who = f"{getpass.getuser()},Uma,User,uma@example.org,4\n"  # of the exchange
            (self.folder / "students.csv").write_text(STUDENTS + who)
        if command.startswith("nbgrader collect"):
            both = "nbgrader fetch_assignment 01-graphs; nbgrader submit 01-graphs"
            self.run(both, self.student("early"))
        if command.startswith("grader collect 01-graphs"):
            (self.home / "Downloads").mkdir()
            answers = self.home / "liwei"
            shutil.copytree(self.folder / "source" / "01-graphs", answers)
            shutil.make_archive(str(self.home / "Downloads/submissions"), "zip", self.home, "liwei")
        if command.startswith("grader release my-lab"):
            shutil.copytree(self.folder / "source/01-graphs", self.folder / "source/my-lab")
            settings = self.folder / "class.toml"
            settings.write_text(
                settings.read_text().replace("chapters = [", 'chapters = ["my-lab",')
            )

    def follow(self, command: str) -> None:
        """Runs a command as the guide means it."""
        self.prepare(command)
        for name, meant in NAMES.items():
            command = command.replace(name, meant)
        if "restore 2027" in command:
            day = time.strftime("%Y-%m-%d")
            command = re.sub(r"\d{4}-\d\d-\d\d", day, command)
        place = self.folder
        if re.match("nbgrader (fetch_|submit)", command):
            place = self.home / "later"
            place = place if place.is_dir() else self.student("later")
        if "new-class" in command:
            place = ROOT
        self.run(command, place)


@pytest.fixture(scope="module")
def after_an_hour(tmp_path_factory):
    """The class that the first hour leaves."""
    own = Class(tmp_path_factory.mktemp("home"))
    installing, rest = commands(HOUR)[:3], commands(HOUR)[3:]
    assert [line.split()[0] for line in installing] == ["git", "make", "source"]
    assert rest.pop() == "jupyter lab"
    own.run("\n".join(rest), ROOT)
    return own


@pytest.mark.slow
def test_the_first_hour_goes_as_the_guide_says(after_an_hour):
    folder = after_an_hour.folder
    for path in re.findall(r"(?:reports|exports|feedback)/[\w./-]+\w", HOUR):
        assert (folder / path).is_file(), path
    (table,) = (folder / "exports").glob("*.csv")
    with table.open(encoding="utf-8-sig", newline="") as file:
        grades = {row["student_id"]: row for row in csv.DictReader(file)}
    assert set(grades) == {"ada", "ben"}
    assert float(grades["ada"]["score"]) > 20 > 1 > float(grades["ben"]["score"])


@pytest.mark.sampled(0, ci=0)
def test_the_commands_of_the_term_work_in_their_order(after_an_hour):
    done, failed = [], []
    for command in commands(TERM):
        if command in ONLY_NAMES or command.startswith(tuple(ELSEWHERE)):
            continue
        done.append(command)
        try:
            after_an_hour.follow(command)
        except AssertionError as error:
            failed.append(str(error))
    assert not failed, "\n".join(failed)
    assert len(done) > 30
    graded = {path.parent.name for path in after_an_hour.folder.glob("autograded/*/01-graphs")}
    assert {"ada", "ben", "liwei"} < graded  # and who used the exchange
