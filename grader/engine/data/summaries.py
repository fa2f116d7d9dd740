"""`tf.summary`: operations that compute serialized Summary messages, which TensorBoard shows.

Formulas from tensorflow/core: lib/histogram/histogram.cc and kernels/summary_image_op.cc. Images are the
same pixels as TensorFlow's, in another compression. The files of summaries are in `saving/events.py`.
"""

from __future__ import annotations

import math
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from grader.engine.core import dtypes as d
from grader.engine.core import logging
from grader.engine.core.errors import invalid
from grader.engine.core.keys import GraphKeys
from grader.engine.core.messages import Summary
from grader.engine.core.protos import make_tensor_proto
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor, add_to_collections, get_collection, name_scope
from grader.engine.ops.common.public import TensorLike
from grader.engine.ops.common.types import REAL
from grader.engine.registry import Attribute, define, no_derivative, number, one_of, scalar

# What all summaries share -------------------------------------------------------------------------


def serialized(values: list[Any]) -> np.ndarray:
    """A Summary of these values, as a tensor."""
    return np.array(Summary(value=values).SerializeToString(), object)


def tag_of(tag: Any) -> Any:
    """The tag, which must be a scalar string."""
    if np.ndim(tag):
        raise invalid("tags must be scalar")
    return np.asarray(tag, object)[()]


def clean_tag(name: str | None) -> str | None:
    """A name that graphs and TensorBoard accept, made from `name`."""
    if name is None:
        return None
    clean = re.sub(r"[^-/\w\.]", "_", name).lstrip("/")
    if clean != name:
        logging.info("Summary name %s is illegal; using %s instead.", name, clean)
    return clean


@contextmanager
def summary_scope(name: str, family: str | None, values: Any) -> Iterator[tuple[str, str]]:
    """The tag of a summary and the name of its operation; `family` comes before both."""
    name, family = clean_tag(name) or "", clean_tag(family)
    with name_scope(name if family is None else f"{family}/{name}", None, values) as scope:
        tag = scope.rstrip("/")
        yield (tag if family is None else f"{family}/{tag}"), scope


def collected(
    summary: Tensor,
    collections: Sequence[str] | None,
    default: Sequence[str] = (GraphKeys.SUMMARIES,),
) -> Tensor:
    """The summary, added to the given collections, or by default to the one that `merge_all` reads."""
    add_to_collections(default if collections is None else collections, summary)
    return summary


# Scalars ------------------------------------------------------------------------------------------


def scalars(node: Any, tags: Any, values: Any) -> np.ndarray:
    if np.shape(tags) != np.shape(values):
        shapes = (f"[{','.join(map(str, np.shape(array)))}]" for array in (tags, values))
        raise invalid("tags and values are not the same shape: {} != {}".format(*shapes))
    numbers = np.asarray(values, np.float32).ravel().tolist()
    return serialized(
        [
            {"tag": tag, "simple_value": value}
            for tag, value in zip(np.ravel(tags).tolist(), numbers, strict=True)
        ]
    )


define(
    "ScalarSummary",
    "tags: string, values: T -> summary: string",
    T=one_of(REAL),
    shape=scalar,
    kernel=scalars,
)
no_derivative("ScalarSummary")


def scalar_summary(
    name: str,
    tensor: TensorLike,
    collections: Sequence[str] | None = None,
    family: str | None = None,
) -> Tensor:
    """A summary of one real number."""
    with summary_scope(name, family, [tensor]) as (tag, scope):
        summary = apply("ScalarSummary", scope, tags=tag, values=tensor)
    return collected(summary, collections)


# Histograms ---------------------------------------------------------------------------------------

LARGEST = np.finfo(np.float64).max
_steps = np.cumprod(np.r_[1e-12, np.full(800, 1.1)])
_positive = _steps[_steps < 1e20]
# Where a histogram's buckets end: powers of 1.1 on both sides of zero.
LIMITS = np.r_[-LARGEST, -_positive[::-1], 0.0, _positive, LARGEST]


def histogram_of(values: np.ndarray) -> Any:
    """A HistogramProto, in which a run of empty buckets is one bucket."""
    flat = np.asarray(values, np.float64).ravel()
    counts = np.bincount(np.searchsorted(LIMITS, flat, "right"), minlength=len(LIMITS))
    ends = counts > 0
    ends[:-1] |= counts[1:] > 0
    ends[-1] = True
    total = np.add.accumulate([flat, flat * flat], axis=1)[:, -1] if flat.size else (0, 0)
    return {
        "min": flat.min(initial=LARGEST),
        "max": flat.max(initial=-LARGEST),
        "num": flat.size,
        "sum": total[0],
        "sum_squares": total[1],
        "bucket_limit": LIMITS[ends],
        "bucket": counts[ends],
    }


def histogram(node: Any, tag: Any, values: Any) -> np.ndarray:
    name = tag_of(tag)
    for what, is_it in (("Nan", np.isnan), ("Infinity", np.isinf)):
        if np.any(is_it(np.asarray(values, np.float64))):
            raise invalid(f"{what} in summary histogram for: {node.name}")
    return serialized([{"tag": name, "histo": histogram_of(values)}])


define(
    "HistogramSummary",
    "tag: string, values: T -> summary: string",
    T=one_of(REAL, d.float32),
    shape=scalar,
    kernel=histogram,
    work=lambda op, given: 100 * math.prod(given[1]),
)
no_derivative("HistogramSummary")


