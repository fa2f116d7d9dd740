"""Makes feedback pages with nbgrader's generate_feedback, one student at a time."""

from __future__ import annotations

import glob
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket
from nbconvert.exporters import HTMLExporter, TemplateExporter
from nbconvert.filters import Highlight2HTML
from nbconvert.filters.widgetsdatatypefilter import WidgetsDataTypeFilter
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.converters import GenerateFeedback
from nbgrader.plugins.export import CsvExportPlugin
from traitlets import default

from grader.classroom.nbgrader.course import Course, quiet_nbgrader
from grader.errors import CourseError
from grader.languages import language as reader_language


class _Compiled(BytecodeCache):
    """Keeps compiled templates between pages: compiling takes most of a page's time."""

    def __init__(self) -> None:
        self.known: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.known:
            bucket.bytecode_from_string(self.known[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.known[bucket.key] = bucket.bytecode_to_string()


COMPILED = _Compiled()
# An image without alternative text, and nbconvert's text for it.
IMAGE = re.compile(r"<img((?:(?!\salt=|/>)[^<>])*+)(/?)>")
NO_DESCRIPTION = "No description has been provided for this image"
# What nbgrader's pages do not tell a screen reader: their language, and where their header is.
ACCESSIBLE = (
    ("<html>", '<html lang="{language}">'),
    ('<div class="panel-heading">', '<div class="panel-heading" role="banner">'),
)


class PageExporter(HTMLExporter):
    """nbconvert's HTMLExporter in less than half the time.

    It keeps compiled templates, and does not parse the finished page again, which nbconvert does to
    add alternative text to images and tab stops to JupyterLab's cells (nbgrader's pages have none).
    """

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
        page, about = TemplateExporter.from_notebook_node(self, nb, about, **keywords)
        for plain, told in ACCESSIBLE:
            page = page.replace(plain, told.format(language=reader_language().replace("_", "-")), 1)
        return IMAGE.sub(rf'<img\1 alt="{NO_DESCRIPTION}"\2>', page), about

    def _create_environment(self) -> Environment:
        environment: Environment = super()._create_environment()
        environment.bytecode_cache = COMPILED
        return environment


class Pages(GenerateFeedback):
    """nbgrader's GenerateFeedback with the faster exporter. `cause`: the OSError that ended it, if any."""

    cause: OSError | None = None

    def convert_single_notebook(self, notebook_filename: str) -> None:
        try:
            super().convert_single_notebook(notebook_filename)
        except OSError as error:
            self.cause = error
            raise

    @default("export_class")
    def _exporter_class_default(self) -> type[HTMLExporter]:
        return PageExporter


def graded_students(course: Course, chapter: str) -> list[str]:
    """The students with an autograded notebook. Raises CourseError when there is none."""
    directory = course.directory(chapter)
    pattern = directory.format_path(directory.autograded_directory, "*", chapter)
    before = Path(pattern.partition("*")[0])
    students = sorted(Path(path).relative_to(before).parts[0] for path in glob.glob(pattern))
    if not students:
        raise CourseError(
            f"nothing has been graded for {chapter!r} in {course.root}; "
            f"run: grader autograde {chapter} --course {course.root}"
        )
    return students


def feedback(course: Course, chapter: str) -> Iterator[tuple[str, list[Path], str]]:
    """Makes every student's pages; yields the student, the pages, and an error message or ""."""
    for student in graded_students(course, chapter):
        with quiet_nbgrader(course.root):
            pages, trouble = feedback_of(course, chapter, student)
        yield student, pages, trouble


def feedback_of(course: Course, chapter: str, student: str) -> tuple[list[Path], str]:
    """Makes one student's pages; returns them and an error message or "".

    Raises OSError when the disk is full.
    """
    directory = course.directory(chapter, student)
    trouble = ""
    pages = Pages(coursedir=directory, config=course.config, force=True)
    try:
        pages.start()
    except (Exception, SystemExit) as error:
        if pages.cause is not None:
            raise pages.cause from error
        trouble = f"{type(error).__name__}: {error}"
    folder = Path(directory.format_path(directory.feedback_directory, student, chapter))
    return sorted(folder.glob("*.html")), trouble


def export_csv(course: Course, chapter: str, path: Path) -> None:
    """Writes the chapter's grades with nbgrader's CSV export."""
    directory = course.directory(chapter)
    with Gradebook(directory.db_url, directory.course_id) as gradebook:
        CsvExportPlugin(to=str(path), assignment=[chapter]).export(gradebook)
