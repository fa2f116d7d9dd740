"""Chooses the kind of session that a submission gets: forked where possible, else a Jupyter kernel."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from grader.sandbox.forked_session import ForkedSession
from grader.sandbox.isolation import KERNELS, Isolation
from grader.sandbox.kernel_session import KernelSession
from grader.sandbox.limits import Limits
from grader.sandbox.mounts import ChapterFiles
from grader.sandbox.session import SandboxSession, SessionBroken
from grader.sandbox.side_files import Files


@contextlib.asynccontextmanager
async def open_session(
    isolation: Isolation,
    limits: Limits,
    files: ChapterFiles | None = None,
    backend: str = "",
    kernels: str = "forked",
    side: Files = (),
) -> AsyncIterator[SandboxSession]:
    """A session for one submission. Raises SessionBroken if none can be started.

    side: the files handed in beside the notebook; they are put into the working folder.

    Where a template cannot make confinements (some systems forbid nested namespaces), each submission
    gets its own Jupyter kernel: slower, but just as isolated. `grader doctor` reports which is used.
    """
    session = ForkedSession(isolation, limits, files, backend, side)
    if kernels not in KERNELS:
        raise ValueError(f"no kernels {kernels!r}; available: {', '.join(KERNELS)}")
    if kernels == "forked":
        try:
            await session.start()
        except SessionBroken:
            await session.close()
            if isolation.name == "landlock":
                raise
        else:
            try:
                yield session
            finally:
                await session.close()
            return
    async with KernelSession(isolation, limits, files, backend, side) as compatible:
        yield compatible
