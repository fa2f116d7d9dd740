"""Calls `run_anyway(session, tensor)` where some variables that the tensor needs have no value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grader.evidence.probes.sessions import put, values_of
from grader.evidence.probes.table import attempt
from grader.evidence.probes.watching import watched


def _product(tf: Any, v: dict[str, Any]) -> Any:
    return (v["kept"] + v["fresh"]) * v["fresh"]


def _counted(tf: Any, v: dict[str, Any], way: int = 1) -> Any:
    """`kept` is counted up first, whatever comes then; `behind` is needed by a control dependency alone."""
    up = tf.assign_add(v["kept"], 1.0)
    with tf.control_dependencies([up]):
        late = v["fresh"].read_value() + 0.0
        more = tf.assign_add(v["behind"], 2.0)
    with tf.control_dependencies([tf.negative(up), more][::way]):
        return tf.multiply(late, up)


def _chain(tf: Any, v: dict[str, Any]) -> Any:
    """An update, whose amount comes from variables some steps back."""
    amount = tf.square(tf.identity(v["fresh"] * 2.0))
    return tf.assign_add(v["kept"], tf.negative(amount) + v["also"])


def _far(tf: Any, v: dict[str, Any]) -> Any:
    """`fresh` is needed only by the input of an update for which a node some steps back waits."""
    with tf.control_dependencies([tf.assign_add(v["behind"], v["fresh"])]):
        late = v["kept"] * 1.5
    return late + 1.0


# Each makes a tensor of variables, which are given by the parts that they play.
STEPS: dict[str, Callable[[Any, dict[str, Any]], Any]] = {
    "product": _product,
    "counted": _counted,
    "counted-too": lambda tf, v: _counted(tf, v, -1),
    "chain": _chain,
    "far": _far,
}


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> dict[str, Any]:
    """A program's `variables` are [part, name, initial value, value now (None: it has none), trainable].

    Returns the function's value, what the session holds afterwards, and both after a second call.
    """
    variables, given = {}, {}
    for part, name, initial, now, trainable in program["variables"]:
        made = tf.Variable(initial, name=name, dtype=tf.float32, trainable=trainable)
        variables[part] = made
        if now is not None:
            given[made] = now
    session = tf.Session()
    put(session, given)
    tensor = STEPS[program["step"]](tf, variables)
    values, after = [], []
    for _call in range(2):
        with watched(tf):
            values.append(attempt(answer, session, tensor))
        after.append(values_of(session, list(variables.values())))
    session.close()
    return {"values": values, "after": after}
