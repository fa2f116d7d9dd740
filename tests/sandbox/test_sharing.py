"""A submission with many busy processes, or on a busy machine, costs no other its time."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time

import pytest

from grader.sandbox import Limits, SandboxUnavailable, find_isolation
from grader.sandbox.forked_session import MOST_PATIENCE, _Watch
from grader.sandbox.memory import descendants
from grader.sandbox.session_kinds import open_session
from grader.sandbox.template_client import _pid_of
from tests import layers

LIMITS = Limits(cell_seconds=30, notebook_seconds=60, processes=100)
ROTATING = """
import os, time
def busy(seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until: pass
until = time.monotonic() + 4
while time.monotonic() < until:
    children = []
    for _ in range({count}):
        children.append(os.fork())
        if children[-1] == 0:
            busy(0.2)
            os._exit(0)
    for child in children:
        os.waitpid(child, 0)
"""
BUSY = """
import os, time
for _ in range({count}):
    if os.fork() == 0:
        {first}
        while True: pass
time.sleep({seconds})
"""


def of_all(look, cell):
    """What `look` says of each of a submission's processes, but init, after a cell."""

    async def looks():
        async with open_session(find_isolation(), LIMITS, None, "engine", "forked") as session:
            await session.run(cell)
            init = _pid_of(session.child.init)
            return [look(one) for one in descendants(init) if one != init]

    try:
        return asyncio.run(looks())
    except SandboxUnavailable as error:
        layers.lacking(str(error))


@pytest.mark.slow
@pytest.mark.sandbox
def test_many_busy_processes_run_when_nobody_else_wants_to():
    count = 4 * os.cpu_count() + 10
    found = of_all(os.sched_getscheduler, BUSY.format(count=count, first="pass", seconds=4))
    assert found.count(os.SCHED_IDLE) >= count - 4 - 2 * os.cpu_count()


@pytest.mark.slow
@pytest.mark.sandbox
def test_what_starts_short_lived_processes_runs_when_nobody_else_wants_to():
    count = 4 * os.cpu_count() + 10
    found = of_all(os.sched_getscheduler, ROTATING.format(count=count))
    assert set(found) == {os.SCHED_IDLE}


@pytest.mark.sandbox
@pytest.mark.takes_long("starts the template")
def test_no_process_gets_a_share_of_its_own_by_a_session_of_its_own():
    """Linux shares the processor fairly between sessions (autogroups), whatever the policies in them."""
    ways = "(os.setsid() if n % 2 else os.system('setsid sleep 100 &'))"
    cell = BUSY.replace("for _", "for n").format(count=6, first=ways, seconds=1)
    found = of_all(lambda one: (os.getsid(one), _autogroup(one)), cell)
    assert len(found) > 9 and len(set(found)) == 1


def _autogroup(process):
    with contextlib.suppress(FileNotFoundError), open(f"/proc/{process}/autogroup") as file:
        return file.read().split()[0]


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
