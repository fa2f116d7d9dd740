"""Which tests run when, and what a run prints about its time.

The environment names the layer. The same tests run on every commit:

    LAYER=daily   `make test`       every unmarked test, and a fixed part of the longer ones
    LAYER=ci      `make test-ci`    what `.ci/run` adds: the longer tests, each with a fixed part of its cases
    LAYER=whole   `make test-all`   all tests with all cases, and many more random ones
    (none)        pytest PATH       all that pytest is asked for, with as many random cases as in `.ci/run`

A test without a marker runs daily and is quick: the daily run names at its end those that took more than
five seconds. It doesn't fail for them, since a busy machine makes any test slow.

    @pytest.mark.slow                 not daily
    @pytest.mark.sampled(3)           three of its cases run daily, all of them in `.ci/run`
    @pytest.mark.sampled(3, ci=0.2)   three daily, a fifth in `.ci/run`, all of them in `make test-all`
    @pytest.mark.sampled(0, ci=0)     in `make test-all` alone
    @pytest.mark.sampled(1, of="chapters")
                                      daily the cases of one chapter, the same for every test;
                                      with `ci=3`, in `.ci/run` those of three
    @pytest.mark.scaled               runs in both layers, with more random cases in the second (see `scaled`)
    @pytest.mark.takes_long("why")    runs daily although it takes more than five seconds

Parts are taken at even distances from the cases in their order, so that they reach through all chapters,
exercises and operations. Random cases are drawn with a fixed seed; SEED=... draws others.
"""

from __future__ import annotations

import os
import random
import re
import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest

ROOT = Path(__file__).parent.parent
LAYER = os.environ.get("LAYER", "all")
WHOLE = LAYER == "whole"
LIMIT = 5.0  # seconds, for a daily test without a marker that says otherwise

if LAYER not in ("daily", "ci", "whole", "all"):
    raise SystemExit(f"LAYER={LAYER} is no layer of the tests: use daily, ci or whole")


def seed() -> str:
    """What random cases are drawn with."""
    return os.environ.get("SEED", "0")


def drawn(topic: str) -> random.Random:
    """A generator of random choices for one topic, independent of all others."""
    return random.Random(f"{seed()} {topic}")


def number(topic: str) -> int:
    """A 32-bit number for one topic."""
    return zlib.crc32(f"{seed()} {topic}".encode())


def scaled(daily: int, full: int, whole: int | None = None) -> int:
    """How many random cases a test tries in each layer."""
    if LAYER == "daily":
        return daily
    return whole if WHOLE and whole is not None else full


# ------------------------------------------------------------------------------- choosing tests


def spread(cases: Sequence[Any], size: float) -> list[Any]:
    """`size` of the cases (a float: that share of them, at least one), at even distances."""
    count = size if isinstance(size, int) else max(1, round(size * len(cases)))
    count = min(int(count), len(cases))
    return [cases[place * len(cases) // count] for place in range(count)]


def chapter_of(nodeid: str) -> str | None:
    """The chapter that a test's parameters name: "01-graphs", or an exercise such as "graphs/polynomial"."""
    from grader.exercises.catalogue import CHAPTERS, prefix

    _, _, parameters = nodeid.partition("[")
    for chapter in CHAPTERS:
        if re.search(rf"\b{chapter}\b|(^|-){prefix(chapter)}/", parameters):
            return chapter
    return None


def some_chapters(count: int) -> list[str]:
    """The chapters that stand for all of them where only so many run."""
    from grader.exercises.catalogue import CHAPTERS

    return spread(list(CHAPTERS), count)


def chosen(items: Iterable[Any], layer: str) -> set[str]:
    """The ids of the tests that a layer keeps: "daily", or "ci", which includes the daily ones."""
    kept, cases = set(), defaultdict(list)
    for item in items:
        sample = item.get_closest_marker("sampled")
        if sample is None:
            if layer == "ci" or not item.get_closest_marker("slow"):
                kept.add(item.nodeid)
        elif layer == "ci" and "ci" not in sample.kwargs:
            kept.add(item.nodeid)
        elif sample.kwargs.get("of") == "chapters":
            count = sample.kwargs["ci"] if layer == "ci" else sample.args[0]
            if chapter_of(item.nodeid) in some_chapters(count):
                kept.add(item.nodeid)
        else:
            size = sample.kwargs["ci"] if layer == "ci" else sample.args[0]
            cases[item.nodeid.partition("[")[0], size].append(item.nodeid)
    for (_, size), nodeids in cases.items():
        kept.update(spread(nodeids, size))
    return kept


def choose(config: Any, items: list[Any]) -> None:
    """Leaves only the tests of this run's layer in `items`."""
    if LAYER in ("all", "whole"):
        return
    daily = chosen(items, "daily")
    if LAYER == "daily":
        wanted = daily
    else:
        again = {item.nodeid for item in items if item.get_closest_marker("scaled")}
        wanted = chosen(items, "ci") - (daily - again)
    left = [item for item in items if item.nodeid not in wanted]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item.nodeid in wanted]


def lacking(reason: str) -> NoReturn:
    """Skips a test that needs what this machine lacks; where `.ci/run` runs it, the test fails instead."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)


# ------------------------------------------------------------------------------- counting seconds


class Times:
    """A plugin: the seconds of each folder, and the unmarked tests that took too long."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.excused: set[str] = set()

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Called for each phase of a test: its set-up, its call, its tear-down."""
        self.seconds[report.nodeid] += report.duration
        if {"slow", "sampled", "takes_long"} & set(report.keywords):
            self.excused.add(report.nodeid)

    def too_long(self) -> list[tuple[float, str]]:
        """The unmarked tests of a daily run that took more than LIMIT, the longest first."""
        if LAYER != "daily":
            return []
        slow = [(seconds, test) for test, seconds in self.seconds.items() if seconds > LIMIT]
        return sorted((row for row in slow if row[1] not in self.excused), reverse=True)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Prints the seconds of each folder, and what took too long."""
        if not self.seconds:
            return
        folders: dict[str, float] = defaultdict(float)
        for test, seconds in self.seconds.items():
            parts = Path(test.partition("::")[0]).parts
            folders["/".join(parts[: min(2, len(parts))])] += seconds
        terminalreporter.section("seconds by folder, all processes together")
        for folder, seconds in sorted(folders.items(), key=lambda pair: -pair[1]):
            terminalreporter.line(f"{seconds:8.1f}  {folder}")
        if LAYER == "ci":
            terminalreporter.section("the longest tests")
            longest = sorted(self.seconds.items(), key=lambda pair: -pair[1])
            for test, seconds in longest[:40]:
                terminalreporter.line(f"{seconds:8.1f}  {test}")
        if long := self.too_long():
            terminalreporter.section(f"daily tests that took more than {LIMIT:g} s", yellow=True)
            for seconds, test in long:
                terminalreporter.line(f"{seconds:8.1f}  {test}")
            terminalreporter.line(
                "If they take so long on an idle machine, make them smaller or mark them: "
                "slow, sampled or takes_long (tests/layers.py)."
            )
