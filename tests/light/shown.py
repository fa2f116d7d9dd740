"""Runs the code cells of a notebook in its folder and prints what they display: `python shown.py NOTEBOOK`.

As JSON: a list with, for each output that is more than text, its cell and its data by their types.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output


def main() -> None:
    """Run them all; a cell that raises shows nothing more."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("notebook", type=Path)
    path = parser.parse_args().notebook.resolve()
    os.chdir(path.parent)
    os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    shell = InteractiveShell.instance()
    found = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"])
        with capture_output() as captured:
            shell.run_cell(source)
        for output in captured.outputs:
            data = {kind: text for kind, text in output.data.items() if isinstance(text, str)}
            found.append({"cell": source, "data": data, "kinds": sorted(output.data)})
    print(json.dumps(found))


if __name__ == "__main__":
    main()
