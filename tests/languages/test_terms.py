"""The Chinese texts keep to the names in docs/terms-zh_CN.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import pytest

from grader.places import NOTEBOOKS, ROOT
from grader.prose.making import entries_of, read_page
from grader.prose.places import pages
from grader.translating.catalogues import key_of, po_path, read
from grader.translating.collecting import DOMAINS

CHINESE = "zh_CN"
PAGE = ROOT / "docs" / f"terms-{CHINESE}.md"
ROW = re.compile(r"^\| (?!English|-)(.+?) \|(.*?)\|(.*?)\|(.*)\|$", re.MULTILINE)
# Code, formulas, the addresses of links, and the places for values.
CODE = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|\$\$.*?\$\$|\$[^$\n]+\$|\{[^{}]*\}", re.DOTALL)
IN_BOLD = re.compile(r"\*\*(.+?)\*\*")


@dataclass(frozen=True)
class Term:
    """english: its forms; chinese: any of these stands for it; held: where the English stands."""

    english: tuple[str, ...]
    chinese: tuple[str, ...]
    never: tuple[str, ...]
    held: bool

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        forms = [re.escape(one) for one in self.english]
        forms = [f"{one[:-1]}(?:y|ies)" if one.endswith("y") else f"{one}(?:e?s)?" for one in forms]
        return re.compile(rf"(?<![\w.])(?:{'|'.join(forms)})(?![\w(=])", re.IGNORECASE)


@cache
def terms() -> tuple[Term, ...]:
    found = []
    for english, chinese, never, _note in ROW.findall(PAGE.read_text(encoding="utf-8")):
        bold = IN_BOLD.match(english)
        names = re.sub(r"\s*\(.*?\)", "", bold[1] if bold else english).split(", ")
        chinese_forms, refused = (
            tuple(one.strip() for one in cell.split("，") if one.strip())
            for cell in (chinese, never)
        )
        found.append(Term(tuple(names), chinese_forms, refused, bool(bold)))
    return tuple(found)


def misnamed(english: str, chinese: str) -> Iterator[str]:
    """What is wrong with the names in a translation, one sentence each."""
    told, said = CODE.sub("`", english), CODE.sub("`", chinese)
    for term in terms():
        for form in term.never:
            if form in said:
                yield f"{form} is never used for {term.english[0]}; say {term.chinese[0]}"
        named = any(form in chinese for form in term.chinese)
        if term.held and not named and term.pattern.search(told):
            yield f"{term.english[0]} is not called {term.chinese[0]}"


def pairs_of_catalogue(domain: str) -> Iterator[tuple[str, str, str]]:
    """Place, English, and Chinese of each string."""
    for message in read(po_path(CHINESE, domain)):
        english = key_of(message.id)[0]
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        if english:
            yield from ((f"{domain}.po, {english!r}", english, form) for form in forms)


def pairs_of_page(page: str) -> Iterator[tuple[str, str, str]]:
    """Place, English, and Chinese of each cell; of a code cell no English, for its names are code."""
    cells = {cell.id: cell for cell in read_page(NOTEBOOKS, page).cells}
    for entry in entries_of(page, CHINESE):
        if entry.of and entry.cell in cells:
            source = cells[entry.cell].source if entry.kind == "markdown" else ""
            yield f"{page}, {entry.cell}", source, entry.source


@pytest.mark.parametrize(
    "pairs",
    [pytest.param(pairs_of_catalogue(domain), id=domain) for domain in DOMAINS]
    + [pytest.param(pairs_of_page(page), id=page) for page in pages(CHINESE)],
)
def test_each_term_has_its_one_name(pairs):
    found = [
        f"{place}: {one}" for place, english, chinese in pairs for one in misnamed(english, chinese)
    ]
    assert not found, f"{PAGE.name} says otherwise:\n" + "\n".join(found)


def test_the_page_can_be_read_and_does_not_contradict_itself():
    rows = [
        line
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("| ") and not line.startswith("| English")
    ]
    assert len(rows) == len(terms()) >= 120
    names = [(name, term.chinese) for term in terms() for name in term.english]
    assert len({name for name, _ in names}) == len(names), "a term has two rows"
    allowed = {form for term in terms() for form in term.chinese}
    for term in terms():
        assert term.chinese, term
        for refused in term.never:
            assert not [form for form in allowed if refused in form], refused


@pytest.mark.parametrize(
    ("english", "chinese", "wrong"),
    [
        ("The backward pass comes last.", "最后是反向传播。", 0),
        ("The backward pass comes last.", "最后是向后走。", 1),
        ("The backward pass comes last.", "最后是逆向传播。", 2),
        ("Dual numbers carry a slope.", "对偶数带着斜率。", 0),
        ("Dual numbers carry a slope.", "双重数带着斜率。", 2),
        ("Look at `checkpoint` and at f(queue).", "请看。", 1),
        ("Call `queue.enqueue(x)` in $queue$.", "请调用它。", 0),
        ("A node.", "一个结点。", 1),
        ("A node.", "一个 `结点`。", 0),
    ],
)
def test_a_wrong_name_is_noticed(english, chinese, wrong):
    assert len(list(misnamed(english, chinese))) == wrong
