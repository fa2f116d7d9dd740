"""Build .venv from setup/requirements.lock; do nothing when that is done already.

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

ROOT = Path(__file__).resolve().parent.parent
GIGABYTE = 1e9
# Measured on Linux with Python 3.11: 2.9 GB installed; pip downloads to a temporary folder first.
SPACE_FOR_ENVIRONMENT = 4.0 * GIGABYTE
SPACE_FOR_DOWNLOADS = 1.0 * GIGABYTE


class SetupError(Exception):
    """Set-up cannot go on: what was found, what was expected, what to do."""

    def __init__(self, found: str, expected: str, to_do: str) -> None:
        super().__init__(found)
        self.found, self.expected, self.to_do = found, expected, to_do

    def __str__(self) -> str:
        return (
            f"Set-up stopped.\n  found     {self.found}\n"
            f"  expected  {self.expected}\n  to do     {self.to_do}"
        )


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
    """Where everything is, for one checkout."""

    root: Path

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
        return self.root / "setup" / "requirements.lock"

    @property
    def guard(self) -> Path:
        return self.root / ".venv.guard"

    @property
    def log(self) -> Path:
        return self.root / ".venv.log"


# What pip prints when it fails -> found, expected, to do. The first that matches is told.
PIP_FAILURES: tuple[tuple[str, str, str, str], ...] = (
    (
        r"No space left on device|Errno 28|Disk quota exceeded",
        "the disk filled up while packages were being installed",
        f"{SPACE_FOR_ENVIRONMENT / GIGABYTE:.0f} GB free for .venv, and room in TMPDIR and in "
        "pip's cache",
        "free some space (`pip cache purge` may help) and run the same command again",
    ),
    (
        r"DO NOT MATCH THE HASHES",
        "a downloaded package is not the one that was locked",
        "files with the hashes in setup/requirements.lock",
        "run it again; if this happens again, the package index serves an altered file: do not install it",
    ),
    (
        r"NewConnectionError|Max retries exceeded|Temporary failure in name resolution|"
        r"ConnectTimeout|Read timed out|ReadTimeoutError|ProxyError|Connection refused|"
        r"Network is unreachable|Connection reset|SSLError|CERTIFICATE_VERIFY_FAILED|"
        r"IncompleteRead|ConnectionError",
        "the package index that pip uses cannot be reached",
        "a connection to it (behind a proxy: HTTPS_PROXY; a mirror: `pip config list`)",
        "check the network and run the same command again; what was downloaded is kept",
    ),
    (
        r"No matching distribution found|Could not find a version",
        "the package index that pip uses lacks a locked package, or does not answer",
        "every package of setup/requirements.lock, for this system and this Python",
        "see which one in .venv.log; check `pip config list` (PIP_NO_INDEX, a mirror that lags)",
    ),
    (
        r"Permission denied|Errno 13|Read-only file system",
        "pip cannot write to a folder that it needs",
        "a checkout (and a TMPDIR) that you may write to",
        "see which one in .venv.log",
    ),
)


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
        (layout.root, SPACE_FOR_ENVIRONMENT),
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
                    progress.say("  all there; installing them (the longest part, a minute or two)")
    finally:
        if process.poll() is None and sys.exc_info()[0] is not None:
            process.terminate()
        process.wait()
    if process.returncode:
        raise pip_failure("".join(lines), process.returncode)


def pip_failure(output: str, code: int) -> SetupError:
    """Turn what pip printed into found, expected, to do."""
    for pattern, found, expected, to_do in PIP_FAILURES:
        if re.search(pattern, output):
            return SetupError(found, expected, to_do)
    last = next((line for line in reversed(output.splitlines()) if "ERROR" in line), "")
    return SetupError(
        f"pip ended with code {code}. {last}".strip(),
        "every package of setup/requirements.lock installed",
        "read .venv.log and run the same command again",
    )


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
    print(f"Setting up .venv with Python {version} (once; two to ten minutes)", flush=True)
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
            raise venv_failure(made.stdout + made.stderr, version)
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


def venv_failure(output: str, version: str) -> SetupError:
    """Say why `python -m venv` failed."""
    if re.search("No space left|Errno 28", output):
        return pip_failure(output, 1)
    if re.search("ensurepip|No module named venv", output):
        return SetupError(
            f"Python {version} without the modules that create virtual environments",
            "the modules venv and ensurepip",
            f"Debian and Ubuntu: apt install python{version}-venv; elsewhere: another Python "
            "(make setup PYTHON=...)",
        )
    lines = output.strip().splitlines()
    return SetupError(
        f"`python -m venv` failed: {lines[-1] if lines else 'no message'}",
        "a new virtual environment in .venv",
        "try another Python: make setup PYTHON=/path/to/python3.12",
    )


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


def main() -> int:
    """Set up; 0 when .venv is ready, 1 with a message when not, 130 when interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout to set up")
    arguments = parser.parse_args()
    chosen = f"{sys.version_info[0]}.{sys.version_info[1]}" if os.environ.get("PYTHON") else None
    # A polite kill cleans up as Ctrl-C does.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        set_up(Layout(arguments.root.resolve()), chosen)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nSet-up interrupted; nothing is left behind. Run it again.", file=sys.stderr)
        return 130
    except OSError as error:
        no_space = error.errno == 28
        print(
            pip_failure("No space left on device", 1) if no_space else f"Set-up stopped: {error}",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
