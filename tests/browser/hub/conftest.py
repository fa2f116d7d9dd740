"""A real JupyterHub with users of this machine: collected only when asked for (`make hub-test`, as root).

It makes users whose names begin with hubtest-, and removes them with their homes. The environments of
the hub stay in /srv/graphs-hub-test, so that the second run takes minutes less; HUB_TEST=clean removes
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
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser.lab import free_port

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BASE = Path("/srv/graphs-hub-test")
TEACHER, HELPER, ANN, BEN = people = [
    f"hubtest-{name}" for name in ("teacher", "helper", "ann", "ben")
]
FIRST_NUMBER = (
    61_700  # the same in every run: the environment of the course belongs to its instructor
)
SECONDS = 300.0
KEPT = ("course", "hub", "students")
# What the script says of each step when there is nothing to do.
STEPS = ("users", "folders", "course", "course's packages", "hub's packages", "students' packages")
STEPS += ("configuration", "data and pages", "class", "exchange")


def pytest_ignore_collect(collection_path, config):
    """True where nobody named this folder, or a file in it, on the command line."""
    asked = [Path(argument.partition("::")[0]).resolve() for argument in config.args]
    return None if any(path == HERE or HERE in path.parents for path in asked) else True


@dataclass(frozen=True)
class RunningHub:
    """A hub that answers. `password` is everybody's."""

    port: int
    password: str
    log: Path
    base: Path = BASE

    def address(self, user: str = "") -> str:
        """A user's origin, or the hub's own."""
        host = f"{user}.hub.localhost" if user else "hub.localhost"
        return f"http://{host}:{self.port}"


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
    for name in people:
        with contextlib.suppress(KeyError):
            number = pwd.getpwnam(name).pw_uid
            assert FIRST_NUMBER <= number < FIRST_NUMBER + len(people), f"{name} is not this test's"
            subprocess.run(["pkill", "-KILL", "-U", str(number)])
            system("userdel", "--remove", "--force", name)


def make_users(password):
    """Users as the administrator of a machine makes them."""
    for number, name in enumerate(people, FIRST_NUMBER):
        system("useradd", "--create-home", "--shell", "/bin/bash", "--uid", number, name)
    lines = "".join(f"{name}:{password}\n" for name in people)
    system("chpasswd", input=lines)


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
        sys.path.insert(0, str(ROOT / "deploy" / "jupyterhub"))
        import steps

        steps.copy_files(course)
        owner = f"{FIRST_NUMBER}:{FIRST_NUMBER}"
        system("chown", "--recursive", "--no-dereference", owner, course)


@pytest.fixture(scope="session")
def hub(tmp_path_factory):
    """The hub that deploy/jupyterhub/set_up.py makes, started as its README says."""
    if os.geteuid() != 0:
        pytest.exit("make hub-test makes users and runs a hub: as root, best in a container", 1)
    folder = tmp_path_factory.mktemp("hub")
    password, port = secrets.token_hex(8), free_port()
    (folder / "students.csv").write_text(
        f"id,first_name,last_name,email,lms_user_id\n{ANN},Ann,Ng,,\n{BEN},Ben,Li,,\n"
    )
    (folder / "hub.toml").write_text(
        f'base = "{BASE}"\ninstructor = "{TEACHER}"\ngraders = ["{HELPER}"]\n'
        f'address = "http://127.0.0.1:{port}"\nsubdomains = "http://hub.localhost:{port}"\n'
        f"service_port = {free_port()}\n"
    )
    remove_users()
    bring_up_to_date()
    try:
        make_users(password)
        script = ROOT / "deploy" / "jupyterhub" / "set_up.py"
        for expected in (0, len(STEPS)):  # the second time, nothing is left to do
            told = set_up(script, folder / "hub.toml")
            assert told.count("as it should be") >= expected, told
        # Ports that nobody else has.
        (BASE / "config" / "local_config.py").write_text(
            f"c = get_config()\nc.JupyterHub.hub_port = {free_port()}\n"
            f'c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{free_port()}"\n'
        )
        with running(folder / "hub.log") as process:
            one = RunningHub(port, password, folder / "hub.log")
            wait_for(one, process)
            yield one
    finally:
        remove_users()
        if os.environ.get("HUB_TEST") == "clean":
            shutil.rmtree(BASE)


def set_up(script, settings):
    """The script as the README starts it. All must be well, but for this checkout itself.

    Whoever works on the course may have it where everybody can read it; the script says so, rightly.
    """
    command = [sys.executable, script, settings, "--replace"]
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
