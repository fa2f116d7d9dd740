"""Comparing what two back ends made of one program; every difference is reported as readable lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from grader.engine.core.messages import GraphDef

from .programs import Built, Outcome, Program, Run, execute, feeds_left, fetches_left

# TensorFlow has no kernel for some (operation, dtype) pairs that NumPy computes without trouble.
NO_KERNEL = "No OpKernel was registered"


# TensorFlow hands these to oneDNN, whose result with infinities among the inputs is its own.
UNSETTLED_AT_INFINITY = ("Softmax", "LogSoftmax")


@dataclass(frozen=True)
class Rounding:
    """How far two results of one operation on equal inputs may lie apart."""

    relative: float
    absolute: float


ROUNDING = {
    "float16": Rounding(3e-3, 1e-6),
    "float32": Rounding(4e-6, 1e-6),
    "float64": Rounding(1e-12, 1e-14),
    "complex64": Rounding(4e-6, 1e-6),
    "complex128": Rounding(1e-12, 1e-14),
}


def graph_def(built: Built) -> GraphDef:
    """The built graph's GraphDef in one message class for both back ends."""
    return GraphDef.FromString(built.graph.as_graph_def().SerializeToString())


def graph_differences(expected: Built, got: Built) -> Iterator[str]:
    """Where the GraphDefs differ: nodes, their order, inputs, attributes, devices, versions."""
    first, second = graph_def(expected), graph_def(got)
    for ours, theirs in zip(second.node, first.node, strict=False):
        if ours.name != theirs.name or ours.op != theirs.op:
            yield f"node: expected {theirs.op} {theirs.name!r}, got {ours.op} {ours.name!r}"
            return
        yield from node_differences(theirs, ours)
    if len(first.node) != len(second.node):
        longer = first if len(first.node) > len(second.node) else second
        extra = longer.node[min(len(first.node), len(second.node))]
        yield f"nodes: expected {len(first.node)}, got {len(second.node)}: {extra.op} {extra.name}"
    if first.versions != second.versions:
        yield f"versions: expected {first.versions}, got {second.versions}"
    if first.library != second.library:
        yield "function libraries differ"


def node_differences(theirs: Any, ours: Any) -> Iterator[str]:
    label = f"{theirs.op} {theirs.name!r}"
    if list(theirs.input) != list(ours.input):
        yield f"{label}: inputs expected {list(theirs.input)}, got {list(ours.input)}"
    if theirs.device != ours.device:
        yield f"{label}: device expected {theirs.device!r}, got {ours.device!r}"
    for name in sorted(set(theirs.attr) | set(ours.attr)):
        if name not in ours.attr or name not in theirs.attr:
            yield f"{label}: attribute {name} {'missing' if name in theirs.attr else 'unexpected'}"
        # As bytes: a message holding NaN is not equal to itself.
        elif canonical(theirs.attr[name]) != canonical(ours.attr[name]):
            yield f"{label}: attribute {name} expected {theirs.attr[name]}, got {ours.attr[name]}"


def canonical(message: Any) -> bytes:
    return message.SerializeToString(deterministic=True)


def static_differences(expected: Built, got: Built) -> Iterator[str]:
    """Where names, dtypes or static shapes of the tensors differ, in the order of the graph."""
    theirs, ours = expected.graph.get_operations(), got.graph.get_operations()
    for op_expected, op_got in zip(theirs, ours, strict=False):
        for one, other in zip(op_expected.outputs, op_got.outputs, strict=False):
            if describe(one) != describe(other):
                yield f"{op_expected.type}: expected {describe(one)}, got {describe(other)}"
        if len(op_expected.outputs) != len(op_got.outputs):
            yield f"{op_expected.type} {op_expected.name}: number of outputs differs"
    for index, value in expected.values.items():
        if index in got.values and value_text(value) != value_text(got.values[index]):
            yield f"statement {index}: expected {value!r}, got {got.values[index]!r}"


def describe(tensor: Any) -> str:
    return f"{tensor.name} {tensor.dtype.name} {tensor.shape}"


def value_text(value: Any) -> str:
    """What a notebook prints for a value; nothing for objects that print their address."""
    shown = repr(value)
    return "" if " at 0x" in shown else shown


def error_differences(expected: Built, got: Built) -> Iterator[str]:
    """Statements that fail in one back end only, or with another class."""
    for index in sorted(set(expected.errors) | set(got.errors)):
        theirs, ours = expected.errors.get(index), got.errors.get(index)
        if (theirs or ("no error",))[0] != (ours or ("no error",))[0]:
            yield f"statement {index}: expected {short(theirs)}, got {short(ours)}"


def short(error: tuple[str, str] | None) -> str:
    return "no error" if error is None else f"{error[0]}: {error[1][:300]}"


def outcome_differences(
    program: Program,
    expected: Built,
    got: Built,
    expected_session: Callable[[Any], Any],
    got_session: Callable[[Any], Any],
) -> Iterator[str]:
    """Where the runs of two builds yield other values or other errors.

    A difference that only repeats an earlier rounding (an index computed by floor, a sine of a large
    number) is none: each operation that led to it, fed TensorFlow's own operands, agrees. Nor is it one
    when two nodes of a run fail and each back end names the error of another.
    """
    theirs = execute(program, expected, expected_session)
    ours = execute(program, got, got_session)
    for number, (run, one, other) in enumerate(zip(program.runs, theirs, ours, strict=True)):
        lines = list(run_differences(one, other))
        if lines and not is_error(one) and not is_error(other) and repeatable(run, expected):
            lines = list(operation_differences(run, expected, got))
        if lines and is_error(one) and is_error(other):
            played = replace(program, runs=program.runs[: number + 1])
            if fails_at(other, played, expected, expected_session) and fails_at(
                one, played, got, got_session
            ):
                continue
        for line in lines:
            yield f"run {number}: {line}"


