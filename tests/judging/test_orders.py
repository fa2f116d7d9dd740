"""All orders are all orders: whatever hides a race, it is found; and what has none is right, however odd."""

from __future__ import annotations

import pytest

from grader import engine as tf
from grader import judging
from grader.engine.autodiff.paths import reachable, sources
from grader.evidence import collect
from grader.exercises import find
from grader.judging import orders


def verdict_of(transfer, exercise="graphs/transfer", seed=b"seed"):
    exercise = find(exercise)
    challenge = judging.draw(exercise, seed)
    return judging.judge(exercise, challenge, collect(challenge, [transfer], tf))


def delayed(tensor, by=300):
    for _ in range(by):
        tensor = tf.identity(tensor)
    return tensor


def idle(count, own=True):
    """Changes that change nothing, and wait for nothing."""
    one = tf.Variable(0.0)
    return [
        tf.assign_add(tf.Variable(0.0) if own else one, delayed(tf.constant(0.0), number % 7))
        for number in range(count)
    ]


def moved(source, target, amount):
    return [tf.assign_sub(source, amount), tf.assign_add(target, amount)]


def after_all(before, source, target):
    with tf.control_dependencies(before):
        return tf.stack([source.read_value(), target.read_value()])


def late_look(source, target, amount, beside=()):
    """Both variables as they are after an idle change, which comes late, but waits for no update."""
    updates = moved(source, target, amount)
    start = delayed(tf.constant(0.0))
    with tf.control_dependencies([tf.assign_add(tf.Variable(0.0), start)]):
        looked = tf.stack([source + 0.0, target + 0.0])
    with tf.control_dependencies([*updates, *beside]):
        return tf.identity(looked)


def late_look_behind(count, own):
    return lambda *given: late_look(*given, beside=idle(count, own))


def late_changes(source, target, amount):
    """The updates start late, and nobody waits for them."""
    updates = moved(source, target, delayed(amount))
    held = delayed(tf.stack([source - amount, target + amount]), 3)
    with tf.control_dependencies(updates):
        return tf.identity(held)


def in_a_loop(source, target, amount):
    """One update is in a loop; the other variable is read as it may or may not be by then."""

    def body(number):
        with tf.control_dependencies([tf.assign_sub(source, amount)]):
            return number + 1

    loop = tf.while_loop(lambda number: number < 1, body, [tf.constant(0)])
    update = tf.assign_add(target, amount)
    with tf.control_dependencies([update]):
        first = delayed(source + 0.0)
    with tf.control_dependencies([loop, update]):
        return tf.stack([tf.identity(first), target.read_value()])


def race_in_a_loop(source, target, amount):
    """Within one iteration, a look and the update that it should wait for."""

    own, zero = tf.Variable(0.0), tf.constant(0.0)

    def body(number, _seen):
        update = tf.assign_sub(source, amount)
        with tf.control_dependencies([tf.assign_add(own, delayed(zero, 40))]):
            seen = source.read_value() + 0.0
        with tf.control_dependencies([update]):
            return number + 1, tf.identity(seen)

    _, seen = tf.while_loop(lambda number, _: number < 1, body, [tf.constant(0), tf.constant(0.0)])
    with tf.control_dependencies([tf.assign_add(target, amount)]):
        return tf.stack([seen, target.read_value()])


def through_a_queue(source, target, amount):
    """The new amounts wait in a queue that was given the old ones, too, in any order."""
    box = tf.FIFOQueue(4, [tf.float32], [[2]])
    old = box.enqueue(tf.stack([source - amount, target + amount]) + 1000.0)
    new = box.enqueue(tf.stack([source - amount, target + amount]))
    with tf.control_dependencies([old, new]):
        first = box.dequeue()
    with tf.control_dependencies([first]):
        second = box.dequeue()
    with tf.control_dependencies([first, second, *moved(source, target, amount)]):
        return tf.identity(second)


