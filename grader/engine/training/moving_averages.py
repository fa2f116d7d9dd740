"""Moving averages of variables, which follow them slowly (`tf.train.ExponentialMovingAverage`)."""

from __future__ import annotations

from collections.abc import Sequence

from grader.engine.control.cond import cond
from grader.engine.core import dtypes
from grader.engine.core.absent import left_out
from grader.engine.core.keys import GraphKeys
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import (
    Operation,
    Tensor,
    add_to_collection,
    control_dependencies,
    device,
    get_collection,
    get_default_graph,
    name_scope,
)
from grader.engine.ops.common.basic import group
from grader.engine.ops.common.public import TensorLike
from grader.engine.ops.math.arithmetic import minimum
from grader.engine.ops.math.casts import cast
from grader.engine.training import slots
from grader.engine.variables.assignment import assign_sub, is_variable_initialized
from grader.engine.variables.variable_lists import global_variables, trainable_variables
from grader.engine.variables.variables import Variable

__all__ = ["ExponentialMovingAverage"]


class ExponentialMovingAverage:
    """Keeps `average = decay * average + (1 - decay) * value` for variables and tensors.

    num_updates: a step count n; the decay is then at most (1 + n) / (10 + n), so that the averages
    move fast at first.
    """

    def __init__(
        self,
        decay: TensorLike,
        num_updates: TensorLike | None = None,
        zero_debias: bool = False,
        name: str = "ExponentialMovingAverage",
    ):
        left_out("tf.train.ExponentialMovingAverage", zero_debias=zero_debias or None)
        self._decay, self._num_updates, self._name = decay, num_updates, name
        self._averages: dict[Variable | Tensor, Variable] = {}

    @property
    def name(self) -> str:
        """The last part of the averages' names."""
        return self._name

    def apply(self, var_list: Sequence[Variable | Tensor] | None = None) -> Operation:
        """An operation that updates the averages of `var_list` (of all trainable variables if None).

        Creates those that are new. Raises TypeError for variables that are not floating-point.
        """
        variables = trainable_variables() if var_list is None else var_list
        for var in variables:
            if not var.dtype.base_dtype.is_floating:
                raise TypeError(f"The variables must be half, float, or double: {var.name}")
            if var not in self._averages:
                with control_dependencies(None):
                    self._averages[var] = self._create(var)
        with name_scope(self.name) as scope:
            decay = convert_to_tensor(self._decay, dtypes.float32, "decay")
            if self._num_updates is not None:
                count = cast(self._num_updates, dtypes.float32, name="num_updates")
                decay = minimum(decay, (1.0 + count) / (10.0 + count))
            updates = [_assign_average(self._averages[var], var, decay) for var in variables]
            return group(*updates, name=scope)

    def _create(self, var: Variable | Tensor) -> Variable:
        if not isinstance(var, Variable):
            return slots.create_zeros_slot(var, self.name, colocate=var.op.type == "VariableV2")
        with device(var.device):
            initial = cond(is_variable_initialized(var), var.read_value, lambda: var.initial_value)
        average = slots.create_slot(var, initial, self.name)
        add_to_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, var)
        return average

    def average(self, var: Variable | Tensor) -> Variable | None:
        """The variable that holds the average of `var`, or None."""
        return self._averages.get(var)

    def average_name(self, var: Variable | Tensor) -> str:
        """The name that the average of `var` has, or would have."""
        if var in self._averages:
            return self._averages[var].op.name
        wanted = f"{var.name[:-2]}/{self.name}"
        return get_default_graph().unique_name(wanted, mark_as_used=False)

    def variables_to_restore(
        self, moving_avg_variables: Sequence[Variable] | None = None
    ) -> dict[str, Variable]:
        """For a Saver: each averaged variable under its average's name, the others under their own."""
        averaged = moving_avg_variables
        if averaged is None:
            listed = get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES)
            averaged = [*trainable_variables(), *listed]
        names = {self.average_name(var): var for var in dict.fromkeys(averaged)}
        known = {var.name for var in averaged}
        for var in global_variables():
            if var.name not in known:
                names.setdefault(var.op.name, var)
        return names


def _assign_average(average: Variable, value: Variable | Tensor, decay: Tensor) -> Tensor:
    with name_scope(None, "AssignMovingAvg", [average, value, decay]) as scope:
        rest = convert_to_tensor(1.0 - decay, name="decay")
        if rest.dtype != average.dtype.base_dtype:
            rest = cast(rest, average.dtype.base_dtype)
        return assign_sub(average, (average.value() - value) * rest, name=scope)
