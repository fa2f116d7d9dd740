"""Working copies in the reader's language: which language a copy is in, and how it is switched.

A copy stays in the language in which it was made, whatever the environment of the current terminal.
An untouched copy follows the reader's language. Any other is switched only if the language was
asked for by name, and without changing what the reader wrote.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.languages import ENGLISH, _
from grader.studying import merging
from grader.studying.files import digest, read_bytes, write_whole


@dataclass(frozen=True)
class LocalizedCourse:
    """A course in several languages.

    folders: the notebooks of each other language ("zh_CN"), arranged as the English ones; those
        that are missing exist in English only.
    wanted: the reader's language. asked: whether the reader asked for it by name this time.
    """

    folders: Mapping[str, Path] = field(default_factory=dict)
    wanted: str = ENGLISH
    asked: bool = False

    def source(self, name: str, english: Path, language: str) -> Path:
        """The course's file in a language, or the English one if there is none."""
        return self.folders[language] / name if self.has(name, language) else english

    def has(self, name: str, language: str) -> bool:
        """Whether the file exists in a language other than English."""
        return language in self.folders and (self.folders[language] / name).is_file()

    def language_for_reader(self, name: str) -> str:
        """The language in which this reader gets a file."""
        return self.wanted if self.has(name, self.wanted) else ENGLISH

    def of_copy(self, name: str, english: Path, path: Path, known: str | None) -> str:
        """The language of the copy at `path`. known: the language it was made in, if recorded."""
        if not self.folders or not path.is_file():
            return self.language_for_reader(name)
        if known is not None:
            return known if self.has(name, known) else ENGLISH
        return self._guessed(name, english, path)

    def _guessed(self, name: str, english: Path, path: Path) -> str:
        """The language whose version shares the most cells with a copy; English in case of a tie."""

        def cells(place: Path) -> set[tuple[str, str]]:
            notebook = merging.parse(place.read_bytes())
            return set(merging.fingerprints(notebook).items()) if notebook else set()

        mine = cells(path)
        there = [ENGLISH, *(one for one in self.folders if self.has(name, one))]
        if len(there) == 1:
            return ENGLISH
        return max(there, key=lambda one: len(mine & cells(self.source(name, english, one))))


ENGLISH_ONLY = LocalizedCourse()


def switch_language(
    path: Path, old: bytes, new: bytes, asked: bool, name: str, say: Callable[[str], None]
) -> bool:
    """Switches the copy at `path` from the file `old` to `new`, the same in another language.

    An untouched copy is replaced. One that the reader has worked in is switched if `asked`: every
    unchanged cell gets the other language's text, and all else stays: answers, changed cells, own
    cells, their order, and the outputs. Returns whether the copy is in the new language now.
    Raises ChangedMeanwhile if the copy is being saved at this moment.
    """
    mine = read_bytes(path)
    if mine is None:
        return False
    if digest(mine) == digest(old):
        write_whole(path, new, mine)
        say(_("{name}: it is in your language now.").format(name=name))
        return True
    if not asked:
        return False
    switched = _translated(mine, old, new)
    if switched is None:
        say(_("{name}: it stays in its language, since it cannot be read.").format(name=name))
        return False
    write_whole(path, switched, mine)
    say(_("{name}: it is in your language now; what you wrote is unchanged.").format(name=name))
    return True


def _translated(mine: bytes, old: bytes, new: bytes) -> bytes | None:
    notebooks = [merging.parse(data) for data in (mine, old, new)]
    found = [merging.cells_by_key(one) if one else None for one in notebooks]
    if notebooks[0] is None or None in found:
        return None
    result = copy.deepcopy(notebooks[0])
    base, fresh = found[1] or {}, found[2] or {}
    for key, cell in (merging.cells_by_key(result) or {}).items():
        if (
            key in base
            and key in fresh
            and merging.fingerprint(cell) == merging.fingerprint(base[key])
        ):
            cell.source = fresh[key].source
            checksum = fresh[key].metadata.get("nbgrader", {}).get("checksum")
            if checksum and "nbgrader" in cell.metadata:
                # An untouched answer is recognized by it.
                cell.metadata["nbgrader"]["checksum"] = checksum
    return merging.to_bytes(result)
