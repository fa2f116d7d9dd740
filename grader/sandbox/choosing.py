"""Which room a submission gets."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from grader.sandbox.forked_session import ForkedRoom
from grader.sandbox.isolation import KERNELS, Isolation
from grader.sandbox.kernel_session import KernelRoom
from grader.sandbox.limits import Limits
from grader.sandbox.mounts import ChapterFiles
from grader.sandbox.session import Room, RoomBroken


@contextlib.asynccontextmanager
async def open_room(
    isolation: Isolation,
    limits: Limits,
    files: ChapterFiles | None = None,
    backend: str = "",
    kernels: str = "forked",
) -> AsyncIterator[Room]:
    """A room for one submission. Raises RoomBroken where none can be had.

    Where a template cannot make cages (some systems forbid namespaces within namespaces), each
    submission gets a kernel of its own: slower, kept apart as well. `grader doctor` tells.
    """
    room = ForkedRoom(isolation, limits, files, backend)
    if kernels not in KERNELS:
        raise ValueError(f"no kernels {kernels!r}; there are: {', '.join(KERNELS)}")
    if kernels == "forked":
        try:
            await room.start()
        except RoomBroken:
            await room.close()
            if isolation.name == "landlock":
                raise
        else:
            try:
                yield room
            finally:
                await room.close()
            return
    async with KernelRoom(isolation, limits, files, backend) as compatible:
        yield compatible
