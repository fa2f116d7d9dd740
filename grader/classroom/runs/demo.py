"""An invented class: students with planted mistakes, to show what grading makes of them."""

from __future__ import annotations

import hashlib
import html
import json
import os
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_output

from grader.classroom.course.plan import Plan, PlannedCell
from grader.classroom.course.result import Result
from grader.classroom.course.seeds import SECRET
from grader.errors import CourseError
from grader.exercises import find
from grader.languages import N_, _
from grader.places import SOLUTIONS

MARK = Path(".grader") / "demo.json"

# fmt: off
NAMES = (
    "amara", "bilal", "chen", "dolores", "emeka", "fatima", "goran", "hana", "ines", "jamal",
    "kenji", "lucia", "mateo", "nadia", "oskar", "priya", "quang", "rosa", "samir", "tomas",
    "uma", "viktor", "wanjiru", "ximena", "yusuf", "zofia",
)
# fmt: on

# An answer to the written question: something to grade by hand.
WRITTEN = (
    "I think that all of it comes from one thing: what I run a second time does not replace what "
    "was there before. So I would start each time from an empty graph, and fetch everything that "
    "belongs together in one run."
)
# Makes the folder an nbgrader course, in which the formgrader and nbgrader's own commands work.
CONFIGURATION = '''"""This folder as an nbgrader course, graded by the course's own steps."""

from grader.classroom.config import course_config

c = get_config()
c.merge(course_config())
'''


@dataclass(frozen=True)
class Student:
    """One student of the class.

    kind: a key of `KINDS`; files: what was handed in, by the notebook's name ("1-recipes").
    planted: the misconceptions in it, by exercise.
    """

    name: str
    kind: str
    files: Mapping[str, bytes]
    planted: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Draft:
    """What a notebook is made from: its plan, the answers to choose from, and the random choices."""

    plan: Plan
    answers: Sequence[Any]
    luck: random.Random

    def notebook(self) -> NotebookNode:
        """The notebook as released."""
        return nbformat.reads(self.plan.release, as_version=4)

    def exercises(self) -> list[PlannedCell]:
        """The cells that judge an exercise, in order."""
        return [cell for cell in self.plan.cells if cell.exercise]

    def choose(self, exercise: str, right: bool, named: bool = False) -> Any | None:
        """A random answer to `exercise`, or None; `named`: one that shows a misconception."""
        fitting = [
            answer
            for answer in self.answers
            if answer.exercise == exercise
            and answer.right is right
            and (not named or answer.misconception)
        ]
        return self.luck.choice(fitting) if fitting else None

    def write(self, notebook: NotebookNode, cell: PlannedCell, source: str) -> None:
        """Puts `source` into the answer cell that `cell` judges."""
        for one in notebook.cells:
            if one.metadata.get("nbgrader", {}).get("grade_id") == cell.after:
                one.source = source.rstrip("\n")


def _solved(draft: Draft, wrong: int = 0, undone: int = 0) -> tuple[NotebookNode, dict[str, str]]:
    """A notebook with `wrong` misconceptions and `undone` unanswered exercises; the others are right."""
    notebook, planted = draft.notebook(), {}
    exercises = draft.exercises()
    done = exercises[: len(exercises) - undone]
    mistaken = [cell for cell in done if draft.choose(cell.exercise, False, named=True)]
    chosen = draft.luck.sample(mistaken, min(wrong, len(mistaken)))
    for cell in done:
        answer = draft.choose(cell.exercise, cell not in chosen, named=cell in chosen)
        if answer is None:
            continue
        draft.write(notebook, cell, answer.source)
        if cell in chosen:
            planted[cell.exercise] = answer.misconception
    if not undone:
        _write_by_hand(notebook)
    return notebook, planted


