"""The pages' own process: it reads requests and writes pages, as messages (see `grader.pipes`).

    python -m grader.classroom.pages.server

It imports and compiles what every page needs, and then makes each page in a fork of itself: one that
goes past a limit ends alone, and nothing of a page is left for the next. Requests come from our own
process, as pickles; what strangers wrote is text within them.
"""

from __future__ import annotations

import json
import os
import pickle
import resource
import signal
import sys
from typing import Any

from grader.classroom.nbgrader import patch_jsonschema  # noqa: F401 (before nbconvert is imported)

# isort: split
import grader
from grader.classroom.pages.feedback_page import Renderer, renderer, warm_up
from grader.classroom.pages.limits import PageLimits
from grader.inside import system
from grader.languages import using
from grader.pipes import read_message, take_pipes, write_message
from grader.sandbox import seccomp
from grader.sandbox.mounts import SYSTEM, python_prefixes

# What an answer begins with.
PAGE, REFUSED, BROKEN = b"page:", b"refused:", b"broken:"
# Before the answer, so that the time of what is done once does not count against a page.
BEGUN = b"begun:"
OUT_OF_MEMORY = 3
KEPT_RENDERERS = 4


def main() -> None:
    """Answers requests until the pipe is closed."""
    inbox, outbox = take_pipes()
    write_message(outbox, b"ready")
    known: dict[bytes, Renderer] = {}
    while (message := read_message(inbox)) is not None:
        request = pickle.loads(message)
        with using(request["language"]):
            try:
                one = known.get(request["configuration"])
                if one is None:
                    one = renderer(request["configuration"])
                    warm_up(one, request["resources"])
                    known[request["configuration"]] = one
                    if len(known) > KEPT_RENDERERS:
                        del known[next(iter(known))]
            except Exception as error:  # our templates or the course's own settings
                write_message(outbox, BROKEN + f"{type(error).__name__}: {error}"[:500].encode())
                continue
            write_message(outbox, BEGUN)
            write_message(outbox, _forked(one, request, PageLimits(**request["limits"])))


def _forked(one: Renderer, request: dict[str, Any], limits: PageLimits) -> bytes:
    """The answer of a fork that makes the page."""
    source, sink = os.pipe()
    child = os.fork()
    if not child:
        status = 1
        try:
            os.close(source)
            status = _make(one, request, limits, sink)
        finally:
            os._exit(status)
    os.close(sink)
    answer = bytearray()
    with open(source, "rb", buffering=0) as stream:
        while (part := stream.read(1 << 20)) and len(answer) <= limits.size + len(PAGE):
            answer += part
    too_long = len(answer) > limits.size + len(PAGE)
    if too_long:
        os.kill(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if too_long:
        return REFUSED + b"size"
    if code == 0:
        return bytes(answer)
    if code == -signal.SIGPROF:
        return REFUSED + b"time"
    return REFUSED + (b"memory" if code == OUT_OF_MEMORY else f"exit code {code}".encode())


def _make(one: Renderer, request: dict[str, Any], limits: PageLimits, sink: int) -> int:
    """Writes the page, or what was wrong, to `sink`; returns the exit code."""
    # Not handled in Python, which would wait for a regular expression to end.
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, limits.seconds)
    try:
        _confine(one, limits)
        page = one.page(json.loads(request["notebook"]), request["resources"])
        answer = PAGE + page.encode("utf-8", "replace")
    except MemoryError:
        return OUT_OF_MEMORY
    except Exception as error:
        answer = REFUSED + type(error).__name__.encode()
    with open(sink, "wb") as stream:
        stream.write(answer)
    return 0


def _confine(one: Renderer, limits: PageLimits) -> None:
    """Takes from this process what making a page does not need, as far as the machine can."""
    for kind, value in (
        (resource.RLIMIT_DATA, limits.memory),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (bound, bound))
    if sys.platform != "linux":
        return
    system.die_with_parent()
    system.no_new_privileges()
    if system.landlock_version():
        package = os.path.dirname(grader.__file__)
        system.landlock([*SYSTEM, *python_prefixes(), package, *one.template_paths], [])
    filtering = seccomp.program(sockets=False)
    if filtering is not None:
        system.filter_calls(filtering)


if __name__ == "__main__":
    main()
