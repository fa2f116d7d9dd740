"""Of what stands beside a notebook, small plain files are taken along; all else is named with a reason."""

from __future__ import annotations

import os
import socket
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
import toy_catalogue as toys
from nbformat.v4 import new_code_cell, new_notebook

from grader.classroom.course import side_files
from grader.classroom.course.handed_in import Submission
from grader.classroom.course.side_files import SideFiles, side_files_beside
from grader.classroom.grading.suspicious_code import flags_of
from grader.classroom.runs.collect import collect
from grader.classroom.workers.job import SubmissionFiles
from grader.sandbox import ChapterFiles


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "submitted" / "ann" / toys.CHAPTER
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def read(folder, plan):
    """Collects what is in the folder: (files, reason by the name of what was left out)."""

    def collected(chapter=None):
        one = plan if chapter is None else replace(plan, files=chapter)
        side = collect(Submission("ann", folder), (one,)).side
        return dict(side.files), {
            name: out.reason for out in side.left_out for name in out.names or ("",)
        }

    return collected


def write(folder, *names, text="x = 1\n"):
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_modules_tables_and_notes_are_taken_along(folder, read):
    names = [
        "helper.py",
        "pkg/__init__.py",
        "pkg/inner/deep.py",
        "table.csv",
        "数据.TXT",
        "a b.csv",
    ]
    write(folder, *names, "toys.ipynb", "other.ipynb")
    # What nbgrader adds to each submission, and we to each release, is no work of a student's.
    write(folder, "timestamp.txt", "submission_secret.txt", "class.json")
    write(folder, ".ipynb_checkpoints/helper.py", "__pycache__/helper.pyc", ".DS_Store")
    files, left_out = read()
    assert sorted(files) == sorted(names) and set(files.values()) == {b"x = 1\n"}
    assert left_out == {}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        # What Python, the grader or the chapter's own code imports, or a tool runs by itself.
        *((name, "module") for name in ("numpy.py", "numpy/__init__.py", "json.py", "grader.py")),
        *((name, "module") for name in ("grader/evidence.py", "tensorflow.py", "google/x.py")),
        *((name, "module") for name in ("ipykernel_launcher.py", "sitecustomize.py", "toyish.py")),
        *((name, "module") for name in ("usercustomize.py", "conftest.py", "nt.py", "numpy.x.py")),
        *((name, "kind") for name in ("helper.so", "helper.pyc", "model/checkpoint", "x.pth")),
        *((name, "kind") for name in ("helper.py\n", "matplotlibrc", "py", "x.csv.gz")),
        ("evil\n.py", "name"),
        ("\x1b[2Jcls.txt", "name"),
        ("abc\u202egpj.csv", "name"),
        ("no\u200fte.txt", "name"),
        ("..\\..\\up.txt", "name"),
        ("half\udcff.txt", "name"),
        ("x" * 120 + ".txt", "name"),
        (".hidden.py", "hidden"),
        ("a/b/c/d.txt", "deep"),
    ],
)
def test_what_hides_others_or_cannot_be_shown_is_left_out(folder, read, name, reason):
    write(folder, name)
    files, left_out = read(ChapterFiles(modules=("toyish.inner",)))
    assert files == {}
    assert list(left_out.values()) == [reason]
    assert all(told.isprintable() and len(told) <= 100 for told in left_out)


def _socket(path: Path) -> None:
    with tempfile.TemporaryDirectory() as short, socket.socket(socket.AF_UNIX) as made:
        made.bind(f"{short}/s")
        os.rename(f"{short}/s", path)


@pytest.mark.parametrize(
    "make",
    [
        lambda path: path.symlink_to("/etc/passwd"),
        lambda path: path.symlink_to("/etc", target_is_directory=True),
        lambda path: path.symlink_to(path.name),
        os.mkfifo,
        _socket,
        lambda path: os.mknod(path, 0o666 | 0o020000, os.makedev(1, 5)),
    ],
    ids=["link", "link to a folder", "circle", "pipe", "socket", "device"],
)
def test_what_is_no_file_is_neither_opened_nor_taken(folder, read, make):
    try:
        make(folder / "helper.py")
    except PermissionError:
        pytest.skip("only root makes devices")
    assert read() == ({}, {"helper.py": "odd"})


