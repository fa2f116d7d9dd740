"""Saves a second of every command's start. Must be imported before nbformat.

On import, jsonschema builds a grammar for internationalized URLs with `rfc3987_syntax` if that is
installed. No notebook schema mentions URLs, and jsonschema works without it.
"""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

if (
    "jsonschema" not in sys.modules
    and "rfc3987_syntax" not in sys.modules
    and importlib.util.find_spec("jsonschema") is not None
):
    modules: dict[str, Any] = sys.modules
    modules["rfc3987_syntax"] = None  # Python's mark for "cannot be imported"
    import jsonschema  # noqa: F401

    del modules["rfc3987_syntax"]
