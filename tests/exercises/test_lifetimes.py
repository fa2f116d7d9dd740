"""Chapter 03: what the exercise on servers tells is what servers do.

What holds for the answers and the notebook of any chapter is in test_answers.py, test_solutions.py
and test_notebooks.py.
"""

from __future__ import annotations

import pytest

from grader.exercises import chapter_exercises
from grader.judging import draw
from tests.exercises.answering import BACK_ENDS, judged, module_of

READINGS = chapter_exercises("03-lifetimes")["lifetimes/readings"]


def on_a_server(tf, start, events):
    """What the reads of the story give on a server of this back end."""
    sessions, found = {}, []
    with tf.Graph().as_default():
        w = tf.Variable(start, name="w")
        amount = tf.placeholder(w.dtype.base_dtype, [])
        add = tf.assign_add(w, amount)
        server = tf.train.Server.create_local_server()
        for kind, *rest in events:
            if kind == "reset":
                tf.Session.reset(server.target)
                continue
            name = rest[0]
            if kind == "open":
                sessions[name] = tf.Session(server.target)
            elif kind == "initialize":
                sessions[name].run(w.initializer)
            elif kind == "add":
                sessions[name].run(add, {amount: rest[1]})
            elif kind == "close":
                sessions.pop(name).close()
            else:
                try:
                    found.append(int(sessions[name].run(w)))
                except tf.errors.FailedPreconditionError:
                    found.append(None)
        for session in sessions.values():
            session.close()
    return found


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_the_story_of_the_server_is_what_a_server_does(back_end):
    tf = module_of(back_end)
    for number in range(3):
        for start, events in draw(READINGS, b"seed %d" % number).inputs["calls"]:
            assert READINGS.reference()(start, events) == on_a_server(tf, start, events)


def test_no_session_is_open_at_a_reset_and_nothing_is_added_before_birth():
    for number in range(30):
        for _, events in draw(READINGS, b"%d" % number).inputs["calls"]:
            is_open, alive = set(), False
            for kind, *rest in events:
                if kind == "open":
                    is_open.add(rest[0])
                elif kind == "close":
                    is_open.remove(rest[0])
                elif kind == "reset":
                    assert not is_open
                    alive = False
                else:
                    assert rest[0] in is_open
                    alive = alive or kind == "initialize"
                    assert alive or kind == "read"


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_a_python_function_that_the_graph_left_behind_is_named_as_the_reason(back_end):
    source = """
def swap(a, b):
    x, y = (tf.py_func(np.copy, [v], tf.float32) for v in (a, b))
    with tf.control_dependencies([x, y]):
        return tf.group(tf.assign(a, y, False), tf.assign(b, x, False))
"""
    exercise = chapter_exercises("03-lifetimes")["lifetimes/swap"]
    verdict = judged(exercise, source, b"seed", module_of(back_end))
    assert "Use TensorFlow's own operations instead of `tf.py_func`" in verdict.message
    assert "callback" not in verdict.message
