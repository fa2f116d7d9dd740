"""Boards of cells, generation after generation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.languages import _, ngettext
from grader.pictures.drawing.display import Picture
from grader.pictures.moving.animation import Frame, animation

SIZE, MARGIN = 12, 8
MOST_CELLS = 4000
PACE = 300  # milliseconds for each board while they play


def boards_picture(boards: Sequence[Any], title: str = "") -> Picture:
    """One board after the other, with its living cells: those that are not 0.

    boards: up to 120 arrays of one shape (rows, columns), with up to 4000 cells each.
    Raises ValueError for others.
    """
    arrays = [np.asarray(board) for board in boards]
    shapes = {array.shape for array in arrays}
    shape = shapes.pop() if len(shapes) == 1 else ()
    if len(shape) != 2 or shape[0] * shape[1] > MOST_CELLS:
        raise ValueError(
            _("boards have one shape, with two axes and up to {most} cells").format(most=MOST_CELLS)
        )
    rows, columns = shape
    frames = [_frame(number + 1, array) for number, array in enumerate(arrays)]
    size = (columns * SIZE + 2 * MARGIN, rows * SIZE + 2 * MARGIN)
    name = title or _("A board, step by step")
    return animation(name, _empty(rows, columns), frames, size, still=0, pace=PACE)


def _empty(rows: int, columns: int) -> str:
    """The lines of the board, which all frames share."""
    right, bottom = MARGIN + columns * SIZE, MARGIN + rows * SIZE
    across = "".join(f"M{MARGIN} {MARGIN + row * SIZE}H{right}" for row in range(rows + 1))
    down = "".join(f"M{MARGIN + column * SIZE} {MARGIN}V{bottom}" for column in range(columns + 1))
    return f'<path d="{across}{down}" stroke="currentColor" stroke-opacity="0.2" fill="none"/>'


def _frame(number: int, board: np.ndarray) -> Frame:
    cells = np.argwhere(board)
    squares = "".join(
        f"M{MARGIN + column * SIZE} {MARGIN + row * SIZE}h{SIZE}v{SIZE}h-{SIZE}z"
        for row, column in cells
    )
    said = ngettext(
        "Board {number}: {count} living cell.", "Board {number}: {count} living cells.", len(cells)
    ).format(number=number, count=len(cells))
    return Frame(f'<path d="{squares}" fill="currentColor"/>', said)
