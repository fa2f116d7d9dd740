"""Children of one template: kept apart from each other, bounded together, gone without a trace."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from grader.inside import system
from grader.sandbox import ChapterFiles, Limits, SandboxUnavailable, find_isolation
from grader.sandbox.forked_session import ForkedSession
from grader.sandbox.memory import descendants
from grader.sandbox.session import SessionBroken
from grader.sandbox.template_cache import TEMPLATE_CACHE
from grader.sandbox.template_client import _pid_of
from tests import layers
from tests.sandbox.refused_calls import TRIED, trying_calls

QUICK = Limits(cell_seconds=5, grace_seconds=2, memory=2**29, processes=60)


def isolated(name):
    try:
        return find_isolation(name)
    except SandboxUnavailable as error:
        layers.lacking(str(error))


@pytest.fixture(params=["bubblewrap", "landlock"])
def isolation(request):
    """Each sandbox that this machine has."""
    return isolated(request.param)


def text_of(run):
    return "".join(
        output.get("text", "") + output.get("ename", "") + output.get("evalue", "")
        for output in run.outputs
    )


def together(isolation, *scripts, limits=QUICK):
    """Sessions that are open at the same time; script n is what session n runs. All their outputs."""

    async def work():
        async with contextlib.AsyncExitStack() as stack:
            sessions = [
                await stack.enter_async_context(ForkedSession(isolation, limits, None, "engine"))
                for _ in scripts
            ]
            return [
                [text_of(await session.run(source)) for source in script]
                for session, script in zip(sessions, scripts, strict=True)
            ]

    return asyncio.run(work())


def processes_of(isolation):
    """The template's process and all below it."""
    template = TEMPLATE_CACHE.prepare(isolation, ChapterFiles(), "engine", 60)
    return template, descendants(template.process.pid)


@pytest.mark.sampled(1)
@pytest.mark.takes_long("the first in its file starts the template")
def test_siblings_do_not_see_each_other(isolation):
    hide = (
        "import os, socket\nos.environ['CANARY'] = 'canary-7'\nsecret = 'canary-' * 100\n"
        "try:\n    server = socket.socket(socket.AF_UNIX); server.bind('\\0abstract'); server.listen()\n"
        "except OSError: pass\n"
        "open('/tmp/left' if os.access('/tmp', os.W_OK) else 'left', 'w').write(secret)\n"
        "print(os.getpid(), os.getcwd())"
    )
    (first,), (before, *rest) = together(
        isolation,
        [hide],
        [
            "import os; print(os.getpid(), os.getcwd())",
            # Other processes, by /proc and by guessing.
            "import glob\nfound = []\nfor path in glob.glob('/proc/[0-9]*/environ') + [\n"
            "        f'/proc/{n}/environ' for n in range(1, 70000)]:\n"
            "    try: found.append(path) if b'canary' in open(path, 'rb').read() else None\n"
            "    except OSError: pass\nprint('seen', found)",
            "import os\nhit, own = [], {int(n) for n in os.listdir('/proc/self/task')}\n"
            "for n in range(2, 70000):\n"
            "    if n not in own:\n"
            "        try: os.kill(n, 0); hit.append(n)\n        except OSError: pass\nprint('hit', hit)",
            "import socket\ntry:\n    c = socket.socket(socket.AF_UNIX); c.connect('\\0abstract')\n"
            "    print('open')\n"
            "except OSError as error: print('closed')",
            "import glob\nprint('files', [p for p in glob.glob('/tmp/**', recursive=True) "
            "+ glob.glob('/dev/shm/*') if 'left' in p])",
        ],
    )
    assert first and before
    assert rest[0] == "seen []\n"
    assert rest[1] == "hit []\n"
    assert rest[2] == "closed\n"
    assert rest[3] == "files []\n"


