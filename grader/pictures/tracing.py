"""Traces a run of a graph of either back end: exports the graph and runs it on the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grader.languages import _
from grader.pictures.copying import copied_to_the_engine, initializers_of

if TYPE_CHECKING:
    from grader.engine.runtime.traces import Trace

__all__ = ["trace_of"]


def trace_of(fetches: Any, feed_dict: Mapping[Any, Any] | None = None) -> Trace:
    """The trace of one run of `fetches` on the engine, step by step.

    fetches: a tensor of TensorFlow or of the engine, or a list of them, from one graph. feed_dict:
    values for tensors of that graph. Variables have their initial values.
    Raises ValueError if nothing is fetched, and whatever the run itself raises.
    """
    from grader import engine  # only here: a notebook on TensorFlow starts without the engine
    from grader.engine.runtime.traces import run_with_trace

    tensors = list(fetches) if isinstance(fetches, Sequence) else [fetches]
    if not tensors:
        raise ValueError(_("a trace needs at least one tensor to fetch, and the list is empty"))
    graph = tensors[0].graph
    copy = copied_to_the_engine(graph)
    with engine.Session(graph=copy) as session:
        session.run([copy.as_graph_element(name) for name in initializers_of(graph)])
        feeds = {
            copy.as_graph_element(tensor.name): value for tensor, value in (feed_dict or {}).items()
        }
        wanted = [copy.as_graph_element(tensor.name) for tensor in tensors]
        _values, trace = run_with_trace(session, wanted, feeds, keep=False)
    return trace
