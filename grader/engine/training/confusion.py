"""`tf.confusion_matrix`: how often each class was predicted as each class."""

from __future__ import annotations

from typing import Any

from grader.engine.control.assertions import assert_less, assert_non_negative
from grader.engine.core import dtypes as d
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import name_scope
from grader.engine.ops.arrays.functions import stack
from grader.engine.ops.arrays.making import ones_like
from grader.engine.ops.arrays.scattering import scatter_nd
from grader.engine.ops.common.basic import with_dependencies
from grader.engine.ops.math.functions import cast, maximum
from grader.engine.ops.reductions.functions import reduce_max
from grader.engine.training.example_weights import remove_squeezable_dimensions

__all__ = ["confusion_matrix"]


def confusion_matrix(
    labels: Any,
    predictions: Any,
    num_classes: Any = None,
    dtype: Any = d.int32,
    name: str | None = None,
    weights: Any = None,
) -> Any:
    """A matrix: row i, column j holds how often label i was predicted as j (or the sum of the weights)."""
    with name_scope(name, "confusion_matrix", [predictions, labels, num_classes, weights]):
        labels, predictions = remove_squeezable_dimensions(
            convert_to_tensor(labels, name="labels"),
            convert_to_tensor(predictions, name="predictions"),
        )
        predictions, labels = cast(predictions, d.int64), cast(labels, d.int64)

        def checked(check: Any, tensor: Any, *limit: Any, message: str) -> Any:
            return with_dependencies([check(tensor, *limit, message=message)], tensor)

        found = {"labels": labels, "predictions": predictions}
        for key, tensor in found.items():
            message = f"`{key}` contains negative values"
            found[key] = checked(assert_non_negative, tensor, message=message)
        if num_classes is None:
            highest = maximum(reduce_max(found["predictions"]), reduce_max(found["labels"]))
            num_classes = highest + 1
        else:
            limit = cast(num_classes, d.int64)
            for key, tensor in found.items():
                found[key] = checked(assert_less, tensor, limit, message=f"`{key}` out of bound")
        labels, predictions = found["labels"], found["predictions"]
        if weights is not None:
            weights = convert_to_tensor(weights, name="weights")
            predictions.shape.assert_is_compatible_with(weights.shape)
            weights = cast(weights, dtype)
        sizes = stack([num_classes, num_classes])
        indices = stack([labels, predictions], axis=1)
        values = ones_like(predictions, dtype) if weights is None else weights
        return scatter_nd(indices=indices, updates=values, shape=cast(sizes, d.int64))
