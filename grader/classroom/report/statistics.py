"""Computes the report's figures from `ClassData`. Nothing here knows about files or pages."""

from __future__ import annotations

import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from grader.classroom.report.data import ClassData, Item, Row
from grader.judging import Verdict

# Below this, a correlation says more about the few students than about the exercise.
SMALLEST_CLASS = 20
BINS = 10
CLOSE = 1e-9  # points are sums of decimal fractions
PLACE = re.compile(r"^(?:cell \d++|[^\s/]++/[^\s:]++): ")  # where a limit was hit


@dataclass(frozen=True)
class ItemFigures:
    """One item.

    judged: students whose answer was judged; solved: those with full points.
    difficulty: the mean share of the points, 1 if everyone solves the item; None if nobody was
        judged.
    discrimination: see `discrimination`.
    mistakes: how many answers show each misconception, most frequent first.
    unnamed: answers without full points that show no known misconception.
    """

    item: Item
    judged: int
    solved: int
    difficulty: float | None
    discrimination: float | None
    mistakes: tuple[tuple[str, int], ...]
    unnamed: int


@dataclass(frozen=True)
class Mistake:
    """A misconception in the class: who shows it, and the first sentence of its explanation."""

    item: Item
    name: str
    sentence: str
    students: tuple[str, ...]
    judged: int


@dataclass(frozen=True)
class Check:
    """One case of an exercise, and for how many of the judged answers it holds."""

    exercise: str
    label: str
    judged: int
    holds: int


@dataclass(frozen=True)
class Bin:
    """Scores from `low` (inclusive) to `high` (exclusive, except in the last bin)."""

    low: float
    high: float
    count: int


@dataclass(frozen=True)
class Spread:
    """Summary statistics. p90: the 90th percentile (nearest rank)."""

    count: int
    mean: float
    median: float
    deviation: float | None
    lowest: float
    p90: float
    highest: float


@dataclass(frozen=True)
class Figures:
    """All figures of a class.

    max_points: the maximum in the gradebook; scores: of the graded students.
    limits: each limit, without the cell's number, and the students who hit it.
    """

    max_points: float
    scores: Spread | None
    bins: tuple[Bin, ...]
    items: tuple[ItemFigures, ...]
    mistakes: tuple[Mistake, ...]
    checks: tuple[Check, ...]
    seconds: Spread | None
    limits: tuple[tuple[str, tuple[str, ...]], ...]


def figures(data: ClassData) -> Figures:
    """Computes every figure of the report."""
    graded = [row for row in data.rows if row.graded]
    scores = [row.score for row in graded]
    most = max((row.max_points for row in graded), default=0.0)
    verdicts = _verdicts(graded)
    items = tuple(_item(item, data.items, graded, verdicts[item.name]) for item in data.items)
    seconds = [row.seconds for row in graded if row.seconds is not None]
    return Figures(
        most,
        spread(scores),
        histogram(scores, most),
        items,
        _mistakes(items, verdicts),
        _checks(data.items, verdicts),
        spread(seconds),
        _limits(graded),
    )


