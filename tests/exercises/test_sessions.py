"""Chapter 02: what its probes put back, and what is told of TensorFlow's errors.

What holds for the answers and the notebook of any chapter is in test_answers.py, test_solutions.py
and test_notebooks.py.
"""

from __future__ import annotations

import pytest

from grader.exercises import chapter_exercises
from grader.exercises.answers import answers
from tests.exercises.answering import BACK_ENDS, judged, module_of

EXERCISES = chapter_exercises("02-sessions")

UNTIDY = """
def first_run(f):
    outer = tf.InteractiveSession()
    inner = tf.Session()
    inner.__enter__()
    tf.Graph().as_default().__enter__()
    inner.run(tf.variables_initializer(f.graph.get_collection("variables")))
    return inner.run(f)
"""


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_a_probe_puts_back_what_an_untidy_answer_changed(back_end):
    tf = module_of(back_end)
    initialize = tf.Session.__init__, tf.InteractiveSession.__init__
    graph = tf.get_default_graph()
    assert not judged(EXERCISES["sessions/first-run"], UNTIDY, b"seed", tf).full
    assert tf.get_default_graph() is graph
    assert (tf.Session.__init__, tf.InteractiveSession.__init__) == initialize


def test_the_reason_of_a_tensorflow_error_is_told_without_stack_traces():
    tf = module_of("tensorflow")
    exercise = EXERCISES["sessions/first-run"]
    source = next(
        a.source for a in answers("02-sessions") if a.misconception == "never-initializes"
    )
    verdict = judged(exercise, source, b"seed", tf)
    assert verdict.cases[0].got.startswith("FailedPreconditionError: Attempting to use uninit")
