"""Matplotlib plots as pictures that are readable in light and dark themes."""

from __future__ import annotations

import io
from html import escape
from typing import Any

from grader.pictures.graph import Picture

GREY = "#808080"  # readable on white and on black: contrast 4 to 1 on either
BLUE, ORANGE, GREEN, PINK = "#0072B2", "#D55E00", "#009E73", "#CC79A7"  # Okabe and Ito


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
    axes.tick_params(colors=GREY)
    for spine in axes.spines.values():
        spine.set_color(GREY)
    return axes


def plot_picture(axes: Any, alternative: str) -> Picture:
    """The figure of these axes, for `show`; `alternative` describes it in words.

    The same figure always gives the same SVG. If lines have labels, a legend without a frame is
    added.
    """
    import matplotlib  # see `plot`

    if axes.get_legend_handles_labels()[1]:
        axes.legend(facecolor="none", edgecolor="none", labelcolor=GREY)
    drawing = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": alternative}):
        axes.figure.savefig(drawing, format="svg", transparent=True, metadata={"Date": None})
    svg = drawing.getvalue()
    head = f'<svg role="img" aria-label="{escape(alternative)}" style="max-width:100%;height:auto"'
    return Picture(svg[svg.index("<svg") :].replace("<svg", head, 1), alternative)
