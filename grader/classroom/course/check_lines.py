"""The line that has an answer judged, as it stands in a notebook."""

from __future__ import annotations

import ast


def check_line(source: str) -> tuple[str, tuple[str, ...]]:
    """The exercise and the names in a cell that is `check("graphs/x", a, b)`; else ("", ())."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # it may be a student's
        return "", ()
    if len(body) != 1 or not isinstance(body[0], ast.Expr):
        return "", ()
    call = body[0].value
    if not isinstance(call, ast.Call) or getattr(call.func, "id", None) != "check":
        return "", ()
    if not call.args or call.keywords:
        return "", ()
    first, names = call.args[0], [one for one in call.args[1:] if isinstance(one, ast.Name)]
    if not isinstance(first, ast.Constant) or not isinstance(first.value, str):
        return "", ()
    if len(names) != len(call.args) - 1:
        return "", ()
    return first.value, tuple(name.id for name in names)
