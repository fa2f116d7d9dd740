"""The asking side of the pages' process, which lives on between pages and is replaced if it dies."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import pickle
import signal
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from nbformat import NotebookNode

from grader.classroom.pages.limits import MEGABYTE, PageLimits
from grader.languages import _, language
from grader.pipes import Child, TooSlow

START_SECONDS = 120.0


class PageRefused(Exception):
    """A page could not be made of what a student wrote. The message is why, as a clause."""


class PagesFailed(RuntimeError):
    """No page can be made: our fault, or that of the course's settings."""


@dataclass
class Hurry:
    """While others wait. seconds: processor time that a page may take; late: whether one took more."""

    seconds: float
    late: bool = False


class PageMaker:
    """One process for pages, which starts when it is first asked. Thread-safe."""

    def __init__(self, limits: PageLimits | None = None):
        self.limits = limits or PageLimits()
        self.hurry: Hurry | None = None
        self.lock = threading.Lock()
        self.child: Child | None = None
        self.ready = False

    def start(self) -> None:
        """Starts the process without waiting for it."""
        with self.lock:
            if self.child is None:
                self._launch()

    @contextlib.contextmanager
    def hurrying(self, seconds: float) -> Iterator[Hurry]:
        """Gives each page this much processor time, if that is less than the limit."""
        self.hurry = Hurry(seconds)
        try:
            yield self.hurry
        finally:
            self.hurry = None

    def make(self, configuration: bytes, notebook: NotebookNode, resources: dict[str, Any]) -> str:
        """The page of a notebook, from which nothing reaches beyond the limits.

        Raises PageRefused if it goes past a limit or cannot be made, PagesFailed if none can.
        """
        limits, hurry = self.limits, self.hurry
        if hurry is not None and hurry.seconds < limits.seconds:
            limits = replace(limits, seconds=hurry.seconds)
        request = {
            "configuration": configuration,
            "notebook": json.dumps(notebook),
            "resources": resources,
            "limits": asdict(limits),
            "language": language(),
        }
        with self.lock:
            answer = self._ask(pickle.dumps(request))
        kind, _colon, said = answer.partition(b":")
        if kind == b"page":
            return said.decode("utf-8")
        if kind == b"broken":
            raise PagesFailed(said.decode("utf-8", "replace"))
        if hurry is not None and said == b"time" and limits is not self.limits:
            hurry.late = True
        raise PageRefused(_why(said.decode("utf-8", "replace"), limits))

    def _ask(self, message: bytes) -> bytes:
        child = self._running()
        try:
            child.send(message, START_SECONDS)
            begun = child.receive(START_SECONDS)
            return child.receive(self.limits.waiting) if begun == b"begun:" else begun
        except TooSlow:
            self._end()
            return b"refused:waiting"
        except OSError as error:
            self._end()
            return f"refused:{error}".encode()

    def _running(self) -> Child:
        if self.child is None or self.child.process.poll() is not None:
            self._end()
            self._launch()
        assert self.child is not None
        if not self.ready:
            try:
                # The time of its imports does not count against the first page.
                self.child.receive(START_SECONDS)
            except (TooSlow, OSError) as error:
                self._end()
                raise PagesFailed(f"the process that makes pages does not start: {error}") from None
            self.ready = True
        return self.child

    def _launch(self) -> None:
        self.ready = False
        self.child = Child(
            ["grader.classroom.pages.server"], stderr=subprocess.DEVNULL, start_new_session=True
        )

    def _end(self) -> None:
        child, self.child = self.child, None
        if child is None:
            return
        # With it ends the fork that makes a page: it is in the same group.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.process.pid, signal.SIGKILL)
        child.process.wait()
        child.close_pipes()

    def close(self) -> None:
        """Ends the process; the next page starts another."""
        with self.lock:
            self._end()


def _why(what: str, limits: PageLimits) -> str:
    if what == "time":
        return _("it takes more than {seconds} seconds of processor time").format(
            seconds=f"{limits.seconds:g}"
        )
    if what == "waiting":
        return _("it takes more than {seconds} seconds").format(seconds=f"{limits.waiting:g}")
    if what == "memory":
        return _("it takes more than {size} MB of memory").format(size=limits.memory // MEGABYTE)
    if what == "size":
        return _("it is longer than {size} MB").format(size=limits.size // MEGABYTE)
    return _("it contains something that no page can display ({error})").format(error=what)


# For all of this process: nbgrader makes its exporters itself.
PAGES = PageMaker()
atexit.register(PAGES.close)
