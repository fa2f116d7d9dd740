"""The language of what a reader reads: `_("text")` gives the text in it.

English texts stand in the code and are the keys of the catalogues, which are gettext's: one folder a
language (`zh_CN/LC_MESSAGES`), in it one catalogue a chapter, one for pictures, one for all other
code (`grader`).
`grader.translating` collects the texts; docs/translating.md tells how a language is added.

This room imports nothing of ours, and a graded student's kernel may have it too.
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
from grader.languages.texts import N_, _, ngettext

__all__ = [
    "ENGLISH",
    "N_",
    "VARIABLE",
    "_",
    "asked",
    "available",
    "chosen",
    "language",
    "named",
    "ngettext",
    "tag",
    "use",
    "using",
]
