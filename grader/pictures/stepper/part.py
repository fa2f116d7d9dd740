"""Copies the part of a graph that some runs need to the engine.

Unsupported operations elsewhere in the graph then do not matter. A fed tensor becomes a placeholder, so
that nothing upstream of it has to run or to be supported. Resource variables become reference variables.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from grader import engine
from grader.engine.core.errors import OpError
from grader.engine.registry import TABLE
from grader.languages import _, listed
from grader.pictures.copying import initializers_of
from grader.pictures.graph import VARIABLES
from grader.resource_variables import reference_type, with_references

# Python code stays in the process that made the graph.
PYTHON = frozenset(["PyFunc", "PyFuncStateless", "EagerPyFunc"])

# What these do is not in the copy alone.
WRITES_FILES = frozenset(["SaveV2", "Save", "SaveSlices", "MergeV2Checkpoints", "WriteFile"])


@dataclass(frozen=True)
class Part:
    """graph: of the engine, with the names of the original. variables: their names, in order.

    initializers: for each of these variables the name of the operation that gives it a value.
    reads: for each, the name of a tensor of the original that has its value.
    """

    graph: Any
    variables: tuple[str, ...]
    initializers: dict[str, str]
    reads: dict[str, str]


def part_of(graph: Any, wanted: Iterable[Any], fed: Collection[str]) -> Part:
    """The part that the operations `wanted` need if the tensors called `fed` are fed.

    Raises ValueError if a needed node cannot run there: Python code of `tf.py_func`, an operation
    that the engine lacks, or one that writes files.
    """
    operations = {operation.name: operation for operation in graph.get_operations()}
    stop = {name.partition(":")[0] for name in fed if _can_be_cut(operations, name)}
    needed = _needed((operation.name for operation in wanted), operations, stop)
    _needed((name.partition(":")[0] for name in fed), operations, stop, needed)
    variables = [name for name in operations if name in needed and _is_variable(operations[name])]
    initializers = _initializers(graph, operations, variables)
    _needed(initializers.values(), operations, stop, needed)
    _check(operations[name] for name in operations if name in needed - stop)
    reads = {name: _read(operations[name], operations) for name in variables}
    return Part(_copied(graph, operations, needed, stop), tuple(variables), initializers, reads)


def start(part: Part, session: Any, values_of: Any = None) -> None:
    """Sets the variables of the part in `session`, a session of the engine.

    values_of: a session (of TensorFlow or the engine) to take values from, where it has them;
    None: their initial values.
    """
    if values_of is not None:
        for variable, initializer in part.initializers.items():
            value = _value_in(values_of, part.reads[variable])
            if value is not None:
                assign = part.graph.get_operation_by_name(initializer)
                session.run(assign, {assign.inputs[1]: value})
        return
    operations = [part.graph.get_operation_by_name(name) for name in part.initializers.values()]
    try:
        session.run(operations)
    except OpError:  # one of them cannot; the others have their values all the same
        for operation in operations:
            with suppress(OpError):
                session.run(operation)


def _value_in(session: Any, tensor: str) -> Any:
    try:
        return session.run(tensor)
    except Exception as error:
        if type(error).__name__ == "FailedPreconditionError":  # of either back end
            return None
        raise


def _is_variable(operation: Any) -> bool:
    return operation.type in VARIABLES


def _read(variable: Any, operations: dict[str, Any]) -> str:
    """A tensor with the variable's value: a resource variable's own output is a handle."""
    if variable.type != "VarHandleOp":
        return str(variable.outputs[0].name)
    users = (one.name for one in operations.values() if variable.outputs[0] in one.inputs)
    reads = [name for name in users if operations[name].type == "ReadVariableOp"]
    plain = [name for name in reads if not operations[name].control_inputs]
    return f"{(plain or [variable.name])[0]}:0"


def _can_be_cut(operations: dict[str, Any], tensor: str) -> bool:
    """Whether a placeholder can replace the operation of a fed tensor: it has no other output."""
    operation = operations.get(tensor.partition(":")[0])
    return (
        operation is not None
        and len(operation.outputs) == 1
        and not operation.type.startswith("Placeholder")
    )


def _needed(
    names: Iterable[str],
    operations: dict[str, Any],
    stop: Collection[str],
    found: set[str] | None = None,
) -> set[str]:
    """The names and those of all their inputs, but nothing upstream of a node in `stop`."""
    found = set() if found is None else found
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in found or name not in operations:
            continue
        found.add(name)
        if name not in stop:
            operation = operations[name]
            waiting += [tensor.op.name for tensor in operation.inputs]
            waiting += [before.name for before in operation.control_inputs]
    return found


def _initializers(
    graph: Any, operations: dict[str, Any], variables: Sequence[str]
) -> dict[str, str]:
    known = {}
    for name in initializers_of(graph):
        operation = operations.get(name)
        if operation is not None and reference_type(operation.type) == "Assign":
            known[operation.inputs[0].op.name] = name
    for name in variables:  # one in no collection
        if name not in known and f"{name}/Assign" in operations:
            known[name] = f"{name}/Assign"
    return {name: known[name] for name in variables if name in known}


def _check(operations: Iterable[Any]) -> None:
    python, unknown, writing = [], [], []
    for operation in operations:
        if operation.type in WRITES_FILES:
            writing.append(operation.name)
        elif operation.type in PYTHON:
            python.append(operation.name)
        elif reference_type(operation.type) not in TABLE:
            unknown.append(f"{operation.name} ({operation.type})")
    if python:
        raise ValueError(
            _(
                "trace runs a copy of your graph, but the Python code of tf.py_func ({nodes}) "
                "cannot be copied. Feed its result: trace(y, {{tensor: value}})."
            ).format(nodes=listed(python[:5]))
        )
    if writing:
        raise ValueError(
            _("trace leaves your files alone, but these nodes write files: {nodes}").format(
                nodes=listed(writing[:5])
            )
        )
    if unknown:
        raise ValueError(
            _(
                "trace runs a copy of your graph on the engine of this course, which does not "
                "have: {nodes}. Feed their results: trace(y, {{tensor: value}})."
            ).format(nodes=listed(unknown[:5]))
        )


def _copied(graph: Any, operations: dict[str, Any], needed: set[str], stop: Collection[str]) -> Any:
    whole = engine.GraphDef.FromString(graph.as_graph_def().SerializeToString())
    part = engine.GraphDef(versions=whole.versions, library=whole.library)
    for node in whole.node:
        if node.name not in needed:
            continue
        added = part.node.add()
        if node.name in stop:
            _make_placeholder(added, operations[node.name].outputs[0])
        else:
            added.CopyFrom(node)
            # A node's device is not shown, and it may not exist here.
            added.device = ""
            _leave_out(added, needed)
    copy = engine.Graph()
    with copy.as_default():
        engine.import_graph_def(with_references(part), name="")
    return copy


def _make_placeholder(node: Any, tensor: Any) -> None:
    node.name, node.op = tensor.op.name, "Placeholder"
    node.attr["dtype"].type = tensor.dtype.base_dtype.as_datatype_enum
    shape = node.attr["shape"].shape
    shape.SetInParent()  # a scalar has no more to say
    if tensor.shape.rank is None:
        shape.unknown_rank = True
    else:
        for size in tensor.shape.as_list():
            shape.dim.add().size = -1 if size is None else size


def _leave_out(node: Any, needed: set[str]) -> None:
    """Removes colocation hints that refer to nodes which are not copied."""
    beside = node.attr["_class"].list.s if "_class" in node.attr else ()
    if any(one.decode().removeprefix("loc:@") not in needed for one in beside):
        del node.attr["_class"]
