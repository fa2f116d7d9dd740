"""Values as JSON, between a witness and a kernel.

Plain values are copied. What may change (a list, a dictionary, an array, a namespace) or acts (a function, a
session) has a number in both processes, so that the same object arrives as the same object. Tensors,
operations and variables are those of the mirrored graphs.
"""

from __future__ import annotations

import base64
import itertools
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from grader.evidence.data import Raised
from grader.evidence.encoding import safe_text
from grader.evidence.witness.mirrors import Mirror
from grader.resource_variables import is_assigned_value, variable_class

MOST_ITEMS = 200_000
MOST_DEPTH = 60
HANDLES = {"session", "saver", "queue"}


class NotSent(ValueError):
    """A value that cannot be sent, or JSON that is no value."""


class Function:
    """A function of the other process."""

    def __init__(self, call: Callable[..., Any], name: str):
        self._call, self.__name__ = call, name
        self.again: Any = None  # see `grader.evidence.probes.watching.started_again`

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return self._call(*arguments, **keywords)


class Wire:
    """Encodes and decodes for one process, `side` "w" or "k".

    handles: the other kinds of objects, by their JSON key: how to describe one and how to make its proxy.
    """

    def __init__(
        self, tf: Any, side: str, call: Callable[[str, tuple[Any, ...], dict[str, Any]], Any]
    ):
        self.tf, self.side, self.call = tf, side, call
        self.objects: dict[str, Any] = {}
        self.keys: dict[int, str] = {}
        self.mirrors: dict[str, Mirror] = {}
        self.variable = variable_class(tf)
        self.writers: list[tuple[Any, Callable[[Any, str], dict[str, Any]]]] = []
        self.readers: dict[str, Callable[[dict[str, Any], str], Any]] = {}
        self.session: Any = None  # the class of all sessions
        self.added: Callable[[Any, str, Any], None] = lambda graph, key, nodes: None
        self.numbers = itertools.count()

    # ---------------------------------------------------------------------------------- numbers

    def keep(self, value: Any, key: str = "") -> str:
        """The number of an object, a new one if it had none; key: the one that the other process gave it.

        Raises NotSent for a number that only this process gives.
        """
        known = self.keys.get(id(value))
        if known is not None and self.objects[known] is value:
            return known
        if key.startswith(self.side):
            raise NotSent(f"the number {key!r} is not the other's to give")
        key = key or f"{self.side}{next(self.numbers)}"
        self.objects[key] = value
        self.keys[id(value)] = key
        return key

    def known(self, key: Any, kind: Any = object) -> Any:
        """The object of a number. Raises NotSent if there is none of this kind."""
        value = self.objects.get(key) if isinstance(key, str) else None
        if value is None or not isinstance(value, kind):
            raise NotSent(f"nothing has the number {key!r}")
        return value

    # ---------------------------------------------------------------------------------- graphs

    def mirror(self, graph: Any) -> str:
        """The number of a graph; the other process is told of it with the next message."""
        key = self.keep(graph)
        if key not in self.mirrors:
            self.mirrors[key] = Mirror(self.tf, graph)
        return key

    def additions(self) -> list[list[Any]]:
        """What was added to the graphs since the last message."""
        found = [[key, mirror.additions()] for key, mirror in list(self.mirrors.items())]
        return [[key, added] for key, added in found if added is not None]

    def add(self, additions: list[list[Any]]) -> None:
        """Adds what the other process added to its graphs."""
        for key, added in additions:
            if key not in self.mirrors:
                graph = self.tf.Graph()
                self.keep(graph, key)
                self.mirrors[key] = Mirror(self.tf, graph)
            nodes = self.mirrors[key].add(added)
            if nodes is not None:
                self.added(self.mirrors[key].graph, key, nodes)

    # ---------------------------------------------------------------------------------- values

    def write(self, value: Any, shared: bool = True) -> Any:
        """JSON for a value; shared: whether what may change has a number."""
        return _Writer(self, shared).write(value, 0)

    def read(self, document: Any) -> Any:
        """The value that the other process wrote. Raises NotSent."""
        try:
            return self._read(document, 0)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise NotSent(f"{type(error).__name__}: {error}") from None

    def _read(self, document: Any, depth: int) -> Any:
        if depth > 2 * MOST_DEPTH:
            raise NotSent("nested too deeply")
        if document is None or isinstance(document, (bool, int, float, str)):
            return document
        for kind, reader in READERS.items():
            if kind in document:
                return reader(self, document, depth + 1)
        for kind in HANDLES & document.keys():
            key = document[kind]
            if key not in self.objects and kind in self.readers:
                self.keep(self.readers[kind](document, key), key)
            return self.known(key)
        raise NotSent(f"a value of unknown kind: {sorted(document)[:3]}")

    def placed(
        self, document: dict[str, Any], new: Callable[[], Any], kind: Any
    ) -> tuple[Any, bool]:
        """The object that a description is of, made by `new` if there is none; whether it was there.

        Raises NotSent for one of another kind: what acts, such as a session, cannot be described anew.
        """
        key = document.get("key")
        if key is None:
            return new(), False
        if key in self.objects:
            return self.known(key, kind), True
        value = new()
        self.keep(value, key)
        return value, False


