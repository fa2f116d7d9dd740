"""What students wrote, where the report shows it: mistakes to discuss, answers that are alike."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from grader.classroom.course.plan import Plan
from grader.classroom.course.reading import Rejected, read_file, read_notebook
from grader.classroom.grading.restore import text_of
from grader.classroom.nbgrader.course import Course
from grader.classroom.report.alike import Pair, pairs, tree_of
from grader.classroom.report.data import ClassData, Item, Key
from grader.classroom.report.statistics import Figures, Mistake
from grader.cleaning import cleaned
from grader.exercises.answers import answers_to

TOPICS, LEAST = 3, 2  # mistakes to discuss, and by how many students
SHOWN, LINES = 50, 60  # pairs on the page, and lines of an answer

Answers = Mapping[Key, Mapping[str, str]]  # of each item, each student's


@dataclass(frozen=True)
class Topic:
    """A mistake for the next lecture, with up to two answers that make it, without names or comments."""

    mistake: Mistake
    answers: tuple[str, ...]


@dataclass(frozen=True)
class Alike:
    """Two answers to an item that may be one work."""

    item: Item
    pair: Pair
    answers: tuple[str, str]


def answers_of(course: Course, data: ClassData) -> Answers:
    """The graded answers, from the autograded notebooks; those that cannot be read are left out."""
    directory = course.directory(data.chapter)
    found: dict[Key, dict[str, str]] = {item.key: {} for item in data.items if item.automatic}
    for row in data.rows:
        folder = directory.format_path(directory.autograded_directory, row.student, data.chapter)
        for name in {notebook for notebook, _ in found} if row.graded else ():
            for grade_id, text in _written(Path(folder) / f"{name}.ipynb").items():
                if (name, grade_id) in found:
                    found[name, grade_id][row.student] = text
    return found


def topics(found: Figures, answers: Answers) -> tuple[Topic, ...]:
    """The mistakes that most students make, at most one of an exercise."""
    first = {one.item.key: one for one in reversed(found.mistakes) if len(one.students) >= LEAST}
    chosen = [one for one in found.mistakes if first.get(one.item.key) is one][:TOPICS]
    return tuple(Topic(one, _examples(one, answers)) for one in chosen)


def alike(course: Course, data: ClassData, answers: Answers) -> tuple[Alike, ...]:
    """The pairs of answers that are alike, most alike first, at most `SHOWN`."""
    given = {
        (plan.notebook, grade_id): text
        for plan in course.plans(data.chapter)
        for grade_id, text in _given(plan).items()
    }
    made = []
    for item in data.items:
        by_student = answers.get(item.key, {})
        for pair in pairs(by_student, given.get(item.key, ""), _known(item)):
            both = by_student[pair.one], by_student[pair.other]
            made.append(Alike(item, pair, (shortened(both[0]), shortened(both[1]))))
    return tuple(sorted(made, key=lambda one: -one.pair.share)[:SHOWN])


def _known(item: Item) -> list[str]:
    """The exercise's own right answers: how it is usually written."""
    with contextlib.suppress(LookupError):  # nobody has listed any
        return [one.source for one in answers_to(item.name) if one.right]
    return []


def _examples(mistake: Mistake, answers: Answers) -> tuple[str, ...]:
    by_student = answers.get(mistake.item.key, {})
    bare = (without_remarks(by_student.get(student, "")) for student in mistake.students)
    different = sorted(dict.fromkeys(filter(None, bare)), key=len)
    return tuple(map(shortened, different[:2]))


def without_remarks(source: str) -> str:
    """An answer without comments and docstrings, which may say who wrote it; "" for what is no Python.

    Also for one that Python reads, but cannot write again.
    """
    tree = tree_of(source)
    if tree is None:
        return ""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and _is_remark(body[0]):
            body[:1] = [] if len(body) > 1 else [ast.Pass()]
    try:
        return ast.unparse(tree)
    except (ValueError, RecursionError):  # a huge number, an expression that is nested deeply
        return ""


def shortened(source: str) -> str:
    """An answer's first lines, clean."""
    lines = cleaned(source).strip("\n").splitlines()
    return "\n".join([*lines[:LINES], *(["..."] if len(lines) > LINES else [])])


def _is_remark(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _written(path: Path) -> dict[str, str]:
    with contextlib.suppress(Rejected):
        return _answer_cells(read_notebook(read_file(path), path.name))
    return {}


def _given(plan: Plan) -> dict[str, str]:
    return _answer_cells(nbformat.reads(plan.release, as_version=4))


def _answer_cells(notebook: NotebookNode) -> dict[str, str]:
    """Of each test cell, by its grade id, the code in the answer cells before it."""
    found, code = {}, list[str]()
    for cell in notebook.cells:
        about = cell.metadata.get("nbgrader") or {}
        if cell.cell_type != "code":
            continue
        if about.get("solution"):
            code.append(text_of(cell.source))
        elif about.get("grade"):
            found[str(about.get("grade_id"))] = "\n".join(code)
            code = []
    return found
