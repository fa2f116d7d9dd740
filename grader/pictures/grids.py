"""Draws arrays: cells with numbers or shades, some of them framed or dashed.

A framed cell is orange with a thick border; a cell that does not really exist (a broadcast copy, a
padding zero) is dashed and pale, so that neither depends on colour alone. Text and shades take their
colour from the page.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from grader.languages import _
from grader.pictures.drawing.display import Picture, head
from grader.pictures.drawing.parts import width_of

MARGIN = 12
GAP = 14
LINE = 18
CHARACTER_WIDTH = 7.4
MOST_CELLS = 4000


@dataclass(frozen=True)
class Grid:
    """An array with two axes (a vector is one row).

    label: the text above. note: the text below, such as the shape.
    marked: framed cells (row, column). ghosts: dashed cells.
    shaded: cells show shades, from none (the least value) to the text's colour (the largest),
        and no numbers.
    size: width and height of a cell in pixels.
    """

    values: Any
    label: str = ""
    note: str = ""
    marked: Collection[tuple[int, int]] = ()
    ghosts: Collection[tuple[int, int]] = ()
    shaded: bool = False
    size: float = 30


def grids_picture(lines: Sequence[Sequence[Grid | str]], alternative: str = "") -> Picture:
    """The drawing of lines of grids, from left to right; a string between two grids is an operator.

    alternative: the description for screen readers; by default labels, shapes and small arrays.
    Raises ValueError for more than 4000 cells, or a grid with more than two axes.
    """
    cells = sum(_array(part).size for line in lines for part in line if isinstance(part, Grid))
    if cells > MOST_CELLS:
        raise ValueError(
            _("{cells} cells are too many for one drawing; at most {most} fit").format(
                cells=cells, most=MOST_CELLS
            )
        )
    text = alternative or "\n".join(_told(line) for line in lines)
    top, width, parts = float(MARGIN), 0.0, []
    for line in lines:
        drawn, right, bottom = _line(line, top)
        parts += drawn
        top, width = bottom + GAP, max(width, right)
    width, height = width + MARGIN, top - GAP + MARGIN
    return Picture("".join([head(width, height, text), *parts, "</svg>"]), text)


def drawn_line(line: Sequence[Grid | str]) -> tuple[list[str], float, float]:
    """The parts of one line of grids alone, and the width and the height of their drawing."""
    parts, right, bottom = _line(line, float(MARGIN))
    return parts, right + MARGIN, bottom + MARGIN


def _array(grid: Grid) -> np.ndarray:
    array = np.asarray(grid.values)
    if array.ndim > 2:
        raise ValueError(
            _("a grid has two axes, but {name} has {count}").format(
                name=grid.label or _("this one"), count=array.ndim
            )
        )
    return np.atleast_2d(array)


def _told(line: Sequence[Grid | str]) -> str:
    return " ".join(part if isinstance(part, str) else _grid_told(part) for part in line)


def _grid_told(grid: Grid) -> str:
    array = _array(grid)
    name = f"{grid.label} ".lstrip()
    shape = "x".join(str(size) for size in array.shape)
    if grid.shaded or array.size > 36:
        return f"{name}({shape})"
    rows = ", ".join("[" + ", ".join(_number(item) for item in row) + "]" for row in array)
    return f"{name}({shape}: {rows})"


def _number(item: Any) -> str:
    if isinstance(item, (str, np.str_)):
        return str(item)
    return f"{float(item):.4g}"


# ------------------------------------------------------------------------------------- the parts


def _line(line: Sequence[Grid | str], top: float) -> tuple[list[str], float, float]:
    """The parts of one line, its right edge and its bottom; grids are centred on one axis."""
    grids = [part for part in line if isinstance(part, Grid)]
    above = LINE if any(grid.label for grid in grids) else 0
    below = LINE if any(grid.note for grid in grids) else 0
    tallest = max((_array(grid).shape[0] * grid.size for grid in grids), default=LINE)
    middle = top + above + tallest / 2
    x, parts = float(MARGIN), []
    for part in line:
        if isinstance(part, str):
            wide = CHARACTER_WIDTH * 1.3 * len(part)
            parts.append(_text(x + wide / 2, middle + 6, part, 16))
        else:
            rows, columns = _array(part).shape
            names = max(width_of(one, CHARACTER_WIDTH) for one in (part.label, part.note))
            wide = max(columns * part.size, names)
            left = x + (wide - columns * part.size) / 2
            parts += _grid(part, left, middle - rows * part.size / 2)
        x += wide + GAP
    return parts, x - GAP, top + above + tallest + below


def _grid(grid: Grid, left: float, top: float) -> list[str]:
    array = _array(grid)
    rows, columns = array.shape
    shades = _shades(array) if grid.shaded else None
    parts: list[str] = []
    framed: list[str] = []
    for row in range(rows):
        for column in range(columns):
            place = left + column * grid.size, top + row * grid.size
            ghost, marked = (row, column) in grid.ghosts, (row, column) in grid.marked
            shade = 0.0 if shades is None else shades[row, column]
            drawn = _cell(place, grid.size, shade, ghost, marked, shades is not None)
            (framed if marked else parts).append(drawn)
            if shades is None:
                x, y = place[0] + grid.size / 2, place[1] + grid.size / 2 + 4
                text = _text(x, y, _number(array[row, column]), min(12.0, grid.size * 0.42))
                (framed if marked else parts).append(
                    text.replace("<text", '<text fill-opacity="0.6"') if ghost else text
                )
    centre = left + columns * grid.size / 2
    parts += framed
    parts.append(_text(centre, top - 6, grid.label, 12))
    parts.append(_text(centre, top + rows * grid.size + 14, grid.note, 11))
    return parts


def _cell(
    place: tuple[float, float], size: float, shade: float, ghost: bool, marked: bool, bare: bool
) -> str:
    x, y = place
    paint = f'fill="currentColor" fill-opacity="{shade:.2f}" stroke="currentColor" '
    if marked:
        paint = f'fill="#E69F00" fill-opacity="{0.25 + 0.6 * shade:.2f}" stroke="#E69F00" '
        paint += 'stroke-width="2.4"'
    elif ghost:
        paint += 'stroke-opacity="0.45" stroke-dasharray="3 3"'
    else:
        paint += f'stroke-opacity="{0.15 if bare else 0.6}"'
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{size:g}" height="{size:g}" {paint}/>'


def _shades(array: np.ndarray) -> np.ndarray:
    """Values as opacities between 0 and 0.9."""
    values = array.astype(float)
    low, high = values.min(), values.max()
    return 0.9 * (values - low) / (high - low) if high > low else np.zeros_like(values)


def _text(x: float, y: float, text: str, size: float) -> str:
    if not text:
        return ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" font-size="{size:g}" '
        f'fill="currentColor">{escape(text)}</text>'
    )
