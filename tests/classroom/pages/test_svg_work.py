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
CLIPS = ['<clipPath id="c0"><rect width="9" height="9"/></clipPath>'] + [
    f'<clipPath id="c{n}">'
    + f'<rect class="of-{n - 1}" clip-path="url(#c{n - 1})"/>' * 3
    + "</clipPath>"
    for n in range(1, 25)
]
CLIPPED = '<rect width="9" height="9" clip-path="url(#c24)"/>'
BY_STYLE = "<style>" + "".join(f".of-{n} {{clip-path: url(#c{n})}}" for n in range(24)) + "</style>"


def address(text: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("".join(LEVELS), True),
        ("".join(LEVELS[:4]), False),
        ("".join(PATTERNS) + FILLED.format(11), True),
        (PATTERNS[0] + FILLED.format(0), False),
        ("".join(CLIPS) + CLIPPED, True),
        ((BY_STYLE + "".join(CLIPS) + CLIPPED).replace(' clip-path="', ' title="'), True),
        ("<style>* {stroke-linejoin: round}</style><rect/>", False),
        (("".join(PATTERNS) + FILLED.format(11)).replace("url(", "URL("), True),
        (("".join(PATTERNS) + FILLED.format(11)).replace("url(", "u\\72l("), True),
        ("".join(LEVELS).replace('href="#', 'href=" #'), True),
        ("".join(LEVELS) + '<g id="a9"/><use xlink:href="#a9"/>', True),
        ('<rect id="a"/><use><set attributeName="href" to="#a"/></use>', True),
        ('<polyline points="0,0 1,1 2,2" marker-mid="url(#m)"/>', True),
        ('<polyline points="0,0 1,1 2,2" style="marker: url(#m)"/>', True),
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


def test_in_the_page_itself_no_clip_path_is_clipped_and_no_corner_marked():
    kept = cleaned(SVG.format("".join(CLIPS) + CLIPPED), set())
    assert kept.count("url(#") == 1 and kept.endswith('clip-path="url(#c24)"></rect></svg>')
    loud = SVG.format("".join(PATTERNS) + FILLED.format(11)).replace("url(", "URL(")
    assert cleaned(loud, set()).lower().count("url(#") == 1
    marked = '<polyline points="0,0 1,1 2,2" marker-mid="url(#m)" marker-end="url(#m)"/>'
    assert cleaned(SVG.format(marked), set()).count("url(#m)") == 1


def test_what_stands_between_two_clip_paths_keeps_what_it_refers_to():
    drawn = CLIPS[0] + '<rect clip-path="url(#c0)" fill="url(#g)"/>' + CLIPS[0].replace("c0", "d0")
    assert cleaned(SVG.format(drawn), set()).count("url(#") == 2
