"""Lists of a graph's variables, and operations that initialize or check many at once."""

from __future__ import annotations

from collections.abc import Sequence

from grader.engine.core import dtypes
from grader.engine.core.keys import GraphKeys
from grader.engine.graph.convert import constant
from grader.engine.graph.graph import (
    Operation,
    Tensor,
    get_collection,
    get_default_graph,
    name_scope,
)
from grader.engine.ops.arrays.concatenation import stack
from grader.engine.ops.arrays.gathering import boolean_mask
from grader.engine.ops.common.basic import group, no_op
from grader.engine.ops.math.comparisons import logical_not
from grader.engine.variables.assignment import is_variable_initialized
from grader.engine.variables.variables import Variable

# fmt: off
__all__ = [
    "all_variables", "global_variables",
    "global_variables_initializer", "initialize_all_variables", "initialize_local_variables",
    "initialize_variables", "local_variables", "local_variables_initializer",
    "report_uninitialized_variables", "trainable_variables",
    "variables_initializer",
]
# fmt: on


def global_variables(scope: str | None = None) -> list[Variable]:
    """The variables of the default graph that `global_variables_initializer` initializes."""
    return get_collection(GraphKeys.GLOBAL_VARIABLES, scope)


def local_variables(scope: str | None = None) -> list[Variable]:
    """The variables of the default graph that `local_variables_initializer` initializes."""
    return get_collection(GraphKeys.LOCAL_VARIABLES, scope)


def trainable_variables(scope: str | None = None) -> list[Variable]:
    """The variables of the default graph that an optimizer changes."""
    return get_collection(GraphKeys.TRAINABLE_VARIABLES, scope)


def variables_initializer(var_list: Sequence[Variable], name: str = "init") -> Operation:
    """An operation that runs the initializers of `var_list`."""
    if var_list:
        return group(*[variable.initializer for variable in var_list], name=name)
    return no_op(name=name)


def global_variables_initializer() -> Operation:
    """An operation that initializes all global variables created so far."""
    return variables_initializer(global_variables())


def local_variables_initializer() -> Operation:
    """An operation that initializes all local variables created so far."""
    return variables_initializer(local_variables())


all_variables = global_variables
initialize_all_variables = global_variables_initializer
initialize_local_variables = local_variables_initializer
initialize_variables = variables_initializer


def _listed_or_found() -> list[Variable | Tensor]:
    """The global and local variables; in a graph that lists none (an imported one), the references."""
    return [*global_variables(), *local_variables()] or [
        op.outputs[0] for op in get_default_graph().get_operations() if op.type == "VariableV2"
    ]


def report_uninitialized_variables(
    var_list: Sequence[Variable] | None = None, name: str = "report_uninitialized_variables"
) -> Tensor:
    """A tensor with the names of the variables that have no value yet."""
    variables = _listed_or_found() if var_list is None else [*var_list]
    with name_scope(name):
        initialized = [is_variable_initialized(variable) for variable in variables]
        with get_default_graph().device("/cpu:0"):
            if not variables:
                return constant([], dtype=dtypes.string)
            missing = logical_not(stack(initialized))
            return boolean_mask(constant([variable.op.name for variable in variables]), missing)