def _write_by_hand(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        metadata = cell.metadata.get("nbgrader", {})
        if metadata.get("grade") and metadata.get("solution"):
            cell.source = WRITTEN


def _right(draft: Draft) -> tuple[bytes, dict[str, str]]:
    notebook, planted = _solved(draft)
    return _bytes(notebook), planted


def _wrong(draft: Draft) -> tuple[bytes, dict[str, str]]:
    notebook, planted = _solved(draft, wrong=draft.luck.randint(2, 3))
    return _bytes(notebook), planted


def _half_done(draft: Draft) -> tuple[bytes, dict[str, str]]:
    notebook, planted = _solved(draft, wrong=1, undone=len(draft.exercises()) // 2)
    return _bytes(notebook), planted


def _untouched(draft: Draft) -> tuple[bytes, dict[str, str]]:
    return draft.plan.release.encode(), {}


def _tampered(draft: Draft) -> tuple[bytes, dict[str, str]]:
    """Edited test cells, raised points, forged outputs, a replaced `check`; the answers are wrong."""
    notebook, planted = _solved(draft, wrong=2)
    forged = "def check(*anything):\n    return 100\n"
    for cell in notebook.cells:
        metadata = cell.metadata.get("nbgrader", {})
        if metadata.get("grade") and cell.cell_type == "code":
            cell.source = "print('All tests passed.')\n100"
            metadata["points"] = 100
            cell.outputs = [new_output("execute_result", {"text/plain": "100"})]
    first = next(i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code")
    notebook.cells.insert(first + 1, new_code_cell(forged, id="my-check"))
    return _bytes(notebook), planted


def _looping(draft: Draft) -> tuple[bytes, dict[str, str]]:
    """One answer cell never ends; the others are right."""
    notebook, planted = _solved(draft)
    cell = draft.exercises()[:2][-1]
    draft.write(notebook, cell, "step = 0\nwhile True:\n    step = step + 1")
    return _bytes(notebook), planted


def _broken(draft: Draft) -> tuple[bytes, dict[str, str]]:
    """A file that was cut off while it was uploaded."""
    data, _planted = _right(draft)
    return data[: len(data) * 2 // 3], {}


KINDS: dict[str, Callable[[Draft], tuple[bytes, dict[str, str]]]] = {
    N_("right"): _right,
    N_("wrong"): _wrong,
    N_("half-done"): _half_done,
    N_("untouched"): _untouched,
    N_("tampered"): _tampered,
    N_("looping"): _looping,
    N_("broken"): _broken,
}
# Each kind once, then mostly honest work, as in a real class.
FIRST = ("right", "wrong", "half-done", "tampered", "looping", "broken", "untouched")
THEN = ("wrong", "right", "wrong", "half-done", "wrong")
# Of these, one notebook is enough; the chapter's others are right.
ONCE = ("looping", "broken")


def make_class(
    plans: Sequence[Plan], answers: Sequence[Any], count: int, seed: int
) -> list[Student]:
    """`count` students of a chapter; the same seed makes the same class.

    plans: of the chapter's notebooks. answers: `grader.exercises.answers.answers(chapter)`.
    """
    students = []
    for number in range(count):
        kind = FIRST[number] if number < len(FIRST) else THEN[(number - len(FIRST)) % len(THEN)]
        files: dict[str, bytes] = {}
        planted: dict[str, str] = {}
        for plan in plans:
            luck = random.Random(f"{seed}/{plan.chapter}/{plan.notebook}/{number}")
            here = "right" if kind in ONCE and plan is not plans[0] else kind
            files[plan.notebook], mistakes = KINDS[here](Draft(plan, answers, luck))
            planted |= mistakes
        turn = number // len(NAMES)
        name = NAMES[number % len(NAMES)] + (f"{turn + 1}" if turn else "")
        students.append(Student(name, kind, files, planted))
    return students


def _bytes(notebook: NotebookNode) -> bytes:
    text = nbformat.writes(notebook)
    return (str(text) + "\n").encode("utf-8")


# ------------------------------------------------------------------------------------ the folder


def write_class(
    root: Path, plans: Sequence[Plan], students: Sequence[Student], seed: int
) -> list[str]:
    """Writes the course and its submissions into `root`; returns messages for the screen.

    Replaces only files that an earlier demo wrote and that are unchanged since. Raises CourseError
    for a folder that contains anything else.
    """
    source = {
        Path(plan.chapter) / name: (SOLUTIONS / plan.chapter / name).read_bytes()
        for plan in plans
        for name in (f"{plan.notebook}.ipynb", *plan.beside)
    }
    (chapter,) = {plan.chapter for plan in plans}
    submitted = {
        Path(student.name) / chapter / f"{notebook}.ipynb": data
        for student in students
        for notebook, data in student.files.items()
    }
    files = {
        Path("nbgrader_config.py"): CONFIGURATION.encode(),
        **{"source" / path: data for path, data in source.items()},
        **{"submitted" / path: data for path, data in submitted.items()},
    }
    told, before = _open_folder(root)
    written = dict(before.get("files", {}))
    for relative, data in files.items():
        path, name = root / relative, str(relative)
        if os.path.lexists(path) and _digest(path) != written.get(name):
            told.append(f"{name} was changed since the demo wrote it; it stays as it is")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        written[name] = hashlib.sha256(data).hexdigest()
    mark = root / MARK
    mark.parent.mkdir(exist_ok=True)
    mark.write_text(json.dumps({"seed": seed, "files": written}, indent=1) + "\n")
    secret = root / SECRET
    if not secret.exists():
        # Derived from the seed, because no real class depends on it: pages are reproducible.
        secret.write_text(hashlib.sha256(f"demo/{seed}".encode()).hexdigest())
        secret.chmod(0o600)
    return told


def _open_folder(root: Path) -> tuple[list[str], dict[str, Any]]:
    if not root.exists():
        root.mkdir(parents=True)
        return [_("made {folder}").format(folder=root)], {}
    if not root.is_dir():
        raise CourseError(
            _("{folder} is not a folder; give --out a new or empty one").format(folder=root)
        )
    if not any(root.iterdir()):
        return [], {}
    try:
        before = json.loads((root / MARK).read_text())
    except (OSError, ValueError):
        raise CourseError(
            _(
                "{folder} contains files that were not made by a demo; give --out a new or empty "
                "folder"
            ).format(folder=root)
        ) from None
    return [
        _("{folder} contains an earlier demo: its submissions are made and graded again").format(
            folder=root
        )
    ], before


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def named(student: Student, results: Sequence[Result], page: str) -> tuple[int, int]:
    """Counts the planted mistakes that the verdicts name and the feedback pages explain.

    Returns (named, planted).
    """
    verdicts = {verdict.exercise: verdict for result in results for verdict in result.verdicts}
    found, letters = 0, _letters(page)
    for exercise, misconception in student.planted.items():
        verdict = verdicts.get(exercise)
        if verdict is None or verdict.misconception != misconception:
            continue
        named = {one.name: one.explanation for one in find(exercise).misconceptions}
        found += _letters(html.escape(_(named[misconception]))) in letters
    return found, len(student.planted)


def _letters(page: str) -> str:
    """The letters and digits of a page's text: the rest may be changed by markup, wrapping or a capital."""
    text = html.unescape(re.sub(r"<[^>]*>", "", page)).casefold()
    return "".join(letter for letter in text if letter.isalnum())
