"""The drawing of the forward and the backward pass: what it says, and that it is well formed."""

import xml.etree.ElementTree as ElementTree

import pytest

from grader.pictures import Way, ways_picture

SVG = "{http://www.w3.org/2000/svg}"
PLACES = {"w": (0, 0), "a": (0, 1), "b": (1, 2)}
WAYS = [Way("w", "a", "3"), Way("a", "b", None)]


def drawn(ways=WAYS):
    return ElementTree.fromstring(ways_picture(PLACES, ways).svg)


def test_every_way_is_told_in_words():
    assert ways_picture(PLACES, WAYS).alternative.splitlines() == [
        "w to a, the gradient times 3",
        "a to b, closed to the gradient",
    ]


def test_an_open_way_has_a_slope_and_an_arrow_back_and_a_closed_one_has_a_bar():
    def backs(root):
        return [line for line in root.iter(SVG + "line") if "back" in line.get("marker-end", "")]

    texts = [text.text for text in drawn().iter(SVG + "text")]
    assert "\u00d7 3" in texts
    assert set(PLACES) <= set(texts)
    # One arrow more in each: the legend's.
    assert len(backs(drawn())) == 2
    assert len(backs(drawn([Way("w", "a", "3"), Way("a", "b", "1")]))) == 3
    bars = [line for line in drawn().iter(SVG + "line") if line.get("stroke-width") == "4"]
    assert len(bars) == 2


def test_the_legend_has_the_sign_for_closed_only_where_it_stands():
    def texts(ways):
        return {text.text for text in drawn(ways).iter(SVG + "text")}

    assert "closed" in texts(WAYS) and "closed" not in texts([WAYS[0]])


def test_the_way_back_points_up_and_lies_beside_the_way_forward():
    forward, back = list(drawn([WAYS[0]]).iter(SVG + "line"))[:2]
    assert float(forward.get("y1")) < float(forward.get("y2"))
    assert float(back.get("y1")) > float(back.get("y2"))
    assert forward.get("x1") != back.get("x1")


def test_texts_are_escaped():
    picture = ways_picture({"a<b": (0, 0), "&": (0, 1)}, [Way("a<b", "&", "<1>")])
    assert "&lt;1&gt;" in picture.svg
    ElementTree.fromstring(picture.svg)


def test_a_way_to_a_node_without_a_place_is_an_error():
    with pytest.raises(KeyError, match="nowhere"):
        ways_picture(PLACES, [Way("w", "nowhere", "1")])
