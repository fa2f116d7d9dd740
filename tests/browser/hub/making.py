"""A JupyterHub of this machine's own users: made by deploy/jupyterhub/set_up.py, started, and ended again.

It makes users whose names begin with hubtest-, and removes them with their homes. The environments of
the hub stay in /srv/graphs-hub-test, so that the next run takes minutes less; HUB_TEST=clean removes
them, too.
"""

import contextlib
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.browser.lab import free_port

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "deploy" / "jupyterhub" / "set_up.py"
BASE = Path("/srv/graphs-hub-test")
KEPT = ("course", "hub", "students", "ngshare")
PREFIX = "hubtest-"
# The same in every run: the environment of the course belongs to its instructor, who has the first.
FIRST_NUMBER, LAST_NUMBER = 61_700, 61_799
SECONDS = 300.0


@dataclass(frozen=True)
class RunningHub:
    """A hub that answers. `password` is everybody's; `settings` is its hub.toml."""

    port: int
    password: str
    log: Path
    settings: Path
    subdomains: bool
    base: Path = BASE

    def address(self, user: str = "") -> str:
        """The hub's origin or, where each user has one, a user's."""
        if not self.subdomains:
            return f"http://127.0.0.1:{self.port}"
        host = f"{user}.hub.localhost" if user else "hub.localhost"
        return f"http://{host}:{self.port}"


@contextlib.contextmanager
def hub_for(
    folder: Path,
    teacher: str,
    students: dict[str, tuple[str, str]],
    *,
    graders: Sequence[str] = (),
    others: Sequence[str] = (),
    backend: str = "engine",
    subdomains: bool = True,
    local: str = "",
    before: Callable[[], None] = lambda: None,
) -> Iterator[RunningHub]:
    """The hub that the set-up script makes, started as its README says.

    students: first and last names by login name; others: users whom the class does not list; local: lines
    for config/local_config.py; before: what else is done once the hub is set up, before it starts.
    """
    password, port = secrets.token_hex(8), free_port()
    rows = [f"{login},{first},{last},,\n" for login, (first, last) in students.items()]
    (folder / "students.csv").write_text(
        "id,first_name,last_name,email,lms_user_id\n" + "".join(rows)
    )
    own_addresses = f"http://hub.localhost:{port}" if subdomains else ""
    settings = folder / "hub.toml"
    settings.write_text(
        f'base = "{BASE}"\ninstructor = "{teacher}"\ngraders = {list(graders)}\n'
        f'backend = "{backend}"\naddress = "http://127.0.0.1:{port}"\n'
        f'subdomains = "{own_addresses}"\nservice_port = {free_port()}\n'
    )
    remove_users()
    bring_up_to_date()
    try:
        make_users([teacher, *graders, *students, *others], password)
        set_up(settings)
        before()
        # Ports that nobody else has.
        (BASE / "config" / "local_config.py").write_text(
            f"c = get_config()\nc.JupyterHub.hub_port = {free_port()}\n"
            f'c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{free_port()}"\n{local}'
        )
        with running(folder / "hub.log") as process:
            one = RunningHub(port, password, folder / "hub.log", settings, subdomains)
            wait_for(one, process)
            yield one
    finally:
        remove_users()
        if os.environ.get("HUB_TEST") == "clean":
            shutil.rmtree(BASE)


def system(*command, **options):
    """Runs a command to its end; a failure is told with what it said."""
    done = subprocess.run(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **options,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}"
    return done.stdout


def remove_users():
    """No user of an earlier run is left, nor a process or a home of theirs."""
    for one in pwd.getpwall():
        if one.pw_name.startswith(PREFIX):
            number = one.pw_uid
            assert FIRST_NUMBER <= number <= LAST_NUMBER, f"{one.pw_name} is not this test's"
            subprocess.run(["pkill", "-KILL", "-U", str(number)])
            system("userdel", "--remove", "--force", one.pw_name)


def make_users(names, password):
    """Users as the administrator of a machine makes them."""
    for number, name in enumerate(names, FIRST_NUMBER):
        assert name.startswith(PREFIX) and number <= LAST_NUMBER
        system("useradd", "--create-home", "--shell", "/bin/bash", "--uid", number, name)
    system("chpasswd", input="".join(f"{name}:{password}\n" for name in names))


def bring_up_to_date():
    """What an earlier run left: its environments stay, the course becomes this checkout."""
    if BASE.is_dir():
        for place in BASE.iterdir():
            if place.name not in KEPT:
                shutil.rmtree(place) if place.is_dir() else place.unlink()
        (BASE / "config").mkdir(mode=0o700)
    course = BASE / "course"
    if course.is_dir():
        for place in course.iterdir():
            if not place.name.startswith(".venv"):
                shutil.rmtree(place) if place.is_dir() else place.unlink()
        sys.path.insert(0, str(SCRIPT.parent))
        import steps

        steps.copy_files(course)
        owner = f"{FIRST_NUMBER}:{FIRST_NUMBER}"
        system("chown", "--recursive", "--no-dereference", owner, course)


def set_up(settings):
    """The script as the README starts it. All must be well, but for this checkout itself.

    Whoever works on the course may have it where everybody can read it; the script says so, rightly.
    """
    command = [sys.executable, SCRIPT, settings, "--replace"]
    done = subprocess.run(command, capture_output=True, text=True)
    wrong = [line for line in done.stdout.splitlines() if line.startswith("  FAIL")]
    assert not done.stderr and all(str(ROOT) in line for line in wrong), done.stdout + done.stderr
    assert len(wrong) <= 1
    return done.stdout


@contextlib.contextmanager
def running(log):
    """JupyterHub in a session of its own, ended with all that it started."""
    command = [BASE / "hub/bin/jupyterhub", "-f", BASE / "config/jupyterhub_config.py"]
    with log.open("w") as text:
        process = subprocess.Popen(
            command,
            cwd=BASE / "state",
            env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=text,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=30)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        # A hub that ended by itself leaves its proxy behind.
        with contextlib.suppress(OSError, ValueError):
            os.kill(int((BASE / "state" / "proxy.pid").read_text()), signal.SIGTERM)


def wait_for(hub, process):
    """Returns when the hub answers; says what it wrote when it does not."""
    end = time.monotonic() + SECONDS
    asked = urllib.request.Request(
        f"http://127.0.0.1:{hub.port}/hub/health", headers={"Host": f"hub.localhost:{hub.port}"}
    )
    while time.monotonic() < end:
        with contextlib.suppress(urllib.error.URLError, OSError):
            urllib.request.urlopen(asked, timeout=5)
            return
        time.sleep(1)
        if process.poll() is not None:
            break
    raise RuntimeError(f"the hub did not start:\n{hub.log.read_text()[-4000:]}")
