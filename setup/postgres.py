"""Run a command beside a PostgreSQL of its own, which TEST_POSTGRES names, in a folder that is removed.

    python setup/postgres.py .venv/bin/python -m pytest ...
    python setup/postgres.py --install     if none is found and apt-get may be used: get Debian's

Standard library only. The server listens on a socket in its folder and nowhere else. It refuses to be
root: then it runs as the user that its package has made, or as nobody.
"""

import argparse
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
HOW = (
    "No PostgreSQL server was found. Debian and Ubuntu: apt-get install postgresql; macOS: "
    "brew install postgresql."
)
USERS = ("postgres", "nobody")
DATABASE = "grades"
# No file of it is worth waiting for a disk.
SETTINGS = "-c listen_addresses= -c fsync=off -c full_page_writes=off -c unix_socket_directories="


def programs() -> Path | None:
    """The folder with the server's programs, the newest release's first."""
    on_path = shutil.which("initdb")
    found = [Path(on_path).resolve().parent] if on_path else []
    for pattern in PLACES:
        found += sorted(Path("/").glob(pattern[1:]), reverse=True)
    needed = ("initdb", "pg_ctl", "postgres")
    return next((one for one in found if all((one / name).is_file() for name in needed)), None)


def install() -> None:
    """Debian's PostgreSQL by apt-get, if this user may; a mirror that stumbles gets a second try."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    get = ["apt-get", "-qq", "-o", "Acquire::Retries=2"]
    wanted = ["install", "-y", "--no-install-recommends", "postgresql"]
    for _ in range(2):
        for words in (["update"], wanted):
            done = subprocess.run(
                [*get, *words],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        if done.returncode == 0:
            return


def server_user() -> str | None:
    """The user that the server runs as; None for this one."""
    if os.geteuid() != 0:
        return None
    known = {one.pw_name for one in pwd.getpwall()}
    return next(name for name in USERS if name in known)


@contextmanager
def running(binaries: Path) -> Iterator[str]:
    """A server with an empty database; its URL."""
    folder, user = Path(tempfile.mkdtemp(prefix="pg-")), server_user()
    data, log = folder / "data", folder / "log"
    if user:
        shutil.chown(folder, user)

    def run(program: str, *words: str) -> None:
        done = subprocess.run(
            [str(binaries / program), *words],
            user=user,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        if done.returncode:
            told = log.read_text(errors="replace") if log.exists() else ""
            sys.exit(f"{program} failed: {done.stderr}{told}")

    try:
        made = ("--auth=trust", "--no-sync", "--locale=C", "--encoding=UTF8")
        run("initdb", "-D", str(data), "-U", "grader", *made)
        run("pg_ctl", "-D", str(data), "-l", str(log), "-w", "-o", SETTINGS + str(folder), "start")
        try:
            run("createdb", "-h", str(folder), "-U", "grader", DATABASE)
            yield f"postgresql+psycopg://grader@/{DATABASE}?host={folder}"
        finally:
            run("pg_ctl", "-D", str(data), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    """The command's exit code; 1 where there is no server."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--install", action="store_true", help="get Debian's, if there is none")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    chosen = parser.parse_args()
    if chosen.install and programs() is None:
        install()
    binaries = programs()
    if binaries is None:
        print(HOW, file=sys.stderr)
        return 1
    if not chosen.command:
        return 0
    with running(binaries) as url:
        environment = os.environ | {"TEST_POSTGRES": url}
        return subprocess.run(chosen.command, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
