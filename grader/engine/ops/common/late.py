"""The engine as its users see it, for rules of differentiation.

A rule is written in terms of public functions of many families, and runs long after all of them have been
imported. `tf` looks each function up when the rule runs, so that a family's file imports no other family
for the sake of its rules, and there is no circle.
"""

from __future__ import annotations

import sys
from typing import Any

ENGINE = __name__.split(".ops.", maxsplit=1)[0]


class _Late:
    """The module `grader.engine`, once it is there."""

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.modules[ENGINE], name)


tf = _Late()
