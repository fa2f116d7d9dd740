"""Text of strangers, cleaned where it enters: what a terminal, a page or a database must not meet.

An escape sequence could clear the screen or print someone else's points, a newline could forge a line of a
log, a change of writing direction could hide a file's ending, and half a character (a lone surrogate) cannot
be stored at all.
"""

from __future__ import annotations

import re

UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)


def cleaned(text: str) -> str:
    """The text, which may have several lines, with a question mark for each character of that kind."""
    return UNSAFE.sub("?", text)


def printable(text: str, keep: str = "") -> str:
    """The same for a name, or any text of one line. keep: characters to leave."""
    return "".join("?" if one in "\n\t" and one not in keep else one for one in cleaned(text))


def encodable(text: str) -> str:
    """The text with each lone surrogate, which UTF-8 cannot encode, replaced: for outputs, whose escape
    sequences have a meaning.
    """
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