class _Writer:
    def __init__(self, wire: Wire, shared: bool):
        self.wire, self.shared = wire, shared
        self.items = 0
        self.seen: set[str] = set()

    def write(self, value: Any, depth: int) -> Any:
        self.items += 1
        if self.items > MOST_ITEMS or depth > MOST_DEPTH:
            raise NotSent("the value has too many parts")
        kind = type(value)
        if value is None or kind in (bool, str, float):
            return value
        if kind is int:
            return value if value.bit_length() < 4000 else {"big": hex(value)}
        found = self._of_a_graph(value)
        if found is not None:
            return found
        for kinds, write in WRITERS:
            if isinstance(value, kinds):
                return write(self, value, depth + 1)
        for kinds, describe in self.wire.writers:
            if isinstance(value, kinds):
                return describe(value, self.wire.keep(value))
        if callable(value):
            name = str(getattr(value, "__name__", type(value).__name__))
            return {"function": self.wire.keep(value), "name": name}
        return {
            "other": type(value).__name__,
            "text": safe_text(value),
            "key": self.wire.keep(value),
        }

    def numbered(self, value: Any, contents: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        if not self.shared:
            return contents()
        key = self.wire.keep(value)
        if key in self.seen:
            return {"same": key}
        self.seen.add(key)
        return {**contents(), "key": key}

    def _of_a_graph(self, value: Any) -> dict[str, Any] | None:
        wire, tf = self.wire, self.wire.tf
        if isinstance(value, wire.variable) and not is_assigned_value(value):
            key = wire.mirror(value.graph)
            wire.mirrors[key].variables.setdefault(value.op.name, value)
            return {"variable": value.op.name, "graph": key, "proto": _proto(value)}
        if isinstance(value, wire.variable):
            value = value.graph.as_graph_element(value)
        if isinstance(value, tf.Tensor):
            return {"tensor": value.name, "graph": wire.mirror(value.graph)}
        if isinstance(value, tf.Operation):
            return {"operation": value.name, "graph": wire.mirror(value.graph)}
        if isinstance(value, tf.Graph):
            return {"graph": wire.mirror(value)}
        return None


def _proto(variable: Any) -> str:
    return base64.b64encode(variable.to_proto().SerializeToString()).decode("ascii")


def _write_array(writer: _Writer, value: Any, depth: int) -> Any:
    if isinstance(value, np.generic):
        return {"scalar": _bytes(np.asarray(value)), "dtype": value.dtype.str}
    if value.dtype.kind in "OSU":
        return writer.numbered(
            value,
            lambda: {
                "objects": [writer.write(item, depth) for item in value.ravel().tolist()],
                "shape": list(value.shape),
            },
        )
    if value.dtype.kind not in "biufc" and value.dtype.name != "bfloat16":
        return {"other": f"array of {value.dtype}", "text": safe_text(value)}
    return writer.numbered(
        value,
        lambda: {"array": _bytes(value), "dtype": value.dtype.str, "shape": list(value.shape)},
    )


def _bytes(array: Any) -> str:
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode("ascii")


def _write_list(writer: _Writer, value: Any, depth: int) -> Any:
    return writer.numbered(value, lambda: {"list": [writer.write(item, depth) for item in value]})


def _write_dict(writer: _Writer, value: Any, depth: int) -> Any:
    def contents() -> dict[str, Any]:
        pairs = list(value.items())
        return {
            "dict": [[writer.write(key, depth), writer.write(item, depth)] for key, item in pairs]
        }

    return writer.numbered(value, contents)


def _write_namespace(writer: _Writer, value: Any, depth: int) -> Any:
    def contents() -> dict[str, Any]:
        return {"names": [[key, writer.write(item, depth)] for key, item in vars(value).items()]}

    return writer.numbered(value, contents)


def _write_raised(writer: _Writer, value: Raised, depth: int) -> Any:
    return {"raised": [value.type, value.message, value.line, value.function]}


WRITERS: tuple[tuple[Any, Callable[[_Writer, Any, int], Any]], ...] = (
    ((np.ndarray, np.generic), _write_array),
    (bool, lambda writer, value, depth: bool(value)),
    (int, lambda writer, value, depth: int(value)),
    (float, lambda writer, value, depth: float(value)),
    (complex, lambda writer, value, depth: {"complex": [value.real, value.imag]}),
    (str, lambda writer, value, depth: str(value)),
    ((bytes, bytearray), lambda writer, value, depth: {"bytes": base64.b64encode(value).decode()}),
    (list, _write_list),
    (tuple, lambda writer, value, depth: {"tuple": [writer.write(item, depth) for item in value]}),
    (
        (set, frozenset),
        lambda writer, value, depth: {"set": [writer.write(item, depth) for item in value]},
    ),
    (dict, _write_dict),
    (SimpleNamespace, _write_namespace),
    (Raised, _write_raised),
)


# ------------------------------------------------------------------------------------------ reading


def _read_array(wire: Wire, document: dict[str, Any], depth: int) -> Any:
    if "objects" in document:
        flat = np.empty(len(document["objects"]), object)
        flat[:] = [wire._read(item, depth) for item in document["objects"]]
        array = flat.reshape(document["shape"])
    else:
        dtype = np.dtype(document["dtype"])
        if dtype.kind not in "biufcV":
            raise NotSent(f"an array of {dtype}")
        array = np.frombuffer(base64.b64decode(document["array"]), dtype).copy()
        array = array.reshape(document["shape"])
    found, there = wire.placed(document, lambda: array, np.ndarray)
    if there and found.shape == array.shape and found.dtype == array.dtype:
        found[...] = array
    return found


def _read_list(wire: Wire, document: dict[str, Any], depth: int) -> Any:
    found, _ = wire.placed(document, list, list)
    items = [wire._read(item, depth) for item in document["list"]]
    found[:] = items
    return found


def _read_dict(wire: Wire, document: dict[str, Any], depth: int) -> Any:
    found, _ = wire.placed(document, dict, dict)
    pairs = [(wire._read(key, depth), wire._read(item, depth)) for key, item in document["dict"]]
    found.clear()
    found.update(pairs)
    return found


def _read_namespace(wire: Wire, document: dict[str, Any], depth: int) -> Any:
    found, _ = wire.placed(document, SimpleNamespace, SimpleNamespace)
    pairs = [(key, wire._read(item, depth)) for key, item in document["names"]]
    vars(found).clear()
    vars(found).update(pairs)
    return found


def _read_function(wire: Wire, document: dict[str, Any], depth: int) -> Any:
    key = document["function"]
    if key in wire.objects:
        return wire.objects[key]

    def call(*arguments: Any, **keywords: Any) -> Any:
        return wire.call(key, arguments, keywords)

    function = Function(call, str(document["name"]))
    wire.keep(function, key)
    return function


def _read_variable(wire: Wire, document: dict[str, Any], depth: int) -> Any:
    mirror = wire.mirrors[document["graph"]]
    with mirror.graph.as_default():
        return mirror._variable(base64.b64decode(document["proto"]))


def _read_other(wire: Wire, document: dict[str, Any], depth: int) -> Any:
    text = str(document["text"])
    kind = type(str(document["other"]), (), {"__repr__": lambda self: text})
    return wire.placed(document, kind, object)[0]


def _read_scalar(wire: Wire, document: dict[str, Any], depth: int) -> Any:
    dtype = np.dtype(document["dtype"])
    if dtype.kind not in "biufc":
        raise NotSent(f"a number of type {dtype}")
    return np.frombuffer(base64.b64decode(document["scalar"]), dtype)[0]


def _graph(wire: Wire, document: dict[str, Any]) -> Any:
    return wire.mirrors[document["graph"]].graph


READERS: dict[str, Callable[[Wire, dict[str, Any], int], Any]] = {
    "same": lambda wire, document, depth: wire.known(document["same"]),
    "list": _read_list,
    "dict": _read_dict,
    "names": _read_namespace,
    "tuple": lambda wire, document, depth: tuple(
        wire._read(item, depth) for item in document["tuple"]
    ),
    "set": lambda wire, document, depth: {wire._read(item, depth) for item in document["set"]},
    "array": _read_array,
    "objects": _read_array,
    "scalar": _read_scalar,
    "bytes": lambda wire, document, depth: base64.b64decode(document["bytes"]),
    "complex": lambda wire, document, depth: complex(*document["complex"]),
    "big": lambda wire, document, depth: int(document["big"], 16),
    "raised": lambda wire, document, depth: Raised(*map(str, document["raised"])),
    "function": _read_function,
    "variable": _read_variable,
    "tensor": lambda wire, document, depth: _graph(wire, document).get_tensor_by_name(
        document["tensor"]
    ),
    "operation": lambda wire, document, depth: _graph(wire, document).get_operation_by_name(
        document["operation"]
    ),
    "other": _read_other,
    "graph": lambda wire, document, depth: _graph(wire, document),
}
