"""Defines what an exercise is: data, and a few stateless functions.

An answer is judged by comparing two observations of the same challenge: one of the student's
evidence, one of the reference answer's. A misconception is an answer as well, a wrong one that
students really give: if its observation equals the student's, the verdict names it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.judging.agreement import agree
from grader.languages import N_, _

# Why there is nothing to observe in what our probes never write: a WrongAnswer's message.
UNREADABLE = N_(
    "the check could not work out what your answer does; restart the kernel, run the cells above, "
    "and check again"
)


class WrongAnswer(Exception):
    """Raised by an exercise's `observe` if the evidence cannot be observed.

    The message is for the student: "expected a tensor, but your function returned None".
    """


class CannotJudge(Exception):
    """An answer uses something of TensorFlow's that the engine does not have: it is neither right nor wrong.

    name: what that is: the type of an operation ("FFT") or a name in Python ("tf.signal.fft").
    """

    def __init__(self, name: str):
        self.name = name[:80]
        super().__init__(
            _(
                "the check cannot judge this way of writing it: it runs graphs on the course's own engine, "
                "which does not have `{name}`. So the answer is neither right nor wrong, and the points that "
                "you have stay. Write it without `{name}` and check again, or go on to the next exercise."
            ).format(name=self.name)
        )


@dataclass(frozen=True)
class Case:
    """One line of the verdict's table, with its points.

    label: what is checked, in the student's words ("two hidden pairs of x and y").
    visible: whether the table shows the expected and the actual value. Exactly one case of an
        exercise is visible; the others show only whether they hold.
    gate: whether later cases earn nothing if this one fails (they would hold for empty answers).
    agree: how the student's observation is compared with the reference's.
    advice: a sentence for a student whose answer fails here and matches no misconception.
    """

    label: str
    points: float
    visible: bool = False
    gate: bool = False
    agree: Callable[[Any, Any], bool] = agree
    advice: str = ""

    @classmethod
    def shown(cls, label: str, points: float, advice: str = "", **more: Any) -> Case:
        """The visible case, without which the later ones earn nothing."""
        return cls(label, points, visible=True, gate=True, advice=advice, **more)


@dataclass(frozen=True)
class Misconception:
    """A wrong answer that students really give.

    name: short, unique in its exercise ("forgets-the-square").
    answer: builds the wrong answer, as `Exercise.reference` builds the right one.
    explanation: what the student then reads: the mistake, and what is true instead.
    passes: its row of the pass matrix, which says of every draw, with a character for each case: "1" where
        the answer passes it, "0" where it does not, "?" where that depends on the draw; "-" if the answer
        cannot be observed at all. None: nothing is known. The judge compares only with what may be alike.
    remembers: whether the answer remembers something from one program (graph, call ...) to the next.
    """

    name: str
    answer: Callable[[], Any]
    explanation: str
    passes: str | None = None
    remembers: bool = False


@dataclass(frozen=True)
class Exercise:
    """One graded exercise.

    id: "graphs/polynomial": the chapter's short name and the exercise's.
    title: what the exercise asks for, in a few words.
    answers: the names that the notebook's `check` line passes, in order.
    draw: draws a challenge from a random generator.
    observe: one observation for each case, from evidence and challenge. It runs in the judge, on
        evidence that may be hostile. An observation may be a `Raised`. A generator can work out each when
        it is asked for: where a misconception differs in the first case, the rest costs nothing.
    reference: builds the right answer on the engine. Called in a fresh default graph, it returns
        what the student would pass to `check` (a tuple if there are several answers).
    hints: three steps, from gentle to nearly there.
    mutants: right answers with one small mistake, compared where no misconception fits and no relation
        between the values does. Their names are those of `mutants.py`.
    parts: the lists in a challenge's inputs and hidden part that have an entry for each of its programs (or
        graphs, calls ...), if the probe's result is a list with an entry for each, too, and each can be
        observed alone. Mistakes are then compared one part at a time.
    choice: whether an answer chooses among values that it is given. That its choices are multiples of the
        right ones, or in another order, is then chance and no reason.
    refuses: names of what an answer may not use, where the engine does not have it either ("tf.data").
    paste: the input of the visible case as Python code, for a cell of the student's own below the
        answer: the value of its last line is what the table shows as "got". None if there is none.
    """

    id: str
    title: str
    answers: tuple[str, ...]
    cases: tuple[Case, ...]
    draw: Callable[[np.random.Generator], Challenge]
    observe: Callable[[Evidence, Challenge], Iterable[Any]]
    reference: Callable[[], Any]
    misconceptions: tuple[Misconception, ...]
    hints: tuple[str, ...]
    paste: Callable[[Challenge], str] | None = None
    mutants: tuple[Misconception, ...] = ()
    parts: tuple[str, ...] = ()
    choice: bool = False
    refuses: tuple[str, ...] = ()

    @property
    def points(self) -> float:
        """The maximum points: the sum over the cases."""
        return sum(case.points for case in self.cases)

    @property
    def check_line(self) -> str:
        """The single line of the notebook's graded cell."""
        return f'check("{self.id}", {", ".join(self.answers)})'

    def parts_in(self, challenge: Challenge) -> int:
        """The number of parts of a challenge; 0 if it cannot be divided."""
        given = {**challenge.inputs, **challenge.hidden}
        return len(given[self.parts[0]]) if self.parts else 0

    def part(self, challenge: Challenge, number: int) -> Challenge:
        """The challenge with no more than the part of this number."""

        def only(given: Mapping[str, Any]) -> dict[str, Any]:
            return {
                name: value[number : number + 1] if name in self.parts else value
                for name, value in given.items()
            }

        return replace(challenge, inputs=only(challenge.inputs), hidden=only(challenge.hidden))
