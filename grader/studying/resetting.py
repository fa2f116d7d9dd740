"""Resets an answer: the released cell is restored, and the old text is kept in a file."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from grader.classroom.course.check_lines import check_line
from grader.errors import CourseError
from grader.exercises import CHAPTERS, find
from grader.exercises.catalogue import prefix
from grader.languages import _
from grader.studying import merging
from grader.studying.copies import language_of
from grader.studying.files import ChangedMeanwhile, alone, read_bytes, write_beside, write_whole
from grader.studying.localized_copies import ENGLISH_ONLY, LocalizedCourse
from grader.studying.notebooks import Node

KEPT = ".kept"
TRIES = 5


@dataclass(frozen=True)
class Answer:
    """Where an exercise is answered: the chapter's file ("01-graphs/1-recipes.ipynb") and the cell.

    before: the check's cell, before which a deleted answer cell is put back ("" for none).
    """

    exercise: str
    file: str
    cell: Node
    before: str


@dataclass(frozen=True)
class Reset:
    """What was done. kept: the file with the old text, or None if there was nothing to keep."""

    file: str
    changed: bool
    kept: Path | None


def answer_of(exercise: str, release: Path) -> Answer:
    """The released answer cell of "graphs/polynomial", or of a written question "graphs/one-cause".

    Raises CourseError for an unknown name; the message suggests the nearest ones.
    """
    for chapter in CHAPTERS:
        if exercise.partition("/")[0] != prefix(chapter):
            continue
        for path in sorted((release / chapter).glob("*.ipynb")):
            notebook = merging.parse(path.read_bytes())
            found = _answer_in(notebook, exercise) if notebook else None
            if found:
                return Answer(exercise, f"{chapter}/{path.name}", *found)
    try:
        find(exercise)
    except LookupError as error:
        raise CourseError(str(error.args[0])) from None
    raise CourseError(
        _("{folder} has no answer cell for {exercise}; make it with: grader release").format(
            folder=release, exercise=exercise
        )
    )


def _answer_in(notebook: Node, exercise: str) -> tuple[Node, str] | None:
    answer: Node | None = None
    for cell in notebook.cells:
        name = merging.grade_id(cell)
        if merging.is_answer(cell):
            answer = cell
            if cell.metadata.nbgrader.get("grade") and name == exercise.partition("/")[2]:
                return cell, ""  # a written question is its own answer cell
        elif answer is not None and check_line(cell.source)[0] == exercise:
            return answer, name
    return None


def reset(
    exercise: str,
    release: Path,
    work: Path,
    say: Callable[[str], None],
    localized: LocalizedCourse = ENGLISH_ONLY,
) -> Reset:
    """Restores the released answer cell of `exercise` in the working copy, in the copy's language.

    The old text is on disk before the notebook changes; nothing else in the notebook changes.
    Raises CourseError if there is no such exercise or no working copy.
    """
    answer = answer_of(exercise, release)
    language = language_of(work, answer.file)
    if localized.has(answer.file, language):
        answer = answer_of(exercise, localized.folders[language])
    path = work / answer.file
    if not path.is_file():
        raise CourseError(
            _("there is no working copy {path}; get it with: grader lab").format(path=path)
        )
    with alone(work, say):
        for _attempt in range(TRIES):
            try:
                return _try_reset(answer, path, work)
            except ChangedMeanwhile:
                continue
    raise CourseError(_("{path} keeps being saved; close it, then start again").format(path=path))


def _try_reset(answer: Answer, path: Path, work: Path) -> Reset:
    data = read_bytes(path)
    notebook = merging.parse(data) if data else None
    if data is None or notebook is None:
        raise CourseError(
            _(
                "{path} cannot be read as a notebook; move it elsewhere, and `grader lab` "
                "gives you a new one"
            ).format(path=path)
        )
    name = merging.grade_id(answer.cell)
    # Of several cells with the same grade id the last one counts, as in grading.
    places = [n for n, cell in enumerate(notebook.cells) if merging.grade_id(cell) == name]
    place = places[-1] if places else None
    kept = None
    if place is None:
        before = [merging.grade_id(cell) for cell in notebook.cells]
        place = before.index(answer.before) if answer.before in before else len(before)
        notebook.cells.insert(place, copy.deepcopy(answer.cell))
    else:
        old = notebook.cells[place]
        if merging.fingerprint(old) == merging.fingerprint(answer.cell):
            return Reset(answer.file, False, None)
        if old.source.strip():
            kept = _keep(old, answer.exercise, work)
        notebook.cells[place] = copy.deepcopy(answer.cell)
        if "id" in old:
            notebook.cells[place]["id"] = old["id"]
    write_whole(path, merging.to_bytes(notebook), data)
    return Reset(answer.file, True, kept)


def _keep(cell: Node, exercise: str, work: Path) -> Path:
    now = datetime.now()
    name = exercise.replace("/", "-")
    ending = "py" if cell.cell_type == "code" else "md"
    path = work / KEPT / f"{name}-{now:%Y-%m-%d-%H%M%S}.{ending}"
    return write_beside(path, (cell.source.rstrip("\n") + "\n").encode("utf-8", "replace"))
