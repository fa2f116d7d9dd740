"""The exporter that nbgrader is given: the gradebook's part here, the page in a limited process."""

from __future__ import annotations

import html
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nbconvert.exporters.exporter import Exporter
from nbconvert.exporters.html import HTMLExporter
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from grader.class_file import read_class_file
from grader.classroom.pages.heading import under_heading
from grader.classroom.pages.maker import PAGES, PageRefused
from grader.classroom.pages.shown import read_document, shown
from grader.languages import N_, _, tag

# Preprocessors of this package don't use the gradebook, and run where the page is made.
NBCONVERT = "nbconvert."


class PageExporter(HTMLExporter):
    """Makes pages of notebooks that strangers wrote.

    The preprocessors that read the gradebook run here; all else happens in the pages' own process. Of
    a notebook that no page can be made of within the limits, what the student wrote is left out.
    """

    # What such a page says at its top.
    told = N_(
        "**This page is shortened.** The full page of this notebook could not be made: {reason}. "
        "What you wrote and what your notebook displayed are left out; all points and comments "
        "are here. Your answers themselves are not lost."
    )

    def from_file(  # type: ignore[override]
        self, file_stream: Any, resources: dict[str, Any] | None = None, **keywords: Any
    ) -> tuple[str, dict[str, Any]]:
        return self.from_notebook_node(read_document(file_stream.read()), resources, **keywords)

    def from_notebook_node(  # type: ignore[override]
        self, nb: Mapping[str, Any], resources: dict[str, Any] | None = None, **keywords: Any
    ) -> tuple[str, dict[str, Any]]:
        steps = self._preprocessors
        elsewhere = [one for one in steps if type(one).__module__.startswith(NBCONVERT)]
        self._preprocessors = [one for one in steps if one not in elsewhere]
        try:
            graded, about = Exporter.from_notebook_node(self, shown(nb), resources, **keywords)
        finally:
            self._preprocessors = steps
        total = about.get("nbgrader", {})
        if "score" in total:  # as nbgrader exports it: a penalty takes no more than there is
            total["score"] = max(0.0, total["score"])
        page = self._page(graded, dict(about), configuration(self.config, elsewhere))
        return self.of_class(page), about

    def of_class(self, page: str) -> str:
        """The page with what the class says of itself. nbgrader makes pages in the class's folder."""
        return under_heading(page, read_class_file(Path.cwd()))

    def _page(self, graded: NotebookNode, about: dict[str, Any], settings: bytes) -> str:
        try:
            try:
                return PAGES.make(settings, graded, about)
            except PageRefused as error:
                reason = str(error)
                name = about.get("metadata", {}).get("name", "")
                self.log.warning("The page of %s is shortened: %s", name, reason)
                left = without_what_was_written(graded, reason, _(self.told))
                return PAGES.make(settings, left, about)
        except PageRefused:
            return plain_page(about, reason)

    def _init_resources(self, resources: dict[str, Any] | None) -> Any:
        """Without nbconvert's functions for templates, which stay where the templates are."""
        return Exporter._init_resources(self, resources)


def configuration(config: Any, steps: list[Any]) -> bytes:
    """An exporter's settings and preprocessors, for the process that makes pages.

    Left out are settings that only exist in this process, such as functions in `nbgrader_config.py`.
    """
    sections = {}
    for name, section in config.items():
        try:
            sections[name] = pickle.dumps(section)
        except Exception:  # whatever a configuration may hold
            continue
    names = [f"{type(step).__module__}.{type(step).__qualname__}" for step in steps]
    enabled = [bool(getattr(step, "enabled", True)) for step in steps]
    return pickle.dumps((sections, list(zip(names, enabled, strict=True))))


def without_what_was_written(notebook: NotebookNode, reason: str, told: str) -> NotebookNode:
    """The notebook with the judge's cells, the points and the comments alone, and why.

    told: the sentences that say so, with {reason} for the reason.
    """
    cells = [new_markdown_cell(told.format(reason=_in_markdown(reason)))]
    for cell in notebook.cells:
        about = cell.metadata.get("nbgrader", {})
        answer = bool(about.get("solution") or about.get("task"))
        if not answer and not about.get("grade"):
            continue
        kept = NotebookNode(cell)
        kept.metadata = NotebookNode(nbgrader=about)
        kept.pop("attachments", None)
        if answer:
            kept.source = _("(left out)") if cell.cell_type == "markdown" else "# ..."
            if cell.cell_type == "code":
                kept.outputs = []
        cells.append(kept)
    return NotebookNode(notebook, cells=cells, metadata=NotebookNode())


def _in_markdown(text: str) -> str:
    """A text without the signs that Markdown would read."""
    return "".join(f"&#{ord(sign)};" if sign in "\\`*_{}[]()<>#+-!|$&" else sign for sign in text)


def plain_page(about: dict[str, Any], reason: str) -> str:
    """A page without a notebook: its name, its score, and why the rest is missing."""
    graded = about.get("nbgrader", {})
    name = html.escape(str(graded.get("notebook", about.get("notebook_id", ""))))
    told = _("The page of this notebook could not be made: {reason}.").format(reason=reason)
    score = ""
    if "score" in graded:
        score = _("Score: {points:g} of {most:g}").format(
            points=round(float(graded["score"]), 2), most=float(graded["max_score"])
        )
    return (
        f'<!DOCTYPE html>\n<html lang="{tag()}">\n<head><meta charset="utf-8"><title>{name}</title>'
        f"</head>\n<body><h1>{name}</h1><p>{html.escape(score)}</p><p>{html.escape(told)}</p></body>"
        "\n</html>\n"
    )
