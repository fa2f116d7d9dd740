"""Cells that take more than their share, end the kernel, or leave something behind.

Each stands between a right answer that was judged by then and one that is judged afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Burden:
    """One attack.

    cell: what the student wrote, behind the first exercise.
    told: one of these stands in the cell's output, in the limits, or in the second verdict.
    ends: whether the kernel is gone afterwards: True, False, or None where either may be.
    long: whether it is left to `make attacks`.
    """

    cell: str
    told: tuple[str, ...] = ()
    ends: bool | None = False
    long: bool = False


LATE = ("took longer than",)
STUBBORN = ("did not stop when interrupted",)
DIED = ("the kernel died", "the kernel's", "took more than")

FORKS = """
import os, time
n = 0
try:
    while n < 2000:
        if os.fork() == 0:
            time.sleep(100); os._exit(0)
        n += 1
except OSError: print('bounded', n < 600)
"""

FORKS_OF_FORKS = """
import os, signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True:
    try: os.fork()
    except OSError: pass
"""

THREADS = """
import threading, time
held = []
try:
    while len(held) < 3000:
        held.append(threading.Thread(target=time.sleep, args=(100,), daemon=True)); held[-1].start()
except RuntimeError: print('bounded', len(held) < 600)
"""

MEMORY_OF_MANY = """
import os, time
full, filled = os.pipe()
for n in range(8):
    if os.fork() == 0:
        held = bytearray(300 * 2**20)
        for i in range(0, len(held), 4096): held[i] = 1
        os.write(filled, b'x'); time.sleep(30); os._exit(0)
for n in range(8): os.read(full, 1)
time.sleep(1); print('HELD')
"""

MEMFDS = """
import os
held = []
try:
    for n in range(30):
        held.append(os.memfd_create(f'm{n}'))
        for i in range(100): os.write(held[-1], bytes(2**20))
    print('HELD')
except OSError: print('bounded')
"""

SHARED_MAPS = """
import mmap
held = []
try:
    for n in range(30):
        held.append(mmap.mmap(-1, 100 * 2**20))
        for i in range(0, 100 * 2**20, 4096): held[-1][i] = 1
    print('HELD')
except (OSError, MemoryError): print('bounded')
"""

SEGMENTS = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
libc.shmdt.argtypes = [ctypes.c_void_p]
held = 0
for n in range(30):
    number = libc.shmget(0, 100 * 2**20, 0o1600)
    if number < 0: break
    where = libc.shmat(number, None, 0)
    ctypes.memset(where, 1, 100 * 2**20)
    libc.shmdt(where)
    held += 1
print('HELD' if held == 30 else 'bounded')
"""

DISK = """
import os
for place in ('/tmp', '/dev/shm', os.getcwd(), os.path.expanduser('~')):
    try:
        for i in range(100):
            with open(f'{place}/{i}', 'wb') as file:
                for _ in range(100): file.write(bytes(10**6))
        print('HELD')
    except OSError as error: print(error)
"""

INODES = """
try:
    for i in range(10**7):
        open(f'/tmp/{i}', 'w').close()
except OSError as error: print(error)
"""

IMAGES = """
from IPython.display import Image, display
import zlib, os
for i in range(400):
    display({'image/png': 'iVBORw0KGgo=' + 'A' * 500_000}, raw=True)
"""

UPDATES = """
from IPython.display import display, clear_output
handle = display('x', display_id='one')
for i in range(20000): handle.update('y' * 1000)
for i in range(2000): clear_output()
"""

BACKGROUND = """
import subprocess, sys
for _ in range(5):
    subprocess.Popen([sys.executable, '-c', 'while True: pass'], start_new_session=True)
print('started')
"""

DAEMON = """
import os, time, signal
if os.fork() == 0:
    os.setsid()
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT): signal.signal(number, signal.SIG_IGN)
    if os.fork() == 0:
        while True: time.sleep(1)
    os._exit(0)
os.wait(); print('started')
"""

STOPPED = """
import os, signal, time
for _ in range(5):
    if os.fork() == 0:
        os.kill(os.getpid(), signal.SIGSTOP); os._exit(0)
print('started')
"""

DELETE = """
import shutil, os
for place in ('/tmp', os.getcwd(), os.path.expanduser('~'), '/launch', '/course', '/dev'):
    shutil.rmtree(place, ignore_errors=True)
print('tried')
"""

HANDLES = """
held = []
try:
    while len(held) < 100_000: held.append(open('/dev/null'))
except OSError: print('bounded')
"""

