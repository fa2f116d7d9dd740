"""The text shown when hovering over a node: name, op type, attributes, inputs and outputs."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.languages import _, listed

MOST_VALUES = 8  # of a constant
LONGEST_TEXT = 60  # characters of one attribute
BOOKKEEPING = (
    "_",
    "T",
    "dtype",
)  # how attributes begin that are not told: the outputs tell the type

# The types whose constants are shown, with NumPy's name for them; numbers of DataType in types.proto.
TYPES = {1: "float32", 2: "float64", 3: "int32", 9: "int64", 10: "bool", 19: "float16"}


def details_of_operation(operation: Any) -> str:
    """The lines shown for an operation of TensorFlow or the engine."""
    lines = [operation.name, _("op type: {type}").format(type=operation.type)]
    for key, value in sorted(operation.node_def.attr.items()):
        if not key.startswith("_") and key not in BOOKKEEPING:
            told = _attribute(value)
            if told:
                lines.append(f"{key} = {told}")
    inputs = [_tensor(tensor) for tensor in operation.inputs]
    inputs += [f"^{before.name}" for before in operation.control_inputs]
    outputs = [_tensor(tensor) for tensor in operation.outputs]
    lines.append(_("inputs: {names}").format(names=listed(inputs) or _("none")))
    lines.append(_("outputs: {names}").format(names=listed(outputs) or _("none")))
    if operation.device:
        lines.append(_("device: {name}").format(name=operation.device))
    return "\n".join(lines)


def shape_text(tensor: Any) -> str:
    """A tensor's static shape as TensorFlow prints it, "(?, 3)"; "" if the rank is unknown."""
    rank = tensor.shape.rank
    if rank is None:
        return ""
    sizes = ["?" if size is None else str(size) for size in tensor.shape.as_list()]
    return f"({', '.join(sizes)}{',' * (len(sizes) == 1)})"


def _tensor(tensor: Any) -> str:
    return f"{tensor.name} {shape_text(tensor) or _('of any shape')} {tensor.dtype.name}"


def _attribute(value: Any) -> str:
    """A short form of an attribute in a GraphDef; "" for an uninformative one."""
    which = value.WhichOneof("value")
    if which == "tensor":
        told = _constant(value.tensor)
    elif which == "shape":
        told = _dimensions(value.shape)
    elif which == "type":
        told = TYPES.get(value.type, "")
    elif which == "s":
        told = value.s.decode("utf-8", "replace")
    elif which == "b":
        told = "True" if value.b else ""
    elif which in ("i", "f"):
        told = f"{getattr(value, which):g}" if which == "f" else str(value.i)
    elif which == "list":
        numbers = [*value.list.i, *value.list.f, *value.list.b]
        told = f"[{', '.join(str(one) for one in numbers)}]" if numbers else ""
    elif which == "func":
        told = value.func.name
    else:
        told = ""
    return told if len(told) <= LONGEST_TEXT else told[: LONGEST_TEXT - 1] + "\u2026"


def _dimensions(shape: Any) -> str:
    if shape.unknown_rank:
        return _("of any shape")
    sizes = ["?" if dim.size < 0 else str(dim.size) for dim in shape.dim]
    return f"({', '.join(sizes)}{',' * (len(sizes) == 1)})"


def _constant(tensor: Any) -> str:
    """The values of a small numeric constant; "" for any other."""
    if tensor.dtype not in TYPES:
        return ""
    sizes = [dim.size for dim in tensor.tensor_shape.dim]
    count = int(np.prod(sizes, dtype=np.int64))
    if not 0 < count <= MOST_VALUES or tensor.dtype == 19:
        return ""
    if tensor.tensor_content:
        flat = np.frombuffer(tensor.tensor_content, TYPES[tensor.dtype])
    else:
        field = {1: "float_val", 2: "double_val", 3: "int_val", 9: "int64_val", 10: "bool_val"}
        flat = np.array(list(getattr(tensor, field[tensor.dtype])) or [0], TYPES[tensor.dtype])
    if len(flat) == 1:  # one value for all elements
        flat = np.repeat(flat, count)
    return str(flat.reshape(sizes).tolist()) if len(flat) == count else ""
