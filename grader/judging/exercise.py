"""What an exercise is: data, and a few functions without state.

An exercise is judged by comparing two observations of the same challenge: what the student's
evidence shows, and what the reference answer's evidence shows. A misconception is an answer too,
a wrong one that students really give: when its observation equals the student's, it is named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.judging.agreement import agree


class WrongAnswer(Exception):
    """Raised by an `observe` for evidence that it cannot observe; the message is for the student.

    "expected a tensor, but your function returned None", for example.
    """


@dataclass(frozen=True)
class Case:
    """One line of the verdict's table, and the points that it carries.

    label: what is checked, in the student's words ("two hidden pairs of x and y").
    visible: whether the table shows what was expected and what was got. Exactly one case of an
        exercise is visible; the others show only whether they hold.
    gate: when this case fails, the cases after it earn nothing (they would hold for empty answers).
    agree: how the student's observation is compared with the reference's.
    advice: one sentence for a student whose answer fails here and matches no misconception.
    """

    label: str
    points: float
    visible: bool = False
    gate: bool = False
    agree: Callable[[Any, Any], bool] = agree
    advice: str = ""


@dataclass(frozen=True)
class Misconception:
    """A wrong answer that students really give.

    name: short, unique in its exercise ("forgets-the-square").
    answer: builds the wrong answer, as `Exercise.reference` builds the right one.
    explanation: what a student who gave it reads: the mistake, and what is true instead.
    """

    name: str
    answer: Callable[[], Any]
    explanation: str


@dataclass(frozen=True)
class Exercise:
    """One graded exercise.

    id: "graphs/polynomial": the chapter's short name and the exercise's.
    title: what the student is asked for, in a few words.
    answers: the names that the notebook's `check` line passes, in order.
    draw: draws a challenge from a random generator.
    observe: one observation for each case, from evidence and challenge. It runs in the judge, on
        evidence that may be hostile. An observation may be a `Raised`.
    reference: builds the right answer on the engine: called in a fresh default graph, it returns
        what the student would give to `check` (a tuple when there are several answers).
    hints: three steps, from gentle to nearly there.
    """

    id: str
    title: str
    answers: tuple[str, ...]
    cases: tuple[Case, ...]
    draw: Callable[[np.random.Generator], Challenge]
    observe: Callable[[Evidence, Challenge], Sequence[Any]]
    reference: Callable[[], Any]
    misconceptions: tuple[Misconception, ...]
    hints: tuple[str, ...]

    @property
    def points(self) -> float:
        """The most points that an answer can earn: the sum over the cases."""
        return sum(case.points for case in self.cases)

    @property
    def check_line(self) -> str:
        """The one line of the notebook's graded cell."""
        return f'check("{self.id}", {", ".join(self.answers)})'
