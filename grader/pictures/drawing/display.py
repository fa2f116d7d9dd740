"""What a notebook displays: a drawing, and its description in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Picture:
    """A drawing that a notebook can display, with `alternative` for screen readers.

    html: displayed instead of `svg` if not empty: the same with its script.
    """

    svg: str
    alternative: str
    html: str = ""

    def _repr_html_(self) -> str:
        return self.html or self.svg

    def __repr__(self) -> str:
        return self.alternative
