"""Workers that die or hang, disks that fill: each costs only what it must, and never a zero."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
from pathlib import Path

import nbformat
import psutil
import pytest
import stub_grading as stub
import toy_catalogue as toys

from grader import atomic
from grader.classroom.course.result import GRADED, Result
from grader.classroom.nbgrader.course import open_course
from grader.classroom.runs import journal
from grader.classroom.runs.autograde import Run
from grader.classroom.workers.job import Job
from grader.classroom.workers.worker_client import WorkerLost, WorkerProcess
from grader.errors import CourseError
from grader.evidence.probes.files import MEMORY


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A class of four."""
    return stub.write_class(tmp_path / "class", 4)


def misbehave(course: Path, student: str, what: str) -> None:
    """Makes the worker of a submission misbehave."""
    path = course / "submitted" / student / toys.CHAPTER / "toys.ipynb"
    notebook = nbformat.read(path, 4)
    notebook.cells[0].source = what
    path.write_text(nbformat.writes(notebook))


@pytest.mark.sampled(0, ci=0)
def test_a_submission_whose_worker_dies_once_is_graded_by_another(course, tmp_path):
    misbehave(course, "student01", f"die once {tmp_path / 'mark'}")
    results = stub.run_class(course, 1)
    assert (tmp_path / "mark").exists()
    assert {one.status for one in results.values()} == {"graded"}


@pytest.mark.slow
def test_a_submission_that_kills_every_worker_is_for_a_person(course):
    misbehave(course, "student01", "die")
    results = stub.run_class(course, 1)
    assert {name: one.status for name, one in results.items()} == {
        "student00": "graded",
        "student01": "failed",
        "student02": "graded",
        "student03": "graded",
    }
    assert "2 workers were lost" in results["student01"].message
    assert "signal 9" in results["student01"].message
    rows = [row for row in stub.contents(course)["grades"] if row[0] == "student01"]
    automatic = {row[3]: (row[4], row[6]) for row in rows if row[3] != "why"}
    assert automatic == {"double": (None, 1), "half": (None, 1)}, "no zero for our own fault"
    misbehave(course, "student01", "x = 1")
    assert stub.run_class(course)["student01"].status == "graded"


@pytest.mark.sampled(0, ci=0)
def test_a_worker_that_hangs_is_replaced(course, tmp_path):
    misbehave(course, "student02", f"hang once {tmp_path / 'mark'}")
    started = time.monotonic()
    results = stub.run_class(course, 1, patience=4.0)
    assert {one.status for one in results.values()} == {"graded"}
    assert 4 < time.monotonic() - started < 60


@pytest.mark.sampled(0, ci=0)
def test_a_failure_of_ours_is_tried_again_by_the_next_run(course, tmp_path):
    misbehave(course, "student01", "die")
    assert stub.run_class(course)["student01"].status == "failed"
    marked = tmp_path / "count"
    os.environ["STUB_COUNT"] = str(marked)
    try:
        stub.run_class(course)
    finally:
        del os.environ["STUB_COUNT"]
    assert set(marked.read_text().split()) == {"student01"}


@pytest.mark.sampled(0, ci=0)
def test_a_worker_ends_with_its_parent_and_leaves_nothing(course):
    script = (
        "import sys, time; sys.path[:0] = sys.argv[2:]\n"
        "import stub_grading as stub, test_faults as faults\n"
        "from pathlib import Path\n"
        "worker = faults.worker_for(Path(sys.argv[1]))\n"
        "worker._running(); print(worker.child.process.pid, flush=True); time.sleep(600)\n"
    )
    here = Path(__file__).parent
    parent = subprocess.Popen(
        [os.sys.executable, "-c", script, course, here, here.parent / "toys", here.parents[2]],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    assert psutil.pid_exists(worker)
    parent.kill()
    parent.communicate()
    deadline = time.monotonic() + 10
    while psutil.pid_exists(worker) and psutil.Process(worker).status() != "zombie":
        assert time.monotonic() < deadline
        time.sleep(0.05)


def worker_for(course: Path, patience: float = 20.0) -> WorkerProcess:
    """A worker of the class."""
    opened = open_course(course)
    limits = {"start_seconds": 5, "notebook_seconds": 5, "grace_seconds": 1}
    source = str(opened.source(toys.CHAPTER))
    job = Job(toys.CHAPTER, source, "", "5" * 64, "toy_catalogue", "none", limits, "", stub.STUB)
    return WorkerProcess(job, patience)


def test_a_worker_that_cannot_start_says_why(course):
    worker = worker_for(course)
    worker.job = Job("99-none", *list(worker.job.__dict__.values())[1:])
    with pytest.raises(WorkerLost, match="no chapter '99-none'"):
        worker.grade(b"{}")


@pytest.mark.slow
def test_what_a_worker_keeps_in_memory_goes_with_it(course):
    """It is killed at the end of a run, before its judge's folder is removed by itself."""
    worker = worker_for(course)
    pid = worker._running().process.pid
    own, other = (Path(MEMORY) / f"grader-{number}-x" for number in (pid, f"{pid}0"))
    own.mkdir()
    other.mkdir()
    worker.close()
    assert not own.exists()
    other.rmdir()  # another process's: it has stayed


@pytest.mark.slow
def test_a_run_that_is_told_to_stop_finishes_what_runs(course):
    run = Run()
    results = stub.run_class(course, 1, run=run, started=lambda count: run.stop())
    assert results == {} and run.done == 0
    threading.Timer(0.1, lambda: None).start()
    assert len(stub.run_class(course)) == 4


@pytest.mark.sampled(0, ci=0)
def test_a_full_disk_ends_the_run_and_loses_nothing(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(disk)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("no small file system can be mounted here")
    try:
        root = stub.write_class(disk / "class", 12)
        stub.run_class(root, pages=True, only=("student00",))
        filler = disk / "filler"
        size = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
        filler.write_bytes(b"x" * max(0, size - 400_000))
        with pytest.raises(CourseError, match=r"the disk is full .* same command again"):
            stub.run_class(root, pages=True)
        filler.unlink()
        subprocess.run(["mount", "-o", "remount,size=60m", str(disk)], check=True)
        stub.run_class(root, pages=True)
        found = stub.contents(root)
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)
    other = stub.write_class(tmp_path / "other", 12)
    stub.run_class(other, pages=True)
    assert stub.contents(other) == found


def test_a_journal_remembers_no_notebooks(tmp_path):
    book = journal.Journal(tmp_path, "c")
    made = Result("ann", "c", "one", GRADED, 1.0, 1.0, 0.1, "1 of 1.", "a whole notebook")
    book.append(journal.Entry("a", "ann", 1.0, False, (made,)))
    assert [one.executed for one in book.entries["ann"].results] == [""]


def test_a_journal_on_a_full_disk_keeps_its_whole_lines(tmp_path, monkeypatch):
    book = journal.Journal(tmp_path, "c")
    book.append(journal.Entry("a", "ann", 1.0, False, ()))

    def half(descriptor: int, data: bytes) -> None:
        os.write(descriptor, data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        for module in (journal, atomic):
            patch.setattr(module, "write_all", half)
        for act in (
            lambda: book.append(journal.Entry("b", "bob", 1.0, False, ())),
            lambda: book.spool("b", []),
        ):
            with pytest.raises(OSError, match="No space"):
                act()
    assert [json.loads(line)["student"] for line in book.path.read_text().splitlines()] == ["ann"]
    assert list(book.spooled.iterdir()) == []
