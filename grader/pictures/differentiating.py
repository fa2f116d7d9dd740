"""Four ways to differentiate, for graphs of either back end: the graph is exported, and the engine
differentiates it and counts what that costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grader.languages import _, listed
from grader.pictures.copying import copied_to_the_engine, initializers_of

if TYPE_CHECKING:
    from grader.engine.autodiff.differentiation import Derivative

METHODS = ("numeric", "symbolic", "forward", "reverse")


def derivative_of(
    method: str, y: Any, xs: Any, feed_dict: Mapping[Any, Any] | None = None, **options: Any
) -> Derivative:
    """The derivative of the tensor `y` by `xs`, and its cost, counted while it is computed.

    method: "numeric", "symbolic", "forward" or "reverse". xs: a tensor, or a list of them.
    feed_dict: values for tensors of the graph; variables have their initial values.
    options: for "numeric" `scheme` ("forward" or "central") and `step`; for "symbolic" `simplify`.
    Raises ValueError for another method, and what the run itself raises.
    """
    if method not in METHODS:
        raise ValueError(
            _("no method {method!r}; available: {methods}").format(
                method=method, methods=listed(METHODS)
            )
        )
    from grader import engine  # only here: a notebook on TensorFlow starts without the engine
    from grader.engine.autodiff import differentiation

    copy = copied_to_the_engine(y.graph)
    feeds = {copy.as_graph_element(x.name): value for x, value in (feed_dict or {}).items()}
    with engine.Session(graph=copy) as session:
        session.run([copy.as_graph_element(name) for name in initializers_of(y.graph)])
        differentiate = getattr(differentiation, method)
        return differentiate(_same(copy, y), _same(copy, xs), feeds, session, **options)


def formula_size(y: Any, xs: Any, *, simplify: bool) -> int:
    """The number of nodes in the graph of the symbolic derivative of `y` by `xs`.

    simplify: write every expression once, and omit what algebra makes superfluous.
    Raises ValueError beyond 200,000 nodes.
    """
    from grader.engine.autodiff.differentiation import symbolic_graph  # as above

    copy = copied_to_the_engine(y.graph)
    return symbolic_graph(_same(copy, y), _same(copy, xs), simplify=simplify).nodes


def _same(copy: Any, tensors: Any) -> Any:
    if isinstance(tensors, Sequence):
        return [_same(copy, tensor) for tensor in tensors]
    # A variable is differentiated where its value is read.
    tensor = tensors.value() if hasattr(tensors, "initializer") else tensors
    return copy.as_graph_element(tensor.name)
