"""Collects evidence: runs a challenge's probe on an answer, in the student's kernel."""

from __future__ import annotations

import base64
import contextlib
import copy
import io
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from grader.evidence.data import Challenge, Raised
from grader.evidence.encoding import Encoder, EvidenceError, from_bytes, read, to_bytes
from grader.evidence.probes import attempt, probe_of
from grader.evidence.probes.watching import one_thread
from grader.languages import _
from grader.resource_variables import (
    is_assigned_value,
    reference_type,
    variable_class,
    with_references,
)


def collect(challenge: Challenge, answers: Sequence[Any], tf: Any) -> bytes:
    """The evidence for `answers` (the values passed to `check`) as bounded bytes.

    tf: the module the answers were built with, TensorFlow's compat.v1 or `grader.engine`.
    Output and warnings of the answer are dropped. An answer that raises an exception, or is too
    large, becomes evidence that says so.
    """
    silence = io.StringIO()
    inputs = copy.deepcopy(dict(challenge.inputs))  # an answer may change what it is given
    with (
        contextlib.redirect_stdout(silence),
        contextlib.redirect_stderr(silence),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        result = attempt(_probed, challenge.probe, tf, tuple(answers), inputs)
    try:
        return packed(result, tf)
    except Exception as error:
        return packed(Raised(type(error).__name__, str(error)), tf)


def _probed(probe: str, tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    with one_thread(tf):
        return probe_of(probe)(tf, answers, inputs)


def collect_from(
    namespace: Mapping[str, Any], names: Sequence[str], challenge: Challenge, tf: Any
) -> bytes:
    """Like `collect`, for the answers called `names` in a notebook's namespace.

    An undefined name becomes a `Raised` NameError.
    """
    missing = [name for name in names if name not in namespace]
    if missing:
        text = _(
            "the name {name!r} is not defined: the cell that should define it was not run, "
            "raised an error, or uses another name"
        ).format(name=missing[0])
        return packed(Raised("NameError", text), tf)
    return collect(challenge, [namespace[name] for name in names], tf)


def challenge_to_bytes(challenge: Challenge) -> bytes:
    """The part of a challenge that may enter a student's kernel: the probe's name and the inputs."""
    encoder = Encoder()
    return to_bytes({"probe": challenge.probe, "inputs": encoder.encode(dict(challenge.inputs))})


def challenge_from_bytes(data: bytes) -> Challenge:
    """The challenge that `challenge_to_bytes` wrote, without its hidden part."""
    document = from_bytes(data)
    return Challenge(document["probe"], read(document["inputs"]))


def packed(result: Any, tf: Any) -> bytes:
    """A result of a probe as evidence."""
    graphs = GraphTable(tf)
    document = Encoder(graphs.reference).encode(result)
    return to_bytes({"result": document, "graphs": graphs.export()})


class GraphTable:
    """Numbers the graphs that a result refers to, and exports each of them once."""

    def __init__(self, tf: Any):
        self.tf = tf
        self.variable = variable_class(tf)
        self.graphs: list[Any] = []

    def reference(self, value: Any) -> dict[str, Any] | None:
        """JSON for a tensor, variable, operation or graph of `tf`; None for anything else."""
        tf = self.tf
        if isinstance(value, self.variable) and is_assigned_value(value):
            return self.reference(value.graph.as_graph_element(value))
        if isinstance(value, self.variable):
            return {**self._tensor(value, value.shape), "variable": True}
        if isinstance(value, tf.Tensor):
            return {**self._tensor(value, value.shape), "variable": False}
        if isinstance(value, tf.Operation):
            return {
                "operation": value.name,
                "graph": self._number(value.graph),
                "type": reference_type(value.type),
            }
        if isinstance(value, tf.Graph):
            return {"whole_graph": self._number(value)}
        return None

    def _tensor(self, value: Any, shape: Any) -> dict[str, Any]:
        return {
            "tensor": value.name,
            "graph": self._number(value.graph),
            "dtype": value.dtype.base_dtype.name,
            "shape": None if shape.rank is None else shape.as_list(),
        }

    def _number(self, graph: Any) -> int:
        for number, known in enumerate(self.graphs):
            if known is graph:
                return number
        if len(self.graphs) >= 50:
            raise EvidenceError(_("the answer refers to more than 50 graphs"))
        self.graphs.append(graph)
        return len(self.graphs) - 1

    def export(self) -> list[dict[str, Any]]:
        """Every numbered graph, as JSON."""
        return [self._export(graph) for graph in self.graphs]

    def _export(self, graph: Any) -> dict[str, Any]:
        trainable = {variable.name for variable in graph.get_collection("trainable_variables")}
        definition = with_references(graph.as_graph_def())
        return {
            "graph_def": base64.b64encode(definition.SerializeToString()).decode("ascii"),
            "variables": [
                {
                    "name": variable.name,
                    "initializer": variable.initializer.name,
                    # Not `variable.value()`, which would make a node for a resource variable.
                    "value": graph.as_graph_element(variable).name,
                    "trainable": variable.name in trainable,
                }
                for variable in graph.get_collection("variables")
                if isinstance(variable, self.variable)
            ],
        }
