"""Saves two seconds of a class's first run, in which nbgrader creates its gradebook.

nbgrader runs the command `alembic`, which must be on PATH, to get the version of its own tables. The
library of the same name reads it from the same files in a millisecond.
"""

from __future__ import annotations

import functools
from pathlib import Path

from nbgrader import api

version_from_command = api.get_alembic_version


@functools.cache
def version_from_library() -> str:
    """The version of nbgrader's newest tables, such as "e43177bfe90b"."""
    from alembic.script import ScriptDirectory  # only a new gradebook needs it

    scripts = ScriptDirectory(str(Path(api.__file__).parent / "alembic"))
    return str(scripts.get_current_head())


api.get_alembic_version = version_from_library
