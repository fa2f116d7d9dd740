"""A new gradebook is opened without a program of its own: two seconds of a class's first run are saved.

nbgrader asks the command `alembic`, which must be on PATH, for the version of its own tables. The
library of the same name tells it from the same files in a millisecond.
"""

from __future__ import annotations

import functools
from pathlib import Path

from nbgrader import api

asked_of_the_command = api.get_alembic_version


@functools.cache
def asked_of_the_library() -> str:
    """The version of nbgrader's newest tables, "e43177bfe90b" for example."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(Path(api.__file__).parent / "alembic"))
    return str(scripts.get_current_head())


api.get_alembic_version = asked_of_the_library
