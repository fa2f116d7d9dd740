"""Full disks, killed processes, two at once: nothing of the reader's is lost."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading

import pytest

from grader.errors import CourseError
from grader.studying import files
from tests.studying.chapter import MINE, NAME, answer, beside, edit, sources, text, told


@pytest.mark.parametrize("allowed", range(7))
def test_on_a_full_disk_nothing_is_lost_and_the_next_run_goes_on(place, monkeypatch, allowed):
    """The disk is full after some writes: before, between, and after every file that is written."""
    release, work = place
    (release / "01-graphs/help.py").write_text("a = 1\n")
    told(release, work)
    mine = edit(work / NAME, answer)
    (release / NAME).write_text(text({"intro": "New words."}))
    (release / "01-graphs/help.py").write_text("a = 2\n")
    (release / "index.ipynb").write_text(text())
    left, write = [allowed], os.write

    def full(descriptor, data):
        if left[0] <= 0:
            write(descriptor, bytes(data)[:10])  # some of it still fits
            raise OSError(errno.ENOSPC, "No space left on device")
        left[0] -= 1
        return write(descriptor, data)

    with monkeypatch.context() as patched:
        patched.setattr(files.os, "write", full)
        if allowed < 5:  # an old copy, the merged one, two other files, the manifest
            with pytest.raises(CourseError, match="disk is full"):
                told(release, work)
        else:
            told(release, work)
    kept = work / "01-graphs/graphs.before-update.ipynb"
    now = (work / NAME).read_bytes()
    assert now == mine or kept.read_bytes() == mine
    assert MINE in sources(work / NAME)
    assert not list(work.rglob("*.new"))
    told(release, work)
    assert sources(work / NAME)[0] == "New words." and MINE in sources(work / NAME)
    assert kept.read_bytes() == mine and beside(work) == {kept.name, "help.py"}
    assert (work / "01-graphs/help.py").read_text() == "a = 2\n"
    assert told(release, work) == []


@pytest.mark.parametrize("step", range(1, 8))
def test_killed_at_any_step_nothing_is_lost_and_the_next_run_goes_on(place, step):
    """The process ends without a word before one of the files takes its place."""
    release, work = place
    told(release, work)
    mine = edit(work / NAME, answer)
    (release / NAME).write_text(text({"intro": "New words."}))
    (release / "index.ipynb").write_text(text())
    calls, replace = [0], os.replace

    def killed(*arguments):
        calls[0] += 1
        if calls[0] == step:
            os._exit(9)
        replace(*arguments)

    child = os.fork()
    if child == 0:
        files.os.replace = killed
        try:
            told(release, work)
        finally:
            os._exit(0)
    died = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert died == (step <= 4)  # an old copy, the merged one, the index, the manifest
    assert MINE in sources(work / NAME)
    told(release, work)
    assert sources(work / NAME)[0] == "New words." and MINE in sources(work / NAME)
    assert (work / "01-graphs/graphs.before-update.ipynb").read_bytes() == mine
    assert beside(work) - {".graphs.ipynb.new", ".graphs.before-update.ipynb.new"} == {
        "graphs.before-update.ipynb"
    }
    assert told(release, work) == []


ON_A_SMALL_DISK = """
import pathlib, sys
from grader.errors import CourseError
from grader.studying.copies import update_copies
release, work, disk = map(pathlib.Path, sys.argv[1:])
copy = work / "01-graphs/graphs.ipynb"
update_copies(release, work, print)
mine = copy.read_text().replace("raise NotImplementedError()", "return 2 * x * x * y - y + 5")
copy.write_text(mine)
source = release / "01-graphs/graphs.ipynb"
source.write_text(source.read_text().replace("Nothing is computed.", "New words."))
filling = disk / "filling"
with filling.open("wb", buffering=0) as file:
    try:
        while file.write(b"x" * 512):
            pass
    except OSError:
        pass
try:
    update_copies(release, work, print)
    raise SystemExit("the disk was not full")
except CourseError as error:
    assert "the disk is full" in str(error), error
assert copy.read_text() == mine
filling.unlink()
update_copies(release, work, print)
assert "New words." in copy.read_text() and "2 * x * x * y" in copy.read_text()
assert (work / "01-graphs/graphs.before-update.ipynb").read_text() == mine
print("nothing lost")
"""


@pytest.mark.slow
def test_on_a_disk_that_is_really_full(place, tmp_path):
    release, _ = place
    disk = tmp_path / "disk"
    disk.mkdir()
    namespace = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
    mount = 'mount -t tmpfs -o size=128k none "$1" && shift && '
    able = subprocess.run(
        [*namespace, mount + "true", "sh", disk], capture_output=True, check=False
    )
    if able.returncode:
        pytest.skip("this system lets nobody mount a small disk of their own")
    done = subprocess.run(
        [
            *namespace,
            mount + 'exec "$@"',
            *("sh", disk, sys.executable, "-c", ON_A_SMALL_DISK),
            *(release, disk / "work", disk),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and "nothing lost" in done.stdout, done.stdout + done.stderr


def test_a_save_at_the_same_moment_wins_and_is_merged(place, monkeypatch):
    release, work = place
    told(release, work)
    (release / NAME).write_text(text({"intro": "New words."}))
    sync, saved = os.fsync, []

    def save_meanwhile(descriptor):
        sync(descriptor)
        if not saved:
            saved.append(edit(work / NAME, answer))

    monkeypatch.setattr(files.os, "fsync", save_meanwhile)
    told(release, work)
    assert sources(work / NAME)[0] == "New words." and MINE in sources(work / NAME)
    assert (work / "01-graphs/graphs.before-update.ipynb").read_bytes() == saved[0]


@pytest.mark.slow
def test_two_processes_at_once_update_once(place):
    release, work = place
    told(release, work)
    mine = edit(work / NAME, answer)
    (release / NAME).write_text(text({"intro": "New words."}))
    code = (
        "import sys, pathlib\nfrom grader.studying.copies import update_copies\n"
        "sys.stdin.read()\n"
        "update_copies(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), lambda text: None)"
    )
    command = [sys.executable, "-c", code, str(release), str(work)]
    both = [subprocess.Popen(command, stdin=subprocess.PIPE) for _ in range(2)]
    for process in both:
        assert process.stdin is not None
        process.stdin.close()
    assert [process.wait(120) for process in both] == [0, 0]
    assert sources(work / NAME)[0] == "New words." and MINE in sources(work / NAME)
    assert beside(work) == {"graphs.before-update.ipynb"}
    assert (work / "01-graphs/graphs.before-update.ipynb").read_bytes() == mine


def test_who_waits_says_so_and_does_not_wait_for_ever(tmp_path):
    said: list[str] = []
    with files.alone(tmp_path):
        with pytest.raises(CourseError, match="stop it"), files.alone(tmp_path, said.append, 0.2):
            pass
        assert len(said) == 1 and "waiting" in said[0]
        timer = threading.Timer(0.3, lambda: None)
    timer.start()
    with files.alone(tmp_path, said.append, 0.2):
        assert len(said) == 1
