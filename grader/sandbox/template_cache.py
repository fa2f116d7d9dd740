"""The templates that this process keeps ready."""

from __future__ import annotations

import atexit
import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterator

from grader.sandbox.isolation import Isolation
from grader.sandbox.mounts import ChapterFiles
from grader.sandbox.template import Forks, Template

IDLE_SECONDS = 120.0  # how long a template that nobody needs is kept
KEPT = 2  # how many of them


class Shelf:
    """The templates that this process keeps: few, none for long without work."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.templates: dict[tuple[object, ...], Forks] = {}
        self.owner = os.getpid()
        self.timer: threading.Timer | None = None

    def prepare(
        self, isolation: Isolation, files: ChapterFiles, backend: str, seconds: float
    ) -> Forks:
        """The template for this chapter, which may not be ready yet. Raises TemplateFailed."""
        key = (isolation, files, backend)
        with self.lock:
            if self.owner != os.getpid():  # forked: the templates are our parent's
                self.templates, self.owner = {}, os.getpid()
            template = self.templates.get(key)
            if template is None or not template.alive:
                if template is not None:
                    template.close()
                template = self.templates[key] = Template(isolation, files, backend, seconds)
            return template

    def adopt(
        self,
        control: socket.socket,
        isolation: Isolation,
        files: ChapterFiles,
        backend: str,
        seconds: float,
    ) -> None:
        """Uses a template of another process, for as long as it lives."""
        with self.lock:
            self.templates[isolation, files, backend] = Forks(control, isolation, files, seconds)

    @contextlib.contextmanager
    def taken(
        self, isolation: Isolation, files: ChapterFiles, backend: str, seconds: float
    ) -> Iterator[Forks]:
        """The template for this chapter, started where there is none. Raises TemplateFailed."""
        template = self.prepare(isolation, files, backend, seconds)
        with self.lock:
            template.users += 1
            self._clear(KEPT)
        try:
            yield template
        finally:
            with self.lock:
                template.users -= 1
                template.idle_since = time.monotonic()
                if self.timer is None:
                    self._look_again()

    def _look_again(self) -> None:
        self.timer = threading.Timer(IDLE_SECONDS + 1, self.tidy)
        self.timer.daemon = True
        self.timer.start()

    def tidy(self) -> None:
        """Ends the templates that had no work for a while."""
        with self.lock:
            self.timer = None
            now = time.monotonic()
            for key, one in list(self.templates.items()):
                if not one.users and now - one.idle_since > IDLE_SECONDS:
                    self.templates.pop(key).close()
            if self.templates:
                self._look_again()

    def _clear(self, kept: int) -> None:
        idle = [(one.idle_since, key) for key, one in self.templates.items() if not one.users]
        idle.sort(key=lambda pair: pair[0])
        for _, key in idle[: max(0, len(self.templates) - kept)]:
            self.templates.pop(key).close()

    def close(self) -> None:
        """Ends all templates."""
        with self.lock:
            if self.owner == os.getpid():
                for template in self.templates.values():
                    template.close()
            self.templates = {}


SHELF = Shelf()
atexit.register(SHELF.close)
