"""The global step: the variable that counts training steps."""

from __future__ import annotations

from typing import Any

from grader.engine.core import dtypes, logging
from grader.engine.core.keys import GraphKeys
from grader.engine.graph.graph import Graph, Tensor, get_default_graph
from grader.engine.runtime.session import BaseSession
from grader.engine.variables.initializers import zeros_initializer
from grader.engine.variables.variable_scope import get_variable
from grader.engine.variables.variables import Variable

# fmt: off
__all__ = [
    "assert_global_step", "create_global_step", "get_global_step", "get_or_create_global_step",
    "global_step",
]
# fmt: on


def global_step(sess: BaseSession, global_step_tensor: Variable | Tensor) -> int:
    """The step's value in a session."""
    return int(sess.run(global_step_tensor))


def get_global_step(graph: Graph | None = None) -> Variable | Tensor | None:
    """The graph's global step: from its collection, or the tensor "global_step:0"; None if there is none."""
    graph = graph or get_default_graph()
    listed = graph.get_collection(GraphKeys.GLOBAL_STEP)
    if len(listed) > 1:
        logging.error("Multiple tensors in global_step collection.")
        return None
    if listed:
        step = listed[0]
    else:
        try:
            step = graph.get_tensor_by_name("global_step:0")
        except KeyError:
            return None
    assert_global_step(step)
    return step


def create_global_step(graph: Graph | None = None) -> Variable:
    """Creates the global step, an int64 variable; ValueError if there is one already."""
    graph = graph or get_default_graph()
    if get_global_step(graph) is not None:
        raise ValueError('"global_step" already exists.')
    with graph.as_default(), graph.name_scope(None):
        return get_variable(
            GraphKeys.GLOBAL_STEP,
            shape=[],
            dtype=dtypes.int64,
            initializer=zeros_initializer(),
            trainable=False,
            collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP],
        )


def get_or_create_global_step(graph: Graph | None = None) -> Variable | Tensor:
    """The graph's global step, created if there is none."""
    step = get_global_step(graph)
    return create_global_step(graph) if step is None else step


def assert_global_step(global_step_tensor: Any) -> None:
    """Raises TypeError for anything but a scalar integer variable or tensor."""
    step = global_step_tensor
    if not isinstance(step, (Variable, Tensor)):
        raise TypeError(f'Existing "global_step" must be a Variable or Tensor: {step}.')
    if not step.dtype.base_dtype.is_integer:
        raise TypeError(f'Existing "global_step" does not have integer type: {step.dtype}')
    if step.shape.rank != 0 and step.shape.is_fully_defined():
        raise TypeError(f'Existing "global_step" is not scalar: {step.shape}')