@pytest.mark.sampled(1)
def test_nobody_is_left_of_a_submission(isolation):
    leave = (
        "import os, subprocess, sys\n"
        "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
        "        import time\n        while True: time.sleep(1)\n    os._exit(0)\n"
        "subprocess.Popen(['sleep', '1000'], start_new_session=True)\n"
        "open('left-behind', 'w').write('x' * 1000); print('left')"
    )
    together(isolation, ["1"])
    template, before = processes_of(isolation)
    scratch = set(Path("/tmp").glob(f"grader-{os.getpid()}-*"))
    ((said,),) = together(isolation, [leave])
    assert said == "left\n"
    until = time.monotonic() + 10
    while len(descendants(template.process.pid)) > len(before) and time.monotonic() < until:
        time.sleep(0.05)
    assert len(descendants(template.process.pid)) <= len(before)
    assert set(Path("/tmp").glob(f"grader-{os.getpid()}-*")) <= scratch


@pytest.mark.slow
def test_memory_is_bounded_for_all_processes_together(isolation):
    many = (
        "import os, time\nfor i in range(8):\n    if os.fork() == 0:\n"
        "        x = bytearray(os.urandom(2**20) * 150); time.sleep(60); os._exit(0)\ntime.sleep(60)"
    )
    ((said,),) = together(isolation, [many])
    assert "took more than 512 MB" in said


@pytest.mark.slow
def test_a_killed_template_costs_no_other_submission(isolation):
    together(isolation, ["1"])
    template, everyone = processes_of(isolation)
    python = [pid for pid in everyone if b"bwrap" not in Path(f"/proc/{pid}/cmdline").read_bytes()]
    os.kill(min(python), signal.SIGKILL)
    until = time.monotonic() + 10
    while template.alive and time.monotonic() < until:
        time.sleep(0.01)
    assert not template.alive
    ((said,),) = together(isolation, ["print('again')"])
    assert said == "again\n"


def test_a_submission_that_ran_while_the_template_died_is_no_students_fault():
    isolation = isolated("bubblewrap")

    async def work():
        async with ForkedSession(isolation, QUICK, None, "engine") as session:
            template, _ = processes_of(isolation)
            os.kill(template.process.pid, signal.SIGKILL)
            await session.run("import time; time.sleep(3); print('alive')")

    with pytest.raises(SessionBroken, match="the template died"):
        asyncio.run(work())


@pytest.mark.slow
def test_children_draw_different_numbers():
    draw = "import random, numpy as np, os\nprint(random.random(), np.random.rand(), os.urandom(4))"
    (one,), (other,) = together(isolated("bubblewrap"), [draw], [draw])
    assert len(set(one.split()) & set(other.split())) == 0


def test_a_submission_has_a_user_of_its_own():
    who = "import os, getpass; print(os.getuid(), getpass.getuser(), os.path.expanduser('~'))"
    ((one,),) = together(isolated("bubblewrap"), [who])
    uid, name, home = one.split()
    assert (name, home) == ("student", "/home/student")
    assert uid != "0"


def test_a_template_that_cannot_start_says_why(monkeypatch):
    monkeypatch.setattr(
        "grader.sandbox.template_client.PROGRAM", "raise SystemExit('no template today')"
    )
    files = ChapterFiles("99-none")

    async def work():
        async with ForkedSession(isolated("bubblewrap"), QUICK, files, "engine"):
            pass

    with pytest.raises(SessionBroken, match="no template today"):
        asyncio.run(work())


@pytest.mark.slow
def test_a_python_that_lies_in_a_scratch_folder_stays_to_be_seen(monkeypatch):
    """A checkout below /tmp, say: the confinement's own /tmp would cover it."""
    with TemporaryDirectory(dir="/tmp") as folder:
        check_a_python_in(Path(folder), monkeypatch)


def check_a_python_in(folder, monkeypatch):
    from grader.sandbox import mounts, template_client

    (folder / "lib").mkdir()
    (folder / "lib" / "late.py").write_text("value = 'imported'")
    os.chmod(folder, 0o755)
    both = [*mounts.python_prefixes(), str(folder)]
    for module in (mounts, template_client):
        monkeypatch.setattr(module, "python_prefixes", lambda: both)
    files = ChapterFiles("98-late")

    async def work():
        async with ForkedSession(isolated("bubblewrap"), QUICK, files, "engine") as session:
            place = str(folder / "lib")
            first = await session.run(
                f"import sys; sys.path.append({place!r}); import late; late.value"
            )
            second = await session.run(f"open({place!r} + '/x', 'w')")
            return first, second

    first, second = asyncio.run(work())
    assert first.outputs[0].data["text/plain"] == "'imported'"
    assert "Read-only file system" in text_of(second)