PLACES = """
from IPython.display import display, update_display
for _ in range(199): display('x', display_id='one')
update_display('y' * 900_000, display_id='one')
"""
EMPTY_TEXTS = """
one = b'{"msg_type": "stream", "content": {"name": "stdout", "text": ""}}'
for _ in range(12_000): frames.send(channel, b'o', one)
"""
CHANNEL = """
from grader.inside import frames
channel = get_ipython().kernel.session.outbox.channel
{act}
"""

STRANGE_MESSAGES = """
session = get_ipython().kernel.session
where = getattr(get_ipython().kernel, 'iopub_socket', None)
for kind, content in (
    ('display_data', {'data': {'text/plain': 5, 3: [], 'image/png': {'a': 1}}, 'metadata': 7}),
    ('display_data', {}), ('display_data', {'data': None}), ('stream', {'text': 5}),
    ('stream', {'name': 'root', 'text': 'x'}), ('execute_result', {'execution_count': -5}),
    ('execute_result', {'execution_count': -5, 'data': {'text/plain': 'x'}, 'metadata': {}}),
    ('execute_result', {'execution_count': 'x', 'data': {}, 'metadata': {}}),
    ('error', {'ename': 5, 'evalue': None, 'traceback': 'x'}), ('error', {}), ('comm_open', {}),
    ('status', {'execution_state': 'dead'}), ('update_display_data', {'transient': 5}),
    ('clear_output', {'wait': 'x'}), ('nonsense', {}), ('display_data', {'data': {'a' * 9**6: 'x'},
    'metadata': {}}), ('display_data', {'data': {'text/html': '\\ud800'}, 'metadata': {}}),
):
    try: session.send(where, kind, content)
    except Exception: pass
"""

