"""Chooses the language of messages: first that of the current task, then the command's, then the
environment's; English if none of them names an available language."""

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
# Ours, which affects our messages alone, then those of gettext, in its order.
VARIABLE = "GRADER_LANG"
VARIABLES = (VARIABLE, "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
# Values that ask for untranslated messages.
WITHOUT_LANGUAGE = ("C", "POSIX")

# The catalogue that every language has.
GENERAL = "grader"
CODE = re.compile("[a-z]{2,3}(_([A-Z]{2}|[A-Z][a-z]{3}))?")

# For one task: two threads of a worker may grade in different languages.
_here: ContextVar[str | None] = ContextVar("grader_language", default=None)
# For the whole process, overriding the environment: the command's --lang.
_process: list[str] = []


def catalogue(code: str, name: str) -> Path:
    """The file of a language's catalogue."""
    return FOLDER / code / "LC_MESSAGES" / f"{name}.mo"


@lru_cache(maxsize=1)
def available() -> tuple[str, ...]:
    """The available languages: "en", then those with a folder of catalogues ("zh_CN")."""
    folders = sorted(path.parent.name for path in FOLDER.glob("*/LC_MESSAGES"))
    return (ENGLISH, *folders)


@lru_cache(maxsize=256)
def named(code: str) -> str | None:
    """The available language for "zh_CN.UTF-8", "zh-Hans", "en_GB" ...; None for "xx".

    Without a catalogue for this country or script, another one of the same language is used:
    Simplified Chinese serves a reader of Traditional Chinese better than English does.
    """
    plain = code.partition(".")[0].partition("@")[0].strip().replace("-", "_")
    if plain in WITHOUT_LANGUAGE:
        return ENGLISH
    if CODE.fullmatch(plain) and catalogue(plain, GENERAL).is_file():
        return plain  # works even where folders cannot be listed, as in some sandboxes
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
    first available one counts. English if none is available.
    """
    for variable in VARIABLES:
        value = environment.get(variable, "")
        if value.strip(": "):
            found = (named(code) for code in value.split(":") if code.strip())
            return next((one for one in found if one), ENGLISH)
    return ENGLISH


def language() -> str:
    """The current language: "en", "zh_CN"."""
    return _here.get() or (_process[0] if _process else _of_environment())


def tag() -> str:
    """The current language as the value of HTML's `lang`: "zh-CN"."""
    return language().replace("_", "-")


def asked() -> str | None:
    """The language set with `use`, or None if the environment decides."""
    return _process[0] if _process else None


def _of_environment() -> str:
    # Read each time, because a notebook may set the variable in a cell.
    return _chosen(tuple(os.environ.get(variable, "") for variable in VARIABLES))


@lru_cache(maxsize=16)
def _chosen(values: tuple[str, ...]) -> str:
    return chosen(dict(zip(VARIABLES, values, strict=True)))


def use(code: str | None) -> str:
    """Sets the language of this process and returns its name; None: the environment's again.

    Raises LookupError for an unavailable language; the message lists those that are available.
    """
    if code is None:
        _process.clear()
        return language()
    found = named(code)
    if found is None:
        raise LookupError(f"there is no language {code!r}; available: {', '.join(available())}")
    _process[:] = [found]
    return found


@contextmanager
def using(code: str | None) -> Iterator[None]:
    """Sets the language within the block, overriding the command and the environment.

    For tasks from another process: every worker grades a class in the language of the request. An
    unavailable language means English; None changes nothing.
    """
    if code is None:
        yield
        return
    token = _here.set(named(code) or ENGLISH)
    try:
        yield
    finally:
        _here.reset(token)
