"""Building the same thing with TensorFlow and with the engine, and comparing what comes out."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core.messages import GraphDef

Build = Callable[[Any], Any]


def nodes_of(graph: Any) -> list[dict[str, Any]]:
    """The nodes of a graph's GraphDef as plain data, in the graph's order."""
    message = GraphDef.FromString(graph.as_graph_def().SerializeToString())
    return [
        {
            "name": node.name,
            "op": node.op,
            "input": list(node.input),
            "device": node.device,
            "attr": {
                name: node.attr[name].SerializeToString(deterministic=True)
                for name in sorted(node.attr)
            },
        }
        for node in message.node
    ]


def built(module: Any, build: Build) -> tuple[Any, Any, Any]:
    """What `build(module)` returns (or the error's class name) in a fresh graph, and the graph."""
    graph = module.Graph()
    with graph.as_default():
        try:
            return graph, build(module), None
        except Exception as error:
            return graph, None, error


def assert_same_graph(tf: Any, engine: Any, build: Build) -> None:
    """Both modules build the same nodes, of the same static shapes and types, or fail alike."""
    expected_graph, _, expected_error = built(tf, build)
    graph, _, error = built(engine, build)
    if type(error).__name__ != type(expected_error).__name__:
        raise AssertionError(f"expected {expected_error!r}, got {error!r}") from error
    assert nodes_of(graph) == nodes_of(expected_graph)
    assert static(graph) == static(expected_graph)


def static(graph: Any) -> list[str]:
    """What is printed for every tensor of a graph: name, static shape, type."""
    return [repr(tensor) for op in graph.get_operations() for tensor in op.outputs]


def outcome(module: Any, play: Build, words: bool = False) -> Any:
    """What `play(module)` returns in a fresh graph, as comparable data; an error by its class (and words)."""
    with module.Graph().as_default():
        try:
            return plain(play(module))
        except Exception as error:
            return {"error": type(error).__name__, "says": first_line(error) if words else None}


def first_line(error: BaseException) -> str:
    """The first sentence of an error, without what one back end puts before it."""
    text = str(error.args[0] if isinstance(error, KeyError) else error)
    lines = [line for line in text.split("\n") if line]
    if lines and lines[0] == "Graph execution error:":
        lines = [
            line
            for line in lines[1:]
            if not line.startswith(("Detected at node", "Node:", "    File", " File"))
        ]
    return lines[0] if lines else ""


def plain(value: Any) -> Any:
    """Arrays as (type, shape, elements), structures by their class, tensors by what is printed."""
    if isinstance(value, np.ndarray):
        return ("ndarray", str(value.dtype), value.shape, value.tolist())
    if isinstance(value, np.generic):
        return ("array", str(value.dtype), value.shape, value.tolist())
    if isinstance(value, dict):
        return (type(value).__name__, {key: plain(item) for key, item in value.items()})
    if isinstance(value, (list, tuple)):
        return (type(value).__name__, [plain(item) for item in value])
    if value is None or isinstance(value, (bool, int, float, str, bytes)):
        return value
    return repr(value)


def assert_same_outcome(tf: Any, engine: Any, play: Build, *, words: bool = False) -> None:
    """Both modules give the same values, or errors of the same class (`words`: and first line)."""
    expected = outcome(tf, play, words)
    assert outcome(engine, play, words) == expected


def assert_close_outcome(tf: Any, engine: Any, play: Build, tolerance: float = 2e-5) -> None:
    """The same, floating-point numbers within rounding (relative to the largest of each array)."""
    difference = first_difference(outcome(tf, play), outcome(engine, play), tolerance)
    assert difference is None, difference


def first_difference(one: Any, other: Any, tolerance: float, place: str = "") -> str | None:
    """Where two plain values differ, and how; None where they do not."""
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        if one[:1] in (("ndarray",), ("array",)) and one[:3] == other[:3]:
            expected, got = np.array(one[3]), np.array(other[3])
            scale = (
                tolerance * float(np.max(np.abs(expected), initial=0.0))
                if expected.dtype.kind == "f"
                else 0.0
            )
            close = expected.dtype.kind == "f" and np.allclose(
                got, expected, tolerance, scale, equal_nan=True
            )
            return None if close or one == other else f"{place}: expected {one}, got {other}"
        if len(one) == len(other):
            found = (
                first_difference(a, b, tolerance, f"{place}.{index}")
                for index, (a, b) in enumerate(zip(one, other, strict=True))
            )
            return next((line for line in found if line), None)
    if isinstance(one, dict) and isinstance(other, dict) and [*one] == [*other]:
        return first_difference([*one.values()], [*other.values()], tolerance, place)
    return None if one == other else f"{place}: expected {one}, got {other}"


def played(module: Any, program: Any, folder: Any) -> tuple[Any, list[str], str]:
    """The program's result in an empty folder, the files it leaves, and the checkpoint's state."""
    folder.mkdir()
    before = os.getcwd()
    os.chdir(folder)
    try:
        with module.Graph().as_default():
            try:
                result = plain(program(module))
            except Exception as error:
                result = (type(error).__name__, first_line(error))
        names = sorted(
            os.path.join(place, name) for place, _, files in os.walk(".") for name in files
        )
        states = []
        for name in names:
            if os.path.basename(name) == "checkpoint":
                with open(name) as file:
                    states.append(file.read().replace(str(folder), "FOLDER"))
        return repr(result).replace(str(folder), "FOLDER"), names, "".join(states)
    finally:
        os.chdir(before)
