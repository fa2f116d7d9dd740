"""A reader's progress: the record that `check` and `compare` keep, and the table made from it.

The record is a file beside the chapters' folders, `.grader/progress.jsonl`, with one line per check,
and one per prediction, at its first comparison.
Lines are only appended, each with a single write, so that two notebooks can check at once, and a
truncated line loses nothing but itself. Grades do not depend on it, so it must never get in the way
of a check: what cannot be written is omitted, what cannot be read is skipped.
"""

from __future__ import annotations

import contextlib
import html
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from grader.atomic import BINARY
from grader.class_file import AS_IN_COURSE, ClassFile, read_given
from grader.exercises import CHAPTERS, chapter_exercises
from grader.exercises.catalogue import chapter_of
from grader.judging import DIGITS
from grader.languages import N_, _, tag

FILE = Path(".grader") / "progress.jsonl"
# Overrides the folder of the record.
FOLDER_VARIABLE = "GRADER_PROGRESS"
# A check with no better result within this time is not recorded, so that a loop cannot fill the disk.
SAME_FOR = timedelta(minutes=1)
# Only so many bytes at the end of the file are read: over a hundred thousand checks.
MAX_BYTES = 16 * 2**20
# Exceptions that a malformed line may cause.
UNREADABLE = (ValueError, TypeError, LookupError, OverflowError, RecursionError)
NOTHING: Mapping[str, bool] = {}
NOWHERE: Mapping[str, str] = {}
# The graded line of a notebook's file, in which quotation marks are escaped.
CHECKED = re.compile(r'"check\(\\"([a-z/-]{1,80})\\"')


@dataclass(frozen=True)
class Best:
    """The reader's best result in one exercise, and the time of the last check (UTC)."""

    points: float
    last: datetime


@dataclass(frozen=True)
class ExerciseProgress:
    """One exercise of the course and the reader's result, which is None before the first check.

    own_points: its maximum in the course, in which results are recorded; max_points: in the class.
    notebook: the lesson that asks for it, relative to the folder of the chapters; its chapter's
    first if that is not known.
    """

    id: str
    title: str
    max_points: float
    best: Best | None
    own_points: float
    notebook: str = ""

    @property
    def points(self) -> float:
        """The points reached, at most the present maximum (an exercise may have changed)."""
        if self.best is None or not self.own_points:
            return 0
        return round(min(1.0, self.best.points / self.own_points) * self.max_points, DIGITS)

    @property
    def state(self) -> str:
        """ "solved", "tried" or "open"."""
        if self.best is None:
            return "open"
        return "solved" if self.best.points >= self.own_points else "tried"


@dataclass(frozen=True)
class ChapterProgress:
    """One chapter ("01-graphs") with its exercises, in the chapter's order.

    predicted: how many predictions the reader has made; foreseen: how many of them were right.
    """

    chapter: str
    exercises: tuple[ExerciseProgress, ...]
    predicted: int = 0
    foreseen: int = 0

    @property
    def points(self) -> float:
        """The points reached in the chapter."""
        return sum(exercise.points for exercise in self.exercises)

    @property
    def max_points(self) -> float:
        """The maximum points, without the written questions, which a person grades."""
        return sum(exercise.max_points for exercise in self.exercises)

    @property
    def solved(self) -> int:
        """How many exercises are solved."""
        return sum(exercise.state == "solved" for exercise in self.exercises)


def course_folder(start: Path) -> Path:
    """The folder of the record for a notebook in `start`: that of the chapters.

    The environment variable GRADER_PROGRESS overrides it.
    """
    chosen = os.environ.get(FOLDER_VARIABLE)
    return Path(chosen) if chosen else chapters_folder(start)


def chapters_folder(start: Path) -> Path:
    """The folder of the chapters for a notebook in `start`, wherever its record is kept."""
    return start.parent if is_chapter(start) else start


def is_chapter(folder: Path) -> bool:
    """Whether a folder is, by its name, one of the course's chapters."""
    return folder.name in CHAPTERS


def record(exercise: str, points: float, folder: Path) -> None:
    """Appends one check to the record in `folder`. Never raises: a check works without a record.

    points: in the exercise's own scale, whatever it is worth in a class: that may change.
    """
    if os.environ.get("NBGRADER_EXECUTION"):
        return  # a grading run, not a reader
    now = datetime.now(UTC)
    known = read(folder, exercise).get(exercise)
    if known and points <= known.points and timedelta(0) <= now - known.last < SAME_FOR:
        return
    line = {
        "exercise": exercise,
        "points": float(points),
        "time": now.isoformat(timespec="seconds"),
    }
    _append(line, folder)


