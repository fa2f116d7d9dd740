"""Probes of chapter 03: programs in which something lives longer than a run, or not as long.

As in chapter 02 every probe works in a graph of its own and closes the sessions that it opened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.evidence.probes.general import needs_function
from grader.evidence.probes.sessions import put, values_of
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import new_graph, watched

# ---------------------------------------------------------------------------------- inside one run


@probe("lifetimes/evaluations")
def evaluations(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(runs)` with lists of tensors, for each program of `inputs["programs"]`.

    A program's `nodes` are [name, function, names of tensors], its `runs` lists of names of tensors: the
    second output of a node "a" is "a:1".
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            tensors = _nodes(tf, program["nodes"])
            runs = [[tensors[name] for name in fetched] for fetched in program["runs"]]
            with watched(tf):
                results.append({"value": attempt(function, runs)})
    return results


def _nodes(tf: Any, nodes: list[Any]) -> dict[str, Any]:
    functions = {"add": tf.add, "multiply": tf.multiply, "subtract": tf.subtract}
    tensors: dict[str, Any] = {}
    for number, (name, kind, sources) in enumerate(nodes):
        inputs = [tensors[source] for source in sources]
        if kind == "constant":
            made = [tf.constant(float(number), name=name)]
        elif kind == "pair":
            made = [tf.constant([1.0, float(number)], name=name)]
        elif kind == "unstack":
            made = tf.unstack(inputs[0], num=2, name=name)
        else:
            made = [functions[kind](*inputs, name=name)]
        for output, tensor in enumerate(made):
            tensors[f"{name}:{output}" if output else name] = tensor
    return tensors


# --------------------------------------------------------------------------- the life of a variable


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


# Each makes a tensor of variables, which are given by the parts that they play.
STEPS: dict[str, Callable[[Any, dict[str, Any]], Any]] = {
    "product": _product,
    "counted": _counted,
    "counted-too": lambda tf, v: _counted(tf, v, -1),
    "chain": _chain,
}


@probe("lifetimes/is-alive")
def is_alive(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, tensor)` where some variables that the tensor needs have no value.

    A program's `variables` are [part, name, initial value, value now (None: it has none), trainable].
    Returns, for each program, the function's value, what the session holds afterwards, and both after a
    second call.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            session = tf.Session()
            variables = {}
            for part, name, initial, now, trainable in program["variables"]:
                made = tf.Variable(initial, name=name, dtype=tf.float32, trainable=trainable)
                variables[part] = made
                if now is not None:
                    put(tf, session, made, now)
            tensor = STEPS[program["step"]](tf, variables)
            values, after = [], []
            for _call in range(2):
                with watched(tf):
                    values.append(attempt(function, session, tensor))
                after.append(values_of(session, list(variables.values())))
            results.append({"values": values, "after": after})
            session.close()
    return results


@probe("lifetimes/rehearse")
def rehearse(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, step, n)`, where running `step` changes some variables, not all trainable.

    Returns, for each program, the function's value, what the session holds afterwards (if it is open), the
    sessions that the function opened and closed, and its value later, after one run of `step`. The pulse is
    the next number of a random sequence, of which every run of `step` in this session takes one: it cannot
    be put back.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            variables, step, pulse = _moving(tf, program)
            session = tf.Session()
            for variable in variables:
                put(tf, session, variable, program[variable.op.name][1])
            with watched(tf, key=program["key"]) as watch:
                value = attempt(function, session, step, program["n"])
            report = {"value": value, "after": values_of(session, variables), **watch.report()}
            report["pulse"] = attempt(session.run, pulse)
            attempt(session.run, step)
            with watched(tf):
                later = attempt(function, session, step, program["n"])
            results.append({**report, "later": later})
            session.close()
    return results


def _moving(tf: Any, program: dict[str, Any]) -> tuple[list[Any], Any, Any]:
    """The variables, a step that pushes `speed`, moves w by it, and perhaps counts, and the pulse."""
    speed = tf.Variable(program["speed"][0], name="speed", dtype=tf.float32, trainable=False)
    w = tf.Variable(program["w"][0], name="w", dtype=tf.float32)
    variables = [speed, w]
    way = tf.assign_add(speed, tf.fill(tf.shape(speed), program["push"]))
    if "count" in program:
        count = tf.Variable(program["count"][0], name="count", dtype=tf.int32, trainable=False)
        variables.append(count)
        way = tf.reduce_sum(way) * tf.cast(tf.assign_add(count, 1), tf.float32)
    pulse = tf.random_uniform([], seed=program["seed"], name="pulse")
    with tf.control_dependencies([pulse]):
        return variables, tf.assign_add(w, way, name="step"), pulse


# ---------------------------------------------------------------------------- the life of an evaluation


@probe("lifetimes/evaluate")
def evaluate(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Has `answer(labels, answers, classes)` make two metrics in one graph, beside a model's variable.

    Returns, for each program, what it returned both times, the placeholders, and the initializers of all
    global and of all local variables.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            tf.Variable(1.0, name="weight")
            labels = tf.placeholder(tf.int32, [program["size"]], name="labels")
            given = tf.placeholder(tf.int32, [program["size"]], name="answers")
            metrics = []
            for _metric in range(2):
                with watched(tf):
                    metrics.append(attempt(function, labels, given, program["classes"]))
            with labels.graph.as_default():
                results.append(
                    {
                        "metrics": metrics,
                        "labels": labels,
                        "answers": given,
                        "local": tf.local_variables_initializer(),
                        "global": tf.global_variables_initializer(),
                    }
                )
    return results
