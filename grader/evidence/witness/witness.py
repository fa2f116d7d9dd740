"""The witness's side: runs a probe, with an answer that is in the kernel.

In a sandbox, the process is `inside/witness_process.py`.
"""

from __future__ import annotations

import base64
import contextlib
import functools
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from grader.evidence.collect import collect, packed
from grader.evidence.data import Challenge, Raised
from grader.evidence.probes.bounded import TooLong
from grader.evidence.witness.link import Gone, Request
from grader.evidence.witness.mirrors import FROM_THE_KERNEL, is_engine
from grader.evidence.witness.peer import Peer
from grader.evidence.witness.wire import Function, NotSent
from grader.languages import _

WRITING = (
    *("add_event", "add_graph", "add_meta_graph", "add_run_metadata", "add_session_log"),
    *("add_summary", "close", "flush", "get_logdir", "reopen"),
)
PATIENCE = 40.0  # seconds for which the kernel may be busy with one call


def evidence_of(
    channel: socket.socket, challenge: Challenge, names: Sequence[str], tf: Any
) -> bytes:
    """The evidence for the answers called `names` in the kernel at the other end of the channel."""
    witness = Witness(tf, channel)
    try:
        try:
            answers = witness.answers(names)
        except Exception as error:  # such as a name that is not defined
            return packed(Raised(type(error).__name__, str(error)), tf)
        if isinstance(answers, Raised):
            return packed(answers, tf)
        return collect(challenge, answers, tf)
    except (Gone, NotSent, KeyError, TypeError, ValueError) as error:
        return packed(Raised(type(error).__name__, str(error)), tf)
    finally:
        witness.link.done()


class Witness(Peer):
    def __init__(self, tf: Any, channel: socket.socket):
        self.since = time.monotonic()
        self.forwarding: list[Any] = []
        super().__init__(tf, "w", channel)
        self.wire.writers[:0] = [
            (tf.train.Saver, self._saver),
            (tf.QueueBase, self._queue),
        ]
        self.handlers |= {
            "open": self._open,
            "close": lambda request: self._session(request).close(),
            "run": self._run,
            "writer": self._writer,
        }
        self.wire.added = self._forward_python_functions

    def answers(self, names: Sequence[str]) -> Any:
        """What the names are in the kernel."""
        answers = self.ask("answers", names=list(names))
        for number, one in enumerate(answers):
            if isinstance(one, Function):
                one.again = functools.partial(self._again, names, number)
        return answers

    @contextlib.contextmanager
    def _again(self, names: Sequence[str], number: int) -> Iterator[Any]:
        """An answer in a child of the kernel, which knows nothing of what the answer did before."""
        self.link.post({"do": "again", "graphs": []})
        other = Witness(self.tf, self.link.channel)
        try:
            yield other.answers(names)[number]
        finally:
            other.link.done()
            self.link.reply()

    def surroundings(self) -> dict[str, Any]:
        graph = self.wire.mirror(self.tf.get_default_graph())
        session = self.wire.write(self.tf.get_default_session())
        return {"graph": graph, "session": session, "folder": os.getcwd(), "changing": True}

    def call(self, key: str, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        self.since = time.monotonic()
        return super().call(key, arguments, keywords)

    def after(self, reply: Request) -> None:
        """Where an answer has reset the default graph, it is reset here, too."""
        graph = reply.get("default") and self.wire.known(reply["default"], self.tf.Graph)
        if graph and graph is not self.tf.get_default_graph():
            self.tf.reset_default_graph(graph)

    def watch(self) -> None:
        """The kernel's own limit may have been switched off there."""
        if time.monotonic() > self.since + PATIENCE:
            raise TooLong(
                _(
                    "your code did not finish within {seconds:g} seconds. Is there a loop that "
                    "never ends, or far more work than the answer needs?"
                ).format(seconds=PATIENCE)
            )

    # ---------------------------------------------------------------------------------- sessions

    def _session(self, request: Request) -> Any:
        return self.wire.known(request["session"], self.wire.session)

    def _open(self, request: Request) -> Any:
        config = None
        if request["config"] is not None:
            config = self.tf.ConfigProto.FromString(base64.b64decode(request["config"]))
        graph = self.wire.known(request["graph"], self.tf.Graph)
        return self.tf.Session(request["target"], graph=graph, config=config)

    def _run(self, request: Request) -> list[Any]:
        session = self._session(request)
        graph = session.graph
        fetches = [graph.as_graph_element(str(name)) for name in request["fetches"]]
        feeds = {
            graph.get_tensor_by_name(name): self.wire.read(value)
            for name, value in request["feeds"]
        }
        options = None
        if request["milliseconds"]:
            options = self.tf.RunOptions(timeout_in_ms=int(request["milliseconds"]))
        with self.link.lent():  # to a thread of TensorFlow's that calls a Python function
            values = session.run(fetches, feeds, options=options)
        return [
            value
            for fetch, value in zip(fetches, values, strict=True)
            if isinstance(fetch, self.tf.Tensor)
        ]

    def _writer(self, request: Request) -> Any:
        arguments = [self.wire.read(one) for one in request["arguments"]]
        keywords = {name: self.wire.read(one) for name, one in request["keywords"]}
        kind = self.tf.summary.FileWriter
        if request["method"] == "__init__":
            return self.wire.keep(kind(*arguments, **keywords))
        if request["method"] not in WRITING:
            raise NotSent(f"no method of a writer: {request['method']!r}")
        writer = self.wire.known(request["key"], kind)
        return getattr(writer, request["method"])(*arguments, **keywords)

    # ---------------------------------------------------------------------------------- descriptions

    def _saver(self, saver: Any, key: str) -> dict[str, Any]:
        definition = base64.b64encode(saver.saver_def.SerializeToString()).decode()
        return {"saver": key, "definition": definition}

    def _queue(self, queue: Any, key: str) -> dict[str, Any]:
        reference = self.wire.write(queue.queue_ref)
        shapes = [None if shape.rank is None else shape.as_list() for shape in queue._shapes]
        types = [dtype.base_dtype.name for dtype in queue._dtypes]
        kind = type(queue).__name__
        names = queue._names
        return {"queue": key, "kind": kind, "of": [types, shapes, names], "reference": reference}

    def _forward_python_functions(self, graph: Any, key: str, nodes: Any) -> None:
        """A Python function that the kernel put into a graph runs in the kernel."""
        for node in nodes.node:
            token = node.attr["token"].s if "PyFunc" in node.op and "token" in node.attr else b""
            number = token.rpartition(b"_")[2]
            if not number.isdigit() or int(number) < FROM_THE_KERNEL:
                continue
            function = self._forwarded(key, token.decode())
            self.forwarding.append(function)
            if is_engine(self.tf):
                graph.python_functions[token] = function
            else:
                registry = sys.modules["tensorflow.python.ops.script_ops"]._py_funcs
                registry._funcs[token.decode()] = function

    def _forwarded(self, key: str, token: str) -> Callable[..., Any]:
        def forwarded(*values: Any) -> Any:
            arguments = [self.wire.write(value, shared=False) for value in values]
            return self.ask("python function", graph=key, token=token, arguments=arguments)

        return forwarded
