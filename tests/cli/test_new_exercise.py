"""`grader new-exercise`: what it makes works at once, and nothing that was there is replaced."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.authoring import AuthoringError, Change, changes_for, edits, specify, write
from grader.cli import main
from grader.places import ROOT

# ----------------------------------------------------------------------- a copy of the course

MAKE = """
from click.testing import CliRunner
from grader.cli import main

for arguments in (
    ["graphs/three-x", "--title", "Build 3x + 2", "--after", "polynomial", "--row", "G1"],
    ["11-mine/first-steps", "--kind", "call", "--points", "3"],
):
    done = CliRunner().invoke(main, ["new-exercise", *arguments])
    assert done.exit_code == 0, done.output
    print(done.output)
"""

TRY = """
import json, sys
from pathlib import Path
from click.testing import CliRunner
from grader.cli import main
from grader.exercises import find
from grader.exercises.answers import answers
from tests.exercises.answering import judged, module_of

told = {"judged": [], "results": None}
tf = module_of("engine")
for chapter, name in (("01-graphs", "graphs/three-x"), ("11-mine", "mine/first-steps")):
    exercise = find(name)
    for answer in answers(chapter):
        if answer.exercise == name:
            for seed in (b"one", b"two"):
                verdict = judged(exercise, answer.source, seed, tf)
                told["judged"].append(
                    [name, answer.name, answer.right, verdict.full,
                     answer.misconception, verdict.misconception]
                )

def run(*arguments):
    done = CliRunner().invoke(main, [str(one) for one in arguments])
    assert done.exit_code == 0, done.output

run("release", "11-mine")
course = Path(sys.argv[1])
for student, root in (("solved", "solutions"), ("untouched", "notebooks")):
    folder = course / "submitted" / student / "11-mine"
    folder.mkdir(parents=True)
    folder.joinpath("mine.ipynb").write_bytes(Path(root, "11-mine", "mine.ipynb").read_bytes())
run("autograde", "11-mine", "--course", course, "--backend", "engine", "--workers", 1,
    "--no-feedback", "--json", course / "results.json")
told["tried"] = CliRunner().invoke(main, ["try", "graphs/three-x", "--draws", "3"]).output
told["results"] = json.loads((course / "results.json").read_text())
Path(sys.argv[2]).write_text(json.dumps(told))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the course in which two exercises were begun, one of them in a new chapter."""
    root = tmp_path_factory.mktemp("copy")
    for name in ("grader", "solutions", "tests/exercises"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in (
        "data",
        "docs",
        "nbgrader_config.py",
        "pyproject.toml",
        "tests/conftest.py",
        "tests/layers.py",
    ):
        (root / name).symlink_to(ROOT / name)
    run(root, MAKE)
    return root


def run(root: Path, code: str, *arguments: object) -> str:
    environment = {**os.environ, "PYTHONPATH": str(root), "GRADER_BACKEND": "engine"}
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.sampled(0, ci=0)
def test_its_answers_are_judged_and_a_submission_is_graded(copy, tmp_path):
    told = tmp_path / "told.json"
    run(copy, TRY, tmp_path / "class", told)
    found = json.loads(told.read_text())
    assert len(found["judged"]) == 2 * (12 + 12)
    for exercise, name, right, full, expected, named in found["judged"]:
        assert full is right and named == expected, (exercise, name)
    assert found["tried"].endswith("Nothing to mend.\n"), found["tried"]
    points = {result["student"]: result["points"] for result in found["results"]}
    assert points == {"solved": 3, "untouched": 0}
    assert all(result["status"] == "graded" for result in found["results"])
    assert all(result["flags"] == [] for result in found["results"])
    release = (copy / "notebooks" / "11-mine" / "mine.ipynb").read_text(encoding="utf-8")
    assert "SOLUTION" not in release and "Rubric" not in release and "first_steps" in release
    # The last step that `new-exercise` names.
    run(copy, "import pytest; assert pytest.main(['-q', 'tests/exercises', '-k', '11-mine']) == 0")


def test_it_stands_behind_the_exercise_that_was_named(copy):
    notebook = json.loads(
        (copy / "solutions/01-graphs/1-recipes.ipynb").read_text(encoding="utf-8")
    )
    before = json.loads((ROOT / "solutions/01-graphs/1-recipes.ipynb").read_text(encoding="utf-8"))
    new = [cell for cell in notebook["cells"] if cell["id"].startswith("three-x")]
    at = [cell["id"] for cell in notebook["cells"]].index("polynomial-check") + 1
    assert notebook["cells"][at : at + 3] == new and len(new) == 3
    assert [cell for cell in notebook["cells"] if cell not in new] == before["cells"]
    assert "".join(new[0]["source"]).startswith("### Exercise 2: build 3x + 2")
    listed = (copy / "grader/exercises/graphs/__init__.py").read_text(encoding="utf-8")
    assert "    POLYNOMIAL,\n    THREE_X,\n" in listed
    coverage = (copy / "tests/exercises/coverage/running.py").read_text(encoding="utf-8")
    assert '"graphs/three-x": r"three_x",\n' in coverage


def test_a_new_chapter_is_in_the_catalogue_the_coverage_and_the_index(copy):
    for name in ("grader/exercises/catalogue.py", "tests/exercises/coverage/__init__.py"):
        assert '    "11-mine"' in (copy / name).read_text(encoding="utf-8")
    index = (copy / "solutions/index.ipynb").read_text(encoding="utf-8")
    assert "| [11 Mine](11-mine/mine.ipynb) |" in index


def test_what_it_writes_is_in_the_courses_style(copy):
    ruff = Path(sys.executable).with_name("ruff")
    files = [
        "grader/exercises/graphs",
        "grader/exercises/mine",
        "grader/exercises/catalogue.py",
        "tests/exercises/coverage",
    ]
    for command in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        done = subprocess.run(
            [ruff, *command, *files], cwd=copy, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_what_is_wrong_with_an_exercise_is_listed(copy):
    """A right answer that is wrong, a wrong one that is right, and a mistake that another answer makes."""
    answers = copy / "grader/exercises/mine/first_steps/answers.py"
    before = answers.read_text(encoding="utf-8")
    answers.write_text(
        before.replace("# %% wrong does-not-add", "# %% right does-not-add")
        + "\n\n# %% wrong right-after-all from=fed\n",
        encoding="utf-8",
    )
    try:
        told = run(copy, LIST)
    finally:
        answers.write_text(before, encoding="utf-8")
    assert "the right answer does-not-add is rejected" in told
    assert "does-not-add (right) gets 0 points" in told
    assert "right-after-all (wrong) gets 3 points" in told
    assert "To mend: " in told


LIST = """
from click.testing import CliRunner
from grader.cli import main

