"""Composes the files that a new exercise needs and writes them: all of them or none."""

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
from grader.authoring.exercise_spec import AuthoringError, ExerciseSpec
from grader.exercises.own import chapter_folder

WRITTEN_POINTS = 3


@dataclass(frozen=True)
class Change:
    """A file's new content. `before` is its present content, None for a new file."""

    path: Path
    before: str | None
    after: str


@dataclass(frozen=True)
class ByHand:
    """A step left to the author: the file, what to add there, and why it was not done."""

    path: Path
    what: str
    why: str


def changes_for(spec: ExerciseSpec, root: Path) -> tuple[list[Change], list[ByHand]]:
    """The changes to the course at `root` that the exercise needs, without writing them.

    Raises AuthoringError on a conflict with existing files: nothing is ever replaced.
    """
    folder = root / "grader" / "exercises" / spec.short / spec.function
    if spec.is_own:
        folder = chapter_folder(spec.chapter) / spec.function
    made = [
        _new(folder / "exercise.py", _fill(spec, "exercise.py")),
        _new(folder / "answers.py", _fill(spec, "answers.py")),
    ]
    by_hand: list[ByHand] = []
    if spec.is_own:
        made.append(_new(folder / "cells.ipynb", _as_notebook([_imports(spec), *_cells(spec)])))
    elif spec.is_new_chapter:
        made += [_new(folder / "__init__.py", ""), *_new_chapter(spec, root)]
    else:
        made.append(_new(folder / "__init__.py", ""))
        made += _in_chapter(spec, root)
        by_hand = _in_coverage(spec, root, made) if spec.row else []
    for change in made:
        _validate(change)
    return made, by_hand


def _in_chapter(spec: ExerciseSpec, root: Path) -> list[Change]:
    """The changes that add an exercise to an existing chapter."""
    exercises = root / "grader" / "exercises"
    short, place = spec.short, spec.place
    module = f"grader.exercises.{short}.{spec.function}.exercise"

    def registered(text: str) -> str:
        if re.search(rf"\b{spec.constant}\b", text):
            raise ValueError(f"the name {spec.constant} is taken; choose another for the exercise")
        text = edits.with_import(text, module, spec.constant)
        return edits.with_entry(text, "EXERCISES", spec.constant, place)

    lesson, within = _lesson(root / "solutions" / spec.chapter, place)
    return [
        _edited(exercises / short / "__init__.py", registered),
        _edited(lesson, lambda text: edits.with_cells(text, _cells(spec), within)),
    ]


def _lesson(folder: Path, place: int) -> tuple[Path, int]:
    """The chapter's notebook with check cell number `place` of the chapter, and its number there."""
    before, found = 0, (folder / "missing.ipynb", place)
    for path in sorted(folder.glob("*.ipynb")):
        count = edits.checks_in(_text(path))
        if count:
            found = path, place - before
            before += count
        if place <= before and count:
            break
    return found


