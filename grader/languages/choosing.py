"""Which language a text is given in: what a piece of work says, what the command says, the
environment; English where none of them names a language that there is."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent
ENGLISH = "en"
# Ours, which changes our texts and nothing else, before those of gettext, in its order.
VARIABLE = "GRADER_LANG"
VARIABLES = (VARIABLE, "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
# What a program is told that shall speak as it was written.
WITHOUT_LANGUAGE = ("C", "POSIX")

# The catalogue that every language has.
GENERAL = "grader"
CODE = re.compile("[a-z]{2,3}(_([A-Z]{2}|[A-Z][a-z]{3}))?")

# For a piece of work: two threads of a worker may each grade in a language of their own.
_here: ContextVar[str | None] = ContextVar("grader_language", default=None)
# For the whole process, before the environment: what the command's --lang named.
_process: list[str] = []


def catalogue(code: str, name: str) -> Path:
    """The file of a language's catalogue."""
    return FOLDER / code / "LC_MESSAGES" / f"{name}.mo"


@lru_cache(maxsize=1)
def available() -> tuple[str, ...]:
    """The languages that there are: "en", then those with a folder of catalogues ("zh_CN")."""
    folders = sorted(path.parent.name for path in FOLDER.glob("*/LC_MESSAGES"))
    return (ENGLISH, *folders)


@lru_cache(maxsize=256)
def named(code: str) -> str | None:
    """The language that there is for "zh_CN.UTF-8", "zh-Hans", "en_GB" ...; None for "xx".

    Without a catalogue for exactly this country or script, the language's own serves: whoever reads
    Traditional Chinese is nearer to Simplified Chinese than to English.
    """
    plain = code.partition(".")[0].partition("@")[0].strip().replace("-", "_")
    if plain in WITHOUT_LANGUAGE:
        return ENGLISH
    if CODE.fullmatch(plain) and catalogue(plain, GENERAL).is_file():
        return plain  # also where folders cannot be listed, as in some sandboxes
    for one in available():
        if one.lower() == plain.lower():
            return one
    tongue = plain.partition("_")[0].lower()
    for one in available():
        if one.partition("_")[0].lower() == tongue:
            return one
    return None


def chosen(environment: Mapping[str, str]) -> str:
    """The language that an environment asks for: GRADER_LANG, then gettext's variables.

    A variable that is set hides those after it; LANGUAGE may be a list ("fr:zh_CN"), of which the
    first one that there is counts. English when there is none.
    """
    for variable in VARIABLES:
        value = environment.get(variable, "")
        if value.strip(": "):
            found = (named(code) for code in value.split(":") if code.strip())
            return next((one for one in found if one), ENGLISH)
    return ENGLISH


def language() -> str:
    """The language of the texts that are made now, here: "en", "zh_CN"."""
    return _here.get() or (_process[0] if _process else _of_environment())


def tag() -> str:
    """The language of the texts that are made now as HTML's `lang` has it: "zh-CN"."""
    return language().replace("_", "-")


def asked() -> str | None:
    """The language that the command was given (see `use`); None where it is the environment's."""
    return _process[0] if _process else None


def _of_environment() -> str:
    # Asked each time, since a notebook may set the variable in a cell.
    return _chosen(tuple(os.environ.get(variable, "") for variable in VARIABLES))


@lru_cache(maxsize=16)
def _chosen(values: tuple[str, ...]) -> str:
    return chosen(dict(zip(VARIABLES, values, strict=True)))


def use(code: str | None) -> str:
    """Makes a language this process's own, and gives its name; None: the environment's again.

    Raises LookupError, naming the languages that there are, for one that there is not.
    """
    if code is None:
        _process.clear()
        return language()
    found = named(code)
    if found is None:
        raise LookupError(f"there is no language {code!r}; there are: {', '.join(available())}")
    _process[:] = [found]
    return found


@contextmanager
def using(code: str | None) -> Iterator[None]:
    """Within the block texts are in this language, whatever command and environment say.

    For work that somebody else asked for: a class graded in Chinese is graded in Chinese by every
    worker. A language that there is not is English; None changes nothing.
    """
    if code is None:
        yield
        return
    token = _here.set(named(code) or ENGLISH)
    try:
        yield
    finally:
        _here.reset(token)
