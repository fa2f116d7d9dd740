"""What must hold on a hub: no student sees solutions, class, secrets or another's work, nor changes programs.

Each check is an entry of CHECKS. They are for root, whose rights they give up while they look. Standard
library only, so that the set-up script, too, can look.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from grader.hub.seeing import (
    Viewer,
    acting_as,
    can,
    changeable,
    group_names,
    readable,
    viewer,
)
from grader.hub.settings import Hub

# Who is in one of these is root, or can become it, or can read the disk.
POWERFUL = {"root", "sudo", "wheel", "admin", "docker", "lxd", "disk", "shadow", "libvirt", "kmem"}
SHOWN = 3  # how many examples are named
ROOT = Path(__file__).resolve().parents[2]
# In the course: large folders with nothing of ours.
ENVIRONMENTS = (".venv",)


@dataclass(frozen=True)
class Found:
    """The outcome of a check: `trouble` is empty when all is well, `to_do` says how to fix it."""

    name: str
    holds: str
    trouble: str = ""
    to_do: str = ""


Students = list[Viewer]
Look = Callable[[Hub, Students], tuple[str, str]]  # trouble, to do


def run_checks(hub: Hub) -> list[Found]:
    """All checks, in order. Only root can; the others of the table need the users of the first."""
    students = [one for name in hub.students if (one := viewer(name))]
    return [Found(name, holds, *look(hub, students)) for name, holds, look in CHECKS]


def look_users(hub: Hub, students: Students) -> tuple[str, str]:
    """Everybody is a user, and no student has more rights than a student."""
    absent = [name for name in (hub.instructor, *hub.students) if viewer(name) is None]
    if absent:
        return f"no user of this machine: {', '.join(absent)}", "run the set-up script again"
    teacher = viewer(hub.instructor)
    assert teacher is not None
    for one in students:
        if one.uid in (0, teacher.uid):
            return (
                f"{one.name} has the same user id as another user ({one.uid})",
                "give it one of its own",
            )
        strong = group_names(one) & POWERFUL
        if strong:
            group = min(strong)
            return f"{one.name} is in the group {group}", f"gpasswd --delete {one.name} {group}"
        if teacher.gid in one.groups:
            group = min(group_names(one) & group_names(teacher))
            told = f"{one.name} is in {hub.instructor}'s group, {group}"
            return told, f"give {hub.instructor} a group of its own: usermod --gid"
    return "", ""


def look_solutions(hub: Hub, students: Students) -> tuple[str, str]:
    """The course: its solutions, references and misconceptions. This checkout, too."""
    return _closed(students, [hub.checkout, ROOT], ENVIRONMENTS)


def look_class(hub: Hub, students: Students) -> tuple[str, str]:
    """The gradebook, submissions, feedback."""
    return _closed(students, [hub.class_folder])


def look_secrets(hub: Hub, students: Students) -> tuple[str, str]:
    """What challenges are drawn from; the hub's cookies and tokens."""
    return _closed(students, [hub.class_folder / ".grader" / "secret", hub.state, hub.config])


def _closed(
    students: Students, tops: Iterable[Path], without: Iterable[str] = ()
) -> tuple[str, str]:
    """Whether nobody can read anything in the folders."""
    for top in dict.fromkeys(tops):
        for one in students:
            seen = list(islice(readable(one, top, without), SHOWN))
            if seen:
                named = ", ".join(map(str, seen))
                mode = "go-rwx" if top.is_file() else "700"
                return f"{one.name} can read {named}", f"chmod {mode} {top}"
    return "", ""


def look_work(hub: Hub, students: Students) -> tuple[str, str]:
    """Homes, and handed-in work."""
    for one in students:
        for other in students:
            if other.uid == one.uid:
                continue
            seen = list(islice(readable(one, other.home), SHOWN))
            if seen:
                named = ", ".join(map(str, seen))
                return f"{one.name} can read {named}, {other.name}'s", f"chmod 700 {other.home}"
    for name in ("inbound", "feedback"):
        place = hub.exchange / hub.course / name
        for one in students:
            with acting_as(one):
                lists = place.is_dir() and can(place, os.R_OK)
            if lists:
                told = f"{one.name} can list {place}, and read what is there"
                return told, f"chmod go-r {place}"
    return "", ""


