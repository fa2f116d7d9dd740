"""Finds which cases pass for each misconception and mutant, and writes the file that says so.

The judge compares a wrong answer only with mistakes for
which the same cases pass. A listed mistake shows the same in every draw: where it does not, "?" says so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grader.atomic import write_atomically
from grader.exercises.measured import FILE, MUTANT, NamedMutant, measured
from grader.exercises.own import folder_of
from grader.judging import Exercise, WrongAnswer, draw, observe_answer

DRAWS = tuple(b"seed %d" % number for number in range(6))


def write(identity: str, passes: Mapping[str, str], mutants: Sequence[NamedMutant]) -> None:
    """Writes an exercise's `measured.json`."""
    path = Path(str(folder_of(identity))) / FILE
    write_atomically(path, to_json(passes, mutants).encode())
    measured.cache_clear()


def to_json(passes: Mapping[str, str], mutants: Sequence[NamedMutant]) -> str:
    """The contents of the file, with a line for each mistake and each mutant."""
    mistakes = ",\n  ".join(
        f"{json.dumps(name)}: {json.dumps(row)}" for name, row in passes.items()
    )
    changed = ",\n  ".join(json.dumps(mutant._asdict()) for mutant in mutants)
    return f'{{\n "passes": {{\n  {mistakes}\n }},\n "mutants": [\n  {changed}\n ]\n}}\n'


def pass_matrix(exercise: Exercise, draws: Sequence[bytes] = DRAWS) -> dict[str, str]:
    """For each misconception and mutant a character for each case (see `Misconception.passes`)."""
    challenges = [draw(exercise, seed) for seed in draws]
    expected = [observe_answer(exercise, each, exercise.reference) for each in challenges]
    mistakes = [(mistake.name, mistake.answer) for mistake in exercise.misconceptions]
    mistakes += [(MUTANT + mutant.name, mutant.answer) for mutant in exercise.mutants]
    seen: dict[str, set[str]] = {}
    for name, answer in mistakes:
        for challenge, right in zip(challenges, expected, strict=True):
            seen.setdefault(name, set()).add(_passed(exercise, challenge, right, answer))
    return {name: _in_all(shown, len(exercise.cases)) for name, shown in seen.items()}


def _passed(exercise: Exercise, challenge: Any, right: Sequence[Any], answer: Any) -> str:
    try:
        shown = observe_answer(exercise, challenge, answer)
    except WrongAnswer:
        return "-"
    parts = zip(exercise.cases, right, shown, strict=True)
    return "".join("1" if case.agree(wanted, got) else "0" for case, wanted, got in parts)


def _in_all(seen: set[str], cases: int) -> str:
    if len(seen) == 1:
        return seen.pop()
    if "-" in seen:
        return "?" * cases
    return "".join(row[0] if len(set(row)) == 1 else "?" for row in zip(*seen, strict=True))
