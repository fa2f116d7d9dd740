"""The wheel for a class: its notebooks run with it, and nothing of the judge is in it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
# `check` on a right answer, then the rest of what a notebook imports.
USE = """
import grader
from grader.notebook import check, hint, progress, show, tf

assert check("graphs/polynomial", lambda x, y: 2 * x * x * y - y + 5) is None
assert hint("graphs/polynomial") is None and progress() is None
with tf.Session() as session:
    print(session.run(tf.constant(40) + 2), grader.__file__)
"""


@pytest.mark.slow
def test_a_class_gets_what_its_notebooks_need_and_no_answers(wheel, tmp_path):
    build = [sys.executable, str(ROOT / "setup" / "backend.py"), "--students", str(tmp_path)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (students,) = tmp_path.glob("*.whl")
    assert done.stdout.startswith(f"{students}\n")
    with zipfile.ZipFile(students) as archive:
        archive.extractall(tmp_path / "site")
        sums = {one.filename: one.CRC for one in archive.infolist()}
    with zipfile.ZipFile(wheel) as archive:
        course = {one.filename: one.CRC for one in archive.infolist()}
    names = [name for name in sums if ".dist-info/" not in name]
    assert {name: course[name] for name in names} == {name: sums[name] for name in names}
    rooms = {name.split("/")[1] for name in names if name.startswith("grader/")}
    for room in ("exercises", "judging", "classroom", "sandbox", "authoring", "prose", "cli"):
        assert room not in rooms
    assert {"engine", "evidence", "pictures", "notebook.py", "languages"} <= rooms
    assert {name.split("/")[2] for name in names if name.startswith("grader/course/")} == {"data"}
    told = [name for name in names if "/graphs.mo" in name or "/graphs.po" in name]
    assert told == []  # there are hints and named mistakes
    about = (next((tmp_path / "site").glob("*.dist-info")) / "METADATA").read_text()
    assert "Requires-Dist: nbgrader" in about and "Requires-Dist: distributed" not in about
    always = [
        line for line in about.splitlines() if line.startswith("Requires-Dist") and ";" not in line
    ]
    assert any("numpy" in line for line in always) and not any(
        "jupyterlab" in line for line in always
    )

    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "GRADER_BACKEND": "engine"}
    done = subprocess.run(
        [sys.executable, "-c", USE],
        cwd=tmp_path,
        env={**environment, "GRADER_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "graphs/polynomial: judged outside this notebook."
    assert lines[1].endswith("your points are at the top of its feedback page.")
    assert lines[2].startswith("42 ") and str(tmp_path) in lines[2]
