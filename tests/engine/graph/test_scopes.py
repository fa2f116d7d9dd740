"""Scopes and sessions that are entered again, out of order, or in several threads: as on TensorFlow."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from grader import engine
from tests.engine.comparing import assert_same_outcome
from tests.properties.back_ends import tf


def by_another_thread(made: Callable[[], Any]) -> Any:
    """What `made` returns in another thread."""
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(made()))
    thread.start()
    thread.join()
    return found[0]


def in_a_thread(m: Any, made: Callable[[], Any]) -> Any:
    """What `made` returns in another thread that has the same default graph."""
    graph = m.get_default_graph()

    def work() -> Any:
        with graph.as_default():
            return made()

    return by_another_thread(work)


def the_default_graph_of_a_thread(m: Any) -> Any:
    def theirs() -> Any:
        graph = m.get_default_graph()
        m.constant(1, name="theirs")
        again = m.get_default_graph() is graph
        m.reset_default_graph()
        return graph, again, m.get_default_graph() is graph

    outside = m.get_default_graph()
    graph, *same = by_another_thread(theirs)
    with m.Graph().as_default() as inside:
        other, *others = by_another_thread(theirs)
        still = m.get_default_graph() is inside
    found = [graph is outside, other in (inside, outside, graph), m.get_default_graph() is outside]
    return found, same, others, still, "theirs" in [one.name for one in outside.get_operations()]


def names_in_threads(m: Any) -> Any:
    with m.name_scope("outer"), m.variable_scope("inner"):
        made = in_a_thread(m, lambda: (m.constant(1).name, m.get_variable("v", [1]).name))
        return made, m.constant(1).name, m.get_variable("v", [1]).name


def dependencies_in_threads(m: Any) -> Any:
    first = m.constant(1, name="first")
    with m.control_dependencies([first]), m.device("/cpu:0"):
        node = in_a_thread(m, m.no_op)
    return list(node.node_def.input), node.device


def a_name_scope_twice(m: Any) -> Any:
    scope = m.name_scope("a")
    with scope as one:
        first = m.constant(1).name
    with scope as two:
        return scope.name, one, first, two, m.constant(1).name


def name_scopes_out_of_order(m: Any) -> Any:
    one, other = m.name_scope("a"), m.name_scope("b")
    one.__enter__()
    other.__enter__()
    one.__exit__(None, None, None)
    between = m.constant(1).name
    other.__exit__(None, None, None)
    return between, m.constant(1).name


def variable_scopes_out_of_order(m: Any) -> Any:
    one, other = m.variable_scope("a"), m.variable_scope("b")
    one.__enter__()
    other.__enter__()
    try:
        one.__exit__(None, None, None)
    except RuntimeError as error:
        return str(error)


def no_name_scope_of_its_own(m: Any) -> Any:
    with m.variable_scope("s"):
        named = [m.get_variable("v", [2]), m.constant(1)]
    with m.variable_scope("s", auxiliary_name_scope=False) as scope:
        named += [m.get_variable("w", [2]), m.constant(1)]
        with m.variable_scope("t"):
            named += [m.get_variable("u", [2]), m.constant(1)]
    with m.variable_scope(scope, auxiliary_name_scope=False) as again:
        with m.name_scope(again.original_name_scope):
            named.append(m.constant(2))
        named.append(m.constant(3))
    with m.name_scope("out"), m.variable_scope(None, "given", auxiliary_name_scope=False) as inner:
        named += [m.constant(1), m.get_variable("v", [1])]
    scopes = [scope.original_name_scope, again.original_name_scope, inner.original_name_scope]
    return [one.name for one in named], scopes, [scope.name, again.name, inner.name]


def a_session_inside_itself(m: Any) -> Any:
    session = m.Session()
    with session, session:
        pass


def a_session_again(m: Any) -> Any:
    session = m.Session()
    for _ in range(2):
        with session:
            inside = m.get_default_session() is session
    return inside, m.get_default_session()


def a_closed_session(m: Any) -> Any:
    m.constant(1)
    with m.Session() as session:
        pass
    with session:
        session.run("Const:0")


CASES: list[Callable[[Any], Any]] = [
    the_default_graph_of_a_thread,
    names_in_threads,
    dependencies_in_threads,
    a_name_scope_twice,
    name_scopes_out_of_order,
    variable_scopes_out_of_order,
    no_name_scope_of_its_own,
    a_session_inside_itself,
    a_session_again,
    a_closed_session,
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_a_scope(case: Callable[[Any], Any]) -> None:
    assert_same_outcome(tf, engine, case, words=True)
