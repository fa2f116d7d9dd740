"""The base class of optimizers: from a loss to gradients, from gradients to one training step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from grader.engine.autodiff.reverse import gradients
from grader.engine.core import dtypes
from grader.engine.core.keys import GraphKeys
from grader.engine.core.nest import flatten
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import (
    Operation,
    Tensor,
    colocate_with,
    control_dependencies,
    get_collection_ref,
    get_default_graph,
    name_scope,
)
from grader.engine.graph.nodes import Nodes
from grader.engine.ops.arrays.indexed_slices import IndexedSlices
from grader.engine.ops.common.basic import group
from grader.engine.ops.common.basic import tuple as gated
from grader.engine.ops.common.public import TensorLike
from grader.engine.training import slots
from grader.engine.variables.assignment import assign_add
from grader.engine.variables.variable_lists import trainable_variables
from grader.engine.variables.variables import Variable

__all__ = ["Optimizer"]

Key = tuple[Nodes, str]  # a variable's graph and name
Gradient = Tensor | IndexedSlices | None
Variables = Variable | Sequence[Variable] | Mapping[str, Variable] | None


class Optimizer:
    """What all optimizers share; a new one overrides `_apply_dense` and whatever else it needs.

    use_locking: whether a lock protects the updates. name: the name scope of the step.
    """

    GATE_NONE = 0
    GATE_OP = 1
    GATE_GRAPH = 2

    def __init__(self, use_locking: bool, name: str):
        if not name:
            raise ValueError("Must specify the optimizer name")
        self._use_locking = use_locking
        self._name = name
        # Slot's name -> variable's key -> slot; (name, graph) -> a variable that is not a slot.
        self._slots: dict[str, dict[Key, Variable]] = {}
        self._non_slot_dict: dict[tuple[str, Nodes | None], Variable] = {}

    def get_name(self) -> str:
        """The name of the optimizer."""
        return self._name

    def minimize(
        self,
        loss: TensorLike,
        global_step: Variable | None = None,
        var_list: Variables = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Tensor | None = None,
    ) -> Operation:
        """An operation that takes one step down `loss`: compute_gradients, then apply_gradients.

        Raises ValueError if no variable has a gradient.
        """
        grads_and_vars = self.compute_gradients(
            loss,
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
            grad_loss=grad_loss,
        )
        if all(gradient is None for gradient, _ in grads_and_vars):
            raise ValueError(
                "No gradients provided for any variable, check your graph for ops that do not support "
                f"gradients, between variables {[str(v) for _, v in grads_and_vars]} and loss {loss}."
            )
        return self.apply_gradients(grads_and_vars, global_step=global_step, name=name)

    def compute_gradients(
        self,
        loss: TensorLike,
        var_list: Variables = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: Tensor | None = None,
    ) -> list[tuple[Gradient, Variable]]:
        """A list of (gradient or None, variable) for the trainable variables, or those given.

        loss: a tensor, or a function that builds it. var_list: a variable, or a structure of them.
        """
        loss = loss() if callable(loss) else loss
        if gate_gradients not in (self.GATE_NONE, self.GATE_OP, self.GATE_GRAPH):
            raise ValueError(
                "gate_gradients must be one of: Optimizer.GATE_NONE, Optimizer.GATE_OP, "
                f"Optimizer.GATE_GRAPH.  Not {gate_gradients}"
            )
        self._assert_valid_dtypes([loss] if grad_loss is None else [loss, grad_loss])
        variables = trainable_variables() if var_list is None else flatten(var_list)
        places = [_place(variable) for variable in variables]
        if not variables:
            raise ValueError("No variables to optimize.")
        slopes = gradients(
            loss,
            places,
            grad_ys=grad_loss,
            gate_gradients=gate_gradients == self.GATE_OP,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
        )
        if gate_gradients == self.GATE_GRAPH:
            slopes = gated(slopes)
        pairs = list(zip(slopes, variables, strict=True))
        self._assert_valid_dtypes(
            [variable for gradient, variable in pairs if gradient is not None]
        )
        return pairs

    def apply_gradients(
        self,
        grads_and_vars: Iterable[tuple[Any, Variable]],
        global_step: Variable | None = None,
        name: str | None = None,
    ) -> Operation:
        """An operation that changes the variables by their gradients, and adds 1 to `global_step`.

        Raises ValueError if there is no gradient, TypeError for one that is not a tensor.
        """
        pairs = [(_as_gradient(gradient), variable) for gradient, variable in grads_and_vars]
        if not pairs:
            raise ValueError("No variables provided.")
        variables = [variable for gradient, variable in pairs if gradient is not None]
        if not variables:
            raise ValueError(
                f"No gradients provided for any variable: {[str(v) for _, v in pairs]}."
            )
        with control_dependencies(None):
            self._create_slots(variables)
        with name_scope(name, self._name) as scope:
            self._prepare()
            updates = []
            for gradient, variable in pairs:
                if gradient is not None:
                    with name_scope("update_" + variable.op.name), colocate_with(variable.op):
                        updates.append(self._update(gradient, variable))
            if global_step is None:
                done = self._finish(updates, scope)
            else:
                # What is no variable fails in assign_add, with TensorFlow's words.
                place = colocate_with(global_step) if hasattr(global_step, "op") else nullcontext()
                with control_dependencies([self._finish(updates, "update")]), place:
                    done = assign_add(global_step, 1, name=scope)
        done = done.op if isinstance(done, Tensor) else done
        train_op = get_collection_ref(GraphKeys.TRAIN_OP)
        if done not in train_op:
            train_op.append(done)
        return done

    def _update(self, gradient: Tensor | IndexedSlices, variable: Variable) -> Any:
        if not isinstance(variable, Variable):
            raise NotImplementedError("Trying to update a Tensor ", variable)
        if isinstance(gradient, IndexedSlices):
            if variable.constraint is not None:
                raise RuntimeError("Cannot use a constraint function on a sparse variable.")
            return self._apply_sparse_duplicate_indices(gradient, variable)
        update = self._apply_dense(gradient, variable)
        if variable.constraint is None:
            return update
        with control_dependencies([update]):
            return variable.assign(variable.constraint(variable))

    # Slots ---------------------------------------------------------------------------------------

    def get_slot(self, var: Variable, name: str) -> Any:
        """The variable called `name` beside `var`, or None."""
        named = self._slots.get(name)
        return named.get(_key(var)) if named else None

    def get_slot_names(self) -> list[str]:
        """The names of the slots."""
        return sorted(self._slots)

    def variables(self) -> list[Variable]:
        """The optimizer's own variables in the default graph, by name."""
        everything = [*self._non_slot_variables()]
        for by_variable in self._slots.values():
            everything += by_variable.values()
        graph = get_default_graph()
        return sorted((v for v in everything if v.graph is graph), key=lambda v: v.name)

    def _slot(self, var: Variable, slot_name: str, make: Callable[[], Variable]) -> Variable:
        named = self._slots.setdefault(slot_name, {})
        if _key(var) not in named:
            named[_key(var)] = make()
        return named[_key(var)]

    def _get_or_make_slot(
        self, var: Variable, val: Tensor, slot_name: str, op_name: str
    ) -> Variable:
        return self._slot(var, slot_name, lambda: slots.create_slot(var, val, op_name))

    def _get_or_make_slot_with_initializer(
        self,
        var: Variable,
        initializer: Any,
        shape: TensorShape,
        dtype: dtypes.DType,
        slot_name: str,
        op_name: str,
    ) -> Variable:
        return self._slot(
            var,
            slot_name,
            lambda: slots.create_slot_with_initializer(var, initializer, shape, dtype, op_name),
        )

    def _zeros_slot(self, var: Variable, slot_name: str, op_name: str) -> Variable:
        return self._slot(var, slot_name, lambda: slots.create_zeros_slot(var, op_name))

    def _create_non_slot_variable(
        self, initial_value: TensorLike, name: str, colocate_with: Variable
    ) -> Variable:
        graph = get_default_graph()
        key = (name, graph)
        if key not in self._non_slot_dict:
            with graph.colocate_with(colocate_with.op):
                self._non_slot_dict[key] = Variable(initial_value, name=name, trainable=False)
        return self._non_slot_dict[key]

    def _get_non_slot_variable(self, name: str, graph: Nodes | None = None) -> Variable | None:
        return self._non_slot_dict.get((name, graph))

    def _non_slot_variables(self) -> Iterable[Variable]:
        return self._non_slot_dict.values()

    # For subclasses to override ------------------------------------------------------------------

    def _valid_dtypes(self) -> set[dtypes.DType]:
        return {dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64}

    def _assert_valid_dtypes(self, tensors: Sequence[Any]) -> None:
        valid = self._valid_dtypes()
        for tensor in tensors:
            if tensor.dtype.base_dtype not in valid:
                raise ValueError(
                    f"Invalid type {tensor.dtype.base_dtype!r} for {tensor.name}, expected: "
                    f"{[*valid]}."
                )

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        """Creates the optimizer's slots."""

    def _prepare(self) -> None:
        """Creates the tensors that all updates use, in the step's name scope."""

    def _apply_dense(self, grad: Tensor, var: Variable) -> Any:
        raise NotImplementedError

    def _apply_sparse_duplicate_indices(self, grad: IndexedSlices, var: Variable) -> Any:
        values, indices = summed_by_index(grad.values, grad.indices)
        return self._apply_sparse(IndexedSlices(values, indices, grad.dense_shape), var)

    def _apply_sparse(self, grad: IndexedSlices, var: Variable) -> Any:
        raise NotImplementedError

    def _finish(self, update_ops: Sequence[Any], name_scope: str) -> Any:
        return group(*update_ops, name=name_scope)

    def _call_if_callable(self, param: Any) -> Any:
        return param() if callable(param) else param


def summed_by_index(values: Tensor, indices: Tensor) -> tuple[Tensor, Tensor]:
    """A sparse gradient's rows summed by index: (sums, unique indices)."""
    unique, position = apply("Unique", x=indices)
    count = apply("Shape", input=unique)[0]
    total = apply("UnsortedSegmentSum", data=values, segment_ids=position, num_segments=count)
    return total, unique


def _place(variable: Any) -> Tensor:
    if isinstance(variable, Variable):
        return variable._ref()
    if isinstance(variable, Tensor):
        return variable
    if not hasattr(variable, "op"):
        raise AttributeError(f"{type(variable).__name__!r} object has no attribute 'op'")
    raise NotImplementedError("Trying to optimize unsupported type ", variable)


def _key(variable: Variable) -> Key:
    return variable.op.graph, variable.op.name


def _as_gradient(gradient: TensorLike) -> Gradient:
    if gradient is None or isinstance(gradient, (Tensor, IndexedSlices)):
        return gradient
    try:
        return convert_to_tensor(gradient)
    except TypeError:
        raise TypeError(
            f"Gradient must be convertible to a Tensor or IndexedSlices, or None: {gradient}"
        ) from None
