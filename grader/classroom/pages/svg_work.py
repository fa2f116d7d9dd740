"""How much a browser would draw for an SVG picture: a few lines that refer to each other may be millions."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree import ElementTree

MOST = 1_000_000  # elements
TILES = 1_000  # as so many copies counts what fills a shape, again and again
LINK = re.compile(r"url\s*\(\s*[\"']?\s*#([^\"')\s]+)", re.IGNORECASE)
MOVING = ("set", "animate")  # which give an attribute another value
BLOCKS = ("pattern", "marker", "clipPath")
# Of cleaned text, in which each value stands between double quotes.
TAG = re.compile(r'<(/?)(\w++)(?:[^<>"]|"[^"]*+")*+>')
REFERENCE = re.compile(r"url\s*\([^)]*\)?", re.IGNORECASE)
# In a style sheet, which may refer to anything; a letter may be written as an escape, there and in a value.
UNREAD = re.compile(r"url|\\", re.IGNORECASE)
EACH_CORNER = re.compile(r"marker(?:-mid)?\s*:", re.IGNORECASE)


def too_much(address: str) -> bool:
    """Whether the picture in a `data:image/svg+xml` address is one, or cannot be read."""
    head, _comma, data = address.partition(",")
    try:
        text = (
            base64.b64decode(data, validate=True).decode()
            if head.lower().endswith(";base64")
            else unquote(data)
        )
        if "<!ENTITY" in text:
            return True
        root = ElementTree.fromstring(text)
        return any(map(_is_unclear, root.iter())) or _Work(root).whole > MOST
    except (ValueError, RecursionError, ElementTree.ParseError):
        return True


def _is_unclear(one: ElementTree.Element) -> bool:
    """Whether it refers to parts of the picture where `_references` sees none, or in each of many corners."""
    name, style = _name(one), one.get("style", "")
    if name == "style" and UNREAD.search("".join(one.itertext())):
        return True
    if "marker-mid" in one.attrib or EACH_CORNER.search(style):
        return True
    return name in MOVING or any("\\" in value for value in one.attrib.values())


class _Work:
    """Elements that are drawn, those that are referred to once for each reference."""

    def __init__(self, root: ElementTree.Element):
        parts = reversed(list(root.iter()))  # of two with one name, the first is meant
        self.named = {one.get("id"): one for one in parts if one.get("id")}
        self.known: dict[ElementTree.Element, float] = {}
        self.whole = self.of(root)

    def of(self, one: ElementTree.Element) -> float:
        if one not in self.known:
            self.known[one] = float("inf")  # where it refers to itself
            parts = [self.of(child) for child in one]
            for name in _references(one):
                if (target := self.named.get(name)) is not None:
                    parts.append(self.of(target) * (TILES if _is_pattern(target) else 1))
            self.known[one] = 1 + sum(parts)
        return self.known[one]


def _references(one: ElementTree.Element) -> Iterator[str]:
    for name, value in one.attrib.items():
        if name.endswith("href") and value.strip().startswith("#"):
            yield value.strip()[1:]
        yield from LINK.findall(value)


def _is_pattern(one: ElementTree.Element) -> bool:
    return _name(one) == "pattern"


def _name(one: ElementTree.Element) -> str:
    return one.tag.rpartition("}")[2]


def without_nested_fillings(part: str) -> str:
    """A part of a page, cleaned, in which no pattern, marker or clip path refers to another."""
    depth = 0

    def tag(found: re.Match[str]) -> str:
        nonlocal depth
        if found[2] in BLOCKS:
            depth += -1 if found[1] else 1
        return REFERENCE.sub("none", found[0]) if depth else found[0]

    return TAG.sub(tag, part) if any(f"<{one}" in part for one in BLOCKS) else part