def record_prediction(name: str, right: bool, folder: Path) -> bool:
    """Appends a prediction's first comparison to the record in `folder`, unless it has one. Never raises.

    Returns whether the guess that counts, the first one, was right.
    """
    known = read_predictions(folder)
    if name in known or os.environ.get("NBGRADER_EXECUTION"):
        return known.get(name, right)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    _append({"prediction": name, "right": right, "time": now}, folder)
    return right


def _append(line: Mapping[str, Any], folder: Path) -> None:
    """Appends one line to the record, if it can be written."""
    # The leading line break ends a line that another process could not finish.
    text = f"\n{json.dumps(line)}\n".encode()
    path = folder / FILE
    with contextlib.suppress(OSError, ValueError):
        path.parent.mkdir(exist_ok=True)
        if path.exists() and not path.is_file():
            return
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | BINARY, 0o644)
        try:
            os.write(descriptor, text)
        finally:
            os.close(descriptor)


def read(folder: Path, exercise: str = "") -> dict[str, Best]:
    """The best result of each exercise recorded in `folder`; empty if there is no record.

    exercise: the id of the only one whose lines are read, by default all of them.
    Malformed lines are skipped.
    """
    found: dict[str, Best] = {}
    for line in _lines(folder):
        if exercise.encode() not in line:
            continue
        with contextlib.suppress(*UNREADABLE):
            name, best = _parse(json.loads(line))
            old = found.get(name, best)
            found[name] = Best(max(old.points, best.points), max(old.last, best.last))
    return found


def read_predictions(folder: Path) -> dict[str, bool]:
    """Whether the first guess was right, for each prediction recorded in `folder`."""
    found: dict[str, bool] = {}
    for line in _lines(folder):
        if b'"prediction"' not in line:
            continue  # not even parsed: most lines are checks
        with contextlib.suppress(*UNREADABLE):
            entry = json.loads(line)
            name, right = entry["prediction"], entry["right"]
            if isinstance(name, str) and isinstance(right, bool):
                found.setdefault(name, right)
    return found


def _lines(folder: Path) -> list[bytes]:
    """The lines of the record; none if it cannot be read."""
    path = folder / FILE
    try:
        if not path.is_file():  # reading a pipe or a device might never end
            return []
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - MAX_BYTES))
            return file.read(MAX_BYTES).splitlines()
    except (OSError, ValueError):
        return []


def _parse(line: Any) -> tuple[str, Best]:
    """Parses a line of the record. Raises one of UNREADABLE if it is malformed."""
    name, points = str(line["exercise"]), float(line["points"])
    last = datetime.fromisoformat(line["time"])
    if not 0 <= points < float("inf") or last.tzinfo is None:
        raise ValueError(f"not the points and the time of a check: {line!r}")
    return name, Best(points, last)


def course(
    best: Mapping[str, Best],
    predictions: Mapping[str, bool] = NOTHING,
    about: ClassFile = AS_IN_COURSE,
    notebooks: Mapping[str, str] = NOWHERE,
) -> tuple[ChapterProgress, ...]:
    """All chapters of the class, in order, with the reader's results.

    best: as from `read`; predictions: as from `read_predictions`; about: as from `read_given`;
    notebooks: as from `lessons_with_checks`.
    """
    foreseen: dict[str | None, list[bool]] = {}
    for name, right in predictions.items():
        foreseen.setdefault(chapter_of(name), []).append(right)
    return tuple(
        ChapterProgress(
            chapter,
            tuple(
                ExerciseProgress(
                    one.id,
                    one.title,
                    about.worth(one),
                    best.get(one.id),
                    one.points,
                    notebooks.get(one.id, notebooks.get(chapter, chapter)),
                )
                for one in chapter_exercises(chapter).values()
                if one.id not in about.left_out
            ),
            len(foreseen.get(chapter, ())),
            sum(foreseen.get(chapter, ())),
        )
        for chapter in CHAPTERS
        if about.has(chapter)
    )


def of_reader(folder: Path, chapters: Path | None = None) -> tuple[ChapterProgress, ...]:
    """All chapters of the class with what the record in `folder` holds.

    chapters: their folder, if it is another.
    """
    place = chapters or folder
    return course(
        read(folder), read_predictions(folder), read_given(place), lessons_with_checks(place)
    )


def lessons_with_checks(folder: Path) -> dict[str, str]:
    """The notebook that checks each exercise, and each chapter's first, relative to their folder.

    Never raises: what cannot be read has no exercises.
    """
    found: dict[str, str] = {}
    for path in sorted(folder.glob("[0-9]*/*.ipynb")):
        if path.name.count(".") > 1:
            continue  # another version, beside the copy
        name = path.relative_to(folder).as_posix()
        found.setdefault(path.parent.name, name)
        with contextlib.suppress(OSError, ValueError):
            for exercise in CHECKED.findall(path.read_text(encoding="utf-8")):
                found.setdefault(exercise, name)
    return found