# ----------------------------------------------------------------------------------- the filter of calls


def test_the_filter_refuses_calls_that_linux_would_not(isolation):
    ((said,),) = together(isolation, [trying_calls()])
    assert said.split() == [*TRIED]


# ------------------------------------------------------------------------- where there are no namespaces

FORBIDDEN = {
    "the course's answers": "open({package!r} + '/exercises/__init__.py').read()",
    "the judge": "open({package!r} + '/judging/judge.py').read()",
    "the solutions": "import os; os.listdir({root!r} + '/solutions')",
    "the home folder": "import os; os.listdir(os.path.expanduser('~root'))",
    "another's scratch": "import os; os.listdir('/tmp')",
    "passwords": "open('/etc/shadow').read()",
    "other processes": "open('/proc/1/cmdline').read()",
    "writing beside oneself": "open('/tmp/outside', 'w')",
    "writing into the data": "open({package!r} + '/engine/x', 'w')",
    "the network": "import socket; socket.create_connection(('127.0.0.1', 9))",
    "a socket in the file system": "import socket; socket.socket(socket.AF_UNIX)",
    "tracing": "import ctypes; assert ctypes.CDLL(None, use_errno=True).ptrace(16, 1, 0, 0) == 0",
    "signals to others": "import os; os.kill({pid}, 0)",
    "a new namespace": "import os; os.unshare(os.CLONE_NEWUSER)"
    if hasattr(os, "unshare")
    else "import ctypes; assert ctypes.CDLL(None).unshare(0x10000000) == 0",
}


@pytest.mark.slow
def test_landlock_keeps_what_a_mount_would_hide():
    isolation = isolated("landlock")
    import grader

    package = Path(grader.__file__).parent
    sources = [
        source.format(package=str(package), root=str(package.parent), pid=os.getpid())
        for source in FORBIDDEN.values()
    ]
    (texts,) = together(isolation, [*sources, "print(open('x', 'w').write('mine'))"])
    assert texts[-1] == "4\n"
    allowed = [
        name
        for name, text in zip(FORBIDDEN, texts, strict=False)
        if not text.startswith(("PermissionError", "AssertionError", "OSError", "ProcessLookup"))
    ]
    assert not allowed, dict(zip(FORBIDDEN, texts, strict=False))


def test_landlock_gives_no_way_back_to_root():
    isolation = isolated("landlock")
    ((who, again),) = together(
        isolation,
        [
            "import os\ntry: os.setuid(0); print('root')\nexcept OSError: print('no')",
            "print([l.split()[1] for l in open('/proc/self/status') if l.startswith('NoNewPrivs')])",
        ],
    )
    if os.geteuid() == 0:
        assert who == "no\n"
    assert again == "['1']\n"


def test_landlock_keeps_less_than_namespaces_do():
    own = "import os\nfor n in 'abc': open(n, 'wb').write(bytes(2**20))\nprint(len(os.listdir()))"

    async def work():
        async with ForkedSession(
            isolated("landlock"), Limits(scratch=2**20), None, "engine"
        ) as session:
            witness = _pid_of(session.child.beside)
            kill = f"import os\ntry: os.kill({witness}, 0); print('reached')\nexcept OSError: print('no')"
            size = f"import os; print(os.stat({__file__!r}).st_size)"
            return [text_of(await session.run(source)) for source in (size, own, kill)]

    size, files, witness = asyncio.run(work())
    assert (size, files) == (f"{Path(__file__).stat().st_size}\n", "3\n")
    assert witness == ("no\n" if system.landlock_version() >= 6 else "reached\n")


def test_the_version_of_landlock_is_known():
    assert system.landlock_version() >= 0
