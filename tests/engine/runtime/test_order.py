"""The order of operations between which a graph has no path: a habit that a caller may change."""

from __future__ import annotations

import pytest

from grader import engine as tf
from grader.engine.runtime.scheduling import changes_a_variable, tie_break


def sum_beside_an_update(priority, waits=False):
    """v + 0, fetched together with an update that adds 4 to v, which is 1, and may come before it."""
    with tf.Graph().as_default(), tf.Session() as session, tie_break(priority):
        v = tf.Variable(1)
        four = tf.constant(4)
        total = v + 0
        with tf.control_dependencies([total] if waits else []):
            update = tf.assign_add(v, four)
        session.run(v.initializer)
        return session.run([total, update])[0]


def last_made_first(unit):
    return -unit.number


@pytest.mark.parametrize(("priority", "expected"), [(last_made_first, 5), (changes_a_variable, 1)])
def test_nodes_without_a_path_run_in_the_order_of_their_priorities(priority, expected):
    assert sum_beside_an_update(priority) == expected


@pytest.mark.parametrize("priority", [last_made_first, changes_a_variable])
def test_a_path_is_an_order_whatever_the_priorities(priority):
    assert sum_beside_an_update(priority, waits=True) == 1


def test_afterwards_the_order_is_the_usual_one():
    with pytest.raises(ZeroDivisionError), tie_break(last_made_first):
        raise ZeroDivisionError
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.Variable(1)
        total, update = v + 0, tf.assign(v, 5)
        session.run(v.initializer)
        assert session.run([total, update])[0] == 1
