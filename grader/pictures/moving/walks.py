"""Walks downhill in one valley, seen from above: a slider goes from walk to walk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.languages import _, ngettext
from grader.pictures.drawing.display import Picture
from grader.pictures.moving.animation import Frame, animation
from grader.pictures.moving.shapes import BLUE, ORANGE, text

SIDE, LEFT, TOP = 340.0, 28.0, 10.0  # pixels: of the square that is seen, and where it begins
LEVELS = (0.02, 0.1, 0.3, 0.6, 1.0, 1.6)  # of the contours, as shares of the height at the start


def walks_picture(
    title: str, bowl: Any, bottom: Any, walks: Mapping[str, Any], x: str = "", y: str = ""
) -> Picture:
    """The paths of several walks over two weights, one at a time; a star marks the bottom.

    bowl: the (2, 2) matrix A, positive definite, of the height (w - bottom)^T A (w - bottom).
    bottom: (2,). walks: maps a label to places, (n_places, 2), the first of which is the start; up
    to 120 walks. x, y: labels of the axes.
    """
    bowl, bottom = np.asarray(bowl, float), np.asarray(bottom, float)
    paths = {label: np.asarray(path, float) for label, path in walks.items()}
    corner = bottom - 1.4 * np.abs(bottom).max()
    scale = SIDE / (2.8 * np.abs(bottom).max())
    frames = []
    for label, path in paths.items():
        heights = np.einsum("ki,ij,kj->k", path - bottom, bowl, path - bottom)
        said = ngettext(
            "{label}: {count} step, from {first} to {last} above the bottom.",
            "{label}: {count} steps, from {first} to {last} above the bottom.",
            len(path) - 1,
        ).format(
            label=label, count=len(path) - 1, first=f"{heights[0]:.2g}", last=f"{heights[-1]:.2g}"
        )
        words = text(LEFT + 8, TOP + 18, label, "start", more=' font-weight="bold"')
        frames.append(Frame(_inside(_path((path - corner) * scale)) + words, said))
    first = next(iter(paths.values()))[0] - bottom
    shown = _inside(_contours(bowl, (bottom - corner) * scale, scale, first @ bowl @ first))
    size = (LEFT + SIDE + 8, TOP + SIDE + 30)
    hint = _("Move the slider, or press Forward.")
    return animation(title, shown + _axes(x, y), frames, size, still=0, hint=hint)


def _inside(svg: str) -> str:
    """What is seen of a drawing in the square, whose origin is at the lower left."""
    return (
        f'<svg x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}" overflow="hidden">'
        f'<g transform="matrix(1 0 0 -1 0 {SIDE})">{svg}</g></svg>'
    )


def _contours(bowl: np.ndarray, bottom: np.ndarray, scale: float, start: float) -> str:
    """The ellipses of equal height, and the star."""
    bends, axes = np.linalg.eigh(bowl)
    turned = np.degrees(np.arctan2(axes[1, 0], axes[0, 0]))
    place = f'transform="translate({bottom[0]:.1f} {bottom[1]:.1f}) rotate({turned:.2f})"'
    rings = "".join(
        f'<ellipse rx="{rx:.1f}" ry="{ry:.1f}" fill="none" stroke="currentColor" stroke-opacity="0.5"/>'
        for rx, ry in (scale * np.sqrt(level * start / bends) for level in LEVELS)
    )
    angles = np.pi * (0.5 + np.arange(10) / 5)
    reach = np.where(np.arange(10) % 2, 3.5, 9.0)
    star = bottom[:, None] + reach * np.stack([np.cos(angles), np.sin(angles)])
    return f'<g {place}>{rings}</g><path d="{_line(star.T)}Z" fill="{BLUE}"/>'


def _path(places: np.ndarray) -> str:
    """A line with a dot for each place."""
    near = np.clip(places, -10 * SIDE, 10 * SIDE)  # a walk that explodes leaves the square
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{ORANGE}"/>' for x, y in near)
    return f'<path d="{_line(near)}" fill="none" stroke="{ORANGE}" stroke-width="1.5"/>{dots}'


def _line(places: np.ndarray) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)


def _axes(x: str, y: str) -> str:
    frame = (
        f'<rect x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" '
        'stroke="currentColor" stroke-opacity="0.6"/>'
    )
    middle = TOP + SIDE / 2
    upright = f' transform="rotate(-90 16 {middle})"'
    return frame + text(LEFT + SIDE / 2, TOP + SIDE + 20, x) + text(16, middle, y, more=upright)
