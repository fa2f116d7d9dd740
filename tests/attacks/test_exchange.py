"""Folders in the exchange, where everybody may write: no name ends the command or takes another's place."""

from __future__ import annotations

import os
import pwd
from datetime import datetime
from types import SimpleNamespace

import pytest
import toy_catalogue as toys
from nbgrader.api import Gradebook
from nbgrader.exchange import ExchangeFactory

from grader.classroom.nbgrader import collecting
from grader.classroom.nbgrader.chapters import register
from grader.classroom.nbgrader.course import open_course

STAMP, LATER = "2020-01-02 03:04:05 UTC", "2021-01-02 03:04:05 UTC"
# Somebody who is a user of every machine, and not the one who runs the tests.
USER = next(one.pw_name for one in pwd.getpwall() if one.pw_uid not in (0, os.geteuid()))


@pytest.fixture
def collected(tmp_path, monkeypatch):
    """What `nbgrader collect` makes of folders in the exchange: the notebook of each student.

    due: the due date in nbgrader's gradebook. options: those of ExchangeCollect.
    """
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

    def collect(*names: str, due: datetime | None = None, **options: bool) -> dict[str, str]:
        course.config.ExchangeCollect.update(options)
        for name in names:
            (inbound / name).mkdir()
            (inbound / name / "toys.ipynb").write_text(name)
        factory = ExchangeFactory(config=course.config)
        directory = course.directory(toys.CHAPTER)
        with Gradebook(directory.db_url) as book:
            book.update_or_create_assignment(toys.CHAPTER, duedate=due)
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


@pytest.fixture
def owned(monkeypatch):
    """Sets the owners that collecting sees, by a folder's name, and who collects."""

    def own(owners: dict[str, int], collector: int) -> None:
        def seen(path, **keywords):
            about = list(os.stat(path, **keywords))
            about[4] = owners[os.path.basename(path)]
            return os.stat_result(about)

        system = SimpleNamespace(path=os.path, stat=seen, lstat=seen, geteuid=lambda: collector)
        monkeypatch.setattr(collecting, "os", system)

    return own


@pytest.mark.parametrize("due", [None, datetime(2019, 1, 1)])
def test_a_users_own_folder_counts_whoever_made_a_later_one(collected, owned, caplog, due):
    mine, forged = (f"{USER}+{toys.CHAPTER}+{when}+x" for when in (STAMP, LATER))
    owned({mine: pwd.getpwnam(USER).pw_uid, forged: 12345, "inbound": 0}, 1000)
    assert collected(mine, forged, due=due, before_duedate=due is not None) == {USER: mine}
    assert "c.ExchangeCollect.check_owner = False" in caplog.text


@pytest.mark.parametrize("owner", [0, 1000, 2000])
def test_so_does_one_of_roots_of_who_collects_and_of_who_owns_the_exchange(collected, owned, owner):
    name = f"{USER}+{toys.CHAPTER}+{STAMP}+x"
    owned({name: owner, "inbound": 2000}, 1000)
    assert collected(name) == {USER: name}


def test_every_owner_counts_where_the_instructor_says_so(collected, owned):
    name = f"{USER}+{toys.CHAPTER}+{STAMP}+x"
    owned({name: 12345, "inbound": 0}, 1000)
    assert collected(name, check_owner=False) == {USER: name}


def test_a_folder_that_vanishes_meanwhile_is_named_as_missing(collected, monkeypatch, caplog):
    ann, bob = (f"{who}+{toys.CHAPTER}+{STAMP}+x" for who in ("ann", "bob"))
    real = collecting.not_its_own

    def late(path, student):
        return real(path + " and is gone" * (student == "bob"), student)

    monkeypatch.setattr(collecting, "not_its_own", late)
    assert collected(ann, bob) == {"ann": ann}
    assert f"{bob}: No such file or directory" in caplog.text
