"""Formats any value of a node as short text for a cell of a trace."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.languages import _

MOST_CHARACTERS = 60
LONGEST_NAME = 80
MOST_DIGITS = 12
MOST_NUMBERS = 8  # of an array; of a larger one, the first and last three are shown


def short(value: Any) -> str:
    """One value of the engine in at most about 60 characters, on one line.

    An array shows its numbers, a large one the first and the last; a reference to a variable shows
    what the variable holds at this moment; a queue and its like show what they are.
    """
    if hasattr(value, "initialized") and hasattr(value, "read"):
        return short(value.value) if value.initialized else _("no value yet")
    if isinstance(value, (bytes, str)):
        return _cut(repr(value))
    if isinstance(value, (np.ndarray, np.generic)):
        return _cut(_array(np.asarray(value)))
    if isinstance(value, (list, tuple)):
        return _cut("(" + ", ".join(short(one) for one in value) + ")")
    if isinstance(value, (bool, int, float)):
        return str(value)
    if value is None or type(value) is object:
        return _("not taken")  # the side of a condition that this run leaves out
    return _("a queue") if hasattr(value, "enqueue") else _("a resource")


def name_of(text: str) -> str:
    """A readable name: the beginning and the end of a very long one."""
    return text if len(text) <= LONGEST_NAME else f"{text[:40]} ... {text[-30:]}"


def form(value: Any) -> str:
    """Type and shape of a value: "float32 (2, 3)"; empty for anything but an array."""
    if hasattr(value, "initialized") and hasattr(value, "read"):
        return form(value.value) if value.initialized else ""
    if not isinstance(value, (np.ndarray, np.generic)):
        return ""
    kind = "string" if value.dtype.kind in "OSU" else value.dtype.name
    return f"{kind} {_shape(np.shape(value))}".rstrip()


def _shape(shape: tuple[int, ...]) -> str:
    return "" if not shape else "(" + ", ".join(str(size) for size in shape) + ")"


def _array(array: np.ndarray) -> str:
    if array.ndim == 0:
        return short(array.item()) if array.dtype.kind in "OS" else _number(array[()])
    if array.dtype.kind == "O":
        shown = [short(one) for one in array.ravel()[:MOST_NUMBERS].tolist()]
        return f"[{' '.join(shown)}{' ...' if array.size > MOST_NUMBERS else ''}]"
    text = np.array2string(
        array, precision=4, threshold=MOST_NUMBERS, edgeitems=3 if array.ndim == 1 else 1
    )
    return " ".join(text.split())


def _number(number: Any) -> str:
    text = str(number)
    if len(text) <= MOST_DIGITS or not np.issubdtype(type(number), np.floating):
        return text
    return f"{number:.{MOST_DIGITS - 2}g}"


def _cut(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 4] + " ..."