def histogram_summary(
    name: str,
    values: TensorLike,
    collections: Sequence[str] | None = None,
    family: str | None = None,
) -> Tensor:
    """A summary of how the values are distributed."""
    with summary_scope(name, family, [values]) as (tag, scope):
        summary = apply("HistogramSummary", scope, tag=tag, values=values)
    return collected(summary, collections)


# Images -------------------------------------------------------------------------------------------


def pixels(image: np.ndarray, bad: np.ndarray) -> np.ndarray:
    """An image as uint8: scaled to 255, or to 127 around 128 if it has negative numbers."""
    if image.dtype == np.uint8:
        return image
    finite = np.isfinite(image).all(-1)
    numbers = image[finite].astype(np.float32)
    low, high = numbers.min(initial=np.inf), numbers.max(initial=-np.inf)
    size, most, offset = (max(-low, abs(high)), 127, 128) if low < 0 else (high, 255, 0)
    scale = image.dtype.type(0 if size < 1e-6 else np.float32(most) / np.float32(size))
    result = np.empty(image.shape, np.uint8)
    result[finite] = (image[finite] * scale + image.dtype.type(offset)).astype(np.uint8)
    result[~finite] = bad[: image.shape[-1]]
    return result


def png(image: np.ndarray) -> bytes:
    """An image of 1, 3 or 4 channels as a PNG file (www.w3.org/TR/png)."""
    height, width, depth = image.shape

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    rows = np.zeros((height, 1 + width * depth), np.uint8)  # each row begins with its filter, 0
    rows[:, 1:] = image.reshape(height, -1)
    colours = {1: 0, 3: 2, 4: 6}[depth]
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, colours, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows.tobytes()))
        + chunk(b"IEND", b"")
    )


def images(node: Any, tag: Any, tensor: Any) -> np.ndarray:
    shape = f"[{','.join(map(str, np.shape(tensor)))}]"
    if np.ndim(tensor) != 4 or tensor.shape[-1] not in (1, 3, 4):
        raise invalid(f"Tensor must be 4-D with last dim 1, 3, or 4, not {shape}")
    if tensor.size == 0:
        raise invalid(f"input tensor must have non-zero dims. Found: {shape.replace(',', ', ')}.")
    most = node.attrs["max_images"]
    bad = np.frombuffer(bytes(node.attrs["bad_color"].int_val), np.uint8)
    if len(bad) < tensor.shape[-1]:
        bad = np.resize(bad if len(bad) else np.zeros(1, np.uint8), 4)
    pictures = []
    for index, image in enumerate(tensor[:most]):
        height, width, depth = image.shape
        picture = {
            "height": height,
            "width": width,
            "colorspace": depth,
            "encoded_image_string": png(pixels(image, bad)),
        }
        suffix = b"/image" if most == 1 else b"/image/%d" % index
        pictures.append({"tag": tag_of(tag) + suffix, "image": picture})
    return serialized(pictures)


RED = make_tensor_proto(np.array([255, 0, 0, 255], np.uint8))
RED.ClearField("tensor_content")
RED.int_val.extend([255, 0, 0, 255])
define(
    "ImageSummary",
    "tag: string, tensor: T -> summary: string",
    max_images=number(3, minimum=1),
    T=one_of({d.uint8, d.float16, d.float32, d.float64}, d.float32),
    bad_color=Attribute("tensor", RED),
    shape=scalar,
    kernel=images,
    work=lambda op, shapes: 20 * int(np.prod(shapes[1])),
)
no_derivative("ImageSummary")


def image_summary(
    name: str,
    tensor: TensorLike,
    max_outputs: int = 3,
    collections: Sequence[str] | None = None,
    family: str | None = None,
) -> Tensor:
    """A summary of images (batch, height, width, 1, 3 or 4 channels)."""
    with summary_scope(name, family, [tensor]) as (tag, scope):
        summary = apply("ImageSummary", scope, tag=tag, tensor=tensor, max_images=max_outputs)
    return collected(summary, collections)


# Merging ------------------------------------------------------------------------------------------


def parsed(kind: Any, data: bytes) -> Any:
    """A message from its bytes."""
    try:
        return kind.FromString(data)
    except DecodeError:
        raise invalid("Could not parse one of the summary inputs") from None


def merged(node: Any, *inputs: Any) -> np.ndarray:
    values = [
        value
        for summaries in inputs
        for data in np.ravel(summaries)
        for value in parsed(Summary, data).value
    ]
    seen: set[str] = set()
    for value in values:
        if value.tag in seen:
            raise invalid(f"Duplicate tag {value.tag} found in summary inputs")
        seen.add(value.tag)
    return serialized(values)


def text_bytes(op: Any) -> int:
    """The bytes of the inputs, which are read one by one."""
    return sum(len(text) for tensor in op.inputs for text in tensor.value.flat)


define(
    "MergeSummary",
    "inputs: N * string -> summary: string",
    N=number(minimum=1),
    shape=scalar,
    kernel=merged,
    work=lambda op, given: 40 * text_bytes(op) + 2000 * sum(map(math.prod, given)),
)
no_derivative("MergeSummary")


def merge(
    inputs: Sequence[TensorLike], collections: Sequence[str] | None = None, name: str | None = None
) -> Tensor:
    """One summary that merges several."""
    name = clean_tag(name)
    with name_scope(name, "Merge", inputs):
        summary = apply("MergeSummary", name, inputs=list(inputs))
    return collected(summary, collections, [])


def merge_all(
    key: str = GraphKeys.SUMMARIES, scope: str | None = None, name: str | None = None
) -> Tensor | None:
    """One summary that merges all in a collection; None if there are none."""
    summaries = get_collection(key, scope)
    return merge(summaries, name=name) if summaries else None
