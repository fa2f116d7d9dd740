"""Frames as one picture: a still drawing, and the controls that show its frames one at a time.

All frames are in one SVG, all but one of them hidden. Without a script (in print, in feedback, in a
notebook that JupyterLab does not trust) the reader sees that one as an image, and below it every step
in words. With a script the image becomes a drawing in the page's colours, with buttons and a slider.
Nothing moves by itself, and nothing glides where the reader wants less motion.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from grader.languages import _
from grader.pictures.drawing.display import Picture, fitting, head

MOST_FRAMES = 120


@dataclass(frozen=True)
class Frame:
    """One frame. svg: what only it shows; said: all that it shows, in a sentence or two.

    at: its place from left to right, in pixels, if the reader may drag from frame to frame.
    """

    svg: str
    said: str
    at: float | None = None


def animation(
    title: str,
    base: str,
    frames: Sequence[Frame],
    size: tuple[float, float],
    *,
    still: int = -1,
    hint: str = "",
    pace: int = 1600,
) -> Picture:
    """The picture of these frames. base: the part of the drawing that all of them share.

    size: width and height in pixels. still: the frame that is shown first, and where no script
    runs. hint: what a reader can do; by default, to press the buttons. pace: milliseconds from one
    frame to the next while it plays.
    Raises ValueError for no frames, and for more than 120.
    """
    if not 0 < len(frames) <= MOST_FRAMES:
        raise ValueError(
            _("{count} steps cannot be shown in one picture; 1 to {most} can").format(
                count=len(frames), most=MOST_FRAMES
            )
        )
    shown = range(len(frames))[still]
    alternative = "\n".join([title, *(frame.said for frame in frames)])
    label = f"{title}; {frames[shown].said}"
    svg = _svg(base, frames, size, shown, label)
    image = _image(svg, size[0], label)
    return Picture(svg, alternative, _html(title, frames, image, shown, hint, pace))


def _svg(
    base: str, frames: Sequence[Frame], size: tuple[float, float], shown: int, label: str
) -> str:
    width, height = size
    groups = "".join(
        f'<g data-frame="{number}"{_place(frame)}{"" if number == shown else _HIDDEN}>{frame.svg}</g>'
        for number, frame in enumerate(frames)
    )
    return f"{head(width, height, label)}{base}{groups}</svg>"


_HIDDEN = ' display="none"'


def _place(frame: Frame) -> str:
    return "" if frame.at is None else f' data-at="{frame.at:.1f}"'


def _image(svg: str, width: float, label: str) -> str:
    data = base64.b64encode(svg.encode()).decode()
    return (
        f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(label)}" '
        f'style="{fitting(width)};background:#fff;color:#000">'
    )


def _html(title: str, frames: Sequence[Frame], image: str, shown: int, hint: str, pace: int) -> str:
    steps = "".join(f"<li>{escape(frame.said)}</li>" for frame in frames)
    draggable = frames[0].at is not None
    words = f'data-play="{escape(_("Play"))}" data-pause="{escape(_("Pause"))}" data-pace="{pace}"'
    return (
        f'<div class="grader-animation" data-lm-suppress-shortcuts="true" {words}>'
        f"<style>{asset('animation.css')}</style>"
        f'<p class="grader-animation-title"><strong>{escape(title)}</strong></p>'
        f'<div class="grader-animation-window" style="overflow-x:auto">{image}</div>'
        f"{_controls(title, len(frames), shown, draggable, hint)}"
        f"<details{'' if draggable else ' open'}>"
        f"<summary>{escape(_('All steps in words'))}</summary><ol>{steps}</ol></details>"
        f"<script>{asset('animation.js')}</script></div>"
    )


def _controls(title: str, count: int, shown: int, draggable: bool, hint: str) -> str:
    """Buttons, a slider, and the sentence of the step; shown by the script."""
    if count < 2:  # there is nowhere to go
        return ""
    buttons = {"first": _("First"), "back": _("Back"), "forward": _("Forward"), "last": _("Last")}
    if not draggable:
        buttons["play"] = _("Play")
    drawn = "".join(
        f'<button type="button" data-go="{name}">{escape(word)}</button>'
        for name, word in buttons.items()
    )
    hint = hint or _("Press First, then Forward, to go through it step by step.")
    return (
        f'<div class="grader-animation-controls" role="group" aria-label="{escape(title)}" '
        'style="display:none">'
        f'<div class="grader-animation-buttons">{drawn}</div>'
        f'<input type="range" min="1" max="{count}" value="{shown + 1}" step="1" '
        f'aria-label="{escape(_("Step"))}">'
        f'<output class="grader-animation-say" aria-live="polite">{escape(hint)}</output></div>'
    )


@cache
def asset(name: str) -> str:
    """The file without its comments and indentation."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    stripped = (line.strip() for line in lines)
    return "\n".join(line for line in stripped if line and not line.startswith("//"))
