"""What the text of a timestamp.txt is taken for: a time in UTC, or none where it does not say which."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from grader.classroom.nbgrader.patch_timestamp import time_in


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-01 19:30:00.000000 UTC",  # as nbgrader writes it
        "2026-03-01 19:30",
        "2026-03-01T19:30:00Z",
        "2026-03-01T21:30:00+02:00",
        "2026-03-01 20:30:00 +0100",
        "2026-03-01 11:30:00 PST",
        "2026-03-01 14:30:00 EST",
        "2026-03-01 20:30:00 CET",
        "2026-03-01 20:30:00 Europe/Berlin",
        "Sun, 01 Mar 2026 19:30:00 GMT",
        "1 March 2026 19:30",
    ],
)
def test_one_moment_in_many_ways(text):
    assert time_in(text) == datetime(2026, 3, 1, 19, 30)


def test_summer_time():
    assert time_in("2026-07-01 12:00 CEST") == time_in("2026-07-01 03:00 PDT")
    assert time_in("2026-07-01 12:00 Europe/Berlin") == datetime(2026, 7, 1, 10)


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-01 19:30 XYZ",
        "2026-03-01 19:30 IST",  # India's, Ireland's, or Israel's
        "2026-03-01 19:30 BST",  # Britain's in summer, or Bangladesh's
        "2026-03-01 19:30 CDT",  # America's, or Cuba's
        "2026-03-01 19:30 Nowhere/Land",
        "2026-03-01 19:30 /usr/share/zoneinfo/Europe/Berlin",  # a file
        "2026-03-01 19:30 ../zoneinfo/Europe/Berlin",
        "2026-03-01 19:30 Europe/../Europe/Berlin",
        "01.03.2026 19:30",
        "3/1/2026 19:30",
        "1970-01-01 00:00 UTC",
        "9999-01-01 00:00 UTC",
        "5",
        "19:30",
        "soon",
        "",
    ],
)
def test_nothing_is_guessed(text):
    assert time_in(text) is None


def test_a_day_that_can_be_no_month_is_one():
    assert time_in("13.03.2026 19:30") == datetime(2026, 3, 13, 19, 30)


def test_nobody_hands_in_tomorrow():
    now = datetime.now(UTC).replace(tzinfo=None)
    assert time_in(f"{now + timedelta(days=3)}") is None
    assert time_in(f"{now + timedelta(hours=3)}") is not None
