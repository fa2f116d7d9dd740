"""A cache of the templates that this process keeps ready."""

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
from grader.sandbox.template_client import Template, TemplateClient

IDLE_SECONDS = 120.0  # how long an idle template is kept
KEPT = 2  # templates at most, unless more are in use


class TemplateCache:
    """Keeps a few templates, and none that stays idle for long."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.templates: dict[tuple[object, ...], TemplateClient] = {}
        self.owner = os.getpid()
        self.timer: threading.Timer | None = None

    def prepare(
        self, isolation: Isolation, files: ChapterFiles, backend: str, seconds: float
    ) -> TemplateClient:
        """The template for this chapter; it may not be ready yet. Raises TemplateFailed."""
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
        """Uses another process's template for as long as that lives."""
        with self.lock:
            self.templates[isolation, files, backend] = TemplateClient(
                control, isolation, files, seconds
            )

    @contextlib.contextmanager
    def lease(
        self, isolation: Isolation, files: ChapterFiles, backend: str, seconds: float
    ) -> Iterator[TemplateClient]:
        """The template for this chapter, started if there is none. Raises TemplateFailed."""
        template = self.prepare(isolation, files, backend, seconds)
        with self.lock:
            template.users += 1
            self._evict_oldest(KEPT)
        try:
            yield template
        finally:
            with self.lock:
                template.users -= 1
                template.idle_since = time.monotonic()
                if self.timer is None:
                    self._schedule_eviction()

    def _schedule_eviction(self) -> None:
        self.timer = threading.Timer(IDLE_SECONDS + 1, self.evict_idle)
        self.timer.daemon = True
        self.timer.start()

    def evict_idle(self) -> None:
        """Ends the templates that have been idle for a while."""
        with self.lock:
            self.timer = None
            now = time.monotonic()
            for key, one in list(self.templates.items()):
                if not one.users and now - one.idle_since > IDLE_SECONDS:
                    self.templates.pop(key).close()
            if self.templates:
                self._schedule_eviction()

    def _evict_oldest(self, kept: int) -> None:
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


TEMPLATE_CACHE = TemplateCache()
atexit.register(TEMPLATE_CACHE.close)
