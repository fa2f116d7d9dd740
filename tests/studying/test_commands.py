"""The commands of a reader who studies alone."""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.studying.resetting import KEPT
from tests.studying.chapter import NAME, answer, edit, text, told


def run(name: str, *arguments: object):
    command = importlib.import_module(f"grader.cli.{name}").command
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


@pytest.fixture
def course(place, monkeypatch):
    from grader import places

    release, work = place
    monkeypatch.setattr(places, "ROOT", release.parent)
    monkeypatch.setattr(places, "NOTEBOOKS", release)
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda program, arguments: started.append(arguments))
    monkeypatch.chdir(release.parent)
    return release, work, started


def test_lab_opens_the_working_copies_at_what_is_next(course):
    release, work, started = course
    (release / "index.ipynb").write_text(text())
    assert run("lab", "--no-browser").exit_code == 0
    assert f"--ServerApp.root_dir={work}" in started[0]
    assert "--LabApp.default_url=/lab/tree/index.ipynb" in started[0]
    assert (work / NAME).is_file() and (work / "index.ipynb").is_file()
    (work / ".grader/progress.jsonl").write_text(
        json.dumps(
            {"exercise": "graphs/polynomial", "points": 2, "time": "2026-01-01T00:00:00+00:00"}
        )
    )
    done = run("lab", "--no-browser")
    assert f"--LabApp.default_url=/lab/tree/{NAME}" in started[1]
    assert "Next: graphs/two-graphs" in done.output


@pytest.mark.slow
def test_what_lab_starts_is_jupyterlab(course):
    _, _, started = course
    run("lab", "--no-browser")
    command = [sys.executable, *started[0][1:3], "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == importlib.metadata.version("jupyterlab")


def test_for_another_program_lab_only_makes_the_copies(course):
    _, work, started = course
    done = run("lab", "--no-lab")
    assert done.exit_code == 0 and started == []
    assert (work / NAME).is_file()
    assert f"Your notebooks are in {work}" in done.output and sys.executable in done.output


def test_lab_with_a_root_opens_it_as_it_is(course):
    release, work, started = course
    assert run("lab", "--no-browser", "--root", release).exit_code == 0
    assert f"--ServerApp.root_dir={release}" in started[0] and not work.exists()
    assert f"--LabApp.default_url=/lab/tree/{NAME}" in started[0]


def test_reset_says_where_the_old_text_is(course):
    release, work, _ = course
    done = run("reset", "graphs/polynomial")
    assert done.exit_code == 2 and "get it with: grader lab" in " ".join(done.output.split())
    told(release, work)
    edit(work / NAME, answer)
    done = run("reset", "graphs/polynomial")
    (kept,) = (work / KEPT).iterdir()
    assert done.exit_code == 0 and f"kept in {kept}" in done.output.replace("\n", "")
    assert run("reset", "graphs/nothing").exit_code == 2


def test_working_copies_are_kept_out_of_git():
    lines = (Path(__file__).parents[2] / ".gitignore").read_text().splitlines()
    assert "work/*" in lines


def test_a_start_without_news_loads_nothing_heavy(place):
    """`make lab` is quick the second time: what reads notebooks is loaded when there is an update."""
    release, work = place
    told(release, work)
    code = (
        "import sys, pathlib\nfrom grader.cli import lab\n"
        "from grader.classroom.nbgrader.environment import prepare_environment\n"
        "from grader.studying.copies import update_copies\n"
        "update_copies(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), print)\n"
        "heavy = {'nbgrader', 'nbformat', 'tensorflow'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code, release, work], check=True)
