"""A campaign of cases in a process of its own, which a crash, a hang or a flood cannot hide.

    python -m tests.fuzzing.campaign graphs 0 2500

prints what it found as JSON: for each finding what was wrong and the case's bytes (in base64), and how
often the cases ended in which way. `python -m tests.fuzzing.campaign graphs - < bytes` shows a case.
"""

from __future__ import annotations

import argparse
import base64
import collections
import faulthandler
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from grader import engine
from grader.engine.core import limits
from grader.engine.core.messages import GraphDef
from grader.engine.registry import define
from grader.pipes import take_pipes

from . import mutations, seeds

BOUNDS = limits.Limits(
    nodes=500,
    graph_bytes=2**20,
    tensor_bytes=4 * 2**20,
    alive_bytes=12 * 2**20,
    work=10**7,
    seconds=0.25,
    blocking_seconds=0.01,
)
CPU_SECONDS = 1.5  # of one run
HANG_SECONDS = 30  # of one case
GROWTH = 96 * 2**20  # bytes of the process, all cases together
ADDRESS_SPACE = 2**30  # bytes more than at the beginning
CLEAR = (ValueError, TypeError, OSError, engine.errors.OpError, DecodeError)


class Hang(BaseException):
    """A case took too long."""


class Finding(Exception):
    """What must not happen has happened."""


