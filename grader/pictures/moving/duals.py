"""A dual number to drag: a point of a curve, and the slope that comes with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.languages import _
from grader.pictures.differentiating import derivative_of
from grader.pictures.drawing.display import Picture
from grader.pictures.moving.animation import Frame, animation
from grader.pictures.moving.shapes import BLUE, ORANGE, text

PLACES = 61  # at which the point can stand
WIDE, HIGH, MARGIN = 520.0, 300.0, 34.0


def dual_number_picture(y: Any, x: Any, low: float, high: float) -> Picture:
    """The curve of `y` over `x` from `low` to `high`, with a point to drag, its tangent and its pair.

    y, x: float scalars of a graph, of TensorFlow or of the engine. Value and slope at each of 61
    places are from one pass of forward mode, on a copy of the graph on the engine.
    Raises ValueError if a value or a slope is not finite, or if `low` is not below `high`.
    """
    if not low < high:
        raise ValueError(_("the first place is not below the last one"))
    places = np.linspace(low, high, PLACES)
    pairs = [derivative_of("forward", y, [x], {x: place}) for place in places]
    values = np.array([float(pair.value) for pair in pairs])
    slopes = np.array([float(pair.derivative[0]) for pair in pairs])
    if not (np.isfinite(values).all() and np.isfinite(slopes).all()):
        raise ValueError(_("the curve has a place without a value or a slope; choose other bounds"))
    scale = _Scale(low, high, values)
    frames = [
        _frame(scale, place, value, slope)
        for place, value, slope in zip(places, values, slopes, strict=True)
    ]
    return animation(
        _("The dual number of {y} at a point of your choice").format(y=y.op.name),
        _base(scale, places, values),
        frames,
        (WIDE, HIGH + 62),
        still=round(0.7 * (PLACES - 1)),
        hint=_("Drag the point, or move the slider with the arrow keys."),
    )


class _Scale:
    """From numbers to pixels."""

    def __init__(self, low: float, high: float, values: np.ndarray):
        spread = float(values.max() - values.min()) or 1.0
        self.low, self.high = low, high
        self.bottom = float(values.min()) - 0.12 * spread
        self.top = float(values.max()) + 0.12 * spread

    def x(self, place: float) -> float:
        return MARGIN + (WIDE - 2 * MARGIN) * (place - self.low) / (self.high - self.low)

    def y(self, value: float) -> float:
        return MARGIN + (HIGH - 2 * MARGIN) * (self.top - value) / (self.top - self.bottom)


def _line(x1: float, y1: float, x2: float, y2: float, look: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {look}/>'


def _base(scale: _Scale, places: np.ndarray, values: np.ndarray) -> str:
    floor, thin = HIGH - MARGIN, 'stroke="currentColor" stroke-opacity="0.6"'
    points = " ".join(
        f"{scale.x(place):.1f},{scale.y(value):.1f}"
        for place, value in zip(places, values, strict=True)
    )
    parts = [
        _line(MARGIN, floor, WIDE - MARGIN, floor, thin),
        text(WIDE - MARGIN + 12, floor + 4, "x", size=12),
        text(MARGIN, floor + 16, _number(scale.low), size=11),
        text(WIDE - MARGIN, floor + 16, _number(scale.high), size=11),
        f'<polyline points="{points}" fill="none" stroke="currentColor" stroke-opacity="0.75" '
        'stroke-width="1.8"/>',
    ]
    if scale.bottom < 0 < scale.top:
        zero = scale.y(0.0)
        look = f'{thin} stroke-dasharray="2 4"'
        parts += [_line(MARGIN, zero, WIDE - MARGIN, zero, look), text(18, zero + 4, "0", size=11)]
    return "".join(parts)


def _frame(scale: _Scale, place: float, value: float, slope: float) -> Frame:
    x, y = scale.x(place), scale.y(value)
    # The tangent, as long as a pencil: its direction in pixels.
    along = scale.x(place + 1) - x, scale.y(value + slope) - y
    length = float(np.hypot(*along))
    dx, dy = (80 * part / length for part in along)
    floor = HIGH - MARGIN
    given = _pair(place, 1.0)
    found = _pair(value, slope)
    drawn = [
        _line(x, y, x, floor, f'stroke="{BLUE}" stroke-width="1.5" stroke-dasharray="3 3"'),
        _line(x - dx, y - dy, x + dx, y + dy, f'stroke="{ORANGE}" stroke-width="3.5"'),
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{BLUE}" stroke="currentColor" '
        'stroke-width="1.5"/>',
        text(MARGIN, HIGH + 18, f"x = {given}", "start", 15, ' font-weight="bold"'),
        text(MARGIN, HIGH + 42, f"f(x) = {found}", "start", 15, ' font-weight="bold"'),
    ]
    said = _("In goes {given}. Out comes {found}: the value is {value}, and the slope {slope}.")
    told = said.format(given=given, found=found, value=_number(value), slope=_number(slope))
    return Frame("".join(drawn), told, x)


def _number(number: float) -> str:
    text_of = f"{number:.2f}"
    return "0.00" if text_of == "-0.00" else text_of.replace("-", "\u2212")


def _pair(value: float, slope: float) -> str:
    sign = "\u2212" if slope < 0 and _number(slope) != "0.00" else "+"
    return f"{_number(value)} {sign} {_number(abs(slope))}\u03b5"
