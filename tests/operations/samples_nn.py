"""Samples of convolutions, poolings, normalizations, losses and candidate samplers."""

from __future__ import annotations

from typing import Any

import numpy as np

from .sampling import Sample, f16, f32, f64, integers, ints, sample

ONES = [1, 1, 1, 1]
ROUGH = 2e-5  # sums in another order
SPREAD = "TensorFlow's plain kernels have no gradient of spread windows"
NCHW = "TensorFlow's plain kernels do not have this order"


def convolution(x: Any, filters: Any, strides: Any = (1, 1), padding: str = "VALID", **more: Any):
    """A sample of Conv2D."""
    steps = [1, *strides, 1]
    return sample(input=x, filter=filters, strides=steps, padding=padding, _tolerance=ROUGH, **more)


def explicit(*paddings: int) -> dict[str, Any]:
    """(top, bottom, left, right)."""
    return {"padding": "EXPLICIT", "explicit_paddings": [0, 0, *paddings, 0, 0]}


CONVOLUTIONS = [
    convolution(f32(2, 5, 6, 3), f32(3, 2, 3, 4)),
    convolution(f32(2, 5, 6, 3), f32(3, 2, 3, 4), (2, 1), "SAME"),
    convolution(f32(1, 5, 6, 1), f32(5, 6, 1, 2)),
    convolution(f32(2, 4, 4, 2), f32(1, 1, 2, 3), (3, 2)),
    convolution(f32(1, 3, 3, 2), f32(5, 5, 2, 1), (1, 1), "SAME"),
    convolution(f64(2, 5, 5, 2), f64(3, 3, 2, 3), (2, 2), "SAME"),
    convolution(f32(1, 7, 7, 2), f32(2, 3, 2, 2), dilations=[1, 2, 3, 1], _gradients=SPREAD),
    convolution(
        f32(1, 7, 6, 2), f32(2, 3, 2, 2), (1, 1), "SAME", dilations=[1, 2, 2, 1], _gradients=SPREAD
    ),
    convolution(f32(2, 5, 5, 2), f32(3, 3, 2, 3), **explicit(1, 2, 0, 3)),
    convolution(f32(1, 2, 5, 6), f32(3, 2, 2, 3), data_format="NCHW", _values=NCHW),
    # What cannot work.
    convolution(f32(2, 5, 6), f32(3, 2, 3, 4)),
    convolution(f32(1, 2, 2, 3), f32(3, 3, 3, 2)),
    convolution(f32(2, 5, 6, 3), f32(3, 2, 2, 4)),
    convolution(f32(2, 5, 6, 4), f32(3, 2, 2, 3)),
    convolution(f32(2, 5, 6, 3), f32(3, 2, 3, 4), (0, 1)),
    convolution(f32(2, 5, 6, 3), f32(3, 2, 3, 4), padding="HALF"),
    convolution(f32(2, 5, 6, 3), f32(3, 2, 3, 4), padding="EXPLICIT"),
    convolution(f32(2, 5, 6, 3), f32(3, 2, 3, 4), dilations=[1, 0, 1, 1]),
    sample(input=f32(2, 5, 6, 3), filter=f32(3, 2, 3, 4), strides=[1, 1, 1], padding="SAME"),
    sample(input=f32(2, 5, 6, 3), filter=f32(3, 2, 3, 4), strides=[2, 1, 1, 1], padding="SAME"),
]
GROUPS = "TensorFlow has no gradient of grouped convolutions on the CPU"
GROUPED = [convolution(f32(1, 5, 5, 4), f32(3, 3, 2, 4), _gradients=GROUPS)]


def backward(g: Any, padding: str = "VALID", strides: Any = ONES, **more: Any) -> Sample:
    """A sample of a convolution's gradient."""
    return sample(out_backprop=g, padding=padding, strides=strides, _tolerance=ROUGH, **more)


def backward_input(sizes: Any, filters: Any, g: Any, *how: Any, **more: Any) -> Sample:
    """A sample of a convolution's gradient by its input."""
    return backward(g, *how, input_sizes=ints(sizes), filter=filters, **more)


def backward_filter(x: Any, sizes: Any, g: Any, *how: Any) -> Sample:
    """A sample of a convolution's gradient by its filter."""
    return backward(g, *how, input=x, filter_sizes=ints(sizes))


