"""A file is replaced whole or not at all, and nothing is left beside it."""

from __future__ import annotations

import errno
import os
import stat

import pytest

from grader.atomic import draft_of, write_atomically


def test_a_file_is_replaced_and_no_draft_stays(tmp_path):
    path = tmp_path / "file"
    write_atomically(path, b"old")
    write_atomically(path, b"new", mode=0o600)
    assert path.read_bytes() == b"new" and stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "folder").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "folder" / "file")
    write_atomically(link, b"new")
    assert link.is_symlink() and link.read_bytes() == b"new"


def test_on_a_full_disk_the_old_file_stays(tmp_path, monkeypatch):
    path = tmp_path / "file"
    write_atomically(path, b"old")

    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


def test_a_draft_that_is_not_used_is_removed(tmp_path):
    with draft_of(tmp_path / "file", b"new", suffix="draft") as draft:
        assert draft.read_bytes() == b"new" and draft.name == ".file.draft"
    assert list(tmp_path.iterdir()) == []
