"""A submission with many busy processes, or on a busy machine, costs no other its time."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
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


def in_a_session(work, limits=LIMITS):
    async def run():
        async with open_session(find_isolation(), limits, None, "engine", "forked") as session:
            return await work(session)

    try:
        return asyncio.run(run())
    except SandboxUnavailable as error:
        layers.lacking(str(error))


def of_all(look, cell):
    """What `look` says of each of a submission's processes, but init, after a cell."""

    async def looks(session):
        await session.run(cell)
        init = _pid_of(session.child.init)
        return [look(one) for one in descendants(init) if one != init]

    return in_a_session(looks)


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


@pytest.mark.sandbox
@pytest.mark.takes_long("starts the template")
def test_two_seconds_are_enough_for_one_of_work_although_others_have_the_processor():
    only = {min(os.sched_getaffinity(0))}
    busy = [sys.executable, "-c", f"import os\nos.sched_setaffinity(0, {only})\nwhile True: pass"]

    async def work(session):
        await session.run("import time; begun = time.process_time()")
        os.sched_setaffinity(_pid_of(session.child.shell), only)
        others = [subprocess.Popen(busy, start_new_session=True) for _ in range(3)]
        try:
            return await session.run("while time.process_time() < begun + 1: pass"), session.spent
        finally:
            for one in others:
                one.kill()
                one.wait()

    done, spent = in_a_session(work, Limits(cell_seconds=2))
    assert done.ended == "done" and done.seconds > 2
    assert spent < 2


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
