"""Curves as pictures: words for those who do not see them, and the same drawing every time."""

import xml.etree.ElementTree as ElementTree

from grader.pictures import plot, plot_picture


def curve(label=None):
    axes = plot("A parabola", x="x", y="y")
    axes.plot([0, 1, 2], [0, 1, 4], label=label)
    return plot_picture(axes, "a parabola that rises & rises")


def test_the_picture_carries_its_words_and_is_well_formed():
    root = ElementTree.fromstring(curve().svg)
    assert root.get("aria-label") == curve().alternative == "a parabola that rises & rises"
    assert root.get("role") == "img"


def test_the_same_curve_gives_the_same_drawing():
    assert curve().svg == curve().svg


def test_a_legend_is_drawn_only_where_a_line_has_a_label():
    assert "legend_1" not in curve().svg
    assert "legend_1" in curve("height").svg


def test_nothing_is_painted_behind_the_curve():
    assert "fill: #ffffff" not in curve().svg
