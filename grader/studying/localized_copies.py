"""Working copies in the reader's language: which edition a copy is of, and how it goes over.

A copy stays in the language in which it was given: the environment of one terminal does not decide
about what somebody has worked in. A copy that is untouched follows the reader's language; the others
go over only when the language was asked for by name, and then nothing of the reader's changes.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.languages import ENGLISH, _
from grader.studying.files import digest, read_bytes, write_whole


@dataclass(frozen=True)
class Editions:
    """A course in several languages.

    folders: the notebooks of each other language ("zh_CN"), arranged as the English ones; what is
        missing there is there in English only.
    wanted: the reader's language. asked: whether the reader named it for this one time.
    """

    folders: Mapping[str, Path] = field(default_factory=dict)
    wanted: str = ENGLISH
    asked: bool = False

    def source(self, name: str, english: Path, language: str) -> Path:
        """The course's file in a language, or the English one."""
        return self.folders[language] / name if self.has(name, language) else english

    def has(self, name: str, language: str) -> bool:
        """Whether the file is there in a language other than English."""
        return language in self.folders and (self.folders[language] / name).is_file()

    def here(self, name: str) -> str:
        """The language in which a file is given to this reader."""
        return self.wanted if self.has(name, self.wanted) else ENGLISH

    def of_copy(self, name: str, english: Path, path: Path, known: str | None) -> str:
        """The language of the copy at `path`. known: the one in which it was given, if anybody knows."""
        if not self.folders or not path.is_file():
            return self.here(name)
        if known is not None:
            return known if self.has(name, known) else ENGLISH
        return self._guessed(name, english, path)

    def _guessed(self, name: str, english: Path, path: Path) -> str:
        """The language with which a copy shares most cells; English where it is all the same."""
        from grader.studying import merging

        def cells(place: Path) -> set[tuple[str, str]]:
            notebook = merging.parse(place.read_bytes())
            return set(merging.marks(notebook).items()) if notebook else set()

        mine = cells(path)
        there = [ENGLISH, *(one for one in self.folders if self.has(name, one))]
        if len(there) == 1:
            return ENGLISH
        return max(there, key=lambda one: len(mine & cells(self.source(name, english, one))))


NONE = Editions()


def go_over(
    path: Path, old: bytes, new: bytes, asked: bool, name: str, say: Callable[[str], None]
) -> bool:
    """Puts the copy at `path` from the edition `old` into `new`; whether it is of `new` now.

    An untouched copy is replaced. One that the reader has worked in goes over if he asked for it:
    every cell that is still the course's own gets the other language's text, and all else stays:
    answers, changed cells, own cells, their order, and the outputs.
    Raises ChangedMeanwhile where somebody saves the copy at this moment.
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
    put = _reworded(mine, old, new)
    if put is None:
        say(_("{name}: it stays in its language, since it cannot be read.").format(name=name))
        return False
    write_whole(path, put, mine)
    say(_("{name}: it is in your language now; what you wrote is as it was.").format(name=name))
    return True


def _reworded(mine: bytes, old: bytes, new: bytes) -> bytes | None:
    from grader.studying import merging

    notebooks = [merging.parse(data) for data in (mine, old, new)]
    found = [merging.keyed(one) if one else None for one in notebooks]
    if notebooks[0] is None or None in found:
        return None
    result = copy.deepcopy(notebooks[0])
    base, fresh = found[1] or {}, found[2] or {}
    for key, cell in (merging.keyed(result) or {}).items():
        if key in base and key in fresh and merging.mark(cell) == merging.mark(base[key]):
            cell.source = fresh[key].source
            checksum = fresh[key].metadata.get("nbgrader", {}).get("checksum")
            if checksum and "nbgrader" in cell.metadata:
                # By it an untouched answer is known as such.
                cell.metadata["nbgrader"]["checksum"] = checksum
    return merging.to_bytes(result)
