"""Programs that run as a reader's would."""

from __future__ import annotations

import os
import subprocess


def run(*command, folder, seconds=300, **environment):
    """What a command prints, without the settings of this test run; fails where the command fails."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GRADER")}
    kept.pop("PYTHONPATH", None)
    done = subprocess.run(
        [str(one) for one in command],
        cwd=folder,
        env={**kept, "GRADER_LANG": "en", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=seconds,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout
