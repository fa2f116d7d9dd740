"""Finds which cases hold for each misconception and idea, and writes `grader/exercises/holds.json`.

    python -m grader.authoring.holding [graphs/polynomial ...]

Without a name, for all exercises, in two minutes. The judge compares a wrong answer only with mistakes for
which the same cases hold. A listed mistake shows the same in every draw: where it does not, "?" says so.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grader.atomic import write_atomically
from grader.exercises import CHAPTERS, catalogue, chapter_exercises
from grader.exercises.catalogue import find
from grader.judging import Exercise, WrongAnswer, draw, observe_answer

DRAWS = tuple(b"seed %d" % number for number in range(6))


def main() -> None:
    """Writes the lines of the exercises on the command line, or of all."""
    order = [one for chapter in CHAPTERS for one in chapter_exercises(chapter)]
    found = {}
    for identity in sys.argv[1:] or order:
        found[identity] = holds(find(identity))
        print(f"{identity}: {len(found[identity])}", flush=True)
    path = Path(catalogue.__file__).with_name("holds.json")
    known = json.loads(path.read_text(encoding="utf-8")) | found
    lines = [f"{json.dumps(one)}: {json.dumps(known[one])}" for one in order if one in known]
    write_atomically(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def holds(exercise: Exercise, draws: Sequence[bytes] = DRAWS) -> dict[str, str]:
    """For each misconception and idea a character for each case (see `Misconception.holds`)."""
    challenges = [draw(exercise, seed) for seed in draws]
    expected = [observe_answer(exercise, one, exercise.reference) for one in challenges]
    mistakes = [(one.name, one.answer) for one in exercise.misconceptions]
    mistakes += [(f"idea {one.name}", one.answer) for one in exercise.ideas]
    seen: dict[str, set[str]] = {}
    for name, answer in mistakes:
        for challenge, right in zip(challenges, expected, strict=True):
            seen.setdefault(name, set()).add(_held(exercise, challenge, right, answer))
    return {name: _in_all(shown, len(exercise.cases)) for name, shown in seen.items()}


def _held(exercise: Exercise, challenge: Any, right: Sequence[Any], answer: Any) -> str:
    try:
        shown = observe_answer(exercise, challenge, answer)
    except WrongAnswer:
        return "-"
    parts = zip(exercise.cases, right, shown, strict=True)
    return "".join("1" if case.agree(one, other) else "0" for case, one, other in parts)


def _in_all(seen: set[str], cases: int) -> str:
    if len(seen) == 1:
        return seen.pop()
    if "-" in seen:
        return "?" * cases
    return "".join(one[0] if len(set(one)) == 1 else "?" for one in zip(*seen, strict=True))


if __name__ == "__main__":
    main()
