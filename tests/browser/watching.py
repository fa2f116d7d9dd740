"""What a page does besides looking right: errors on its console, and what it asks the network for."""

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

HERE = {"127.0.0.1", "localhost", "::1", None}
LOCAL_SCHEMES = {"data", "blob", "file", "about", "devtools"}


@dataclass(frozen=True)
class Harmless:
    """An error on the console that is not ours: its pattern, and why it does no harm."""

    pattern: str
    reason: str


HARMLESS: tuple[Harmless, ...] = ()


@dataclass
class Watch:
    """Collects what went wrong in every page of a browser's context, frames and popups too."""

    errors: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def attach(self, context) -> None:
        context.on("console", self._console)
        context.on("weberror", lambda error: self._error(f"uncaught: {error.error}"))
        context.on("request", self._request)

    def _console(self, message) -> None:
        if message.type == "error":
            self._error(f"{message.text} ({message.location.get('url', '')})")

    def _error(self, text: str) -> None:
        if not any(re.search(known.pattern, text) for known in HARMLESS):
            self.errors.append(text)

    def _request(self, request) -> None:
        address = urlsplit(request.url)
        here = address.hostname in HERE or str(address.hostname).endswith(".localhost")
        if address.scheme not in LOCAL_SCHEMES and not here:
            self.outside.append(request.url)

    def trouble(self) -> list[str]:
        """All of it, as lines; empty when there was none."""
        return [f"console: {text}" for text in self.errors] + [
            f"asked the network for {address}" for address in self.outside
        ]
