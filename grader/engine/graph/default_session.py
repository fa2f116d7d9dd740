"""The default session of a thread, in which `tensor.eval()` and `operation.run()` run."""

from __future__ import annotations

import threading
from typing import Any

__all__ = ["get_default_session"]


class _Sessions(threading.local):
    """The sessions that were made default in one thread, the innermost last."""

    def __init__(self) -> None:
        self.stack: list[Any] = []


_sessions = _Sessions()


def get_default_session() -> Any:
    """The innermost session made default in this thread, or None."""
    return _sessions.stack[-1] if _sessions.stack else None


def session_stack() -> list[Any]:
    """The sessions that were made default in this thread, the innermost last."""
    return _sessions.stack


def run_in_session(
    graph: object, fetches: Any, feed_dict: Any, session: Any, *, method: str
) -> Any:
    """Runs `fetches` in `session` (by default, the default session); ValueError if it cannot run `graph`.

    method: "eval" of a tensor or "run" of an operation, for the message.
    """
    verb, kind = ("evaluate", "tensor") if method == "eval" else ("execute", "operation")
    if session is None:
        session = get_default_session()
        if session is None:
            colon = "" if method == "eval" else ":"
            raise ValueError(
                f"Cannot {verb} {kind} using `{method}()`: No default session is registered. Use "
                f"`with sess.as_default(){colon}` or pass an explicit session to "
                f"`{method}(session=sess)`"
            )
        if session.graph is not graph:
            raise ValueError(
                f"Cannot use the default session to {verb} {kind}: the {kind}'s graph is different "
                "from the session's graph. Pass an explicit session to "
                f"`{method}(session=sess)`."
            )
    elif session.graph is not graph:
        raise ValueError(
            f"Cannot use the given session to {verb} {kind}: the {kind}'s graph is different from "
            "the session's graph."
        )
    return session.run(fetches, feed_dict)
