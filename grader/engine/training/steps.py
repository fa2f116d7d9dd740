"""A step of an optimizer: the operation that changes a variable and its slots, and the class that adds it.

Each method's formula is written once (optimizers.py). The dense operation applies it to the whole
variable, the sparse one to the rows that a gradient has.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np

from grader.engine.core.errors import invalid
from grader.engine.core.limits import PASS
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Operation, Tensor
from grader.engine.ops.arrays.indexed_slices import IndexedSlices
from grader.engine.ops.common.inference import Inference, infer
from grader.engine.ops.common.shape_algebra import (
    Shape,
    format_shape,
    merge,
    merge_dimension,
    with_rank,
)
from grader.engine.ops.common.types import INDEX, NUMBERS
from grader.engine.ops.math.casts import cast
from grader.engine.registry import define, flag, lookup, missing_gradient, no_tangent, one_of
from grader.engine.training.optimizer import Optimizer
from grader.engine.variables.variables import Variable

# Reads the step's inputs and flags as attributes, under the names of its operation ("grad" also where
# TensorFlow says "delta"); returns the new values of the variables.
Formula = Callable[[Any], tuple[Any, ...]]


# Kernels -----------------------------------------------------------------------------------------


def dense_kernel(formula: Formula, names: list[str], count: int) -> Any:
    """The dense step: `count` variables, then values; the gradient is as large as the variables."""
    place = next(names.index(name) for name in ("grad", "delta") if name in names)
    keys = ["grad" if name == "delta" else name for name in names]
    large = [*range(count), place]
    scalars = [index for index in range(count, len(names)) if index != place]

    def kernel(node: Any, *inputs: Any) -> Any:
        cells = inputs[:count]
        with cells[0].lock:
            values = [*[cell.read() for cell in cells], *inputs[count:]]
            check_shapes([(names[index], values[index]) for index in large])
            check_scalars([(names[index], values[index]) for index in scalars])
            i = SimpleNamespace(**node.attrs, **dict(zip(keys, values, strict=True)))
            for cell, new in zip(cells, formula(i), strict=True):
                cell.write(np.asarray(new))
        return cells[0]

    return kernel


def sparse_kernel(formula: Formula, names: list[str], count: int) -> Any:
    """The sparse step: changes the rows `indices` of the variables, in turn where indices repeat."""

    def kernel(node: Any, *inputs: Any) -> Any:
        cells = inputs[:count]
        with cells[0].lock:
            arrays = [cell.read().copy() for cell in cells]
            check_shapes([*zip(names, arrays, strict=False)])
            values = dict(zip(names, inputs, strict=True))
            indices, grad = values["indices"], values["grad"]
            given = [*zip(names[count:], inputs[count:], strict=True)]
            check_scalars([one for one in given if one[0] not in ("grad", "indices")])
            check_rows(arrays[0], grad, indices)
            once = len(np.unique(indices)) == len(indices)
            for rows in [slice(None)] if once else range(len(indices)):
                here = indices[rows]
                values.update(zip(names, (array[here] for array in arrays), strict=False))
                i = SimpleNamespace(**node.attrs, **{**values, "grad": grad[rows]})
                for array, new in zip(arrays, formula(i), strict=True):
                    array[here] = new
            for cell, array in zip(cells, arrays, strict=True):
                cell.write(array)
        return cells[0]

    return kernel


def check_shapes(same: list[tuple[str, Any]]) -> None:
    """Raises InvalidArgumentError unless the variables (and a dense gradient) have one shape."""
    var = same[0][1]
    for name, array in same[1:]:
        if array.shape != var.shape:
            raise invalid(
                f"var and {name} do not have the same shape{format_shape(var.shape)} "
                f"{format_shape(array.shape)}"
            )


def check_scalars(given: list[tuple[str, Any]]) -> None:
    """Raises InvalidArgumentError for a learning rate, say, that is a list."""
    for name, value in given:
        if value.ndim:
            raise invalid(f"{name} is not a scalar: {format_shape(value.shape)}")


def check_rows(var: Any, grad: Any, indices: Any) -> None:
    """Raises InvalidArgumentError unless a sparse gradient has one row of the variable per index."""
    if var.ndim < 1:
        raise invalid("var must be at least 1 dimensional")
    if grad.shape != (*indices.shape, *var.shape[1:]) or indices.ndim != 1:
        raise invalid(
            f"var and grad must match in dimension 1 and later, and grad must be as long as indices: "
            f"var {format_shape(var.shape)}, grad {format_shape(grad.shape)}, indices "
            f"{format_shape(indices.shape)}"
        )
    wrong = np.flatnonzero((indices < 0) | (indices >= len(var)))
    if wrong.size:
        raise invalid(
            f"Index {int(indices[wrong[0]])} at offset {int(wrong[0])} in indices is out of range"
        )


# Entries -----------------------------------------------------------------------------------------


def step_shape(names: list[str], count: int, sparse: bool) -> Callable[[Any], Any]:
    """The variables' shape, which the gradient must have too (or its rows)."""

    def rule(c: Inference) -> Shape:
        shape: Shape = None
        for index, name in enumerate(names):
            if index < count or (name in ("grad", "delta") and not sparse):
                shape = merge(shape, c.shape(index))
            elif name == "grad":
                rows = with_rank(c.shape(index + 1), 1)[0]
                grad = c.shape(index)
                if grad is not None and shape is not None:
                    merge_dimension(grad[0], rows)
                    shape = merge(shape, (None, *grad[1:]))
            elif name != "indices":
                with_rank(c.shape(index), 0)
        return shape

    return infer(rule)


