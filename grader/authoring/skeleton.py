"""The files that an exercise needs, as they would be, and writing them: all of them or none."""

from __future__ import annotations

import ast
import contextlib
import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from string import Template

import nbformat

from grader.atomic import write_atomically
from grader.authoring import edits
from grader.authoring.exercise_spec import AuthoringError, Wanted

WRITTEN_POINTS = 3


@dataclass(frozen=True)
class Change:
    """A file as it will be. `before` is what it holds now, None where it is new."""

    path: Path
    before: str | None
    after: str


@dataclass(frozen=True)
class ByHand:
    """A step that could not be done: the file, what to put there, and why."""

    path: Path
    what: str
    why: str


def changes_for(wanted: Wanted, root: Path) -> tuple[list[Change], list[ByHand]]:
    """What the exercise needs in the course at `root`; nothing is written yet.

    Raises AuthoringError where something stands in its way: nothing that is there is replaced.
    """
    exercises = root / "grader" / "exercises"
    file = f"{wanted.function}.py"
    made = [
        _new(exercises / wanted.short / file, _fill(wanted, "exercise.py")),
        _new(exercises / "answers" / wanted.short / file, _fill(wanted, "answers.py")),
    ]
    if wanted.is_new_chapter:
        made += _new_chapter(wanted, root)
        by_hand: list[ByHand] = []
    else:
        made += _in_chapter(wanted, root)
        by_hand = _in_coverage(wanted, root, made) if wanted.row else []
    for change in made:
        _sound(change)
    return made, by_hand


def _in_chapter(wanted: Wanted, root: Path) -> list[Change]:
    """An exercise more in a chapter that is there."""
    exercises = root / "grader" / "exercises"
    short, place = wanted.short, wanted.place
    module = f"grader.exercises.{short}.{wanted.function}"

    def registered(text: str) -> str:
        if re.search(rf"\b{wanted.constant}\b", text):
            raise ValueError(
                f"the name {wanted.constant} is taken; choose another for the exercise"
            )
        text = edits.with_import(text, module, wanted.constant)
        return edits.with_entry(text, "EXERCISES", wanted.constant, place)

    return [
        _edited(exercises / short / "__init__.py", registered),
        _edited(
            root / "solutions" / wanted.chapter / f"{short}.ipynb",
            lambda text: edits.with_cells(text, _cells(wanted), place),
        ),
    ]


def _new_chapter(wanted: Wanted, root: Path) -> list[Change]:
    """A chapter with one exercise, and its place in the catalogue, the coverage and the index."""
    exercises, short, chapter = root / "grader" / "exercises", wanted.short, wanted.chapter
    row = (
        f"| [{chapter[:2]} {_chapter_title(wanted)}]({chapter}/{short}.ipynb) "
        "| What is in it, in one or two sentences. | 01, 02 | 60 min |"
    )
    known = len(re.findall(r'^    "\d\d-', _text(exercises / "catalogue.py"), re.MULTILINE))
    made = [
        _new(exercises / short / "__init__.py", _fill(wanted, "exercises.py", "chapter")),
        _new(root / "solutions" / chapter / f"{short}.ipynb", _notebook(wanted)),
        _edited(
            exercises / "catalogue.py",
            lambda text: edits.with_entry(text, "CHAPTERS", f'"{chapter}"', known),
        ),
        _edited(
            root / "solutions" / "index.ipynb",
            lambda text: edits.with_table_row(text, "index-chapters", row),
        ),
    ]
    coverage = root / "tests" / "exercises" / "coverage" / "__init__.py"
    if coverage.is_file():
        made.append(_edited(coverage, lambda text: edits.with_key(text, "COVERAGE", chapter, "()")))
    return made


def _in_coverage(wanted: Wanted, root: Path, made: list[Change]) -> list[ByHand]:
    """Names the exercise at the row that it grades; appends the change to `made`."""
    folder = root / "tests" / "exercises" / "coverage"
    entry = f'"{wanted.id}": r"{wanted.function}"'
    for path in sorted(folder.glob("*.py")):
        with contextlib.suppress(LookupError):
            text = _text(path)
            try:
                after = edits.with_grader(text, wanted.row, wanted.id, wanted.function)
            except ValueError as error:
                return [ByHand(path, f"{entry} in the row {wanted.row}", str(error))]
            made.append(Change(path, text, after))
            return []
    raise AuthoringError(
        f"the coverage has no row {wanted.row!r}; its rows are in {folder}, or leave --row away"
    )


