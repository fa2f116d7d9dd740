"""Working copies: given once, never overwritten, brought up to date beside what the reader wrote.

For each file the manifest remembers which version of the course the copy comes from, as hashes of
the file and of its cells. So three things can be told apart: what the reader changed, what the
course changed, and what both did. Each file is written in one step, and the manifest last: after a
fault at any moment the next run finds either the old or the new state and goes on from there.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.errors import CourseError
from grader.languages import ENGLISH, _
from grader.progress import FILE as TRACE
from grader.studying.files import (
    FOLDER,
    ChangedMeanwhile,
    alone,
    digest,
    read_bytes,
    write_beside,
    write_whole,
)
from grader.studying.localized_copies import NONE, Editions, go_over

MANIFEST = Path(FOLDER) / "copies.json"
FORMAT = 1
TRIES = 5
NOTHING: Mapping[str, Path] = {}


@dataclass(frozen=True)
class Version:
    """One version of a course's file: its hash, and for a notebook the marks of its cells."""

    digest: str = ""
    cells: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Given:
    """Where a working copy comes from.

    given: the version that the copy goes back to; offered: a later one that lies beside it.
    language: in which language it was given.
    """

    given: Version
    offered: Version | None = None
    language: str = ENGLISH


def bring(
    release: Path,
    work: Path,
    say: Callable[[str], None],
    others: Mapping[str, Path] = NOTHING,
    editions: Editions = NONE,
) -> None:
    """Gives, or brings up to date, the working copies in `work` of the course in `release`.

    others: files from elsewhere that the notebooks point to, by their names in `work`.
    editions: the course in other languages, and the reader's.
    say: is told in a sentence whatever concerns the reader's own files.
    Raises CourseError when a file cannot be written; what was there before is still there.
    """
    work.mkdir(parents=True, exist_ok=True)
    with alone(work, say):
        known = _read_manifest(work, say)
        found = dict(known)
        try:
            sources = {name: release / name for name in _files(release)} | dict(others)
            for name, source in sources.items():
                if _damaged(source):
                    say(
                        _("{path} is no notebook any more (git checkout may mend it).").format(
                            path=source
                        )
                    )
                    continue
                found[name] = _bring_edition(name, source, work, known.get(name), say, editions)
            _take_trace_along(release, work)
        finally:
            if found != known:
                _write_manifest(work, found)


def _bring_edition(
    name: str,
    english: Path,
    work: Path,
    known: Given | None,
    say: Callable[[str], None],
    editions: Editions,
) -> Given:
    """Brings a copy up to date in its own language; then it goes over to the reader's, if it may."""
    path, wanted = work / name, editions.here(name)
    language = editions.of_copy(name, english, path, known.language if known else None)
    source = editions.source(name, english, language)
    brought = replace(_bring_one(name, source, work, known, say), language=language)
    if language == wanted or brought.offered is not None:
        if editions.asked and language != wanted:
            say(
                _(
                    "{name}: it stays in its language until you have gone over to the new version "
                    "beside it."
                ).format(name=name)
            )
        return brought
    old, new = source.read_bytes(), editions.source(name, english, wanted).read_bytes()
    for _attempt in range(TRIES):
        with contextlib.suppress(ChangedMeanwhile):
            gone = go_over(path, old, new, editions.asked, name, say)
            return Given(_version(name, new), None, wanted) if gone else brought
    return brought


def language_of(work: Path, name: str) -> str:
    """The language in which the working copy called `name` was given."""
    known = _read_manifest(work, lambda text: None).get(name)
    return known.language if known else ENGLISH


def _bring_one(
    name: str, source: Path, work: Path, known: Given | None, say: Callable[[str], None]
) -> Given:
    for _attempt in range(TRIES):
        with contextlib.suppress(ChangedMeanwhile):
            return _try_one(name, source, work, known, say)
    raise CourseError(
        _("{path} is being saved again and again; close it, then start again").format(
            path=work / name
        )
    )


