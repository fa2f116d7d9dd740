"""nbgrader's formgrader, guarded: it shares JupyterLab's origin, so a script in it could do all that the
instructor may do.

The page of a submission is made in the pages' own process, cleaned, and served with a policy under which
only its own scripts run. Files beside a notebook are served so that nothing in them runs. A folder whose
configuration is Python is opened only if it is the instructor's.
"""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path
from typing import Any

from nbgrader.api import MissingEntry
from nbgrader.server_extensions.formgrader import base, handlers
from nbgrader.server_extensions.formgrader.base import check_notebook_dir, check_xsrf
from tornado import web
from tornado.ioloop import IOLoop
from traitlets.config import Config

from grader.classroom.course.facade import Refused, read_regular
from grader.classroom.nbgrader.config import course_config
from grader.classroom.pages.cleaning import BOX
from grader.classroom.pages.feedback_exporter import PageExporter, plain_page
from grader.classroom.pages.limits import MEGABYTE
from grader.classroom.pages.shown import read_document
from grader.languages import N_, _

TEMPLATE = "formgrade"
MAX_NOTEBOOK = 64 * MEGABYTE
# {nonce}: new for every page, so unknown when the notebook was written.
POLICY = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'self' 'unsafe-inline'; img-src data:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'"
)
NOTHING = "default-src 'none'; sandbox"
# Folders in which students' files lie, whatever the course calls its own.
STUDENTS = {"submitted", "autograded", "feedback", "downloaded", "inbound"}
STUDENTS_SETTINGS = ("submitted_directory", "autograded_directory", "feedback_directory")


class GradingPage(PageExporter):
    """The page on which a submission is graded by hand."""

    told = N_(
        "**This page is shortened.** The full page of this notebook could not be made: {reason}. "
        "What the student wrote and what the notebook displayed are left out; all boxes for "
        "points and comments are here. The name above opens the notebook itself."
    )

    def of_class(self, page: str) -> str:
        """The page as it is: the instructor knows the class."""
        return page


def guard() -> None:
    """Guards the formgrader of this process, also one that already answers."""
    handlers.SubmissionHandler.get = submission_page
    handlers.SubmissionFilesHandler.set_extra_headers = nothing_runs
    handlers.FormgraderHandler.get = own_folders_alone(handlers.FormgraderHandler.get)
    base.BaseApiHandler.set_default_headers = as_an_answer


@web.authenticated
@check_xsrf
@check_notebook_dir
async def submission_page(self: Any, submission_id: str) -> None:
    """Replaces `SubmissionHandler.get`, which renders in the server and cleans nothing."""
    try:
        submission = self.gradebook.find_submission_notebook_by_id(submission_id)
        chapter, notebook = submission.assignment.assignment.name, submission.notebook.name
        student = submission.student
    except MissingEntry:
        raise web.HTTPError(404, f"Invalid submission: {submission_id}") from None
    if not self.request.path.endswith("/"):
        query = f"?{self.request.query}" if self.request.query else ""
        self.redirect(f"{self.request.path}/{query}", permanent=True)
        return
    folder = self.coursedir.format_path(self.coursedir.autograded_directory, student.id, chapter)
    path = os.path.join(os.path.abspath(folder), f"{notebook}.ipynb")
    indices = self.api.get_notebook_submission_indices(chapter, notebook)
    nonce = secrets.token_urlsafe(16)
    resources = {
        "assignment_id": chapter,
        "notebook_id": notebook,
        "submission_id": submission.id,
        "index": indices.get(submission.id, -2),
        "total": len(indices),
        "base_url": self.base_url,
        "student": student.id,
        "last_name": student.last_name,
        "first_name": student.first_name,
        "notebook_path": f"{self.url_prefix}/{os.path.relpath(path, self.coursedir.root)}",
        "metadata": {"name": notebook, "path": ""},
        "nonce": nonce,
    }
    config = self.settings["nbgrader_formgrader"].config
    if not os.path.lexists(path):
        raise web.HTTPError(404, f"Not graded yet: {path}")
    # In a thread: the server answers others meanwhile.
    page = await IOLoop.current().run_in_executor(None, page_of, path, config, resources)
    self.add_header("Content-Security-Policy", POLICY.format(nonce=nonce))
    self.set_header("Referrer-Policy", "same-origin")
    self.write(page)


def page_of(path: str, config: Config, resources: dict[str, Any]) -> str:
    """The page for grading the notebook at `path` by hand, made within limits."""
    settings = course_config()
    ours = settings.HTMLExporter.copy()
    settings.merge(config)
    settings.HTMLExporter.template_name = TEMPLATE
    settings.HTMLExporter.extra_template_basedirs = ours.extra_template_basedirs
    try:
        notebook = read_document(read_regular(path, MAX_NOTEBOOK).decode("utf-8"))
    except Refused as error:
        too_long = _("it is longer than {size} MB").format(size=MAX_NOTEBOOK // MEGABYTE)
        return plain_page(resources, too_long if error.kind == "file" else str(error))
    except Exception as error:  # whatever became of the file
        reason = _("the file cannot be read ({error})").format(error=type(error).__name__)
        return plain_page(resources, reason)
    return str(
        GradingPage(config=settings).from_notebook_node(notebook, {**resources, "box": BOX})[0]
    )


def nothing_runs(self: Any, path: str) -> None:
    """Headers for a file that was handed in beside the notebook: it is saved, not shown."""
    self.add_header("Content-Security-Policy", NOTHING)
    self.set_header("X-Content-Type-Options", "nosniff")
    self.set_header("Content-Disposition", "attachment")


def as_an_answer(self: Any) -> None:
    """Headers for the formgrader's answers to its scripts: shown as a page, nothing in them runs."""
    super(base.BaseApiHandler, self).set_default_headers()
    self.add_header("Content-Security-Policy", NOTHING)
    self.set_header("X-Content-Type-Options", "nosniff")


def own_folders_alone(get: Any) -> Any:
    """`FormgraderHandler.get`, which runs the nbgrader_config.py of whatever folder an address names."""
    if getattr(get, "guarded", False):
        return get

    @web.authenticated
    def guarded(self: Any) -> Any:
        path = self.get_argument("path", "")
        directory = self.settings["nbgrader_formgrader"].coursedir
        more = {Path(getattr(directory, name)).name for name in STUDENTS_SETTINGS}
        if path and (reason := not_the_instructors(Path(path), STUDENTS | more)):
            self.log.warning("Formgrader refused to open %r: %s", path, reason)
            raise web.HTTPError(403, reason)
        return get(self)

    guarded.guarded = True  # type: ignore[attr-defined]
    return guarded


def not_the_instructors(folder: Path, students: set[str]) -> str:
    """Why a folder's configuration is not run, or "" if it may be.

    Anyone can send a link with a folder's name, and whoever follows it runs the configuration in that folder.
    """
    folder = folder.resolve()
    if within := students & set(folder.parts):
        return f"{folder} lies in {within.pop()}/, which is for students' files"
    for path in (folder, *folder.glob("nbgrader_config.*")):
        try:
            about = path.stat()
        except OSError:
            return f"there is no {path}"
        if about.st_uid not in (os.geteuid(), 0) or about.st_mode & stat.S_IWOTH:
            return f"{path} belongs to someone else, or everybody may write to it"
    return ""
