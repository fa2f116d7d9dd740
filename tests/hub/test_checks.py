"""`grader doctor --hub`: each kind of open access is named, with what to do about it."""

import inspect
import os
import struct
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from grader.hub import checks, seeing
from grader.hub.settings import Hub
from tests.hub.conftest import ANN, BEN, TEACHER, needs_root, somebody

pytestmark = needs_root


def put(path, owner=0, mode=0o644):
    """A file with something in it, whose folders belong to the same user."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("42\n")
    path.chmod(mode)
    os.chown(path, owner, owner)
    return path


@pytest.fixture
def hub(open_tmp_path, monkeypatch):
    """A hub as the set-up script leaves it, with a class under way."""
    home = open_tmp_path / "home"
    people = {
        name: somebody(name, number, home / name)
        for name, number in (("teacher", TEACHER), ("ann", ANN), ("ben", BEN))
    }
    monkeypatch.setattr(checks, "viewer", people.get)
    monkeypatch.setattr(checks, "group_names", lambda one: {one.name})
    monkeypatch.setattr(checks, "ROOT", open_tmp_path / "srv" / "course")
    made = Hub(
        base=open_tmp_path / "srv",
        instructor="teacher",
        students=("ann", "ben"),
        class_folder=home / "teacher" / "graphs-class",
    )
    for place in (made.config, made.state, made.checkout):
        place.mkdir(parents=True)
        place.chmod(0o700)
    put(made.checkout / "solutions" / "01-graphs" / "graphs.ipynb", TEACHER)
    put(made.checkout / ".venv" / "bin" / "jupyterhub-singleuser", TEACHER, 0o755)
    os.chown(made.checkout, TEACHER, TEACHER)
    put(made.state / "cookie_secret")
    for place in (made.environment, made.hub_environment):
        put(place / "bin" / "jupyterhub-singleuser", mode=0o755)
    put(made.programs / "student-server", mode=0o755)
    put(made.pages / "index.ipynb")
    put(made.data / "house_sales.csv")
    put(made.class_folder / "gradebook.db", TEACHER)
    put(made.class_folder / ".grader" / "secret", TEACHER)
    for folder in (made.class_folder, made.class_folder / ".grader"):
        os.chown(folder, TEACHER, TEACHER)
        folder.chmod(0o700)
    # As nbgrader collects it: with the modes that it has in the exchange.
    collected = put(made.class_folder / "submitted" / "ann" / "01-graphs" / "graphs.ipynb", TEACHER)
    collected.parent.chmod(0o777)
    put(home / "ann" / "graphs" / "01-graphs" / "graphs.ipynb", ANN)
    for name, mode in (("", 0o755), ("outbound", 0o755), ("inbound", 0o2733), ("feedback", 0o711)):
        folder = made.exchange / "graphs" / name
        folder.mkdir(parents=True)
        os.chown(folder, TEACHER, TEACHER)
        folder.chmod(mode)
    made.exchange.chmod(0o1777)
    put(made.exchange / "graphs" / "inbound" / "ann+01-graphs+x7" / "graphs.ipynb", ANN)
    return made


def trouble(hub):
    """What is wrong, by the name of the check."""
    found = checks.run_checks(hub)
    assert all(bool(one.trouble) == bool(one.to_do) for one in found)
    return {one.name: (one.trouble, one.to_do) for one in found if one.trouble}


def test_a_hub_as_it_should_be_has_no_trouble(hub):
    assert trouble(hub) == {}


# A bad permission of each kind: what is opened; the check that names it; what is told; what to do.
def opened_course(hub):
    hub.checkout.chmod(0o755)


def course_entered_by_name(hub):
    """Nobody can list it, but everybody knows what the files are called."""
    for folder in [hub.checkout, hub.checkout / "solutions"]:
        folder.chmod(0o711)


def listed_for_one(hub):
    """An access control list, of which the mode says little."""
    # Version 2; then tag, rights and number of: owner, ben, group, mask, others.
    entries = ((1, 7, -1), (2, 5, BEN), (4, 0, -1), (16, 5, -1), (32, 0, -1))
    acl = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *entry) for entry in entries)
    for path in (hub.class_folder.parent, hub.class_folder):
        os.setxattr(path, seeing.ACL, acl)


def opened_class(hub):
    for folder in (hub.class_folder.parent, hub.class_folder):
        folder.chmod(0o755)


def opened_home(hub):
    (hub.class_folder.parents[1] / "ann").chmod(0o755)


def secret_elsewhere(hub):
    """The class is closed, but not on the way to its secret."""
    for folder in (hub.class_folder.parent, hub.class_folder, hub.class_folder / ".grader"):
        folder.chmod(0o711)
    (hub.class_folder / "gradebook.db").chmod(0o600)


def opened_state(hub):
    hub.state.chmod(0o755)


def listed_inbound(hub):
    (hub.exchange / "graphs" / "inbound").chmod(0o2777)


def exchange_without_sticky(hub):
    hub.exchange.chmod(0o777)


def somebody_elses_exchange(hub):
    os.chown(hub.exchange / "graphs" / "outbound", BEN, BEN)


def writable_outbound(hub):
    (hub.exchange / "graphs" / "outbound").chmod(0o777)


def closed_inbound(hub):
    (hub.exchange / "graphs" / "inbound").chmod(0o700)


def students_own_program(hub):
    os.chown(hub.programs / "student-server", ANN, ANN)


def writable_environment(hub):
    (hub.environment / "bin").chmod(0o777)


def writable_pages(hub):
    (hub.pages / "index.ipynb").chmod(0o666)


def writable_base(hub):
    hub.base.chmod(0o777)


def environment_built_anew(hub):
    (hub.checkout / ".venv" / "bin" / "jupyterhub-singleuser").unlink()


def program_for_root_alone(hub):
    (hub.environment / "bin" / "jupyterhub-singleuser").chmod(0o700)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("spoil", "name", "told", "to_do"),
    [
        (opened_course, "solutions", "ann can read {base}/course", "chmod 700 {base}/course"),
        (course_entered_by_name, "solutions", "solutions/01-graphs", "chmod 700 {base}/course"),
        (opened_class, "class", "ann can read {class_}", "chmod 700 {class_}"),
        (listed_for_one, "class", "ben can read {class_}", "chmod 700 {class_}"),
        (secret_elsewhere, "secrets", "ann can read {class_}/.grader/secret", "go-rwx {class_}"),
        (opened_state, "secrets", "{base}/state/cookie_secret", "chmod 700 {base}/state"),
        (opened_home, "others' work", "ben can read {home}/ann", "chmod 700 {home}/ann"),
        (listed_inbound, "others' work", "can list {base}/exchange/graphs/inbound", "chmod go-r"),
        (exchange_without_sticky, "exchange", "can replace", "chmod 1777 {base}/exchange"),
        (
            somebody_elses_exchange,
            "exchange",
            "outbound does not belong to teacher",
            "chown teacher",
        ),
        (writable_outbound, "exchange", "put files into {base}/exchange", "chmod go-w"),
        (closed_inbound, "exchange", "ann cannot hand in", "set-up script"),
        (students_own_program, "programs", "student-server", "chown -R root {base}/bin"),
        (writable_environment, "programs", "{base}/students/bin", "chmod -R go-w {base}/students"),
        (writable_pages, "programs", "{base}/pages/index.ipynb", "chmod -R go-w {base}/pages"),
        (writable_base, "programs", "{base}", "chmod"),
        (environment_built_anew, "servers", "{base}/course/.venv/bin/jupyterhub", "set-up script"),
        (program_for_root_alone, "servers", "ann cannot start", "all users can start"),
    ],
)
def test_a_door_that_stands_open_is_named_and_how_to_close_it(hub, spoil, name, told, to_do):
    spoil(hub)
    places = {"base": hub.base, "class_": hub.class_folder, "home": hub.class_folder.parents[1]}
    found = trouble(hub)
    assert told.format(**places) in found[name][0]
    assert to_do.format(**places) in found[name][1]


def test_a_list_of_rights_is_seen_where_the_mode_is_silent(hub):
    hub.pages.chmod(0o755)
    entries = ((1, 7, -1), (2, 7, BEN), (4, 0, -1), (16, 7, -1), (32, 5, -1))
    acl = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *entry) for entry in entries)
    os.setxattr(hub.pages, seeing.ACL, acl)
    assert str(hub.pages) in trouble(hub)["programs"][0]


def test_what_to_do_closes_the_door(hub):
    """The commands are run as they are told."""
    for spoil in (opened_course, opened_class, opened_home, opened_state, listed_inbound):
        spoil(hub)
    exchange_without_sticky(hub)
    while found := trouble(hub):
        for _, to_do in found.values():
            subprocess.run(["sh", "-c", to_do], check=True)


@pytest.mark.slow
def test_students_who_are_more_than_students_are_named(hub, monkeypatch):
    monkeypatch.setattr(checks, "group_names", lambda one: {one.name, "docker"})
    assert trouble(hub)["users"] == ("ann is in the group docker", "gpasswd --delete ann docker")
    people = {name: checks.viewer(name) for name in ("teacher", "ann", "ben")}
    people["ben"] = replace(people["ben"], groups=(BEN, TEACHER))
    monkeypatch.setattr(checks, "viewer", people.get)
    monkeypatch.setattr(checks, "group_names", lambda one: {"teachers"})
    assert "ben is in teacher's group" in trouble(hub)["users"][0]
    del people["ann"]
    assert trouble(hub)["users"][0] == "no user of this machine: ann"
    people["ann"] = replace(people["teacher"], name="ann")
    assert "ann has the same user id as another user" in trouble(hub)["users"][0]


def test_root_has_its_rights_back_whatever_happens(hub):
    one = checks.viewer("ann")

    def fail():
        with seeing.acting_as(one):
            assert os.geteuid() == ANN and not seeing.opens(hub.state / "cookie_secret")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert (os.geteuid(), os.getegid()) == (0, 0) and seeing.opens(hub.state / "cookie_secret")


def test_a_link_opens_nothing_and_is_not_followed(hub):
    (hub.pages / "more").symlink_to("/etc/passwd")
    (hub.pages / "round").symlink_to(hub.pages)
    one = checks.viewer("ann")
    seen = [path.name for path in seeing.readable(one, hub.pages)]
    assert seen == [Path(hub.pages).name, "index.ipynb"]


@pytest.mark.slow
def test_folders_without_end_hide_nothing_and_end_nothing(hub):
    """A student may nest folders more deeply than functions can call each other, each to be entered only."""
    home = hub.class_folder.parents[1] / "ann"
    home.chmod(0o711)
    top = folder = home / "deep"
    for _level in range(200):
        folder.mkdir(mode=0o711)
        folder /= "d"
    last = put(folder.parent / "notes")
    most = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 150)
    try:
        assert list(seeing.readable(checks.viewer("ben"), top)) == [last]
    finally:
        sys.setrecursionlimit(most)
