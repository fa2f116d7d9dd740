"""The windows of a convolution, one after the other, and the row of a matrix that each becomes."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.languages import _
from grader.pictures.drawing.display import Picture
from grader.pictures.grids import Grid, drawn_line
from grader.pictures.moving.animation import Frame, animation

LARGE, SMALL = 30, 24  # pixels: a cell of the picture, and of the matrix


def windows_picture(picture: Any, height: int, width: int) -> Picture:
    """The window over a picture, and the matrix of all windows, row by row.

    picture: numbers of shape (rows, columns). height, width: the window's; it moves by 1, without
    padding, and has at most 120 places.
    """
    array = np.asarray(picture)
    down, across = array.shape[0] - height + 1, array.shape[1] - width + 1
    places = [(i, j) for i in range(down) for j in range(across)]
    rows = np.array([array[i : i + height, j : j + width].ravel() for i, j in places])
    frames, size = [], (0.0, 0.0)
    for number, (i, j) in enumerate(places):
        seen = [(i + r, j + c) for r in range(height) for c in range(width)]
        later = [(r, c) for r in range(number + 1, len(rows)) for c in range(rows.shape[1])]
        matrix = rows.astype(object)
        matrix[number + 1 :] = ""
        line: list[Grid | str] = [
            Grid(array, _("the picture"), marked=seen, size=LARGE),
            "->",
            Grid(
                matrix,
                _("one row for each window"),
                marked=[(number, c) for c in range(rows.shape[1])],
                ghosts=later,
                size=SMALL,
            ),
        ]
        parts, right, bottom = drawn_line(line)
        said = _("Window {number} of {last} becomes row {number}: {numbers}.").format(
            number=number + 1, last=len(rows), numbers=", ".join(f"{n:g}" for n in rows[number])
        )
        frames.append(Frame("".join(parts), said))
        size = (right, bottom)
    return animation(_("From windows to rows"), "", frames, size)
