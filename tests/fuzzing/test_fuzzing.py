"""Damaged graphs and files: 1,700 daily, 4,000 more in `.ci/run`, 21,000 in `make test-all`.

Each campaign runs in a process of its own.

What it must not find: an error of another kind than those that are documented or one without a
message, a kernel that fails by accident, a run that goes on for long, memory beyond the bounds, a
process that dies. A finding shows how to play it again (see campaign.py).
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests import layers

ROOT = Path(__file__).parents[2]
PARTS = [
    *(
        ("graphs", first, first + 2_500)
        for first in range(0, 15_000 if layers.WHOLE else 2_500, 2_500)
    ),
    *(
        ("files", first, first + 1_500)
        for first in range(0, 6_000 if layers.WHOLE else 1_500, 1_500)
    ),
]


def campaign(*arguments: object) -> dict:
    """What a campaign found; an AssertionError where its process died."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzzing.campaign", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"the process ended with {done.returncode}: {done.stderr[-3000:]}"
    return json.loads(done.stdout)


# Daily others, which SEED chooses.
DAILY = [("graphs", 500), ("files", 1_200)]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "first", "last"), PARTS)
def test_damage_ends_in_clear_errors(kind: str, first: int, last: int) -> None:
    require_clear_errors(kind, first, last)


@pytest.mark.takes_long("it runs thousands of damaged graphs and files")
@pytest.mark.parametrize(("kind", "count"), DAILY)
def test_damage_that_the_seed_chooses_ends_in_clear_errors(kind: str, count: int) -> None:
    first = 100_000 + layers.number(kind) % 10**9
    require_clear_errors(kind, first, first + count)


def require_clear_errors(kind: str, first: int, last: int) -> None:
    """Runs the cases from `first` up to `last`; a failure shows how to repeat what was found."""
    found = campaign(kind, first, last)
    assert not found["findings"], "\n\n".join(
        f"{one['what']}\n  base64 -d <<< {one['data'][:3000]}" for one in found["findings"]
    )
    assert found["cases"] == last - first
    # The cases go deep enough: many run to their end, and many are refused in different ways.
    assert found["outcomes"]["no error"] > found["cases"] // 8
    assert len(found["outcomes"]) >= 4


TRAPS = {
    "fails": "the kernel failed: AttributeError",
    "floods": "MiB more memory",
    "allocates": "not enough memory",
    "computes": "s of computing",
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("trap", TRAPS)
def test_a_campaign_finds_what_is_wrong(trap: str) -> None:
    """Kernels that are broken on purpose are found, so that silence means something."""
    found = campaign(f"a trap that {trap}", 0, 1)["findings"]
    assert any(TRAPS[trap] in one["what"] for one in found), found


def test_a_campaign_finds_nothing_where_nothing_is() -> None:
    assert not campaign("a trap that is fine", 0, 3)["findings"]


def test_a_crash_is_seen() -> None:
    with pytest.raises(AssertionError, match="the process ended with"):
        campaign("a trap that dies", 0, 1)
