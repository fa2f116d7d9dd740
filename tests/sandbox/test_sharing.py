"""A submission with many busy processes, or on a busy machine, costs no other its time."""

from __future__ import annotations

import asyncio
import os
import time

import pytest

from grader.sandbox import Limits, SandboxUnavailable, find_isolation
from grader.sandbox.choosing import open_session
from grader.sandbox.forked_session import MOST_PATIENCE, _Watch
from grader.sandbox.memory import descendants
from grader.sandbox.template import _pid_of

LIMITS = Limits(cell_seconds=30, notebook_seconds=60, processes=100)
BUSY = """
import os, time
for _ in range({count}):
    if os.fork() == 0:
        while True: pass
time.sleep({seconds})
"""


def policies(count, seconds):
    """The policies of a submission's processes after a cell that started so many busy ones."""

    async def look():
        async with open_session(find_isolation(), LIMITS, None, "engine", "forked") as session:
            await session.run(BUSY.format(count=count, seconds=seconds))
            init = _pid_of(session.child.init)
            return [os.sched_getscheduler(one) for one in descendants(init) if one != init]

    try:
        return asyncio.run(look())
    except SandboxUnavailable as error:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(str(error))


@pytest.mark.sandbox
@pytest.mark.takes_long("starts the template")
def test_many_busy_processes_run_when_nobody_else_wants_to():
    count = 4 * os.cpu_count() + 10
    assert policies(count, 4).count(os.SCHED_IDLE) >= count - 4 - 2 * os.cpu_count()


def test_a_cell_gets_the_time_back_in_which_others_had_the_processor():
    waited = [0.2]
    watch = _Watch(0.1, 5.0, lambda: waited[0])
    time.sleep(0.15)
    assert not watch.time_is_up()
    time.sleep(0.2)
    assert watch.time_is_up()


def test_nobody_gets_time_without_end():
    watch = _Watch(0.01, 5.0, lambda: 1e9)
    time.sleep(0.01 * (MOST_PATIENCE + 1) + 0.01)
    assert watch.time_is_up()
