"""The drawing of one graph and the shelves of its sessions: what it says, and what has a place."""

import xml.etree.ElementTree as ElementTree

import pytest

from grader.pictures import shelves_picture

SVG = "{http://www.w3.org/2000/svg}"
SHELVES = {"here": {"x": 3, "y": 4}, "there": {"x": 1, "y": None}}


def drawn(shelves=SHELVES):
    return ElementTree.fromstring(shelves_picture(["x", "y", "f"], shelves).svg)


def test_the_shelves_are_told_in_words():
    assert shelves_picture(["x", "y", "f"], SHELVES).alternative.splitlines() == [
        "One graph with the nodes x, y, f",
        "on the shelf of here: x: 3, y: 4",
        "on the shelf of there: x: 1, y: no value",
    ]


def test_each_variable_has_a_place_on_each_shelf_and_a_result_has_none():
    boards = [one for one in drawn().iter(SVG + "line") if one.get("stroke-width") == "3"]
    assert len(boards) == 4
    texts = [text.text for text in drawn().iter(SVG + "text")]
    assert texts[:3] == ["the graph", "here", "there"]
    assert sorted(filter(None, texts[3:])) == ["1", "3", "4", "f", "x", "y"]


def test_a_place_without_a_value_is_dashed():
    dashed = [one for one in drawn().iter(SVG + "rect") if one.get("stroke-dasharray")]
    assert len(dashed) == 1
    full = {"a & b": {"x": "<3>"}}
    assert not [one for one in drawn(full).iter(SVG + "rect") if one.get("stroke-dasharray")]


def test_the_places_of_one_node_stand_in_its_row():
    tops = {
        text.text: float(text.get("y"))
        for text in drawn({"s": {"x": 11}, "t": {"x": 22}}).iter(SVG + "text")
    }
    assert abs(tops["x"] - tops["11"]) < 3 and tops["11"] == tops["22"]
    assert tops["f"] > tops["y"] > tops["x"]


def test_a_value_of_no_node_is_an_error():
    with pytest.raises(ValueError, match="here holds a value for z, which is not among the nodes"):
        shelves_picture(["x"], {"here": {"z": 1}})
