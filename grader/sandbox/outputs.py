"""Turns a kernel's messages into a cell's outputs: bounded in size and valid in a notebook."""

from __future__ import annotations

import json
import re
from typing import Any

from nbformat import NotebookNode, from_dict

from grader.cleaning import encodable
from grader.languages import _

LIVE = ("stream", "display_data", "update_display_data", "execute_result", "error")
# Anchored to the start of a line; otherwise a long line without a return takes quadratic time.
RETURN = re.compile(r"^.*\r(?=[^\n])", re.MULTILINE)
# The types of data that a notebook may hold as other than text, by nbformat's schema.
JSON = re.compile(r"\Aapplication/(.*\+)?json\Z")
# Pieces of text that one cell may send; a kernel collects what is printed within a tenth of a second.
MOST_TEXTS = 10_000


class OutputBudget:
    """Counts the messages of one cell and drops those beyond the limits.

    size: bytes kept of the cell's outputs; count: how many messages are kept.
    """

    def __init__(self, size: int, count: int):
        self.size = max(0, size)
        self.count = count
        self.kept = 0
        self.messages = 0
        self.texts = 0
        self.dropped = 0

    def accepts(self, message: Any, times: int = 1) -> bool:
        """Whether to keep the message. Messages without output are always kept.

        times: how many outputs will show what is in it.
        """
        if message["msg_type"] not in LIVE:
            return True
        length = times * _length(message["content"])
        streams = message["msg_type"] == "stream"
        self.texts += streams
        if self.texts > MOST_TEXTS:
            self.dropped += max(1, length)
            return False
        if streams and length > self.size - self.kept > 0:
            text = message["content"]["text"]
            message["content"]["text"] = text[: self.size - self.kept] + "\n"
            self.dropped += length
            self.kept = self.size
            return True
        if self.kept + length > self.size or (self.messages >= self.count and not streams):
            self.dropped += length
            return False
        self.messages += not streams
        self.kept += length
        return True

    def note(self) -> str:
        """What was dropped, as a clause."""
        return _(
            "this cell's output exceeded the limit of {size} kB and {count} pictures; the rest "
            "was dropped"
        ).format(size=self.size // 1024, count=self.count)

    def full(self) -> bool:
        """Whether nothing more would be kept, so that messages can be skipped unread."""
        return self.kept >= self.size or self.texts > MOST_TEXTS

    def drop(self, length: int) -> None:
        """Counts the bytes of a message that was skipped unread."""
        self.dropped += length


class Screen:
    """The outputs of a notebook's cells, built from a kernel's messages.

    The outputs are those of nbclient, with one difference: an update of a display that an earlier
    cell made changes that cell's output.
    """

    def __init__(self) -> None:
        self.outputs: list[NotebookNode] = []
        self.displays: dict[str, list[NotebookNode]] = {}
        self.clearing = False

    def begin(self) -> None:
        """Starts a new cell: the outputs from now on are its."""
        self.outputs, self.clearing = [], False

    def times(self, message: Any) -> int:
        """How many outputs will show what is in a message: each display that has its name, and a new one."""
        if message["msg_type"] not in LIVE:
            return 0
        known = len(self.displays.get(_name_in(message["content"]), ()))
        return known + (message["msg_type"] != "update_display_data")

    def take(self, message: Any) -> None:
        """Processes one message. May raise any exception if it is not a valid Jupyter message."""
        kind, content = message["msg_type"], message["content"]
        if kind == "clear_output":
            self.clearing = bool(content.get("wait"))
            if not self.clearing:
                self.outputs = []
        if kind not in LIVE:
            return
        name = _name_in(content)
        for known in self.displays.get(name, ()):
            known.data, known.metadata = _data(content["data"]), _metadata(content)
        if kind == "update_display_data":
            return
        if self.clearing:
            self.outputs, self.clearing = [], False
        output = _output(kind, content)
        self.outputs.append(output)
        if name:
            self.displays.setdefault(name, []).append(output)

    def failed(self) -> bool:
        """Whether the cell showed an error."""
        return any(output.output_type == "error" for output in self.outputs)

    def finish(self) -> list[NotebookNode]:
        """The cell's outputs, each stream joined into one, without the lines that `\\r` overwrote."""
        kept: list[NotebookNode] = []
        streams: dict[str, list[str]] = {}
        for output in self.outputs:
            if output.output_type == "stream" and output.name in streams:
                streams[output.name].append(output.text)
                continue
            if output.output_type == "stream":
                streams[output.name] = [output.text]
            kept.append(output)
        for output in kept:
            if output.output_type == "stream":
                output.text = RETURN.sub("", "".join(streams[output.name]))
        for place in range(len(kept) - 1):
            here, after = kept[place], kept[place + 1]
            names = (here.get("name"), after.get("name"))
            if here.output_type == after.output_type == "stream" and names == ("stderr", "stdout"):
                kept[place], kept[place + 1] = after, here
        return kept


def _name_in(content: Any) -> str:
    """The name by which a display can be changed later, or ""."""
    transient = content.get("transient")
    name = transient.get("display_id") if isinstance(transient, dict) else None
    return name if isinstance(name, str) else ""


def _output(kind: str, content: Any) -> NotebookNode:
    """The output as nbformat allows it. Raises an exception if it cannot be one."""
    if kind == "stream":
        if content["name"] not in ("stdout", "stderr"):
            raise ValueError("a stream of another name")
        return NotebookNode(output_type=kind, name=content["name"], text=encodable(content["text"]))
    if kind == "error":
        trace = content.get("traceback")
        lines = [encodable(str(line)) for line in trace] if isinstance(trace, list) else []
        return NotebookNode(
            output_type="error",
            ename=encodable(str(content.get("ename"))),
            evalue=encodable(str(content.get("evalue"))),
            traceback=lines,
        )
    kept = NotebookNode(output_type=kind, data=_data(content["data"]), metadata=_metadata(content))
    if kind == "execute_result":
        kept["execution_count"] = count_of(content)
    return kept


def count_of(content: Any) -> int | None:
    """The execution count, or None if a notebook may not contain it."""
    count = content.get("execution_count")
    return count if type(count) is int and 0 <= count < 2**31 else None


def _value(value: Any) -> Any:
    """A JSON value without lone surrogates in its strings."""
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, list):
        return [_value(one) for one in value]
    if isinstance(value, dict):
        return {encodable(name): _value(one) for name, one in value.items()}
    return value


def _metadata(content: Any) -> NotebookNode:
    metadata = content.get("metadata")
    return from_dict(_value(metadata)) if isinstance(metadata, dict) else NotebookNode()


def _data(data: dict[str, Any]) -> NotebookNode:
    kept = NotebookNode()
    for mime, value in data.items():
        if JSON.match(mime) or isinstance(value, str):
            kept[encodable(mime)] = _value(value)
        elif isinstance(value, list) and all(isinstance(line, str) for line in value):
            kept[encodable(mime)] = encodable("".join(value))
    return kept


def _length(content: Any) -> int:
    text = content.get("text")
    if isinstance(text, str):
        return len(text)
    try:
        return len(json.dumps(content, default=str))
    except (TypeError, ValueError, RecursionError):
        return 2**40


def error_output(name: str, text: str) -> NotebookNode:
    """An error output that shows `text` in red, as a traceback of one line."""
    line = f"\x1b[0;31m{name}\x1b[0m: {text}"
    return NotebookNode(output_type="error", ename=name, evalue=text, traceback=[line])
