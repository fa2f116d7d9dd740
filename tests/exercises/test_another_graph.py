"""An answer that works in a graph of its own, whose nodes have the names of its arguments, earns no points.

What the judge feeds would feed those placeholders, too.
"""

from __future__ import annotations

import numpy as np
import pytest

from grader.evidence import collect_from
from grader.exercises import CHAPTERS, chapter_exercises
from grader.exercises.answers import answers
from grader.judging import draw, judge
from tests.exercises.answering import module_of

IN_ANOTHER_GRAPH = """
_inner = {name}

def {name}(*arguments):
    def copied(value):
        if isinstance(value, (list, tuple)):
            return type(value)(map(copied, value))
        if not hasattr(value, "op"):
            return value
        if value.op.type == "Placeholder":
            copies.append(value.op.name)
            return tf.placeholder(value.dtype, value.shape, name=value.op.name)
        if value.op.type in ("Variable", "VariableV2"):
            copies.append(value.op.name)
            initial = np.ones(value.shape.as_list())
            return tf.Variable(initial, dtype=value.dtype.base_dtype, name=value.op.name)
        return value

    with tf.Graph().as_default():
        return _inner(*map(copied, arguments))
"""
# Its result is a dictionary of counts, not a part of the graph.
NOT_IN_A_GRAPH = {"graphs/ingredients"}
RIGHT = {
    exercise.id: next(one for one in answers(chapter) if one.exercise == exercise.id and one.right)
    for chapter in CHAPTERS
    for exercise in chapter_exercises(chapter).values()
    if exercise.id not in NOT_IN_A_GRAPH
}
EXERCISES = {
    exercise.id: exercise
    for chapter in CHAPTERS
    for exercise in chapter_exercises(chapter).values()
}


@pytest.mark.sampled(3, ci=0.06)
@pytest.mark.parametrize("identity", RIGHT)
def test_an_answer_in_a_graph_of_its_own_earns_nothing(identity):
    exercise, tf, copies = EXERCISES[identity], module_of("engine"), []
    (name,) = exercise.answers
    namespace = {"tf": tf, "np": np, "copies": copies}
    challenge = draw(exercise, b"a seed")
    with tf.Graph().as_default():
        exec(RIGHT[identity].source + IN_ANOTHER_GRAPH.format(name=name), namespace)
        data = collect_from(namespace, exercise.answers, challenge, tf)
    verdict = judge(exercise, challenge, data)
    assert not copies or verdict.points == 0, verdict.message
