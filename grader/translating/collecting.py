"""Collects the strings to translate from the code.

Code marks them with `_("...")`, `ngettext("...", "...", n)` and `N_("...")`, found in the syntax
tree. Strings in the data of exercises (titles, labels, advice, explanations, hints) are found
by walking the exercises themselves.
"""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import click

import grader
from grader.cli import main
from grader.exercises import CHAPTERS, chapter_exercises
from grader.exercises.catalogue import short_name

PACKAGE = Path(grader.__file__).parent
GENERAL, PICTURES = "grader", "pictures"
DOMAINS = (GENERAL, PICTURES, *map(short_name, CHAPTERS))
# Their help is translated; those for instructors speak English.
STUDENTS = ("lab", "progress", "reset", "watch", "check", "doctor", "demo")
MARKS = ("_", "N_", "ngettext")
# Written for the tests, not for readers.
PASSED_OVER = "answers.py"


class UnreadableText(Exception):
    """A marked string that no catalogue can contain; the message says where and what to write."""


@dataclass(frozen=True)
class Text:
    """One string of a catalogue.

    plural: the second string of `ngettext`, or "".
    places: files, relative to the repository, that have it.
    notes: what it is ("graphs/polynomial: hint 1"), for the translator.
    formed: whether code fills in values; strings kept as data are shown unchanged.
    """

    message: str
    plural: str = ""
    places: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    formed: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """Its key in the catalogue."""
        return self.message, self.plural


def collect(domain: str) -> tuple[Text, ...]:
    """All strings of a domain, without duplicates: those of exercises in order, then of code by file.

    Raises LookupError for an unknown domain, UnreadableText for a mark on anything but a literal.
    """
    if domain not in DOMAINS:
        raise LookupError(f"no domain {domain!r}; available: {', '.join(DOMAINS)}")
    found: dict[tuple[str, str], Text] = {}
    for text in (*_of_exercises(domain), *_of_commands(domain), *_of_code(domain)):
        known = found.get(text.key)
        if known:
            text = replace(
                known,
                places=tuple(dict.fromkeys(known.places + text.places)),
                notes=tuple(dict.fromkeys(known.notes + text.notes)),
                formed=known.formed or text.formed,
            )
        found[text.key] = text
    return tuple(found.values())


def domain_of(path: Path) -> str:
    """The domain of a file of the package, given relative to it."""
    parts = path.parts
    if parts[0] == PICTURES:
        return PICTURES
    if parts[0] == "exercises" and len(parts) > 2 and parts[1] in DOMAINS:
        return parts[1]
    return GENERAL


def _of_exercises(domain: str) -> Iterator[Text]:
    for chapter in CHAPTERS:
        if short_name(chapter) != domain:
            continue
        for one in chapter_exercises(chapter).values():
            place = (f"grader/exercises/{domain}",)
            for note, message in (
                ("title", one.title),
                *(("what is checked", case.label) for case in one.cases),
                *(("advice", case.advice) for case in one.cases if case.advice),
                *((f"the mistake {slip.name}", slip.explanation) for slip in one.misconceptions),
                *((f"hint {number}", text) for number, text in enumerate(one.hints, 1)),
            ):
                yield Text(message, places=place, notes=(f"{one.id}: {note}",))


def _of_commands(domain: str) -> Iterator[Text]:
    """The help of the students' commands, which click takes from docstrings."""
    if domain != GENERAL:
        return
    texts = [("grader", main.help, "cli/__init__.py")]
    for name in STUDENTS:
        command = importlib.import_module(f"grader.cli.{name}").command
        place = f"cli/{name}.py"
        texts.append((f"grader {name}", command.help, place))
        for one in command.params:
            if isinstance(one, click.Option):
                texts.append((f"grader {name} {one.opts[0]}", one.help, place))
    for note, message, place in texts:
        if message:
            message = inspect.cleandoc(message)
            yield Text(message, places=(f"grader/{place}",), notes=(f"help: {note}",))


def _of_code(domain: str) -> Iterator[Text]:
    for path in sorted(PACKAGE.rglob("*.py")):
        relative = path.relative_to(PACKAGE)
        if relative.name == PASSED_OVER or domain_of(relative) != domain:
            continue
        yield from texts_of(path.read_text(encoding="utf-8"), f"grader/{relative.as_posix()}")


def texts_of(source: str, place: str) -> Iterator[Text]:
    """The marked texts of a file, in its order."""
    tree = ast.parse(source)
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS
    ]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        count = 2 if ast.unparse(call.func) == "ngettext" else 1
        messages = [_plain(argument, place) for argument in call.args[:count]]
        if None in messages:
            continue  # a name: its string was marked where it is defined, or belongs to an exercise
        message, plural = (*messages, "")[:2]
        yield Text(message or "", plural or "", places=(place,), formed=True)


def _plain(argument: ast.expr, place: str) -> str | None:
    """The string given as an argument; None if it is not a string but something that has one."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    if isinstance(argument, (ast.Name, ast.Attribute, ast.Subscript)):
        return None
    raise UnreadableText(
        f"{place}, line {argument.lineno}: expected a plain string to translate, found "
        f"`{ast.unparse(argument)[:80]}`; "
        'keep values out of it: _("... {name} ...").format(name=...)'
    )
