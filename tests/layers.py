"""Which tests run daily, which only in `make test-all`, and what a run prints about its time.

A test without a marker runs daily and is quick: the daily run names at its end those that took more than
five seconds. It doesn't fail for them, since a busy machine makes any test slow.
One that is sampled may take longer, since it is chance which of its cases runs: the sample is to be small.

    @pytest.mark.slow               left to `make test-all`
    @pytest.mark.sampled(3)         three of its cases run daily, the others in `make test-all`
    @pytest.mark.sampled(0.1)       a tenth of its cases, at least one
    @pytest.mark.sampled(1, of="chapters")
                                    the cases of one chapter; every test draws the same chapter
    @pytest.mark.scaled             runs in both layers, with fewer random cases daily (see `scaled`)
    @pytest.mark.takes_long("why")  runs daily although it takes more than five seconds

The layer is named by the environment: LAYER=daily (`make test`), LAYER=rest (what `make test-all` adds),
and without it everything that pytest is asked for. The samples are drawn with a seed, by default the
commit's name, so that they change from commit to commit; SEED=... repeats those of another run.
DRAWS=all, as `make test-all` sets it, leaves no sample in the rest: `make test-rest` alone runs some
chapters and, of what takes longest (SHARES), some of the tests, others for each commit.
"""

from __future__ import annotations

import functools
import math
import os
import random
import re
import subprocess
import zlib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

import pytest

ROOT = Path(__file__).parent.parent
LAYER = os.environ.get("LAYER", "all")
# Whether what runs for a sample of cases only, in `.ci/run`, runs for all of them.
WHOLE = LAYER == "all" or os.environ.get("DRAWS") == "all"
# Of the tests whose names begin so, the share that the rest runs for one commit unless it is WHOLE.
SHARES = {
    "tests/classroom/": 0.4,
    "tests/exercises/test_answers.py": 0.2,
    "tests/exercises/test_ideas.py": 0.3,
    "tests/exercises/": 0.5,
    "tests/mutation/": 0.3,
    "tests/operations/": 0.3,
    "tests/programs/": 0.3,
    "tests/test_setup.py": 0.3,
}
LIMIT = 5.0  # seconds, for a daily test without a marker that says otherwise

if LAYER not in ("daily", "rest", "all"):
    raise SystemExit(f"LAYER={LAYER} is no layer of the tests: use daily, rest or all")


@functools.cache
def seed() -> str:
    """What the samples are drawn with: SEED, or the commit, or a constant outside a repository."""
    if given := os.environ.get("SEED"):
        return given
    command = ["git", "rev-parse", "--short=12", "HEAD"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "0"


def drawn(topic: str) -> random.Random:
    """The luck of this run for one topic, independent of all others."""
    return random.Random(f"{seed()} {topic}")


def number(topic: str) -> int:
    """A 32-bit number of this run for one topic."""
    return zlib.crc32(f"{seed()} {topic}".encode())


def scaled(daily: int, full: int) -> int:
    """How many random cases a test tries: `daily` in the daily run, `full` elsewhere."""
    return daily if LAYER == "daily" else full


# ------------------------------------------------------------------------------- choosing tests


def chapter_of(nodeid: str) -> str | None:
    """The chapter that a test's parameters name: "01-graphs", or an exercise such as "graphs/polynomial"."""
    from grader.exercises.catalogue import CHAPTERS, short_name

    _, _, parameters = nodeid.partition("[")
    for chapter in CHAPTERS:
        if re.search(rf"\b{chapter}\b|(^|-){short_name(chapter)}/", parameters):
            return chapter
    return None


def daily_chapters(count: int) -> set[str]:
    """The chapters of this run's sample."""
    from grader.exercises.catalogue import CHAPTERS

    return set(drawn("chapters").sample(list(CHAPTERS), count))


def in_daily_run(items: Iterable[Any]) -> set[str]:
    """The ids of the tests that the daily run keeps."""
    kept, cases = set(), defaultdict(list)
    for item in items:
        sample = item.get_closest_marker("sampled")
        if item.get_closest_marker("slow"):
            continue
        if sample is None:
            kept.add(item.nodeid)
        elif sample.kwargs.get("of") == "chapters":
            if chapter_of(item.nodeid) in daily_chapters(*sample.args):
                kept.add(item.nodeid)
        else:
            cases[item.nodeid.partition("[")[0], *sample.args].append(item.nodeid)
    for (name, share), nodeids in cases.items():
        count = share if isinstance(share, int) else max(1, round(share * len(nodeids)))
        kept |= set(drawn(name).sample(sorted(nodeids), min(count, len(nodeids))))
    return kept


def of_this_commit(nodeids: Iterable[str]) -> set[str]:
    """The tests that the rest keeps where it is not whole."""
    kept, groups = set(), defaultdict(list)
    for nodeid in nodeids:
        prefix = next(filter(nodeid.startswith, SHARES), None)
        if prefix is None:
            kept.add(nodeid)
        else:
            groups[prefix].append(nodeid)
    for prefix, group in groups.items():
        count = math.ceil(SHARES[prefix] * len(group))
        kept |= set(drawn(f"rest of {prefix}").sample(sorted(group), count))
    return kept


def choose(config: Any, items: list[Any]) -> None:
    """Leaves only the tests of this run's layer in `items`."""
    if LAYER == "all":
        return
    daily = in_daily_run(items)
    if LAYER == "daily":
        left = [item for item in items if item.nodeid not in daily]
    else:
        left = [
            item for item in items if item.nodeid in daily and not item.get_closest_marker("scaled")
        ]
        if not WHOLE:
            done = {item.nodeid for item in left}
            ours = of_this_commit(item.nodeid for item in items if item.nodeid not in done)
            left = [item for item in items if item.nodeid not in ours]
    config.hook.pytest_deselected(items=left)
    gone = {item.nodeid for item in left}
    items[:] = [item for item in items if item.nodeid not in gone]


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
        found = [(s, test) for test, s in self.seconds.items() if s > LIMIT]
        return sorted((one for one in found if one[1] not in self.excused), reverse=True)

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
        if long := self.too_long():
            terminalreporter.section(f"daily tests that took more than {LIMIT:g} s", yellow=True)
            for seconds, test in long:
                terminalreporter.line(f"{seconds:8.1f}  {test}")
            terminalreporter.line(
                "If they take so long on an idle machine, make them smaller or mark them: "
                "slow, sampled or takes_long (tests/layers.py)."
            )
