"""What the set-up script does to files and programs: nothing of others' is replaced."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path


class Refusal(Exception):
    """The script stops: what was found, what was expected, what to do."""

    def __init__(self, found: str, expected: str, to_do: str) -> None:
        super().__init__(found)
        self.found, self.expected, self.to_do = found, expected, to_do

    def __str__(self) -> str:
        return (
            f"The hub's set-up stopped.\n  found     {self.found}\n"
            f"  expected  {self.expected}\n  to do     {self.to_do}"
        )


@dataclass(frozen=True)
class Step:
    """A part of the set-up. `missing` says in sentences what `do` would do; empty: nothing."""

    name: str
    missing: Callable[[], list[str]]
    do: Callable[[], None]


def digest(*parts: bytes | str | Path) -> str:
    """One digest of texts, files and folders' contents."""
    whole = hashlib.sha256()
    for part in parts:
        if isinstance(part, Path) and part.is_dir():
            for path in sorted(part.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    whole.update(f"{path.relative_to(part)}\0".encode())
                    whole.update(hashlib.sha256(path.read_bytes()).digest())
        else:
            text = part.read_bytes() if isinstance(part, Path) else part
            whole.update(
                hashlib.sha256(text if isinstance(text, bytes) else text.encode()).digest()
            )
    return whole.hexdigest()


@dataclass
class Written:
    """The files that the script has written, with their digests, kept in one file."""

    record: Path
    replace: bool = False
    known: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.record.is_file():
            self.known = json.loads(self.record.read_text(encoding="utf-8"))

    def differs(self, path: Path, content: bytes, mode: int) -> bool:
        """Whether `path` must be written. Raises Refusal if someone else wrote or changed it."""
        if path.is_symlink() or (path.exists() and not path.is_file()):
            raise Refusal(f"{path} is not a plain file", "a file, or nothing", "move it away")
        if not path.exists():
            return True
        if path.read_bytes() == content:
            return path.stat().st_mode & 0o777 != mode
        if digest(path) != self.known.get(str(path)) and not self.replace:
            raise Refusal(
                f"{path} is not what this script wrote",
                "nothing there, or the file unchanged",
                "put your changes into config/local_config.py or hub.toml, or move the file away; "
                "--replace overwrites it",
            )
        return True

    def put(self, path: Path, content: bytes, mode: int) -> None:
        """Writes a file as root, whole or not at all, and remembers it."""
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(path.name + ".new")
        descriptor = os.open(
            unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600
        )
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        unfinished.chmod(mode)
        unfinished.replace(path)
        self.known[str(path)] = digest(content)
        text = json.dumps(self.known, indent=1, sort_keys=True)
        self.record.write_text(text + "\n", encoding="utf-8")


def run(
    command: Sequence[str | Path],
    user: str = "",
    cwd: Path | None = None,
    told: bytes = b"",
    **variables: str,
) -> str:
    """What a command prints, run as root or as `user`. Raises Refusal with its last lines."""
    foreign = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PIP_USER", "PIP_TARGET", "PIP_PREFIX"}
    environment = {name: value for name, value in os.environ.items() if name not in foreign}
    environment |= {"PIP_USER": "0", "PIP_REQUIRE_HASHES": "0", "PIP_NO_INPUT": "1"} | variables
    rights = {}
    if user:
        account = pwd.getpwnam(user)
        environment |= {"HOME": account.pw_dir, "USER": user, "LOGNAME": user}
        groups = os.getgrouplist(user, account.pw_gid)
        rights = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": groups}
    try:
        done = subprocess.run(
            [str(word) for word in command],
            input=told,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=cwd or "/",
            env=environment,
            **rights,  # type: ignore[call-overload]
        )
    except OSError as error:
        raise Refusal(
            f"{command[0]} does not start ({error.strerror})", "it", "install it"
        ) from None
    text = done.stdout.decode(errors="replace")
    if done.returncode:
        last = "\n            ".join(text.strip().splitlines()[-8:])
        words = " ".join(map(str, command[:6]))
        raise Refusal(
            f"this ended with code {done.returncode}: {words} ...\n            {last}",
            "code 0",
            "fix what it reports and start the set-up again; finished steps are kept",
        )
    return text


@functools.cache
def shared_python() -> Path:
    """A Python that all users can start: this one, or one of the system's. Raises Refusal."""
    own = Path(sys.executable).resolve()  # an environment's own may lie where others cannot enter
    system = [Path(folder) / f"python3.{minor}" for minor in (13, 12, 11) for folder in FOLDERS]
    for program in [own, *system]:
        if all_may_start(program) and starts(program):
            return program
    raise Refusal(
        f"only root can start {own}",
        "a Python 3.11 to 3.13 that all users can start, with its module venv",
        "install the system's (Debian, Ubuntu: apt install python3 python3-venv)",
    )


FOLDERS = ("/usr/local/bin", "/usr/bin")


def all_may_start(program: Path) -> bool:
    """Whether every user can reach a program and run it."""
    program = program.resolve()
    ways = [program, *program.parents]
    return program.is_file() and all(way.stat().st_mode & 0o001 for way in ways)


def starts(program: Path) -> bool:
    """Whether it is a Python that the course runs on and that makes environments."""
    code = "import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))"
    return subprocess.run([program, "-I", "-c", code], capture_output=True).returncode == 0


def new_environment(folder: Path) -> Path:
    """A virtual environment in `folder`, which may hold an unfinished one; returns its python."""
    if folder.exists() and not (folder / "pyvenv.cfg").is_file():
        raise Refusal(
            f"{folder} holds something else", "nothing, or our environment", "move it away"
        )
    if folder.exists():
        shutil.rmtree(folder)
    run([shared_python(), "-m", "venv", folder])
    return folder / "bin" / "python"


def install(python: Path, *arguments: str | Path, user: str = "") -> None:
    """pip install, from the index that pip is set up with."""
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, *arguments], user=user, cwd=Path("/"))


def stamped(folder: Path, stamp: str) -> bool:
    """Whether an environment was made from what `stamp` stands for, to the end."""
    file = folder / "made-from"
    return file.is_file() and file.read_text(encoding="utf-8") == stamp
