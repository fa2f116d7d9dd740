"""The host's side of templates: one is started per chapter and forks a child per submission."""

from __future__ import annotations

import base64
import concurrent.futures
import contextlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import asdict, replace
from pathlib import Path

from grader.imports import PACKAGE
from grader.inside import frames
from grader.inside.confinement import Confinement
from grader.languages import VARIABLE, language
from grader.sandbox import bubblewrap, seccomp, side_files
from grader.sandbox.isolation import Isolation
from grader.sandbox.landlock_paths import DEVICES, own_folder, readable, working_folder
from grader.sandbox.limits import Limits
from grader.sandbox.memory import memory_of
from grader.sandbox.mounts import HOME, STORE, ChapterFiles, python_prefixes
from grader.sandbox.sharing import kept_waiting

# What every notebook needs, also what is imported when a picture is first drawn or a graph first traced;
# a chapter's own modules are added.
MODULES = (
    "numpy",
    "matplotlib.pyplot",
    "matplotlib.backends.backend_svg",
    "matplotlib_inline.backend_inline",
    "grader.notebook",
    "grader.evidence",
    "grader.evidence.protocol",
    "grader.engine.runtime.traces",
    "grader.pictures",
    "grader.pictures.stepper",
)
FORK_SECONDS = 20.0
PROGRAM = "from grader.inside.template import main; main()"

# The operating system kills a template when the thread that started it ends (PR_SET_PDEATHSIG), so
# this thread lives as long as the process.
_starter = concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="grader-templates")


class TemplateFailed(RuntimeError):
    """A template, or a child of it, could not be started; the message says why."""


class TemplateDied(TemplateFailed):
    """The template was running and has died."""


class Child:
    """A submission's caged process: lines to shell and witness, handles to interrupt and kill it.

    scratch: a folder of this machine, removed with the child, if it has no mounts of its own.
    """

    def __init__(
        self,
        line: frames.Line,
        witness: frames.Line,
        init: int,
        shell: int,
        beside: int,
        gently: bool,
        scratch: Path | None,
    ):
        self.line = line
        self.witness = witness
        self.init = init
        self.shell = shell
        self.beside = beside
        self.gently = gently
        self.scratch = scratch

    def interrupt(self) -> None:
        """Interrupts the running cell, as Jupyter's stop button does."""
        with contextlib.suppress(OSError):
            signal.pidfd_send_signal(self.shell, signal.SIGINT)

    def memory(self) -> int:
        """Memory of all the submission's processes, not counting what they share with the template."""
        return memory_of(_pid_of(self.init)) + memory_of(_pid_of(self.beside))

    def kept_waiting(self) -> float:
        """For how many seconds it could not run because others had the processor."""
        return kept_waiting(*map(_pid_of, (self.init, self.shell, self.beside)))

    def kill(self) -> None:
        """Kills every process of the submission and waits until they are gone."""
        # If init has its own PID namespace, the kernel ends all others in it; otherwise init is asked to kill
        # them. The witness is outside.
        first = signal.SIGTERM if self.gently else signal.SIGKILL
        for number, seconds in ((first, 35.0), (signal.SIGKILL, 5.0)):
            with contextlib.suppress(OSError):
                signal.pidfd_send_signal(self.init, number)
            with contextlib.suppress(OSError):
                signal.pidfd_send_signal(self.beside, signal.SIGKILL)
            if all(select.select([one], [], [], seconds)[0] for one in (self.init, self.beside)):
                return

    def close(self) -> None:
        """Kills the submission and removes the files it left."""
        self.line.close()
        self.witness.close()
        self.kill()
        for handle in (self.init, self.shell, self.beside):
            os.close(handle)
        if self.scratch is not None:
            shutil.rmtree(self.scratch, ignore_errors=True)


