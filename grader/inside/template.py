"""The template: a process that has imported everything, run nothing, and forks for each submission.

    python -c "from grader.inside.template import main; main()" CONTROL SETTINGS

CONTROL is the number of a socket to the host. SETTINGS is JSON: {"modules": [names to import]}.
It sends b"r" (ready, with failed imports and the number of threads), and for each child b"p" or b"e"
(see `confinement`). It receives b"f" with a confinement's settings, the child's two channels and perhaps a
file with what the student handed in beside the notebook, and b"c" with another control socket, for a
different process of the host that asks for children. It never reads such a file: what it has read, all
its children have.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
import warnings
from typing import Any

from grader.inside import confinement, frames
from grader.inside.shell import Shell, arguments, init_path


def main() -> None:
    """Serves forks until the host closes the first control socket."""
    control = socket.socket(fileno=int(sys.argv[1]))
    os.set_inheritable(control.fileno(), False)
    modules = json.loads(sys.argv[2])["modules"]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.argv = arguments()
    init_path()
    shell = Shell()
    missing = _import_all(modules)
    if "grader.evidence.protocol" in sys.modules:
        shell.answer = sys.modules["grader.evidence.protocol"].answer
    gc.collect()
    gc.freeze()  # a collection would write to every object, and so copy the shared memory
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    about = {"missing": missing, "threads": len(os.listdir("/proc/self/task"))}
    controls = [control]
    _say_ready(control, about)
    while control in controls:
        for one in select.select(controls, [], [])[0]:
            try:
                _serve(one, controls, shell, about)
            except OSError:
                controls.remove(one)
                one.close()


def _import_all(modules: list[str]) -> dict[str, str]:
    """Imports the modules; returns those that failed, with the reason."""
    missing = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in modules:
            try:
                importlib.import_module(name)
            except Exception as error:
                missing[name] = f"{type(error).__name__}: {error}"
    _find_kernels()
    return missing


def _find_kernels() -> None:
    """Lets TensorFlow find out where its program lies, which it does once.

    In a witness, `/proc` is that of the answer's processes, not its own: TensorFlow would end the process.
    """
    kernels = sys.modules.get("tensorflow.python.framework.kernels")
    if kernels is not None:
        kernels.get_registered_kernels_for_op("NoOp")


def _say_ready(control: socket.socket, about: dict[str, Any]) -> None:
    frames.send(control, b"r", json.dumps(about).encode())


def _serve(
    control: socket.socket, controls: list[socket.socket], shell: Shell, about: dict[str, Any]
) -> None:
    kind, body, (file, *others) = frames.receive(control)
    channel = socket.socket(fileno=file)
    if kind == b"c":
        controls.append(channel)
        _say_ready(channel, about)
        return
    if os.fork() == 0:
        for other in controls:
            if other is not control:
                other.close()
        witness, *side = others
        confinement.enter(
            json.loads(body),
            control,
            channel,
            socket.socket(fileno=witness),
            side[0] if side else None,
            shell.serve,
            shell.answer,
        )
    channel.close()
    frames.close_all(others)
