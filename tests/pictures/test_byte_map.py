"""Files as pictures: every byte is drawn, and every part can be told without its colour."""

import xml.etree.ElementTree as ElementTree

import pytest

from grader.pictures import Part, bytes_picture

SPACE = "{http://www.w3.org/2000/svg}"


def texts(picture):
    return [element.text for element in ElementTree.fromstring(picture.svg).iter(f"{SPACE}text")]


def test_every_byte_is_drawn_and_every_part_begins_with_its_letter():
    picture = bytes_picture(bytes(range(20)), [Part("head", 3), Part("body <b>", 17, "the rest")])
    shown = texts(picture)
    assert [text for text in shown if len(text) == 2 and text != "16"][:3] == ["00", "01", "02"]
    assert shown.count("a") == shown.count("b") == 2  # above the first byte, and in the legend
    assert "13" in shown and "16" in shown
    assert picture.alternative == (
        "the bytes of a file (20); a: head, bytes 0 to 2; b: body <b>, bytes 3 to 19: the rest"
    )


def test_a_part_of_one_byte_and_a_part_of_none():
    words = bytes_picture(b"x", [Part("empty", 0), Part("one", 1)]).alternative
    assert words == "the bytes of a file (1); a: empty, no bytes; b: one, byte 0"


@pytest.mark.parametrize(
    ("data", "parts"),
    [
        (bytes(257), [Part("all", 257)]),
        (bytes(27), [Part("each", 1)] * 27),
        (b"abc", [Part("two", 2)]),
        (b"abc", [Part("more", 4), Part("less", -1)]),
    ],
)
def test_what_cannot_be_drawn_is_refused(data, parts):
    with pytest.raises(ValueError, match="bytes"):
        bytes_picture(data, parts)
