"""How much a browser would draw for an SVG picture: a few lines that refer to each other may be millions."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree import ElementTree

MOST = 1_000_000  # elements
TILES = 1_000  # as so many copies counts what fills a shape, again and again
LINK = re.compile(r"url\s*\(\s*[\"']?#([^\"')\s]+)")
BLOCKS = ("pattern", "marker")
REFERENCE = re.compile(r"url\s*\([^)]*\)?")


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
        return _Work(ElementTree.fromstring(text)).whole > MOST
    except (ValueError, RecursionError, ElementTree.ParseError):
        return True


class _Work:
    """Elements that are drawn, those that are referred to once for each reference."""

    def __init__(self, root: ElementTree.Element):
        self.named = {one.get("id"): one for one in root.iter() if one.get("id")}
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
        if name.endswith("href") and value.startswith("#"):
            yield value[1:]
        yield from LINK.findall(value)


def _is_pattern(one: ElementTree.Element) -> bool:
    return one.tag.rpartition("}")[2] == "pattern"


def without_nested_fillings(part: str) -> str:
    """A part of a page, cleaned, in which no pattern of a picture is filled with another."""
    if not any(f"<{tag}" in part for tag in BLOCKS):
        return part
    pictures = part.split("<svg")
    for number, picture in enumerate(pictures):
        for tag in BLOCKS:
            start, end = picture.find(f"<{tag}"), picture.rfind(f"</{tag}>")
            if 0 <= start < end:
                block = REFERENCE.sub("none", picture[start:end])
                picture = picture[:start] + block + picture[end:]
        pictures[number] = picture
    return "<svg".join(pictures)
