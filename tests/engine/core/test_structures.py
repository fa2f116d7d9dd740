"""Views of dictionaries, attrs objects and other structures, where TensorFlow takes them."""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import Any

import attr
import pytest

from grader import engine
from tests.engine.comparing import assert_same_outcome
from tests.properties.back_ends import tf


@attr.s
class Pair:
    one = attr.ib()
    other = attr.ib()


def two(m: Any) -> dict[str, Any]:
    return {"b": m.constant([1.0, 2.0]), "a": m.constant([3.0, 4.0])}


def updated(m: Any, choose: Callable[[dict[str, Any]], Any]) -> list[str]:
    given = {
        "b": m.get_variable("x", initializer=1.0),
        "a": m.get_variable("y", initializer=2.0),
    }
    loss = given["a"] * given["b"] + given["a"]
    m.train.GradientDescentOptimizer(0.1).minimize(loss, var_list=choose(given))
    return [op.name for op in m.get_default_graph().get_operations() if "Apply" in op.type]


def fetched(m: Any, fetches: Any) -> Any:
    with m.Session() as session:
        return session.run(fetches)


def pair_fetched(m: Any) -> Any:
    result = fetched(m, [Pair(m.constant(1.0), {"in": m.constant(2)})])[0]
    return type(result).__name__, result.one, result.other


def summed(m: Any, structure: Any) -> Any:
    total = m.map_fn(lambda parts: parts[0] + parts[1], structure, dtype="float32")
    return fetched(m, total)


def counted(m: Any) -> Any:
    loop = m.while_loop(lambda a: a < 3, lambda a: a + 1, {"a": m.constant(1)}.values())
    return loop.name, fetched(m, loop)


def chosen(m: Any) -> Any:
    result = m.cond(m.constant(True), lambda: two(m).values(), lambda: two(m).values())
    return type(result).__name__, fetched(m, list(result))


def scaled(m: Any, shape: Any) -> Any:
    slices = m.IndexedSlices(m.constant([[1.0, 2.0]]), m.constant([1]), shape and m.constant(shape))
    return type(m.scalar_mul(2.0, slices)).__name__, fetched(m, m.scalar_mul(2.0, slices))


CASES: dict[str, Callable[[Any], Any]] = {
    "minimize over values": lambda m: updated(m, lambda given: given.values()),
    "minimize over a deque": lambda m: updated(m, lambda given: collections.deque(given.values())),
    "minimize over a user's list": lambda m: updated(
        m, lambda given: collections.UserList(given.values())
    ),
    "group values": lambda m: m.group(two(m).values()).node_def.input,
    "group slices": lambda m: (
        m.group([m.IndexedSlices(m.constant([1.0]), m.constant([1]))]).node_def.input
    ),
    "map over values": lambda m: summed(m, two(m).values()),
    "loop over values": counted,
    "branches that return values": chosen,
    "fetch values": lambda m: fetched(m, two(m).values()),
    "fetch an attrs object": pair_fetched,
    "fetch a deque": lambda m: fetched(m, collections.deque(two(m).values())),
    "scale slices": lambda m: scaled(m, [3, 2]),
    "scale slices of unknown shape": lambda m: scaled(m, None),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_structure(case: Callable[[Any], Any]) -> None:
    assert_same_outcome(tf, engine, case)
