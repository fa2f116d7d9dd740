"""Lets nbgrader read a submission's `timestamp.txt` through `course.facade`, wherever it reads it.

nbgrader opens whatever is there: on a pipe it waits forever, on a link to an endless device it fills the
memory. Text that is not a time ends its command. Here, all of these count as no time.
"""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime, timedelta
from typing import Any

from dateutil.parser import parse
from dateutil.tz import gettz
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import parse_utc

from grader.classroom.course.facade import read_regular

TIMESTAMP = "timestamp.txt"
MAX_BYTES = 200
YEAR_FIRST = re.compile(r"\d{4}-\d\d?-\d\d?(?!\d)")
YEAR = re.compile(r"\d{4}")
ZONE = re.compile(r"[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*+")
EARLIEST = datetime(2000, 1, 1)
SLACK = timedelta(days=2)  # by which another machine's clock may be fast
# Hours from UTC, where the zones that come with the system have no such name.
ABBREVIATIONS = {
    "EDT": -4,
    "MDT": -6,
    "PDT": -7,
    "PST": -8,
    "CEST": 2,
    "EEST": 3,
}


def time_in(text: str) -> datetime | None:
    """The time that a timestamp's text says, in UTC, or None if it says none, or not which.

    A time without a zone is UTC, as in nbgrader. A zone that nobody knows, a date that is another one with
    day and month exchanged, and a year in which no submission was made are no guesses of ours.
    """
    if not YEAR.search(text):
        return None
    try:
        *parts, zone = text.split()
        if (
            "/" in zone and ":" not in zone
        ):  # Europe/Berlin, which the parser does not take for a zone
            text, known = " ".join(parts), _zone(zone, None)
        else:
            known = None
        orders = (False,) if YEAR_FIRST.match(text.strip()) else (False, True)
        times = {parse(text, dayfirst=order, tzinfos=_zone) for order in orders}
        (time,) = {parse_utc(one.replace(tzinfo=known) if known else one) for one in times}
    except Exception:  # the date parser may raise anything
        return None
    return time if EARLIEST < time < datetime.now(UTC).replace(tzinfo=None) + SLACK else None


def _zone(name: str | None, seconds: int | None) -> Any:
    """The zone of a name, or of so many seconds. Raises LookupError for an unknown name."""
    if seconds is not None or name is None:
        return seconds
    if not ZONE.fullmatch(name):  # for `gettz`, a path is a file with a zone of the student's own
        raise LookupError(name)
    known = gettz(name) if name not in ABBREVIATIONS else ABBREVIATIONS[name] * 3600
    if known is None:
        raise LookupError(name)
    return known


def get_existing_timestamp(self: CourseDirectory, dest_path: str) -> datetime | None:
    """The time at which the submission in this folder was handed in, if it is known."""
    path = os.path.join(dest_path, TIMESTAMP)
    try:
        found = time_in(read_regular(path, MAX_BYTES).decode("utf-8", "replace"))
    except FileNotFoundError:
        return None
    except OSError as error:
        self.log.warning("Timestamp not read: %s", error)
        return None
    if found is None:
        self.log.warning("No time in timestamp file: %s", path)
    return found


CourseDirectory.get_existing_timestamp = get_existing_timestamp
