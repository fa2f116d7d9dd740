"""The operations that write and read checkpoints, and the nodes of them that a saver adds."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from grader.engine.core.absent import NOT_PART
from grader.engine.core.errors import KernelFailure, OpError, UnimplementedError, invalid
from grader.engine.data.raw_bytes import c_name
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import (
    Operation,
    Tensor,
    colocate_with,
    control_dependencies,
    device,
    name_scope,
)
from grader.engine.ops.common.basic import group
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.shape_algebra import Shape
from grader.engine.registry import define, many_types, no_derivative
from grader.engine.runtime.steps import Node
from grader.engine.saving.bundle import Bundle, write_bundle
from grader.engine.variables.assignment import assign
from grader.engine.variables.variables import Variable

# The operations -----------------------------------------------------------------------------------


def on_disk(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps a kernel so that its file errors name the node."""

    def located(node: Node, *inputs: np.ndarray) -> Any:
        try:
            return kernel(node, *inputs)
        except OpError as error:
            raise KernelFailure(type(error), error.message) from None

    return located


def decode_string(value: np.ndarray | bytes) -> str:
    """The string in a scalar string tensor."""
    string: Any = np.asarray(value, object)[()]
    return os.fsdecode(string)


def decode_strings(values: np.ndarray) -> list[str]:
    """The strings in a vector of strings."""
    return [os.fsdecode(value) for value in values]


def require_whole(slices: list[str]) -> None:
    """Raises UnimplementedError for parts of tensors, which partitioned variables are saved in."""
    if any(slices):
        raise KernelFailure(UnimplementedError, f"A part of a tensor ({max(slices)}) {NOT_PART}")


def save(
    node: Node, prefix: np.ndarray, names: np.ndarray, slices: np.ndarray, *tensors: np.ndarray
) -> None:
    """Writes the tensors as a checkpoint."""
    if not len(names) == len(slices) == len(tensors):
        raise invalid(f"Got {len(names)} tensor names and {len(tensors)} tensors")
    require_whole(decode_strings(slices))
    path = decode_string(prefix)
    folder = os.path.dirname(path)
    if folder and not os.path.isdir(folder) and os.path.isdir(os.path.dirname(folder) or "."):
        with suppress(OSError):  # what is wrong with it is said where the file is written
            os.mkdir(folder)
    values = map(np.asarray, tensors)
    write_bundle(path, list(zip(decode_strings(names), values, node.attrs["dtypes"], strict=True)))


def restore(
    node: Node, prefix: np.ndarray, names: np.ndarray, slices: np.ndarray
) -> tuple[np.ndarray, ...]:
    """Reads tensors from a checkpoint."""
    require_whole(decode_strings(slices))
    bundle = Bundle(decode_string(prefix))
    wanted = decode_strings(names)
    for name in wanted:
        bundle.entry(name)  # all are looked for before one is read
    for name, dtype in zip(wanted, node.attrs["dtypes"], strict=True):
        if bundle.dtype(name) != dtype:
            raise invalid(
                f"tensor_name = {name}; expected dtype {c_name(dtype)} does not equal original dtype "
                f"{c_name(bundle.dtype(name))}"
            )
    return tuple(map(bundle.read, wanted))


def restored_shapes(c: Any) -> list[Shape]:
    for index in (1, 2):
        shape = c.shape(index)
        if shape is not None and len(shape) != 1:
            raise ValueError(f"Shape must be rank 1 but is rank {len(shape)}")
        if shape is not None and index == 2 and shape[0] not in (None, len(c.op.outputs)):
            raise ValueError("The number of shape_and_slice doesn't match tensor outputs.")
    return [None] * len(c.op.outputs)


def saved_shapes(op: Operation) -> list[Shape]:
    for index, tensor in enumerate(op.inputs[:3]):
        rank = 1 if index else 0
        if tensor.shape.rank not in (None, rank):
            raise ValueError(f"Shape must be rank {rank} but is rank {tensor.shape.rank}")
        size = tensor.shape.sizes[0] if index and tensor.shape.rank else None
        if size not in (None, len(op.inputs) - 3):
            raise ValueError(f"Dimension must be {len(op.inputs) - 3} but is {size}")
    return []


