"""Meta graphs with branches and loops: what one back end wrote, both run."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from grader import engine
from grader.engine.core import limits
from grader.engine.core.absent import NOT_PART
from tests.engine.comparing import assert_same_outcome
from tests.properties.back_ends import tf

MODULES = (tf, engine)


def loop_and_branches(m: Any, x: Any, w: Any) -> Any:
    def body(i: Any, y: Any) -> Any:
        return i + 1, m.cond(y > 10, lambda: y * 0.5 * w, lambda: y * w + x)

    _, y = m.while_loop(lambda i, y: i < 5, body, [m.constant(0), x])
    doubled = m.cond(
        x > 0, lambda: m.while_loop(lambda a: a < w * 4, lambda a: a * 2, [x + 1]), lambda: x * w
    )
    return y + doubled


def two_branches(m: Any, x: Any, w: Any) -> Any:
    return m.cond(x > 1, lambda: m.cond(x > 2, lambda: x * w * w, lambda: x * x), lambda: w + 1)


def written(m: Any, build: Callable[..., Any]) -> bytes:
    """A meta graph with the outputs of a program and with nodes for their gradients."""
    with m.Graph().as_default() as graph:
        x, w = m.placeholder("float32", [], name="x"), m.get_variable("w", initializer=1.5)
        out = m.identity(build(m, x, w), name="out")
        m.identity(m.gradients(out, x)[0], name="slope")
        return m.train.export_meta_graph(graph=graph).SerializeToString()


def imported(m: Any, data: bytes, scopes: list[str | None]) -> None:
    message = m.MetaGraphDef.FromString(data)
    for scope in scopes:
        m.train.import_meta_graph(message, import_scope=scope)


@pytest.mark.parametrize("scopes", [[None], ["inner"], ["one", "other"]], ids=str)
@pytest.mark.parametrize("build", [loop_and_branches, two_branches])
def test_imported_branches_and_loops_run_with_their_gradients(
    build: Any, scopes: list[str | None]
) -> None:
    found = []
    for writer, reader in product(MODULES, repeat=2):
        if reader is tf and scopes[1:]:
            continue  # TensorFlow gives the loops of both gradients one name
        with reader.Graph().as_default() as graph, reader.Session() as session:
            imported(reader, written(writer, build), scopes)
            prefixes = [f"{scope}/" if scope else "" for scope in scopes]
            feeds = {graph.get_tensor_by_name(f"{one}x:0"): 1.3 for one in prefixes}
            names = [f"{one}{name}:0" for one in prefixes for name in ("out", "slope")]
            session.run(reader.global_variables_initializer())
            found.append([float(value) for value in session.run(names, feeds)])
    assert all(one == pytest.approx(found[0], rel=1e-5) for one in found)


@pytest.mark.parametrize("x", [0.5, 1.5, 2.5])
def test_gradients_flow_through_imported_branches(x: float) -> None:
    def play(m: Any) -> Any:
        with m.Graph().as_default() as graph, m.Session() as session:
            imported(m, written(tf, two_branches), [None])
            out, given = (graph.get_tensor_by_name(name) for name in ("out:0", "x:0"))
            session.run(m.global_variables_initializer())
            slopes = m.gradients(out, [given, m.global_variables()[0]])
            return [float(value) for value in session.run(slopes, {given: x})]

    assert_same_outcome(tf, engine, play)


def test_the_gradient_of_an_imported_loop_is_told_as_lacking() -> None:
    with engine.Graph().as_default() as graph:
        imported(engine, written(tf, loop_and_branches), [None])
        out, x = (graph.get_tensor_by_name(name) for name in ("out:0", "x:0"))
        with pytest.raises(LookupError, match=rf"^The gradient of .* {NOT_PART}"):
            engine.gradients(out, x)


def shapes_after_import(m: Any, given: list[list[int]]) -> Any:
    with m.Graph().as_default() as graph:
        y = m.identity(m.placeholder("float32", name="x"), name="y")
        y.set_shape([2, None])
        m.matmul(y, m.ones([3, 2]), name="z")
        message = graph.as_graph_def(add_shapes=True)
    shapes = next(node for node in message.node if node.name == "y").attr["_output_shapes"].list
    for sizes in given:
        del shapes.shape[0].dim[:]
        for size in sizes:
            shapes.shape[0].dim.add(size=size)
    m.import_graph_def(message, name="")
    operations = m.get_default_graph().get_operations()
    return [(str(op.outputs[0].shape), sorted(op.node_def.attr)) for op in operations]


@pytest.mark.parametrize("given", [[], [[2, 3]], [[-1, 3]], [[5]], [[2, 4]]], ids=str)
def test_the_shapes_that_a_graph_was_given_travel_with_it(given: list[list[int]]) -> None:
    assert_same_outcome(tf, engine, lambda m: shapes_after_import(m, given))


def test_shapes_in_a_graph_to_be_judged_are_not_believed() -> None:
    with engine.Graph().as_default() as graph:
        engine.identity(engine.placeholder("float32"), name="y").set_shape([7])
        message = graph.as_graph_def(add_shapes=True)
    with engine.Graph().as_default() as graph, limits.bounded(limits.Limits()):
        engine.import_graph_def(message, name="")
        assert graph.get_tensor_by_name("y:0").shape.rank is None


def two_nets(m: Any) -> Any:
    """A graph with nodes in the scopes "net" and "network", and items of several kinds."""
    with m.name_scope("net"):
        x = m.constant([1.0], name="x")
        v = m.Variable([2.0], name="v")
        with m.colocate_with(v):
            y = m.add(x, v, name="y")
    with m.name_scope("network"), m.control_dependencies([x.op]):
        z = m.multiply(m.constant([3.0], name="c"), y, name="z")
    for item in (v, x, y, z, z.op):
        m.add_to_collection("items", item)
    for text in ("net/a", "other"):
        m.add_to_collection("texts", text)
    m.add_to_collection("numbers", 2.5)
    return m.train.Saver([v])


@pytest.mark.parametrize("scope", [None, "inner"])
def test_a_meta_graph_is_imported_into_the_graph_that_is_given(scope: str | None) -> None:
    def play(m: Any) -> Any:
        saver = two_nets(m)
        message = saver.export_meta_graph()
        graph = m.Graph()
        size = len(m.get_default_graph().get_operations())
        found = m.train.import_meta_graph(
            message,
            import_scope=scope,
            graph=graph,
            restore_collections_predicate=lambda key: key not in ("texts", "trainable_variables"),
            return_elements=["net/y:0"],
        )
        return (
            type(found).__name__,
            found.saver_def.restore_op_name,
            len(m.get_default_graph().get_operations()) - size,
            len(graph.get_operations()),
            sorted(graph.get_all_collection_keys()),
            [item.name for item in graph.get_collection("items")],
            graph.get_collection("numbers"),
        )

    assert_same_outcome(tf, engine, play)
