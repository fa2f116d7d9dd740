"""A step of a release: a crime scene, which runs in the source notebook, gets its bug.

In a source notebook, one line of a cell tagged `scene` ends with the line that a reader is given instead:

    total = tf.add_n(parts)  # was: total = sum(parts, [])
    # was: graph.finalize()
    session.run(init)  # was:

The second form is a line too many, the third one that is missing. The source runs, so that it is tested
like any other cell; the release fails until the reader mends that one line.
"""

from __future__ import annotations

from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

SCENE = "scene"
MARK = "# was:"


class BreakScenes(NbGraderPreprocessor):
    """Puts the bug into each cell tagged `scene`. Raises ValueError if a cell names none, or several."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict[str, Any], cell_index: int
    ) -> tuple[NotebookNode, dict[str, Any]]:
        if is_scene(cell):
            cell.source = broken(cell.source)
        return cell, resources


def is_scene(cell: NotebookNode) -> bool:
    """Whether a cell is a crime scene."""
    return cell.cell_type == "code" and SCENE in cell.metadata.get("tags", ())


def broken(source: str) -> str:
    """The source with its bug: as a reader gets it."""
    lines = source.split("\n")
    found = [number for number, line in enumerate(lines) if MARK in line]
    if len(found) != 1:
        raise ValueError(
            f"a crime scene has one line with '{MARK} ...', this one has {len(found)}:\n{source}"
        )
    (number,) = found
    mended, _, bug = lines[number].partition(MARK)
    indent = mended[: len(mended) - len(mended.lstrip())]
    lines[number : number + 1] = [indent + bug.strip()] if bug.strip() else []
    return "\n".join(lines)
