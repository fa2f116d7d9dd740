"""Probes of chapter 03: programs in which something lives longer than a run, or not as long.

As in chapter 02 every probe works in a graph of its own and closes the sessions that it opened.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from grader.evidence.probes.general import needs_function
from grader.evidence.probes.sessions import WAIT_IN_MILLISECONDS, put, values_of
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import new_graph, watched

# ---------------------------------------------------------------------------------- inside one run


@probe("lifetimes/evaluations")
def evaluations(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(runs)` with lists of tensors, for each program of `inputs["programs"]`.

    A program's `nodes` are [name, function, names of tensors], its `runs` lists of names of tensors: the
    second output of a node "a" is "a:1". "elsewhere": the call is made where another graph, an empty one,
    is the default graph.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            tensors = _nodes(tf, program["nodes"])
            runs = [[tensors[name] for name in fetched] for fetched in program["runs"]]
            elsewhere = new_graph(tf) if program.get("elsewhere") else contextlib.nullcontext()
            with elsewhere, watched(tf):
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


@probe("lifetimes/run-anyway")
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
            variables, given = {}, {}
            for part, name, initial, now, trainable in program["variables"]:
                made = tf.Variable(initial, name=name, dtype=tf.float32, trainable=trainable)
                variables[part] = made
                if now is not None:
                    given[made] = now
            put(session, given)
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
    """Calls `answer(session, queue, step, n)`, where `step` takes items and changes some variables.

    Returns, for each program, the function's value, what the session holds afterwards (if it is open), the
    sessions that the function opened and closed, and, where the program says "again", its value later, after
    one run of `step`. The pulse is the next number of a random sequence, of which every run of `step` in
    this session takes one: it cannot be put back.
    """
    function = needs_function(answers[0])
    return [_rehearsed(tf, function, program) for program in inputs["programs"]]


def _rehearsed(tf: Any, function: Any, program: dict[str, Any]) -> dict[str, Any]:
    with new_graph(tf):
        shop = _shop(tf, program)
        session = tf.Session(config=tf.ConfigProto(operation_timeout_in_ms=WAIT_IN_MILLISECONDS))
        put(session, {variable: program[variable.op.name][1] for variable in shop.variables})
        session.run(shop.put, {shop.items: program["items"]})
        with watched(tf, WAIT_IN_MILLISECONDS, program["key"]) as watch, _order(tf):
            value = attempt(function, session, shop.queue, shop.step, program["n"])
        report = {"value": value, **watch.report(), "after": values_of(session, shop.variables)}
        report["items"] = attempt(_items, session, shop)
        report["pulse"] = attempt(session.run, shop.pulse)
        report["later"] = None
        if program["again"]:
            attempt(session.run, shop.step)
            with watched(tf, WAIT_IN_MILLISECONDS), _order(tf):
                report["later"] = attempt(function, session, shop.queue, shop.step, program["n"])
        session.close()
    return report


@dataclass
class _Shop:
    """The graph of a program: a queue, its variables, a step, and what the probe needs of them."""

    queue: Any
    variables: list[Any]
    step: Any
    pulse: Any
    items: Any
    put: Any
    take: Any


def _shop(tf: Any, program: dict[str, Any]) -> _Shop:
    """A step takes an item, if there is one, and adds it to w, `rate` times.

    "counts": it also counts its runs, and adds the count. "puts back": the sum of w goes into the queue.
    """
    variables = []
    if "counts" in program["step"]:
        count = tf.Variable(program["count"][0], name="count", dtype=tf.int32, trainable=False)
        variables.append(count)
    rate = tf.Variable(program["rate"][0], name="rate", dtype=tf.float32, trainable=False)
    w = tf.Variable(program["w"][0], name="w", dtype=tf.float32)
    variables += [rate, w]
    queue = tf.FIFOQueue(program["capacity"], [tf.float32], shapes=[()])
    items = tf.placeholder(tf.float32, [None], name="items")
    put, take = queue.enqueue_many(items), queue.dequeue_many(queue.size())
    pulse = tf.random_uniform([], seed=program["seed"], name="pulse")
    amount = rate * tf.cond(queue.size() > 0, queue.dequeue, lambda: 0.0)
    if "counts" in program["step"]:
        amount += tf.cast(tf.assign_add(count, 1), tf.float32)
    new = tf.assign_add(w, tf.fill(w.shape, amount)) + 0.0
    last = [pulse]
    if "puts back" in program["step"]:
        last.append(queue.enqueue(tf.reduce_sum(new)))
    with tf.control_dependencies(last):
        step = tf.identity(new, name="step")
    return _Shop(queue, variables, step, pulse, items, put, take)


def _items(session: Any, shop: _Shop) -> list[Any]:
    """The items of the session's queue, which are taken out and put back."""
    items = session.run(shop.take)
    session.run(shop.put, {shop.items: items})
    return list(items)


def _order(tf: Any) -> contextlib.AbstractContextManager[None]:
    """On the engine, the order in which TensorFlow's one thread runs what a graph leaves without one.

    The engine would run the nodes in the order in which they were made.
    """
    if tf.__name__ != "grader.engine":
        return contextlib.nullcontext()
    from grader.engine.runtime.scheduling import tie_break

    return tie_break(lambda unit: -unit.number)


# ---------------------------------------------------------------------------- the life of an evaluation


@probe("lifetimes/by-class")
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
