"""Chapter 06: what its probes leave as it was, and what careless or endless answers are told.

What holds for the answers and the notebook of any chapter is in test_answers.py, test_solutions.py
and test_notebooks.py.
"""

from __future__ import annotations

import copy

import numpy as np
import pytest

from grader.engine.core.limits import Limits
from grader.evidence import collect_from
from grader.exercises.answers import answers
from grader.exercises.gradient_control import EXERCISES
from grader.judging import draw, judge, rerun, to_text
from tests.exercises.answering import BACK_ENDS, judged, module_of

pytestmark = pytest.mark.slow

BY_ID = {exercise.id.partition("/")[2]: exercise for exercise in EXERCISES}
RIGHT = {
    name: next(
        answer.source
        for answer in answers("06-gradient-control")
        if answer.exercise == exercise.id and answer.right
    )
    for name, exercise in BY_ID.items()
}

each_exercise = pytest.mark.parametrize("name", BY_ID)


@pytest.mark.sampled(2, ci=0.3)
@each_exercise
def test_an_exercise_tried_before_its_cell_was_run_says_so(name):
    tf = module_of("engine")
    challenge = draw(BY_ID[name], b"seed")
    verdict = judge(BY_ID[name], challenge, collect_from({}, BY_ID[name].answers, challenge, tf))
    assert verdict.points == 0
    assert f"the name '{BY_ID[name].answers[0]}' is not defined" in verdict.message


@pytest.mark.parametrize("back_end", BACK_ENDS)
@each_exercise
@pytest.mark.sampled(2, ci=0.3)
def test_a_generator_gets_a_sentence_and_no_points(name, back_end):
    source = f"def {BY_ID[name].answers[0]}(*arguments):\n    yield from arguments\n"
    verdict = judged(BY_ID[name], source, b"seed", module_of(back_end))
    assert verdict.points == 0
    assert "generator" in to_text(verdict)
    assert "Traceback" not in verdict.message


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_an_answer_may_overwrite_the_masks_it_was_given(back_end):
    """They are its own copies: the next check asks with the masks of the challenge."""
    tf = module_of(back_end)
    exercise = BY_ID["careful-step"]
    namespace = {"tf": tf, "np": np}
    spoiling = RIGHT["careful-step"] + (
        "\n_tidy = careful_step\n\n"
        "def careful_step(optimizer, loss, masks, limit):\n"
        "    step = _tidy(optimizer, loss, [(v, m.copy()) for v, m in masks], limit)\n"
        "    for _, mask in masks:\n        mask[...] = 1\n"
        "    masks.clear()\n    return step\n"
    )
    exec(spoiling, namespace)
    challenge = draw(exercise, b"seed")
    before = copy.deepcopy(challenge.inputs)
    with tf.Graph().as_default():
        data = collect_from(namespace, exercise.answers, challenge, tf)
    assert judge(exercise, challenge, data).full
    assert repr(challenge.inputs) == repr(before)


ENDLESS = """
def {name}(*arguments):
    start = tf.reduce_sum(tf.ones([2]))
    forever = tf.while_loop(lambda i: i > 0, lambda i: i + 1, [start])
    return forever[0] if isinstance(forever, (list, tuple)) else forever
"""


@pytest.mark.parametrize("name", ["binarize", "open-floors", "careful-step"])
def test_a_loop_without_an_end_costs_the_judge_a_bounded_time(name, monkeypatch):
    monkeypatch.setattr(rerun, "Limits", lambda seconds=0.05: Limits(seconds=seconds))
    source = ENDLESS.format(name=BY_ID[name].answers[0])
    verdict = judged(BY_ID[name], source, b"seed", module_of("engine"))
    assert verdict.points == 0
    assert "DeadlineExceededError" in verdict.message


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_the_same_answer_is_checked_twice_in_one_kernel(back_end):
    """A name of a gradient can be taken only once: the probe gives another one at every call."""
    tf = module_of(back_end)
    for _ in range(2):
        assert judged(BY_ID["open-floors"], RIGHT["open-floors"], b"seed", tf).full


LEAVES_THE_BLOCK_OPEN = """
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
    tf.get_default_graph().gradient_override_map({"Floor": rule}).__enter__()
    return build(x)
"""


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_a_block_that_an_answer_leaves_open_stays_in_the_probe(back_end):
    tf = module_of(back_end)
    with tf.Graph().as_default():
        judged(BY_ID["open-floors"], LEAVES_THE_BLOCK_OPEN, b"seed", tf)
        x = tf.constant([1.5])
        assert tf.gradients(tf.floor(x), x) == [None]


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_an_answer_that_registers_a_name_of_its_own_twice_is_told_of_it(back_end):
    source = (
        'def open_floors(build, x, factor, rule):\n    rule = "MyOwnFloors"\n'
        + (RIGHT["open-floors"].partition("\n")[2])
    )
    verdict = judged(BY_ID["open-floors"], source, b"seed", module_of(back_end))
    assert verdict.points == 2
    assert "KeyError" in verdict.message
    assert "MyOwnFloors" in verdict.message
