"""To be imported before nbformat: a second of every command's start is saved.

jsonschema, when imported, builds a grammar for internationalised addresses (`rfc3987_syntax`) if it is
installed. No schema of a notebook speaks of addresses, and jsonschema does without it.
"""

from __future__ import annotations

import sys
from typing import Any

if "jsonschema" not in sys.modules and "rfc3987_syntax" not in sys.modules:
    modules: dict[str, Any] = sys.modules
    modules["rfc3987_syntax"] = None  # as Python says "cannot be imported"
    import jsonschema  # noqa: F401

    del modules["rfc3987_syntax"]