def _new_chapter(spec: ExerciseSpec, root: Path) -> list[Change]:
    """The changes for a new chapter, including the catalogue, the coverage and the index."""
    exercises, short, chapter = root / "grader" / "exercises", spec.short, spec.chapter
    row = (
        f"| [{chapter[:2]} {_chapter_title(spec)}]({chapter}/{short}.ipynb) "
        "| What is in it, in one or two sentences. | 01, 02 | 60 min |"
    )
    known = len(re.findall(r'^    "\d\d-', _text(exercises / "catalogue.py"), re.MULTILINE))
    made = [
        _new(exercises / short / "__init__.py", _fill(spec, "exercises.py", "chapter")),
        _new(root / "solutions" / chapter / f"{short}.ipynb", _notebook(spec)),
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


def _in_coverage(spec: ExerciseSpec, root: Path, made: list[Change]) -> list[ByHand]:
    """Adds the exercise to the coverage row that it grades; appends the change to `made`."""
    folder = root / "tests" / "exercises" / "coverage"
    entry = f'"{spec.id}": r"{spec.function}"'
    for path in sorted(folder.glob("*.py")):
        with contextlib.suppress(LookupError):
            text = _text(path)
            try:
                after = edits.with_grader(text, spec.row, spec.id, spec.function)
            except ValueError as error:
                return [ByHand(path, f"{entry} in the row {spec.row}", str(error))]
            made.append(Change(path, text, after))
            return []
    raise AuthoringError(
        f"the coverage has no row {spec.row!r}; its rows are in {folder}, or leave out --row"
    )


# -------------------------------------------------------------------------------------- templates


def _fill(spec: ExerciseSpec, name: str, kind: str = "") -> str:
    """A filled-in template. `name` omits the .txt that keeps templates from being modules."""
    first = spec.points / 2
    folder = resources.files(__package__) / "templates" / (kind or spec.kind)
    file = folder / (name if name.endswith(".md") else f"{name}.txt")
    return Template(file.read_text(encoding="utf-8")).substitute(
        id=spec.id,
        title=spec.title,
        in_sentence=spec.title[:1].lower() + spec.title[1:],
        function=spec.function,
        constant=spec.constant,
        short=spec.short,
        chapter=spec.chapter,
        chapter_number=spec.chapter[:2],
        chapter_title=_chapter_title(spec),
        number=spec.place + 1,
        first=f"{first:g}",
        second=f"{spec.points - first:g}",
    )


def _chapter_title(spec: ExerciseSpec) -> str:
    return spec.short.replace("_", " ").capitalize()


def _imports(spec: ExerciseSpec) -> edits.Cell:
    return edits.cell("code", "imports", _fill(spec, "imports.py", "chapter"))


def _cells(spec: ExerciseSpec) -> list[edits.Cell]:
    """The cells of the question, the answer, and its check."""
    name = spec.name
    line = f'check("{spec.id}", {spec.function})'
    return [
        edits.cell("markdown", f"{name}-question", _fill(spec, "question.md")),
        edits.cell(
            "code",
            f"{name}-solution",
            _fill(spec, "solution.py"),
            nbgrader=edits.managed(f"{name}-answer", solution=True),
        ),
        edits.cell("code", f"{name}-check", line, nbgrader=edits.managed(name, points=spec.points)),
    ]


def _notebook(spec: ExerciseSpec) -> str:
    """A new chapter's notebook: opening, a figure, the exercise, the closing parts."""

    def words(part: str) -> edits.Cell:
        return edits.cell("markdown", part, _fill(spec, f"{part}.md", "chapter"))

    def code(part: str) -> edits.Cell:
        return edits.cell("code", part, _fill(spec, f"{part}.py", "chapter"))

    question = edits.cell(
        "markdown",
        "written",
        _fill(spec, "written.md", "chapter"),
        nbgrader=edits.managed(f"{spec.short}-written", points=WRITTEN_POINTS, solution=True),
    )
    score = words("score") | {"id": "score-note"}
    cells = [words("opening"), _imports(spec), code("picture"), words("caption")]
    cells += [*_cells(spec), words("closing"), question, words("reading"), score, code("score")]
    return _as_notebook(cells)


def _as_notebook(cells: list[edits.Cell]) -> str:
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
        raise AuthoringError(f"{path} already exists; choose another name for the exercise")
    return Change(path, None, text)


def _edited(path: Path, edit: Callable[[str], str]) -> Change:
    before = _text(path)
    try:
        return Change(path, before, edit(before))
    except (ValueError, KeyError, TypeError) as error:
        raise AuthoringError(f"{path} cannot be edited: {error}") from None


def _validate(change: Change) -> None:
    """Raises an exception if the result is not valid, which would be a bug of this room."""
    if change.path.suffix == ".py":
        ast.parse(change.after)
    else:
        nbformat.validate(json.loads(change.after))


def write(changes: list[Change]) -> None:
    """Writes each file atomically; after an error, restores those that were already written.

    Raises OSError if a file cannot be written, AuthoringError if it was changed in the meantime.
    """
    done: list[Change] = []
    try:
        for change in changes:
            now = change.path.read_text(encoding="utf-8") if change.path.exists() else None
            if now != change.before:
                raise AuthoringError(
                    f"{change.path} was changed in the meantime; run the command again"
                )
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
