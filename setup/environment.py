"""Build .venv from a lock file in setup/; do nothing when that is done already.

Of the kind "whole" (requirements.lock), or "light": what a reader needs (light.lock).

Standard library only: this runs before anything is installed. A stamp, written last, says what
.venv was built from. A .venv without a matching stamp (interrupted, killed, moved, from an older
lock file) is wiped and built again, so that no attempt trips over the one before it.
"""

import argparse
import contextlib
import fcntl
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from failures import NO_SPACE, SetupError, pip_failure, venv_failure  # beside this file

ROOT = Path(__file__).resolve().parent.parent
GIGABYTE = 1e9
SPACE_FOR_DOWNLOADS = 1.0 * GIGABYTE


@dataclass(frozen=True)
class Kind:
    """A kind of environment: its lock file, the bytes that it needs, how long making one takes."""

    lock: str
    space: float
    lasts: str


# Measured on Linux with Python 3.11: 2.9 and 0.45 GB installed; pip downloads to a temporary folder first.
KINDS = {
    "whole": Kind("requirements.lock", 4.0 * GIGABYTE, "two to ten minutes"),
    "light": Kind("light.lock", 1.0 * GIGABYTE, "one to four minutes"),
}


@dataclass(frozen=True)
class Stamp:
    """What an environment was built from. `project` alone may differ: then only our package is
    installed again, which takes a second."""

    lock: str  # sha256 of the lock file
    python: str  # "3.11"
    place: str  # virtual environments cannot be moved
    project: str  # sha256 of pyproject.toml


@dataclass(frozen=True)
class Layout:
    """Where everything is, for one checkout and one kind of environment."""

    root: Path
    kind: str = "whole"

    @property
    def environment(self) -> Path:
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        return self.environment / "bin" / "python"

    @property
    def stamp(self) -> Path:
        return self.environment / "built-from.json"

    @property
    def lock_file(self) -> Path:
        return self.root / "setup" / KINDS[self.kind].lock

    @property
    def needed(self) -> str:
        """The space that it needs, in words."""
        return f"{KINDS[self.kind].space / GIGABYTE:.0f} GB"

    @property
    def guard(self) -> Path:
        return self.root / ".venv.guard"

    @property
    def log(self) -> Path:
        return self.root / ".venv.log"


def stamp_for(layout: Layout, python: str) -> Stamp:
    """The stamp of an environment that is built now, with `python` ("3.11")."""
    try:
        lock = layout.lock_file.read_bytes()
        project = (layout.root / "pyproject.toml").read_bytes()
    except FileNotFoundError as error:
        raise SetupError(
            f"{error.filename} is missing", "a whole checkout", "get it back: git restore ."
        ) from None
    return Stamp(
        hashlib.sha256(lock).hexdigest(),
        python,
        str(layout.root),
        hashlib.sha256(project).hexdigest(),
    )


def read_stamp(layout: Layout) -> Stamp | None:
    """The stamp in .venv, or None if it is missing or cannot be read."""
    try:
        return Stamp(**json.loads(layout.stamp.read_text()))
    except (OSError, ValueError, TypeError):
        return None


def write_stamp(layout: Layout, stamp: Stamp) -> None:
    """Write the stamp so that it is there whole or not at all."""
    unfinished = layout.stamp.with_suffix(".partial")
    unfinished.write_text(json.dumps(asdict(stamp), indent=2) + "\n")
    unfinished.replace(layout.stamp)


