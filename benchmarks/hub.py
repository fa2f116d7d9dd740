"""A class on a hub, all at once: how long they wait for their servers, and what memory each takes.

    sudo .venv/bin/python benchmarks/hub.py                                  # 30 students, on the engine
    sudo .venv/bin/python benchmarks/hub.py --students 6 --backend tensorflow

The hub is the one that deploy/jupyterhub/set_up.py makes, in /srv/graphs-hub-test (5 GB, kept for the
next run). The students are users of this machine whose names begin with hubtest-, removed afterwards.
All servers are started together, through the hub's API; each student fetches the chapter with the
Assignment List, opens it, runs every cell in a kernel and saves it; then, with all kernels still there,
everybody hands in. Memory is the proportional set size (PSS) of all processes of a user: what several
share counts once.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import pwd
import secrets
import statistics
import sys
import tempfile
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import psutil
import requests
import websocket

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.browser.hub.making import BASE, RunningHub, hub_for, system  # noqa: E402

TEACHER = "hubtest-teacher"
COURSE = "graphs"
PATIENCE = 600.0  # seconds until anything counts as not coming
MACHINE_MB = 16 * 1024
# A service of the hub that may start everybody's server, and work in it.
SERVICE = """
c.JupyterHub.services = [{{"name": "benchmark", "api_token": "{token}"}}]
c.JupyterHub.load_roles = [
    {{
        "name": "benchmark",
        "services": ["benchmark"],
        "scopes": ["admin:servers", "access:servers", "read:users"],
    }}
]
"""


@dataclass(frozen=True)
class Memory:
    """A user's memory, in MB: of the server, and of the kernel with all else."""

    server: float
    kernel: float

    @property
    def total(self) -> float:
        return self.server + self.kernel


@dataclass
class Student:
    """Somebody's server on the hub, and the seconds that it took."""

    name: str
    hub: RunningHub
    token: str
    chapter: str
    ready: float = 0.0
    run: float = 0.0
    handed_in: float = 0.0
    processor: float = 0.0

    def ask(self, method: str, path: str, /, **body: Any) -> Any:
        """A request to the student's own server."""
        return self._ask(method, f"/user/{self.name}{path}", **body)

    def _ask(self, method: str, path: str, /, **body: Any) -> Any:
        answer = requests.request(
            method,
            f"{self.hub.address()}{path}",
            headers={"Authorization": f"token {self.token}"},
            json=body or None,
            timeout=PATIENCE,
        )
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def work(self) -> None:
        """From the hub's button to a saved notebook that has run."""
        began = time.monotonic()
        self._ask("POST", f"/hub/api/users/{self.name}/server")
        while (
            not self._ask("GET", f"/hub/api/users/{self.name}")["servers"].get("", {}).get("ready")
        ):
            if time.monotonic() - began > PATIENCE:
                raise TimeoutError(f"{self.name} has no server after {PATIENCE:.0f} s")
            time.sleep(0.5)
        self.ready = time.monotonic() - began
        self.ask("POST", "/assignments/fetch", course_id=COURSE, assignment_id=self.chapter)
        began = time.monotonic()
        folder = f"{COURSE}/{self.chapter}"
        files = self.ask("GET", f"/api/contents/{folder}")["content"]
        (path,) = [one["path"] for one in files if one["type"] == "notebook"]
        content = self.ask("GET", f"/api/contents/{path}")["content"]
        opened = {"path": path, "name": path, "type": "notebook", "kernel": {"name": "python3"}}
        kernel = self.ask("POST", "/api/sessions", **opened)["kernel"]["id"]
        self.run_cells(kernel, [one for one in content["cells"] if one["cell_type"] == "code"])
        self.ask("PUT", f"/api/contents/{path}", type="notebook", format="json", content=content)
        self.run = time.monotonic() - began
        # The last field of cpu_times is waiting for a disk.
        self.processor = sum(sum(one.cpu_times()[:4]) for one in processes(self.name))

    def run_cells(self, kernel: str, cells: list[dict[str, Any]]) -> None:
        """Runs the cells as Run All does, errors or not, and keeps what they show."""
        address = self.hub.address().replace("http", "ws", 1)
        channel = websocket.create_connection(
            f"{address}/user/{self.name}/api/kernels/{kernel}/channels",
            header=[f"Authorization: token {self.token}"],
            timeout=PATIENCE,
        )
        for cell in cells:
            identity = uuid.uuid4().hex
            wanted = {"code": cell["source"], "silent": False, "store_history": True}
            wanted |= {"user_expressions": {}, "allow_stdin": False, "stop_on_error": False}
            header = {"msg_id": identity, "msg_type": "execute_request", "version": "5.3"}
            header |= {"username": self.name, "session": kernel, "date": ""}
            message = {"header": header, "parent_header": {}, "metadata": {}, "content": wanted}
            channel.send(json.dumps(message | {"channel": "shell", "buffers": []}))
            cell["outputs"] = outputs(channel, identity)
        channel.close()

    def hand_in(self) -> None:
        """The Assignment List's button."""
        began = time.monotonic()
        wanted = {"course_id": COURSE, "assignment_id": self.chapter}
        told = self.ask("POST", "/assignments/submit", **wanted)
        if not told["success"]:
            raise RuntimeError(f"{self.name} could not hand in: {told['value']}")
        self.handed_in = time.monotonic() - began


