"""Chapter 02: every answer written for it gets the verdict that it deserves, on both back ends.

The checks that hold for any chapter (points, grade ids, coverage tags) are here for this chapter;
running the whole notebook is in test_notebooks.py.
"""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from grader.evidence import collect_from
from grader.exercises import chapter_exercises
from grader.exercises.answers import answers
from grader.judging import WrongAnswer, draw, judge, observe_answer, to_text

CHAPTER = "02-sessions"
NOTEBOOK = Path(__file__).parents[2] / "solutions" / CHAPTER / "sessions.ipynb"
ROWS = {f"S{number}" for number in range(1, 11)}
EXERCISES = chapter_exercises(CHAPTER)
ANSWERS = answers(CHAPTER)
SEEDS = {"engine": 4, "tensorflow": 1}
WAITS = {"own-session"}  # two seconds for each challenge, at an empty queue


def module_of(back_end):
    if back_end == "engine":
        from grader import engine

        return engine
    tensorflow = pytest.importorskip("tensorflow.compat.v1")
    tensorflow.disable_v2_behavior()
    tensorflow.logging.set_verbosity(tensorflow.logging.ERROR)
    return tensorflow


def judged(exercise, source, seed, tf):
    """The verdict on an answer's source, collected as autograding collects it."""
    namespace = {"tf": tf, "np": np}
    challenge = draw(exercise, seed)
    with tf.Graph().as_default():
        exec(source, namespace)
        data = collect_from(namespace, exercise.answers, challenge, tf)
    assert tf.get_default_session() is None, "the probe left a default session behind"
    return judge(exercise, challenge, data)


@pytest.mark.parametrize("back_end", ["engine", "tensorflow"])
@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: f"{answer.exercise}-{answer.name}")
def test_every_answer_gets_the_verdict_that_it_deserves(answer, back_end):
    tf = module_of(back_end)
    seeds = 1 if answer.name in WAITS else SEEDS[back_end]
    for number in range(seeds):
        verdict = judged(EXERCISES[answer.exercise], answer.source, b"seed %d" % number, tf)
        assert verdict.full is answer.right, to_text(verdict)
        assert verdict.misconception == answer.misconception, to_text(verdict)


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=lambda exercise: exercise.id)
def test_there_are_enough_answers_of_each_kind(exercise):
    mine = [answer for answer in ANSWERS if answer.exercise == exercise.id]
    assert sum(answer.right for answer in mine) >= 5
    assert sum(not answer.right for answer in mine) >= 6
    named = {misconception.name for misconception in exercise.misconceptions}
    assert named <= {answer.misconception for answer in mine}


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=lambda exercise: exercise.id)
def test_no_luck_of_the_draw_makes_two_answers_look_the_same(exercise):
    """The reference and the misconceptions: for every pair, some case tells them apart."""
    for number in range(30):
        challenge = draw(exercise, b"luck %d" % number)
        seen = {"reference": observations(exercise, challenge, exercise.reference)}
        for misconception in exercise.misconceptions:
            seen[misconception.name] = observations(exercise, challenge, misconception.answer)
        for (one, first), (other, second) in combinations(seen.items(), 2):
            assert not same(exercise, first, second), f"{one} and {other}, seed {number}"
        assert same(exercise, seen["reference"], seen["reference"])


def observations(exercise, challenge, answer):
    try:
        return observe_answer(exercise, challenge, answer)
    except WrongAnswer as error:
        return str(error)


def same(exercise, first, second):
    if isinstance(first, str) or isinstance(second, str):
        return first == second
    return all(
        case.agree(one, other)
        for case, one, other in zip(exercise.cases, first, second, strict=True)
    )


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=lambda exercise: exercise.id)
def test_an_answer_that_was_not_begun_earns_nothing(exercise):
    tf = module_of("engine")
    (name,) = exercise.answers
    untouched = f"def {name}(*arguments):\n    raise NotImplementedError\n"
    empty = f"def {name}(*arguments):\n    pass\n"
    for number in range(5):
        for source in (untouched, empty, f"{name} = None", "pass"):
            assert judged(exercise, source, b"seed %d" % number, tf).points == 0


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=lambda exercise: exercise.id)
def test_another_seed_asks_other_questions(exercise):
    texts = {repr(draw(exercise, b"%d" % number)) for number in range(20)}
    assert len(texts) > 15


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=lambda exercise: exercise.id)
def test_an_answer_that_knows_the_shown_case_does_not_get_full_points(exercise):
    """It returns what the visible case of another challenge expects, whatever it is given."""
    tf = module_of("engine")
    (name,) = exercise.answers
    for value in (42, 42.0, [], {}, [1.0, 2.0, 3.0], "x:0", True):
        source = f"def {name}(*arguments):\n    return {value!r}\n"
        assert not judged(exercise, source, b"seed", tf).full


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=lambda exercise: exercise.id)
def test_an_exercise_is_complete(exercise):
    assert len(exercise.misconceptions) >= 2
    assert len(exercise.hints) == 3
    assert sum(case.visible for case in exercise.cases) == 1
    assert exercise.cases[0].gate


