"""Exercises in a class's own folder: found, checked, tried and graded as the course's are."""

from __future__ import annotations

import json
import shutil

import nbformat
import pytest
from click.testing import CliRunner

from grader.authoring.edits import managed
from grader.classroom.workers import code_version
from grader.cli import main
from grader.exercises import find
from grader.exercises.own import VARIABLE
from grader.exercises.sources import answers_to
from tests.exercises.answering import judged, module_of

CHAPTER, ID = "11-lessons", "lessons/running-total"


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """A folder with one exercise: the sample of `grader new-exercise`."""
    root = tmp_path_factory.mktemp("own")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(root))
        done = begun(f"{CHAPTER}/running-total", "--points", "3")
    assert done.exit_code == 0, done.output
    return root


def begun(*arguments):
    return CliRunner().invoke(main, ["new-exercise", "--own", *arguments])


@pytest.fixture
def own(template, tmp_path, monkeypatch):
    root = shutil.copytree(template, tmp_path / "exercises")
    monkeypatch.setenv(VARIABLE, str(root))
    answers_to.cache_clear()
    return root / CHAPTER / "running_total"


def test_it_is_found_and_its_answers_are_judged(own):
    for answer in answers_to(ID):
        verdict = judged(find(ID), answer.source, b"seed", module_of("engine"))
        assert verdict.full is answer.right
        assert verdict.misconception == answer.misconception


def test_its_cells_are_a_notebook_to_copy(own):
    cells = nbformat.read(own / "cells.ipynb", 4).cells
    parts = [f"running-total-{part}" for part in ("question", "solution", "check")]
    assert [one.id for one in cells] == ["imports", *parts]
    # As it is, it is the chapter's notebook: its first cell imports what the others use.
    assert "check" in cells[0].source and "tf" in cells[0].source
    assert cells[-1].source == f'check("{ID}", running_total)'
    assert cells[-1].metadata.nbgrader.points == 3


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([ID], "already exists"),
        (["lessons/more", "--after", "running-total"], "in the order of their names"),
        (["12-graphs/more"], "no chapter of the course is called like it"),
        (["nowhere/more"], "a new one begins with a number"),
    ],
)
def test_what_cannot_be_begun_is_said(own, arguments, told):
    done = begun(*arguments)
    assert done.exit_code == 2 and told in " ".join(done.output.split())
    assert [path.name for path in own.parent.iterdir()] == ["running_total"]


def test_without_a_folder_none_is_begun(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    assert f"{VARIABLE} names no folder" in begun("11-lessons/more").output


def test_without_the_folder_it_is_unknown(own, monkeypatch):
    monkeypatch.delenv(VARIABLE)
    with pytest.raises(LookupError, match="there is no exercise 'lessons/running-total'"):
        find(ID)


def test_a_file_that_defines_another_exercise_is_named(own):
    (own / "exercise.py").write_text("")
    with pytest.raises(LookupError, match="should define the exercise 'lessons/running-total'"):
        find(ID)


def test_what_decides_its_grade_is_its_judge_and_not_an_answer_of_the_tests(own):
    def version():
        answers_to.cache_clear()
        return code_version.code_versions.__wrapped__(CHAPTER)

    before = version()
    with (own / "answers.py").open("a") as file:
        file.write("\n\n# %% wrong another like=as-written\n# -     new = kept + weight * x\n"
                   "# +     new = kept - weight * x\n")  # fmt: skip
    assert version() == before
    with (own / "exercise.py").open("a") as file:
        file.write("# a new line\n")
    assert version() == before
    with (own / "exercise.py").open("a") as file:
        file.write("NEW = 1\n")
    assert {key for key, value in version().items() if before[key] != value} == {ID}


@pytest.mark.slow
def test_a_class_is_graded_with_it(own, tmp_path):
    course = tmp_path / "course"
    right, wrong = (answers_to(ID)[place].source for place in (0, -2))
    for place, source in (("source", right), ("submitted/ann", right), ("submitted/ben", wrong)):
        path = course / place / CHAPTER / "lessons.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(notebook(source), path)
    results = tmp_path / "results.json"
    arguments = ["autograde", CHAPTER, "--course", course, "--backend", "engine", "--workers", 1]
    arguments += ["--no-feedback", "--json", results]
    done = CliRunner().invoke(main, [str(one) for one in arguments])
    assert done.exit_code == 0, done.output
    found = {one["student"]: one["points"] for one in json.loads(results.read_text())}
    assert found == {"ann": 3, "ben": 0}


def notebook(source):
    """A chapter with one exercise."""
    whole = nbformat.v4.new_notebook()
    whole.cells = [
        nbformat.v4.new_code_cell("from grader.notebook import tf, np, check", id="imports"),
        nbformat.v4.new_code_cell(
            f"### BEGIN SOLUTION\n{source}\n### END SOLUTION",
            id="answer",
            metadata={"nbgrader": managed("running-total-answer", solution=True)},
        ),
        nbformat.v4.new_code_cell(
            f'check("{ID}", running_total)',
            id="check",
            metadata={"nbgrader": managed("running-total", points=3)},
        ),
    ]
    return whole
