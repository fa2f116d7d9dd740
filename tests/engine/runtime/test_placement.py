"""log_device_placement prints the lines that TensorFlow prints, at the same moments, in the graph's order."""

from __future__ import annotations

from typing import Any

import pytest


def variables(m: Any) -> Any:
    a = m.constant([1.0, 2.0], name="a")
    v = m.Variable(a, name="v")
    p = m.placeholder(m.float32, name="p")
    m.FIFOQueue(2, m.float32, name="q").enqueue(1.0)
    with m.device("/cpu:0"):
        m.shape(v * p + a)
    m.random_uniform([2], name="r")
    yield v.initializer
    with m.device("/cpu:0"):
        yield v.assign_add([1.0, 1.0])
    yield a


def several(m: Any) -> Any:
    with m.device("/cpu:1"):
        v = m.Variable([1.0, 2.0], name="v")
        v.assign_add([1.0, 2.0])
    yield v.initializer


def loops(m: Any) -> Any:
    x = m.placeholder(m.float32, [2])
    y = m.cond(x[0] > 0, lambda: x + 1.0, lambda: x * 2.0, name="cond")
    m.map_fn(lambda one: one * 3.0, y)
    yield m.constant(1.0)


CASES = {
    "one device": (variables, {}),
    "two devices": (several, {"device_count": {"CPU": 2}}),
    "soft": (several, {"allow_soft_placement": True}),
    "branches": (loops, {}),
}


@pytest.mark.parametrize(("build", "options"), CASES.values(), ids=CASES)
def test_the_lines_are_those_of_tensorflow(tf, engine, capfd, build, options):
    printed = []
    for m in (tf, engine):
        with m.Graph().as_default():
            config = m.ConfigProto(log_device_placement=True, **options)
            with m.Session(config=config) as session:
                for step, fetch in enumerate(build(m)):
                    capfd.readouterr()
                    session.run(fetch)
                    printed.append((step, capfd.readouterr().out.splitlines()))
    half = len(printed) // 2
    printed = [(step, sorted(lines)) for step, lines in printed]
    assert printed[half:] == printed[:half]
    assert printed[0][1]


def test_nothing_is_printed_unasked_or_in_a_bounded_session(engine, capfd):
    with engine.Graph().as_default():
        x = engine.constant(1.0)
        with engine.Session() as session:
            session.run(x)
        config = engine.ConfigProto(log_device_placement=True)
        with engine.limits.bounded(), engine.Session(config=config) as session:
            session.run(x)
    assert capfd.readouterr().out == ""