def look_exchange(hub: Hub, students: Students) -> tuple[str, str]:
    """Students can hand in, but cannot replace the instructor's folders."""
    teacher, folder = viewer(hub.instructor), hub.exchange / hub.course
    inbound = folder / "inbound"
    again = "run the set-up script again"
    if teacher is None or not inbound.is_dir():
        return f"there is no {inbound}", again
    above = hub.exchange.stat()
    if above.st_mode & 0o022 and not above.st_mode & stat.S_ISVTX:
        told = f"in {hub.exchange}, every student can replace {folder} with a folder of their own"
        return told, f"chmod 1777 {hub.exchange}"
    for place in (folder, *(folder / name for name in ("outbound", "inbound", "feedback"))):
        if place.is_dir() and place.stat().st_uid != teacher.uid:
            told = f"{place} does not belong to {hub.instructor}"
            return told, f"see who made it (ls -ld), then: chown {hub.instructor} {place}"
    for place in (folder, folder / "outbound", folder / "feedback"):
        if place in changeable(students, place):
            return f"students can put files into {place}", f"chmod go-w {place}"
    for one in students:
        with acting_as(one):
            hands_in = can(inbound, os.W_OK | os.X_OK) and can(hub.exchange, os.W_OK | os.X_OK)
        if not hands_in:
            return (
                f"{one.name} cannot hand in: {inbound} or a folder above it is not accessible",
                again,
            )
    return "", ""


def look_programs(hub: Hub, students: Students) -> tuple[str, str]:
    """What the hub, the instructor or another student runs or reads."""
    places = (hub.programs, hub.environment, hub.hub_environment, hub.config, hub.data, hub.pages)
    # Nobody else enters these; what nbgrader collects keeps the open modes of the exchange.
    closed = (hub.checkout, hub.class_folder)
    for top in (*places, *closed):
        if not top.exists():
            continue
        seen = list(islice(changeable(students, top, inside=top not in closed), SHOWN))
        if seen:
            named = ", ".join(map(str, seen))
            owner = hub.instructor if top in closed else "root"
            wrong = seen[0] if seen[0] in top.parents else top
            return (
                f"students can change {named}",
                f"chown -R {owner} {wrong}; chmod -R go-w {wrong}",
            )
    return "", ""


def look_servers(hub: Hub, students: Students) -> tuple[str, str]:
    """What starts a server is there: `make setup` rebuilds the course's environment without it."""
    for place in (hub.checkout / ".venv", hub.environment, hub.hub_environment):
        program = place / "bin" / "jupyterhub-singleuser"
        if not program.exists():
            return f"there is no {program}", "run the set-up script again"
    for one in students:
        with acting_as(one):
            starts = can(hub.environment / "bin" / "jupyterhub-singleuser", os.R_OK | os.X_OK)
        if not starts:
            return f"{one.name} cannot start {hub.environment}/bin/jupyterhub-singleuser", (
                "set up with a Python that all users can start"
            )
    return "", ""


CHECKS: tuple[tuple[str, str, Look], ...] = (
    ("users", "everybody is a user, and no student has more rights than a student", look_users),
    ("solutions", "no student can read the course's solutions and judge", look_solutions),
    ("class", "no student can read the class's folder", look_class),
    ("secrets", "no student can read the secret, nor the hub's", look_secrets),
    ("others' work", "no student can read another's home, nor list what was handed in", look_work),
    ("exchange", "students can hand in, and change nothing else", look_exchange),
    ("programs", "no student can change what others run", look_programs),
    ("servers", "every server can start", look_servers),
)
