"""Which sandbox is chosen, what it is made of, and what happens where there is none."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import struct
import subprocess
import sys
from dataclasses import replace

import pytest
from traitlets.log import get_logger

from grader.imports import PACKAGE
from grader.inside import system
from grader.sandbox import (
    KERNELS,
    ChapterFiles,
    Isolation,
    Limits,
    SandboxUnavailable,
    bubblewrap,
    find_isolation,
    isolation,
    seccomp,
)
from grader.sandbox.kernel_session import KernelSession
from grader.sandbox.mounts import python_prefixes, rooms_shown
from grader.sandbox.session_kinds import open_session
from grader.scratch import sweep
from tests import layers
from tests.sandbox.refused_calls import TRIED, trying_calls

QUICK = Limits(cell_seconds=3, grace_seconds=2, memory=2**30, processes=60)


@pytest.fixture(params=[True, False], ids=["as root", "as a user"])
def way(request):
    """Each way of starting bubblewrap that this machine has."""
    found = bubblewrap.find_bwrap()
    if found is None:
        layers.lacking("bubblewrap is not installed")
    chosen = Isolation("bubblewrap", found, as_root=request.param)
    reason = isolation._try(chosen)
    if reason:
        pytest.skip(reason)
    return chosen


@pytest.fixture(params=KERNELS)
def kernels(request):
    """Each way of giving a submission its kernel."""
    return request.param


def run(way, kernels, *sources, files=None, limits=QUICK):
    """How each cell went."""

    async def work():
        async with open_session(way, limits, files, "engine", kernels) as session:
            return [await session.run(source) for source in sources]

    return asyncio.run(work())


def text_of(cell_run):
    return "".join(
        output.get("text", "") + output.get("ename", "") + output.get("evalue", "")
        for output in cell_run.outputs
    )


@pytest.mark.slow
def test_a_kernel_runs_and_is_bounded(way, kernels):
    runs = run(
        way,
        kernels,
        "print(6 * 7)",
        "while True: pass",
        "x = bytearray(2**32)",
        "import subprocess\nprint(subprocess.run(['unshare', '-Ur', 'true']).returncode)",
        "import os\nprint(*os.listdir('/course/grader'))",
    )
    assert text_of(runs[0]) == "42\n"
    assert runs[1].ended == "timeout"
    assert "MemoryError" in text_of(runs[2])
    assert text_of(runs[3]).startswith("1")
    assert {"judging", "exercises", "classroom", "sandbox"}.isdisjoint(text_of(runs[4]).split())


@pytest.mark.slow
def test_processes_are_bounded(way, kernels):
    if os.geteuid() == 0 and not way.as_root:
        pytest.skip("root is exempt from the limit on processes; that is why it is done as root")
    source = (
        "import os, time\nn = 0\ntry:\n    while n < 500:\n        if os.fork() == 0:\n"
        "            time.sleep(60); os._exit(0)\n        n += 1\n"
        "except OSError: print('bounded')"
    )
    patient = replace(QUICK, cell_seconds=30)  # hundreds of forks on a busy machine
    assert text_of(run(way, kernels, source, limits=patient)[0]) == "bounded\n"


@pytest.mark.sampled(1)
def test_the_chapters_own_files_and_data_are_there_to_read_alone(way, kernels, tmp_path):
    (tmp_path / "table.csv").write_text("1,2")
    data = tmp_path / "data"
    data.mkdir()
    (data / "house.csv").write_text("3,4")
    files = ChapterFiles("01-x", (("sub/table.csv", tmp_path / "table.csv"),), data)
    runs = run(
        way,
        kernels,
        "print(open('sub/table.csv').read(), open('../../data/house.csv').read())",
        "open('mine.txt', 'w').write('x'); print('written')",
        "open('../../data/house.csv', 'w')",
        "open('sub/table.csv', 'w')",
        files=files,
    )
    assert text_of(runs[0]) == "1,2 3,4\n"
    assert "written" in text_of(runs[1])
    assert "OSError" in text_of(runs[2]) and "OSError" in text_of(runs[3])
    assert (tmp_path / "table.csv").read_text() == "1,2"


@pytest.mark.slow
def test_nothing_is_left_of_a_kernel(way):
    async def work():
        session = KernelSession(way, QUICK, backend="engine")
        async with session:
            await session.run("open('/tmp/x', 'w').write('x')")
            pid = session.manager.provisioner.process.pid
        return session.setting.folder, pid

    folder, pid = asyncio.run(work())
    assert not folder.exists()
    assert subprocess.run(["kill", "-0", str(pid)], capture_output=True).returncode != 0


def test_a_session_leaves_the_log_of_this_process_alone():
    log = get_logger()
    before = (log.disabled, log.level, list(log.handlers))
    run(find_isolation("none"), "ipykernel", "1 + 1")
    assert (log.disabled, log.level, list(log.handlers)) == before and not log.disabled


@pytest.mark.slow
def test_a_kernel_that_fills_the_sockets_folder_is_ended(way):
    source = (
        "import glob, os\nfolder = glob.glob('/tmp/grader-*/c')[0]\nos.chmod(folder, 0o700)\n"
        "import time\nfor i in range(1000):\n"
        "    open(f'{folder}/{i}', 'wb').write(bytes(100000)); time.sleep(0.001)\n"
    )
    (only,) = run(way, "ipykernel", source)
    assert only.ended == "died" or "PermissionError" in text_of(only)


def test_without_a_sandbox_grading_is_refused_with_what_to_do(monkeypatch):
    monkeypatch.setattr(bubblewrap, "find_bwrap", lambda: None)
    monkeypatch.setattr(system, "landlock_version", lambda: 0)
    probes = (isolation._probe, isolation._probe_landlock)
    for probe in probes:
        probe.cache_clear()
    try:
        with pytest.raises(SandboxUnavailable, match="--isolation none") as caught:
            find_isolation()
    finally:
        for probe in probes:
            probe.cache_clear()
    assert "bubblewrap (bwrap) was not found" in str(caught.value)
    assert "has no Landlock" in str(caught.value)


def test_none_is_never_chosen_by_itself():
    assert find_isolation("none").name == "none"
    with pytest.raises(SandboxUnavailable, match="no isolation 'docker'"):
        find_isolation("docker")


@pytest.mark.slow
def test_without_isolation_a_trusted_notebook_still_runs(kernels):
    first, second = run(find_isolation("none"), kernels, "print(6 * 7)", "while True: pass")
    assert text_of(first) == "42\n"
    assert second.ended == "timeout"


def test_the_mounted_rooms_are_those_of_the_page_on_security():
    """They are found by imports: one import too many would show a room."""
    page = PACKAGE.with_name("docs").joinpath("security.md").read_text(encoding="utf-8")
    (row,) = (line for line in page.splitlines() if line.startswith("| `grader/engine`"))
    shown = {place.relative_to(PACKAGE).parts[0] for place in rooms_shown()}
    assert {f"`{name}`" for name in shown - {"__init__.py", "engine"}} == {
        *re.findall("`[a-z_]+(?:.py)?`", row.split("|")[1])
    }


def test_of_the_languages_no_hints_are_shown():
    catalogues = {path.name for path in rooms_shown() if path.suffix in (".mo", ".po")}
    assert catalogues == {"grader.mo", "pictures.mo"}


def test_only_this_pythons_folders_are_shown():
    prefixes = python_prefixes()
    assert all(path not in ("/", "/root", "/home") for path in prefixes)
    assert any(sys.prefix.startswith(path) for path in [*prefixes, "/usr"])


@pytest.mark.parametrize("name", seccomp.MACHINES)
def test_the_filter_is_well_formed(name):
    """Every jump lands inside, and every way ends in a return."""
    text = seccomp.program(name)
    steps = [struct.unpack_from("=HBBI", text, at) for at in range(0, len(text), 8)]
    for place, (code, true, false, _) in enumerate(steps):
        if code in (seccomp.JUMP_EQUAL, seccomp.JUMP_BITS, seccomp.JUMP_ABOVE):
            assert place + 1 + max(true, false) < len(steps)
    assert steps[-1][0] == seccomp.RETURN and steps[-1][3] == seccomp.ALLOW


@pytest.mark.parametrize("name", seccomp.MACHINES)
def test_the_filter_refuses_each_call_of_its_list(name):
    """Also those that the kernel would refuse a process without capabilities, as no trial could show."""
    machine, text = seccomp.MACHINES[name], seccomp.program(name)
    steps = [struct.unpack_from("=HBBI", text, at) for at in range(0, len(text), 8)]

    def decided(number):
        data = {seccomp.NUMBER: number, seccomp.ARCHITECTURE: machine.audit}
        place = loaded = 0
        while (step := steps[place])[0] != seccomp.RETURN:
            code, true, false, value = step
            place += 1
            if code == seccomp.LOAD:
                loaded = data.get(value, 0)
            else:
                above = code == seccomp.JUMP_ABOVE
                place += true if (loaded >= value if above else loaded == value) else false
        return step[3]

    assert {decided(number) for number in machine.refused.values()} == {seccomp.FAIL | errno.EPERM}
    assert decided(machine.socket) == decided(0) == seccomp.ALLOW


@pytest.mark.slow
def test_an_ipykernel_has_the_filter_too(way):
    (only,) = run(way, "ipykernel", trying_calls())
    assert text_of(only).split() == [*TRIED]


def test_there_is_no_filter_for_an_unknown_machine():
    assert seccomp.program("pdp11") is None


def test_what_a_killed_process_left_is_removed_later(tmp_path):
    import time

    gone = subprocess.Popen(["true"])
    gone.wait()
    old, fresh, running, other = (
        tmp_path / f"grader-{gone.pid}-old",
        tmp_path / f"grader-{gone.pid}-fresh",
        tmp_path / f"grader-{os.getpid()}-running",
        tmp_path / "grader-by-hand",
    )
    for folder in (old, fresh, running, other):
        folder.mkdir()
        (folder / "log").write_text("x")
    for folder in (old, running, other):
        os.utime(folder, (time.time() - 7200,) * 2)
    sweep(tmp_path)
    assert not old.exists()
    assert fresh.exists() and running.exists() and other.exists()
