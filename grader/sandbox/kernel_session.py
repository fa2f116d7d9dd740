"""A session that starts a Jupyter kernel: slow, and the standard that forked sessions must match."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
from typing import Any

from jupyter_core.utils import ensure_async
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal, DeadKernelError
from nbformat.v4 import new_code_cell, new_notebook

from grader.languages import _
from grader.sandbox import bubblewrap
from grader.sandbox.outputs import LIVE, Screen, count_of
from grader.sandbox.provisioner import SandboxKernelManager, Setting
from grader.sandbox.session import (
    Budget,
    Ending,
    SandboxSession,
    SessionBroken,
    no_message,
    stubborn,
)

TIMED_OUT = "CellTimeout"
SHOWN = (*LIVE, "clear_output")

# The client's own: by default it writes into the logger that all of Jupyter's programs share.
QUIET = logging.Logger("grader.sandbox.client", logging.CRITICAL + 1)


class _Client(NotebookClient):
    """nbclient, with the outputs of cells sent to a screen, within a budget."""

    budget: Budget
    screen: Screen
    idle = False
    deadline_hit = False
    insisting: asyncio.Future[None] | None = None

    def process_message(self, msg: Any, cell: Any, cell_index: int) -> Any:
        if msg["msg_type"] == "status" and msg["content"].get("execution_state") == "idle":
            self.idle = True
        if msg["msg_type"] not in SHOWN:
            # Widgets have no front end here: their messages are dropped.
            return (
                None
                if msg["msg_type"].startswith("comm")
                else super().process_message(msg, cell, cell_index)
            )
        if self.budget.accepts(msg, self.screen.times(msg)):
            self.screen.take(msg)
        return None

    async def _async_handle_timeout(self, timeout: int, cell: Any = None) -> Any:
        self.deadline_hit = True
        reply = await super()._async_handle_timeout(timeout, cell)
        self.insisting = asyncio.ensure_future(self._insist())
        return reply

    async def _insist(self) -> None:
        """Repeats the interrupt, because code may swallow one."""
        while not self.idle:
            await asyncio.sleep(0.5)
            if not self.idle and self.km is not None:
                await ensure_async(self.km.interrupt_kernel())


class KernelSession(SandboxSession):
    """An ipykernel in a sandbox, driven by nbclient."""

    async def start(self) -> None:
        """Starts the kernel. Raises SessionBroken with the reason if it is not ready in time."""
        folder = bubblewrap.scratch_folder()
        self.setting = Setting(
            self.isolation, self.limits, self.files, folder, self.backend, self.side
        )
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
        )
        self.client.screen = self.screen
        self.client.comm_open_handlers = {}
        self.client.iopub_timeout = max(1, int(self.limits.grace_seconds))
        self.client.log = QUIET
        try:
            await self.manager.start_kernel()
            await self.client.async_start_new_kernel_client()
        except Exception as error:
            raise SessionBroken(f"the kernel did not start: {error}{self._log()}") from error
        self.alive = True
        self._close_connection_folder()

    def _close_connection_folder(self) -> None:
        """Makes the folder read-only for the kernel once its sockets exist."""
        if self.setting.isolation.as_root:
            os.chown(self.setting.connection, 0, 0)
            os.chmod(self.setting.connection, 0o755)

    def _log(self) -> str:
        with contextlib.suppress(OSError):
            lines = (self.setting.folder / "log").read_text(errors="replace").strip().splitlines()
            if lines:
                return f" ({lines[-1][:300]})"
        return ""

    async def execute(self, source: str, budget: Budget, store_history: bool) -> Ending:
        if not self.alive:
            return "died", (), None
        cell = new_code_cell(source)
        client = self.client
        seconds = self.cell_seconds()
        client.timeout_func = lambda cell: seconds  # type: ignore[assignment]
        client.budget, client.idle, client.deadline_hit = budget, False, False
        client.nb.cells = [cell]
        guard = asyncio.ensure_future(self._guard())
        try:
            await client.async_execute_cell(cell, 0, store_history=store_history)
        except (DeadKernelError, CellControlSignal, asyncio.CancelledError):
            filled = guard.done() and not guard.cancelled() and guard.result()
            await self._kill()
            why = _("the cell wrote into the folder of the kernel's sockets")
            return "died", (why if filled else self.died_text(),), None
        except Exception as error:
            await self._kill()
            return "died", (no_message(error),), None
        finally:
            guard.cancel()
            if client.insisting is not None:
                client.insisting.cancel()
        if client.deadline_hit:
            reason = self.too_late(seconds)
            if not client.idle:
                await self._kill()
                return "died", (stubborn(reason),), None
            return "timeout", (reason,), count_of(cell)
        return ("failed" if self.screen.failed() else "done"), (), count_of(cell)

    async def _guard(self) -> bool:
        """Kills a kernel that fills the folder of its sockets, where it may still write there.

        Returns whether it killed one.
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
        if hasattr(self, "setting"):
            shutil.rmtree(self.setting.folder, ignore_errors=True)
