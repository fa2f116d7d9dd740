"""The shapes of nodes as SVG, centred on the node: kinds differ in shape and in colour."""

from __future__ import annotations

from collections.abc import Callable

SLANT = 8.0


def _path(*points: tuple[float, float]) -> str:
    return "M" + " L".join(f"{x:g} {y:g}" for x, y in points) + " Z"


def _rectangle(w: float, h: float, corner: float) -> str:
    """A rectangle with rounded corners, by its centre."""
    x, y, r = w / 2, h / 2, min(corner, h / 2)
    return (
        f"M{r - x:g} {-y:g} H{x - r:g} A{r:g} {r:g} 0 0 1 {x:g} {r - y:g} V{y - r:g} "
        f"A{r:g} {r:g} 0 0 1 {x - r:g} {y:g} H{r - x:g} A{r:g} {r:g} 0 0 1 {-x:g} {y - r:g} "
        f"V{r - y:g} A{r:g} {r:g} 0 0 1 {r - x:g} {-y:g} Z"
    )


def _slanted(w: float, h: float) -> str:
    x, y = w / 2, h / 2
    return _path((-x + SLANT, -y), (x, -y), (x - SLANT, y), (-x, y))


def _double(w: float, h: float) -> str:
    return _rectangle(w, h, 3) + " " + _rectangle(w - 7, h - 7, 1.5)


def _hexagon(w: float, h: float) -> str:
    x, y = w / 2, h / 2
    return _path(
        (-x, 0), (-x + SLANT, -y), (x - SLANT, -y), (x, 0), (x - SLANT, y), (-x + SLANT, y)
    )


def _narrowing(w: float, h: float) -> str:
    x, y = w / 2, h / 2
    return _path((-x, -y), (x, -y), (x - SLANT, y), (-x + SLANT, y))


def _arrow(w: float, h: float) -> str:
    x, y = w / 2, h / 2
    return _path((-x, -y), (x - SLANT, -y), (x, 0), (x - SLANT, y), (-x, y), (SLANT - x, 0))


def _stack(w: float, h: float) -> str:
    x, y = w / 2, h / 2
    front = _path((-x, 4 - y), (x - 4, 4 - y), (x - 4, y), (-x, y))
    return f"{front} M{4 - x:g} {4 - y:g} V{-y:g} H{x:g} V{y - 4:g} H{x - 4:g}"


OUTLINES: dict[str, Callable[[float, float], str]] = {
    "pill": lambda w, h: _rectangle(w, h, h / 2),
    "slanted": _slanted,
    "double": _double,
    "rounded": lambda w, h: _rectangle(w, h, 6),
    "hexagon": _hexagon,
    "narrowing": _narrowing,
    "arrow": _arrow,
    "stack": _stack,
}
