"""Working copies: made once, updated with the course, and never at the cost of the reader's work.

For each file the manifest records which version of the course the copy comes from, as hashes of the
file and of its cells. That tells apart what the reader changed, what the course changed, and what
both did. Each file is replaced atomically, and the manifest last: after a failure at any moment the
next run finds either the old or the new state and continues from there.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.errors import CourseError
from grader.languages import ENGLISH, _
from grader.progress import FILE as PROGRESS
from grader.studying import merging
from grader.studying.files import (
    FOLDER,
    ChangedMeanwhile,
    alone,
    digest,
    read_bytes,
    write_beside,
    write_whole,
)
from grader.studying.localized_copies import ENGLISH_ONLY, LocalizedCourse, switch_language

MANIFEST = Path(FOLDER) / "copies.json"
FORMAT = 1
TRIES = 5
NOTHING: Mapping[str, Path] = {}


@dataclass(frozen=True)
class Version:
    """One version of a course's file: its hash, and for a notebook the fingerprints of its cells."""

    digest: str = ""
    cells: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class CopyRecord:
    """The origin of a working copy, as the manifest stores it.

    given: the course's version that the copy is based on. offered: a later one, put beside it.
    language: the language of both.
    """

    given: Version
    offered: Version | None = None
    language: str = ENGLISH


def update_copies(
    release: Path,
    work: Path,
    say: Callable[[str], None],
    others: Mapping[str, Path] = NOTHING,
    localized: LocalizedCourse = ENGLISH_ONLY,
) -> None:
    """Makes or updates the working copies in `work` of the course in `release`.

    others: files from elsewhere that the notebooks link to, by their names in `work`.
    localized: the course in other languages, and the reader's language.
    say: called with a sentence about each change to the reader's files.
    Raises CourseError if a file cannot be written; the previous file is then still there.
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
                        _("{path} is no longer a notebook (git checkout may restore it).").format(
                            path=source
                        )
                    )
                    continue
                found[name] = _update_copy(name, source, work, known.get(name), say, localized)
                if name not in known:
                    _bring_answers(name, work, [one for one in known if one not in sources], say)
            _copy_progress(release, work)
        finally:
            if found != known:
                _write_manifest(work, found)


def _bring_answers(
    name: str, work: Path, dropped: Sequence[str], say: Callable[[str], None]
) -> None:
    """Brings answers into a new lesson from notebooks of its chapter that the course no longer has."""
    for old in dropped:
        if Path(old).parent != Path(name).parent or not old.endswith(".ipynb"):
            continue
        mine, given = read_bytes(work / old), read_bytes(work / name)
        both = _notebooks(name, mine, given) if mine and given else None
        lesson = merging.with_answers(both[1], both[0]) if both else None
        if lesson is None:
            continue
        with contextlib.suppress(ChangedMeanwhile):
            write_whole(work / name, merging.to_bytes(lesson), given)
            say(
                _(
                    "{name} is new, and your answers to its questions have been brought over from "
                    "{old}, which stays as it is."
                ).format(name=name, old=old)
            )


def _update_copy(
    name: str,
    english: Path,
    work: Path,
    known: CopyRecord | None,
    say: Callable[[str], None],
    localized: LocalizedCourse,
) -> CopyRecord:
    """Updates a copy in its own language, then switches it to the reader's if that is allowed."""
    path, wanted = work / name, localized.language_for_reader(name)
    language = localized.of_copy(name, english, path, known.language if known else None)
    source = localized.source(name, english, language)
    updated = replace(_update_in_language(name, source, work, known, say), language=language)
    if language == wanted or updated.offered is not None:
        if localized.asked and language != wanted:
            say(
                _(
                    "{name}: it stays in its language until you have switched to the new version "
                    "beside it."
                ).format(name=name)
            )
        return updated
    old, new = source.read_bytes(), localized.source(name, english, wanted).read_bytes()
    for _attempt in range(TRIES):
        with contextlib.suppress(ChangedMeanwhile):
            switched = switch_language(path, old, new, localized.asked, name, say)
            return CopyRecord(_version(name, new), None, wanted) if switched else updated
    return updated


def language_of(work: Path, name: str) -> str:
    """The language in which the working copy called `name` was made."""
    known = _read_manifest(work, lambda text: None).get(name)
    return known.language if known else ENGLISH


def _update_in_language(
    name: str, source: Path, work: Path, known: CopyRecord | None, say: Callable[[str], None]
) -> CopyRecord:
    for _attempt in range(TRIES):
        with contextlib.suppress(ChangedMeanwhile):
            return _try_update(name, source, work, known, say)
    raise CourseError(
        _("{path} keeps being saved; close it, then start again").format(path=work / name)
    )


