"""The process that tries what acts: it is forked before any of a student's code has run.

It waits in the submission's confinement, where the student's kernel can neither read nor change it, and
forks for each question that the host has. The child that is forked answers it, by way of a socket of its own
to the kernel.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable

from grader.inside import frames, system

Answer = Callable[[bytes, socket.socket], bytes]


def serve(channel: socket.socket, link: socket.socket, answer: Answer) -> None:
    """Answers the host's questions until it closes the channel.

    channel: to the host, which sends b"a" with a question and gets b"v" with its answer, or sends b"s" to
    stop the last one. link: to the kernel, which gets a socket for each question.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What is imported only now is no module of the student's: the working folder is the kernel's, too.
    sys.path[:] = [place for place in sys.path if os.path.isabs(place)]
    child = 0
    try:
        while True:
            kind, body, files = frames.receive(channel)
            frames.close_all(files)
            if child:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                child = 0
            if kind == b"a" and (child := os.fork()) == 0:
                _answer(channel, link, body, answer)
    except OSError:
        os._exit(0)


def _answer(channel: socket.socket, link: socket.socket, question: bytes, answer: Answer) -> None:
    try:
        system.die_with_parent()
        system.hide_memory()
        ours, theirs = socket.socketpair()
        frames.send(link, b"w", b"", [theirs.fileno()])
        theirs.close()
        frames.send(channel, b"v", answer(question, ours))
    finally:
        os._exit(0)


def next_question(link: socket.socket) -> socket.socket:
    """In the kernel: the socket to the witness that answers the next question."""
    _, _, (file, *others) = frames.receive(link)
    frames.close_all(others)
    return socket.socket(fileno=file)
