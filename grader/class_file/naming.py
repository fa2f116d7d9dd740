"""What the words of a `class.toml` mean, and what was probably meant by one that means nothing."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from grader.errors import CourseError
from grader.exercises.catalogue import all_chapters
from grader.languages import _

# Where the sources of a class's chapters are, some of which may be its own.
SOURCE = "source"


def known_chapters(folder: Path) -> list[str]:
    """The chapters that a class can have: the course's, and those in its own source."""
    own = {path.parent.name for path in (folder / SOURCE).glob("*/*.ipynb")}
    return sorted({*all_chapters(), *own})


def chosen_chapters(wanted: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """The chapters that are meant by "01-graphs", "01" or "graphs", in order.

    Raises CourseError for one that does not exist; the message names the nearest.
    """
    known, found = list(known), set()
    for word in wanted:
        meant = meant_by(word, known)
        if len(meant) != 1:
            text = _("there is no chapter {name!r}").format(name=word)
            raise CourseError(text + nearest(word, known))
        found.add(meant[0])
    return tuple(sorted(found))


def meant_by(word: str, known: Iterable[str]) -> list[str]:
    """The chapters that "01-graphs", "01" or "graphs" may mean."""
    return [name for name in known if word in (name, *name.split("-", 1))]


def nearest(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about a wrong word: what may have been meant, and what there is."""
    known = sorted(known)
    available = _("(available: {known})").format(known=", ".join(known))
    return f"{did_you_mean(word, known)} {available}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about a wrong word: what may have been meant, or ""."""
    # "01-graphs" is also called "graphs".
    names = {part: name for name in known for part in (name.partition("-")[2], name)}
    near = get_close_matches(word, names, n=1)
    return _("; did you mean {names}?").format(names=repr(names[near[0]])) if near else ""