BURDENS = {
    # ----------------------------------------------------------------------------- time
    "endless loop": Burden("while True: pass", LATE),
    "sleep": Burden("import time; time.sleep(1000)", LATE, long=True),
    "endless loop that catches interrupts": Burden(
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        LATE,
        None,
        long=True,
    ),
    "endless loop that ignores interrupts": Burden(
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass",
        STUBBORN,
        True,
    ),
    "endless loop in C": Burden("max(range(10**13))", STUBBORN, True),
    "endless search in C": Burden(
        "import re; re.match('(a+)+$', 'a' * 60 + 'b')", LATE, None, long=True
    ),
    "waiting in C": Burden("import ctypes; ctypes.CDLL(None).sleep(1000)", LATE, None, long=True),
    "endless output": Burden(
        "while True: print('x' * 1000)", (*LATE, "was dropped"), None, long=True
    ),
    "many short cells' worth of time": Burden(
        "import asyncio\nawait asyncio.sleep(1000)", LATE, None, long=True
    ),
    # --------------------------------------------------------------------------- memory
    "memory at once": Burden("x = bytearray(2**33)", ("MemoryError",)),
    "memory bit by bit": Burden(
        "held = []\nwhile True: held.append(bytearray(2**22))",
        ("MemoryError", *LATE, *DIED),
        None,
        long=True,
    ),
    "memory of many processes": Burden(MEMORY_OF_MANY, ("took more than",), True, long=True),
    "memory in memory files": Burden(MEMFDS, ("bounded", *DIED), None, long=True),
    "memory in shared maps": Burden(SHARED_MAPS, ("bounded", *DIED), None, long=True),
    "memory in segments": Burden(SEGMENTS, ("bounded", *DIED), None, long=True),
    "a number with a billion digits": Burden("x = 1 << 2**36", ("MemoryError", *LATE, *DIED), None),
    # ------------------------------------------------------------------------ processes
    "fork bomb": Burden(FORKS, ("bounded True",), None),
    "fork bomb that grows": Burden(FORKS_OF_FORKS, (*LATE, *STUBBORN, *DIED), None, long=True),
    "thread bomb": Burden(THREADS, ("bounded True",), None),
    "background processes": Burden(BACKGROUND, ("started",)),
    "a daemon": Burden(DAEMON, ("started",)),
    "stopped processes": Burden(STOPPED, ("started",)),
    "stopping oneself": Burden(
        "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", (*LATE, *DIED), True, long=True
    ),
    "kill -9 of all others": Burden("import os; os.kill(-1, 9)"),
    "stopping all others": Burden("import os, signal; os.kill(-1, signal.SIGSTOP)"),
    # ----------------------------------------------------------------------------- files
    "full disk": Burden(DISK, ("No space left",), None),
    "too many files": Burden(INODES, ("No space left", *LATE), None, long=True),
    "a long file": Burden(
        "with open('x', 'wb') as file: file.truncate(2**40); file.seek(2**39); file.write(b'x')",
        ("OSError", "File too large", "No space"),
        None,
    ),
    "open files": Burden(HANDLES, ("bounded", *LATE), None),
    "all files closed": Burden("import os; os.closerange(0, 4096)", DIED, None),
    "everything deleted": Burden(DELETE, ("tried",), None),
    # ---------------------------------------------------------------------------- output
    "much output": Burden(
        "for i in range(300000): print('all work and no play', i)", ("was dropped", *LATE)
    ),
    "ten thousand displays": Burden("for i in range(10_000): display(i)", ("was dropped",)),
    "images": Burden(IMAGES, ("was dropped",), long=True),
    "updates of one display": Burden(UPDATES, (), None, long=True),
    "one update of hundreds of displays": Burden(PLACES, ("was dropped",)),
    "one endless line": Burden("print('x' * 10**8)", ("was dropped",)),
    "output of a program": Burden(
        "import os; os.system('yes | head -c 50000000')", ("was dropped",)
    ),
    "a deep structure shown": Burden("x = []\nfor _ in range(100000): x = [x]\nx", (), None),
    "a repr that never ends": Burden(
        "class R:\n    def __repr__(self):\n        while True: pass\nR()", LATE, None, long=True
    ),
    # --------------------------------------------------------------------------- endings
    "os._exit": Burden("import os; os._exit(0)", DIED, True),
    "kill -9 of oneself": Burden("import os; os.kill(os.getpid(), 9)", DIED, True),
    "abort": Burden("import os; os.abort()", DIED, True),
    "segmentation fault": Burden("import ctypes; ctypes.string_at(0)", DIED, True),
    "deep recursion": Burden("def f(): return f()\nf()", ("RecursionError", *LATE)),
    "recursion until the stack ends": Burden(
        "import sys; sys.setrecursionlimit(10**9)\nclass A: pass\n"
        "def f(x): return repr(type('B', (A,), {'__repr__': f})())\nf(1)",
        (*DIED, *LATE, "Error"),
        None,
    ),
    "exit": Burden("exit()"),
    "sys.exit": Burden("import sys; sys.exit(1)", ("SystemExit",)),
    "input": Burden("input('name? ')", ("StdinNotImplementedError",)),
    "at the end": Burden("import atexit, time; atexit.register(time.sleep, 1000)"),
    "a warning at every line": Burden("import warnings; warnings.simplefilter('error')"),
    # ------------------------------------------------------------------------ the channel
    "strange messages": Burden(STRANGE_MESSAGES, (), None),
    "a false end with a strange count": Burden(
        CHANNEL.format(act="""frames.send(channel, b'd', b'{"execution_count": -7}')"""), (), None
    ),
    "a false end of megabytes": Burden(
        CHANNEL.format(act="frames.send(channel, b'd', b'[' + b'{},' * 8_000_000 + b'{}]')"),
        ("not a Jupyter message",),
        True,
    ),
    "no JSON in the channel": Burden(
        CHANNEL.format(act="frames.send(channel, b'o', b'{' * 100_000)"), (), None
    ),
    "empty texts": Burden(CHANNEL.format(act=EMPTY_TEXTS), ("was dropped", *LATE)),
    "a message of four gigabytes": Burden(
        CHANNEL.format(act="channel.sendall(b'\\xff\\xff\\xff\\xffo' + bytes(1000))"), (), None
    ),
    "half a message": Burden(
        CHANNEL.format(act="channel.sendall(b'\\0\\0\\1')"), (), None, long=True
    ),
    "files sent to the host": Burden(
        CHANNEL.format(act="for _ in range(100): frames.send(channel, b'o', b'{}', [0, 1, 2])"),
        (),
        None,
    ),
    "the channel closed": Burden(CHANNEL.format(act="channel.close()"), (), None),
}

# Those that wait for a limit, or that another one stands for: `make attacks` runs them.
LEFT_TO_MAKE_ATTACKS = (
    "endless loop that catches interrupts",
    "endless search in C",
    "endless output",
    "many short cells' worth of time",
    "memory bit by bit",
    "a number with a billion digits",
    "a daemon",
    "stopped processes",
    "stopping oneself",
    "stopping all others",
    "a long file",
    "open files",
    "everything deleted",
    "output of a program",
    "a deep structure shown",
    "a repr that never ends",
    "abort",
    "recursion until the stack ends",
    "at the end",
    "a warning at every line",
    "half a message",
    "the channel closed",
)
for _name in LEFT_TO_MAKE_ATTACKS:
    BURDENS[_name] = replace(BURDENS[_name], long=True)