def outputs(channel: websocket.WebSocket, identity: str) -> list[Any]:
    """What a cell shows, up to the message that the kernel is idle again."""
    found = []
    while True:
        message = json.loads(channel.recv())
        kind, content = message["header"]["msg_type"], message["content"]
        if message["parent_header"].get("msg_id") != identity:
            continue
        if kind == "status" and content["execution_state"] == "idle":
            return found
        if kind in ("stream", "display_data", "execute_result", "error"):
            found.append(nbformat.v4.output_from_msg(message))


def processes(user: str, words: str = "") -> list[psutil.Process]:
    """A user's processes, or those whose command contains some words."""
    number = pwd.getpwnam(user).pw_uid
    found = []
    for one in psutil.process_iter():
        with contextlib.suppress(psutil.Error):  # it has just ended
            if one.uids().real == number and words in " ".join(one.cmdline()):
                found.append(one)
    return found


def megabytes(found: list[psutil.Process]) -> float:
    """The proportional set size of processes."""
    return sum(one.memory_full_info().pss for one in found) / 2**20


def memory(user: str) -> Memory:
    """What a user's processes take now."""
    server = processes(user, "jupyterhub-singleuser")
    return Memory(
        megabytes(server), megabytes([one for one in processes(user) if one not in server])
    )


def hub_memory() -> float:
    """MB of the hub and its proxy, which root started from the hub's folder."""
    return megabytes(processes("root", f"{BASE}/hub/"))


def release(chapter: str) -> None:
    """The instructor's `nbgrader release_assignment`."""
    owner = pwd.getpwnam(TEACHER)
    programs = BASE / "course" / ".venv" / "bin"
    system(
        *(programs / "nbgrader", "release_assignment", chapter),
        cwd=Path(owner.pw_dir) / f"{COURSE}-class",
        user=owner.pw_uid,
        group=owner.pw_gid,
        extra_groups=[],
        env={"HOME": owner.pw_dir, "USER": TEACHER, "PATH": f"{programs}:/usr/bin:/bin"},
    )


def measure(count: int, backend: str, chapter: str, folder: Path) -> dict[str, Any]:
    """The figures of one class."""
    names = {f"hubtest-s{number:02}": (f"S{number}", "Hub") for number in range(1, count + 1)}
    token = secrets.token_hex(16)
    made = hub_for(
        folder, TEACHER, names, backend=backend, subdomains=False, local=SERVICE.format(token=token)
    )
    with made as hub, ThreadPoolExecutor(count) as pool:
        release(chapter)
        students = [Student(name, hub, token, chapter) for name in names]
        began = time.monotonic()
        list(pool.map(Student.work, students))
        everybody = time.monotonic() - began
        used = [memory(name) for name in names]
        own = hub_memory()
        list(pool.map(Student.hand_in, students))
        inbound = BASE / "exchange" / COURSE / "inbound"
        received = len({one.name.split("+")[0] for one in inbound.iterdir()})
    if received != count:
        raise SystemExit(f"{count} handed in, {received} submissions are in the exchange")
    each = statistics.median(one.total for one in used)
    return {
        "students": count,
        "back end": backend,
        "server ready after (s)": spread([one.ready for one in students]),
        "chapter run in (s)": spread([one.run for one in students]),
        "handed in within (s)": spread([one.handed_in for one in students]),
        "everybody has run it after (s)": f"{everybody:.0f}",
        "processor, each (s)": f"{statistics.median(one.processor for one in students):.1f}",
        "memory, each (MB)": f"{each:.0f}",
        "of it the server": f"{statistics.median(one.server for one in used):.0f}",
        "most (MB)": f"{max(one.total for one in used):.0f}",
        "hub and proxy (MB)": f"{own:.0f}",
        "all together (MB)": f"{sum(one.total for one in used) + own:.0f}",
        "students in 16 GB": f"{int((MACHINE_MB - own) / each)}",
    }


def spread(seconds: list[float]) -> str:
    """The median, and the last one's."""
    return f"{statistics.median(seconds):.1f}, last {max(seconds):.1f}"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--backend", choices=("engine", "tensorflow"), default="engine")
    parser.add_argument("--chapter", default="01-graphs")
    parser.add_argument("--json", type=Path, help="Write the figures here, too.")
    given = parser.parse_args()
    if os.geteuid() != 0:
        raise SystemExit("It makes users and runs a hub: start it as root, best in a container.")
    with tempfile.TemporaryDirectory(prefix="grader-hub-") as name:
        figures = measure(given.students, given.backend, given.chapter, Path(name))
    print(f"| on {os.cpu_count()} processors | |\n|---|---|")
    for title, value in figures.items():
        print(f"| {title} | {value} |")
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
