"""Curves as pictures: words for those who do not see them, and the same drawing every time."""

import xml.etree.ElementTree as ElementTree

import numpy as np

from grader.pictures import curves, images_picture, plot, plot_picture, valley


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


def test_every_curve_has_a_label_and_a_look_of_its_own():
    names = ["one", "two", "three", "four", "five"]
    axes = curves("Five", {name: [1, 10, 100] for name in names}, log="y")
    assert [line.get_label() for line in axes.lines] == names
    assert len({(line.get_color(), line.get_linestyle()) for line in axes.lines}) == 5
    assert (axes.get_xscale(), axes.get_yscale()) == ("linear", "log")


def test_a_curve_is_drawn_over_its_number_or_over_its_own_places():
    axes = curves("Two", {"counted": (5, 6, 7), "placed": ([0.1, 1, 10], [5, 6, 7])}, log="x")
    assert [list(line.get_xdata()) for line in axes.lines] == [[0, 1, 2], [0.1, 1, 10]]
    assert axes.get_xscale() == "log"


def test_a_valley_shows_the_path_and_the_bottom():
    path = np.array([[0.0, 0.0], [1.0, 0.5], [2.0, 1.0]])
    axes = valley("A bowl", np.diag([1.0, 2.0]), np.array([2.0, 1.0]), path)
    walked, bottom = axes.lines
    assert np.array_equal(walked.get_xydata(), path)
    assert np.array_equal(bottom.get_xydata(), [[2.0, 1.0]])


def test_images_stand_in_one_row_each_with_its_label():
    picture = images_picture({"first": np.eye(4), "then": np.ones((2, 3))}, "two arrays")
    root = ElementTree.fromstring(picture.svg)
    assert root.get("aria-label") == "two arrays"
    assert len(root.findall(".//{*}image")) == 2
    assert ">first</text>" in picture.svg and ">then</text>" in picture.svg
    assert (
        images_picture({"first": np.eye(4)}, "one").svg
        == images_picture({"first": np.eye(4)}, "one").svg
    )
