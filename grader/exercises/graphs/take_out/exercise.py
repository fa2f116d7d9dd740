"""The exercise on a placeholder in place of a constant: the numbers leave the graph, a hole remains."""

from __future__ import annotations

from textwrap import indent
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, GraphRef, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, Rerun, WrongAnswer, describe, graph_def
from grader.languages import _

OUTPUT, APART = "output:0", "apart:0"  # one needs the table, the other does not


def _draw(rng: np.random.Generator) -> Challenge:
    rows = rng.choice(np.arange(2, 99), (8, 3), replace=False)
    code = f"""\
table = tf.constant({rows[:2].astype(float).tolist()}, name="table")
tf.reduce_sum(table, axis=1, name="output")
tf.constant(1.0, name="apart")
"""
    graphs = [graph_def(code), graph_def(_one_row, rng), graph_def(_two_tables, rng)]
    # Two names in one graph, and one question twice: each time the graph is a new one.
    calls = [(0, "table"), (1, "table"), (2, "data/table"), (2, "data/table_1"), (0, "table")]
    others = [rng.integers(-20, 30, shape) for shape in ((4, 4), (3, 2), (1, 5))]
    hidden = {"code": code, "feeds": [rows[2:5], *others, rows[5:]]}
    return Challenge("graphs/given", {"graphs": graphs, "calls": calls}, hidden)


def _one_row(rng: np.random.Generator) -> None:
    """A table of a single row, needed twice, names that begin like its own, and a node that waits."""
    numbers = rng.integers(2, 30, (2, 1, 4)).astype(np.float32)
    table, other = tf.constant(numbers[0], name="table"), tf.constant(numbers[1], name="table_2")
    squares = tf.multiply(table, table, name="table/squares")
    total = tf.reduce_sum(other)
    tf.add(tf.reduce_sum(squares), total, name="output")
    with tf.device("/cpu:0"), tf.control_dependencies([total]):
        tf.square(other, name="apart")


def _two_tables(rng: np.random.Generator) -> None:
    """Whole numbers of two widths, a placeholder that was there before, and misleading names."""
    first = tf.constant(rng.integers(2, 30, (3, 2)).astype(np.int32), name="data/table")
    second = tf.constant(rng.integers(2, 30, (4, 5)).astype(np.int32), name="data/table")
    extra = tf.placeholder(tf.int32, [], name="Const")
    step = tf.constant(int(rng.integers(2, 30)), name="Placeholder")
    one = tf.reduce_sum(first, axis=0, name="first_sums")
    two = tf.reduce_sum(tf.maximum(second, step), axis=1, name="second_sums")
    tf.add(tf.reduce_sum(one) * step, tf.reduce_max(two) + extra, name="output")
    tf.add(tf.constant(int(rng.integers(2, 30))), step, name="apart")


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    given, results = evidence.result["graphs"], evidence.result["results"]
    calls = zip(results, challenge.inputs["calls"], challenge.hidden["feeds"], strict=True)
    found = [
        _report(evidence, given[number].graph, result, name, feed)
        for result, (number, name), feed in calls
    ]
    if isinstance(found[0], Raised):
        return [found[0]] * 3
    parts = [[one] * 3 if isinstance(one, Raised) else one for one in found]
    graphs = [result for result in results if isinstance(result, GraphRef)]
    new = len(set(graphs)) == len(graphs)
    return [parts[0][0], [part[1] for part in parts], [new, *(part[2] for part in parts)]]


def _report(evidence: Evidence, given: int, result: Any, name: str, feed: Any) -> Any:
    """Of a new graph: its output, what its hole takes, and all that should be as it was."""
    if isinstance(result, Raised):
        return result
    if not isinstance(result, GraphRef):
        raise WrongAnswer(
            _("`take_out` should return a new graph, but it returned {found}").format(
                found=describe(result)
            )
        )
    before, after = Rerun(evidence, given), Rerun(evidence, result.graph)
    hole = f"{name}:0"
    others: dict[Any, int] = {"Const:0": 7} if name.startswith("data") else {}
    fed, unfed = after.run(OUTPUT, {**others, hole: feed}), after.run(OUTPUT, others)
    missing = unfed.type if isinstance(unfed, Raised) else "a value"
    nodes = _nodes(after)
    apart = after.run(APART) if "apart" in nodes else None
    same = [apart, nodes, _nodes(before), _stores_more(before, after, name)]
    return [fed, [fed, _taken(after, hole), missing], same]


