"""Nothing that stands in a submission's folder is followed, waited for, or read without an end."""

from __future__ import annotations

import contextlib
import os
import socket
import tempfile
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
import toy_catalogue as toys

from grader.classroom.course import facade
from grader.classroom.course.facade import Refused, opened, read_regular
from grader.classroom.course.handed_in import Submission, copy_side_files
from grader.classroom.course.reading import Rejected, read_file
from grader.classroom.nbgrader.course import open_course
from grader.classroom.runs.autograde import submitted_at
from grader.classroom.runs.collect import collect

SECONDS = 10  # none of this takes any time; what waits, waits for ever


@pytest.fixture(autouse=True)
def nothing_waits():
    """A thread of the test that hangs ends the process, with a word."""
    done = threading.Event()

    def watch() -> None:
        if not done.wait(6 * SECONDS):
            os.write(2, b"a submission's folder made the grader wait\n")
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    yield
    done.set()


def _socket(path: Path) -> None:
    # A socket's path may be too long here: it is made elsewhere and moved.
    with tempfile.TemporaryDirectory() as short, socket.socket(socket.AF_UNIX) as made:
        made.bind(f"{short}/s")
        os.rename(f"{short}/s", path)


def _endless(path: Path) -> None:
    with open(path, "wb") as file:
        file.truncate(2**40)


ODD = {
    "a pipe": os.mkfifo,
    "a socket": _socket,
    "a link to an endless device": lambda path: path.symlink_to("/dev/zero"),
    "a link to a file": lambda path: path.symlink_to("/etc/passwd"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link that leads nowhere": lambda path: path.symlink_to("nowhere"),
    "a folder": lambda path: path.mkdir(),
    "a file of a terabyte": _endless,
}


def _device(path: Path) -> None:
    try:
        os.mknod(path, 0o666 | 0o020000, os.makedev(1, 5))  # /dev/zero
    except OSError:
        pytest.skip("only root makes devices")


@pytest.fixture
def submission(tmp_path):
    folder = tmp_path / "submitted" / "ann" / toys.CHAPTER
    folder.mkdir(parents=True)
    return Submission("ann", folder)


@pytest.mark.parametrize("kind", [*ODD, "a device"])
def test_where_a_file_is_expected_nothing_else_is_opened(tmp_path, kind):
    path = tmp_path / "toys.ipynb"
    {**ODD, "a device": _device}[kind](path)
    with pytest.raises(Rejected) as told:
        read_file(path)
    assert str(tmp_path) not in str(told.value)


@pytest.mark.parametrize("kind", [*ODD, "a device"])
def test_the_time_is_not_waited_for(submission, plan, kind):
    course = open_course(submission.folder.parents[2])
    notebook = submission.folder / "toys.ipynb"
    notebook.write_text("{}")
    os.utime(notebook, (1000, 1000))
    {**ODD, "a device": _device}[kind](submission.folder / "timestamp.txt")
    files = collect(submission, (plan,))
    assert files.notebooks == {"toys.ipynb": b"{}"}
    assert (files.timestamp, files.undated) == ("", True)
    # What nbgrader itself asks, in its own commands, too.
    directory = course.directory(toys.CHAPTER, "ann")
    assert directory.get_existing_timestamp(str(submission.folder)) is None
    assert submitted_at(course, toys.CHAPTER, submission) == datetime.fromtimestamp(1000, UTC)


@pytest.mark.parametrize(
    "text", ["soon", "9" * 150, "x" * 10**6, "\0", "2026-13-45", "0001-01-01 +99:99"]
)
def test_a_text_that_is_no_time_ends_nothing_and_is_told(submission, plan, text):
    course = open_course(submission.folder.parents[2])
    (submission.folder / "timestamp.txt").write_text(text)
    directory = course.directory(toys.CHAPTER, "ann")
    assert directory.get_existing_timestamp(str(submission.folder)) is None
    assert collect(submission, (plan,)).undated


def test_a_time_is_read(submission, plan):
    (submission.folder / "timestamp.txt").write_text("2020-01-02 03:04:05 UTC")
    files = collect(submission, (plan,))
    assert (files.timestamp, files.undated) == ("2020-01-02 03:04:05 UTC", False)


def test_beside_the_notebook_only_ordinary_files_are_copied(submission, tmp_path):
    # A name with brackets is a pattern to nbgrader, whose rules about what to leave out then miss it.
    for name in ("plain", "odd [1]"):
        inner = submission.folder / name
        inner.mkdir()
        (inner / "notes.txt").write_text("mine")
        for number, make in enumerate(ODD.values()):
            make(inner / f"odd-{number}")
    (submission.folder / "linked").symlink_to("/etc", target_is_directory=True)
    place = tmp_path / "copies"
    copy_side_files(submission, place)
    found = sorted(str(path.relative_to(place)) for path in place.rglob("*") if not path.is_dir())
    assert found == ["odd [1]/notes.txt", "plain/notes.txt"]


def test_of_very_many_and_very_deep_folders_only_some_are_looked_at(submission, monkeypatch):
    monkeypatch.setattr(facade, "MAX_ENTRIES", 50)
    for number in range(80):
        (submission.folder / f"{number}").touch()
    deep = submission.folder
    for _ in range(20):
        deep = deep / "d"
        deep.mkdir()
    with submission.opened() as folder:
        assert len(folder.entries()) == 50
        assert len(folder.all_entries()) <= 50
        assert max(one.name.count("/") for one in folder.all_entries()) <= facade.MAX_DEPTH


@pytest.mark.parametrize("part", ["ann", toys.CHAPTER])
def test_a_folder_that_becomes_a_link_after_it_was_found_is_not_followed(
    submission, tmp_path, part
):
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / toys.CHAPTER).mkdir(parents=True)
    (elsewhere / toys.CHAPTER / "toys.ipynb").write_text("another's")
    (elsewhere / "toys.ipynb").write_text("another's")
    place = next(
        path for path in (submission.folder, submission.folder.parent) if path.name == part
    )
    place.rename(tmp_path / "away")
    place.symlink_to(elsewhere, target_is_directory=True)
    with pytest.raises(NotADirectoryError), submission.opened():
        pass
    assert submission.entries() == []


