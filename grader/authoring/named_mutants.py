"""Finds which small mistakes in right answers can be named.

A mutant of an exercise's first right answer can be if its name is certain: in several draws, everything that
shows the same has the same name.
"""

from __future__ import annotations

import base64
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from grader.authoring.mutating import contained, right_answers
from grader.evidence import Raised, TensorRef, collect_from, decode
from grader.judging import MUTANTS, Exercise, WrongAnswer, draw, observe_answer
from grader.judging.observing import observe
from grader.judging.relations import relation
from grader.mutation import Mutant, mutants

SEEDS = ("0", "1", "2")
ENOUGH = 3  # how many different values must support a name: two may agree by chance
MOST = 8  # mistakes of one exercise: each costs time whenever a wrong answer is judged
# Seconds of processor time that all of them may take together; more where the right answer takes long.
SECONDS, OF_THE_RIGHT_ANSWER = 0.1, 3
# Listed wrong answers with another mistake show the same, so that the sentence would mislead; or the
# sentence depends on the draw.
DOUBTFUL = {
    ("savers/warm-start", "without-last"),
    ("scopes/forgotten", "remembers"),  # in some draws a relation is named
    ("training/make-cell", "results-swapped"),  # is not found in every draw
}
PATIENCE = 1.5  # seconds of processor time for one mutant

Seen = list[Any]  # an observation for each case


# -------------------------------------------------------------------------------------- choosing


def certain(exercise: Exercise) -> list[tuple[str, Mutant]]:
    """(right answer, mutant): the mistakes that have a certain name, at most `MOST` of them."""
    (name,) = exercise.answers
    answer = right_answers(exercise.id)[0]
    made = mutants(answer.source, name)
    seen = [observed(exercise, [mutant.source for mutant in made], seed) for seed in SEEDS]
    rows = list(zip(*seen, strict=True))
    own = [_own(exercise, seed) for seed in SEEDS]
    good = [
        number
        for number, mutant in enumerate(made)
        if mutant.name
        and (exercise.id, mutant.name) not in DOUBTFUL
        and _clear(exercise, rows[number], own)
    ]
    alone = [number for number in good if _alone(exercise, number, made, rows)]
    chosen: list[int] = []
    for number in alone:  # one of those that always show the same is enough
        if not any(_always_same(exercise, rows[number], rows[other]) for other in chosen):
            chosen.append(number)
    turns = _in_turn(chosen, lambda number: made[number].name)[:MOST]
    right, *times = _seconds(exercise, [answer.source, *(made[one].source for one in turns)])
    found, left = [], max(SECONDS, OF_THE_RIGHT_ANSWER * right)
    for number, seconds in zip(turns, times, strict=True):
        if seconds <= left:
            left -= seconds
            found.append((answer.name, made[number]))
    return found


def _own(exercise: Exercise, seed: str) -> list[Seen]:
    """What the reference shows, and what each misconception does that can be observed."""
    challenge = draw(exercise, seed.encode())
    found = [observe_answer(exercise, challenge, exercise.reference)]
    for misconception in exercise.misconceptions:
        try:
            found.append(observe_answer(exercise, challenge, misconception.answer))
        except WrongAnswer:
            continue
    return found


def _clear(exercise: Exercise, row: Sequence[Seen | None], own: Sequence[list[Seen]]) -> bool:
    """Whether a mutant differs from all our answers in each draw, and in enough values."""
    for got, (expected, *known) in zip(row, own, strict=True):
        if got is None or any(_alike(exercise, got, one) for one in (expected, *known)):
            return False
        cases = zip(exercise.cases, expected, got, strict=True)
        holds = [case.agree(one, other) for case, one, other in cases]
        wrong = [pair for *pair, right in zip(expected, got, holds, strict=True) if not right]
        if any(isinstance(part, Raised) for pair in wrong for part in pair):
            return False  # its own error says more
        differences = [set(_values(one)) ^ set(_values(other)) for one, other in wrong]
        if len(set().union(*differences)) < ENOUGH or relation(expected, got, holds):
            return False
    return True


def _values(value: Any) -> Iterator[Any]:
    """The numbers and texts in an observation; not truth values, of which two often agree."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _values(key)
            yield from _values(part)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for part in value:
            yield from _values(part)
    elif isinstance(value, np.ndarray):
        yield from _values(value.tolist())
    elif isinstance(value, (str, bytes)):
        yield value
    elif isinstance(value, TensorRef):
        yield value.name
    elif isinstance(value, (int, float, np.number)) and not isinstance(value, bool):
        yield f"{complex(value):.5g}"


def _alone(
    exercise: Exercise, number: int, made: Sequence[Mutant], rows: Sequence[Sequence[Seen | None]]
) -> bool:
    """Whether each mutant that shows the same in any of the draws has the same name."""
    return not any(
        one.name != made[number].name
        and any(
            _alike(exercise, mine, other) for mine, other in zip(rows[number], row, strict=True)
        )
        for one, row in zip(made, rows, strict=True)
    )


def _alike(exercise: Exercise, one: Seen | None, other: Seen | None) -> bool:
    """As the judge compares answers with misconceptions."""
    if one is None or other is None:
        return False
    return all(
        case.agree(first, second) and case.agree(second, first)
        for case, first, second in zip(exercise.cases, one, other, strict=True)
    )


def _always_same(
    exercise: Exercise, one: Sequence[Seen | None], other: Sequence[Seen | None]
) -> bool:
    return all(_alike(exercise, *pair) for pair in zip(one, other, strict=True))


def _in_turn(numbers: Sequence[int], name: Callable[[int], str]) -> list[int]:
    """The first of each name, in the order of `MUTANTS`, then the second of each, and so on."""
    groups = [[one for one in numbers if name(one) == known] for known in MUTANTS]
    return [one for turn in zip_longest(*groups) for one in turn if one is not None]


# -------------------------------------------------------------------------------------- observing


def observed(exercise: Exercise, sources: Sequence[str], seed: str) -> list[Seen | None]:
    """What each answer shows; None for one that cannot be observed."""

    def work(source: str) -> str:
        try:
            return base64.b64encode(pickle.dumps(_observed(exercise, source, seed))).decode()
        except Exception:
            return ""

    found = contained(work, sources, PATIENCE)
    return [pickle.loads(base64.b64decode(one)) if one else None for one in found]


def _observed(exercise: Exercise, source: str, seed: str) -> Seen:
    from grader import engine

    challenge = draw(exercise, seed.encode())
    with engine.Graph().as_default():
        namespace = {"tf": engine, "np": np}
        exec(source, namespace)
        data = collect_from(namespace, exercise.answers, challenge, engine)
    return observe(exercise, challenge, decode(data))


def _seconds(exercise: Exercise, sources: Sequence[str]) -> list[float]:
    """The time that the judge needs for each of these answers of its own: of the processor, or waiting."""

    def work(source: str) -> str:
        start, began = time.process_time(), time.perf_counter()
        _observed(exercise, source, SEEDS[0])
        used, passed = time.process_time() - start, time.perf_counter() - began
        return str(passed if passed > 3 * used else used)  # on a busy machine, passed > used

    found = contained(work, sources, PATIENCE)
    return [float(one) if one else PATIENCE for one in found]