def _taken(rerun: Rerun, hole: str) -> list[Any]:
    """The static shape and the dtype of what is fed; nothing, if there is no such tensor."""
    try:
        tensor = rerun.graph.get_tensor_by_name(hole)
    except (KeyError, ValueError):
        return []
    return [None if tensor.shape.rank is None else tensor.shape.as_list(), tensor.dtype.name]


def _entries(rerun: Rerun) -> dict[str, Any]:
    return {entry.name: entry for entry in tf.GraphDef.FromString(rerun.data.graph_def).node}


def _nodes(rerun: Rerun) -> dict[str, Any]:
    """For each node its type, its device, its inputs and what it waits for."""
    return {
        name: [entry.op, entry.device, " ".join(entry.input)]
        for name, entry in _entries(rerun).items()
    }


def _stores_more(before: Rerun, after: Rerun, name: str) -> list[bool]:
    """Whether an entry has an attribute that it had not, and whether this node's has a constant's numbers.

    No run of a placeholder shows either.
    """
    old, new = _entries(before), _entries(after)
    more = any({*new[one].attr} - {*old[one].attr, "shape"} for one in {*new} & {*old})
    values = [new[name].attr["value"]] if name in new else []
    parts = [part for value in values for part in (value, value.tensor)]
    fields = {field.name for part in parts for field, _ in part.ListFields()}
    return [more, not fields <= {"tensor", "dtype", "tensor_shape", "version_number"}]


def _paste(challenge: Challenge) -> str:
    code = indent(challenge.hidden["code"], "    ")
    rows = challenge.hidden["feeds"][0].astype(float).tolist()
    return f"""
with tf.Graph().as_default() as graph:
{code}with tf.Session(graph=take_out(graph, "table")) as session:
    value = session.run("output:0", {{"table:0": {rows}}})
value
"""


TAKE_OUT = exercise(
    id="graphs/take-out",
    title="A placeholder in place of a table",
    answers=("take_out",),
    cases=(
        Case.shown(
            "the value of a node of the new graph, when three other rows are fed",
            1,
            advice="In the new graph, the node called `name` must be a placeholder, and every node that used "
            "the constant must use the placeholder. Return the new graph.",
        ),
        Case(
            "in several graphs: the placeholder has the right dtype and shape; a run gives the right "
            "values with a feed, and fails without one",
            1,
            advice="Not every call gives the graph that it should. The node called `name`, and no other, "
            "must become a placeholder without a default, of the constant's dtype, that takes any number of "
            "rows, each as long as a row of the constant. Try tables with other names and widths, with one "
            "row, with whole numbers, and graphs with several constants.",
        ),
        Case(
            "the new graph has all other nodes, unchanged, and nothing else; the old graph is as it was",
            1,
            advice="Something has changed that should have stayed as it was, or the numbers are still there. "
            "The new graph must have the same nodes with the same names, types, devices, inputs and control "
            "inputs, except that one constant must be a placeholder, without the numbers. No node may be "
            "missing or added. The graph that you are given must not change.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "A node of a graph cannot be turned into another one. But as_graph_def() gives you a copy that is "
        "only data, and import_graph_def adds its nodes to the default graph.",
        "What does the entry of a placeholder look like? Make one in a graph of its own, with the right "
        "name, and look at that graph's as_graph_def().node[0].",
        "Three steps: a small graph with nothing but the placeholder, whose type and row length you read "
        "from graph.get_tensor_by_name; a loop over definition.node that finds the entry by its name; "
        "and the import.",
    ),
    paste=_paste,
)
