"""What a sandbox shows of the machine: tables of what is mounted where."""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from grader.imports import PACKAGE, needed

COURSE = "/course"
HOME = "/home/student"
LAUNCHER = f"{COURSE}/grader/inside/launcher.py"
# Where a template keeps the chapter's files until a confinement binds them into its working folder.
STORE = "/launch/files"

# Where our code in a student's process begins; what it needs is mounted, and nothing else.
KERNEL = (
    "grader.datasets",
    "grader.evidence.protocol",
    "grader.inside.launcher",
    "grader.inside.template",
    "grader.notebook",
    "grader.steps",
)
# What no student's process may see, whatever somebody imports by mistake.
SECRET = frozenset(("classroom", "exercises", "judging", "sandbox"))
# languages/ without the chapters' catalogues, which contain hints and the names of mistakes.
PARTS = {"languages": ("*.py", "*/LC_MESSAGES/grader.mo", "*/LC_MESSAGES/pictures.mo")}

SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin")
CONFIGURATION = (
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/timezone",
)


@dataclass(frozen=True)
class ChapterFiles:
    """What a chapter's notebook finds in and around its folder.

    chapter: "01-graphs", the name of the working folder.
    files: (name inside the working folder, file on this machine), read-only.
    data: the folder of data sets, or None.
    modules: what the chapter's notebook imports; a template imports it beforehand.
    """

    chapter: str = "chapter"
    files: tuple[tuple[str, Path], ...] = ()
    data: Path | None = None
    modules: tuple[str, ...] = ()

    @property
    def folder(self) -> str:
        """The working folder inside the sandbox; `../../data` leads to the data, as in the course."""
        return f"{COURSE}/notebooks/{self.chapter}"


def system_binds() -> list[str]:
    """bubblewrap's options for the read-only system: programs, libraries, a few settings."""
    options = readable_parents("/etc/file")
    for path in SYSTEM:
        if os.path.islink(path):
            options += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            options += ["--ro-bind", path, path]
    for path in CONFIGURATION:
        options += ["--ro-bind-try", path, path]
    return options


def readable_parents(path: str) -> list[str]:
    """Options that make the folders above `path`; bubblewrap would make them readable by root alone."""
    options: list[str] = []
    for parent in reversed(Path(path).parents):
        if str(parent) != "/" and parent.parts[1] not in ("usr", "dev", "proc"):
            options += ["--perms", "0755", "--dir", str(parent)]
    return options


def python_prefixes() -> list[str]:
    """The folders that this Python needs: its own and the virtual environment's.

    The interpreter may be in a home folder, of which nothing else is shown.
    """
    wanted = [sys.base_prefix, sys.base_exec_prefix, sys.prefix, sys.exec_prefix]
    wanted += [os.path.dirname(os.path.dirname(os.path.realpath(sys.executable)))]
    found: list[str] = []
    for prefix in wanted:
        path = os.path.abspath(prefix)
        if path in ("/", "/usr", os.path.expanduser("~")) or path.startswith("/usr/"):
            continue
        if path not in found and os.path.isdir(path):
            found.append(path)
    return found


def python_binds() -> list[str]:
    """bubblewrap's options for Python; an installed copy of our package is hidden by an empty folder."""
    options: list[str] = []
    for prefix in python_prefixes():
        options += [*readable_parents(prefix), "--ro-bind", prefix, prefix]
    folders = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), *site_folders()}
    for folder in sorted(folders):
        installed = os.path.join(folder, "grader")
        if os.path.isdir(installed):
            options += ["--size", "4096", "--tmpfs", installed]
    return options


def site_folders() -> list[str]:
    """The site-packages folders of this Python."""
    return list(site.getsitepackages())


def room_binds() -> list[str]:
    """bubblewrap's options for the rooms that are shown, each mounted separately."""
    options = [*readable_parents(f"{COURSE}/grader/file")]
    for place in rooms_shown():
        inside = f"{COURSE}/grader/{place.relative_to(PACKAGE)}"
        options += [*readable_parents(inside), "--ro-bind", str(place), inside]
    return options


@cache
def rooms_shown() -> list[Path]:
    """Our files and folders that a student's process may see: the rooms of the modules that it needs."""
    rooms = {name.split(".")[1] for name in needed(*KERNEL) if "." in name}
    if secret := rooms & SECRET:
        raise RuntimeError(f"code of a student's process imports {sorted(secret)}")
    shown = [PACKAGE / "__init__.py"]
    for room in sorted(rooms):
        if room in PARTS:
            shown += [path for part in PARTS[room] for path in sorted((PACKAGE / room).glob(part))]
        else:
            shown.append(PACKAGE / room if (PACKAGE / room).is_dir() else PACKAGE / f"{room}.py")
    return shown


def chapter_binds(files: ChapterFiles, folder: str = "") -> list[str]:
    """bubblewrap's options for the chapter's own files (in `folder`) and the data sets."""
    options: list[str] = []
    for name, path in files.files:
        place = f"{folder or files.folder}/{name}"
        options += [*readable_parents(place), "--ro-bind", str(path), place]
    if files.data is not None and files.data.is_dir():
        options += ["--ro-bind", str(files.data), f"{COURSE}/data"]
    return options