def test_a_file_that_becomes_a_link_while_it_is_looked_at_is_not_followed(
    folder, read, monkeypatch
):
    write(folder, "helper.py")
    real = side_files._reason_of_size

    def swapped(*arguments):
        (folder / "helper.py").unlink()
        (folder / "helper.py").symlink_to("/etc/passwd")
        return real(*arguments)

    monkeypatch.setattr(side_files, "_reason_of_size", swapped)
    assert read() == ({}, {"helper.py": "unread"})


def test_a_gigabyte_is_left_out_unread_and_all_together_have_a_bound(folder, read):
    with open(folder / "big.csv", "wb") as file:
        file.truncate(2**30)
    for number in range(6):
        (folder / f"part{number}.csv").write_bytes(b"1" * 900_000)
    files, left_out = read()
    assert sorted(files) == [f"part{number}.csv" for number in range(4)]
    assert left_out == {"big.csv": "large", "part4.csv": "total", "part5.csv": "total"}


@pytest.mark.slow
def test_ten_thousand_files_cost_little_and_are_told_in_a_few_words(folder, plan):
    write(folder, "a.py")
    for number in range(10_000):
        os.mknod(folder / f"x{number:05}.txt")
    side = collect(Submission("ann", folder), (plan,)).side
    assert len(side.files) == side_files.MAX_FILES
    told = side.told()
    assert "and 1957 more (more than 40 files)" in told
    assert "some (there are too many files to look at all of them)" in told
    assert len(told) < 500


def test_a_folder_full_of_others_does_not_keep_the_first_ones_from_being_seen(folder, read):
    write(folder, "z.py", ".venv/lib/x.py", *(f"a/{number}.bin" for number in range(2_100)))
    files, left_out = read()
    assert sorted(files) == ["z.py"] and "unseen" in left_out.values()


def test_the_chapters_own_files_stay_its_own(folder, read, tmp_path):
    given = tmp_path / "given.csv"
    given.write_text("1")
    own = ChapterFiles(files=(("table.csv", given), ("sub/table.csv", given)))
    write(folder, "table.csv", "sub/table.csv", text="1")
    assert read(own) == ({}, {})  # handed in as they were given out: nothing to tell
    write(folder, "table.csv", "sub/mine.csv", text="2")
    assert read(own) == ({}, {"table.csv": "own", "sub/mine.csv": "own"})
    (folder / "table.csv").unlink()
    write(folder, "table.csv/x.csv")
    assert read(own)[1]["table.csv/x.csv"] == "own"


def test_they_travel_to_workers_and_make_another_submission(folder, plan):
    write(folder, "toys.ipynb", "helper.py", "model/checkpoint")
    files = collect(Submission("ann", folder), (plan,))
    assert files.side.files and files.side.left_out
    assert SubmissionFiles.from_bytes(files.to_bytes()) == files
    keys = {
        replace(files, side=side).key({"v": ""})
        for side in (files.side, SideFiles(), replace(files.side, files=(("helper.py", b"2"),)))
    }
    assert len(keys) == 3


def test_beside_a_single_notebook_only_what_is_taken_along_or_refused_is_told(folder, plan):
    write(folder, "toys.ipynb", "helper.py", "numpy.py", "holiday.jpg")
    side = side_files_beside(folder / "toys.ipynb", plan.files)
    assert [name for name, _ in side.files] == ["helper.py"]
    assert [one.names for one in side.left_out] == [("numpy.py",)]
    assert side_files_beside(folder / "nowhere" / "toys.ipynb", plan.files) == SideFiles()


def test_their_code_is_looked_at_like_a_cells(plan):
    notebook = new_notebook(cells=[new_code_cell("import helper")])
    code = b"import grader.evidence.collect as c\nc.collect = None\n"
    side = [("helper.py", code), ("notes.txt", code), ("bad.py", b"\xff\0(")]
    flags = flags_of(notebook, plan, side)
    assert flags and all(flag.startswith("the file helper.py ") for flag in flags)
    assert any("belongs to the grader" in flag for flag in flags)
