"""Finds the plan that a preprocessor needs. nbgrader runs them in the course's root folder."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from grader.classroom.course.handed_in import Submission
from grader.classroom.course.plan import Plan, chapter_plans
from grader.classroom.course.side_files import NONE, SideFiles, read_side_files
from grader.errors import CourseError
from grader.places import DATA, SOLUTIONS


def source_folder(config: Config, root: Path, chapter: str, wanted: str = "") -> Path:
    """The folder that holds the chapter's source: `wanted`, the course's own, or this package's."""
    if wanted:
        return root / wanted
    own = root / str(config.get("CourseDirectory", {}).get("source_directory", "source"))
    return own if any((own / chapter).glob("*.ipynb")) else SOLUTIONS


def plan_for(resources: dict[str, Any], config: Config, wanted: str = "") -> Plan:
    """The plan for the notebook that a preprocessor is working on."""
    about = resources["nbgrader"]
    root = Path.cwd()
    source = source_folder(config, root, about["assignment"], wanted)
    data = root / "data" if (root / "data").is_dir() else DATA
    for plan in chapter_plans(about["assignment"], source, data):
        if plan.notebook == about["notebook"]:
            return plan
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
