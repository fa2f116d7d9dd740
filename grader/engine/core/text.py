"""`tf.compat`: text and bytes, each turned into the other."""

from __future__ import annotations

import codecs
from typing import Any

__all__ = ["as_bytes", "as_str", "as_str_any", "as_text"]


def as_bytes(bytes_or_text: str | bytes | bytearray, encoding: str = "utf-8") -> bytes:
    """Text encoded as bytes; bytes, also those of a bytearray, as they are.

    Raises TypeError for anything else, LookupError for an unknown encoding.
    """
    codec = codecs.lookup(encoding)
    if isinstance(bytes_or_text, bytearray):
        return bytes(bytes_or_text)
    if isinstance(bytes_or_text, str):
        return bytes_or_text.encode(codec.name)
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


def as_text(bytes_or_text: str | bytes, encoding: str = "utf-8") -> str:
    """Bytes decoded as text; text as it is.

    Raises TypeError for anything else, also for a bytearray, LookupError for an unknown encoding.
    """
    codec = codecs.lookup(encoding)
    if isinstance(bytes_or_text, str):
        return bytes_or_text
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text.decode(codec.name)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


def as_str(bytes_or_text: str | bytes, encoding: str = "utf-8") -> str:
    """The same as `as_text`."""
    return as_text(bytes_or_text, encoding)


def as_str_any(value: Any, encoding: str = "utf-8") -> str:
    """Bytes decoded as text; `str(value)` for anything else."""
    return as_str(value, encoding=encoding) if isinstance(value, bytes) else str(value)
