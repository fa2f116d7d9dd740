"""Checks a catalogue against the strings in the code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from grader.translating.catalogues import (
    compiled,
    key_of,
    languages,
    po_path,
    read,
    rewritten,
    translated,
)
from grader.translating.collecting import Text, collect

UPDATE = "run `python -m grader.translating update {domain}`"
# What a translation has as the English text has it: values, code, links.
BRACES = re.compile(r"\{[^{}]*\}")
CODE = re.compile(r"`[^`]*`")

HAN = "\u4e00-\u9fff"
# For each language: what does not belong in its texts, and why. Code between backticks is left out.
TYPOGRAPHY: dict[str, tuple[tuple[re.Pattern[str], str], ...]] = {
    "zh_CN": (
        (re.compile(rf"[{HAN}`]\s?[,;:?!](?!\w)|[{HAN}]\.(?:\s|$)"), "punctuation of half width"),
        (re.compile(rf"[{HAN}][A-Za-z0-9`]|[A-Za-z0-9`][{HAN}]"), "no space beside Latin letters"),
        (
            re.compile(r"[，。；：？！、“”（）][ \t]|[ \t][，。；：？！、”（）]"),
            "a space at full-width punctuation",
        ),
        (re.compile(rf"[{HAN}] +[{HAN}]"), "a space between Chinese characters"),
    )
}


def problems(domain: str) -> list[str]:
    """What keeps a domain's catalogues from being complete, one sentence each."""
    texts = collect(domain)
    found = []
    for language in languages():
        found += [f"{language}/{domain}: {one}" for one in _of_language(language, domain, texts)]
    return found


def _of_language(language: str, domain: str, texts: tuple[Text, ...]) -> Iterator[str]:
    path = po_path(language, domain)
    catalogue = read(path)
    compiled_path = path.with_suffix(".mo")
    if not path.exists() or not compiled_path.exists():
        yield f"no catalogue: {UPDATE.format(domain=domain)}"
        return
    if path.read_bytes() != rewritten(language, domain, texts):
        yield f"{path.name} is not what the code says: {UPDATE.format(domain=domain)}"
    if compiled_path.read_bytes() != compiled(path):
        yield f"{compiled_path.name} is not made from the .po: {UPDATE.format(domain=domain)}"
    wanted = {text.key for text in texts}
    for key in sorted({key_of(message.id) for message in catalogue if message.id} - wanted):
        yield f"no longer in the code: {key[0]!r}"
    for message in catalogue.obsolete.values():
        yield f"obsolete: {message.id!r}"
    for message in catalogue:
        if message.id and message.fuzzy:
            yield f"fuzzy: {message.id!r}"
    shown: dict[str, str] = {}
    for text in texts:
        string = translated(catalogue, text)
        forms = string if isinstance(string, tuple) else (string,)
        if not all(forms):
            yield f"not translated: {text.message!r}"
            continue
        for form in forms:
            yield from _differences(language, text, form)
        # Messages are compared too: two that differ in English have to differ everywhere.
        if text.formed and shown.setdefault(forms[0], text.message) != text.message:
            yield f"the same for {shown[forms[0]]!r} and {text.message!r}"


def _differences(language: str, text: Text, form: str) -> Iterator[str]:
    originals = {text.message, text.plural} - {""}
    for pattern, name in ((BRACES, "braces"), (CODE, "code")):
        if Counter(pattern.findall(form)) not in [Counter(pattern.findall(o)) for o in originals]:
            yield f"other {name} in {form!r} than in {text.message!r}"
    for part, name in ((0, "begins"), (-1, "ends")):
        if (form[part].isspace()) != (text.message[part].isspace()):
            yield f"{name} with a space or line break, other than the English: {form!r}"
    plain = CODE.sub("``", form)
    for pattern, reason in TYPOGRAPHY.get(language, ()):
        for place in pattern.finditer(plain):
            yield f"{reason} ({place.group()!r}) in {form!r}"
