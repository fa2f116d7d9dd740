"""Where a reader's files are kept if the usual folders cannot be written, as in a read-only home."""

from __future__ import annotations

import contextlib
import getpass
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path

from grader.errors import CourseError
from grader.languages import _

# In the home folder, if the course's own work/ is not ours to write.
IN_HOME = "tensorflow-graphs-work"


def is_writable(folder: Path) -> bool:
    """Whether files can be made in a folder; if it is not there, where it would be made."""
    while not folder.is_dir():
        if os.path.lexists(folder) or folder == folder.parent:
            return False
        folder = folder.parent
    with contextlib.suppress(OSError), tempfile.TemporaryFile(dir=folder):
        return True
    return False


def home() -> Path:
    """The home folder, which need not exist."""
    return Path(os.path.expanduser("~"))


def temporary_folder() -> Path:
    """A folder of this user's among the system's temporary ones; it is not made.

    Raises CourseError if none of those can be written either.
    """
    try:
        base = tempfile.gettempdir()
    except FileNotFoundError:
        told = _(
            "no folder can be written: neither {home} nor any for temporary files, such as /tmp"
        )
        raise CourseError(told.format(home=home())) from None
    return Path(base) / f"grader-{os.getuid() if hasattr(os, 'getuid') else getpass.getuser()}"


def work_folder(usual: Path) -> Path:
    """The folder for working copies: `usual`, one in the home folder, or a temporary one."""
    if is_writable(usual):
        return usual
    place = home() / IN_HOME
    return place if is_writable(place) else temporary_folder() / "work"


def make_work_folder(usual: Path, say: Callable[[str], None]) -> Path:
    """The folder for working copies. Elsewhere than in `usual`, it begins with copies of what is there.

    say: called with a sentence if it is elsewhere.
    """
    place = work_folder(usual)
    if place == usual:
        return place
    told = _("{usual} cannot be written: your working copies are in {place} instead.")
    if place.parent == temporary_folder():
        _make_own(place.parent)
        told += " " + _("Copy them from there when you have finished: it is a temporary folder.")
    if not place.exists() and usual.is_dir():
        _copy(usual, place)
    say(told.format(usual=usual, place=place))
    return place


def jupyter_folders(environment: Mapping[str, str]) -> dict[str, str]:
    """Environment variables for a JupyterLab whose usual folders cannot be written; empty if they can.

    The usual ones are still read: a reader's settings and kernels count.
    """
    if find_spec("jupyter_core") is None:
        return {}
    from jupyter_core import paths

    data, settings = Path(paths.jupyter_data_dir()), Path(paths.jupyter_config_dir())
    configuration = Path(environment.get("XDG_CONFIG_HOME") or home() / ".config")
    usual = {
        "JUPYTER_CONFIG_DIR": settings,
        "JUPYTER_DATA_DIR": data,
        "JUPYTER_RUNTIME_DIR": Path(paths.jupyter_runtime_dir()),
        "IPYTHONDIR": Path(environment.get("IPYTHONDIR") or home() / ".ipython"),
        "MPLCONFIGDIR": Path(environment.get("MPLCONFIGDIR") or configuration / "matplotlib"),
    }
    lacking = [name for name, folder in usual.items() if not is_writable(folder)]
    if not lacking:
        return {}
    own = temporary_folder()
    found = {name: str(own / name.lower()) for name in lacking}
    also = {"JUPYTER_CONFIG_DIR": "JUPYTER_CONFIG_PATH", "JUPYTER_DATA_DIR": "JUPYTER_PATH"}
    for name, path in also.items():
        if name in lacking:
            before = environment.get(path, "").split(os.pathsep)
            found[path] = os.pathsep.join([str(usual[name]), *filter(None, before)])
    return found


def make_jupyter_folders(
    environment: Mapping[str, str], say: Callable[[str], None]
) -> dict[str, str]:
    """Makes the folders that `jupyter_folders` names, and says so."""
    found = jupyter_folders(environment)
    own = temporary_folder() if found else None
    if own is not None:
        _make_own(own)
        for name, folder in found.items():
            if not name.endswith("PATH"):
                Path(folder).mkdir(mode=0o700, exist_ok=True)
        told = _("{home} cannot be written: JupyterLab keeps settings and history in {place}.")
        say(told.format(home=home(), place=own))
    return found


def _make_own(folder: Path) -> None:
    """Makes a folder that nobody else can write. Raises CourseError if somebody else has made it."""
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    about = folder.lstat()
    ours = not hasattr(os, "getuid") or about.st_uid == os.getuid()
    if not stat.S_ISDIR(about.st_mode) or not ours or about.st_mode & 0o022:
        told = _("{folder} belongs to somebody else; set TMPDIR to a folder of your own")
        raise CourseError(told.format(folder=folder))


def _copy(source: Path, place: Path) -> None:
    """Copies a folder whole or not at all; the copies can be written."""
    draft = place.with_name(f".{place.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(source, draft, copy_function=shutil.copyfile, symlinks=False)
    for folder, _names, _files in os.walk(draft):
        os.chmod(folder, 0o700)
    draft.rename(place)
