"""The drawing of arrays: what is framed, what is dashed, and what is read aloud."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from grader.pictures.grids import Grid, grids_picture

SVG = "{http://www.w3.org/2000/svg}"


def rectangles(picture):
    return ElementTree.fromstring(picture.svg).findall(f"{SVG}rect")


def texts(picture):
    return [part.text for part in ElementTree.fromstring(picture.svg).findall(f"{SVG}text")]


def test_every_number_stands_in_a_cell_and_signs_stand_between():
    picture = grids_picture([[Grid([[1, 2], [3, 4]], "a", "[2, 2]"), "+", Grid([0.5, 6], "b < c")]])
    assert len(rectangles(picture)) == 6
    assert texts(picture) == ["1", "2", "3", "4", "a", "[2, 2]", "+", "0.5", "6", "b < c"]
    assert picture.alternative == "a (2x2: [1, 2], [3, 4]) + b < c (1x2: [0.5, 6])"


def test_framed_and_dashed_cells_differ_by_form():
    picture = grids_picture([[Grid([1, 2, 3], marked=[(0, 0)], ghosts=[(0, 2)])]])
    widths = [cell.get("stroke-width") for cell in rectangles(picture)]
    dashes = [cell.get("stroke-dasharray") for cell in rectangles(picture)]
    assert widths.count("2.4") == 1
    assert dashes.count("3 3") == 1


def test_shades_go_from_nothing_to_nearly_the_text_s_colour_and_hold_no_numbers():
    picture = grids_picture([[Grid(np.arange(4.0), "digit", shaded=True, size=8)]])
    shades = [float(cell.get("fill-opacity")) for cell in rectangles(picture)]
    assert shades == [0, 0.3, 0.6, 0.9]
    assert texts(picture) == ["digit"]
    assert picture.alternative == "digit (1x4)"
    flat = grids_picture([[Grid(np.ones((2, 2)), shaded=True)]])
    assert {cell.get("fill-opacity") for cell in rectangles(flat)} == {"0.00"}


def test_lines_stand_below_each_other_inside_the_drawing():
    picture = grids_picture([[Grid([[1]], "one")], [Grid([[2]], "two")]], "two numbers")
    root = ElementTree.fromstring(picture.svg)
    first, second = (float(cell.get("y")) for cell in rectangles(picture))
    assert 0 < first < second < float(root.get("height")) - 30
    assert root.get("aria-label") == repr(picture) == "two numbers"


def test_a_chinese_label_gets_the_room_that_it_needs():
    latin, chinese = (
        float(ElementTree.fromstring(grids_picture([[Grid([[1]], label)]]).svg).get("width"))
        for label in ("four times", "补零后的梯度各占两列")
    )
    assert chinese > latin + 10 * 5


def test_what_cannot_be_drawn_is_said():
    with pytest.raises(ValueError, match="at most 4000"):
        grids_picture([[Grid(np.zeros((100, 100)))]])
    with pytest.raises(ValueError, match="w has 3"):
        grids_picture([[Grid(np.zeros((2, 2, 2)), "w")]])
