"""The first step of the set-up: the users of the class, and their homes."""

from __future__ import annotations

import pwd
from pathlib import Path

from files import Refusal, run

from grader.hub.settings import Hub


def account(name: str) -> pwd.struct_passwd | None:
    """A user of this machine."""
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


def everybody(hub: Hub) -> list[str]:
    """All users of the class."""
    return [hub.instructor, *hub.graders, *hub.students]


def users_missing(hub: Hub, create: bool) -> list[str]:
    """The users that are not there, and the homes that others can enter."""
    absent = [name for name in everybody(hub) if account(name) is None]
    if absent and not create:
        raise Refusal(
            f"this machine has no user {', '.join(absent)}",
            "a user for everyone in hub.toml and the students' file",
            "make them, or let this script do it: --create-users",
        )
    told = [f"make the user {name}, without a password" for name in absent]
    return told + [
        f"close the home of {name} to others (chmod 700 {home})" for name, home in open_homes(hub)
    ]


def open_homes(hub: Hub) -> list[tuple[str, Path]]:
    """The homes that others than their owner may enter: they contain the owner's work."""
    found = []
    for name in everybody(hub):
        known = account(name)
        home = Path(known.pw_dir) if known else None
        if home and home.is_dir() and home.stat().st_mode & 0o077:
            found.append((name, home))
    return found


def make_users(hub: Hub) -> None:
    """Makes the users, and closes the homes."""
    for name in everybody(hub):
        if account(name) is None:
            run(["useradd", "--create-home", "--shell", "/bin/bash", name])
    for _, home in open_homes(hub):
        home.chmod(0o700)
