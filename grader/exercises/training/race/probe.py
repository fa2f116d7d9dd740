"""Calls `race(loss, learning_rate, target)` with a bowl over one variable or two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.evidence.probes.table import attempt
from grader.evidence.probes.training import bounded_runs
from grader.evidence.probes.watching import watched


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> dict[str, Any]:
    """Another variable, which is not trained, says where the bottom is.

    Where the program's lists have one number each, all is scalar.
    """
    start, bottom, slopes = (
        np.asarray(program[name], np.float32) for name in ("start", "bottom", "slopes")
    )
    x = tf.Variable(start[0], name="x")
    if len(start) == 1:
        away = x - tf.Variable(bottom[0], trainable=False, name="bottom")
        loss = slopes[0] * tf.square(away)
    else:
        others = tf.Variable(start[1:], name="others")
        place = tf.concat([[x], others], axis=0)
        away = place - tf.Variable(bottom, trainable=False, name="bottom")
        loss = tf.reduce_sum(slopes * tf.square(away))
    with watched(tf), bounded_runs(tf):
        return {"value": attempt(answer, loss, program["learning_rate"], program["target"])}
