"""Texts come out in the chosen language, and as they are where it has none."""

from __future__ import annotations

import pytest

from grader.languages import N_, _, ngettext, texts, using
from grader.translating import catalogues
from grader.translating.collecting import Text


@pytest.fixture
def chinese(tmp_path, monkeypatch):
    """Catalogues of two domains, with three texts."""
    words = {"one": "一", "two": "二", "{n} point": "{n} 分"}
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    parts = {"graphs": [Text("one"), Text("{n} point", "{n} points")], "grader": [Text("two")]}
    for domain, found in parts.items():
        monkeypatch.setattr(catalogues, "collect", lambda _domain, found=found: found)
        catalogues.update(domain, ["zh_CN"])
        path = catalogues.po_path("zh_CN", domain)
        text = path.read_text(encoding="utf-8")
        for english, word in words.items():
            for empty in ("msgstr", "msgstr[0]"):
                end = '\nmsgid_plural "{n} points"' if empty.endswith("]") else ""
                old = f'msgid "{english}"{end}\n{empty} ""'
                text = text.replace(old, f'{old[:-2]}"{word}"')
        path.write_text(text, encoding="utf-8")
        catalogues.update(domain, ["zh_CN"])
    monkeypatch.setattr(texts, "FOLDER", tmp_path)
    monkeypatch.setattr(texts, "SEEN", ())
    texts._catalogues.cache_clear()
    yield
    texts._catalogues.cache_clear()


def test_a_text_of_any_domain_is_found(chinese):
    with using("zh_CN"):
        assert [_("one"), _("two"), _(N_("one"))] == ["一", "二", "一"]
    with using("en"):
        assert _("one") == "one"


def test_a_text_that_no_catalogue_has_stays(chinese):
    with using("zh_CN"):
        assert [_("something else"), _("")] == ["something else", ""]


@pytest.mark.parametrize(("count", "english"), [(1, "1 point"), (2, "2 points"), (0, "0 points")])
def test_plurals_are_each_languages_own(chinese, count, english):
    def told() -> str:
        return ngettext("{n} point", "{n} points", count).format(n=count)

    with using("en"):
        assert told() == english
    with using("zh_CN"):
        assert told() == f"{count} 分"


def test_the_header_of_a_catalogue_is_nobodys_text(chinese):
    with using("zh_CN"):
        assert "Project-Id-Version" not in _("") + ngettext("", "", 1)