done = CliRunner().invoke(main, ["try", "mine/first-steps", "--draws", "2", "--no-release"])
assert done.exit_code == 1, done.output
print(done.output)
"""


# ------------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("polynomial",), "write CHAPTER/NAME"),
        (("graphs/Three X",), "write CHAPTER/NAME"),
        (("graphs/" + "x" * 31,), "at most 30 long"),
        (("graphs/polynomial",), "the exercise 'graphs/polynomial' already exists"),
        (("graphs/check",), "a function called 'check'"),
        (("graphs/while",), "a function called 'while'"),
        (("nowhere/first",), "there is no chapter 'nowhere'"),
        (("03-early/first",), "a new chapter comes after"),
        (("98-answers/first",), "'answers' is taken"),
        (("graphs/new", "--points", "0"), "0 points were asked for"),
        (("graphs/new", "--after", "none"), "no exercise 'graphs/none'; available: graphs/poly"),
        (("graphs/new", "--row", "G99"), "no row 'G99'"),
    ],
)
def test_what_cannot_be_made_is_said_and_nothing_is_written(arguments, told):
    before = (ROOT / "grader/exercises/graphs/__init__.py").read_bytes()
    done = CliRunner().invoke(main, ["new-exercise", "--dry-run", *arguments])
    assert done.exit_code == 2 and told in " ".join(done.output.split())
    assert (ROOT / "grader/exercises/graphs/__init__.py").read_bytes() == before


def test_a_dry_run_names_the_files_and_writes_none():
    done = CliRunner().invoke(main, ["new-exercise", "graphs/three-x", "--dry-run"])
    assert done.exit_code == 0 and "three_x/exercise.py would be new" in done.output
    assert not (ROOT / "grader/exercises/graphs/three_x").exists()


def test_a_row_that_nothing_grades_is_left_to_the_author():
    changes, by_hand = changes_for(specify("graphs/three-x", row="G2"), ROOT)
    assert [step.path.name for step in by_hand] == ["running.py"]
    assert not any("coverage" in change.path.parts for change in changes)


# ------------------------------------------------------------------------------- its small edits


def test_an_entry_goes_to_its_place_and_the_rest_stays():
    many = "A = (\n    'x',  # why\n    'y',\n)\n"
    assert (
        edits.with_entry(many, "A", "'z'", 1) == "A = (\n    'x',  # why\n    'z',\n    'y',\n)\n"
    )
    assert edits.with_entry(many, "A", "'z'", 0).startswith("A = (\n    'z',\n    'x',  # why\n")
    assert edits.with_entry("A = (x,)\n", "A", "y", 1) == "A = (\n    x,\n    y,\n)\n"
    with pytest.raises(ValueError, match="not a tuple of at least 3"):
        edits.with_entry(many, "A", "'z'", 3)


def test_an_import_is_put_among_the_sorted_ones():
    source = (
        "from __future__ import annotations\n\nfrom p.b import (\n    B,\n)\nfrom p.d import D\n"
    )
    assert edits.with_import(source, "p.c", "C").endswith(
        ")\nfrom p.c import C\nfrom p.d import D\n"
    )
    assert edits.with_import(source, "p.a", "A").endswith(
        "\n\nfrom p.a import A\nfrom p.b import (\n    B,\n)\nfrom p.d import D\n"
    )


def test_cells_with_names_that_are_taken_are_refused():
    text = (ROOT / "solutions/01-graphs/1-recipes.ipynb").read_text(encoding="utf-8")
    taken = edits.cell("code", "new", "1", nbgrader=edits.managed("polynomial", points=1))
    with pytest.raises(ValueError, match="already has cells called polynomial"):
        edits.with_cells(text, [taken], 1)


def test_after_a_fault_every_file_is_as_it_was(tmp_path):
    (tmp_path / "old.py").write_text("old\n")
    (tmp_path / "file").write_text("in the way of a folder")
    changes = [
        Change(tmp_path / "old.py", "old\n", "new\n"),
        Change(tmp_path / "folder" / "new.py", None, "new\n"),
        Change(tmp_path / "file" / "no.py", None, "new\n"),
    ]
    with pytest.raises(FileExistsError):
        write(changes)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "old.py"]
    assert (tmp_path / "old.py").read_text() == "old\n"


def test_a_file_that_was_changed_meanwhile_is_not_overwritten(tmp_path):
    (tmp_path / "old.py").write_text("somebody else's\n")
    with pytest.raises(AuthoringError, match="was changed in the meantime"):
        write([Change(tmp_path / "old.py", "old\n", "new\n")])
    assert (tmp_path / "old.py").read_text() == "somebody else's\n"
