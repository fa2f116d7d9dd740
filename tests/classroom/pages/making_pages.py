"""Feedback pages of notebooks that a test makes up."""

from __future__ import annotations

from pathlib import Path

import nbgrader
from nbformat.v4 import new_notebook

from grader.classroom.nbgrader.config import course_config
from grader.classroom.pages.feedback_exporter import PageExporter

STYLES = Path(nbgrader.__file__).parent / "server_extensions/formgrader/static/node_modules"
RESOURCES = {
    "nbgrader": {"score": 1.5, "max_score": 2, "late_penalty": 0, "notebook": "one"},
    "metadata": {"name": "one", "path": ""},
    "base_url": "",
    "notebook_id": "one",
    "index": 0,
    "total": 1,
}


def exporter(template="feedback", **options):
    """As nbgrader makes it for feedback, or the formgrader; `options` are HTMLExporter's."""
    config = course_config()
    config.HTMLExporter.template_name = template
    config.HTMLExporter.extra_template_paths = [str(STYLES / "bootstrap/dist/css")]
    config.HTMLExporter.update(options)
    config.Exporter.default_preprocessors = []
    return PageExporter(config=config)


def page_of(*cells, made_by=None, metadata=None):
    """The feedback page of a notebook."""
    notebook = new_notebook(cells=list(cells), metadata=metadata or {})
    return (made_by or exporter()).from_notebook_node(notebook, RESOURCES)[0]
