"""What is kept of a cell's outputs: bounded, and of the form that a notebook allows."""

from __future__ import annotations

import json
from typing import Any

from nbformat import NotebookNode

LIVE = ("stream", "display_data", "update_display_data", "execute_result", "error")


class OutputBudget:
    """Counts the messages of one cell and drops those beyond the limits.

    size: bytes kept of the cell's outputs; count: how many messages are kept.
    """

    def __init__(self, size: int, count: int):
        self.size = max(0, size)
        self.count = count
        self.kept = 0
        self.messages = 0
        self.dropped = 0

    def accepts(self, message: Any) -> bool:
        """Whether the message may be kept. Messages that carry no output always may."""
        if message["msg_type"] not in LIVE:
            return True
        length = _length(message["content"])
        streams = message["msg_type"] == "stream"
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
        """What was dropped, in half a sentence."""
        return (
            f"more output than the limit of {self.size // 1024} kB and {self.count} pictures a "
            "cell was printed; the rest was dropped"
        )

    def clean(self, output: NotebookNode) -> NotebookNode | None:
        """The output in the form that nbformat allows, or None for one that it does not."""
        kind = output.get("output_type")
        if kind == "stream" and output.get("name") in ("stdout", "stderr"):
            return NotebookNode(output_type=kind, name=output.name, text=str(output.text))
        if kind in ("display_data", "execute_result") and isinstance(output.get("data"), dict):
            kept = NotebookNode(output_type=kind, data=_data(output.data), metadata=NotebookNode())
            if kind == "execute_result":
                count = output.get("execution_count")
                kept["execution_count"] = count if isinstance(count, int) else None
            return kept
        if kind == "error":
            trace = output.get("traceback")
            lines = [str(line) for line in trace] if isinstance(trace, list) else []
            return NotebookNode(
                output_type="error",
                ename=str(output.get("ename")),
                evalue=str(output.get("evalue")),
                traceback=lines,
            )
        return None


def _data(data: dict[str, Any]) -> NotebookNode:
    kept = NotebookNode()
    for mime, value in data.items():
        is_json = mime == "application/json" or mime.endswith("+json")
        if is_json or isinstance(value, str):
            kept[str(mime)] = value
        elif isinstance(value, list) and all(isinstance(line, str) for line in value):
            kept[str(mime)] = "".join(value)
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
    """An error output that says `text` in red, as a traceback of one line."""
    line = f"\x1b[0;31m{name}\x1b[0m: {text}"
    return NotebookNode(output_type="error", ename=name, evalue=text, traceback=[line])
