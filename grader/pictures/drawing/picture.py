"""What a notebook displays: a drawing for the eye, and the same told in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Picture:
    """A drawing that a notebook can display: `svg` for the eye, `alternative` for the ear.

    html: what is displayed instead of `svg`, when it is not empty: the same with its script.
    """

    svg: str
    alternative: str
    html: str = ""

    def _repr_html_(self) -> str:
        return self.html or self.svg

    def __repr__(self) -> str:
        return self.alternative