# Method -> the variables that it changes, its other inputs in their order, its flags, and whether there
# is a sparse operation.
METHODS: dict[str, tuple[list[str], list[str], dict[str, bool], bool]] = {}


def define_step(
    method: str, formula: Formula, variables: str, inputs: str, sparse: bool, **flags: bool
) -> None:
    """Defines "Apply<method>", and "SparseApply<method>" where there is one.

    variables: the names of those that the step changes. inputs: the names of the others, all of which but
    grad (or delta) are scalars.
    """
    references, others = variables.split(), inputs.split()
    METHODS[method] = references, others, flags, sparse
    _define_step(f"Apply{method}", formula, references, others, flags)
    if sparse:
        rows = inputs.replace("grad", "grad indices").split()
        _define_step(f"SparseApply{method}", formula, references, rows, flags)


def _define_step(
    op_type: str, formula: Formula, variables: list[str], inputs: list[str], flags: dict[str, bool]
) -> None:
    sparse, names, count = "indices" in inputs, [*variables, *inputs], len(variables)
    arguments = [f"{name}: Ref(T)" for name in variables]
    arguments += [f"{name}: {'Tindices' if name == 'indices' else 'T'}" for name in inputs]
    attributes = {key: flag(value) for key, value in {"use_locking": False, **flags}.items()}
    if sparse:
        attributes["Tindices"] = one_of(INDEX)
    define(
        op_type,
        ", ".join(arguments) + " -> out: Ref(T)",
        shape=step_shape(names, count, sparse),
        kernel=(sparse_kernel if sparse else dense_kernel)(formula, names, count),
        # Rows are changed one after the other, since an index may come twice.
        work=(lambda op, given: PASS * math.prod(given[names.index("indices")]))
        if sparse
        else None,
        stateful=True,
        attributes={"T": one_of(NUMBERS), **attributes},
    )
    missing_gradient(op_type)
    no_tangent(op_type)


# The class ---------------------------------------------------------------------------------------


class StepOptimizer(Optimizer):
    """An optimizer whose update of a variable is one operation, that of the METHOD.

    SETTINGS: the constructor's parameters that `_prepare` turns into tensors, in this order -> the
        operation's inputs. A parameter is kept in an attribute of its name ("_learning_rate").
    SLOTS: the operation's inputs that are slots -> the slots' names, in the order of creation.
    """

    METHOD: ClassVar[str]
    SETTINGS: ClassVar[Mapping[str, str]]
    SLOTS: ClassVar[Mapping[str, str]] = {}

    def _initial(self, slot_name: str, var: Variable) -> Any:
        """The initializer of a slot (or a tensor); None for zeros."""

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        for var in var_list:
            for slot_name in self.SLOTS.values():
                initial = self._initial(slot_name, var)
                if initial is None:
                    self._zeros_slot(var, slot_name, self._name)
                else:
                    self._get_or_make_slot_with_initializer(
                        var, initial, var.shape, var.dtype.base_dtype, slot_name, self._name
                    )

    def _prepare(self) -> None:
        self._tensors: dict[str, Tensor] = {}
        for parameter, name in self.SETTINGS.items():
            value = self._call_if_callable(getattr(self, f"_{parameter}"))
            self._tensors[name] = convert_to_tensor(value, name=parameter)
            # TensorFlow's attributes, which users' own subclasses read.
            setattr(self, f"_{parameter}_tensor", self._tensors[name])
            setattr(self, f"_{name}_t", self._tensors[name])

    def _apply_dense(self, grad: Tensor, var: Variable) -> Operation:
        return self._step(f"Apply{self.METHOD}", var, grad=grad, delta=grad)

    def _apply_sparse(self, grad: IndexedSlices, var: Variable) -> Operation:
        return self._step(f"SparseApply{self.METHOD}", var, grad=grad.values, indices=grad.indices)

    def _step(self, op_type: str, var: Variable, **given: Any) -> Operation:
        entry = lookup(op_type)
        given["var"] = var._ref()
        for name, slot_name in self.SLOTS.items():
            given[name] = self.get_slot(var, slot_name)._ref()
        names = [argument.name for argument in entry.inputs]
        inputs: dict[str, Any] = {
            name: given[name] if name in given else self._scalar(name, var) for name in names
        }
        flags: dict[str, Any] = {"use_locking": self._use_locking}
        if "use_nesterov" in entry.attributes:
            flags["use_nesterov"] = getattr(self, "_use_nesterov", False)
        return apply(op_type, **inputs, **flags).op

    def _scalar(self, name: str, var: Variable) -> Tensor:
        return cast(self._tensors[name], var.dtype.base_dtype)