def fails_at(
    error: tuple[str, str], program: Program, built: Built, make_session: Callable[[Any], Any]
) -> bool:
    """Whether the program's last run, of the node alone that the other back end's error names, fails so."""
    node = re.search(r"\{\{node ([^}]+)\}\}", error[1])
    if node is None:
        return False
    *earlier, last = program.runs
    alone = replace(program, runs=(*earlier, replace(last, fetches=(node[1],))))
    *_, outcome = execute(alone, replace(built, sessions={}), make_session)
    return is_error(outcome) and outcome[0] == error[0]


def repeatable(run: Run, built: Built) -> bool:
    """Whether the run can be played again to look into it: what a queue gave is gone."""
    return not any("Queue" in op.type for op in ancestors(fetches_left(run, built)))


def operation_differences(run: Run, expected: Built, got: Built) -> Iterator[str]:
    """Which operations of a run differ when fed the values that TensorFlow had for their inputs."""
    operations = ancestors(fetches_left(run, expected))
    tensors = {
        t.name: t for op in operations for t in op.outputs if not t.dtype.name.endswith("_ref")
    }
    feeds = feeds_left(run, expected)
    fed = {tensor.name for tensor in feeds if hasattr(tensor, "name")}
    values = expected.sessions[run.session].run(tensors, feeds)
    session = got.sessions[run.session]
    others = {tensor.name: value for tensor, value in feeds_left(run, got).items()}
    for op in operations:
        names = [t.name for t in op.outputs if t.name in tensors and t.name not in fed]
        inputs = [tensor.name for tensor in op.inputs]
        if not names or not inputs or any(name not in values for name in inputs):
            continue
        if op.type in UNSETTLED_AT_INFINITY and not np.all(np.isfinite(values[inputs[0]])):
            continue
        # What else was fed is fed again: a control input may lead to a placeholder.
        given = {name: values[name] for name in inputs}
        answers = session.run(names, {**others, **given})
        for name, answer in zip(names, answers, strict=True):
            for line in value_differences(values[name], answer):
                yield f"{op.type} {op.name} of {[values[i] for i in inputs]}: {line}"


def ancestors(fetches: list[Any]) -> list[Any]:
    """The operations that the fetches, which may be nested, need: first to last as the graph has them."""
    pending = [getattr(fetch, "op", fetch) for fetch in leaves(fetches)]
    found: dict[str, Any] = {}
    while pending:
        op = pending.pop()
        if op.name not in found:
            found[op.name] = op
            pending += [tensor.op for tensor in op.inputs] + list(op.control_inputs)
    graph = next(iter(found.values())).graph if found else None
    return [op for op in graph.get_operations() if op.name in found] if graph else []


def leaves(fetches: Any) -> Iterator[Any]:
    """The single fetches in nested lists, tuples and dictionaries."""
    if isinstance(fetches, dict):
        fetches = list(fetches.values())
    if isinstance(fetches, (list, tuple)):
        for one in fetches:
            yield from leaves(one)
    elif fetches is not None:
        yield fetches


def is_error(outcome: Outcome) -> bool:
    return isinstance(outcome, tuple)


def run_differences(one: Outcome, other: Outcome) -> Iterator[str]:
    if is_error(one) and NO_KERNEL in one[1]:
        return
    if is_error(one) or is_error(other):
        if not (is_error(one) and is_error(other) and one[0] == other[0]):
            yield f"expected {outcome_text(one)}, got {outcome_text(other)}"
        return
    if one is None or other is None:
        if one is not other:
            yield "could be played in one back end only"
        return
    if len(one) != len(other):
        yield f"expected {len(one)} values, got {len(other)}"
    for position, (value, answer) in enumerate(zip(one, other, strict=False)):
        for line in value_differences(value, answer):
            yield f"fetch {position}: {line}"


def outcome_text(outcome: Outcome) -> str:
    return short(outcome) if is_error(outcome) else "values"


def value_differences(expected: Any, got: Any) -> Iterator[str]:
    """Where a fetched value differs: its Python type, dtype, shape, or its numbers beyond rounding."""
    if type(expected) is not type(got):
        yield f"expected a {type(expected).__name__} {expected!r}, got a {type(got).__name__} {got!r}"
        return
    if isinstance(expected, dict):
        expected, got = sorted(expected.items()), sorted(got.items())
    if isinstance(expected, (list, tuple)):
        if len(expected) != len(got):
            yield f"expected {len(expected)} parts, got {len(got)}"
        for one, other in zip(expected, got, strict=False):
            yield from value_differences(one, other)
        return
    if expected is None or isinstance(expected, (bytes, str)):
        if expected != got:
            yield f"expected {expected!r}, got {got!r}"
        return
    one, other = np.asarray(expected), np.asarray(got)
    if one.dtype != other.dtype or one.shape != other.shape:
        yield f"expected {one.dtype}{one.shape}, got {other.dtype}{other.shape}"
    elif not numbers_equal(one, other):
        yield f"expected {one!r}, got {other!r}"


def numbers_equal(one: np.ndarray, other: np.ndarray) -> bool:
    rounding = ROUNDING.get(one.dtype.name)
    if rounding is None:
        return bool(np.array_equal(one, other))
    finite = np.abs(one[np.isfinite(one)]) if one.size else np.zeros(0)
    scale = float(finite.max()) if finite.size else 0.0
    with np.errstate(all="ignore"):
        return bool(
            np.allclose(
                other,
                one,
                rtol=rounding.relative,
                atol=rounding.absolute * max(scale, 1e-6),
                equal_nan=True,
            )
        )
