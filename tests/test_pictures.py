"""The pictures in docs/ are of this course: every sentence on them is said by the course now.

Beside each picture lies, as text, what of the course it shows (tests/browser/words.py). A sentence is known
if it stands in a notebook or is a message of the code, whatever the numbers and names in it.
"""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
PICTURES = sorted((ROOT / "docs" / "pictures").glob("*.png"))
# Notebooks and the messages of the code.
CATALOGUES = ROOT / "grader" / "languages" / "zh_CN" / "LC_MESSAGES"

ENDS = " .,:;"
VARIABLE = re.compile(r"\{\w*(?:![a-z])?(?::[^}]*)?\}")
ANYTHING = r"\S+?(?: \S+?){0,3}"  # for a variable: no whole sentence
# A line is looked up whole, then by its sentences, their halves, and their parts between commas.
CUTS = (r"(?<=[.?!])\s+", r"(?<=[:;])\s+", r",\s+|[()]")


def alike(text: str) -> str:
    """A text without markup, in small letters; all numbers are alike, with their units."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)|</?\w+[^>]*>", r"\1", text)  # links, HTML
    text = re.sub(r"[`*_#|\"\u201c\u201d]", "", text)
    text = re.sub(r"-?\d[\d.,]*(?<=\d)(?: [kM]?B\b)?", "0", text)
    return re.sub(r"\s+", " ", text).lower()


def plain(text: str) -> str:
    """The same, without what stands at its ends."""
    return alike(text).strip(ENDS)


def words(text: str) -> list[str]:
    """Its words: no names with hyphens, no paths, no numbers."""
    found = (word.strip(".,:;?!()") for word in text.split())
    return [word for word in found if len(word) > 1 and word.isalpha()]


@cache
def said() -> str:
    """What notebooks and pages say now."""
    texts = []
    for path in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        texts += ["".join(cell["source"]) for cell in cells]
    for path in sorted((ROOT / "grader").rglob("*.html")):
        texts.append(path.read_text(encoding="utf-8"))
    # The report speaks English alone: its words are in no catalogue.
    for path in sorted((ROOT / "grader" / "classroom" / "report").glob("*.py")):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        texts += [
            one.value
            for one in nodes
            if isinstance(one, ast.Constant) and isinstance(one.value, str)
        ]
    return plain("\n".join(texts))


@cache
def messages() -> tuple[re.Pattern[str], ...]:
    """What the code says now, and its parts; up to four words may stand in place of a variable."""
    texts = set()
    for path in sorted(CATALOGUES.glob("*.po")):
        with path.open("rb") as file:
            for one in read_po(file):
                texts.update(one.id if isinstance(one.id, tuple) else (one.id,))
    for cut in CUTS:
        texts |= {part for text in texts for part in re.split(cut, text) if part}
    return tuple(
        pattern(text) for text in sorted(texts) if len(words(VARIABLE.sub(" ", text))) >= 2
    )


def pattern(text: str) -> re.Pattern[str]:
    """What matches a message, whatever its variables are."""
    parts = [alike(part) for part in VARIABLE.split(text)]
    parts[0], parts[-1] = parts[0].lstrip(ENDS), parts[-1].rstrip(ENDS)
    return re.compile(ANYTHING.join(map(re.escape, parts)))


def known(text: str) -> bool:
    """Whether the course says it."""
    told = plain(text)
    return len(words(text)) < 3 or told in said() or any(one.fullmatch(told) for one in messages())


def unsaid(text: str, cuts: tuple[str, ...] = (r"\n", *CUTS)) -> list[str]:
    """The parts of a picture's text that the course does not say."""
    if known(text):
        return []
    if not cuts:
        return [text]
    return [part for one in re.split(cuts[0], text) for part in unsaid(one, cuts[1:])]


@pytest.mark.slow
@pytest.mark.parametrize("picture", PICTURES, ids=lambda path: path.stem)
def test_a_picture_shows_what_the_course_says_now(picture):
    text = picture.with_suffix(".txt").read_text(encoding="utf-8")
    assert text.strip(), "the picture has words"
    assert unsaid(text) == [], "remake the pictures: make browser-test pictures"


@pytest.mark.slow
@pytest.mark.parametrize(
    "old",
    [
        "graphs/polynomial: 0 of 2 points: your node takes x\u00b2 as x times 2.",
        "its values for two hidden pairs, some of them negative",
        "Compute nothing, and open no session: just build the node and return it.",
    ],
)
def test_an_older_wording_is_noticed(old):
    assert unsaid(old) != []


@pytest.mark.slow
def test_numbers_and_names_make_no_difference():
    assert unsaid("12 of 24 points, 3 of 8 exercises solved\n\u2715 failed") == []
