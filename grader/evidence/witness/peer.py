"""What witness and kernel share: requests with graphs and values in them, and errors that cross over."""

from __future__ import annotations

import base64
import builtins
import socket
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from grader.evidence.probes.bounded import TooLong, TooMuchWork
from grader.evidence.probes.table import raised
from grader.evidence.witness.link import Gone, Link, Request
from grader.evidence.witness.wire import NotSent, Wire

OURS: dict[str, type[BaseException]] = {"TooLong": TooLong, "TooMuchWork": TooMuchWork}
MOST_TEXT = 20_000
MESSAGES = ("Summary", "Event", "GraphDef", "MetaGraphDef", "RunMetadata", "SessionLog")
MAY_CHANGE = (list, dict, tuple, SimpleNamespace, np.ndarray)


class Peer:
    """One of the two. `handlers` are what the other may ask for, by name."""

    def __init__(self, tf: Any, side: str, channel: socket.socket):
        self.tf, self.side = tf, side
        self.link = Link(channel, self._handle, self.watch)
        self.begin()
        self.handlers: dict[str, Callable[[Request], Any]] = {"call": self._called}

    def begin(self) -> None:
        """Nothing has been sent yet."""
        self.wire = Wire(self.tf, self.side, self.call)
        prepare(self.wire)

    def watch(self) -> None:
        """Called every half a second of waiting; may raise."""

    def ask(self, do: str, **parts: Any) -> Any:
        """The reply's value, decoded. Raises what the other process raised."""
        reply = self.link.ask({"do": do, **parts, "graphs": self.wire.additions()})
        self.wire.add(reply["graphs"])
        self.after(reply)
        if "error" in reply:
            raise self._error(reply["error"])
        for changed in reply.get("changed", ()):
            self.wire.read(changed)
        return self.wire.read(reply["value"])

    def call(self, key: str, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """Calls a function of the other process."""
        return self.ask(
            "call",
            key=key,
            arguments=[self.wire.write(one) for one in arguments],
            keywords=[[name, self.wire.write(one)] for name, one in keywords.items()],
            **self.surroundings(),
        )

    def after(self, reply: Request) -> None:
        """Sees each reply before its value is read."""

    def surroundings(self) -> dict[str, Any]:
        """What else a call takes with it."""
        return {}

    def _called(self, request: Request) -> Any:
        function = self.wire.known(request["key"])
        arguments = request["read"] = [self.wire.read(one) for one in request["arguments"]]
        keywords = {name: self.wire.read(one) for name, one in request["keywords"]}
        return function(*arguments, **keywords)

    def _handle(self, request: Request) -> Request:
        reply: Request = {}
        try:
            self.wire.add(request["graphs"])
            value = self.handlers[request["do"]](request)
            reply["value"] = self.wire.write(value, shared=request["do"] == "call")
        except Gone:
            raise
        except (Exception, SystemExit, TooLong) as error:
            reply = {"error": self._described(error)}
        if request.get("do") == "call" and "changing" in request:
            reply["changed"] = self._changed(request)
            reply["default"] = request.get("default")
        reply["graphs"] = self.wire.additions()
        return reply

    def _changed(self, request: Request) -> list[Any]:
        """The arguments of a call once more, for what the function changed in them."""
        arguments = [one for one in request.get("read", ()) if isinstance(one, MAY_CHANGE)]
        try:
            return [self.wire.write(one) for one in arguments]
        except NotSent:
            return []

    # ---------------------------------------------------------------------------------- errors

    def _described(self, error: BaseException) -> dict[str, Any]:
        told = raised(error)
        op = getattr(error, "op", None)
        return {
            "kinds": [kind.__name__ for kind in type(error).__mro__][:20],
            "message": _message_of(error)[:MOST_TEXT],
            "told": self.wire.write(told),
            "op": getattr(op, "name", None),
        }

    def _error(self, described: dict[str, Any]) -> BaseException:
        told = self.wire.read(described["told"])
        message = str(described["message"])
        error: BaseException = RuntimeError(message)
        for name in described["kinds"]:
            kind = (
                OURS.get(name)
                or getattr(self.tf.errors, name, None)
                or getattr(builtins, name, None)
            )
            if isinstance(kind, type) and issubclass(kind, (Exception, SystemExit, TooLong)):
                error = self._new(kind, message)
                break
        if self.side == "w":  # what the answer raised, with the student's line
            error.told = told  # type: ignore[attr-defined]
        error.at = described["op"]  # type: ignore[attr-defined]
        return error

    def _new(self, kind: type[BaseException], message: str) -> BaseException:
        if issubclass(kind, self.tf.errors.OpError) and kind is not self.tf.errors.OpError:
            made: Any = kind
            return made(None, None, message)
        try:
            return kind(message)
        except TypeError:  # a UnicodeDecodeError needs more
            return RuntimeError(message)


def prepare(wire: Wire) -> None:
    """Sessions and protocol buffers, as both processes describe them."""
    tf = wire.tf
    wire.session = next(kind for kind in tf.Session.__mro__ if "run" in vars(kind))

    def session(value: Any, key: str) -> dict[str, Any]:
        return {"session": key, "in": wire.mirror(value.graph)}

    wire.writers.append((wire.session, session))
    for name in MESSAGES:
        kind = getattr(tf, name)

        def message(value: Any, key: str, name: str = name) -> dict[str, Any]:
            del wire.keys[id(value)], wire.objects[key]  # a message is data, and has no number
            return {"message": name, "bytes": base64.b64encode(value.SerializeToString()).decode()}

        wire.writers.append((kind, message))


def _message_of(error: BaseException) -> str:
    """What an error of this kind is made with, to say the same."""
    text = getattr(error, "message", None)
    if isinstance(text, str):
        return text
    try:
        return (
            error.args[0] if len(error.args) == 1 and isinstance(error.args[0], str) else str(error)
        )
    except Exception:
        return ""
