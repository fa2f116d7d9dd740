"""Cells that reach for what is not theirs. Each prints GOT where it succeeds."""

from __future__ import annotations

GRADEBOOK = """
import os, sqlite3
place = {folder!r}
while True:
    for root, _, files in os.walk(place):
        for name in files:
            if name.endswith('.db'):
                book = sqlite3.connect(os.path.join(root, name))
                if book.execute('UPDATE grade SET points = 100').rowcount: print('GOT')
                book.commit()
        if root.count('/') > place.count('/') + 3: break
    if place.count('/') < 3 or os.path.exists(os.path.join(place, 'stop')): break
    place = os.path.dirname(place)
"""

REACHES = {
    "the environment": "import os\nif 'canary-7311' in os.environ.values(): print('GOT')",
    "the environment of others": """
import glob
for path in glob.glob('/proc/[0-9]*/environ'):
    try:
        if b'canary-7311' in open(path, 'rb').read(): print('GOT')
    except OSError: pass
""",
    "the command lines of others": """
import glob
for path in glob.glob('/proc/[0-9]*/cmdline'):
    try:
        if b'pytest' in open(path, 'rb').read(): print('GOT')
    except OSError: pass
""",
    "the gradebook, wherever it is upward": GRADEBOOK,
    "another student's submission": """
try: print('GOT' if 'def double' in open({folder!r} + '/submitted/bob/hw.py').read() else '')
except OSError: pass
""",
    "the loopback of this machine": """
import socket
try: socket.create_connection(('127.0.0.1', {port}), timeout=2); print('GOT')
except OSError: pass
""",
    "an abstract socket": """
import socket
try:
    with socket.socket(socket.AF_UNIX) as one: one.connect({abstract!r}); print('GOT')
except OSError: pass
""",
    "a socket in a folder": """
import socket
try:
    with socket.socket(socket.AF_UNIX) as one: one.connect({folder!r} + '/s'); print('GOT')
except OSError: pass
""",
    "other processes, by signal": """
import os
try: os.kill({pid}, 0); print('GOT' if os.path.exists('/proc/{pid}/stat') else '')
except OSError: pass
""",
    "other processes' priority": """
import os
try: print('GOT', os.getpriority(os.PRIO_PROCESS, {pid}))
except OSError: pass
""",
    "shared memory": """
try: print('GOT' if open('/dev/shm/{name}').read() == 'canary-7311' else '')
except OSError: pass
""",
    "the host's name": """
import socket
print('GOT' if socket.gethostname() == {host!r} else '')
""",
}

# Not tried with nbgrader alone: there they would do what they are after.
ONLY_HERE = {
    "the clock": """
import time
try: time.clock_settime(time.CLOCK_REALTIME, 1.0); print('GOT')
except (PermissionError, OSError): pass
""",
    "a better place in the queue": """
import os
try: os.nice(-5); print('GOT')
except OSError: pass
""",
    "higher limits": """
import resource
for name in ('RLIMIT_NPROC', 'RLIMIT_NOFILE', 'RLIMIT_DATA', 'RLIMIT_FSIZE'):
    try: resource.setrlimit(getattr(resource, name), (2**50, 2**50)); print('GOT')
    except (ValueError, OSError): pass
""",
    "root": """
import os
for call in (os.setuid, os.setgid, os.seteuid):
    try: call(0); print('GOT' if os.getuid() == 0 else '')
    except OSError: pass
""",
    "new namespaces, mounts and traces": """
import ctypes
libc = ctypes.CDLL(None)
libc.prctl(1, 0)
for got in (
    libc.unshare(0x10000000), libc.unshare(0x00020000), libc.ptrace(16, 1, 0, 0),
    libc.mount(b'tmpfs', b'/tmp', b'tmpfs', 0, None), libc.chroot(b'/tmp'), libc.umount2(b'/proc', 2),
):
    if got >= 0: print('GOT')
""",
    "a terminal's input": """
import fcntl, termios
for path in ('/dev/tty', '/dev/console', '/dev/tty1'):
    try: fcntl.ioctl(open(path, 'wb'), termios.TIOCSTI, b'x'); print('GOT')
    except OSError: pass
""",
    "raw devices": """
import glob
for path in glob.glob('/dev/*'):
    if path.rpartition('/')[2] in ('mem', 'kmem', 'kmsg', 'sda', 'vda', 'nvme0n1', 'loop0', 'fuse'):
        try: open(path, 'rb').read(1); print('GOT')
        except OSError: pass
""",
    "the kernel's switches": """
for path in ('/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger', '/sys/kernel/uevent_helper',
             '/proc/sys/vm/drop_caches', '/sys/fs/cgroup/cgroup.procs'):
    try: open(path, 'w').write('x'); print('GOT')
    except OSError: pass
""",
    "the memory of its keepers": """
import os
for pid in [name for name in os.listdir('/proc') if name.isdigit()]:
    if int(pid) == os.getpid(): continue
    for name in ('mem', 'environ', 'maps', 'root/etc/passwd', 'cwd/x', 'fd/0'):
        try:
            with open(f'/proc/{pid}/{name}', 'rb') as file:
                if name == 'mem': file.seek(4096)
                if name == 'mem' and file.read(1) or name == 'maps' and file.read(1): print('GOT')
        except OSError: pass
""",
}
