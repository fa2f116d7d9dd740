"""The command: help, exit codes, and what it leaves behind."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from grader.classroom.publishing.pages import stale_pages
from grader.cli import COMMANDS, main
from grader.places import NOTEBOOKS, SOLUTIONS
from tests import layers


def run(*arguments: object):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name):
    done = run(name, "--help")
    assert done.exit_code == 0
    assert f"Example: grader {name}" in done.output


def test_help_loads_nothing_heavy():
    code = (
        "import sys\nfrom grader.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "heavy = {'numpy', 'nbgrader', 'rich', 'nbformat', 'tensorflow'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    started = time.monotonic()
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    assert time.monotonic() - started < 5


def test_the_version_is_shown():
    assert run("--version").output.startswith("grader ")


def test_a_mistyped_command_names_the_nearest():
    done = run("autograd")
    assert done.exit_code == 2 and "Did you mean 'autograde'?" in done.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("autograde", "99-none", "--course", "."), "no chapter '99-none'"),
        (("autograde", "02-sessions", "--course", "/nowhere"), "there is no folder /nowhere"),
        (("check", "/nowhere/graphs.ipynb"), "there is no file /nowhere/graphs.ipynb"),
        (("release", "99-none"), "no chapter '99-none'"),
        (("demo", "--chapter", "99-none", "--out", "nowhere"), "no chapter '99-none'"),
        (("feedback", "02-sessions", "--course", "/nowhere"), "there is no folder /nowhere"),
        (("report", "02-sessions", "--course", "/nowhere"), "there is no folder /nowhere"),
        (("report", "01-graphs", "--course", "."), "nothing has been graded for '01-graphs'"),
        (("export", "01-graphs", "--for", "canvas", "--course", "/nowhere"), "there is no folder"),
        (
            ("export", "01-graphs", "--for", "moodle", "--course", "."),
            "nothing has been graded for '01-graphs'",
        ),
        (("export", "01-graphs", "--for", "paper"), "'paper' is not one of"),
        (("regrade", "graphs/polynomial", "--course", "/nowhere"), "there is no folder /nowhere"),
        (("lab", "--root", "/nowhere"), "there is no folder /nowhere"),
    ],
)
def test_what_is_not_there_is_said_with_exit_code_2(arguments, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert done.exit_code == 2
    assert told in " ".join(done.output.split())
    assert not (tmp_path / "nowhere").exists()


def test_a_course_without_submissions_is_said(tmp_path):
    done = run("autograde", "02-sessions", "--course", tmp_path)
    assert done.exit_code == 2 and "put each notebook into" in " ".join(done.output.split())


CHAPTERS = sorted({path.parent.name for path in SOLUTIONS.glob("*/*.ipynb")})


@pytest.mark.sampled(2, ci=4)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_notebooks_are_what_solutions_generate(chapter):
    """If this fails: run `grader release` and commit notebooks/."""
    done = run("release", chapter, "--check")
    assert done.exit_code == 0, done.output


def test_pages_are_what_their_texts_generate():
    """If this fails: run `grader release` and commit notebooks/."""
    assert stale_pages(NOTEBOOKS) == []


def test_no_release_holds_a_solution():
    for path in NOTEBOOKS.glob("*/*.ipynb"):
        text = path.read_text(encoding="utf-8")
        assert "SOLUTION" not in text and "MARK SCHEME" not in text
        for cell in json.loads(text)["cells"]:
            assert not cell.get("outputs"), path


# One that a witness judges: it runs TensorFlow in a process of its own.
CHOSEN = CHAPTERS if layers.WHOLE else ["02-sessions"]


@pytest.mark.slow
@pytest.mark.parametrize("chapter", CHOSEN)
def test_solutions_get_full_points_and_untouched_releases_none(chapter, tmp_path):
    """With TensorFlow; tests/exercises/test_nbgrader.py grades all of them on the engine.

    What the cells of every chapter get in TensorFlow is in tests/exercises/test_solutions.py.
    """
    for folder, full in ((SOLUTIONS, True), (NOTEBOOKS, False)):
        path = sorted((folder / chapter).glob("*.ipynb"))[0]
        out = tmp_path / f"{full}.json"
        done = run("check", path, "--json", out, "--backend", "tensorflow")
        assert done.exit_code == 0, done.output
        (entry,) = json.loads(out.read_text())
        assert entry["chapter"] == chapter and entry["status"] == "graded"
        assert entry["points"] == (entry["max_points"] if full else 0), done.output
        assert not (full and entry["flags"]), done.output
        assert entry["max_points"] > 0


def test_a_rejected_notebook_ends_with_exit_code_1(tmp_path):
    path = tmp_path / "1-recipes.ipynb"
    path.write_text("{")
    done = run("check", path, "--json", tmp_path / "out.json", "--backend", "engine")
    assert done.exit_code == 1
    (entry,) = json.loads((tmp_path / "out.json").read_text())
    assert entry["status"] == "rejected" and "truncated" in entry["message"]


@pytest.mark.slow
def test_a_demo_grades_its_class_and_names_its_mistakes(tmp_path):
    out = tmp_path / "demo"
    arguments = ("demo", "--students", 4, "--chapter", "02-sessions", "--out", out)
    done = run(*arguments, "--backend", "engine")
    assert done.exit_code == 0, done.output
    rows = {row["kind"]: row for row in json.loads((out / "summary.json").read_text())}
    assert rows["right"]["points"] == rows["right"]["max_points"]
    assert rows["wrong"]["named"] == rows["wrong"]["planted"] >= 2
    assert 0 < rows["half-done"]["points"] < rows["half-done"]["max_points"]
    assert rows["tampered"]["flags"] and rows["tampered"]["points"] < rows["tampered"]["max_points"]
    for name in ("gradebook.db", "grades.csv", "autograded", "feedback"):
        assert (out / name).exists()
    mine = out / "submitted/amara/02-sessions/1-shelves.ipynb"
    mine.write_text(mine.read_text() + "\n")
    again = run(
        "demo", "--students", 1, "--chapter", "02-sessions", "--out", out, "--backend", "engine"
    )
    assert "was changed since the demo wrote it; it stays" in " ".join(again.output.split())


def test_a_demo_does_not_touch_a_folder_that_is_not_its_own(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    done = run("demo", "--chapter", "02-sessions", "--out", tmp_path)
    assert done.exit_code == 2 and "not made by a demo" in " ".join(done.output.split())
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
