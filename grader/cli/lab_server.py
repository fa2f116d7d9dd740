"""The JupyterLab process that `grader lab` starts: `python -m jupyterlab` with a faster start."""

from __future__ import annotations

import importlib


def main() -> None:
    """Runs JupyterLab with the arguments of this process; ends when it is stopped."""
    importlib.import_module("grader.classroom.nbgrader.patch_jsonschema")
    from jupyterlab.labapp import main as run  # after the patch

    run()


if __name__ == "__main__":
    main()
