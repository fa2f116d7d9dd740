"""From Python values to tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.engine.core import dtypes
from grader.engine.core.dtypes import DType
from grader.engine.core.protos import make_tensor_proto
from grader.engine.core.shapes import Dimension, TensorShape
from grader.engine.graph.graph import Graph, Tensor, get_default_graph, name_scope
from grader.engine.registry import lookup

# Classes that know how to become a tensor: `convert(value, dtype, name, as_ref)`.
_CONVERSIONS: list[tuple[type, Callable[..., Any]]] = []


def register_tensor_conversion_function(
    base_type: Any, conversion_func: Callable[..., Any]
) -> None:
    """Lets values of `base_type` be used as tensors: `conversion_func(value, dtype, name, as_ref)`."""
    _CONVERSIONS.append((base_type, conversion_func))


def constant(
    value: Any,
    dtype: Any = None,
    shape: Any = None,
    name: str = "Const",
    verify_shape: bool = False,
) -> Tensor:
    """A Const operation's output, as `tf.constant`.

    Python numbers become int32 or float32 unless `dtype` says otherwise; with `shape`, one element
    fills it. Raises TypeError for values that do not fit `dtype`, ValueError for ragged ones.
    """
    return make_constant(get_default_graph(), value, dtype, shape, name, verify_shape)


def make_constant(
    graph: Graph, value: Any, dtype: Any, shape: Any, name: str, verify_shape: bool = False
) -> Tensor:
    """`constant` in a graph that need not be the default one."""
    if shape is not None:
        shape = [int(size) for size in shape]
    proto = make_tensor_proto(value, dtype, shape, verify_shape)
    found = dtypes.as_dtype(proto.dtype)
    attributes = {"value": proto, "dtype": found}
    return graph.create(lookup("Const"), [], attributes, [found], name).outputs[0]


def convert_to_tensor(
    value: Any,
    dtype: Any = None,
    name: str | None = None,
    preferred_dtype: Any = None,
    dtype_hint: Any = None,
    as_ref: bool = False,
) -> Tensor:
    """`value` as a tensor, as `tf.convert_to_tensor`: nothing is cast that has a type already.

    preferred_dtype, dtype_hint: the type for Python values, if they fit it.
    Raises ValueError for a tensor of another type than `dtype`, TypeError and ValueError for values
    that cannot become a tensor (a function, None, a ragged list).
    """
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    hint = preferred_dtype if preferred_dtype is not None else dtype_hint
    if isinstance(value, Tensor):
        return _checked(value, wanted)
    if hint is not None and wanted is None:
        try:
            return convert_value(value, dtypes.as_dtype(hint).base_dtype, name, as_ref)
        except (TypeError, ValueError):
            pass
    return convert_value(value, wanted, name, as_ref)


def convert_value(value: Any, dtype: DType | None, name: str | None, as_ref: bool) -> Tensor:
    """`value` as a tensor of exactly `dtype` (of TensorFlow's choice where it is None)."""
    for kind, conversion in _CONVERSIONS:
        if isinstance(value, kind):
            return _checked(conversion(value, dtype, name, as_ref), dtype)
    if isinstance(value, Tensor):
        return _checked(value, dtype)
    if isinstance(value, (TensorShape, Dimension)):
        return _shape_as_tensor(value, dtype, name)
    if isinstance(value, (list, tuple)) and _holds_tensors(value):
        from grader.engine.graph.build import apply

        return _pack(value, dtype, name, apply)
    base = None if dtype is None else dtype.base_dtype
    return constant(value, base, name=name or "Const")


def _checked(tensor: Tensor, dtype: DType | None) -> Tensor:
    if dtype is not None and not dtype.is_compatible_with(tensor.dtype):
        raise ValueError(
            f"Tensor conversion requested dtype {dtype.name} for Tensor with dtype "
            f"{tensor.dtype.name}: {tensor!r}. Use tf.cast to change the type."
        )
    return tensor


def _holds_tensors(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(_holds_tensors(item) for item in value)
    return _is_tensor_like(value)


def _pack(value: Any, dtype: DType | None, name: str | None, apply: Callable[..., Any]) -> Tensor:
    """A list that holds tensors, as a Pack of its parts (a Pack in a Pack where it is nested)."""
    first = _dtype_of_tensors(value)
    found = dtype or first

    def cast(items: Any) -> Any:
        if isinstance(items, (list, tuple)):
            return [cast(item) for item in items]
        if _is_tensor_like(items) and items.dtype.base_dtype != found:
            return apply("Cast", x=items, DstT=found)
        return items

    if first != found:
        # Another type was asked for than the first tensor has: TensorFlow casts them all.
        value = cast(value)

    def pack(items: Any, scope_name: str) -> Any:
        holds_tensor, converted = False, []
        with name_scope(scope_name) as scope:
            for index, item in enumerate(items):
                if _is_tensor_like(item):
                    tensor = convert_to_tensor(item)
                    if found is not None and tensor.dtype.base_dtype != found:
                        raise TypeError(
                            f"Cannot convert a list containing a tensor of dtype {tensor.dtype} to "
                            f"{found} (Tensor is: {tensor!r})"
                        )
                    converted.append(tensor)
                    holds_tensor = True
                elif isinstance(item, (list, tuple)):
                    inner = pack(item, str(index))
                    holds_tensor = holds_tensor or isinstance(inner, Tensor)
                    converted.append(inner)
                else:
                    converted.append(item)
            if not holds_tensor:
                return converted
            tensors = [
                item if isinstance(item, Tensor) else constant(item, found, name=str(index))
                for index, item in enumerate(converted)
            ]
            return apply("Pack", name=scope, values=tensors, axis=0)

    return pack(value, name or "packed")


def _shape_as_tensor(value: Any, dtype: DType | None, name: str | None) -> Tensor:
    """A static shape, or one of its sizes, as a constant: int32, or int64 where it is large."""
    is_shape = isinstance(value, TensorShape)
    if dtype not in (None, dtypes.int32, dtypes.int64):
        raise TypeError(
            f"Cannot convert {type(value).__name__} {value} to dtype {dtype}. Allowed dtypes are "
            "tf.int32 and tf.int64."
        )
    if is_shape and not value.is_fully_defined():
        raise ValueError(f"Cannot convert a partially known TensorShape {value} to a Tensor.")
    if not is_shape and value.value is None:
        raise ValueError(f"Cannot convert unknown Dimension {value} to a Tensor.")
    numbers = value.as_list() if is_shape else value.value
    large = any(size >= 2**31 for size in (numbers if is_shape else [numbers]))
    natural = dtypes.int64 if large else dtypes.int32
    return constant(numbers, dtype or natural, name=name or "shape_as_tensor")


def _is_tensor_like(value: Any) -> bool:
    return isinstance(value, Tensor) or any(isinstance(value, kind) for kind, _ in _CONVERSIONS)


def _dtype_of_tensors(value: Any) -> DType | None:
    if isinstance(value, (list, tuple)):
        for item in value:
            found = _dtype_of_tensors(item)
            if found is not None:
                return found
        return None
    if _is_tensor_like(value):
        return value.dtype.base_dtype
    return None


def is_tensor(x: Any) -> bool:
    """Whether `x` is a tensor or a variable."""
    return _is_tensor_like(x)
