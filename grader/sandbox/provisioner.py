"""A jupyter_client provisioner that starts a Jupyter kernel in a sandbox."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning import KernelProvisionerBase, KernelProvisionerFactory

from grader.imports import PACKAGE
from grader.sandbox import bubblewrap, seccomp, side_files
from grader.sandbox.isolation import Isolation
from grader.sandbox.landlock_paths import own_folder
from grader.sandbox.limits import Limits
from grader.sandbox.mounts import ChapterFiles

NAME = "grader-sandbox"


@dataclass
class Setting:
    """What a kernel is started with. `folder` is visible to the host alone, except `connection`."""

    isolation: Isolation
    limits: Limits
    files: ChapterFiles
    folder: Path
    backend: str = ""
    side: side_files.Files = ()

    @property
    def connection(self) -> Path:
        """The folder of the kernel's sockets, the only one that both sides see."""
        return self.folder / "c"


class SandboxKernelManager(AsyncKernelManager):
    """A kernel manager whose kernels start in a sandbox, with sockets in the file system."""

    setting: Setting

    @classmethod
    def create(cls, setting: Setting) -> SandboxKernelManager:
        """A manager for one kernel, which is started by `start_kernel()`."""
        setting.connection.mkdir(mode=0o700)
        manager = cls(
            transport="ipc",
            ip=str(setting.connection / "k"),
            connection_file=str(setting.connection / "kernel.json"),
        )
        manager.setting = setting
        manager._kernel_spec = KernelSpec(
            argv=[
                os.path.abspath(sys.executable),
                "-m",
                "ipykernel_launcher",
                "-f",
                "{connection_file}",
                "--HistoryManager.hist_file=:memory:",
            ],
            display_name="Python 3",
            language="python",
            metadata={"kernel_provisioner": {"provisioner_name": NAME, "config": {}}},
        )
        factory = KernelProvisionerFactory.instance()
        factory.provisioners.setdefault(
            NAME, EntryPoint(NAME, f"{__name__}:SandboxProvisioner", factory.GROUP_NAME)
        )
        return manager


class SandboxProvisioner(KernelProvisionerBase):
    """Starts, interrupts and ends one sandboxed kernel."""

    process: subprocess.Popen[bytes] | None = None
    kernel: int | None = None  # a pidfd of the kernel itself, for interrupts

    @property
    def setting(self) -> Setting:
        """What the manager was created with."""
        assert isinstance(self.parent, SandboxKernelManager)
        return self.parent.setting

    @property
    def has_process(self) -> bool:
        return self.process is not None

    async def pre_launch(self, **keywords: Any) -> dict[str, Any]:
        manager = self.parent
        assert isinstance(manager, SandboxKernelManager)
        manager.write_connection_file()
        self.connection_info = manager.get_connection_info()
        keywords["cmd"] = manager.format_kernel_cmd(extra_arguments=[])
        keywords["env"] = {}
        return await super().pre_launch(**keywords)

    async def launch_kernel(self, cmd: list[str], **keywords: Any) -> Any:
        setting = self.setting
        with open(setting.folder / "log", "wb") as log:
            if setting.isolation.name == "none":
                self._launch_unprotected(cmd, log)
            else:
                await self._launch_in_bubblewrap(cmd, log)
        return self.connection_info

    async def _launch_in_bubblewrap(self, cmd: list[str], log: Any) -> None:
        setting = self.setting
        user = bubblewrap.next_user() if setting.isolation.as_root else None
        if user is not None:
            for path in (setting.connection, *setting.connection.iterdir()):
                os.chown(path, user, user)
        reading, writing = os.pipe()
        filtering = seccomp.open_program()
        with contextlib.ExitStack() as stack:
            stack.callback(os.close, writing)
            if filtering is not None:
                stack.callback(os.close, filtering)
            side = stack.enter_context(side_files.packed(setting.side))
            command = bubblewrap.command(
                cmd,
                bwrap=setting.isolation.bwrap,
                limits=setting.limits,
                files=setting.files,
                connection=setting.connection,
                as_root=setting.isolation.as_root,
                user=user,
                backend=setting.backend,
                info=writing,
                seccomp=filtering,
                side=side,
            )
            handed = [one for one in (writing, filtering, side) if one is not None]
            self.process = _start(command, log, pass_fds=handed)
        try:
            await self._find_kernel(reading)
        finally:
            os.close(reading)

    def _launch_unprotected(self, cmd: list[str], log: Any) -> None:
        """Without a sandbox: limits and a clean environment, but every file is readable."""
        setting = self.setting
        work = setting.folder / "work"
        work.mkdir()
        for name, path in setting.files.files:
            (work / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, work / name)
        side_files.write(setting.side, work)
        environment = bubblewrap.environment(setting.backend)
        environment |= own_folder(work) | {"PYTHONPATH": str(PACKAGE.parent)}
        launcher = PACKAGE / "inside" / "launcher.py"
        settings = json.dumps({"rlimits": setting.limits.rlimits(), "uid": None, "side": None})
        python = os.path.abspath(sys.executable)
        command = [python, "-I", "-S", str(launcher), settings, *cmd]
        self.process = _start(command, log, cwd=work, env=environment, start_new_session=True)
        self.kernel = os.pidfd_open(self.process.pid)

    async def _find_kernel(self, reading: int) -> None:
        """Opens a handle to the kernel: the first child of the sandbox's first process."""
        assert self.process is not None
        text, ended = b"", False
        deadline = asyncio.get_running_loop().time() + 10
        while asyncio.get_running_loop().time() < deadline and self.process.poll() is None:
            if not ended and select.select([reading], [], [], 0)[0]:
                part = os.read(reading, 4096)
                text, ended = text + part, not part
            await asyncio.sleep(0.005)
            with contextlib.suppress(ValueError, KeyError):
                first = json.loads(text)["child-pid"]
                children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
                if children:
                    self.kernel = os.pidfd_open(int(children[0]))
                    return

    async def poll(self) -> int | None:
        return self.process.poll() if self.process else 0

    async def wait(self) -> int | None:
        if self.process is None:
            return 0
        while self.process.poll() is None:
            await asyncio.sleep(0.02)
        code = self.process.wait()
        self.process = None
        return code

    async def send_signal(self, signum: int) -> None:
        if signum in (signal.SIGKILL, signal.SIGTERM):
            await self.kill()
        elif self.kernel is not None:
            with contextlib.suppress(OSError):
                signal.pidfd_send_signal(self.kernel, signum)

    async def kill(self, restart: bool = False) -> None:
        """Ends bubblewrap, and with it the first process of its namespace and so all others."""
        if self.process is None:
            return
        if self.setting.isolation.name == "none":
            with contextlib.suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            self.process.kill()

    async def terminate(self, restart: bool = False) -> None:
        await self.kill()

    async def cleanup(self, restart: bool = False) -> None:
        if self.kernel is not None:
            os.close(self.kernel)
            self.kernel = None


def _start(command: list[str], log: Any, **keywords: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log, **keywords
    )
