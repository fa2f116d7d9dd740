"""Calls `lift(function, x)` with Python functions that count their calls, and runs the results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, groupby
from typing import Any

import numpy as np

from grader.evidence.probes.table import attempt
from grader.evidence.probes.watching import new_graph, watched
from grader.languages import _


def probe(tf: Any, answer: Any, calls: list[Any]) -> Iterator[dict[str, Any]]:
    """Yields, for each call, the tensor and its values in the runs, which tell how often it was called.

    Calls with the same scale have the same function. Those with the same "graph" share one, and all its
    tensors are made before the first of them runs.
    """
    functions = {call["scale"]: counting(call["scale"], call["dtype"]) for call in calls}
    for _graph, together in groupby(calls, lambda call: call["graph"]):
        with new_graph(tf):
            built = []
            for call in together:
                x = tf.placeholder(call["dtype"], call["shape"], name=call["name"])
                with watched(tf):
                    result = attempt(answer, functions[call["scale"]], x)
                built.append((result, x, call["feeds"]))
            for result, x, feeds in built:
                runs = []
                if isinstance(result, tf.Tensor):
                    with tf.Session() as session:
                        runs = [attempt(session.run, result, {x: feed}) for feed in feeds]
                yield {"result": result, "runs": runs}


def counting(scale: int, dtype: str) -> Callable[[Any], Any]:
    """The function `value -> value * scale + calls so far`: only a call in every run gives its values.

    It reverses the rows of a matrix: the numbers alone, without their places, are not enough. It takes arrays
    alone, of the dtype of x. (float32 is not looked at: a wider dtype loses nothing, and the pasted case
    stays short.) It has no attribute with the count, and a copy of it is itself: no call can be taken back.
    """
    numbers = count(1)

    def counting(value: Any) -> Any:
        number = next(numbers)
        if hasattr(value, "op"):
            raise TypeError(
                _(
                    "this Python function works on NumPy arrays, but it was called with a tensor. tf.py_func "
                    "calls a function with the values of its inputs: give it `[x]`"
                )
            )
        if not isinstance(value, (np.ndarray, np.generic)):
            raise TypeError(
                _(
                    "this Python function works on NumPy arrays, but it was called with a {type}"
                ).format(type=type(value).__name__)
            )
        if dtype not in ("float32", value.dtype.name):
            raise RuntimeError(
                _(
                    "this Python function works on dtype {wanted}, but it was called with {found}"
                ).format(wanted=dtype, found=value.dtype.name)
            )
        rows = np.flipud(value) if value.ndim == 2 else value
        return np.asarray(rows * np.asarray(scale) + number).astype(value.dtype)

    return counting