# ----------------------------------------------------------------------- what a probe leaves behind

UNTIDY = """
def first_run(f):
    outer = tf.InteractiveSession()
    inner = tf.Session()
    inner.__enter__()
    tf.Graph().as_default().__enter__()
    inner.run(tf.variables_initializer(f.graph.get_collection("variables")))
    return inner.run(f)
"""


@pytest.mark.parametrize("back_end", ["engine", "tensorflow"])
def test_a_probe_puts_back_what_an_untidy_answer_changed(back_end):
    tf = module_of(back_end)
    initialise = tf.Session.__init__, tf.InteractiveSession.__init__
    graph = tf.get_default_graph()
    assert not judged(EXERCISES["sessions/first-run"], UNTIDY, b"seed", tf).full
    assert tf.get_default_graph() is graph
    assert (tf.Session.__init__, tf.InteractiveSession.__init__) == initialise


@pytest.mark.parametrize("back_end", ["engine", "tensorflow"])
def test_a_session_that_the_notebook_left_open_changes_no_verdict(back_end):
    tf = module_of(back_end)
    with tf.Graph().as_default():
        left_open = tf.InteractiveSession()
        try:
            for exercise in EXERCISES.values():
                source = next(a.source for a in ANSWERS if a.exercise == exercise.id and a.right)
                namespace = {"tf": tf, "np": np}
                exec(source, namespace)
                challenge = draw(exercise, b"seed")
                data = collect_from(namespace, exercise.answers, challenge, tf)
                assert judge(exercise, challenge, data).full, exercise.id
                assert tf.get_default_session() is left_open
        finally:
            left_open.close()


def test_the_reason_of_a_tensorflow_error_is_told_without_stack_traces():
    tf = module_of("tensorflow")
    exercise = EXERCISES["sessions/first-run"]
    source = next(a.source for a in ANSWERS if a.misconception == "never-initialises")
    verdict = judged(exercise, source, b"seed", tf)
    assert verdict.cases[0].got.startswith("FailedPreconditionError: Attempting to use uninit")


# ------------------------------------------------------------------------------------ the notebook


def cells():
    return json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]


def source_of(cell):
    return "".join(cell["source"])


def test_the_notebooks_graded_cells_are_the_catalogues_exercises():
    found = [
        (settings["grade_id"], source_of(cell), settings["points"])
        for cell in cells()
        if (settings := cell["metadata"].get("nbgrader", {})).get("grade")
        and cell["cell_type"] == "code"
    ]
    assert found == [
        (exercise.id.partition("/")[2], exercise.check_line, exercise.points)
        for exercise in EXERCISES.values()
    ]


def test_every_row_of_the_coverage_is_shown_by_a_running_cell():
    tags = {
        tag
        for cell in cells()
        if cell["cell_type"] == "code"
        for tag in cell["metadata"].get("tags", ())
    }
    assert tags == ROWS


def test_the_notebook_is_stored_without_outputs():
    assert not any(cell.get("outputs") for cell in cells())


def test_the_written_questions_answer_and_rubric_stand_inside_the_solution_region():
    (written,) = [
        source_of(cell)
        for cell in cells()
        if cell["cell_type"] == "markdown" and "nbgrader" in cell["metadata"]
    ]
    assert written.startswith("### BEGIN SOLUTION\n")
    assert written.endswith("### END SOLUTION")
    assert "Rubric" in written


def released_cells():
    """The notebook's cells as students get them, made by nbgrader's own step."""
    import nbformat
    from nbgrader.preprocessors import ClearSolutions

    notebook = nbformat.read(NOTEBOOK, as_version=4)
    released, _ = ClearSolutions().preprocess(notebook, {})
    return released.cells


def test_the_release_gives_nothing_away():
    text = "\n".join(cell.source for cell in released_cells())
    for secret in ("Rubric", "Model answer", "SOLUTION", "train_step, loss, accuracy]"):
        assert secret not in text
    assert text.count("YOUR ANSWER HERE") == 1
    assert text.count("raise NotImplementedError()") == len(EXERCISES)


@pytest.mark.parametrize("back_end", ["engine", "tensorflow"])
def test_the_untouched_release_earns_nothing(back_end):
    tf = module_of(back_end)
    solutions = {
        cell.metadata["nbgrader"]["grade_id"]: cell.source
        for cell in released_cells()
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("solution")
    }
    for exercise in EXERCISES.values():
        source = solutions[exercise.id.partition("/")[2] + "-answer"]
        assert judged(exercise, source, b"seed", tf).points == 0
