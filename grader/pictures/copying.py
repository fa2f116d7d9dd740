"""Copies a graph of either back end to the engine, which can report what it does."""

from __future__ import annotations

from typing import Any


def copied_to_the_engine(graph: Any) -> Any:
    """An engine graph with the same nodes, under the same names."""
    from grader import engine  # only here: a notebook on TensorFlow starts without the engine

    copy = engine.Graph()
    with copy.as_default():
        definition = engine.GraphDef.FromString(graph.as_graph_def().SerializeToString())
        engine.import_graph_def(definition, name="")
    return copy


def initializers_of(graph: Any) -> list[str]:
    """The names of the operations that initialize the variables of `graph`."""
    return [
        variable.initializer.name
        for key in ("variables", "local_variables")
        for variable in graph.get_collection(key)
    ]