def pooling(x: Any, size: Any, strides: Any, padding: str = "VALID", **more: Any) -> Sample:
    """A sample of MaxPool."""
    return sample(input=x, ksize=size, strides=strides, padding=padding, **more)


def averaging(x: Any, size: Any, strides: Any, padding: str = "VALID", **more: Any) -> Sample:
    """A sample of AvgPool."""
    return sample(value=x, ksize=size, strides=strides, padding=padding, **more)


TWO, THREE = [1, 2, 2, 1], [1, 3, 3, 1]
POOLS = [
    (f32(2, 4, 6, 3), TWO, TWO),
    (f32(2, 5, 5, 2), THREE, TWO, "SAME"),
    (f32(1, 5, 4, 2), [1, 2, 3, 1], ONES),
    (f64(1, 4, 4, 1), [1, 4, 4, 1], ONES, "SAME"),
    (f32(0, 4, 4, 1), TWO, TWO),
    (f32(2, 4, 4), TWO, TWO),
    (f32(1, 2, 2, 1), THREE, ONES),
    (f32(2, 4, 4, 2), [2, 2, 2, 1], ONES),
    (f32(1, 3, 4, 4), [1, 1, 2, 2], ONES, "VALID"),
]
TIES = np.float32(np.random.default_rng(3).integers(0, 3, (2, 5, 5, 2)))


def pooled(x: np.ndarray, size: int, step: int) -> np.ndarray:
    """The largest numbers of windows without padding."""
    views = np.lib.stride_tricks.sliding_window_view(x, (size, size), (1, 2))
    return views.max((-1, -2))[:, ::step, ::step]


PICTURE = f32(2, 5, 5, 2)
BACK = {"ksize": THREE, "strides": TWO, "padding": "VALID"}

OF_LABELS = "TensorFlow leaves out that the second output depends on the labels"