WRONG = {
    "a late look": late_look,
    "idle changes": late_look_behind(6, own=True),
    "idle changes that race": late_look_behind(12, own=False),
    "late changes": late_changes,
    "a change in a loop": in_a_loop,
    "a race in a loop": race_in_a_loop,
    "a queue": through_a_queue,
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_race_is_found_wherever_it_hides(kind):
    verdict = verdict_of(WRONG[kind])
    assert not verdict.cases[3].holds, verdict.message


def with_idle(count, own):
    def transfer(source, target, amount):
        return after_all([*idle(count, own), *moved(source, target, amount)], source, target)

    return transfer


def in_parts(source, target, amount):
    """Eight updates of each variable, which nobody orders and which come to the same."""
    parts = [part for _ in range(8) for part in moved(source, target, amount / 8)]
    return after_all(parts, source, target)


def by_branches(source, target, amount):
    return tf.cond(
        amount > 0,
        lambda: after_all(moved(source, target, amount), source, target),
        lambda: after_all(moved(target, source, -amount), source, target),
    )


def by_a_loop(source, target, amount):
    def body(number, _):
        return number + 1, after_all(moved(source, target, amount / 4), source, target)

    _, seen = tf.while_loop(lambda number, _: number < 4, body, [tf.constant(0), tf.zeros([2])])
    return seen


def one_after_the_other(source, target, amount):
    with tf.control_dependencies([tf.assign(source, source - amount)]):
        update = tf.assign(target, target + amount)
    return after_all([update], source, target)


RIGHT = {
    "idle changes": with_idle(6, own=True),
    "idle changes that race": with_idle(12, own=False),
    "many parts": in_parts,
    "branches": by_branches,
    "a loop": by_a_loop,
    "one after the other": one_after_the_other,
}


@pytest.mark.parametrize("kind", RIGHT)
def test_what_waits_where_it_must_is_right(kind):
    verdict = verdict_of(RIGHT[kind])
    assert verdict.full, verdict.message


def test_no_order_mixes_the_rounds_of_a_loop():
    for number in range(10):
        verdict = verdict_of(by_a_loop, seed=b"seed %d" % number)
        assert verdict.full, verdict.message


def test_more_races_than_can_be_tried_are_refused():
    verdict = verdict_of(with_idle(orders.MOST_RACING + 1, own=False))
    assert verdict.points == 0
    assert "more than 100 operations that use the same variables" in verdict.message


def orders_of(build, *names):
    """The orders in which operations with these names come, in runs of what `build` makes, in a new graph."""
    with tf.Graph().as_default() as graph:
        build()
        ends = [graph.get_operation_by_name(name) for name in names]
        found = reachable(ends, lambda op: [*sources(op), *op.control_inputs])
        needed = [op for op in graph.get_operations() if op in found]
        keys = [
            [priority(graph.get_operation_by_name(name)) for name in names]
            for priority in orders.orders(needed, [])
        ]
    return [tuple(names[i] for i in sorted(range(len(names)), key=key.__getitem__)) for key in keys]


def test_each_order_of_those_that_race_comes_once():
    def build():
        x, y = tf.Variable(1.0), tf.Variable(1.0)
        for name in "abc":
            tf.assign(x, 2.0, name=name)
        tf.assign(y, 2.0, name="d")

    found = orders_of(build, "a", "b", "c")
    assert len(found) == len(set(found)) == 6


def test_what_does_not_race_is_not_reordered():
    def build():
        x, y = tf.Variable(1.0), tf.Variable(1.0)
        with tf.control_dependencies([tf.assign(x, 2.0, name="a")]):
            tf.identity(x.read_value(), name="b")
        tf.assign(y, 2.0, name="d")

    assert len(orders_of(build, "a", "b")) == 1


def test_two_pairs_have_four_orders():
    def build():
        for pair in ("ab", "cd"):
            x = tf.Variable(1.0)
            for name in pair:
                tf.assign(x, 2.0, name=name)

    found = orders_of(build, *"abcd")
    assert len(found) == len(set(found)) == 4