class TemplateClient:
    """Asks a template for children. `fork` may be called from any thread.

    control: a connection to the template. seconds: how long it may take to get ready; the first
    fork waits for that.
    """

    def __init__(
        self, control: socket.socket, isolation: Isolation, files: ChapterFiles, seconds: float
    ):
        self.control = control
        self.isolation = isolation
        self.files = files
        self.lock = threading.Lock()
        self.users = 0
        self.idle_since = time.monotonic()
        self.deadline = self.idle_since + seconds
        self.ready = False

    @property
    def alive(self) -> bool:
        """Whether the template still has its end of the connection open."""
        poll = select.poll()
        poll.register(self.control, select.POLLHUP)
        return not poll.poll(0)

    def fork(self, limits: Limits, side: side_files.Files = ()) -> Child:
        """A child for one submission, with these files beside the notebook. Raises TemplateFailed."""
        ours, theirs = socket.socketpair()
        witness, its = socket.socketpair()
        scratch = None if self.isolation.name == "bubblewrap" else bubblewrap.scratch_folder()
        try:
            confinement = json.dumps(asdict(self._confinement(limits, scratch, side))).encode()
            with self.lock, side_files.packed(side if scratch is None else ()) as packed:
                if not self.ready:
                    self._wait_until_ready()
                handed = [theirs.fileno(), its.fileno(), *([] if packed is None else [packed])]
                frames.send(self.control, b"f", confinement, handed)
                kind, body, handles = self._answer(FORK_SECONDS)
            if kind != b"p":
                raise TemplateFailed(
                    f"no confinement could be made: {body.decode(errors='replace')}"
                )
        except BaseException as error:
            ours.close()
            witness.close()
            if scratch is not None:
                shutil.rmtree(scratch, ignore_errors=True)
            if isinstance(error, OSError):
                raise TemplateDied(f"the template died{self._log()}") from None
            raise
        finally:
            theirs.close()
            its.close()
        init, shell, beside = handles
        line, its_line = (frames.Line(one, limits.message) for one in (ours, witness))
        return Child(line, its_line, init, shell, beside, scratch is not None, scratch)

    def _wait_until_ready(self) -> None:
        kind, body, _ = self._answer(self.deadline - time.monotonic())
        about = json.loads(body) if kind == b"r" else {}
        if about.get("threads") != 1:
            raise TemplateFailed(
                f"the template has {about.get('threads')} threads and cannot be forked safely"
                if about
                else "the template did not start"
            )
        self.ready = True

    def _answer(self, seconds: float) -> tuple[bytes, bytes, list[int]]:
        deadline = time.monotonic() + seconds
        while not select.select([self.control], [], [], 0.5)[0]:
            if time.monotonic() > deadline:
                raise TemplateFailed(f"the template gave no answer within {seconds:.0f} seconds")
        try:
            return frames.receive(self.control)
        except OSError:
            raise TemplateDied(f"the template died{self._log()}") from None

    def _log(self) -> str:
        """The last line of the template's log, in parentheses; "" if we have no access to it."""
        return ""

    def _confinement(
        self, limits: Limits, scratch: Path | None, side: side_files.Files
    ) -> Confinement:
        isolation = self.isolation
        boxed = isolation.name == "bubblewrap"
        calls = seccomp.program(sockets=boxed) if isolation.name != "none" else None
        user = bubblewrap.next_user() if isolation.as_root else None
        confinement = Confinement(
            namespaces=("root" if isolation.as_root else "user") if boxed else "",
            uid=user,
            rlimits=limits.rlimits(),
            calls=base64.b64encode(calls or b"").decode(),
            scratch=limits.scratch,
            folder=self.files.folder,
            home=HOME,
            files=[[name, f"{STORE}/{name}"] for name, _ in self.files.files],
            kept=python_prefixes() if boxed else [],
            # A template may serve grading in several languages.
            environment={VARIABLE: language()},
        )
        if scratch is None:
            return confinement
        work = working_folder(scratch, self.files, user, side)
        confinement = replace(
            confinement,
            folder=str(work),
            home=str(work),
            files=[],
            environment=confinement.environment | own_folder(work),
        )
        if isolation.name == "landlock":
            writable = [str(scratch), *DEVICES]
            confinement = replace(confinement, readable=readable(self.files), writable=writable)
        return confinement

    def close(self) -> None:
        """Closes the connection."""
        self.control.close()


class Template(TemplateClient):
    """A template that this process starts, at once, and owns."""

    def __init__(self, isolation: Isolation, files: ChapterFiles, backend: str, seconds: float):
        ours, theirs = socket.socketpair()
        super().__init__(ours, isolation, files, seconds)
        self.backend = backend
        self.folder = bubblewrap.scratch_folder()
        program = [
            "-c",
            PROGRAM,
            str(theirs.fileno()),
            json.dumps({"modules": [*MODULES, *files.modules]}),
        ]
        try:
            self.process = _starter.submit(self._launch, program, theirs.fileno()).result()
        except BaseException:
            self.close()
            raise
        finally:
            theirs.close()

    def connect(self) -> socket.socket:
        """Another connection, for a different process to use with a `TemplateClient`."""
        ours, theirs = socket.socketpair()
        with theirs, self.lock:
            try:
                frames.send(self.control, b"c", b"", [theirs.fileno()])
            except OSError:
                raise TemplateDied(f"the template died{self._log()}") from None
        return ours

    def _launch(self, program: list[str], control: int) -> subprocess.Popen[bytes]:
        environment, folder = None, None
        if self.isolation.name == "bubblewrap":
            command = bubblewrap.template_command(
                program,
                bwrap=self.isolation.bwrap,
                files=self.files,
                folder=self.folder,
                as_root=self.isolation.as_root,
                backend=self.backend,
            )
        else:
            command = [os.path.abspath(sys.executable), *program]
            folder = str(self.folder)
            environment = bubblewrap.environment(self.backend)
            environment |= own_folder(self.folder)
            environment["PYTHONPATH"] = str(PACKAGE.parent)
        with open(self.folder / "log", "wb") as log:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=[control],
                env=environment,
                cwd=folder,
                start_new_session=True,
            )

    def _log(self) -> str:
        with contextlib.suppress(OSError):
            lines = (self.folder / "log").read_text(errors="replace").strip().splitlines()
            return f" ({lines[-1][:300]})" if lines else ""
        return ""

    def close(self) -> None:
        """Kills the template and all its children."""
        process = getattr(self, "process", None)
        if process is not None:
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        super().close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _pid_of(handle: int) -> int:
    for line in Path(f"/proc/self/fdinfo/{handle}").read_text().splitlines():
        if line.startswith("Pid:"):
            return int(line.split()[1])
    return -1
