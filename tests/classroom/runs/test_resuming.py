"""A run that is killed at any moment goes on where it was: nothing lost, nothing graded twice."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import stub_grading as stub
import toy_catalogue as toys

from grader.classroom.nbgrader.course import open_course
from grader.classroom.nbgrader.gradebook_session import GradebookSession
from grader.classroom.runs.autograde import Run
from grader.classroom.runs.journal import Journal, course_lock
from grader.errors import CourseError
from tests import layers

ROOT = Path(__file__).parents[3]
MAIN = Path(stub.__file__)


@pytest.fixture(scope="module", autouse=True)
def quick(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The stub takes no time, wherever it runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STUB_SECONDS", "0.01")
        yield


# make attacks: twenty times, a larger class, and both numbers of workers.
ALL = os.environ.get("ATTACKS") == "all"
KILLS = 20 if ALL else 4
STUDENTS = 60 if ALL else layers.scaled(8, 16)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a run leaves that nobody disturbed, by one worker."""
    root = stub.write_class(tmp_path_factory.mktemp("undisturbed") / "class", STUDENTS)
    results = stub.run_class(root, 1, pages=True)
    return {**stub.contents(root), "points": {name: one.points for name, one in results.items()}}


def start(root: Path, workers: int = 2, **environment: str) -> subprocess.Popen[str]:
    """A run in a process of its own."""
    paths = [str(ROOT), str(MAIN.parent), os.environ.get("PYTHONPATH", "")]
    return subprocess.Popen(
        [sys.executable, "-W", "ignore", str(MAIN), str(root), str(workers)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.sampled(0, ci=0)
def test_killed_at_random_moments_the_gradebook_is_that_of_an_undisturbed_run(
    tmp_path, undisturbed
):
    root = stub.write_class(tmp_path / "class", STUDENTS)
    counted = tmp_path / "count"
    luck = layers.drawn("kills")
    kills, journal = 0, root / ".grader" / "journal" / f"{toys.CHAPTER}.jsonl"
    entered = 0
    while kills < KILLS:
        process = start(root, STUB_COUNT=str(counted), STUB_SECONDS="0.05")
        # From the third kill on, and at the last, at a moment after the run has entered something.
        goal = entered + (luck.randint(0, 3) if kills > 2 else 0)
        if kills == KILLS - 1:
            goal = max(goal, 1)
        deadline = time.monotonic() + 300  # on a busy machine
        while time.monotonic() < deadline and process.poll() is None:
            lines = journal.read_bytes().count(b"\n") if journal.exists() else 0
            if lines >= goal:
                break
            time.sleep(0.01)
        time.sleep(luck.random() * 0.3)
        if process.poll() is not None:
            break
        process.kill()
        process.communicate()
        kills += 1
        entered = journal.read_bytes().count(b"\n") if journal.exists() else 0
    assert kills == KILLS, process.communicate()
    assert 0 < entered < STUDENTS
    last = start(root, STUB_COUNT=str(counted))
    out, errors = last.communicate(timeout=120)
    assert (last.returncode, out.strip()) == (0, str(STUDENTS)), errors[-2000:]
    assert stub.contents(root) == {k: v for k, v in undisturbed.items() if k != "points"}
    # What is graded when the run is killed is lost with its worker; all else was graded once.
    times = Counter(counted.read_text().split())
    assert set(times) == {f"student{n:02d}" for n in range(STUDENTS)}
    assert sum(times.values()) <= STUDENTS + kills * 2 * 2
    assert stub.run_class(root).keys() == set(times)
    assert Counter(counted.read_text().split()) == times, "a finished run grades nobody again"


@pytest.mark.sampled(0, ci=0)
@pytest.mark.parametrize("workers", [2, 8])
def test_any_number_of_workers_gives_the_same(tmp_path, undisturbed, workers):
    root = stub.write_class(tmp_path / "class", STUDENTS)
    results = stub.run_class(root, workers, pages=True)
    found = stub.contents(root)
    assert {name: one.points for name, one in results.items()} == undisturbed["points"]
    assert stub.only_grades(found) == stub.only_grades(undisturbed)
    assert found["files"] == undisturbed["files"]


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A class of six."""
    return stub.write_class(tmp_path / "class", 6)


@pytest.mark.slow
def test_a_second_run_takes_everything_from_the_journal(course, monkeypatch, tmp_path):
    first = stub.run_class(course)
    monkeypatch.setenv("STUB_COUNT", str(tmp_path / "count"))
    again = stub.run_class(course)
    assert not (tmp_path / "count").exists()
    assert {n: r.to_json() for n, r in again.items()} == {n: r.to_json() for n, r in first.items()}
    stub.run_class(course, again=True, only=("student0[01]",))
    assert sorted((tmp_path / "count").read_text().split()) == ["student00", "student01"]


@pytest.mark.sampled(0, ci=0)
def test_what_is_handed_in_anew_is_graded_anew(course, monkeypatch, tmp_path):
    stub.run_class(course)
    monkeypatch.setenv("STUB_COUNT", str(tmp_path / "count"))
    path = course / "submitted" / "student02" / toys.CHAPTER / "toys.ipynb"
    path.write_text(path.read_text().replace("n = 2", "n = 22"))
    stub.run_class(course)
    assert (tmp_path / "count").read_text().split() == ["student02"]
    # Also if only a file beside the notebook has changed: the answer may lie in it.
    for text in ("f = 1", "f = 2"):
        path.with_name("helper.py").write_text(text)
        stub.run_class(course)
    assert (tmp_path / "count").read_text().split() == ["student02"] * 3
    # So is everybody when the instructor changes the chapter's tests.
    source = course / "source" / toys.CHAPTER / "toys.ipynb"
    source.write_text(source.read_text().replace('toys/half\\", half', 'toys/half\\", double'))
    stub.run_class(course)
    assert len((tmp_path / "count").read_text().split()) == 9


@pytest.mark.sampled(0, ci=0)
def test_a_gradebook_that_was_removed_or_is_older_is_filled_again(course):
    stub.run_class(course)
    before = stub.only_grades(stub.contents(course))
    (course / "gradebook.db").unlink()
    stub.run_class(course)
    assert stub.only_grades(stub.contents(course)) == before
    with sqlite3.connect(course / "gradebook.db") as book:
        book.execute("UPDATE grade SET auto_score = 2 WHERE auto_score = 1")
        book.execute("UPDATE grade SET auto_score = 1 WHERE auto_score = 0")
    book.close()
    assert stub.only_grades(stub.contents(course)) != before
    stub.run_class(course)
    assert stub.only_grades(stub.contents(course)) == before


@pytest.mark.sampled(0, ci=0)
def test_points_that_a_person_gave_stay(course):
    stub.run_class(course)
    with sqlite3.connect(course / "gradebook.db") as book:
        book.execute(
            "UPDATE grade SET manual_score = 2.5, needs_manual_grade = 0 WHERE cell_id IN"
            " (SELECT id FROM base_cell WHERE name = 'why')"
        )
    book.close()
    stub.run_class(course, again=True)
    manual = {row[5] for row in stub.contents(course)["grades"] if row[3] == "why"}
    assert manual == {2.5}


@pytest.mark.slow
def test_half_a_line_in_the_journal_is_cut_off(course):
    stub.run_class(course)
    path = course / ".grader" / "journal" / f"{toys.CHAPTER}.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-40])
    assert len(Journal(course, toys.CHAPTER).entries) == 5
    assert path.read_bytes().count(b"\n") == 5
    path.write_bytes(b"\xff\x00 not a line\n[1]\n" + whole)
    assert len(Journal(course, toys.CHAPTER).entries) == 6


@pytest.mark.sampled(0, ci=0)
def test_only_since_and_excluded(course):
    assert set(stub.run_class(course, only=("student03", "*5"))) == {"student03", "student05"}
    with pytest.raises(CourseError, match="matches --only"):
        stub.run_class(course, only=("nobody",))
    from datetime import UTC, datetime

    for number in range(6):
        path = course / "submitted" / f"student{number:02d}" / toys.CHAPTER / "toys.ipynb"
        os.utime(path, (1e9 + number, 1e9 + number))
    since = datetime.fromtimestamp(1e9 + 3, UTC)
    assert set(stub.run_class(course, since=since)) == {"student03", "student04", "student05"}
    # student04 has a timestamp.txt of 2020, which counts before the file's own time.
    assert set(stub.run_class(course, since=datetime(2019, 1, 1, tzinfo=UTC))) == {"student04"}
    (course / "nbgrader_config.py").write_text(
        "c = get_config()\nc.CourseDirectory.student_id_exclude = 'student00,student01'\n"
    )
    assert set(stub.run_class(course)) == {f"student0{n}" for n in (2, 3, 4, 5)}


@pytest.mark.sampled(0, ci=0)
def test_late_penalties_are_nbgraders(course):
    (course / "nbgrader_config.py").write_text(
        "from nbgrader.plugins import LateSubmissionPlugin\n"
        "class Half(LateSubmissionPlugin):\n"
        "    def late_submission_penalty(self, student, score, late):\n"
        "        return 0.5\n"
        "c = get_config()\nc.AssignLatePenalties.plugin_class = Half\n"
        "c.CourseDirectory.db_assignments = []\n"
    )
    opened = open_course(course)
    stub.run_class(course)
    directory = opened.directory(toys.CHAPTER)
    with GradebookSession(directory.db_url, directory.course_id) as session:
        session.book.update_or_create_assignment(toys.CHAPTER, duedate="2019-12-31 00:00:00 UTC")
    stub.run_class(course, again=True)
    late = {row[0]: row[7] for row in stub.contents(course)["grades"]}
    assert late["student04"] == 0.5 and not late["student03"]


@pytest.mark.slow
def test_two_runs_do_not_write_at_once(course):
    with course_lock(course), pytest.raises(CourseError, match=r"another .* is working"):
        stub.run_class(course)
    assert len(stub.run_class(course)) == 6


@pytest.mark.sampled(0, ci=0)
def test_a_database_that_somebody_holds_is_waited_for(course):
    stub.run_class(course, only=("student00",))
    holder = sqlite3.connect(course / "gradebook.db", check_same_thread=False)

    def hold(count: int) -> None:
        holder.execute("BEGIN EXCLUSIVE")
        threading.Timer(7, holder.rollback).start()

    results = stub.run_class(course, started=hold)
    holder.close()
    assert {one.status for one in results.values()} == {"graded", "rejected"}


@pytest.mark.sampled(0, ci=0)
def test_a_database_that_stays_locked_loses_nothing(course, monkeypatch, tmp_path):
    stub.run_class(course, only=("student00",))
    monkeypatch.setenv("STUB_COUNT", str(tmp_path / "count"))
    run = Run()
    holder = sqlite3.connect(course / "gradebook.db")
    results = stub.run_class(
        course,
        run=run,
        started=lambda count: holder.execute("BEGIN IMMEDIATE"),
        lock_seconds=0.1,
        only=("student0[123]",),
    )
    holder.rollback()
    holder.close()
    assert {one.status for one in results.values()} == {"failed"}
    assert all("locked" in one.message for one in results.values())
    assert sorted(run.postponed) == ["student01", "student02", "student03"]
    again = stub.run_class(course, only=("student0[123]",))
    assert {one.status for one in again.values()} == {"graded"}
    assert len((tmp_path / "count").read_text().split()) == 3, "nothing was graded twice"


@pytest.mark.sampled(0, ci=0)
def test_a_clock_that_jumps_changes_nothing(course, tmp_path, monkeypatch):
    other = stub.write_class(tmp_path / "other", 6)
    stub.run_class(course, pages=True)
    real, jumps = time.time, iter(range(10**9))
    monkeypatch.setattr(time, "time", lambda: real() + (next(jumps) % 2 * 2 - 1) * 400 * 86400)
    stub.run_class(other, pages=True)
    assert stub.contents(other) == stub.contents(course)


@pytest.mark.sampled(0, ci=0)
def test_ctrl_c_leaves_a_course_that_goes_on(tmp_path, undisturbed):
    root = stub.write_class(tmp_path / "class", STUDENTS)
    process = start(root, STUB_SECONDS="0.3")
    journal = root / ".grader" / "journal" / f"{toys.CHAPTER}.jsonl"
    while not journal.exists() and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode != 0
    assert 0 < len(Journal(root, toys.CHAPTER).entries) < STUDENTS
    stub.run_class(root, pages=True)
    assert stub.only_grades(stub.contents(root)) == stub.only_grades(undisturbed)


@pytest.mark.sampled(0, ci=0)
@pytest.mark.parametrize("times", [2, 1])
def test_the_first_ctrl_c_lets_finish_the_second_ends_at_once(tmp_path, times):
    root = stub.write_class(tmp_path / "class", 12)
    counted = tmp_path / "count"
    process = start(root, STUB_SECONDS="6", STUB_GENTLY="1", STUB_COUNT=str(counted))
    while not counted.exists() and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.stdout is not None
    assert "press Ctrl-C again to stop at once" in process.stdout.readline()
    if times == 2:
        process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    begun = counted.read_text().split()
    entered = set(Journal(root, toys.CHAPTER).entries)
    if times == 1:
        assert process.returncode == 0, errors
        assert entered == set(begun), "what had begun was finished, and nothing else begun"
    else:
        assert process.returncode != 0 and "KeyboardInterrupt" in errors
    assert len(begun) < 12
    again = stub.run_class(root)
    assert len(again) == 12
    assert {one.status for one in again.values()} == {"graded", "rejected"}


@pytest.mark.sampled(0, ci=0)
def test_every_line_of_the_journal_is_json(course):
    stub.run_class(course)
    lines = (course / ".grader" / "journal" / f"{toys.CHAPTER}.jsonl").read_text().splitlines()
    found = [json.loads(line) for line in lines]
    assert {one["student"] for one in found} == {f"student0{n}" for n in range(6)}
    log = course / ".grader" / "logs" / toys.CHAPTER / "student03.log"
    assert "put back" in log.read_text()
