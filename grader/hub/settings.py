"""The settings of a class's hub (`hub.toml`), and where its parts are.

Standard library only, and nothing of ours but `class_list.py`: the set-up script copies both files beside
the hub's configuration, whose environment does not hold the course.
"""

from __future__ import annotations

import pwd
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

try:
    from grader.class_list import ListError, read_list
except ImportError:  # the copies
    from class_list import ListError, read_list  # type: ignore[no-redef]

BACKENDS = ("engine", "tensorflow")
# What useradd accepts; a name also becomes a folder, an argument and a part of an address.
NAME = re.compile(r"[a-z_][a-z0-9_-]{0,31}")
COURSE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
NO_STUDENTS = ("root", "nobody")
# What hub.toml may say: the type as it is written there, and what becomes of it.
KEYS: dict[str, tuple[type, Callable[[Any], Any]]] = {
    "course": (str, str),
    "base": (str, Path),
    "instructor": (str, str),
    "graders": (list, lambda names: tuple(map(str, names))),
    "students_file": (str, Path),
    "class_folder": (str, Path),
    "backend": (str, str),
    "address": (str, str),
    "subdomains": (str, str),
    "service_port": (int, int),
}


class SettingsError(Exception):
    """The settings cannot be used: what was found, what was expected, what to do."""


@dataclass(frozen=True)
class Hub:
    """One class on one machine. The defaults are those of deploy/jupyterhub/hub.toml.

    students: their login names, from `students_file`.
    """

    course: str = "graphs"
    base: Path = Path("/srv/graphs")
    instructor: str = "instructor"
    graders: tuple[str, ...] = ()
    students: tuple[str, ...] = ()
    students_file: Path = Path("students.csv")
    class_folder: Path = Path()
    backend: str = "engine"
    address: str = "http://127.0.0.1:8000"
    subdomains: str = ""
    service_port: int = 8010

    @property
    def config(self) -> Path:
        """The hub's configuration: root's alone."""
        return self.base / "config"

    @property
    def state(self) -> Path:
        """What the hub remembers, its secrets among it: root's alone."""
        return self.base / "state"

    @property
    def checkout(self) -> Path:
        """The course with solutions and judge: the instructor's alone."""
        return self.base / "course"

    @property
    def hub_environment(self) -> Path:
        """JupyterHub and its proxy."""
        return self.base / "hub"

    @property
    def environment(self) -> Path:
        """What students' servers and kernels run."""
        return self.base / "students"

    @property
    def programs(self) -> Path:
        """The scripts that start servers."""
        return self.base / "bin"

    @property
    def data(self) -> Path:
        """The data sets, for students to read."""
        return self.base / "data"

    @property
    def pages(self) -> Path:
        """Index and glossary, for students to read."""
        return self.base / "pages"

    @property
    def exchange(self) -> Path:
        """nbgrader's exchange."""
        return self.base / "exchange"

    @property
    def graded_by(self) -> str:
        """The hub's group of those who grade, named as nbgrader's plug-ins expect it."""
        return f"formgrade-{self.course}"

    @property
    def taken_by(self) -> str:
        """The hub's group of students."""
        return f"nbgrader-{self.course}"


def read(path: Path) -> Hub:
    """The settings in a file. Raises SettingsError, which names the file and the line's key."""
    path = path.resolve()
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise SettingsError(f"{path} is not TOML: {error}") from None
    given: dict[str, Any] = {}
    for key, value in table.items():
        if key not in KEYS:
            there = ", ".join(KEYS)
            raise SettingsError(f"{path}: there is no setting {key!r}; available: {there}")
        written, made = KEYS[key]
        if type(value) is not written:
            raise SettingsError(f"{path}: {key} is {value!r}; write a {written.__name__}")
        given[key] = made(value)
    return _whole(Hub(**given), path)


def _whole(hub: Hub, path: Path) -> Hub:
    """The settings with what follows from others; checked."""
    students_file = path.parent / hub.students_file
    class_folder = hub.class_folder
    if class_folder == Path():
        class_folder = _home(hub.instructor) / f"{hub.course}-class"
    whole = replace(
        hub,
        students=students_in(students_file),
        students_file=students_file,
        class_folder=class_folder,
        subdomains=hub.subdomains.rstrip("/"),
    )
    _check(whole, path)
    return whole


def students_in(path: Path) -> tuple[str, ...]:
    """The column `id` of the file that `nbgrader db student import` reads."""
    try:
        found = read_list(path)
    except ListError as error:
        raise SettingsError(str(error)) from None
    if found.left_out:
        raise SettingsError(found.left_out[0])
    return tuple(found.students)


def _home(user: str) -> Path:
    try:
        return Path(pwd.getpwnam(user).pw_dir)
    except KeyError:
        return Path("/home") / user


def _check(hub: Hub, path: Path) -> None:
    """Raises SettingsError for what could not work, or would open what must be closed."""

    def refuse(sentence: str) -> None:
        raise SettingsError(f"{path}: {sentence}")

    if not COURSE.fullmatch(hub.course):
        refuse(f"course is {hub.course!r}; use letters, digits, - and _")
    for kind, names in (
        ("instructor", (hub.instructor,)),
        ("graders", hub.graders),
        ("students", hub.students),
    ):
        for name in names:
            if not NAME.fullmatch(name) or name in NO_STUDENTS:
                refuse(
                    f"{name!r} ({kind}) is not a user name: use lower-case letters, digits, - and _"
                )
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            refuse(f"{twice!r} is listed twice ({kind})")
    if both := set(hub.students) & {hub.instructor, *hub.graders}:
        refuse(f"{min(both)!r} is both a student and a grader; choose one")
    if hub.backend not in BACKENDS:
        refuse(f"backend is {hub.backend!r}; available: {', '.join(BACKENDS)}")
    for kind, place in (("base", hub.base), ("class_folder", hub.class_folder)):
        if not place.is_absolute() or len(place.parts) < 3 or re.search(r"[^\w./-]", str(place)):
            refuse(f"{kind} is {str(place)!r}; give an absolute path of letters, digits, - and _")
    if hub.class_folder.is_relative_to(hub.base):
        refuse("class_folder is in base, which students can enter; put it elsewhere")
    for kind, address in (("address", hub.address), ("subdomains", hub.subdomains)):
        if not re.fullmatch(r"https?://[\w.-]+(:\d+)?/?", address) and (
            address or kind == "address"
        ):
            refuse(f"{kind} is {address!r}; write for example http://127.0.0.1:8000")