def next_up(
    chapters: Sequence[ChapterProgress],
) -> tuple[ChapterProgress, ExerciseProgress] | None:
    """The first unsolved exercise, with its chapter; None if all are solved."""
    for chapter in chapters:
        for exercise in chapter.exercises:
            if exercise.state != "solved":
                return chapter, exercise
    return None


# A sign and a word, so that nothing depends on colour alone.
STATES = {
    "solved": N_("\N{CHECK MARK} solved"),
    "tried": N_("◐ started"),
    "open": N_("\N{WHITE CIRCLE} not yet tried"),
}
CELL = "padding:0.2em 0.8em;text-align:left;border-bottom:1px solid currentColor"


TITLES = (N_("state"), N_("exercise"), N_("name in code"), N_("points"))


def headline(chapters: Sequence[ChapterProgress]) -> str:
    """A sentence about the next exercise."""
    coming = next_up(chapters)
    if coming is None:
        return _("Every exercise with a check is solved.")
    _chapter, exercise = coming
    return _("Next: {exercise} ({title}), in {notebook}.").format(
        exercise=exercise.id, title=_(exercise.title), notebook=exercise.notebook
    )


def score(chapter: ChapterProgress) -> str:
    """A chapter's points, solved exercises and predictions, in one line."""
    told = _("{points:g} of {max_points:g} points, {solved} of {count} exercises solved").format(
        points=chapter.points,
        max_points=chapter.max_points,
        solved=chapter.solved,
        count=len(chapter.exercises),
    )
    if not chapter.predicted:
        return told
    return _("{score}, {right} of {count} predictions right").format(
        score=told, right=chapter.foreseen, count=chapter.predicted
    )


def to_text(chapters: Sequence[ChapterProgress]) -> str:
    """The table as plain text: all chapters, and the exercises of the next one."""
    coming = next_up(chapters)
    lines = [headline(chapters)]
    for chapter in chapters:
        lines.append(_("{name}: {text}").format(name=chapter.chapter, text=score(chapter)))
        if len(chapters) == 1 or (coming and chapter is coming[0]):
            lines += [
                "  "
                + _("{state}: {exercise} ({title}), {points:g} of {max_points:g} points").format(
                    state=_(STATES[one.state]),
                    exercise=one.id,
                    title=_(one.title),
                    points=one.points,
                    max_points=one.max_points,
                )
                for one in chapter.exercises
            ]
    return "\n".join(lines)


def to_html(chapters: Sequence[ChapterProgress], prefix: str = "") -> str:
    """The table as self-contained HTML in the page's own colours.

    prefix: the path from the notebook that shows it to the chapters' folders ("", "../").
    """
    coming = next_up(chapters)
    where = html.escape(headline(chapters))
    if coming:
        notebook = coming[1].notebook
        where = where.replace(notebook, f'<a href="{prefix}{notebook}">{notebook}</a>')
    parts = [
        _chapter_html(one, len(chapters) == 1 or bool(coming and one is coming[0]))
        for one in chapters
    ]
    head = f'<div class="grader-progress" lang="{tag()}"><p><strong>{where}</strong></p>'
    return f"{head}{''.join(parts)}</div>"


def points_of(one: ExerciseProgress) -> str:
    """The points of an exercise: "1 of 2"."""
    return _("{points} of {max_points}").format(
        points=f"{one.points:g}", max_points=f"{one.max_points:g}"
    )


def _chapter_html(chapter: ChapterProgress, opened: bool) -> str:
    rows = "".join(
        f'<tr><td style="{CELL};white-space:nowrap">{_(STATES[one.state])}</td>'
        f'<td style="{CELL}">{html.escape(_(one.title))}</td>'
        f'<td style="{CELL}"><code>{html.escape(one.id)}</code></td>'
        f'<td style="{CELL};white-space:nowrap">{points_of(one)}</td></tr>'
        for one in chapter.exercises
    )
    head = "".join(
        f'<th scope="col" style="{CELL};white-space:nowrap">{_(title)}</th>' for title in TITLES
    )
    bar = (
        f'<progress value="{chapter.points:g}" max="{chapter.max_points:g}" '
        f'aria-label="{chapter.chapter}"></progress>'
    )
    heading = _("{name}: {text}").format(
        name=f"<strong>{chapter.chapter}</strong>", text=score(chapter)
    )
    return (
        f"<details{' open' if opened else ''}><summary>{bar} {heading}"
        f'</summary><table style="border-collapse:collapse;margin:0.5em 0">'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></details>"
    )
