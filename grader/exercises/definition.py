"""Makes an Exercise of what it asks and of its folder, which has the answers and what is known of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from types import CodeType
from typing import Any

import numpy as np

from grader.evidence import Challenge
from grader.exercises.measured import MUTANT, measured
from grader.exercises.own import folder_of
from grader.exercises.sources import answers_to, judged_with
from grader.judging import MUTANTS, Exercise, Misconception

PROBE = "probe.py"


@dataclass(frozen=True)
class Built:
    """Builds an answer from its source, on the engine: what the notebook's `check` line passes."""

    source: str
    names: tuple[str, ...]

    def __call__(self) -> Any:
        from grader import engine  # it would take time and memory where nothing is judged

        namespace: dict[str, Any] = {"tf": engine, "np": np}
        exec(_compiled(self.source), namespace)
        values = tuple(namespace[name] for name in self.names)
        return values if len(values) > 1 else values[0]


def listed(id: str, function: str, *names: str) -> list[Any]:
    """What the listed answers to `id` with these names define as `function`; the reference without names."""
    known = {answer.name: answer for answer in answers_to(id)}
    chosen = [known[name] for name in names] or [judged_with(id)[0]]
    return [Built(answer.source, (function,))() for answer in chosen]


@cache
def _compiled(source: str) -> CodeType:
    return compile(source, "<an answer>", "exec")


Draw = Callable[[np.random.Generator], Challenge]


def exercise(*, id: str, answers: tuple[str, ...], draw: Draw, **asked: Any) -> Exercise:
    """The exercise `id`: its reference is the first right answer, its misconceptions are those explained.

    A challenge whose probe is called as the exercise brings the code of `probe.py` in its folder.
    answers, draw, asked: as in `Exercise`.
    """

    def drawn(rng: np.random.Generator) -> Challenge:
        challenge = draw(rng)
        own = folder_of(id).joinpath(PROBE)
        if challenge.probe != id or not own.is_file():
            return challenge
        return replace(challenge, probe=own.read_text(encoding="utf-8"))

    return Exercise(id=id, answers=answers, draw=drawn, **_from_folder(id, answers), **asked)


def with_folder(exercise: Exercise) -> Exercise:
    """The same exercise with what its folder holds now: its answers, and what is known of them."""
    return replace(exercise, **_from_folder(exercise.id, exercise.answers))


def _from_folder(id: str, answers: tuple[str, ...]) -> dict[str, Any]:
    """The fields of an Exercise that its folder decides."""
    (reference, mistakes), known = judged_with(id), measured(id)
    return {
        "reference": Built(reference.source, answers),
        "misconceptions": tuple(
            Misconception(
                str(answer.misconception),
                Built(answer.source, answers),
                answer.says,
                known.passes.get(str(answer.misconception)),
            )
            for answer in mistakes
        ),
        "mutants": tuple(
            Misconception(
                mutant.name,
                Built(mutant.source, answers),
                MUTANTS[mutant.name],
                known.passes.get(MUTANT + mutant.name),
                remembers=mutant.name == "remembers",
            )
            for mutant in known.mutants
        ),
    }