def _try_one(
    name: str, source: Path, work: Path, known: Given | None, say: Callable[[str], None]
) -> Given:
    data, path = source.read_bytes(), work / name
    mine = read_bytes(path)
    if known and mine is not None and known.given.digest == digest(data):
        return known  # the course has not changed
    from grader.studying import merging  # loads nbformat, which a start without news does not need

    now = _version(name, data)
    if mine is None:
        write_whole(path, data, None)
        if known is not None:
            say(_("{name} was no longer there; you have it anew.").format(name=name))
        return Given(now)
    if mine == data:
        return Given(now)
    if known and known.offered and known.offered.digest == now.digest:
        return known  # the reader has been told
    base = _nearest(known, name, mine)
    notebooks = _notebooks(name, mine, data)
    untouched = digest(mine) == base.digest
    if untouched and not (notebooks and merging.holds_answers(notebooks[0])):
        write_whole(path, data, mine)
        say(
            _(
                "{name}: the course has a new version; you had not changed yours, so it is "
                "replaced."
            ).format(name=name)
        )
        return Given(now)
    merged = merging.merge(base.cells, *notebooks) if notebooks else None
    if merged is None:
        return _offer(path, name, data, now, known, say)
    if notebooks and not merging.same(merged.notebook, notebooks[0]):
        old = write_beside(_beside(path, "before-update"), mine)
        write_whole(path, merging.to_bytes(merged.notebook), mine)
        say(
            _(
                "{name}: the course has a new version; what you wrote is in it. Your old copy "
                "is {copy}, beside it."
            ).format(name=name, copy=old.name)
        )
        for answer in merged.asked_anew:
            say(
                _(
                    "  {answer}: your answer is kept, but what is asked there has changed: read it."
                ).format(answer=answer)
            )
    return Given(now)


def _offer(
    path: Path,
    name: str,
    data: bytes,
    now: Version,
    known: Given | None,
    say: Callable[[str], None],
) -> Given:
    place = _beside(path, "updated")
    earlier = read_bytes(place)
    if earlier is not None and known and known.offered and digest(earlier) == known.offered.digest:
        write_whole(place, data, earlier)  # the reader has not touched the earlier update
    else:
        place = write_beside(place, data)
    say(
        _(
            "{name}: the course has a new version, and you have changed the same cells. "
            "Yours stays as it is; the new one is {copy}, beside it."
        ).format(name=name, copy=place.name)
    )
    return Given(known.given if known else Version(), now)


def _nearest(known: Given | None, name: str, mine: bytes) -> Version:
    """The version that the copy comes from: the reader may have gone over to the one beside it."""
    if known is None:
        return Version()
    if known.offered is None:
        return known.given
    marks = set(_version(name, mine).cells.items())
    both = (known.given, known.offered)
    return max(both, key=lambda version: len(marks & set(version.cells.items())))


def _version(name: str, data: bytes) -> Version:
    from grader.studying import merging

    notebook = merging.parse(data) if name.endswith(".ipynb") else None
    return Version(digest(data), merging.marks(notebook) if notebook else {})


def _notebooks(name: str, mine: bytes, data: bytes) -> tuple[Any, Any] | None:
    from grader.studying import merging

    if not name.endswith(".ipynb"):
        return None
    both = merging.parse(mine), merging.parse(data)
    return None if None in both else both


def _beside(path: Path, what: str) -> Path:
    return path.with_name(f"{path.stem}.{what}{path.suffix}")


def _files(release: Path) -> Iterator[str]:
    """The course's files by their names in it; nothing hidden, nothing that Python left behind."""
    for path in sorted(release.rglob("*")):
        name = path.relative_to(release)
        hidden = any(part.startswith((".", "__pycache__")) for part in name.parts)
        if not hidden and path.is_file():
            yield name.as_posix()


def _damaged(path: Path) -> bool:
    """Whether a course's notebook is none: an unfinished merge of git's leaves such files."""
    if path.suffix != ".ipynb":
        return False
    try:
        return not isinstance(json.loads(path.read_bytes()), dict)
    except ValueError:
        return True


def _take_trace_along(release: Path, work: Path) -> None:
    """A reader who has worked in the course's own folder keeps what he solved there."""
    old, new = release / TRACE, work / TRACE
    if old.is_file() and not new.exists():
        write_whole(new, old.read_bytes(), None)


def _read_manifest(work: Path, say: Callable[[str], None]) -> dict[str, Given]:
    data = read_bytes(work / MANIFEST)
    if data is None:
        return {}
    try:
        document = json.loads(data)
        if document["format"] != FORMAT:
            raise ValueError(f"format {document['format']!r}")
        return {str(name): _given(entry) for name, entry in document["files"].items()}
    except (ValueError, LookupError, TypeError, AttributeError):
        say(
            _("{path} could not be read and is made anew; your notebooks stay.").format(
                path=work / MANIFEST
            )
        )
        return {}


def _given(entry: Any) -> Given:
    offered = entry["offered"]
    language = str(entry.get("language", ENGLISH))  # older manifests know English only
    return Given(_unpacked(entry["given"]), _unpacked(offered) if offered else None, language)


def _unpacked(entry: Any) -> Version:
    return Version(
        str(entry["digest"]), {str(key): str(one) for key, one in entry["cells"].items()}
    )


def _write_manifest(work: Path, found: dict[str, Given]) -> None:
    path = work / MANIFEST
    document = {"format": FORMAT, "files": {name: asdict(one) for name, one in found.items()}}
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    write_whole(path, text.encode(), read_bytes(path))
