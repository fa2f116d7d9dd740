"""Runs the code cells of a notebook in its folder, as a program: `python lessons.py NOTEBOOK [PACKAGES]`.

PACKAGES, by commas, are treated as not installed. A cell may raise where it is meant to, or where an answer
is still missing; anything else ends the program. What is displayed is left out, what is printed is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path


def main() -> None:
    """Run them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("notebook", type=Path)
    parser.add_argument("packages", nargs="?", default="")
    given = parser.parse_args()
    for name in filter(None, given.packages.split(",")):
        sys.modules[name] = None
    path = given.notebook.resolve()
    os.chdir(path.parent)
    import IPython.display

    IPython.display.display = lambda *things, **keywords: None
    from grader.notebook import CheckFailed

    names: dict = {"__name__": "__main__"}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code" or source.startswith("%"):
            continue
        try:
            exec(compile(source, "a cell", "exec"), names)
        except (NotImplementedError, CheckFailed):
            pass
        except Exception as error:
            if "raises-exception" not in cell["metadata"].get("tags", ()):
                raise RuntimeError(f"in the cell\n{source}") from error


if __name__ == "__main__":
    main()
