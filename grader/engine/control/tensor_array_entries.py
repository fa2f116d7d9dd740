"""The operations on tensor arrays: their shapes and entries in the table.

`flow`, a number without meaning, orders reads after the writes they depend on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.control import tensor_array_kernels as kernels
from grader.engine.core.shapes import TensorShape
from grader.engine.ops.common.inference import Inference, infer
from grader.engine.registry import (
    any_type,
    define,
    flag,
    no_gradient,
    shape_of,
    string,
)


def _element(c: Any) -> TensorShape | None:
    """The elements' shape according to the operation that made the array; None if it does not say."""
    source = c.op.inputs[0].op
    if source.type != "TensorArrayV3":
        return None
    shape: TensorShape = source.attributes["element_shape"]
    declared = shape.is_fully_defined() or source.attributes["identical_element_shapes"]
    return shape if declared else None


def _fits(c: Any, shape: TensorShape) -> Any:
    """The flow's shape, after a check that elements of this shape can be written."""
    shape.merge_with(_element(c) or TensorShape(None))
    return ()


def _rows_fit(c: Any) -> Any:
    indices, value = c.op.inputs[1].shape, c.op.inputs[2].shape
    if value.rank is None:
        return ()
    indices.merge_with(value[:1])
    return _fits(c, value[1:])


def _stacked(c: Any) -> Any:
    known, indices = _element(c), c.shape(1)
    element = c.attr("element_shape") if known is None else known
    if element.rank is None or indices is None:
        return None
    return (*indices, *element.as_list())


FLOW = np.float32(0)
_ATTRS = {"dtype": any_type(), "element_shape": shape_of(TensorShape(None))}

define(
    "TensorArrayV3",
    "size: int32 -> handle: resource, flow: float32",
    dynamic_size=flag(False),
    clear_after_read=flag(True),
    identical_element_shapes=flag(False),
    tensor_array_name=string(b""),
    shape=infer(lambda c: [(2,), ()]),
    kernel=lambda node, size: (kernels.Array(node, int(size)), FLOW),
    stateful=True,
    attributes=_ATTRS,
)
define(
    "TensorArrayGradV3",
    "handle: resource, flow_in: float32 -> grad_handle: resource, flow_out: float32",
    source=string(),
    shape=infer(lambda c: [(2,), ()]),
    kernel=lambda node, array, flow: (array.gradient(node.attrs["source"]), flow),
    stateful=True,
)
define(
    "TensorArrayWriteV3",
    "handle: resource, index: int32, value: T, flow_in: float32 -> flow_out: float32",
    T=any_type(),
    shape=infer(lambda c: _fits(c, c.op.inputs[2].shape)),
    kernel=kernels.write,
    stateful=True,
)
define(
    "TensorArrayReadV3",
    "handle: resource, index: int32, flow_in: float32 -> value: dtype",
    dtype=any_type(),
    shape=lambda op: _element(Inference(op)) or TensorShape(None),
    kernel=lambda node, array, index, flow: kernels.checked(node, array).read(int(index)),
    stateful=True,
)
define(
    "TensorArrayGatherV3",
    "handle: resource, indices: int32, flow_in: float32 -> value: dtype",
    shape=infer(_stacked),
    kernel=kernels.gather,
    stateful=True,
    attributes=_ATTRS,
)
define(
    "TensorArrayScatterV3",
    "handle: resource, indices: int32, value: T, flow_in: float32 -> flow_out: float32",
    T=any_type(),
    shape=infer(_rows_fit),
    kernel=kernels.scatter,
    stateful=True,
)
define(
    "TensorArraySizeV3",
    "handle: resource, flow_in: float32 -> size: int32",
    shape=infer(lambda c: ()),
    kernel=lambda node, array, flow: np.int32(len(array.items)),
    stateful=True,
)

no_gradient("TensorArrayV3 TensorArrayGradV3 TensorArraySizeV3")
