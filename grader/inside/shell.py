"""The shell that runs a student's cells: IPython's kernel without sockets.

It is created once, in the template, and used in the forked children. A cell's outputs go to the host
as the messages that a Jupyter kernel would have sent, so that they look as in any notebook.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import signal
import socket
import sys
import threading
from types import SimpleNamespace
from typing import Any

from ipykernel.eventloops import enable_gui
from ipykernel.ipkernel import IPythonKernel
from ipykernel.zmqshell import ZMQInteractiveShell
from IPython.core.shellapp import InteractiveShellApp
from jupyter_client.session import Session
from traitlets import Type
from traitlets.config import Config

from grader.inside import frames
from grader.inside.streams import Native, Outbox, Text
from grader.inside.witness_process import Answer, next_question


class ChannelSession(Session):
    """Jupyter's session, with messages sent through the outbox instead of a socket."""

    outbox: Outbox

    def send(
        self, stream: Any, msg_or_type: Any, content: Any = None, *args: Any, **more: Any
    ) -> Any:
        message = msg_or_type
        if not isinstance(message, dict):
            message = self.msg(message, content or {})
        self.outbox.message(message["msg_type"], message["content"])
        return message


class _MainThread:
    parent_thread = threading.main_thread()


class ForkedShell(ZMQInteractiveShell):
    """The kernel's shell, using its own kernel, which it would otherwise look for in an application."""

    def enable_gui(self, gui: Any = None) -> None:
        enable_gui(gui, kernel=self.kernel)
        self.active_eventloop = gui


class ShellKernel(IPythonKernel):
    """IPython's kernel without sockets, threads, and event loop."""

    shell_class = Type(ForkedShell)

    iopub_socket: Any = object()
    shell_channel_thread: Any = _MainThread
    next_question: Any = None  # see `inside.witness_process`
    io_loop: Any = None


class _Loop:
    """The part of tornado's event loop that the kernel uses."""

    def __init__(self, loop: asyncio.AbstractEventLoop):
        self.add_callback = loop.call_soon_threadsafe
        self.call_later = lambda *_: None
        self.stop = loop.stop


class Shell:
    """One shell; created before the fork, used after it."""

    def __init__(self) -> None:
        self.outbox = Outbox()
        self.streams = [Text("stdout", self.outbox, 1), Text("stderr", self.outbox, 2)]
        sys.stdout, sys.stderr = self.streams
        session = ChannelSession(key=b"")
        session.outbox = self.outbox
        config = Config()
        config.HistoryManager.enabled = False  # its thread and its file do not survive a fork
        self.kernel = ShellKernel.instance(
            session=session, log=logging.getLogger(__name__), config=config, user_ns=None
        )
        assert self.kernel.shell is not None
        self.shell: Any = self.kernel.shell
        self.answer: Answer = lambda question, link: b""

    def serve(self, channel: socket.socket, link: socket.socket) -> None:
        """Runs cells for the host until it closes the channel. link: to the witness.

        `exit()` has no effect: a Jupyter kernel ends a tenth of a second later, so which of the
        following cells still run would be left to chance.
        """
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self.outbox.channel = channel
        self.kernel.next_question = lambda: next_question(link)
        _reseed()
        self.native = Native(self.outbox)
        self.outbox.earlier = self.native.drain
        loop = asyncio.new_event_loop()
        self.kernel.io_loop = _Loop(loop)
        asyncio.set_event_loop(loop)
        try:
            loop.run_until_complete(self._serve(channel))
        except (frames.Ended, BrokenPipeError, ConnectionResetError):
            pass
        except BaseException as error:
            with contextlib.suppress(OSError):
                frames.send(channel, b"e", f"{type(error).__name__}: {error}"[:500].encode())

    async def _serve(self, channel: socket.socket) -> None:
        while True:
            await _readable(channel)
            _, body, files = frames.receive(channel)
            frames.close_all(files)
            about = json.loads(body)
            self.outbox.open(about["size"], about["count"])
            count = await self._run(about["source"], about["history"])
            for stream in self.streams:
                stream.flush()
            self.native.drain()
            self.shell.exit_now = False
            self.outbox.done({"execution_count": count})

    async def _run(self, source: str, history: bool) -> int | None:
        self.shell.set_parent({"header": {}})
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            reply = await self.kernel.do_execute(source, silent=False, store_history=history)
            return reply["execution_count"] if history else None
        except KeyboardInterrupt:
            self.shell.showtraceback()
            return None
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)


async def _readable(channel: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()

    def wake() -> None:
        if not ready.done():
            ready.set_result(None)

    loop.add_reader(channel, wake)
    try:
        await ready
    finally:
        loop.remove_reader(channel)


def _reseed() -> None:
    """Reseeds, so that two submissions from one template do not draw the same numbers."""
    random.seed()
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed()


def init_path() -> None:
    """Puts the working folder into `sys.path` where a Jupyter kernel has it."""
    sys.path[:] = [place for place in sys.path if place != ""]
    application: Any = SimpleNamespace(ignore_cwd=False)
    InteractiveShellApp.init_path(application)


def arguments() -> list[str]:
    """`sys.argv` as in a Jupyter kernel, for notebooks that parse it."""
    return ["ipykernel_launcher.py", "-f", "/tmp/kernel.json"]
