"""The structure of a run's fetches: what to compute, and how to return it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.engine.core import nest
from grader.engine.core.errors import InaccessibleTensorError
from grader.engine.graph.graph import Graph, Operation, Tensor


class Fetches:
    """Flattens a structure of fetches, and builds the same structure from values.

    elements: each tensor and operation once, in the order of their first appearance.
    """

    def __init__(self, graph: Graph, fetches: Any):
        self.graph = graph
        self.elements: list[Tensor | Operation] = []
        self._position: dict[Any, int] = {}
        self._structure = self._flatten(fetches)
        self.tensors = [element for element in self.elements if isinstance(element, Tensor)]
        self._alone = isinstance(fetches, Tensor)

    def build(self, values: list[Any]) -> Any:
        """The fetched structure with `values` (those of the tensors among `elements`) in it."""
        if self._alone:
            return values[0]
        return self._structure(dict(zip(self.tensors, values, strict=True)))

    def _flatten(self, fetch: Any) -> Any:
        if fetch is None:
            raise TypeError(
                'Argument `fetch` = None has invalid type "NoneType". Cannot be None\n'
                "Fetch a tensor, an operation, or a structure of them."
            )
        if isinstance(fetch, (list, tuple)):
            parts = [self._flatten(part) for part in fetch]
            return lambda values: _like(fetch, [part(values) for part in parts])
        if hasattr(fetch, "_value_of"):  # several tensors that make one value (IndexedSlices)
            components = [self._flatten(part) for part in fetch._components()]
            return lambda values: fetch._value_of([part(values) for part in components])
        if isinstance(fetch, Mapping):
            entries = {key: self._flatten(part) for key, part in fetch.items()}
            kind: Any = type(fetch)

            def build(values: Any) -> Any:
                built = {key: part(values) for key, part in entries.items()}
                return built if kind is dict else kind(built)

            return build
        if nest.is_attrs(fetch):
            parts = [self._flatten(part) for part in nest.fields(fetch)]
            return lambda values: nest.like(fetch, [part(values) for part in parts])
        element = self._element(fetch)
        if element not in self._position:
            self._position[element] = len(self.elements)
            self.elements.append(element)
        if isinstance(element, Operation):
            return lambda values: None
        return lambda values: values[element]

    def _element(self, fetch: Any) -> Any:
        try:
            element = self.graph.as_graph_element(fetch)
        except TypeError as error:
            raise TypeError(
                f'Argument `fetch` = {fetch} has invalid type "{type(fetch).__name__}" must be a '
                f"string or Tensor. ({error})"
            ) from None
        except (ValueError, KeyError) as error:
            raise ValueError(
                f"Argument `fetch` = {fetch} cannot be interpreted as a Tensor. ({error})"
            ) from None
        if not self.graph.is_fetchable(element):
            raise InaccessibleTensorError(
                f"Operation {getattr(element, 'op', element).name} has been marked as not fetchable. "
                "Typically this happens when it is defined in another function or code block. Use "
                "return values, explicit Python locals or TensorFlow collections to access it."
            )
        return element


def _like(fetch: Any, parts: list[Any]) -> Any:
    if hasattr(fetch, "_fields"):
        return type(fetch)(*parts)
    return parts if isinstance(fetch, list) else tuple(parts)