def _try_update(
    name: str, source: Path, work: Path, known: CopyRecord | None, say: Callable[[str], None]
) -> CopyRecord:
    data, path = source.read_bytes(), work / name
    mine = read_bytes(path)
    if known and mine is not None and known.given.digest == digest(data):
        return known  # the course has not changed
    now = _version(name, data)
    if mine is None:
        write_whole(path, data, None)
        if known is not None:
            say(_("{name} was missing; you have a new copy.").format(name=name))
        return CopyRecord(now)
    if mine == data:
        return CopyRecord(now)
    if known and known.offered and known.offered.digest == now.digest:
        return known  # the reader has been told
    base = _nearest(known, name, mine)
    notebooks = _notebooks(name, mine, data)
    untouched = digest(mine) == base.digest
    if untouched and not (notebooks and merging.holds_answers(notebooks[0])):
        write_whole(path, data, mine)
        say(
            _(
                "{name}: the course has a new version; you had not changed yours, so it has been "
                "replaced."
            ).format(name=name)
        )
        return CopyRecord(now)
    merged = merging.merge(base.cells, *notebooks) if notebooks else None
    if merged is None:
        return _offer(path, name, data, now, known, say)
    if notebooks and not merging.same(merged.notebook, notebooks[0]):
        old = write_beside(_beside(path, "before-update"), mine)
        write_whole(path, merging.to_bytes(merged.notebook), mine)
        say(
            _(
                "{name}: the course has a new version, and what you wrote has been carried over. "
                "Your old copy is {copy}, beside it."
            ).format(name=name, copy=old.name)
        )
        for answer in merged.changed_questions:
            say(
                _(
                    "  {answer}: your answer is kept, but the question has changed: read it again."
                ).format(answer=answer)
            )
    return CopyRecord(now)


def _offer(
    path: Path,
    name: str,
    data: bytes,
    now: Version,
    known: CopyRecord | None,
    say: Callable[[str], None],
) -> CopyRecord:
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
    return CopyRecord(known.given if known else Version(), now)


def _nearest(known: CopyRecord | None, name: str, mine: bytes) -> Version:
    """The version that the copy is based on, which may be the offered one if the reader adopted it."""
    if known is None:
        return Version()
    if known.offered is None:
        return known.given
    ours = set(_version(name, mine).cells.items())
    both = (known.given, known.offered)
    return max(both, key=lambda version: len(ours & set(version.cells.items())))


def _version(name: str, data: bytes) -> Version:
    notebook = merging.parse(data) if name.endswith(".ipynb") else None
    return Version(digest(data), merging.fingerprints(notebook) if notebook else {})


def _notebooks(name: str, mine: bytes, data: bytes) -> tuple[Any, Any] | None:
    if not name.endswith(".ipynb"):
        return None
    both = merging.parse(mine), merging.parse(data)
    return None if None in both else both


def _beside(path: Path, what: str) -> Path:
    return path.with_name(f"{path.stem}.{what}{path.suffix}")


def _files(release: Path) -> Iterator[str]:
    """The names of the course's files, without hidden files and Python's caches."""
    for path in sorted(release.rglob("*")):
        name = path.relative_to(release)
        hidden = any(part.startswith((".", "__pycache__")) for part in name.parts)
        if not hidden and path.is_file():
            yield name.as_posix()


def _damaged(path: Path) -> bool:
    """Whether a course's notebook is not valid JSON, as after an unfinished git merge."""
    if path.suffix != ".ipynb":
        return False
    try:
        return not isinstance(json.loads(path.read_bytes()), dict)
    except ValueError:
        return True


def _copy_progress(release: Path, work: Path) -> None:
    """Copies the record of solved exercises, for a reader who has worked in the course's own folder."""
    old, new = release / PROGRESS, work / PROGRESS
    if old.is_file() and not new.exists():
        write_whole(new, old.read_bytes(), None)


def _read_manifest(work: Path, say: Callable[[str], None]) -> dict[str, CopyRecord]:
    data = read_bytes(work / MANIFEST)
    if data is None:
        return {}
    try:
        document = json.loads(data)
        if document["format"] != FORMAT:
            raise ValueError(f"format {document['format']!r}")
        return {str(name): _copy_record(entry) for name, entry in document["files"].items()}
    except (ValueError, LookupError, TypeError, AttributeError):
        say(
            _(
                "{path} could not be read and has been created again; your notebooks are "
                "unaffected."
            ).format(path=work / MANIFEST)
        )
        return {}


def _copy_record(entry: Any) -> CopyRecord:
    offered = entry["offered"]
    language = str(entry.get("language", ENGLISH))  # older manifests have no language
    return CopyRecord(_unpacked(entry["given"]), _unpacked(offered) if offered else None, language)


def _unpacked(entry: Any) -> Version:
    return Version(
        str(entry["digest"]), {str(key): str(one) for key, one in entry["cells"].items()}
    )


def _write_manifest(work: Path, found: dict[str, CopyRecord]) -> None:
    path = work / MANIFEST
    document = {"format": FORMAT, "files": {name: asdict(one) for name, one in found.items()}}
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    write_whole(path, text.encode(), read_bytes(path))
