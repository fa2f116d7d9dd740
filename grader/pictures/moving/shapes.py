"""The parts that frames are drawn with: text, boxes, labels. Colours are of the Okabe-Ito palette."""

from __future__ import annotations

from html import escape

BLUE, SKY, GREEN, YELLOW, ORANGE = "#0072B2", "#56B4E9", "#009E73", "#E69F00", "#D55E00"
DARK = "#9C3F00"  # white text on it has a contrast of 7 to 1
CHARACTER = 7.2  # pixels, at a size of 12


def text(
    x: float, y: float, words: str, anchor: str = "middle", size: int = 12, more: str = ""
) -> str:
    """A line of text in the page's colour."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
        f'fill="currentColor"{more}>{escape(words)}</text>'
    )


def box(x: float, y: float, width: float, height: float, look: str, radius: float = 5) -> str:
    """A rectangle. look: its paint, as attributes."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'rx="{radius:g}" {look}/>'
    )


def moved(svg: str, dx: float, dy: float) -> str:
    """What has come from (dx, dy) pixels away in this frame."""
    return f'<g data-from="{dx:.0f} {dy:.0f}">{svg}</g>'


def badge(x: float, y: float, words: str) -> str:
    """A label that begins at (x, y), on a dark ground of its own."""
    width = max(CHARACTER * len(words) + 12, 24)
    return box(x, y - 9, width, 18, f'fill="{DARK}"', 9) + (
        f'<text x="{x + width / 2:.1f}" y="{y + 4:.1f}" text-anchor="middle" font-size="12" '
        f'font-weight="bold" fill="#fff">{escape(words)}</text>'
    )


OPEN = 'fill="none" stroke="currentColor" stroke-opacity="0.6" stroke-dasharray="3 3"'
HELD = f'fill="{SKY}" fill-opacity="0.35" stroke="{BLUE}" stroke-width="1.5"'
KEPT = f'fill="{YELLOW}" fill-opacity="0.35" stroke="{YELLOW}" stroke-width="2.5"'
NEW = f'fill="{SKY}" fill-opacity="0.35" stroke="currentColor" stroke-width="3"'
