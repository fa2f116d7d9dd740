"""nbconvert's HTML pages, quicker; imported only in the pages' own process.

The layout of a feedback page is nbgrader's template; our styles are in
`nbgrader/templates/feedback/mathjax.html.j2`, a name that the layout asks for.
"""

from __future__ import annotations

import functools
import pickle
import re
from collections.abc import Iterator
from typing import Any

from nbconvert.exporters.html import HTMLExporter
from nbconvert.exporters.templateexporter import TemplateExporter
from nbconvert.filters.highlight import Highlight2HTML
from nbconvert.filters.widgetsdatatypefilter import WidgetsDataTypeFilter
from nbformat import NotebookNode, from_dict
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from traitlets.config import Config

from grader.classroom.pages.cleaning import clean, cleaned, note, of_a_stranger
from grader.classroom.pages.titles import called, titles
from grader.languages import language as reader_language

# An image without alternative text, and nbconvert's text for it.
IMAGE = re.compile(r"<img((?:(?!\salt=|/>)[^<>])*+)(/?)>")
NO_DESCRIPTION = "No description has been provided for this image"
# What nbgrader's pages do not tell a screen reader: their language, and where their header is.
ACCESSIBLE = (
    ("<html>", '<html lang="{language}">'),
    ('<div class="panel-heading">', '<div class="panel-heading" role="banner">'),
)


HTML = "text/html"
# The template of the formgrader's page, which cleans each part by the filter `of_a_stranger`: the page
# around them has scripts and forms. The place in it where what was cut is said.
WITH_FORMS, NOTE_HERE = "formgrade", "<!-- what was cut -->"


class Renderer(HTMLExporter):
    """nbconvert's HTMLExporter in less than half the time.

    It is kept between pages, since compiling its templates takes longer than a page, and does not parse
    the finished page again, which nbconvert does to add alternative text to images and tab stops to
    JupyterLab's cells (nbgrader's pages have none).

    cut: the names of what was removed from the parts of the page that is being made.
    """

    cut: set[str]

    def from_notebook_node(  # type: ignore[override]
        self, nb: NotebookNode, resources: dict[str, Any] | None = None, **keywords: Any
    ) -> tuple[str, dict[str, Any]]:
        language = nb.metadata.get("language_info", {})
        lexer = language.get("pygments_lexer", language.get("name"))
        about = self._init_resources(resources)
        chosen = Highlight2HTML(pygments_lexer=lexer, parent=self)
        self.register_filter("highlight_code", self.filters.get("highlight_code", chosen))
        self.register_filter(
            "filter_data_type",
            WidgetsDataTypeFilter(
                notebook_metadata=self._nb_metadata, parent=self, resources=about
            ),
        )
        # Each part by itself, so that a comment which one cell leaves open does not take the next.
        self.cut = set()
        for data in _shown_data(nb):
            if HTML in data:  # an SVG picture is an image, in which nothing runs
                data[HTML] = self.within("".join(data[HTML]))
        page, about = TemplateExporter.from_notebook_node(self, nb, about, **keywords)
        for plain, told in ACCESSIBLE:
            page = page.replace(plain, told.format(language=reader_language().replace("_", "-")), 1)
        if self.template_name == WITH_FORMS:
            page = page.replace(NOTE_HERE, note(self.cut), 1)
        else:
            page = clean(page, self.cut)
        page = called(page, titles(nb))
        return IMAGE.sub(rf'<img\1 alt="{NO_DESCRIPTION}"\2>', page), about

    def within(self, part: str) -> str:
        """A part of a student's, cleaned and in a box, which the formgrader's template puts around it."""
        if self.template_name == WITH_FORMS:
            return cleaned(part, self.cut)
        return of_a_stranger(part, self.cut)

    def page(self, notebook: dict[str, Any], resources: dict[str, Any]) -> str:
        """The page of a notebook."""
        return self.from_notebook_node(from_dict(notebook), resources)[0]


def _shown_data(notebook: NotebookNode) -> Iterator[dict[str, Any]]:
    """What the cells' outputs show: data by its type."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if "data" in output:
                yield output.data


def renderer(configuration: bytes) -> Renderer:
    """What `exporter.configuration` describes."""
    sections, steps = pickle.loads(configuration)
    config = Config({name: pickle.loads(section) for name, section in sections.items()})
    config.Exporter.default_preprocessors = []
    one = Renderer(config=config)
    for name, enabled in steps:
        one.register_preprocessor(name, enabled)
    to_html = one.environment.filters["markdown2html"]

    @functools.wraps(to_html)  # what Jinja2 passes to it, too
    def to_clean_html(*arguments: Any) -> str:
        return one.within(to_html(*arguments))

    one.register_filter("markdown2html", to_clean_html)
    one.register_filter("of_a_stranger", lambda part: of_a_stranger(str(part), one.cut))
    return one


def warm_up(one: Renderer, resources: dict[str, Any]) -> None:
    """Makes a page of our own words, so that what every page needs is loaded and compiled."""
    outputs = [
        new_output("stream", text="\x1b[31mred\x1b[0m\n"),
        new_output("error", ename="E", evalue="", traceback=["\x1b[0;31mE\x1b[0m"]),
        new_output("display_data", {"text/html": "<p>one</p>", "text/plain": "one"}),
        new_output("display_data", {"image/png": "aGVsbG8=", "text/plain": "one"}),
        new_output("execute_result", {"text/plain": "one"}),
    ]
    text = "# One\n\n*two* $a^2$ [three](#one) `four` <b>five</b>\n\n- six\n\n| a |\n|---|\n| b |\n"
    cells = [new_markdown_cell(text), new_code_cell("import os\nx = [1, 'a']", outputs=outputs)]
    notebook = new_notebook(cells=cells)
    notebook.metadata.language_info = {"name": "python", "pygments_lexer": "ipython3"}
    one.from_notebook_node(notebook, resources)
