"""Notebooks that students handed in under other names or into other folders: named, taken on request."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from grader.classroom.course.facade import Folder, opened
from grader.classroom.course.given_out import Given, given_out
from grader.classroom.course.handed_in import MAX_SIDE_FILE, is_chosen
from grader.classroom.course.likely import likely, notebooks_in
from grader.classroom.course.plan import Plan
from grader.classroom.course.reading import Rejected, read_file
from grader.classroom.nbgrader.course import Course
from grader.languages import _


@dataclass(frozen=True)
class Renamed:
    """What a student may have handed in for a notebook of the chapter.

    files: paths in the student's folder `base/student`; sure: there is one, and no doubt about it.
    no_student: the folder has a chapter's name: folders of students are probably in it.
    """

    student: str
    chapter: str
    notebook: str
    files: tuple[str, ...]
    sure: bool
    base: Path
    no_student: bool = False

    def told(self) -> str:
        """A sentence for the instructor."""
        names = ", ".join(f"{self.student}/{file}" for file in self.files)
        if self.no_student:
            text = _(
                "{files}: chapters belong into the students' folders, not the other way round."
            )
        elif self.sure:
            text = _("{files} is probably {student}'s {notebook} of {chapter}.")
        else:
            text = _(
                "{files} may be {student}'s {notebook} of {chapter}: look, and give it that name."
            )
        return text.format(
            files=names, student=self.student, notebook=self.notebook, chapter=self.chapter
        )

    def take(self) -> None:
        """Copies the file, and what lies beside it, to where it belongs; nothing that is there is changed.

        Raises OSError or Rejected if that cannot be done.
        """
        within, _slash, _name = self.files[0].rpartition("/")
        with opened(self.base, self.student) as whole:
            data = read_file(self.files[0], whole)
            if not whole.has(self.chapter):
                os.mkdir(self.chapter, dir_fd=whole.descriptor)
        with (
            opened(self.base, self.student, self.chapter) as place,
            opened(self.base, self.student, *filter(None, within.split("/"))) as origin,
        ):
            for one in origin.entries():
                own = one.kind == "file" and not one.name.lower().endswith(".ipynb")
                if own and not one.name.startswith(".") and not place.has(one.name):
                    with contextlib.suppress(OSError):
                        place.write_new(one.name, origin.read(one.name, MAX_SIDE_FILE))
            place.write_new(self.notebook, data)

    def taken(self) -> str:
        """A sentence for the instructor, after that."""
        told = _("{file} was taken for {student}'s {notebook} of {chapter}.")
        file = f"{self.student}/{self.files[0]}"
        return told.format(
            file=file, student=self.student, notebook=self.notebook, chapter=self.chapter
        )


def find_renamed(
    course: Course, chapter: str, plans: tuple[Plan, ...], only: tuple[str, ...]
) -> list[Renamed]:
    """What may be the missing notebooks of the chapter, for every student who has a folder."""
    directory = course.directory(chapter)
    pattern = Path(directory.format_path(directory.submitted_directory, "*", chapter))
    if pattern.parent.name != "*" or not pattern.parents[1].is_dir():
        return []  # folders are not as usual: where to look is not known
    base = pattern.parents[1]
    given = given_out(course.source(chapter))
    excluded = directory.student_id_exclude.split(",")
    chapters = {chapter, *(one.chapter for one in given)}
    found = []
    for student in sorted(_folders(base)):
        if student not in excluded and is_chosen(student, only):
            with contextlib.suppress(OSError), opened(base, student) as whole:
                found += _of_student(whole, student, chapter, plans, given, base)
    return [
        replace(one, sure=False, no_student=True) if one.student in chapters else one
        for one in found
    ]


def _folders(base: Path) -> Iterator[str]:
    with os.scandir(base) as entries:
        for one in entries:
            if one.is_dir(follow_symlinks=False) and not one.name.startswith("."):
                yield one.name


def _of_student(
    whole: Folder,
    student: str,
    chapter: str,
    plans: tuple[Plan, ...],
    given: list[Given],
    base: Path,
) -> list[Renamed]:
    expected = {plan.notebook: f"{chapter}/{plan.notebook}.ipynb" for plan in plans}
    if all(whole.has(name) for name in expected.values()):
        return []
    missing = [plan for plan in plans if not whole.has(expected[plan.notebook])]
    names = [name for name in notebooks_in(whole) if name not in expected.values()]
    names.sort(key=lambda name: (not name.startswith(f"{chapter}/"), name))
    return [
        Renamed(student, chapter, f"{notebook}.ipynb", one.files, one.sure, base)
        for notebook, one in likely(whole, names, plans, missing, given).items()
    ]


def take_renamed(found: list[Renamed]) -> tuple[list[str], list[str]]:
    """Takes those about which there is no doubt; returns what was taken and what was not, as sentences."""
    taken, left = [], []
    for one in found:
        if not one.sure:
            left.append(one.told())
            continue
        try:
            one.take()
            taken.append(one.taken())
        except (OSError, Rejected) as error:
            reason = getattr(error, "strerror", None) or str(error)
            left.append(
                _("{told} It cannot be copied: {reason}.").format(told=one.told(), reason=reason)
            )
    return taken, left
