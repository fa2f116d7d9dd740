"""The table of probes: each turns an answer into a result that can be encoded.

A probe is called as `probe(tf, answers, inputs)`: the module the answers were built with, the values passed
to `check`, and the challenge's inputs. It returns plain values, arrays, tensors, operations, graphs, or
containers of them. It runs in the student's kernel, so it contains no expected values. It may watch what the
answer does, but the verdict must rest on what the judge can run or compare itself.
"""

from __future__ import annotations

import builtins
import traceback
from collections.abc import Callable
from typing import Any

from grader.evidence.data import Raised

Probe = Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]

PROBES: dict[str, Probe] = {}


class WrongResult(TypeError):
    """What an answer returned is of another kind than it should be."""


def probe(name: str) -> Callable[[Probe], Probe]:
    """Registers a probe in the table under `name`, which must be new."""

    def register(function: Probe) -> Probe:
        if name in PROBES:
            raise ValueError(f"two probes are called {name!r}; give one of them another name")
        PROBES[name] = function
        return function

    return register


def attempt(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    """The result of `function(...)`, or a `Raised`, so that one failure costs only one case.

    KeyboardInterrupt is not caught: it is how a time limit arrives.
    """
    try:
        return function(*arguments, **keywords)
    except (Exception, SystemExit) as error:
        return raised(error)


def raised(error: BaseException) -> Raised:
    """The exception as evidence: its class name, its message, the student's line and function.

    The name of a class that the student wrote says nothing: its base class counts.
    """
    told = getattr(error, "told", None)  # by the process that the answer runs in
    if isinstance(told, Raised):
        return told
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "ipykernel" in frame.filename or "<" in frame.filename]
    line, function = (ours[-1].line or "", ours[-1].name) if ours else ("", "")
    try:
        message = without_traces(str(error))
    except Exception:
        message = ""
    known = next(kind for kind in type(error).__mro__ if not _is_of_a_cell(kind))
    name, module = known.__name__, known.__module__
    if name in ("error", "Error"):
        name = f"{module}.{name}"  # struct.error: without its module it says nothing
    return Raised(name, message, line, function)


def _is_of_a_cell(kind: type) -> bool:
    return kind.__module__ in ("__main__", "builtins") and not hasattr(builtins, kind.__name__)


def without_traces(message: str) -> str:
    """TensorFlow's message without the stack traces before and after the reason."""
    start = "Graph execution error:"
    if not message.startswith(start):
        return message
    head, found, rest = message.partition("\nNode: ")
    body = rest.partition("\n")[2] if found else head.removeprefix(start)
    return body.partition("\n\t [[")[0].strip() or message
