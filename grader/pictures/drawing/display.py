"""What a notebook displays: a drawing, and its description in words."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
LEAST = 0.8  # of a picture's width: in a narrower place it scrolls, so that its smallest text stays legible
PAPER = 700  # pixels of width on a printed page, where nothing scrolls


@dataclass(frozen=True)
class Picture:
    """A drawing that a notebook can display, with `alternative` for screen readers.

    html: displayed instead of `svg` if not empty: the same with its script.
    """

    svg: str
    alternative: str
    html: str = ""

    def _repr_html_(self) -> str:
        return self.html or f'<div style="overflow-x:auto" tabindex="0">{self.svg}</div>'

    def __repr__(self) -> str:
        return self.alternative


def head(width: float, height: float, alternative: str) -> str:
    """The start tag of a picture of this size in pixels, in the colour of the page's text."""
    label = escape(alternative.replace("\n", "; "))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f'style="{fitting(width)};color:inherit" font-family="{FONT}">'
    )


def fitting(width: float) -> str:
    """The style of a picture of `width` pixels that shrinks with the page, as far as one can read it."""
    return f"max-width:100%;min-width:{min(LEAST * width, PAPER):.0f}px;height:auto"
