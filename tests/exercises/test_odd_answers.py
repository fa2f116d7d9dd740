"""Answers that make no sense: every exercise rejects them, and none leaves its judge without a verdict.

A judge that cannot make sense of an answer asks a person; what anyone may return by mistake must not.
"""

from __future__ import annotations

import pytest

from grader import engine
from grader.authoring.mutating import FULL, UNREADABLE, judged, right_answers
from grader.exercises import CHAPTERS, chapter_exercises

EXERCISES = [one for chapter in CHAPTERS for one in chapter_exercises(chapter).values()]

VALUES = (
    "None",
    "True",
    "0",
    "10**400",
    "float('nan')",
    "1j",
    "'x'",
    "b'\\xff'",
    "[]",
    "{}",
    "{1: 2}",
    "{1, 2}",
    "(None, None)",
    "[[None], [1, [2]]]",
    "nested(200)",
    "(number for number in range(3))",
    "object()",
    "int",
    "lambda *a, **k: None",
    "lambda *a, **k: 1 / 0",
    "np.int64(3)",
    "np.zeros(0)",
    "np.zeros((2, 3))",
    "np.array(3.0)",
    "np.array([None, 'x'], object)",
    "tf.constant('x')",
    "tf.constant(1j)",
    "tf.constant(True)",
    "[tf.constant(1.0)] * 3",
    "tf.Variable(1.0)",
    "tf.get_variable('w', [2, 3])",
    "tf.placeholder(tf.float32)",
    "tf.placeholder(tf.float32, [None, 2])",
    "tf.no_op()",
    "tf.cond(tf.constant(True), lambda: tf.constant(1), lambda: tf.constant(2))",
    "tf.TensorShape([2, None])",
    "tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]))",
    "tf.Session()",
    "tf.Graph()",
    "tf.GraphDef()",
    "elsewhere()",
)
# What is made of a part of a right answer: "it" is the part.
CHANGES = (
    "[it, it]",
    "it[:-1]",
    "it[0]",
    "str(it)",
    "it.name",
    "it.op",
    "it.graph",
    "tf.get_default_graph()",
)
HELPERS = """
def nested(depth):
    return [nested(depth - 1)] if depth else []


def elsewhere():
    with tf.Graph().as_default():
        return tf.constant(1.0)


def changed(value, place, change):
    if not place or not isinstance(value, (list, tuple, dict)) or not value:
        return change(value)
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    parts = dict(value) if isinstance(value, dict) else list(value)
    key = keys[(place - 1) % len(keys)]
    parts[key] = change(parts[key])
    return tuple(parts) if isinstance(value, tuple) else parts
"""


def alone(exercise, value):
    """Each answer is a function that returns the value, whatever it gets."""
    return HELPERS + "".join(f"def {name}(*a, **k): return {value}\n" for name in exercise.answers)


def instead(exercise, value):
    """Each answer is the value itself."""
    lines = (f"{name} = ({value})\n" for name in exercise.answers)
    return HELPERS + "".join(lines)


def inside(exercise, change, place):
    """A right answer, the result of which is changed: as a whole (0), or in its first or second part."""
    name = exercise.answers[0]
    return f"""{right_answers(exercise.id)[0].source}
{HELPERS}
right = {name}


def {name}(*a, **k):
    return changed(right(*a, **k), {place}, lambda it: {change})
"""


@pytest.mark.sampled(1, ci=1)
@pytest.mark.parametrize("exercise", EXERCISES, ids=[one.id for one in EXERCISES])
def test_no_odd_answer_leaves_the_judge_without_a_verdict(exercise):
    sources = [make(exercise, value) for value in VALUES for make in (alone, instead)]
    odd = [inside(exercise, change, place) for change in (*VALUES, *CHANGES) for place in range(3)]
    fates = {source: judged(exercise, source, "odd", engine) for source in (*sources, *odd)}
    assert [source for source, fate in fates.items() if fate == UNREADABLE] == []
    assert [source for source in sources if fates[source] == FULL] == []