define(
    "SaveV2",
    "prefix: string, tensor_names: string, shape_and_slices: string, tensors: dtypes -> ",
    dtypes=many_types(1),
    shape=saved_shapes,
    kernel=on_disk(save),
    stateful=True,
    files=True,
)
define(
    "RestoreV2",
    "prefix: string, tensor_names: string, shape_and_slices: string -> tensors: dtypes",
    dtypes=many_types(1),
    shape=infer(restored_shapes),
    kernel=on_disk(restore),
    stateful=True,
    files=True,
)
no_derivative("SaveV2 RestoreV2")

# The nodes of a saver -----------------------------------------------------------------------------


def by_name(variables: Any) -> dict[str, Any]:
    """Name -> variable. Raises TypeError for anything but variables, ValueError for a name twice."""
    if isinstance(variables, Mapping):
        return dict(variables)
    if not isinstance(variables, (list, tuple, set)):
        raise TypeError(f"Variables to save should be passed in a dict or a list. Got {variables}")
    named: dict[str, Any] = {}
    for variable in sorted(variables, key=lambda variable: variable.name):
        if not _is_variable(variable):
            raise TypeError(f"Variable to save is not a Variable: {variable}")
        name = variable.op.name
        if name in named:
            raise ValueError(f"At least two variables have the same name: {name}")
        named[name] = variable
    return named


def _is_variable(item: Any) -> bool:
    return isinstance(item, Variable) or (
        isinstance(item, Tensor) and item.op.type in ("VariableV2", "Variable", "TemporaryVariable")
    )


def references_of(named: Mapping[str, Any]) -> dict[str, Tensor]:
    """Name in the checkpoint -> the variable's reference, sorted by name."""
    references: dict[str, Tensor] = {}
    for name in sorted(named, key=str):
        if not isinstance(name, str):
            raise TypeError(
                "names_to_saveables must be a dict mapping string names to trackable operations. "
                f"Name is not a string: {name}"
            )
        reference = convert_to_tensor(named[name], as_ref=True)
        if not _is_variable(reference):
            raise TypeError(
                "names_to_saveables must be a dict mapping string names to Tensors/Variables. Not "
                f"a variable: {reference}"
            )
        if any(reference is known for known in references.values()):
            raise ValueError(f"The same saveable will be restored with two names: {name}")
        references[name] = reference
    return references


def save_nodes(filename: Tensor, variables: Mapping[str, Tensor]) -> Tensor:
    """Adds the nodes that write the variables; returns the file's name, known once they are written."""
    saved = apply(
        "SaveV2",
        prefix=filename,
        tensor_names=list(variables),
        shape_and_slices=[""] * len(variables),
        tensors=list(variables.values()),
        dtypes=[reference.dtype.base_dtype for reference in variables.values()],
    )
    with (
        name_scope("control_dependency") as scope,
        colocate_with(filename),
        control_dependencies([saved]),
    ):
        return apply("Identity", scope, input=filename)


def restore_nodes(filename: Tensor, variables: Mapping[str, Tensor], reshape: bool) -> Operation:
    """Adds the nodes that read the variables' values and assign them."""
    with device("/cpu:0"):
        values = apply(
            "RestoreV2",
            prefix=filename,
            tensor_names=list(variables),
            shape_and_slices=[""] * len(variables),
            dtypes=[reference.dtype.base_dtype for reference in variables.values()],
        )
    assigned = []
    for reference, value in zip(variables.values(), values, strict=True):
        shape = reference.shape
        known = shape.is_fully_defined()
        if reshape:
            sizes = np.array(shape.sizes, np.int32) if known else apply("Shape", input=reference)
            value = apply("Reshape", tensor=value, shape=sizes)
        assigned.append(assign(reference, value, validate_shape=known and not reshape).op)
    return group(*assigned, name="restore_all")
