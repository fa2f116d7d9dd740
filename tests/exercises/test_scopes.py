"""Chapter 08: what its exercises tell of scopes is true, and careless answers get a helpful sentence.

What holds for the answers and the notebook of any chapter is in test_answers.py, test_solutions.py
and test_notebooks.py.
"""

from __future__ import annotations

import threading
import time

import pytest

from grader.evidence import Challenge, collect
from grader.evidence.probes import bounded
from grader.exercises.answers import answers
from grader.exercises.scopes import EXERCISES
from grader.exercises.scopes.log_training.exercise import LOG_TRAINING
from grader.exercises.scopes.outcomes.exercise import OUTCOMES
from grader.exercises.scopes.relu.exercise import RELU
from grader.judging import draw, judge
from tests.exercises.answering import BACK_ENDS, judged, module_of

pytestmark = pytest.mark.slow

ANSWERS = answers("08-scopes")

each_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)


def right_answer(exercise):
    return next(a.source for a in ANSWERS if a.exercise == exercise.id and a.right)


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_the_predicted_outcomes_are_what_scopes_do(back_end):
    """The reference is a rule book in Python; TensorFlow and the engine are asked themselves."""
    source = next(a.source for a in ANSWERS if a.name == "asks-tensorflow")
    for number in range(5):
        assert judged(OUTCOMES, source, b"%d" % number, module_of(back_end)).full


@each_exercise
@pytest.mark.sampled(2, ci=0.3)
def test_an_exercise_that_is_tried_before_its_cell_was_run_says_so(exercise):
    verdict = judged(exercise, "pass", b"seed", module_of("engine"))
    assert verdict.points == 0
    assert "is not defined: the cell that should define it was not run" in verdict.message


@pytest.mark.sampled(2, ci=0.3)
@each_exercise
def test_an_answer_that_is_a_generator_is_told_what_was_expected(exercise):
    (name,) = exercise.answers
    source = f"def {name}(*arguments):\n    yield 1\n"
    verdict = judged(exercise, source, b"seed", module_of("engine"))
    assert verdict.points == 0
    assert "generator" in verdict.message


@pytest.mark.sampled(2, ci=0.3)
@each_exercise
def test_what_is_no_function_is_told_in_a_sentence(exercise):
    (name,) = exercise.answers
    verdict = judged(exercise, f"{name} = [1, 2]", b"seed", module_of("engine"))
    assert verdict.points == 0
    assert "should be a function, but it is of type list" in verdict.message


@pytest.mark.parametrize("exercise", [OUTCOMES, LOG_TRAINING], ids=lambda exercise: exercise.id)
def test_an_answer_that_never_ends_is_stopped(exercise, monkeypatch):
    monkeypatch.setattr(bounded, "SECONDS", 0.3)
    (name,) = exercise.answers
    source = f"def {name}(*arguments):\n    while True:\n        pass\n"
    judged(exercise, source, b"seed", module_of("engine"))  # the judge's own answers are then known
    # As the limit counts: on a busy machine, the same work takes longer by the clock on the wall.
    start = time.process_time()
    verdict = judged(exercise, source, b"seed", module_of("engine"))
    assert time.process_time() - start < 5
    assert verdict.points == 0
    assert "did not finish" in verdict.message


SPOILS = """
_tidy = {name}

def {name}(*arguments):
    result = _tidy(*arguments)
    for argument in arguments:
        if isinstance(argument, list):
            for part in argument:
                if isinstance(part, (list, dict)):
                    part.clear()
            argument.clear()
    return result
"""


@each_exercise
def test_an_answer_that_empties_what_it_was_given_is_judged_by_its_result(exercise):
    (name,) = exercise.answers
    source = right_answer(exercise) + SPOILS.format(name=name)
    assert judged(exercise, source, b"seed", module_of("engine")).full


def test_a_function_that_was_called_in_the_notebook_before_is_still_right():
    source = right_answer(RELU) + "\nrelu(tf.placeholder(tf.float32, [None, 2]))\n"
    assert judged(RELU, source, b"seed", module_of("engine")).full


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_a_writer_that_is_left_open_is_closed_and_others_stay_as_they_were(back_end, tmp_path):
    tf = module_of(back_end)
    before = tf.summary.FileWriter.__init__
    source = next(a.source for a in ANSWERS if a.misconception == "never-closed")
    judged(LOG_TRAINING, source, b"seed", tf)
    assert tf.summary.FileWriter.__init__ is before
    with tf.Graph().as_default(), tf.summary.FileWriter(str(tmp_path)):
        pass
    assert not [
        thread for thread in threading.enumerate() if "EventLogger" in type(thread).__name__
    ]


@pytest.mark.sampled(2, ci=0.3)
@pytest.mark.parametrize(
    "files",
    [
        {"../a.tfevents.1": b"x"},
        {"/etc/a.tfevents.1": b"x"},
        {"a.tfevents.1": b"\x00" * 40},
        {"a.tfevents.1": "text"},
        [1, 2],
        None,
    ],
    ids=str,
)
def test_forged_files_earn_nothing_and_break_nothing(files):
    """Evidence as a hostile kernel would write it."""
    challenge = draw(LOG_TRAINING, b"seed")
    report = {"result": None, "files": files, "after": {}, "left open": 0, "nodes": ["X"]}
    forged = collect(Challenge("export"), [report], module_of("engine"))
    assert judge(LOG_TRAINING, challenge, forged).points == 0
