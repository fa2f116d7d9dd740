"""One submission's kernel: cells go in, outputs and evidence come out, within the limits."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import time
from dataclasses import dataclass
from typing import Any

import zmq
from jupyter_core.utils import ensure_async
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal, DeadKernelError
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from grader.sandbox import bubblewrap
from grader.sandbox.isolation import Isolation
from grader.sandbox.limits import Limits
from grader.sandbox.mounts import ChapterFiles
from grader.sandbox.outputs import OutputBudget, error_output
from grader.sandbox.provisioner import SandboxKernelManager, Setting

TIMED_OUT = "CellTimeout"
DIED = "the kernel died while this cell ran"


class RoomBroken(RuntimeError):
    """The kernel could not be started; nothing that the student did."""


@dataclass(frozen=True)
class CellRun:
    """How a cell went.

    ended: "done", "failed" (it raised), "timeout" (interrupted), "died" (the kernel is gone).
    limits: the limits that were hit, as half sentences for the feedback.
    """

    ended: str
    outputs: list[NotebookNode]
    execution_count: int | None
    seconds: float
    limits: tuple[str, ...] = ()


class _Client(NotebookClient):
    """nbclient, with bounds on what the kernel can make this process keep."""

    budget: OutputBudget | None = None
    idle = False
    deadline_hit = False
    insisting: asyncio.Future[None] | None = None

    def process_message(self, msg: Any, cell: Any, cell_index: int) -> Any:
        if msg["msg_type"] == "status" and msg["content"].get("execution_state") == "idle":
            self.idle = True
        if self.budget is not None and not self.budget.accepts(msg):
            return None
        return super().process_message(msg, cell, cell_index)

    def handle_comm_msg(self, outs: Any, msg: Any, cell_index: int) -> None:
        """Widgets have no front end here; what they send is dropped."""

    async def _async_handle_timeout(self, timeout: int, cell: Any = None) -> Any:
        self.deadline_hit = True
        reply = await super()._async_handle_timeout(timeout, cell)
        self.insisting = asyncio.ensure_future(self._insist())
        return reply

    async def _insist(self) -> None:
        """An interrupt can get lost in code that swallows it, so it is repeated."""
        while not self.idle:
            await asyncio.sleep(0.5)
            if not self.idle and self.km is not None:
                await ensure_async(self.km.interrupt_kernel())


class Room:
    """A kernel in its sandbox, driven by nbclient. Use as an asynchronous context manager.

    This is the compatible way: each submission starts an ipykernel of its own. A faster room needs
    only `start`, `run`, `ask`, `close` and `alive`.
    """

    def __init__(
        self,
        isolation: Isolation,
        limits: Limits,
        files: ChapterFiles | None = None,
        backend: str = "",
    ):
        self.limits = limits
        self.setting = Setting(
            isolation,
            limits,
            files or ChapterFiles(),
            bubblewrap.scratch_folder(),
            backend,
        )
        self.alive = False
        self.spent = 0.0
        self.kept = 0

    async def __aenter__(self) -> Room:
        try:
            await self.start()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    async def start(self) -> None:
        """Starts the kernel. Raises RoomBroken with the reason if it is not ready in time."""
        self.manager = SandboxKernelManager.create(self.setting)
        self.client = _Client(
            new_notebook(),
            km=self.manager,
            allow_errors=True,
            interrupt_on_timeout=True,
            error_on_timeout={"ename": TIMED_OUT, "evalue": "", "traceback": []},
            raise_on_iopub_timeout=False,
            store_widget_state=False,
            startup_timeout=int(self.limits.start_seconds),
            coalesce_streams=True,
        )
        self.client.comm_open_handlers = {}
        self.client.iopub_timeout = max(1, int(self.limits.grace_seconds))
        self.client.log.disabled = True
        try:
            await self.manager.start_kernel()
            self._bound_messages()
            await self.client.async_start_new_kernel_client()
        except Exception as error:
            raise RoomBroken(f"the kernel did not start: {error}{self._log()}") from error
        self.alive = True
        self._close_connection_folder()

    def _bound_messages(self) -> None:
        """A longer message ends its connection before it fills this process's memory."""
        context = self.manager.context
        context.setsockopt(zmq.MAXMSGSIZE, self.limits.message)
        context.setsockopt(zmq.LINGER, 0)

    def _close_connection_folder(self) -> None:
        """Once the kernel's sockets are there, nothing more needs to be written beside them."""
        if self.setting.isolation.as_root:
            os.chown(self.setting.connection, 0, 0)
            os.chmod(self.setting.connection, 0o755)

    def _log(self) -> str:
        with contextlib.suppress(OSError):
            lines = (self.setting.folder / "log").read_text(errors="replace").strip().splitlines()
            if lines:
                return f" ({lines[-1][:300]})"
        return ""

    async def run(self, source: str) -> CellRun:
        """Runs a student's cell. Never raises for what the cell does."""
        budget = OutputBudget(
            min(self.limits.cell_output, self.limits.notebook_output - self.kept),
            self.limits.cell_outputs,
        )
        cell = new_code_cell(source)
        started = time.monotonic()
        ended, limits = await self._execute(cell, budget, store_history=True)
        seconds = time.monotonic() - started
        self.spent += seconds
        self.kept += budget.kept
        outputs = [kept for kept in map(budget.clean, cell.outputs) if kept is not None]
        if budget.dropped:
            note = budget.note()
            limits = (*limits, note)
            outputs.append(NotebookNode(output_type="stream", name="stdout", text=f"[{note}]\n"))
        if ended in ("timeout", "died"):
            outputs.append(
                error_output(
                    "TimeoutError" if ended == "timeout" else "DeadKernel",
                    f"{limits[0]}" if limits else "the kernel died",
                )
            )
        return CellRun(ended, outputs, cell.execution_count, seconds, limits)

    async def ask(self, expression: str, mime: str) -> tuple[str | None, CellRun]:
        """Runs an expression of ours, and returns what it displayed as `mime`.

        None when it displayed nothing of that kind, or more than one thing.
        """
        cell = new_code_cell(expression)
        found: list[str] = []
        started = time.monotonic()
        ended, limits = await self._execute(cell, _Answers(mime, found), store_history=False)
        seconds = time.monotonic() - started
        self.spent += seconds
        answer = found[0] if len(found) == 1 and ended in ("done", "failed") else None
        return answer, CellRun(ended, [], None, seconds, limits)

    async def _execute(
        self, cell: NotebookNode, budget: Any, store_history: bool
    ) -> tuple[str, tuple[str, ...]]:
        """How the cell ended, and the limits that it hit. `alive` is false after "died"."""
        if not self.alive:
            return "died", ()
        client = self.client
        left = self.limits.notebook_seconds - self.spent
        seconds = max(0.1, min(self.limits.cell_seconds, left))
        client.timeout_func = lambda cell: seconds  # type: ignore[assignment]
        client.budget, client.idle, client.deadline_hit = budget, False, False
        client.nb.cells = [cell]
        guard = asyncio.ensure_future(self._guard())
        try:
            await client.async_execute_cell(cell, 0, store_history=store_history)
        except (DeadKernelError, CellControlSignal, asyncio.CancelledError):
            filled = guard.done() and not guard.cancelled() and guard.result()
            await self._kill()
            why = "the cell wrote into the folder of the kernel's sockets" if filled else DIED
            return "died", (why,)
        except Exception as error:
            await self._kill()
            reason = f"the kernel sent what is not a Jupyter message ({type(error).__name__})"
            return "died", (reason,)
        finally:
            guard.cancel()
            if client.insisting is not None:
                client.insisting.cancel()
        if client.deadline_hit:
            which = "the notebook" if seconds < self.limits.cell_seconds else "the cell"
            bound = self.limits.notebook_seconds if which == "the notebook" else seconds
            reason = f"{which} took longer than {bound:g} seconds"
            if not client.idle:
                await self._kill()
                return "died", (f"{reason} and did not stop when interrupted",)
            return "timeout", (reason,)
        failed = any(output.output_type == "error" for output in cell.outputs)
        return ("failed" if failed else "done"), ()

    async def _guard(self) -> bool:
        """Kills a kernel that fills the folder of its sockets (where it keeps the right to write).

        True when it did.
        """
        if self.setting.isolation.as_root or self.setting.isolation.name == "none":
            return False
        while True:
            await asyncio.sleep(0.25)
            entries = list(self.setting.connection.iterdir())
            size = sum(entry.lstat().st_size for entry in entries if not entry.is_dir())
            if len(entries) > 40 or size > 2**20 or any(entry.is_dir() for entry in entries):
                await self._kill()
                return True

    async def _kill(self) -> None:
        self.alive = False
        with contextlib.suppress(Exception):
            await self.manager.shutdown_kernel(now=True)

    async def close(self) -> None:
        """Ends every process of the sandbox and removes its folder."""
        if hasattr(self, "manager"):
            await self._kill()
            with contextlib.suppress(Exception):
                if self.client.kc is not None:
                    self.client.kc.stop_channels()
            with contextlib.suppress(Exception):
                self.manager.context.destroy(linger=0)
        shutil.rmtree(self.setting.folder, ignore_errors=True)


class _Answers:
    """Takes only display data of one type, and keeps none of it in the cell."""

    def __init__(self, mime: str, found: list[str]):
        self.mime = mime
        self.found = found

    def accepts(self, message: Any) -> bool:
        """Whether nbclient should see the message; what is ours is taken here."""
        if message["msg_type"] == "status":
            return True
        if message["msg_type"] == "display_data":
            data = message["content"].get("data")
            value = data.get(self.mime) if isinstance(data, dict) else None
            if isinstance(value, str) and len(self.found) < 2:
                self.found.append(value)
        return False
