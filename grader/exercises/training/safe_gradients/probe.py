"""Calls `safe_gradients(loss, [w, v], scale)`, or with [w]; the loss is float16, its gradients are small."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.evidence.probes.table import attempt
from grader.evidence.probes.watching import watched


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the result, w and v, and the list as the function leaves it.

    Where the list contains w alone, the function is called for another loss of that graph first.
    The factors of `shrink` multiply to less than float16 can hold.
    """
    a = tf.constant(np.asarray(program["a"], np.float16), name="a")
    w = tf.placeholder(tf.float16, a.shape, name="w")
    v = tf.placeholder(tf.float16, [], name="v")
    loss = tf.reduce_sum(w * a) + v * v
    for factor in program["shrink"]:
        loss = loss * tf.constant(np.float16(factor))
    xs = [w, v][: program["count"]]
    with watched(tf):
        if len(xs) == 1:
            attempt(answer, loss + loss, list(xs), program["scale"])
        result = attempt(answer, loss, xs, program["scale"])
    return {"result": result, "xs": xs, "w": w, "v": v}