def test_a_file_that_is_swapped_for_a_link_all_the_time_is_never_read_through_it(tmp_path):
    secret, path = tmp_path / "secret", tmp_path / "toys.ipynb"
    secret.write_text("secret")
    ending = threading.Event()

    def swap() -> None:
        while not ending.is_set():
            for make in (lambda p: p.symlink_to(secret), lambda p: p.write_text("mine"), os.mkfifo):
                with contextlib.suppress(OSError):
                    draft = tmp_path / "draft"
                    make(draft)
                    os.replace(draft, path)

    swapping = threading.Thread(target=swap)
    swapping.start()
    found = set()
    until = time.monotonic() + 1
    while time.monotonic() < until:
        with contextlib.suppress(OSError), opened(tmp_path) as folder:
            found.add(folder.read("toys.ipynb", 100))
    ending.set()
    swapping.join()
    assert b"secret" not in found
    assert found <= {b"mine", b""}


def test_a_file_that_grows_while_it_is_read_is_refused_at_its_bound(tmp_path, monkeypatch):
    path = tmp_path / "toys.ipynb"
    path.write_bytes(b"x" * 10)
    real = os.open

    def growing(*arguments, **keywords):
        descriptor = real(*arguments, **keywords)
        path.write_bytes(b"x" * 1000)
        return descriptor

    monkeypatch.setattr(os, "open", growing)
    monkeypatch.setattr(os, "fstat", lambda descriptor: os.stat_result((0o100644, *[0] * 9)))
    with pytest.raises(Refused) as told:
        read_regular(path, 100)
    assert told.value.size > 100
