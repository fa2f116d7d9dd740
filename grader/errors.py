"""The error that every command reports in one sentence, and how names of strangers are printed."""

from __future__ import annotations


class CourseError(Exception):
    """A problem with the course folder or the command that only its owner can fix.

    The message says what was found, what was expected, and what to do.
    """


def printable(text: str, keep: str = "") -> str:
    """The text, with a question mark for each character that a terminal might obey or could not show.

    Names of folders, files and students come from strangers: an escape sequence could clear the screen
    or print someone else's points, and a change of writing direction could hide a file's ending.
    keep: characters to leave.
    """
    return "".join(one if one.isprintable() or one in keep else "?" for one in text)
