"""Finds the plan that a preprocessor needs. nbgrader runs them in the course's root folder."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from grader.class_file import read_class_file
from grader.classroom.course.earlier import with_earlier
from grader.classroom.course.handed_in import Submission
from grader.classroom.course.plan import Plan, chapter_plans, read_plan
from grader.classroom.course.side_files import NONE, SideFiles, read_side_files
from grader.errors import CourseError
from grader.places import DATA, SOLUTIONS


def source_folder(config: Config, root: Path, chapter: str, wanted: str = "") -> Path:
    """The folder that holds the chapter's source: `wanted`, or the first of `source_folders`."""
    if wanted:
        return root / wanted
    folders = source_folders(config, root)
    return next((one for one in folders if any((one / chapter).glob("*.ipynb"))), SOLUTIONS)


def source_folders(config: Config, root: Path) -> tuple[Path, ...]:
    """The course's own source, this package's, and what the course has released.

    A release holds all that grading needs, where it is all that is left.
    """
    about = config.get("CourseDirectory", {})
    own = root / str(about.get("source_directory", "source"))
    return own, SOLUTIONS, root / str(about.get("release_directory", "release"))


def plan_for(resources: dict[str, Any], config: Config, wanted: str = "") -> Plan:
    """The plan for the notebook that a preprocessor is working on."""
    about = resources["nbgrader"]
    root = Path.cwd()
    source = source_folder(config, root, about["assignment"], wanted)
    data = root / "data" if (root / "data").is_dir() else DATA
    chapter, ours = about["assignment"], read_class_file(root)
    plans = chapter_plans(chapter, source, data, ours)
    for plan in with_earlier(plans, root):
        if plan.notebook == about["notebook"]:
            return plan
    path = source / chapter / f"{about['notebook']}.ipynb"
    if path.name in plans[0].beside:
        return read_plan(chapter, path, plans[0].files, ours)
    raise CourseError(f"{source}/{about['assignment']} has no notebook {about['notebook']!r}")


def side_files_for(resources: dict[str, Any], config: Config, plan: Plan) -> SideFiles:
    """The files handed in beside the notebook that a preprocessor is working on."""
    about = resources["nbgrader"]
    directory = CourseDirectory(config=config)
    directory.root = str(Path.cwd())
    with contextlib.suppress(OSError), submission_of(directory, about).opened() as folder:
        return read_side_files(folder, plan.files)
    return NONE


def submission_of(directory: CourseDirectory, about: Mapping[str, str]) -> Submission:
    """A student's folder, of which nothing from the student's name on is ours."""
    pattern = directory.format_path(directory.submitted_directory, "*", about["assignment"])
    before, _, after = pattern.partition("*")
    base, rest = Path(before), Path(about["student"] + after)
    return Submission(about["student"], base / rest, parts=len(rest.parts))
