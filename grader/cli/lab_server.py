"""JupyterLab's own process, started by `grader lab`: as `python -m jupyterlab`, but sooner there."""

from __future__ import annotations

import importlib


def main() -> None:
    """Runs JupyterLab with the arguments of this process; ends when it is stopped."""
    importlib.import_module("grader.classroom.nbgrader.patch_jsonschema")
    from jupyterlab.labapp import main as run

    run()


if __name__ == "__main__":
    main()
