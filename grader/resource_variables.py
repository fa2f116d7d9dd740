"""Presents resource variables as reference variables, the only ones that the engine has.

A resource variable (`tf.Variable(..., use_resource=True)`) is a handle, with operations of its own that read
and assign. In an exported graph these operations become those of a reference variable of the same name.
"""

from __future__ import annotations

import re
from typing import Any

# Operation -> the operation of a reference variable, and the attributes that it keeps under a new name.
# The order of the inputs is the same, with the reference instead of the handle.
REFERENCES: dict[str, tuple[str, dict[str, str]]] = {
    "VarHandleOp": (
        "VariableV2",
        {
            "dtype": "dtype",
            "shape": "shape",
            "container": "container",
            "shared_name": "shared_name",
        },
    ),
    # What is read from a resource variable is its value at that moment. An Identity would forward the
    # reference, and show what is assigned later; the engine's EnsureShape of any shape gives the value.
    "ReadVariableOp": ("EnsureShape", {"dtype": "T"}),
    "AssignVariableOp": ("Assign", {"dtype": "T"}),
    "AssignAddVariableOp": ("AssignAdd", {"dtype": "T"}),
    "AssignSubVariableOp": ("AssignSub", {"dtype": "T"}),
    "VarIsInitializedOp": ("IsVariableInitialized", {"handle's dtype": "dtype"}),
    "ResourceGather": (
        "GatherV2",
        {
            "dtype": "Tparams",
            "Tindices": "Tindices",
            "Taxis": "Taxis",
            "batch_dims": "batch_dims",
        },
    ),
    "ResourceGatherNd": ("GatherNd", {"dtype": "Tparams", "Tindices": "Tindices"}),
    "VariableShape": ("Shape", {"handle's dtype": "T", "out_type": "out_type"}),
}
# ResourceApplyMomentum, ResourceScatterAdd ...: named like the other, with the same attributes.
UPDATES = re.compile("Resource((Apply|SparseApply|Scatter).*)")

DT_INT32 = 3  # tensorflow/core/framework/types.proto


def variable_class(tf: Any) -> Any:
    """The class of all variables; `tf.Variable` itself is TensorFlow's class of reference variables."""
    return next(kind for kind in reversed(tf.Variable.__mro__) if kind.__name__ == "Variable")


def is_assigned_value(variable: Any) -> bool:
    """Whether this is what `assign` gives for a resource variable: no variable, but its value afterwards."""
    return hasattr(variable, "handle") and variable.op.type != "VarHandleOp"


def reference_type(kind: str) -> str:
    """The type of the operation that stands for one of type `kind`."""
    update = UPDATES.fullmatch(kind)
    return update[1] if update else REFERENCES.get(kind, (kind, {}))[0]


def with_references(definition: Any) -> Any:
    """Changes a GraphDef in place, and returns it: reference variables for resource variables."""
    dtypes = {
        node.name: _copy(node.attr["dtype"]) for node in definition.node if node.op == "VarHandleOp"
    }
    for node in list(definition.node):
        if node.op == "ResourceGather":
            _give_axis(definition, node)
        if UPDATES.fullmatch(node.op):
            kept = {**{name: name for name in node.attr}, "dtype": "T"}
        elif node.op in REFERENCES:
            kept = REFERENCES[node.op][1]
        else:
            continue
        values = {name: _copy(value) for name, value in node.attr.items()}
        if node.input and node.input[0] in dtypes:
            values["handle's dtype"] = dtypes[node.input[0]]
        node.op = reference_type(node.op)
        for name in values:
            if name in node.attr and not name.startswith("_"):  # `_class` and the like stay
                del node.attr[name]
        for old, new in kept.items():
            if old in values:
                node.attr[new].CopyFrom(values[old])
        if node.op == "EnsureShape":
            node.attr["shape"].shape.unknown_rank = True
    return definition


def _give_axis(definition: Any, node: Any) -> None:
    """Adds what GatherV2 has and ResourceGather has not: a third input, the axis, which is 0."""
    taken = {other.name for other in definition.node}
    name = f"{node.name}/axis"
    while name in taken:
        name += "_1"
    axis = definition.node.add(name=name, op="Const")
    axis.attr["dtype"].type = axis.attr["value"].tensor.dtype = DT_INT32
    axis.attr["value"].tensor.tensor_shape.SetInParent()  # a scalar
    axis.attr["value"].tensor.int_val.append(0)
    node.attr["Taxis"].type = DT_INT32
    node.input.insert(2, name)


def _copy(message: Any) -> Any:
    copy = type(message)()
    copy.CopyFrom(message)
    return copy
