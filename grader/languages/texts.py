"""Translates strings with gettext."""

from __future__ import annotations

import gettext
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache, reduce

from grader.languages.choosing import ENGLISH, FOLDER, GENERAL, catalogue, language

# The catalogues that a graded kernel can read.
SEEN = (GENERAL, "pictures")


@lru_cache(maxsize=8)
def _catalogues(code: str) -> gettext.NullTranslations:
    """All catalogues of a language as one, read when the first string is translated."""
    found = gettext.NullTranslations()
    # A graded kernel can read only two and may be unable to list the folder; the rest stays English.
    seen = {catalogue(code, name) for name in SEEN}
    for path in sorted(seen.union((FOLDER / code / "LC_MESSAGES").glob("*.mo")), reverse=True):
        with suppress(OSError), path.open("rb") as file:
            one = gettext.GNUTranslations(file)
            one.add_fallback(found)
            found = one
    return found


def _(message: str) -> str:
    """`message` in the reader's language, or unchanged if it has no translation.

    Insert values afterwards: `_("expected {count} tensors").format(count=3)`.
    """
    code = language()
    # gettext stores its header under the empty string.
    return message if code == ENGLISH or not message else _catalogues(code).gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """The singular or plural form for `count`, in the reader's language.

    Both contain the count: `ngettext("{count} point", "{count} points", 2).format(count=2)`.
    """
    code = language()
    if code == ENGLISH:
        return one if count == 1 else many
    return _catalogues(code).ngettext(one, many, count)


def listed(names: Iterable[str]) -> str:
    """The names in a row, with what the reader's language writes between them; "" for no name."""
    pair = _("{first}, {second}")
    return reduce(lambda one, other: pair.format(first=one, second=other), [*names] or [""])


def sentences(parts: Iterable[str]) -> str:
    """The sentences one after the other; there is no space after a full-width stop."""
    return " ".join(parts).replace("\u3002 ", "\u3002")


def N_(message: str) -> str:
    """Marks a string in data, which is translated where it is shown, by `_(name)`."""
    return message
