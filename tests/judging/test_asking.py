"""Questions: what is pasted does what the judge asked, in the same order."""

from __future__ import annotations

import numpy as np
import pytest

from grader import engine as tf
from grader.evidence import collect, decode
from grader.judging import Builder, WrongAnswer, placeholder

BUILD = Builder("added, total = running_total(x)")


def running_total(x):
    total = tf.Variable(1.0)
    return tf.assign_add(total, x), total


def alone(run):
    run.initialize()
    return run("added", x=2.0)


def after_others(run):
    run.initialize()
    run("added", x=2.0)
    return [run("added", x=3.0), run("total")]


def in_between(run):
    """A run whose value is not returned comes between two that are."""
    run.initialize()
    first = run("total")
    run("added", x=4.0)
    return [first, run("total")]


def built_by(builder, function):
    """What came of a call with one placeholder."""
    challenge = builder.challenge([[placeholder()]])
    with tf.Graph().as_default():
        evidence = decode(collect(challenge, (function,), tf))
    (built,) = builder.built(evidence, 1)
    return challenge, built


def test_a_part_may_be_an_operation_and_variables_are_told():
    def counter(x):
        count = tf.Variable(0.0, name="count", trainable=False)
        return tf.group(tf.assign_add(count, x)), count

    _, built = built_by(Builder("count_it, count = counter(x)", operations=("count_it",)), counter)
    assert [(one.name, one.trainable) for one in built.variables] == [("count:0", False)]
    run = built.session()
    run.initialize()
    run("count_it", x=2.0)
    assert run("count") == 2


@pytest.mark.parametrize(
    ("question", "expected"), [(alone, 3), (after_others, [6, 6]), (in_between, [1, 5])]
)
def test_what_is_pasted_gives_what_the_judge_saw(question, expected):
    challenge, built = built_by(BUILD, running_total)
    assert np.asarray(built.ask(question)).tolist() == expected
    *code, last = BUILD.paste(challenge, question).rstrip().split("\n")
    namespace = {"tf": tf, "np": np, "running_total": running_total}
    exec("\n".join(code), namespace)
    assert np.asarray(eval(last, namespace)).tolist() == expected


def test_calls_may_share_a_graph_and_take_lists():
    def summed(parts, factor):
        total = tf.add_n(parts, name="total") * factor
        parts.clear()
        return total

    builder = Builder("total = summed(parts, factor)")
    calls = [[[placeholder(), placeholder()], factor] for factor in (1.0, 2.0, 3.0)]
    challenge = builder.challenge(calls, graphs=[1, 2], crowded=[1])
    with tf.Graph().as_default():
        calls = builder.built(decode(collect(challenge, (summed,), tf)), 3)
    totals = [call.session()("total", parts=[2.0, 3.0]) for call in calls]
    assert totals == [5, 10, 15]
    assert [call.parts["total"].graph for call in calls] == [0, 1, 1]
    assert [[one.name for one in call.variables] for call in calls] == [[], *[["other:0"]] * 2]


def test_calls_of_one_graph_with_other_arguments_are_asked_in_one_session():
    def scaled(x, factor):
        kept = tf.Variable(0.0, trainable=False)
        return tf.assign_add(kept, factor * x), kept

    def shared(x, factor):
        with tf.variable_scope("", reuse=tf.AUTO_REUSE):
            kept = tf.get_variable("kept", [], initializer=tf.zeros_initializer())
        return tf.assign_add(kept, factor * x), kept

    def twice(x, factor):
        return (x * factor,) * 2

    builder = Builder("update, value = scaled(x, factor)", operations=("update",))
    calls = [[placeholder(), factor] for factor in (1.0, 2.0, 3.0)]
    challenge = builder.challenge(calls, graphs=[1, 2], again=[1])
    built = {}
    for function in (scaled, shared, twice):
        with tf.Graph().as_default():
            evidence = decode(collect(challenge, (function,), tf))
        built[function] = builder.built(evidence, 3)
    _, second, third = built[scaled]
    run = second.session()
    run.initialize()
    for one in (run, run.on(third), run.on(second.again)):
        one("update", x=5.0)
    assert [run("value"), run.on(third)("value"), run.on(second.again)("value")] == [10, 15, 10]
    builder.refuse_the_same([*built[scaled], second.again])
    builder.refuse_the_same(built[twice])  # the same tensor under two names of one call
    with pytest.raises(WrongAnswer, match="the same tensor in two calls; the function should make"):
        builder.refuse_the_same(built[shared])
