"""Checks of single values; what is wrong with one is said in a sentence that names its key."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from pathlib import Path
from typing import Any

from grader.class_file.decisions import Logo
from grader.class_file.naming import chosen_chapters, nearest
from grader.errors import CourseError
from grader.exercises.catalogue import find
from grader.languages import _, available, named

LARGEST_LOGO = 200_000  # bytes
# How files of these kinds begin.
PICTURES = {
    b"\x89PNG\r\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"RIFF": "image/webp",
}
SVG, SPACE = b"<svg", b"\xef\xbb\xbf \t\r\n"


class Checks:
    """Every method takes a key and its value, and returns what the value means, or raises CourseError.

    path: the file; known: the chapters that the class can have; zone: where its times are from.
    """

    def __init__(self, path: Path, known: list[str]):
        self.path = path
        self.known = known
        self.zone: tzinfo = UTC

    def error(self, told: str) -> CourseError:
        """What is wrong, with the file."""
        return CourseError(f"{self.path}: {told}")

    def expected(self, good: bool, key: str, value: Any, expected: str) -> Any:
        """The value, if it is good."""
        if good:
            return value
        told = _("{key} is {value!r}; {expected} was expected")
        raise self.error(told.format(key=key, value=value, expected=expected))

    def known_keys(self, table: Iterable[str], keys: Iterable[str], place: str = "") -> None:
        """Looks for keys of a table that nobody knows. place: its name; "" for the whole file."""
        keys = list(keys)
        for key in table:
            if key not in keys:
                text = _("there is no key {key!r}").format(key=key)
                if place:
                    text = _("there is no key {key!r} in [{table}]").format(key=key, table=place)
                raise self.error(text + nearest(key, keys))

    def one_line(self, key: str, value: Any) -> str:
        good = isinstance(value, str) and value.isprintable()
        return str(self.expected(good, key, value, _("a line of text")))

    def texts(self, key: str, value: Any) -> list[str]:
        good = isinstance(value, list) and all(isinstance(one, str) for one in value)
        self.expected(good, key, value, _('a list of texts, such as ["a", "b"]'))
        return list(value)

    def table(self, key: str, value: Any, sample: str) -> dict[str, Any]:
        told = _("a table with lines such as {sample}").format(sample=sample)
        return dict(self.expected(isinstance(value, dict), key, value, told))

    def number(self, key: str, value: Any, least: float = 0, most: float = math.inf) -> float:
        good = isinstance(value, int | float) and not isinstance(value, bool)
        good = good and least <= value <= most and math.isfinite(value)
        told = _("a number from {least:g} on").format(least=least)
        if most < math.inf:
            told = _("a number from {least:g} to {most:g}").format(least=least, most=most)
        return float(self.expected(good, key, value, told))

    def moment(self, key: str, value: Any) -> datetime:
        """A time, in UTC without saying so, as gradebooks have it. A day is over at its end."""
        good = isinstance(value, date)
        self.expected(good, key, value, _("a date, such as 2027-03-01 or 2027-03-01T18:00:00"))
        try:
            if not isinstance(value, datetime):
                value = datetime.combine(value + timedelta(days=1), time())
            if value.tzinfo is None:
                value = value.replace(tzinfo=self.zone)
            return datetime.fromtimestamp(value.timestamp(), UTC).replace(tzinfo=None)
        except (OverflowError, ValueError):
            raise self.error(
                _("{key}: no calendar has the year {year}").format(key=key, year=value.year)
            ) from None

    def chapter_names(self, key: str, names: Iterable[str]) -> tuple[str, ...]:
        try:
            return chosen_chapters(names, self.known)
        except CourseError as error:
            raise self.error(f"{key}: {error}") from None

    def exercise(self, key: str, identity: str) -> str:
        try:
            return find(identity).id
        except LookupError as error:
            raise self.error(f"{key}: {error.args[0]}") from None

    def language_code(self, key: str, value: Any) -> str:
        code = named(self.one_line(key, value))
        if code is None:
            told = _("{key}: there is no language {value!r}").format(key=key, value=value)
            raise self.error(told + nearest(value, available()))
        return code

    def picture(self, key: str, value: Any) -> Logo:
        """A file in the class's folder: a class may move to another machine."""
        folder = self.path.parent.resolve()
        path = (folder / self.one_line(key, value)).resolve()
        if not path.is_relative_to(folder):
            told = _("{key}: {name} lies outside the class's folder")
            raise self.error(told.format(key=key, name=value))
        try:
            data = path.read_bytes() if path.stat().st_size <= LARGEST_LOGO else b""
        except OSError as error:
            told = _("{key}: {name} cannot be read: {reason}")
            reason = error.strerror or type(error).__name__
            raise self.error(told.format(key=key, name=value, reason=reason)) from None
        if not data:
            told = _("{key}: {name} is empty or larger than {size} KB, and goes into every page")
            raise self.error(told.format(key=key, name=value, size=LARGEST_LOGO // 1000))
        kind = next((kind for start, kind in PICTURES.items() if data.startswith(start)), None)
        if data.lstrip(SPACE).startswith(b"<") and SVG in data:
            kind = "image/svg+xml"
        if kind is None:
            told = _("{key}: {name} is none of the pictures that a page can show ({kinds})")
            kinds = "PNG, JPEG, GIF, WebP, SVG"
            raise self.error(told.format(key=key, name=value, kinds=kinds))
        return Logo(kind, data)