def state_of(layout: Layout, wanted_python: str | None) -> str:
    """'ready', 'project' (only our own package must be installed again) or 'build'.

    `wanted_python` ("3.12") is given where the user chose a Python; otherwise any will do.
    """
    stamp = read_stamp(layout)
    if stamp is None or (wanted_python and stamp.python != wanted_python):
        return "build"
    now = stamp_for(layout, stamp.python)
    if (now.lock, now.place) != (stamp.lock, stamp.place):
        return "build"
    # The Python below may be gone or replaced by another release (a system upgrade, pyenv).
    code = "import sys, pip; print('%d.%d' % sys.version_info[:2])"
    try:
        answer = subprocess.run(
            [layout.python, "-I", "-c", code], capture_output=True, text=True, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return "build"
    if answer.stdout.strip() != stamp.python:
        return "build"
    return "ready" if now.project == stamp.project else "project"


@contextlib.contextmanager
def only_one(layout: Layout) -> Iterator[int]:
    """Hold the guard file; wait for another set-up of this checkout to end. Yields its descriptor.

    The kernel lets go of it when the last process that has it ends. pip inherits it: where a
    set-up is killed, the next one waits for the pip that it left behind.
    """
    try:
        descriptor = os.open(layout.guard, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise SetupError(
            f"{layout.root} cannot be written ({error.strerror})",
            "a checkout that you may write to",
            "copy or clone it to a folder of your own",
        ) from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another set-up is running here; waiting for it ...", flush=True)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)


def wipe(path: Path) -> None:
    """Remove a folder, or a link in its place, if it is there."""
    if path.is_symlink() or path.is_file():
        path.unlink()
    elif path.exists():
        shutil.rmtree(path)


def check_space(layout: Layout) -> None:
    """Raise SetupError if the disk has no room; called after the old .venv has gone."""
    for folder, needed in (
        (layout.root, KINDS[layout.kind].space),
        (Path(tempfile.gettempdir()), SPACE_FOR_DOWNLOADS),
    ):
        free = shutil.disk_usage(folder).free
        if free < needed:
            raise SetupError(
                f"{free / GIGABYTE:.1f} GB free in {folder}",
                f"{needed / GIGABYTE:.0f} GB",
                "free some space, or use a bigger disk (TMPDIR moves the temporary files)",
            )


def clean_environment() -> dict[str, str]:
    """The environment for pip: the user's own, without what points to another Python."""
    foreign = {"PYTHONPATH", "PYTHONHOME", "PIP_USER", "PIP_TARGET", "PIP_PREFIX"}
    kept = {name: value for name, value in os.environ.items() if name not in foreign}
    # A pip.conf may say `user = true`, which no virtual environment accepts, or ask for hashes
    # everywhere, which our own package (a folder) cannot have; the lock file's are always asked for.
    ours = {"PIP_USER": "0", "PIP_REQUIRE_HASHES": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    return kept | ours


class Progress:
    """One line that changes on a terminal; a line now and then elsewhere."""

    def __init__(self, total: int) -> None:
        self.total, self.count, self.live = total, 0, sys.stdout.isatty()

    def package(self, requirement: str) -> None:
        """Count one package."""
        self.count += 1
        text = f"  {self.count:3d} of about {self.total}: {requirement}"
        if self.live:
            print(f"\r\033[K{text}", end="", flush=True)
        elif self.count % 25 == 0:
            print(text, flush=True)

    def say(self, text: str) -> None:
        """End the changing line and print a whole one."""
        print(f"\r\033[K{text}" if self.live else text, flush=True)


def run_pip(layout: Layout, arguments: list[str], progress: Progress, guard: int) -> None:
    """Run pip, show how far it is, keep its words in the log; raise SetupError when it fails."""
    command = [layout.python, "-m", "pip", "install", "--progress-bar", "off", "--no-input"]
    process = subprocess.Popen(
        [*command, *arguments],
        cwd=layout.root,
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        pass_fds=(guard,),
    )
    assert process.stdout is not None
    lines = []
    try:
        with layout.log.open("a") as log:
            for line in process.stdout:
                lines.append(line)
                log.write(line)
                log.flush()
                if found := re.match(r"Collecting (\S+)", line):
                    progress.package(found[1])
                elif line.startswith("Installing collected"):
                    progress.say("  all there; installing them (the longest part)")
    finally:
        if process.poll() is None and sys.exc_info()[0] is not None:
            process.terminate()
        process.wait()
    if process.returncode:
        raise pip_failure("".join(lines), process.returncode, layout.lock_file.name, layout.needed)


def compile_packages(layout: Layout, guard: int) -> None:
    """Write the packages' bytecode with all cores; pip would use one.

    Some packages contain templates that are not Python, so the exit code says nothing.
    """
    (packages,) = layout.environment.glob("lib/python*/site-packages")
    subprocess.run(
        [layout.python, "-m", "compileall", "-q", "-j", "0", packages],
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(guard,),
    )


def install_project(layout: Layout, progress: Progress, guard: int) -> None:
    """Install our own package as an editable one, from what is there: no network, no isolation."""
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    run_pip(layout, [*options, "--editable", "."], progress, guard)


def build(layout: Layout, guard: int) -> None:
    """Build .venv from scratch. Whatever goes wrong, no unfinished one is left."""
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    started = time.monotonic()
    stamp = stamp_for(layout, version)
    wipe(layout.environment)
    check_space(layout)
    layout.log.write_text("")
    lasts = KINDS[layout.kind].lasts
    print(f"Setting up .venv with Python {version} (once; {lasts})", flush=True)
    try:
        made = subprocess.run(
            [sys.executable, "-m", "venv", layout.environment],
            env=clean_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            pass_fds=(guard,),
        )
        if made.returncode or not layout.python.exists():
            raise venv_failure(made.stdout + made.stderr, version, layout.needed)
        names = set(re.findall(r"(?m)^([a-z0-9-]+)==", layout.lock_file.read_text()))
        progress = Progress(len(names))
        options = ["--no-compile", "--require-hashes", "--only-binary", ":all:"]
        run_pip(layout, [*options, "-r", str(layout.lock_file)], progress, guard)
        compile_packages(layout, guard)
        install_project(layout, progress, guard)
        write_stamp(layout, stamp)
    except BaseException:
        print("\nRemoving the unfinished .venv", flush=True)
        wipe(layout.environment)
        raise
    print(f"Ready after {time.monotonic() - started:.0f} seconds.", flush=True)


def set_up(layout: Layout, wanted_python: str | None) -> None:
    """Make .venv ready: at once if it already is, else under the guard."""
    if state_of(layout, wanted_python) == "ready":
        return
    with only_one(layout) as guard:
        state = state_of(layout, wanted_python)  # another set-up may just have finished
        if state == "build":
            build(layout, guard)
        elif state == "project":
            stamp = read_stamp(layout)
            assert stamp is not None
            layout.log.write_text("")
            install_project(layout, Progress(1), guard)
            write_stamp(layout, stamp_for(layout, stamp.python))


def chosen_layout(root: Path, kind: str, python: str | None) -> Layout:
    """The layout for a kind, "lab" among them, and the Python that the user chose ("3.12")."""
    if kind != "lab":
        return Layout(root, kind)
    whole, light = Layout(root), Layout(root, "light")
    for layout in (whole, light):
        if layout.lock_file.is_file() and state_of(layout, python) != "build":
            return layout
    if not (lacking := without_tensorflow(root)) or sys.version_info[:2] < lacking:
        return whole
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    print(
        f"TensorFlow has no package for Python {version}: .venv gets what a reader needs, and the "
        "notebooks run on the course's engine.",
        flush=True,
    )
    return light


def without_tensorflow(root: Path) -> tuple[int, int] | None:
    """The first Python that TensorFlow has no package for, as pyproject.toml says, or None."""
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r"\"tensorflow==.*python_version < '(\d+)\.(\d+)'", text)
    return (int(found[1]), int(found[2])) if found else None


def main() -> int:
    """Set up; 0 when .venv is ready, 1 with a message when not, 130 when interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout to set up")
    told = "what to set up; lab: what is there already, else the whole, else the light one"
    parser.add_argument("--kind", choices=[*KINDS, "lab"], default="whole", help=told)
    arguments = parser.parse_args()
    chosen = f"{sys.version_info[0]}.{sys.version_info[1]}" if os.environ.get("PYTHON") else None
    # A polite kill cleans up as Ctrl-C does.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        set_up(chosen_layout(arguments.root.resolve(), arguments.kind, chosen), chosen)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nSet-up interrupted; nothing is left behind. Run it again.", file=sys.stderr)
        return 130
    except OSError as error:
        print(NO_SPACE if error.errno == 28 else f"Set-up stopped: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
