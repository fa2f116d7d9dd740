"""Resolves fetches and feeds to single tensors and operations, for either back end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.languages import _
from grader.pictures.stepper.values import name_of


@dataclass(frozen=True)
class Fetched:
    """name: as the graph knows it ("y:0", or "init" for an operation); label: for a reader."""

    name: str
    label: str
    operation: Any


def elements(thing: Any, graph: Any) -> list[Fetched]:
    """The tensors and operations in a structure of fetches, in order.

    Raises TypeError for what cannot be fetched, ValueError for what is not in the graph.
    """
    if isinstance(thing, Mapping):
        return [one for part in thing.values() for one in elements(part, graph)]
    if isinstance(thing, (list, tuple)) and not hasattr(thing, "dense_shape"):
        return [one for part in thing for one in elements(part, graph)]
    if isinstance(thing, str):
        thing = _looked_up(thing, graph)
    if hasattr(thing, "indices") and hasattr(thing, "values"):  # a sparse tensor, IndexedSlices
        parts = [thing.indices, thing.values, thing.dense_shape]
        return [one for part in parts if part is not None for one in elements(part, graph)]
    operation = getattr(thing, "op", thing)
    if not hasattr(operation, "control_inputs"):
        raise TypeError(
            _("trace follows tensors, variables and operations; got {kind}").format(
                kind=type(thing).__name__
            )
        )
    if operation.graph is not graph:
        raise ValueError(
            _("{name} belongs to another graph; one trace follows one graph").format(
                name=operation.name
            )
        )
    if operation is thing:
        return [Fetched(operation.name, name_of(operation.name), operation)]
    return [Fetched(thing.name, name_of(thing.name.removesuffix(":0")), operation)]


def graph_of(fetches: Any, graph: Any = None) -> Any:
    """The graph of the first fetch, or `graph` if all are names.

    Raises ValueError if nothing is fetched.
    """
    if isinstance(fetches, Mapping):
        fetches = list(fetches.values())
    if isinstance(fetches, (list, tuple)) and not hasattr(fetches, "dense_shape"):
        if not fetches:
            raise ValueError(_("there is nothing to trace: the list of what to fetch is empty"))
        found = [graph_of(part, graph) for part in fetches if not isinstance(part, str)]
        return found[0] if found else graph
    if isinstance(fetches, str):
        return graph
    found_graph = getattr(fetches, "graph", None)
    if found_graph is None:
        raise TypeError(
            _("trace follows tensors, variables and operations; got {kind}").format(
                kind=type(fetches).__name__
            )
        )
    return found_graph


def _looked_up(name: str, graph: Any) -> Any:
    try:
        return graph.as_graph_element(name)
    except (KeyError, ValueError) as error:
        raise ValueError(str(error)) from None