def peak() -> int:
    """The bytes that the program has had at most (`ru_maxrss` counts what forked it, too)."""
    with open("/proc/self/status") as file:
        line = next(line for line in file if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024


@contextmanager
def watched(outcomes: collections.Counter[str]) -> Iterator[None]:
    """What happens inside ends well, or with a clear error, soon, and without a flood of memory."""
    before, start = peak(), time.process_time()
    try:
        yield
        outcomes["no error"] += 1
    except CLEAR as error:
        outcomes[type(error).__name__] += 1
        if "the kernel failed" in str(error) or "not enough memory for this value" in str(error):
            raise Finding(f"{type(error).__name__}: {error}") from error
        if not str(error).strip():
            raise Finding(f"an unclear error: {error!r}") from error
    except KeyError as error:
        if len(str(error).split()) < 4:  # a key, and no sentence
            raise Finding(f"an unclear error: {error!r}") from error
        outcomes["KeyError"] += 1
    except Hang:
        raise Finding(f"no end after {HANG_SECONDS} s") from None
    except Exception as error:
        raise Finding(f"{type(error).__name__}: {error}") from error
    seconds, grown = time.process_time() - start, peak() - before
    if seconds > CPU_SECONDS:
        raise Finding(f"{seconds:.1f} s of computing")
    if grown > GROWTH // 2:
        raise Finding(f"{grown >> 20} MiB more memory")


class Graphs:
    """Damaged graphs, imported and run within bounds."""

    def __init__(self) -> None:
        self.single = seeds.single_operations()
        self.programs = seeds.programs()
        self.all = [*self.single, *self.programs]

    def case(self, luck: random.Random) -> bytes:
        """The bytes of one case."""
        kind = luck.randrange(10)
        if kind == 0:
            one, other = luck.choice(self.all), luck.choice(self.all)
            return mutations.damage_bytes(one.SerializeToString(), luck, other.SerializeToString())
        if kind <= 2:
            seed = luck.choice(self.programs)
        elif kind <= 4:
            seed = mutations.joined(luck.sample(self.single, 2))
        else:
            seed = luck.choice(self.single)
        return mutations.damage_graph(seed, luck).SerializeToString()

    @staticmethod
    def text(data: bytes) -> str:
        """The case as a reader sees it."""
        return str(GraphDef.FromString(data))

    def play(self, data: bytes, luck: random.Random, outcomes: collections.Counter[str]) -> None:
        """Imports and runs one case; raises Finding."""
        with limits.bounded(BOUNDS), engine.Graph().as_default() as graph:
            with watched(outcomes):
                engine.import_graph_def(GraphDef.FromString(data), name="")
            operations = graph.get_operations()
            fetches = operations if len(operations) <= 6 else luck.sample(operations, 6)
            with engine.Session() as session:
                for operation in fetches:
                    with watched(outcomes):
                        session.run([operation, *operation.outputs])


class Files:
    """Damaged checkpoints, records, logs and meta graphs, read as a user reads them."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp()
        self.original = seeds.files(engine, self.folder)

    def case(self, luck: random.Random) -> bytes:
        """The file's name and its damaged bytes, of one case."""
        name = luck.choice(sorted(self.original))
        other = luck.choice(list(self.original.values()))
        damaged = mutations.damage_bytes(self.original[name], luck, other)
        return name.encode() + b"\0" + damaged

    @staticmethod
    def text(data: bytes) -> str:
        """The case as a reader sees it."""
        return repr(data)

    def play(self, data: bytes, luck: random.Random, outcomes: collections.Counter[str]) -> None:
        """Puts the damaged file where the sound one was, and reads all there is."""
        name, _, content = data.partition(b"\0")
        path = os.path.join(self.folder, name.decode())
        with open(path, "wb") as file:
            file.write(content)
        try:
            for read in seeds.READERS[name.decode()]:
                with watched(outcomes), limits.bounded(BOUNDS), engine.Graph().as_default():
                    read(engine, self.folder)
        finally:
            with open(path, "wb") as file:
                file.write(self.original[name.decode()])


def _burn() -> None:
    end = time.process_time() + 1.2 * CPU_SECONDS
    while time.process_time() < end:
        pass


class Trap(Graphs):
    """One operation whose kernel is broken on purpose."""

    def __init__(self, broken: Callable[[], object]) -> None:
        def kernel(node: Any) -> Any:
            broken()
            return np.float32(0)

        scalar = engine.TensorShape([])
        define("Trap", "-> y: float32", shape=lambda op: scalar, kernel=kernel)

    def case(self, luck: random.Random) -> bytes:
        """The graph of that operation."""
        return GraphDef(node=[{"name": "trap", "op": "Trap"}]).SerializeToString()


KINDS: dict[str, Callable[[], Any]] = {
    "graphs": Graphs,
    "files": Files,
    "a trap that fails": lambda: Trap(lambda: object().nothing),  # type: ignore[attr-defined]
    "a trap that floods": lambda: Trap(lambda: np.ones(GROWTH, np.uint8)),
    "a trap that allocates": lambda: Trap(lambda: np.zeros(2 * ADDRESS_SPACE, np.uint8)),
    "a trap that computes": lambda: Trap(_burn),
    "a trap that dies": lambda: Trap(os.abort),
    "a trap that is fine": lambda: Trap(lambda: None),
}


def campaign(kind: str, first: int, last: int, most: int = 20) -> dict[str, Any]:
    """Plays the cases; stops after `most` findings."""
    player = KINDS[kind]()
    outcomes: collections.Counter[str] = collections.Counter()
    findings: list[dict[str, Any]] = []
    start, before = time.monotonic(), peak()
    limit = _address_space() + ADDRESS_SPACE
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    signal.signal(signal.SIGALRM, _raise_hang)
    number = first
    for number in range(first, last):
        luck = random.Random(f"{kind} {number}")
        faulthandler.dump_traceback_later(2 * HANG_SECONDS, exit=True)
        signal.alarm(HANG_SECONDS)
        data = player.case(luck)
        try:
            player.play(data, luck, outcomes)
        except Finding as finding:
            bytes_ = base64.b64encode(data).decode()
            findings.append({"case": number, "what": str(finding), "data": bytes_})
        finally:
            signal.alarm(0)
        if len(findings) >= most:
            break
    faulthandler.cancel_dump_traceback_later()
    if peak() - before > GROWTH:
        what = f"the process grew by {(peak() - before) >> 20} MiB"
        findings.append({"case": None, "what": what, "data": ""})
    return {
        "cases": number + 1 - first,
        "findings": findings,
        "outcomes": dict(outcomes.most_common()),
        "seconds": round(time.monotonic() - start, 1),
        "grown": peak() - before,
    }


def show(kind: str, data: bytes) -> None:
    """Prints one case and plays it, with the traceback of what it finds."""
    player = KINDS[kind]()
    print(player.text(data))
    player.play(data, random.Random(0), collections.Counter())


def _raise_hang(*_: Any) -> None:
    raise Hang


def _address_space() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("begin", help="number of the first case, or - to show the one on stdin")
    parser.add_argument("end", nargs="?", type=int, help="number after the last case")
    chosen = parser.parse_args()
    faulthandler.enable()
    if chosen.end is not None:
        _inbox, report = take_pipes()  # LAPACK prints what it does not like
        found = campaign(chosen.kind, int(chosen.begin), chosen.end)
        report.write(json.dumps(found, indent=1).encode())
        report.close()
    else:
        show(chosen.kind, base64.b64decode(sys.stdin.read()))