# ----------------------------------------------------------------------------------- their texts


def _fill(wanted: Wanted, name: str, kind: str = "") -> str:
    """A template's text: `name` is without the .txt that keeps templates from being modules."""
    first = wanted.points / 2
    folder = resources.files(__package__) / "templates" / (kind or wanted.kind)
    file = folder / (name if name.endswith(".md") else f"{name}.txt")
    return Template(file.read_text(encoding="utf-8")).substitute(
        id=wanted.id,
        title=wanted.title,
        in_sentence=wanted.title[:1].lower() + wanted.title[1:],
        function=wanted.function,
        constant=wanted.constant,
        short=wanted.short,
        chapter=wanted.chapter,
        chapter_number=wanted.chapter[:2],
        chapter_title=_chapter_title(wanted),
        number=wanted.place + 1,
        first=f"{first:g}",
        second=f"{wanted.points - first:g}",
    )


def _chapter_title(wanted: Wanted) -> str:
    return wanted.short.replace("_", " ").capitalize()


def _cells(wanted: Wanted) -> list[edits.Cell]:
    """The question, the answer, the line that checks it."""
    name = wanted.name
    line = f'check("{wanted.id}", {wanted.function})'
    return [
        edits.cell("markdown", f"{name}-question", _fill(wanted, "question.md")),
        edits.cell(
            "code",
            f"{name}-solution",
            _fill(wanted, "solution.py"),
            nbgrader=edits.managed(f"{name}-answer", solution=True),
        ),
        edits.cell(
            "code", f"{name}-check", line, nbgrader=edits.managed(name, points=wanted.points)
        ),
    ]


def _notebook(wanted: Wanted) -> str:
    """A chapter's notebook: opening, a figure, the exercise, the closing parts."""

    def words(part: str) -> edits.Cell:
        return edits.cell("markdown", part, _fill(wanted, f"{part}.md", "chapter"))

    def code(part: str) -> edits.Cell:
        return edits.cell("code", part, _fill(wanted, f"{part}.py", "chapter"))

    question = edits.cell(
        "markdown",
        "written",
        _fill(wanted, "written.md", "chapter"),
        nbgrader=edits.managed(f"{wanted.short}-written", points=WRITTEN_POINTS, solution=True),
    )
    score = words("score") | {"id": "score-note"}
    cells = [words("opening"), code("imports"), code("picture"), words("caption")]
    cells += [*_cells(wanted), words("closing"), question, words("reading"), score, code("score")]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    about = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return edits.to_text({"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5})


# ------------------------------------------------------------------------------------- the files


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise AuthoringError(
            f"{path} cannot be read ({error.strerror}); this command works in a checkout of the "
            "course, beside its solutions/"
        ) from None


def _new(path: Path, text: str) -> Change:
    if os.path.lexists(path):
        raise AuthoringError(f"there is {path} already; choose another name for the exercise")
    return Change(path, None, text)


def _edited(path: Path, edit: Callable[[str], str]) -> Change:
    before = _text(path)
    try:
        return Change(path, before, edit(before))
    except (ValueError, KeyError, TypeError) as error:
        raise AuthoringError(f"{path} cannot be edited: {error}") from None


def _sound(change: Change) -> None:
    """Python that can be read, notebooks that are valid. Anything else is a fault of this room."""
    if change.path.suffix == ".py":
        ast.parse(change.after)
    else:
        nbformat.validate(json.loads(change.after))


def write(changes: list[Change]) -> None:
    """Writes the files, each in one step; after a fault those that were written are put back.

    Raises OSError where a file cannot be written, AuthoringError where it is not what it was.
    """
    done: list[Change] = []
    try:
        for change in changes:
            now = change.path.read_text(encoding="utf-8") if change.path.exists() else None
            if now != change.before:
                raise AuthoringError(f"{change.path} was changed meanwhile; run the command again")
            change.path.parent.mkdir(parents=True, exist_ok=True)
            done.append(change)
            write_atomically(change.path, change.after.encode("utf-8"))
    except BaseException:
        for change in done:
            if change.before is None:
                change.path.unlink(missing_ok=True)
                with contextlib.suppress(OSError):  # not empty: it was there before
                    change.path.parent.rmdir()
            else:
                write_atomically(change.path, change.before.encode("utf-8"))
        raise
