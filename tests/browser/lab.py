"""A JupyterLab of one's own: started as readers start it, in a copy of the course, and stopped again."""

import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What a checkout must hold for `grader lab`; the rest of it (tests, .git) is not needed.
PARTS = ("grader", "notebooks", "solutions", "data", "docs", "nbgrader_config.py", "pyproject.toml")
SECONDS = 60.0
LIGHT, DARK = "JupyterLab Light", "JupyterLab Dark"

# A reader's own settings. JupyterLab else takes cells that are out of sight out of the page, where
# nobody can look for them.
SETTINGS = {"@jupyterlab/notebook-extension/tracker": {"windowingMode": "none"}}


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab. `folder` is what it shows; `log` what it wrote."""

    url: str
    token: str
    folder: Path
    log: Path
    process: subprocess.Popen

    def address(self, path: str) -> str:
        """The address of a page of this server, with the token, as the reader's browser opens it."""
        return f"{self.url}{path}{'&' if '?' in path else '?'}token={self.token}"


def copy_course(folder: Path) -> Path:
    """A checkout's working parts in `folder`, so that no test touches what readers have in work/."""
    for name in PARTS:
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
        else:
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    return folder


def environment(home: Path, checkout: Path, **more: str) -> dict[str, str]:
    """A fresh user's environment: an own home, nothing of this test run, the copy's `grader`."""
    ours = ("JUPYTER", "GRADER", "PYTEST", "JPY_", "NBGRADER", "IPYTHON")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    home.mkdir(parents=True, exist_ok=True)
    for name, text in SETTINGS.items():
        file = home / ".jupyter" / "lab" / "user-settings" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(text))
    return kept | {
        "HOME": str(home),
        "JUPYTER_CONFIG_DIR": str(home / ".jupyter"),
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), kept.get("PATH", os.defpath)]),
        "PYTHONPATH": str(checkout),
        "LANG": "C.UTF-8",
        **more,
    }


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextlib.contextmanager
def running(command: list[str], where: Path, shown: Path, log: Path, **variables: str):
    """A JupyterLab started by `command` in `where`, which shows `shown`; yields it when it answers.

    The command gets its port, a free one where `variables` name no PORT; stopped by its own process,
    and what it started with it.
    """
    port, token = variables.pop("PORT", free_port()), secrets.token_hex(16)
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w") as text:
        process = subprocess.Popen(
            [*command, f"--port={port}", "--no-browser"],
            cwd=where,
            env={**variables, "JUPYTER_TOKEN": token},
            stdin=subprocess.DEVNULL,
            stdout=text,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    lab = Lab(f"http://127.0.0.1:{port}", token, shown, log, process)
    try:
        wait_for(lab)
        yield lab
    finally:
        stop(process)


def wait_for(lab: Lab) -> None:
    """Returns when the server answers; says what it wrote when it does not."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and lab.process.poll() is None:
        with contextlib.suppress(urllib.error.URLError, OSError):
            urllib.request.urlopen(lab.address("/api/status"), timeout=5)
            return
        time.sleep(0.05)
    raise RuntimeError(f"JupyterLab did not start:\n{lab.log.read_text()[-3000:]}")


def stop(process: subprocess.Popen) -> None:
    """Ends the server and the kernels that it started; none of them may stay behind."""
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=15)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def grader_lab(checkout: Path, home: Path, log: Path, **more: str):
    """`grader lab` in a copy of the course."""
    command = [sys.executable, "-m", "grader.cli", "lab"]
    variables = environment(home, checkout, **more)
    return running(command, checkout, checkout / "work", log, **variables)
