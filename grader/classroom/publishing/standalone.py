"""Notebooks that install the course themselves, for programs that open a notebook from an address (Colab)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from grader.errors import CourseError
from grader.languages import _

# One line, which shows nothing where the course is installed.
CELL = (
    'import importlib.util; course = importlib.util.find_spec("grader") or '
    'get_ipython().run_line_magic("pip", "install --quiet \'{address}\'")'
)
NAME = "install"


def write_standalone(folders: Mapping[str, Path], target: Path, address: str) -> list[str]:
    """Writes all notebooks into `target`, each with a first cell that installs the course; their names.

    folders: the notebooks' folder by the name of its folder in `target` ("" for `target` itself).
    address: what pip installs: a wheel's address, its file's name, or a package's name.
    Raises CourseError for an address that cannot stand in the cell.
    """
    if not address.isprintable() or set(address) & set("'\"\\\\{}"):
        raise CourseError(
            _("{address!r} is no address of a package; give one without quotes").format(
                address=address
            )
        )
    written = []
    for name, folder in folders.items():
        for path in sorted(folder.rglob("*.ipynb")):
            place = target / name / path.relative_to(folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            text = with_first_cell(path.read_text(encoding="utf-8"), address)
            place.write_text(text, encoding="utf-8", newline="\n")
            written.append(place.relative_to(target).as_posix())
    return written


def with_first_cell(text: str, address: str) -> str:
    """A notebook's text with the cell before its other code; as it is where it has no code."""
    notebook = json.loads(text)
    cells = notebook["cells"]
    place = next((n for n, cell in enumerate(cells) if cell["cell_type"] == "code"), None)
    if place is None:
        return text
    cell: dict[str, object] = {
        "cell_type": "code",
        "execution_count": None,
        "id": NAME,
        "metadata": {},
        "outputs": [],
    }
    cells.insert(place, {**cell, "source": [CELL.format(address=address)]})
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
