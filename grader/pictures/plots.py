"""Matplotlib plots as pictures that are readable in light and dark themes."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Mapping, Sequence
from html import escape
from itertools import cycle
from typing import Any

import numpy as np

from grader.pictures.fonts import give_characters
from grader.pictures.graph import Picture

GREY = "#7A7A7A"  # readable on white and on black: contrast 4.3 to 1 on either
BLUE, ORANGE, GREEN, PINK = "#0072B2", "#D55E00", "#009E73", "#CC79A7"  # Okabe and Ito

# A line differs from its neighbours by more than its colour.
LOOKS = (
    (BLUE, "-", "o"),
    (ORANGE, "--", "s"),
    (GREEN, "-.", "^"),
    (PINK, ":", "v"),
    (GREY, "-", "x"),
)
MOST_MARKERS = 31

# Of the SVG that matplotlib writes: what is defined, what uses it and where, and what is left out.
DEFINED = re.compile(r'<path id="([^"]+)" ([^>]*?)/>')
USE = re.compile(r'<use xlink:href="#([^"]+)"([^>]*?)/>')
PLACE = re.compile(r' x="([^"]+)" y="([^"]+)"')
LEFT_OUT = re.compile(r"<style[^<]*+</style>|<defs>\s*+</defs>")
UNDATED = dict.fromkeys(("Date", "Creator", "Format", "Type"))  # then there is no metadata
COORDINATES = re.compile(r'(?<= d=")[^"]+')
DECIMALS = re.compile(r"(\.\d\d)\d+")  # a hundredth of a pixel is enough
JOINTS = 'stroke-linejoin="round" stroke-linecap="butt"'  # what the style says


def plot(title: str, x: str = "", y: str = "", size: tuple[float, float] = (6.4, 3.2)) -> Any:
    """Empty axes of a new figure, in colours for any background.

    x, y: labels of the axes. size: (width, height) in inches.
    """
    from matplotlib.figure import Figure  # takes half a second, and not every chapter draws curves

    axes = Figure(figsize=size, layout="constrained").add_subplot()
    axes.set_title(title, color=GREY)
    axes.set_xlabel(x, color=GREY)
    axes.set_ylabel(y, color=GREY)
    axes.set_facecolor("none")
    axes.tick_params(colors=GREY, which="both")
    for spine in axes.spines.values():
        spine.set_color(GREY)
    return axes


def curves(
    title: str,
    lines: Mapping[str, Sequence[float] | tuple[Sequence[float], Sequence[float]]],
    x: str = "",
    y: str = "",
    *,
    log: str = "",
    size: tuple[float, float] = (6.4, 3.2),
) -> Any:
    """New axes with one curve per entry of `lines`, in colours and styles of their own.

    lines: maps a curve's label to its heights, counted from 0, or to a pair of places and heights.
    log: the axes with a logarithmic scale: "y", "x" or "xy".
    """
    axes = plot(title, x, y, size)
    for (label, values), (colour, style, marker) in zip(lines.items(), cycle(LOOKS), strict=False):
        paired = isinstance(values, tuple) and np.ndim(values[0]) > 0
        if not paired:
            axes.xaxis.get_major_locator().set_params(integer=True)
        pair: Any = values if paired else (range(len(values)), values)
        places, heights = pair
        marker = marker if len(heights) <= MOST_MARKERS else ""
        axes.plot(places, heights, style, color=colour, marker=marker, ms=4, lw=2, label=label)
    if "x" in log:
        axes.set_xscale("log")
    if "y" in log:
        axes.set_yscale("log")
    return axes


def valley(title: str, bowl: Any, bottom: Any, path: Any, x: str = "", y: str = "") -> Any:
    """New axes with a bowl over two weights, seen from above, and a path through it; a star marks its bottom.

    bowl: the (2, 2) matrix A of the height (w - bottom)^T A (w - bottom). bottom: the lowest place,
    (2,). path: the places of a walk, (n_places, 2).
    """
    axes = plot(title, x, y, size=(4.6, 4.6))
    reach = 1.4 * np.abs(bottom).max()
    xs, ys = (np.linspace(place - reach, place + reach, 120) for place in bottom)
    away = np.stack(np.meshgrid(xs - bottom[0], ys - bottom[1]))
    height = np.einsum("iab,ij,jab->ab", away, bowl, away)
    start = (path[0] - bottom) @ bowl @ (path[0] - bottom)
    levels = start * np.array([0.02, 0.1, 0.3, 0.6, 1.0, 1.6])
    axes.contour(xs, ys, height, levels=levels, colors=GREY, linewidths=0.8)
    axes.plot(*path.T, "o-", color=ORANGE, ms=3, lw=1.5)
    axes.plot(*bottom, "*", color=BLUE, ms=13)
    axes.set_aspect("equal")
    return axes


def images_picture(images: Mapping[str, Any], alternative: str, size: float = 2.1) -> Picture:
    """Arrays as images in one row, each below its label; the largest value of each is the brightest.

    images: maps a label to an array of shape (rows, columns). size: of one image, in inches.
    """
    from matplotlib.figure import Figure  # see `plot`

    # Ticks that nobody sees would take half of the time, and so would a layout that is computed.
    bare: dict[str, list[float]] = {"xticks": [], "yticks": []}
    figure = Figure(figsize=(size * len(images), size + 0.3))
    row = figure.subplots(1, len(images), squeeze=False, subplot_kw=bare)[0]
    figure.subplots_adjust(left=0, right=1, bottom=0.01, top=size / (size + 0.3), wspace=0.04)
    for axes, (label, values) in zip(row, images.items(), strict=True):
        axes.imshow(values)
        axes.set_title(label, color=GREY, fontsize=10)
        axes.set_axis_off()
    return plot_picture(row[0], alternative)


def plot_picture(axes: Any, alternative: str) -> Picture:
    """The figure of these axes, for `show`; `alternative` describes it in words.

    The same figure always gives the same SVG. If lines have labels, a legend without a frame is
    added. Chinese labels take their characters from a font that has them.
    """
    import matplotlib  # see `plot`

    if axes.get_legend_handles_labels()[1]:
        axes.legend(facecolor="none", edgecolor="none", labelcolor=GREY)
    # Chinese is drawn, since a browser may have no font for it; all else stays text, which is shorter.
    drawn = give_characters(axes.figure)
    settings = {"svg.hashsalt": alternative, "svg.fonttype": "path" if drawn else "none"}
    drawing = io.StringIO()
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        if not drawn:
            warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
        axes.figure.savefig(drawing, format="svg", transparent=True, metadata=UNDATED)
    svg = _in_full(drawing.getvalue())
    head = f'<svg role="img" aria-label="{escape(alternative)}" style="max-width:100%;height:auto"'
    return Picture(svg[svg.index("<svg") :].replace("<svg", f"{head} {JOINTS}", 1), alternative)


def _in_full(svg: str) -> str:
    """Matplotlib's SVG without references, styles and metadata, which cleaned pages do without.

    Letters and markers are defined once and used many times; here each use is the path itself.
    """
    defined = dict(DEFINED.findall(svg))

    def path(use: re.Match[str]) -> str:
        name, attributes = use.groups()
        if place := PLACE.search(attributes):
            attributes = attributes.replace(
                place[0], f' transform="translate({place[1]} {place[2]})"'
            )
        return f"<g{attributes}><path {defined[name]}/></g>"

    full = LEFT_OUT.sub("", USE.sub(path, DEFINED.sub("", svg)))
    return COORDINATES.sub(lambda d: " ".join(DECIMALS.sub(r"\1", d[0]).split()), full)
