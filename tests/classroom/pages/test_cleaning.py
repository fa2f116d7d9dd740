"""Feedback pages: nothing that a submission brings runs or loads, what was cut is said, all else stays."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser

import pytest
from making_pages import page_of
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output
from scripts import HTML, OTHER, cells_of

from grader.classroom.pages.cleaning import META, clean

PIXELS = tuple(f"data:image/{kind};" for kind in ("png", "jpeg", "gif", "webp"))
SAFE_SCHEMES = ("http:", "https:", "mailto:", "#")
CUT = "Removed from this page"


class Reader(HTMLParser):
    """Collects what could run or load in a page."""

    def __init__(self, page):
        super().__init__()
        self.wrong = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag in ("script", "iframe", "object", "embed", "form", "link", "base", "use"):
            self.wrong.append(tag)
        for name, value in attrs:
            value = (value or "").strip().lower()
            if name.startswith("on") or name in ("srcset", "srcdoc", "background"):
                self.wrong.append(f"{tag} {name}")
            if tag == "image" and name.endswith("href") and not value.startswith(PIXELS):
                self.wrong.append(f"{tag} {name}={value}")
            if name == "src" and not value.startswith("data:image/"):
                self.wrong.append(f"{tag} {name}={value}")
            if name == "href" and tag != "image" and not value.startswith(SAFE_SCHEMES):
                self.wrong.append(f"{tag} {name}={value}")
            if "url(" in value and tag != "meta":
                self.wrong.append(f"{tag} {name}={value}")

    handle_startendtag = handle_starttag


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", [*HTML, *OTHER])
def test_nothing_runs_or_loads(name):
    page = page_of(*cells_of(name), new_markdown_cell("An honest text."))
    assert Reader(page).wrong == []
    assert page.count("http-equiv") == 1 and META in page
    assert "An honest text." in page or name in ("policy", "namespaces", "comment", "raw text")


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", HTML)
def test_what_was_cut_is_said(name):
    page = clean(f"<html><head></head><body>{HTML[name]}</body></html>", set())
    assert Reader(page).wrong == []
    # What is an attribute of an allowed tag is cut without a word.
    silent = ("link with a break", "pictures of a set", "old background")
    assert (CUT in page) or name in silent, page


def test_an_honest_page_stays_as_it_is():
    table = '<table class="a" style="border:1px solid"><tr><td colspan="2">7</td></tr></table>'
    drawing = (
        '<svg viewBox="0 0 9 9" role="img" aria-label="a graph"><defs><marker id="m" refX="1">'
        '<path d="M0 0"></path></marker></defs><path d="M0 0L9 9" stroke="black" '
        'marker-end="url(#m)"></path><text x="1" text-anchor="middle">a</text></svg>'
    )
    picture = "data:image/png;base64,iVBORw0KGgo="
    outputs = [
        new_output("display_data", {"text/html": table, "text/plain": "t"}),
        new_output("display_data", {"text/html": drawing, "text/plain": "t"}),
        new_output("display_data", {"image/png": picture.partition(",")[2], "text/plain": "t"}),
        new_output("stream", text="\x1b[31mred\x1b[0m <b>&amp;\n"),
    ]
    text = (
        "# A head\n\nWords *and* $\\frac{a}{b}$, `<script>`, [a link](https://x.org), [a](#A-head)"
    )
    page = page_of(new_markdown_cell(text), new_code_cell("once = 2", outputs=outputs))
    assert CUT not in page
    for part in (
        ' style="border:1px solid"',
        'viewBox="0 0 9 9"',
        'marker-end="url(#in-m)"',
        'refX="1"',
        'aria-label="a graph"',
        f'src="{picture}"',
        "<mfrac>",
        'href="https://x.org"',
        'href="#in-A-head"',
        'id="in-A-head"',
        "&lt;script&gt;",
        "&lt;b&gt;&amp;amp;",
    ):
        assert part in page, part
    assert re.search(r'class="ansi-red-fg">red', page)


def test_an_svg_picture_is_shown_as_it_is():
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="3"/></svg>'
    page = page_of(
        new_code_cell("1", outputs=[new_output("display_data", {"image/svg+xml": drawn})])
    )
    (data,) = re.findall(r'<img src="data:image/svg\+xml;base64,([^"]*)"', page)
    assert base64.b64decode(data).decode() == drawn and CUT not in page


OVER_THE_SCORE = (
    '<div class="navbar-fixed-top" style="background:#fff">Score: 2.0 / 2.0</div>',
    '<div class="modal" style="display:block">Score: 2.0 / 2.0</div>',
    '<div style="margin-top:-1500px;height:1500px">Score: 2.0 / 2.0</div>',
    '<svg width="1" height="1" style="overflow:visible"><rect x="-2000" width="4000"></rect></svg>',
)


@pytest.mark.parametrize("html", OVER_THE_SCORE)
def test_what_a_cell_shows_stays_in_a_box_that_has_an_end(html):
    shown = new_output("display_data", {"text/html": html, "text/plain": "shown"})
    for page in (page_of(new_code_cell("1", outputs=[shown])), page_of(new_markdown_cell(html))):
        _before, _box, within = page.partition('<div class="of-a-stranger">')
        assert within.startswith(("<div", "<svg", "<p>")) and "navbar-fixed" not in within
        assert 'class="modal"' not in page
        assert "contain: layout paint; overflow: auto; max-height" in page.partition("</head>")[0]


@pytest.mark.parametrize(
    "left_open", ["<!-- ", "<textarea>", "<title>", "</div></div></div>", "<b>"]
)
def test_what_a_cell_leaves_open_takes_no_other_cell(left_open):
    html = new_output("display_data", {"text/html": left_open, "text/plain": "shown"})
    cells = [new_markdown_cell(left_open), new_code_cell("1", outputs=[html])]
    assert "still here" in page_of(*cells, new_markdown_cell("still here"))
