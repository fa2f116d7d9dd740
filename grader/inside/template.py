"""The template: a process that has imported everything, done nothing, and forks for each submission.

    python -c "from grader.inside.template import main; main()" CONTROL SETTINGS

CONTROL is the number of a socket to the host. SETTINGS is JSON: {"modules": [names to import]}.
Messages from here: b"r" (ready, with what could not be imported and the number of threads), and for each
child b"p" or b"e" (see `cage`). Messages to here: b"f" with a cage's settings and the child's channel.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import signal
import socket
import sys
import warnings

from grader.inside import cage, frames
from grader.inside.shell import Shell, arguments


def main() -> None:
    """Serves forks until the host closes the control socket."""
    control = socket.socket(fileno=int(sys.argv[1]))
    os.set_inheritable(control.fileno(), False)
    modules = json.loads(sys.argv[2])["modules"]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.argv = arguments()
    shell = Shell()
    missing = _import_all(modules)
    gc.collect()
    gc.freeze()  # the collector would write to every object, and so copy the shared memory
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    about = {"missing": missing, "threads": len(os.listdir("/proc/self/task"))}
    frames.send(control, b"r", json.dumps(about).encode())
    with contextlib.suppress(frames.Ended, ConnectionResetError):
        while True:
            _fork(control, shell)


def _import_all(modules: list[str]) -> dict[str, str]:
    """Imports what is there; the names of the rest, with the reason."""
    missing = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in modules:
            try:
                importlib.import_module(name)
            except Exception as error:
                missing[name] = f"{type(error).__name__}: {error}"
    return missing


def _fork(control: socket.socket, shell: Shell) -> None:
    _, body, (file,) = frames.receive(control)
    channel = socket.socket(fileno=file)
    if os.fork() == 0:
        cage.enter(json.loads(body), control, channel, shell.serve)
    channel.close()
