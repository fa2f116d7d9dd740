"""Feedback pages are those of nbgrader's own exporter, made in less time."""

from __future__ import annotations

import re

import nbformat
from bs4 import BeautifulSoup
from nbconvert.exporters import HTMLExporter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from grader.classroom.feedback import NO_DESCRIPTION, PageExporter

NOTEBOOK = new_notebook(
    cells=[
        new_markdown_cell("# Title\n\nText with `code`, <b>mark-up</b>, $x < y$ and ![a](b.png)."),
        new_markdown_cell('An image <img src="c.png"> and <img alt="one" src="d.png"/>.'),
        new_code_cell(
            "if a < b: print('<img src=\"x\">')",
            outputs=[
                new_output("stream", text="<img> & \x1b[31mred\x1b[0m\n"),
                new_output("display_data", {"image/png": "aGVsbG8=", "text/plain": "figure"}),
                new_output("execute_result", {"text/html": "<p>points &amp; more</p>"}),
                new_output("error", ename="E", evalue="<v>", traceback=["\x1b[1mline\x1b[0m"]),
            ],
        ),
    ],
    metadata={"language_info": {"name": "python", "pygments_lexer": "ipython3"}},
)


def page(kind):
    return kind().from_notebook_node(nbformat.from_dict(NOTEBOOK))[0]


def parts(text):
    """Every element with its attributes, and every text, without the order of the tabulator key."""
    soup = BeautifulSoup(text, "html.parser")
    found = []
    for node in soup.find("body").descendants:
        if getattr(node, "name", None):
            kept = {name: node.attrs[name] for name in sorted(node.attrs) if name != "tabindex"}
            found.append((node.name, str(kept)))
        else:
            found.append(re.sub(r"\s+", " ", str(node)))
    return found


def test_a_page_is_what_nbconvert_makes():
    assert parts(page(PageExporter)) == parts(page(HTMLExporter))


def test_every_image_has_a_text():
    images = BeautifulSoup(page(PageExporter), "html.parser").find_all("img")
    assert len(images) == 4
    assert all(image.get("alt") for image in images)
    assert sum(image["alt"] == NO_DESCRIPTION for image in images) == 2
