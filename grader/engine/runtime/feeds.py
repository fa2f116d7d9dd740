"""Feeds: from the user's dictionary to arrays, checked against the graph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.engine.core.nest import leaves
from grader.engine.graph.graph import Graph, Tensor


def flat_feeds(feed_dict: Any) -> dict[Any, Any]:
    """The items of `feed_dict`; a key may be a tuple of tensors, with as many values.

    Raises TypeError for anything but a dictionary, ValueError when the structures differ or a key
    is there twice.
    """
    if not isinstance(feed_dict, Mapping):
        raise TypeError(
            "FlattenDictItems: 'dict' must be a dictionary or collection.Mapping type object, "
            f"instead of '{type(feed_dict).__name__}'.\n"
            "Write feed_dict={tensor: value}."
        )
    if all(key.__class__ is Tensor for key in feed_dict):  # as most are
        return dict(feed_dict)
    flat: dict[Any, Any] = {}
    found: set[Any] = set()
    for key, value in feed_dict.items():
        keys, values = [key], [value]
        if isinstance(key, tuple):
            keys, values = list(leaves(keys)), list(leaves(values))
        if len(keys) != len(values):
            raise ValueError(
                f"Could not flatten dictionary. Key had {len(keys)} elements, but value had "
                f"{len(values)} elements. Key: {keys}, value: {values}."
            )
        for one, its_value in zip(keys, values, strict=True):
            if one in found:
                raise ValueError(f"Cannot flatten dict because this key is not unique: {one}")
            found.add(one)
            if hasattr(one, "_value_of"):  # IndexedSlices: values, indices and dense shape
                flat.update(zip(one._components(), its_value, strict=False))
            else:
                flat[one] = its_value
    return flat


def feed_tensor(graph: Graph, key: Any) -> Tensor:
    """The tensor that a key of the dictionary is or names; TypeError otherwise."""
    try:
        return graph.as_graph_element(key, allow_operation=False)
    except (TypeError, ValueError, KeyError) as error:
        raise TypeError(f"Cannot interpret feed_dict key as Tensor: {error.args[0]}") from None


def feed_array(graph: Graph, tensor: Tensor, value: Any) -> np.ndarray:
    """`value` as an array of the tensor's type (strings: as given), a copy if it had another type.

    Raises TypeError or ValueError, as TensorFlow does, for a value that cannot be fed.
    """
    numpy_type = tensor.dtype.as_numpy_dtype
    as_it_is = value.__class__ is np.ndarray and value.dtype == numpy_type
    if as_it_is and _fits(tensor, value.shape) and graph.is_feedable(tensor):
        return value
    if isinstance(value, Tensor):
        raise TypeError(
            "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python "
            "scalars, strings, lists, numpy ndarrays, or TensorHandles. For reference, the tensor "
            f"object was {value} which was passed to the argument `feed_dict` with key {tensor}."
        )
    if isinstance(value, int) and not _holds(numpy_type, value):
        raise TypeError(
            f"Type of feed value {value} with type {type(value)} is not compatible with Tensor type "
            f"{numpy_type}. Try explicitly setting the type of the feed tensor to a larger type "
            "(e.g. int64)."
        )
    # In two steps, of which the second wraps integers that do not fit, as TensorFlow does.
    # Strings in one step: NumPy's own string arrays lose trailing zero bytes.
    one_type = object if numpy_type is object else None
    array = np.asarray(value, one_type).astype(numpy_type)
    if not _fits(tensor, array.shape):
        raise ValueError(
            f"Cannot feed value of shape {array.shape} for Tensor {tensor.name}, which has shape "
            f"{tensor.shape}"
        )
    if not graph.is_feedable(tensor):
        raise ValueError(f"Tensor {tensor.name} may not be fed.")
    return array


def _holds(numpy_type: Any, value: int) -> bool:
    if numpy_type is object:
        return False
    try:
        return bool(numpy_type(value) == value)
    except OverflowError:
        return False


def _fits(tensor: Tensor, shape: tuple[int, ...]) -> bool:
    if tensor.shape.rank is None:
        return True
    sizes = tensor.shape.sizes
    return len(sizes) == len(shape) and all(
        size in (None, given) for size, given in zip(sizes, shape, strict=True)
    )


def as_run_value(array: np.ndarray) -> np.ndarray:
    """The array as kernels read it, with strings as bytes."""
    if array.dtype != object:
        return array
    encoded = np.empty(array.shape, object)
    for index, item in np.ndenumerate(array):
        if not isinstance(item, (str, bytes)):
            raise TypeError(f"Unsupported object type {type(item).__name__}: a string was expected")
        encoded[index] = item.encode() if isinstance(item, str) else item
    return encoded
