"""What a graph remembers about its scopes: names in use, and control dependencies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_OP_NAME = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*")
_SCOPE_NAME = re.compile(r"[A-Za-z0-9_.\\/>-]*")


def valid_op_name(name: str) -> bool:
    """Whether TensorFlow takes `name` as an operation's name."""
    return _OP_NAME.fullmatch(name) is not None


class Names:
    """The names in use in a graph, case-insensitively, and the current name scope."""

    def __init__(self) -> None:
        self.scope = ""
        self._used: dict[str, int] = {}

    def unique(self, name: str, mark_as_used: bool = True) -> str:
        """`name` within the scope; if it is taken, with the first free number behind it."""
        full = f"{self.scope}/{name}" if self.scope else name
        key = full.lower()
        count = self._used.get(key, 0)
        if mark_as_used:
            self._used[key] = count + 1
        if count == 0:
            return full
        while f"{key}_{count}" in self._used:
            count += 1
        if mark_as_used:
            self._used[f"{key}_{count}"] = 1
        return f"{full}_{count}"

    def mark(self, name: str) -> None:
        """Takes a full name out of the free ones (an imported node's)."""
        self._used.setdefault(name.lower(), 1)

    @contextmanager
    def enter(self, name: Any) -> Iterator[str]:
        """Opens a name scope and yields its prefix: "layer/", or "" at the top.

        A name ending in "/" re-enters that scope; another is made unique. Raises ValueError for a
        name with characters that TensorFlow does not take.
        """
        old = self.scope
        if name:
            name = name.decode() if isinstance(name, bytes) else name
            pattern = _SCOPE_NAME if old else _OP_NAME
            if pattern.fullmatch(name) is None:
                kind = "scope name" if old else "root scope name"
                raise ValueError(
                    f"'{name}' is not a valid {kind}. A {kind} has to match the following pattern: "
                    f"^{pattern.pattern}$\nLetters, digits, and . _ - / only, without spaces."
                )
            self.scope = name[:-1] if name.endswith("/") else self.unique(name)
        else:
            self.scope = ""
        try:
            yield f"{self.scope}/" if self.scope else ""
        finally:
            self.scope = old


class ControlDependencies:
    """One `control_dependencies` block: what runs before, and what was made inside so far."""

    def __init__(self, before: list[Any]):
        self.before = before
        self.seen: set[Any] = set()


def without_scope(name: str, scope: str | None) -> str:
    """A name as it is inside of a scope."""
    if not scope:
        return name
    return re.sub(rf"([\^]|loc:@|^){re.escape(scope.rstrip('/'))}/+(.*)", r"\1\2", name, count=1)


def within_scope(name: str, scope: str | None) -> str:
    """A name in a scope."""
    return f"{scope.rstrip('/')}/{name}" if scope else name
