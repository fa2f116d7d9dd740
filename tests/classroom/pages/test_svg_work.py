"""A picture of a few lines that would be millions when it is drawn never reaches a page."""

from __future__ import annotations

import base64
from urllib.parse import quote

import pytest

from grader.classroom.pages.cleaning import cleaned
from grader.classroom.pages.svg_work import too_much

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{}</svg>'
LEVELS = ['<rect id="a0" width="1" height="1"/>'] + [
    f'<g id="a{n}">' + f'<use xlink:href="#a{n - 1}"/>' * 10 + "</g>" for n in range(1, 10)
]
PATTERNS = ['<pattern id="p0" width="2" height="2"><rect width="1" height="1"/></pattern>'] + [
    f'<pattern id="p{n}" width="2" height="2"><rect width="2" height="2" fill="url(#p{n - 1})"/></pattern>'
    for n in range(1, 12)
]
FILLED = '<rect width="900" height="900" fill="url(#p{})"/>'


def address(text: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("".join(LEVELS), True),
        ("".join(LEVELS[:4]), False),
        ("".join(PATTERNS) + FILLED.format(11), True),
        (PATTERNS[0] + FILLED.format(0), False),
        ('<g id="a"><use xlink:href="#a"/></g>', True),
        ("<g>", True),
    ],
)
def test_how_much_is_drawn(inside, expected):
    text = SVG.format(inside)
    assert too_much(address(text)) is too_much("data:image/svg+xml," + quote(text)) is expected
    cut: set[str] = set()
    kept = cleaned(f'<img src="{address(text)}">', cut)
    assert ("src=" in kept) is not expected and cut == ({"img src="} if expected else set())


def test_a_picture_with_entities_or_none_at_all_is_cut():
    assert too_much(address('<!DOCTYPE x [<!ENTITY a "b">]>' + SVG.format("&a;")))
    assert too_much("data:image/svg+xml;base64,***")


def test_in_the_page_itself_no_pattern_is_filled_with_another():
    kept = cleaned(SVG.format("".join(PATTERNS) + FILLED.format(11)), set())
    assert kept.count("url(#") == 1 and kept.endswith('fill="url(#p11)"></rect></svg>')
    inner = '<pattern id="a"><pattern id="b"></pattern><rect fill="url(#b)"/></pattern>'
    assert "url(#" not in cleaned(SVG.format(inner), set())