SAMPLES: dict[str, list[Sample]] = {
    "Conv2D": [
        *CONVOLUTIONS,
        *GROUPED,
        sample(
            input=f16(1, 4, 4, 2),
            filter=f16(2, 2, 2, 2),
            strides=ONES,
            padding="SAME",
            _tolerance=1e-2,
        ),
    ],
    "Conv2DBackpropInput": [
        backward_input([2, 5, 6, 3], f32(3, 2, 3, 4), f32(2, 3, 5, 4)),
        backward_input([2, 5, 6, 3], f32(3, 2, 3, 4), f32(2, 3, 3, 4), "SAME", TWO),
        backward_input(
            [5, 6],
            f32(3, 2, 3, 4),
            f32(2, 3, 5, 4),
            _gradients="TensorFlow's own gradient crashes on two sizes",
        ),
        backward_input([1, 5, 6, 3], f32(3, 2, 3, 4), f32(2, 3, 5, 4)),
        backward_input([2, 5, 6, 3], f32(3, 2, 3, 4), f32(2, 3, 5, 2)),
        backward_input([2, 5, 6], f32(3, 2, 3, 4), f32(2, 3, 5, 4)),
    ],
    "Conv2DBackpropFilter": [
        backward_filter(f32(2, 5, 6, 3), [3, 2, 3, 4], f32(2, 3, 5, 4)),
        backward_filter(f32(2, 5, 6, 3), [3, 2, 3, 4], f32(2, 3, 3, 4), "SAME", TWO),
        backward_filter(f64(1, 4, 4, 1), [2, 2, 1, 2], f64(1, 3, 3, 2)),
        backward_filter(f32(2, 5, 6, 3), [3, 2, 3], f32(2, 3, 5, 4)),
    ],
    "MaxPool": [
        *[pooling(*one) for one in POOLS],
        pooling(TIES, TWO, ONES),
        pooling(f32(1, 3, 3, 4), [1, 1, 1, 2], [1, 1, 1, 2]),
        pooling(integers(1, 4, 4, 1), TWO, TWO),
        pooling(
            f32(1, 5, 5, 2),
            THREE,
            TWO,
            **explicit(1, 1, 0, 1),
        ),
        pooling(f32(1, 4, 4, 2), [1, 2, 2], TWO),
    ],
    "MaxPoolGrad": [
        sample(orig_input=PICTURE, orig_output=pooled(PICTURE, 3, 2), grad=f32(2, 2, 2, 2), **BACK),
        sample(orig_input=TIES, orig_output=pooled(TIES, 3, 2), grad=f32(2, 2, 2, 2), **BACK),
        sample(orig_input=PICTURE, orig_output=f32(2, 3, 3, 2), grad=f32(2, 2, 2, 2), **BACK),
    ],
    "AvgPool": [averaging(*one) for one in POOLS],
    "AvgPoolGrad": [
        sample(orig_input_shape=ints(sizes), grad=grad, ksize=ksize, strides=TWO, padding=padding)
        for sizes, grad, ksize, padding in (
            ([2, 4, 6, 3], f32(2, 2, 3, 3), TWO, "VALID"),
            ([2, 5, 5, 1], f32(2, 3, 3, 1), THREE, "SAME"),
        )
    ],
    "BiasAdd": [
        sample(value=f32(2, 3), bias=f32(3)),
        sample(value=f32(2, 2, 3, 4), bias=f32(4)),
        sample(value=f32(2, 3, 2, 2), bias=f32(3), data_format="NCHW"),
        sample(value=integers(2, 3), bias=integers(3)),
        sample(value=f32(0, 3), bias=f32(3)),
        sample(value=f32(3), bias=f32(3)),
        sample(value=f32(2, 3), bias=f32(2)),
        sample(value=f32(2, 3), bias=f32(1, 3)),
    ],
    "BiasAddGrad": [
        sample(out_backprop=f32(2, 3)),
        sample(out_backprop=f64(2, 2, 3, 4)),
        sample(out_backprop=f16(5, 3)),
        sample(out_backprop=f32(2, 3, 2, 2), data_format="NCHW"),
        sample(out_backprop=f32(0, 3)),
    ],
    "SoftmaxCrossEntropyWithLogits": [
        sample(features=f32(3, 4), labels=f32(3, 4, signed=False), _tangents=OF_LABELS),
        sample(features=f64(3, 4), labels=f64(3, 4), _tangents=OF_LABELS),
        sample(features=f32(3, 4), labels=f32(3, 5)),
        sample(features=f32(4), labels=f32(4)),
    ],
    "SparseSoftmaxCrossEntropyWithLogits": [
        sample(features=f32(3, 4), labels=ints([0, 3, 1])),
        sample(features=f64(2, 4), labels=ints([2, 2], np.int64)),
        sample(features=f32(0, 4), labels=ints([])),
        sample(features=f32(2, 4), labels=ints([2, 4])),
        sample(features=f32(2, 4), labels=ints([2, 1, 0])),
        sample(features=f32(2, 3, 4), labels=ints([[2, 1, 0], [0, 0, 0]])),
    ],
    "TopKV2": [
        sample(input=f32(2, 5), k=ints(2)),
        sample(input=f32(5), k=ints(5)),
        sample(input=f32(2, 2, 3), k=ints(1), index_type="int64"),
        sample(input=TIES, k=ints(2)),
        sample(input=integers(3, 4), k=ints(3)),
        sample(input=f32(2, 5), k=ints(0), _gradient_nodes="TensorFlow infers less of no columns"),
        sample(input=f32(2, 5), k=ints(6)),
        sample(input=f32(2, 5), k=ints(-1)),
    ],
    "InTopKV2": [
        sample(predictions=np.round(f32(5, 4)), targets=ints([0, 1, 2, 3, -1]), k=ints(1)),
        sample(
            predictions=np.float32([[1, np.inf, 2], [1, np.nan, 2], [np.inf, 0, 0]]),
            targets=ints([0, 0, 0]),
            k=ints(2),
        ),
        sample(predictions=f32(3, 4), targets=ints([0, 1]), k=ints(1)),
    ],
    "LogUniformCandidateSampler": [
        sample(
            true_classes=ints(classes, np.int64),
            num_true=1,
            num_sampled=5,
            unique=unique,
            range_max=size,
            seed=seed,
            seed2=7,
        )
        for classes, unique, size, seed in (
            *(([[3], [0]], True, 6, 1), ([[3], [0]], False, 50, 2), ([[3], [0]], True, 64, 0)),
            *(([[3], [0]], True, 4, 1), ([3], True, 9, 1)),
        )
    ],
}

for _type, _switches in {
    "MaxPool": ("_second", "_tangents"),
    "MaxPoolGrad": ("_gradients",),
    "TopKV2": ("_gradients",),
}.items():
    for _sample in SAMPLES[_type]:
        _sample.without.update(dict.fromkeys(_switches, "the engine has no such derivatives"))
