"""Exercises in a class's own folder: found, checked, tried and graded as the course's are."""

from __future__ import annotations

import json
import shutil

import nbformat
import pytest
from click.testing import CliRunner

from grader.authoring import ExerciseSpec
from grader.authoring.edits import managed
from grader.authoring.skeleton import _fill
from grader.classroom.workers import job
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
    folder = root / CHAPTER / "running_total"
    folder.mkdir(parents=True)
    spec = ExerciseSpec(CHAPTER, "running-total", "A running total", 3, "build", 0)
    for name in ("exercise.py", "answers.py"):
        (folder / name).write_text(_fill(spec, name))
    return root


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
        return job.code_version.__wrapped__(CHAPTER)

    before = version()
    with (own / "answers.py").open("a") as file:
        file.write("\n\n# %% wrong another like=as-written\n# -     total = tf.Variable(0.0)\n"
                   "# +     total = tf.Variable(2.0)\n")  # fmt: skip
    assert version() == before
    with (own / "exercise.py").open("a") as file:
        file.write("# a new line\n")
    assert version() != before


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
