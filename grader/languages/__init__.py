"""Translates messages into the reader's language: `_("text")` returns the translation.

The English strings are in the code and are the keys of the gettext catalogues: one folder per
language (`zh_CN/LC_MESSAGES`), with one catalogue per chapter, one for pictures, and one for all
other code (`grader`). `grader.translating` collects the strings; docs/translating.md explains how to
add a language.

This room imports no other, and a graded student's kernel may load it as well.
"""

from grader.languages.choosing import (
    ENGLISH,
    VARIABLE,
    asked,
    available,
    chosen,
    language,
    named,
    tag,
    use,
    using,
)
from grader.languages.texts import N_, _, listed, ngettext, sentences

__all__ = [
    "ENGLISH",
    "N_",
    "VARIABLE",
    "_",
    "asked",
    "available",
    "chosen",
    "language",
    "listed",
    "named",
    "ngettext",
    "sentences",
    "tag",
    "use",
    "using",
]
