"""Reads and writes the catalogues: for each language and domain a `.po` and its `.mo`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from grader.languages.choosing import FOLDER
from grader.translating.collecting import DOMAINS, Text, collect

WIDTH = 100
# Translations, by the keys of their texts.
Known = Mapping[tuple[str, str], Any]
NOTHING: Known = {}
HEADER = "# {title}, domain {domain}. Written by `python -m grader.translating update`."


class Undated(Catalog):
    """A catalogue whose file depends on its strings alone: no dates, no names of people.

    code: its language, "zh_CN".
    """

    def __init__(self, code: str):
        self.code = code
        super().__init__(locale=code)

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """The lines of the header."""
        return [
            ("Project-Id-Version", "tf-graph-course"),
            ("Language", self.code),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def languages() -> list[str]:
    """The languages that have catalogues."""
    return sorted(path.parent.name for path in FOLDER.glob("*/LC_MESSAGES"))


def po_path(language: str, domain: str) -> Path:
    """The path of a domain's `.po` file in a language."""
    return FOLDER / language / "LC_MESSAGES" / f"{domain}.po"


def read(path: Path) -> Catalog:
    """The catalogue in a `.po` file; an empty one if there is no file."""
    if not path.exists():
        return Catalog()
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name, ignore_obsolete=False)


def translated(catalogue: Catalog, text: Text) -> Any:
    """The translation of a string: a str, a tuple of plural forms, or empty."""
    found = catalogue.get(text.message)
    if found is None or not found.string:
        return ""
    plural = found.id[1] if isinstance(found.id, tuple) else ""
    return found.string if plural == text.plural else ""


def rewritten(language: str, domain: str, texts: Iterable[Text], known: Known = NOTHING) -> bytes:
    """The `.po` file of a domain with these strings, their translations kept; `known`: other ones."""
    old = read(po_path(language, domain))
    done = {text.key: translated(old, text) or known.get(text.key, "") for text in texts}
    return _written(_filled(Undated(language), domain, texts, done, old))


def update(domain: str, languages_wanted: Iterable[str]) -> dict[str, int]:
    """Rewrites a domain's catalogues; returns how many strings each language lacks.

    Translations stay with their English string. A new string takes a translation from another
    domain if there is one; strings that are no longer in the code are removed.
    """
    texts = collect(domain)
    lacking = {}
    for language in languages_wanted:
        path = po_path(language, domain)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(rewritten(language, domain, texts, _elsewhere(language, domain)))
        path.with_suffix(".mo").write_bytes(compiled(path))
        new = read(path)
        lacking[language] = sum(not all(_forms(translated(new, text))) for text in texts)
    return lacking


def compiled(path: Path) -> bytes:
    """The `.mo` file that gettext reads, from a `.po` file without empty and fuzzy translations."""
    source = read(path)
    catalogue = Undated(path.parent.parent.name)
    for message in source:
        if message.id and all(_forms(message.string)) and not message.fuzzy:
            catalogue.add(message.id, message.string)
    buffer = BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def key_of(identity: Any) -> tuple[str, str]:
    """The key of a message in a catalogue, as `Text.key`."""
    return (identity[0], identity[1]) if isinstance(identity, (tuple, list)) else (identity, "")


def _forms(string: Any) -> tuple[str, ...]:
    return tuple(string) if isinstance(string, (tuple, list)) else (string,)


def _elsewhere(language: str, domain: str) -> Known:
    """The translations of the other domains."""
    found: dict[tuple[str, str], Any] = {}
    for other in DOMAINS:
        if other == domain:
            continue
        for message in read(po_path(language, other)):
            if message.id and all(_forms(message.string)) and not message.fuzzy:
                found.setdefault(key_of(message.id), message.string)
    return found


def _filled(
    catalogue: Catalog,
    domain: str,
    texts: Iterable[Text],
    done: Known,
    old: Catalog,
) -> Catalog:
    """`catalogue` with the texts, their translations, and what translators have noted in `old`."""
    title = catalogue.locale.english_name
    catalogue.header_comment = HEADER.format(title=title, domain=domain)
    for text in texts:
        message = text.key if text.plural else text.message
        before = old.get(text.message)
        catalogue.add(
            message,
            done.get(text.key) or "",
            [(place, 0) for place in text.places],
            ("fuzzy",) if before and before.fuzzy else (),
            text.notes,
            before.user_comments if before else (),
        )
    catalogue.fuzzy = False
    return catalogue


def _written(catalogue: Catalog) -> bytes:
    buffer = BytesIO()
    write_po(buffer, catalogue, width=WIDTH, include_lineno=False)
    return buffer.getvalue()