def spread(numbers: Sequence[float]) -> Spread | None:
    """Summary statistics of `numbers`; None if there are none. The deviation is the sample's (n - 1)."""
    if not numbers:
        return None
    ordered = sorted(numbers)
    rank = -(-9 * len(ordered) // 10)  # rounded up
    return Spread(
        len(ordered),
        statistics.fmean(ordered),
        statistics.median(ordered),
        statistics.stdev(ordered) if len(ordered) > 1 else None,
        ordered[0],
        ordered[rank - 1],
        ordered[-1],
    )


def histogram(scores: Sequence[float], most: float) -> tuple[Bin, ...]:
    """`BINS` bins of equal width from 0 to `most`; anything above (extra credit) is in the last."""
    if most <= 0:
        return ()
    edges = [most * number / BINS for number in range(BINS + 1)]
    counts = Counter(min(BINS - 1, int((score + CLOSE) * BINS / most)) for score in scores)
    return tuple(Bin(low, high, counts[n]) for n, (low, high) in enumerate(pairwise(edges)))


def discrimination(points: Sequence[float], totals: Sequence[float]) -> float | None:
    """How well an item separates strong students from weak ones: -1 to 1, usually above 0.2.

    The corrected item-total correlation: Pearson's r between an item's points and the total of the
    other items, so that the item is not compared with itself (S. Henrysson, "Correction of
    item-total correlations in item analysis", Psychometrika 28, 1963, pages 211 to 218).

    points, totals: one number per student; `totals` includes `points`. None for fewer than
    `SMALLEST_CLASS` students, or if all have the same points or the same rest.
    """
    rest = [total - own for own, total in zip(points, totals, strict=True)]
    if len(points) < SMALLEST_CLASS or _constant(points) or _constant(rest):
        return None
    return statistics.correlation(points, rest)


def first_sentence(text: str) -> str:
    """The first sentence of an explanation, with a capital: explanations begin after a colon."""
    found = re.split(r"(?<=[.!?])\s+(?=[A-Z`(\"'])", " ".join(text.split()), maxsplit=1)[0]
    # Only a plain word: an identifier keeps its case.
    return found[:1].upper() + found[1:] if re.match(r"[a-z]++[ ,]", found) else found


def _constant(numbers: Sequence[float]) -> bool:
    return max(numbers) - min(numbers) < CLOSE


def _verdicts(rows: Sequence[Row]) -> dict[str, list[tuple[str, Verdict]]]:
    """Each exercise's verdicts, with their students."""
    found: dict[str, list[tuple[str, Verdict]]] = defaultdict(list)
    for row in rows:
        for result in row.results:
            for verdict in result.verdicts:
                found[verdict.exercise].append((row.student, verdict))
    return found


def _item(
    item: Item, items: Sequence[Item], rows: Sequence[Row], verdicts: list[tuple[str, Verdict]]
) -> ItemFigures:
    judged = [(row, mark) for row in rows if (mark := row.judged(item)) is not None]
    shares = [mark.points / item.max_points for _, mark in judged if item.max_points > 0]
    solved = sum(mark.points >= item.max_points - CLOSE for _, mark in judged)
    if not item.max_points:
        solved = sum(verdict.full for _, verdict in verdicts)
    named = Counter(verdict.misconception for _, verdict in verdicts if verdict.misconception)
    unnamed = sum(not verdict.full and not verdict.misconception for _, verdict in verdicts)
    return ItemFigures(
        item,
        len(judged),
        solved,
        statistics.fmean(shares) if shares else None,
        _discrimination(item, items, rows),
        tuple(sorted(named.items(), key=lambda one: (-one[1], one[0]))),
        unnamed,
    )


def _discrimination(item: Item, items: Sequence[Item], rows: Sequence[Row]) -> float | None:
    """Over the students who were judged in the item and in every machine-graded one.

    A written question is compared with the machine-graded total: people grade it weeks later.
    """
    needed = {one.key: one for one in items if one.automatic} | {item.key: item}
    points, totals = [], []
    for row in rows:
        marks = {key: row.judged(one) for key, one in needed.items()}
        known = {key: mark.points for key, mark in marks.items() if mark is not None}
        if len(known) == len(needed):
            points.append(known[item.key])
            totals.append(sum(known.values()))
    return discrimination(points, totals)


def _mistakes(
    items: Sequence[ItemFigures], verdicts: dict[str, list[tuple[str, Verdict]]]
) -> tuple[Mistake, ...]:
    """Every misconception in the class, most frequent first."""
    found = []
    for one in items:
        exercise = one.item.exercise
        explanations = (
            {known.name: known.explanation for known in exercise.misconceptions} if exercise else {}
        )
        judged = verdicts[one.item.name]
        for name, _ in one.mistakes:
            who = tuple(student for student, verdict in judged if verdict.misconception == name)
            sentence = first_sentence(explanations.get(name, ""))
            found.append(Mistake(one.item, name, sentence, who, len(judged)))
    return tuple(sorted(found, key=lambda one: (-len(one.students), one.item.name, one.name)))


def _checks(
    items: Sequence[Item], verdicts: dict[str, list[tuple[str, Verdict]]]
) -> tuple[Check, ...]:
    """The cases of each exercise, in order."""
    found = []
    for item in items:
        counts: dict[str, list[bool]] = {}
        for _, verdict in verdicts[item.name]:
            for case in verdict.cases:
                counts.setdefault(case.label, []).append(case.holds)
        found += [Check(item.name, label, len(held), sum(held)) for label, held in counts.items()]
    return tuple(found)


def _limits(rows: Sequence[Row]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The limits that were hit and by whom, most frequent first."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for row in rows:
        for result in row.results:
            for limit in result.limits:
                found[PLACE.sub("", limit)][row.student] = None
    counted = [(text, tuple(students)) for text, students in found.items()]
    return tuple(sorted(counted, key=lambda one: (-len(one[1]), one[0])))
