"""The wheel holds the whole course, few packages suffice for it, and every lesson runs on them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from grader.exercises import CHAPTERS
from tests.light.programs import run

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = ROOT / "tests" / "light" / "lessons.py"
FIRST_CHECK = ROOT / "tests" / "light" / "first_check.py"
LACKING = "tensorflow,tensorboard,nbgrader,nbformat,nbconvert,sklearn,distributed,psutil,jupyterlab"
MOST_PACKAGES = 25
MOST_MEGABYTES = 350


@pytest.fixture(scope="module")
def site(wheel, tmp_path_factory):
    """The wheel, unpacked where Python finds it."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.mark.slow
def test_the_wheel_holds_the_course(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for folder in ("notebooks", "translations/zh_CN/notebooks", "data"):
        for path in (ROOT / folder).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            hidden = any(part.startswith((".", "__pycache__")) for part in Path(name).parts)
            if path.is_file() and not hidden:
                assert f"grader/course/{name}" in names
    assert not [name for name in names if "\\" in name or "__pycache__" in name]


@pytest.mark.sampled(0, ci=1)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapters_lessons_print_what_they_print_in_the_checkout(chapter, site, tmp_path):
    run(sys.executable, "-c", COPIES, folder=tmp_path, PYTHONPATH=str(site))
    for path in sorted((tmp_path / chapter).glob("*.ipynb")):
        light = run(sys.executable, PROGRAM, path, LACKING, folder=tmp_path, PYTHONPATH=str(site))
        checkout = {"PYTHONPATH": str(ROOT), "GRADER_BACKEND": "engine"}
        whole = run(sys.executable, PROGRAM, path, folder=tmp_path, **checkout)
        # Times and memory differ from run to run, and so do addresses: numbers are left out.
        assert re.sub(r"0x\w+|[\d.,]+", "#", light) == re.sub(r"0x\w+|[\d.,]+", "#", whole)


COPIES = """
import sys
sys.modules["jupyterlab"] = None
from grader.cli import main
main(["lab", "--in", "."])
"""


def pythons() -> list[str]:
    """The Pythons of this machine that a reader may have."""
    names = [f"python3.{minor}" for minor in range(11, 15)]
    started = [name for name in names if shutil.which(name) and starts(name)]
    return started or [sys.executable]


def starts(name: str) -> bool:
    """Whether it is more than the stand-in of a program that manages Pythons."""
    return subprocess.run([name, "-c", "import ensurepip"], capture_output=True).returncode == 0


@pytest.mark.sampled(0, ci=0)
@pytest.mark.network
@pytest.mark.parametrize("python", pythons())
def test_an_empty_python_becomes_a_readers_with_few_packages(python, wheel, tmp_path):
    told = run(python, FIRST_CHECK, wheel, folder=tmp_path, seconds=1800)
    print(told)
    packages, megabytes = counted(told)
    assert packages <= MOST_PACKAGES and megabytes <= MOST_MEGABYTES, told


def counted(told: str) -> tuple[int, int]:
    """The packages and megabytes of a reader without a front end, in the last line of first_check.py."""
    found = re.search(r": (\d+) packages, (\d+) MB; with JupyterLab ", told)
    assert found, told
    return int(found[1]), int(found[2])


def test_the_line_of_a_first_check_is_understood():
    line = "Python 3.12: 24 packages, 214 MB; with JupyterLab 110, 382 MB; 40 s to install them, 60 s to"
    assert counted(line) == (24, 214)
