"""The kernel's side: an answer, and what it uses in the place of sessions and writers."""

from __future__ import annotations

import base64
import contextlib
import functools
import io
import itertools
import os
import socket
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from grader.evidence.probes.bounded import SECONDS, time_limit
from grader.evidence.probes.watching import leave_sessions, new_graph, owners, replaced
from grader.evidence.witness.link import Request
from grader.evidence.witness.mirrors import FROM_THE_KERNEL, is_engine
from grader.evidence.witness.peer import Peer
from grader.evidence.witness.witness import WRITING
from grader.languages import _

# Kept before an answer can put others in their place. Windows has no forks, and no witness.
FORK: Any = getattr(os, "fork", None)
WAIT: Any = getattr(os, "waitpid", None)
EXIT = os._exit


def serve(channel: socket.socket, namespace: Mapping[str, Any], tf: Any) -> None:
    """Lets the witness at the other end of the channel call the answers in `namespace`."""
    kernel = Kernel(tf, channel, namespace)
    with kernel.in_place_of_sessions(), kernel.silence():
        kernel.link.serve()


class Kernel(Peer):
    def __init__(self, tf: Any, channel: socket.socket, namespace: Mapping[str, Any]):
        super().__init__(tf, "k", channel)
        self.namespace = namespace
        self.handlers |= {
            "again": self._again,
            "answers": self._answers,
            "python function": self._python_function,
        }
        _number_python_functions(tf)

    def begin(self) -> None:
        super().begin()
        self.depth = 0
        self.leaving = False
        self.wire.readers |= {
            "session": self._proxy,
            "saver": self._saver,
            "queue": self._queue,
        }

    @contextlib.contextmanager
    def silence(self) -> Iterator[None]:
        """What the answer prints and warns of is dropped."""
        nothing = io.StringIO()
        with (
            contextlib.redirect_stdout(nothing),
            contextlib.redirect_stderr(nothing),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore")
            yield

    def _again(self, request: Request) -> None:
        """Leaves it to a child to answer until the witness is done with it."""
        if (child := FORK()) == 0:
            try:
                self.begin()
                self.link.serve()
            finally:
                EXIT(0)
        WAIT(child, 0)

    def _answers(self, request: Request) -> Any:
        for name in request["names"]:
            if name not in self.namespace:
                raise NameError(
                    _(
                        "the name {name!r} is not defined: the cell that should define it was not run, "
                        "raised an error, or uses another name"
                    ).format(name=name)
                )
        return [self.namespace[name] for name in request["names"]]

    def _called(self, request: Request) -> Any:
        if self.depth:
            return super()._called(request)
        graph = self.wire.known(request["graph"])
        session = self.wire.read(request["session"])
        before = self.tf.get_default_session()
        self.depth += 1
        try:
            with (
                _working_in(request["folder"]),
                new_graph(self.tf, graph),
                session.as_default() if session else contextlib.nullcontext(),
                time_limit(SECONDS),
            ):
                try:
                    return super()._called(request)
                finally:
                    request["default"] = self.wire.mirror(self.tf.get_default_graph())
        finally:
            self.depth -= 1
            self.leaving = True
            leave_sessions(self.tf, before)
            self.leaving = False

    def _python_function(self, request: Request) -> Any:
        arguments = [self.wire.read(one) for one in request["arguments"]]
        if is_engine(self.tf):
            graph = self.wire.known(request["graph"])
            function = graph.python_functions[request["token"].encode()]
        else:
            registry = sys.modules["tensorflow.python.ops.script_ops"]._py_funcs
            function = registry.get(request["token"])
        return function(*arguments)

    # ---------------------------------------------------------------------------------- proxies

    def _proxy(self, document: dict[str, Any], key: str) -> Any:
        session = self.tf.Session.__new__(self.tf.Session)
        self.wire.keep(session, key)  # before it is made: it is not opened anew
        self.tf.Session.__init__(session, graph=self.wire.mirrors[document["in"]].graph)
        return session

    def _saver(self, document: dict[str, Any], key: str) -> Any:
        definition = self.tf.train.SaverDef.FromString(base64.b64decode(document["definition"]))
        return self.tf.train.Saver(saver_def=definition)

    def _queue(self, document: dict[str, Any], key: str) -> Any:
        tf = self.tf
        types, shapes, names = document["of"]
        queue = object.__new__(getattr(tf, document["kind"]))
        reference = self.wire.read(document["reference"])
        types = [tf.as_dtype(name) for name in types]
        tf.QueueBase.__init__(queue, types, list(map(tf.TensorShape, shapes)), names, reference)
        return queue

    @contextlib.contextmanager
    def in_place_of_sessions(self) -> Iterator[None]:
        """In the block, sessions and writers that are opened are opened in the witness."""
        tf = self.tf
        writer = tf.summary.FileWriter
        with contextlib.ExitStack() as patches:

            def replace(method: str, new: Callable[..., Any], *kinds: Any) -> None:
                for owner in owners(method, *kinds):
                    made = new(getattr(owner, method))
                    patches.enter_context(replaced(owner, method, made))

            # Of the class that both share: a session's own class comes first where it has more to do.
            base = self.wire.session
            replace("__init__", self._opening, base)
            replace("close", self._closing, base)
            if is_engine(tf):
                replace("run", self._engine_run, base)
            else:
                replace("_do_run", self._tensorflow_run, base)
                replace("make_callable", self._making_callable, base)
            replace("__init__", self._opening_writer, writer)
            for method in WRITING:
                if hasattr(writer, method):
                    new = functools.partial(self._writing, method)
                    patches.enter_context(replaced(writer, method, new(getattr(writer, method))))
            yield

    def _key_of(self, value: Any) -> str | None:
        key = self.wire.keys.get(id(value))
        return key if key is not None and self.wire.objects[key] is value else None

    def _opening(self, original: Callable[..., None]) -> Callable[..., None]:
        def __init__(session: Any, target: Any = "", graph: Any = None, config: Any = None) -> None:
            original(session, target, graph, config)
            if self._key_of(session) is not None:
                return
            key = self.wire.write(session.graph)["graph"]
            text = config and base64.b64encode(config.SerializeToString()).decode()
            target = target.decode() if isinstance(target, bytes) else target or ""
            opened = self.link_ask("open", target=target, graph=key, config=text or None)
            self.wire.keep(session, opened["session"])

        return __init__

    def link_ask(self, do: str, **parts: Any) -> Any:
        """Like `ask`, but gives the reply's value as the JSON that it is."""
        reply = self.link.ask({"do": do, **parts, "graphs": self.wire.additions()})
        self.wire.add(reply["graphs"])
        if "error" in reply:
            raise self._error(reply["error"])
        return reply["value"]

    def _closing(self, original: Callable[..., None]) -> Callable[..., None]:
        def close(session: Any) -> None:
            key = self._key_of(session)
            if key is not None and not session._closed and not self.leaving:
                self.ask("close", session=key)
            original(session)

        return close

    def _run_there(self, session: Any, fetches: Any, feeds: Any, options: Any) -> list[Any]:
        key = self._key_of(session)
        self.wire.mirror(session.graph)
        given = [[tensor.name, self.wire.write(value, shared=False)] for tensor, value in feeds]
        wait = getattr(options, "timeout_in_ms", 0)
        names = [fetch.name for fetch in fetches]
        try:
            return self.ask("run", session=key, fetches=names, feeds=given, milliseconds=wait)
        except self.tf.errors.OpError as error:
            with contextlib.suppress(Exception):
                error._op = session.graph.get_operation_by_name(error.at)
                error._node_def = error._op.node_def
            raise

    def _engine_run(self, original: Callable[..., Any]) -> Callable[..., Any]:
        feeding = sys.modules["grader.engine.runtime.feeds"]
        fetching = sys.modules["grader.engine.runtime.fetches"]

        def run(
            session: Any,
            fetches: Any,
            feed_dict: Any = None,
            options: Any = None,
            run_metadata: Any = None,
            **more: Any,
        ) -> Any:
            if self._key_of(session) is None:
                return original(session, fetches, feed_dict, options, run_metadata, **more)
            session._check_open()
            if session.graph.version == 0:
                raise RuntimeError(
                    "The Session graph is empty. Add operations to the graph before calling run()."
                )
            feeds = []
            for feed, value in feeding.flat_feeds(feed_dict).items() if feed_dict else ():
                tensor = feeding.feed_tensor(session.graph, feed)
                feeds.append((tensor, feeding.feed_array(session.graph, tensor, value)))
            wanted = fetching.Fetches(session.graph, fetches)
            return wanted.build(self._run_there(session, wanted.elements, feeds, options))

        return run

    def _tensorflow_run(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def _do_run(
            session: Any,
            handle: Any,
            targets: Any,
            fetches: Any,
            feeds: Any,
            options: Any,
            metadata: Any,
        ) -> Any:
            if self._key_of(session) is None:
                return original(session, handle, targets, fetches, feeds, options, metadata)
            given = [(reference.deref(), value) for reference, value in feeds.items()]
            if options is not None:  # TensorFlow's buffer with the message
                buffer = sys.modules["tensorflow.python.client.session"].tf_session.TF_GetBuffer
                options = self.tf.RunOptions.FromString(buffer(options))
            values = self._run_there(session, [*fetches, *targets], given, options)
            return values[: len(fetches)]

        return _do_run

    def _making_callable(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """TensorFlow's own goes past `_do_run`."""

        def make_callable(
            session: Any, fetches: Any, feed_list: Any = None, accept_options: bool = False
        ) -> Any:
            if self._key_of(session) is None:
                return original(session, fetches, feed_list, accept_options)

            def run(*values: Any, **options: Any) -> Any:
                return session.run(
                    fetches, dict(zip(feed_list or (), values, strict=False)), **options
                )

            return run

        return make_callable

    def _opening_writer(self, original: Callable[..., None]) -> Callable[..., None]:
        def __init__(writer: Any, *arguments: Any, **keywords: Any) -> None:
            key = self._to_writer(None, "__init__", arguments, keywords)
            self.wire.keep(writer, key)

        return __init__

    def _writing(self, method: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def write(writer: Any, *arguments: Any, **keywords: Any) -> Any:
            key = self._key_of(writer)
            if key is None:
                return original(writer, *arguments, **keywords)
            return self._to_writer(key, method, arguments, keywords)

        return write

    def _to_writer(self, key: Any, method: str, arguments: Any, keywords: Any) -> Any:
        return self.ask(
            "writer",
            key=key,
            method=method,
            arguments=[self.wire.write(one, shared=False) for one in arguments],
            keywords=[[name, self.wire.write(one, shared=False)] for name, one in keywords.items()],
        )


@contextlib.contextmanager
def _working_in(folder: str) -> Iterator[None]:
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            os.chdir(before)


def _number_python_functions(tf: Any) -> None:
    """The kernel's Python functions have other numbers than those of the witness."""
    if is_engine(tf):
        module: Any = sys.modules["grader.engine.ops.py_func"]
        module._tokens = itertools.count(max(FROM_THE_KERNEL, next(module._tokens)))
    else:
        registry = sys.modules["tensorflow.python.ops.script_ops"]._py_funcs
        registry._unique_id = max(FROM_THE_KERNEL, registry._unique_id)
