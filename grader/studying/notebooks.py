"""Notebook files as JupyterLab writes them, with cells whose fields are attributes.

As nbformat does, but without it: a reader whose notebooks open in another program need not have it.
Outputs and attachments stay as they are in the file.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any


class Node(dict[str, Any]):
    """A JSON object whose keys are attributes, too: `cell.source`."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def reads(text: str) -> Node:
    """A notebook of format 4. Raises ValueError, TypeError or AttributeError for anything else."""
    notebook = json.loads(text, object_hook=Node)
    if notebook.nbformat != 4:
        raise ValueError(notebook.nbformat)
    for cell in notebook.cells:
        cell.source = "".join(cell.source)
    return notebook


def writes(notebook: Any) -> str:
    """The text of a notebook's file: sources by line, keys in order."""
    cells = [{**cell, "source": cell.source.splitlines(True)} for cell in notebook.cells]
    document = {**notebook, "cells": cells}
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True)


def checksum(cell: Any) -> str:
    """nbgrader's checksum of a cell that it manages: another one shows that the cell was edited."""
    about = cell.metadata["nbgrader"]
    graded, solution = about.get("grade", False), about.get("solution", False)
    locked = bool(graded) or about.get("locked", False)
    parts = [cell.source, cell.cell_type, str(graded), str(solution)]
    parts += [str(False if solution else locked), about["grade_id"]]
    if graded:
        parts.append(str(float(about["points"])))
    return hashlib.md5("".join(parts).encode(), usedforsecurity=False).hexdigest()
