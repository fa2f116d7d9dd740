"""Folders in the exchange, where everybody may write: no name ends the command or takes another's place."""

from __future__ import annotations

import os
import pwd

import pytest
import toy_catalogue as toys
from nbgrader.exchange import ExchangeFactory

from grader.classroom.nbgrader import collecting
from grader.classroom.nbgrader.chapters import register
from grader.classroom.nbgrader.course import open_course

STAMP, LATER = "2020-01-02 03:04:05 UTC", "2021-01-02 03:04:05 UTC"
# Somebody who is a user of every machine, and not the one who runs the tests.
USER = next(one.pw_name for one in pwd.getpwall() if one.pw_uid not in (0, os.geteuid()))


@pytest.fixture
def collected(tmp_path, monkeypatch):
    """What `nbgrader collect` makes of folders in the exchange: the notebook of each student."""
    root = tmp_path / "class"
    toys.write_source(root / "source")
    course = open_course(root)
    register(course, toys.CHAPTER, course.plans(toys.CHAPTER))
    course.config.Exchange.root = str(tmp_path / "exchange")
    course.config.CourseDirectory.course_id = "toys"
    monkeypatch.chdir(root)
    inbound = tmp_path / "exchange" / "toys" / "inbound"
    inbound.mkdir(parents=True)
    for folder in (inbound.parent.parent, inbound.parent, inbound):
        folder.chmod(0o777)

    def collect(*names: str) -> dict[str, str]:
        for name in names:
            (inbound / name).mkdir()
            (inbound / name / "toys.ipynb").write_text(name)
        factory = ExchangeFactory(config=course.config)
        directory = course.directory(toys.CHAPTER)
        factory.Collect(coursedir=directory, authenticator=None, config=course.config).start()
        found = sorted((root / "submitted").rglob("toys.ipynb"))
        return {path.parent.parent.name: path.read_text() for path in found}

    return collect


@pytest.mark.parametrize(
    "name",
    [
        f"bob+{toys.CHAPTER}+today+x",
        f"bob+{toys.CHAPTER}+",
        f"bob+{toys.CHAPTER}+{10**20}+x",
        f"bob+{toys.CHAPTER}+{STAMP}+x+y+z",
        f"+{toys.CHAPTER}+{STAMP}+x",
        f"\x1b[2Jbob+{toys.CHAPTER}+{STAMP}+x",
    ],
)
def test_a_folder_of_an_odd_name_is_left_out_and_the_class_is_collected(collected, caplog, name):
    ann = f"ann+{toys.CHAPTER}+{STAMP}+x"
    assert collected(ann, name) == {"ann": ann}
    assert "Not collected: " in caplog.text and "\x1b" not in caplog.text


def test_what_the_instructor_put_there_counts(collected):
    names = [f"{who}+{toys.CHAPTER}+{STAMP}+x" for who in ("ann", USER)]
    assert collected(*names) == dict(zip(("ann", USER), names, strict=True))


def test_a_users_own_folder_counts_whoever_made_a_later_one(collected, monkeypatch):
    mine, forged = (f"{USER}+{toys.CHAPTER}+{when}+x" for when in (STAMP, LATER))
    owners = {mine: pwd.getpwnam(USER).pw_uid, forged: 12345}
    real = os.lstat

    def lstat(path, **keywords):
        about = list(real(path, **keywords))
        about[4] = owners.get(os.path.basename(path), about[4])
        return os.stat_result(about)

    monkeypatch.setattr(collecting.os, "lstat", lstat)
    assert collected(mine, forged) == {USER: mine}
