"""Each back end runs the graph that the other one built, by its GraphDef."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from .compare import outcome_differences
from .programs import Built, Program, Ref


def imported(source: Built, into: Any) -> Built:
    """The source's graph imported in the module `into`; values are tensors found by their names."""
    graph = into.Graph()
    definition = into.GraphDef.FromString(source.graph.as_graph_def().SerializeToString())
    with graph.as_default():
        into.import_graph_def(definition, name="")
    built = Built(into, graph)
    for index, value in source.values.items():
        found = counterpart(value, graph)
        if found is not None:
            built.values[index] = found
    return built


def counterpart(value: Any, graph: Any) -> Any:
    """What stands for `value` in an imported graph; None for what has no name there."""
    if isinstance(value, (list, tuple)):
        parts = [counterpart(part, graph) for part in value]
        return None if None in parts else parts
    name = getattr(value, "name", None)
    if not isinstance(name, str):
        return None
    return graph.as_graph_element(name)


def import_differences(
    program: Program,
    expected: Built,
    got: Built,
    expected_session: Callable[[Any], Any],
    got_session: Callable[[Any], Any],
) -> Iterator[str]:
    """Where TensorFlow's graph runs otherwise in the engine, or the engine's otherwise in TensorFlow."""
    present = replace(program, runs=tuple(without_strays(program, expected)))
    into_engine = imported(expected, got.module)
    for line in outcome_differences(present, expected, into_engine, expected_session, got_session):
        yield f"TensorFlow's graph in the engine: {line}"
    expected.sessions.clear()
    into_tensorflow = imported(got, expected.module)
    runs = outcome_differences(
        present, expected, into_tensorflow, expected_session, expected_session
    )
    for line in runs:
        yield f"the engine's graph in TensorFlow: {line}"


def without_strays(program: Program, built: Built) -> Iterator[Any]:
    """The runs, fetching only what an import can name."""
    for run in program.runs:
        yield replace(run, fetches=tuple(f for f in run.fetches if nameable(f, built)))


def nameable(fetch: Any, built: Built) -> bool:
    value = built.values.get(fetch.index) if isinstance(fetch, Ref) else None
    if isinstance(fetch, Ref) and fetch.part is not None and value is not None:
        value = value[fetch.part]
    return isinstance(getattr(value, "name", None), str)
