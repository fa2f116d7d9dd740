"""Constants and placeholders, and operations that pass their input through or do nothing."""

from __future__ import annotations

from typing import Any

from grader.engine.core import dtypes, nest
from grader.engine.core.errors import invalid
from grader.engine.core.shapes import TensorShape, as_shape, bracketed, same_shape_as
from grader.engine.graph.build import apply
from grader.engine.graph.constants import const_array
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import (
    Operation,
    Tensor,
    colocate_with,
    control_dependencies,
    get_default_graph,
    name_scope,
)
from grader.engine.ops.common.public import public, public_list
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.registry import (
    any_type,
    define,
    gradient_of,
    many_types,
    no_derivative,
    nothing,
    plain,
    same_shape,
    shape_of,
    tensor_value,
)

# fmt: off
__all__ = [
    "ensure_shape", "group", "identity", "identity_n", "no_op", "placeholder",
    "placeholder_with_default", "stop_gradient", "tuple",
]
# fmt: on


def _unfed(node: Any) -> Any:
    shape = node.attrs["shape"]
    sized = f" and shape {bracketed(shape)}" if shape.rank else ""
    raise invalid(
        f"You must feed a value for placeholder tensor '{node.name}' with dtype "
        f"{c_name(node.attrs['dtype'])}{sized}\n"
        "Give it in feed_dict."
    )


def c_name(dtype: dtypes.DType) -> str:
    """The dtype's name as TensorFlow's runtime prints it: "float" for float32."""
    return {dtypes.float32: "float", dtypes.float64: "double", dtypes.float16: "half"}.get(
        dtype, dtype.name
    )


def _shape_of_default(op: Any) -> TensorShape:
    declared = op.attributes["shape"]
    same_shape_as(op.inputs[0].shape, declared)
    return declared


define(
    "Const",
    "-> output: dtype",
    value=tensor_value(),
    dtype=any_type(),
    shape=lambda op: TensorShape(op.attributes["value"].tensor_shape),
    kernel=lambda node: const_array(node.operation),
)
define(
    "Placeholder",
    "-> output: dtype",
    dtype=any_type(),
    shape=lambda op: op.attributes["shape"],
    kernel=_unfed,
    attributes={"shape": shape_of(TensorShape(None))},
)
define(
    "PlaceholderWithDefault",
    "input: dtype -> output: dtype",
    dtype=any_type(),
    shape=_shape_of_default,
    kernel=plain(lambda value: value),
    attributes={"shape": shape_of()},
)
_IDENTITIES: dict[str, dict[str, Any]] = {
    "Identity": {},
    "StopGradient": {},
}
for _type, _more in _IDENTITIES.items():
    define(
        _type,
        "input: T -> output: T",
        T=any_type(),
        shape=same_shape,
        kernel=plain(lambda value: value),
        **_more,
    )
define(
    "IdentityN",
    "input: T -> output: T",
    T=many_types(1),
    shape=lambda op: [tensor.shape for tensor in op.inputs],
    kernel=lambda node, *values: values,
)


def _ensured(node: Any, x: Any) -> Any:
    shape = node.attrs["shape"]
    if not shape.is_compatible_with(x.shape):
        raise invalid(
            f"Shape of tensor {node.operation.inputs[0].op.name} [{','.join(map(str, x.shape))}] is "
            f"not compatible with expected shape {bracketed(shape)}."
        )
    return x


def _ensured_shape(op: Any) -> TensorShape:
    shape = op.attributes["shape"]
    return shape.merge_with(op.inputs[0].shape)


define(
    "EnsureShape",
    "input: T -> output: T",
    T=any_type(),
    shape=_ensured_shape,
    kernel=_ensured,
    attributes={"shape": shape_of()},
)
define("NoOp", "->", shape=nothing, kernel=lambda node: None)

no_derivative("Const NoOp Placeholder StopGradient")
linear("input", "Identity", "IdentityN", "EnsureShape", "PlaceholderWithDefault")


@gradient_of("Identity", "EnsureShape", "PlaceholderWithDefault")
def _identity(op: Any, gradient: Any) -> Any:
    return gradient


@gradient_of("IdentityN")
def _identities(op: Any, *gradients: Any) -> Any:
    return gradients


def placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> Tensor:
    """A tensor that must be fed in every run that uses it. shape: None allows any shape."""
    return apply(
        "Placeholder", name=name, dtype=dtypes.as_dtype(dtype).base_dtype, shape=_declared(shape)
    )


def placeholder_with_default(input: Any, shape: Any, name: str | None = None) -> Tensor:
    """A tensor that takes the value of `input` unless a run feeds it."""
    return apply("PlaceholderWithDefault", name=name, input=input, shape=_declared(shape))


def _declared(shape: Any) -> TensorShape:
    try:
        return as_shape(shape)
    except (TypeError, ValueError) as error:
        raise type(error)(f"Error converting shape to a TensorShape: {error}.") from None


identity = public("Identity", "The same value, from a new operation.")
identity_n = public_list("IdentityN", "The same values, all from one operation.")
stop_gradient = public("StopGradient", "The same value; no gradient flows back through it.")


def ensure_shape(x: Any, shape: Any, name: str | None = None) -> Tensor:
    """x with the static shape `shape`; a run fails where the actual shape does not fit it."""
    known = shape if isinstance(shape, TensorShape) else TensorShape(shape)
    return apply("EnsureShape", name, input=x, shape=known)


def no_op(name: str | None = None) -> Operation:
    """An operation that does nothing; useful for its control inputs."""
    return apply("NoOp", name=name)


def group(*inputs: Any, **kwargs: Any) -> Operation:
    """An operation that finishes once all `inputs` (operations, tensors, lists of them) have."""
    name = kwargs.pop("name", None)
    if kwargs:
        raise ValueError(f"Unknown keyword arguments: {', '.join(kwargs)}")
    graph = get_default_graph()
    operations = [graph.as_operation(item) for item in _flat(inputs)]
    with name_scope(name, "group_deps", operations) as scope:
        by_device: dict[str, list[Operation]] = {}
        for operation in operations:
            by_device.setdefault(operation.device, []).append(operation)
        if len(by_device) <= 1:
            return _after(by_device.popitem() if by_device else ("", []), scope)
        parts = [_after(item, None) for item in sorted(by_device.items())]
        with graph.control_dependencies(parts):
            return no_op(name=scope)


def _after(item: Any, name: str | None) -> Operation:
    device, operations = item
    graph = get_default_graph()
    with graph.control_dependencies(operations):
        if not device:
            return no_op(name=name)
        with graph.device(device):
            return no_op(name=name)


def _flat(items: Any) -> list[Any]:
    """The tensors and operations in nested structures."""
    found = nest.flatten(items)
    for item in found:
        if not hasattr(item, "graph"):
            raise TypeError(
                f"'inputs' should be zero or more (nested) Tensors. Received '{item}' with type "
                f"'{type(item)}'."
            )
    return found


def tuple(tensors: Any, name: str | None = None, control_inputs: Any = None) -> list[Any]:
    """The same tensors, none of them available until all have been computed."""
    with name_scope(name, "tuple", tensors):
        graph = get_default_graph()
        values = [
            item if item is None or hasattr(item, "graph") else convert_to_tensor(item)
            for item in tensors
        ]
        waits_for = [graph.as_operation(item) for item in values if item is not None]
        if not waits_for:
            raise ValueError(f"Must have at least one Tensor: {tensors}")
        waits_for += [graph.as_operation(item) for item in control_inputs or []]
        gate = group(*sorted(set(waits_for), key=lambda operation: operation.number))
        return [_behind(gate, item) for item in values]


def _behind(gate: Operation, item: Any) -> Any:
    """The same value or operation, available once `gate` has run."""
    if item is None:
        return None
    if isinstance(item, Operation):
        return group(gate, item)
    if hasattr(item, "_components"):
        values, *others = item._components()
        return item._rebuilt([_behind(gate, values), *others])
    with control_dependencies([gate]), colocate_with(item):
        return identity(item, name="control_dependency")


def with_dependencies(dependencies: Any, output_tensor: Any, name: str | None = None) -> Tensor:
    """The tensor's value, available once `dependencies` have run."""
    with (
        name_scope(name, "control_dependency", [*dependencies, output_tensor]) as scope,
        colocate_with(output_tensor),
        control_dependencies(dependencies),
    ):
        return identity(output_tensor, name=scope)
