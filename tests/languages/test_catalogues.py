"""The catalogues are complete, hold what the code says, and say it as the language is written."""

from __future__ import annotations

import pytest

from grader.translating import catalogues, checking
from grader.translating.collecting import DOMAINS, Text, UnreadableText, collect, texts_of


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_language_has_every_text(domain):
    found = checking.problems(domain)
    assert not found, "\n".join(found)


def test_simplified_chinese_is_there():
    assert "zh_CN" in catalogues.languages()


def test_every_text_of_an_exercise_is_collected():
    from grader.exercises import find

    exercise = find("graphs/polynomial")
    texts = {text.message: text for text in collect("graphs")}
    assert exercise.title in texts
    assert exercise.cases[1].label in texts
    assert exercise.misconceptions[0].explanation in texts
    assert texts[exercise.hints[2]].notes == ("graphs/polynomial: hint 3",)


CODE = """
from grader.languages import N_, _, ngettext
STATES = {"open": N_("not yet tried")}
def told(name, count):
    yield _("expected {count} tensors, "
            "found {name}").format(count=count, name=name)
    yield ngettext("{count} point", "{count} points", count).format(count=count)
    yield _(STATES[name])
"""


def test_marked_texts_of_code_are_found():
    assert [text.key for text in texts_of(CODE, "here.py")] == [
        ("not yet tried", ""),
        ("expected {count} tensors, found {name}", ""),
        ("{count} point", "{count} points"),
    ]


@pytest.mark.parametrize("wrong", ['_(f"{x} is")', '_("a" + x)', '_("{}".format(x))', "_(f(x))"])
def test_a_mark_on_no_plain_text_is_refused(wrong):
    with pytest.raises(UnreadableText, match=r"here\.py, line 2: expected a plain string"):
        list(texts_of(f"\nx = {wrong}", "here.py"))


ENGLISH = Text("`{name}` returns {found}, not `x`.", formed=True)


@pytest.mark.parametrize(
    ("translation", "problem"),
    [
        ("`{name}` 返回 {found}，而不是 `x`。", ""),
        ("`{name}` 返回 {other}，而不是 `x`。", "other braces"),
        ("`{name}` 返回 {found}，而不是 `y`。", "other code"),
        ("`{name}` 返回 {found}，而不是 `x`。 ", "ends with a space"),
        ("`{name}` 返回 {found}, 而不是 `x`，对吧?", "half width"),
        ("`{name}` 返回 {found}，而不是`x`。", "no space beside"),
        ("`{name}` 返回 {found}， 而不是 `x`。", "a space at full-width"),
        ("`{name}` 返 回 {found}，而不是 `x`。", "between Chinese"),
        ("", "not translated"),
    ],
)
def test_what_is_wrong_with_a_translation_is_said(tmp_path, monkeypatch, translation, problem):
    """A domain of one text, checked as the course's own are."""
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    for module in (catalogues, checking):
        monkeypatch.setattr(module, "collect", lambda domain: (ENGLISH,))
    catalogues.update("graphs", ["zh_CN"])
    path = catalogues.po_path("zh_CN", "graphs")
    text = path.read_text(encoding="utf-8")
    head, _, last = text.rpartition('msgstr ""')
    path.write_text(f'{head}msgstr "{translation}"{last}', encoding="utf-8")
    assert any("not made from" in one for one in checking.problems("graphs")) or not translation
    catalogues.update("graphs", ["zh_CN"])
    found = checking.problems("graphs")
    assert any(problem in one for one in found) if problem else not found


def test_an_update_keeps_translations_and_drops_what_is_gone(tmp_path, monkeypatch):
    texts = [Text("one"), Text("two"), Text("{n} point", "{n} points")]
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogues, "collect", lambda domain: tuple(texts))
    assert catalogues.update("graphs", ["zh_CN"]) == {"zh_CN": 3}
    path = catalogues.po_path("zh_CN", "graphs")
    text = path.read_text(encoding="utf-8")
    text = text.replace('msgid "one"\nmsgstr ""', 'msgid "one"\nmsgstr "一"')
    text = text.replace('msgid "two"\nmsgstr ""', '# why\nmsgid "two"\nmsgstr "二"')
    path.write_text(text.replace('msgstr[0] ""', 'msgstr[0] "{n} 分"'), encoding="utf-8")
    assert catalogues.update("graphs", ["zh_CN"]) == {"zh_CN": 0}
    texts[0] = Text("three")
    assert catalogues.update("graphs", ["zh_CN"]) == {"zh_CN": 1}
    again = path.read_text(encoding="utf-8")
    assert "一" not in again and "二" in again and "{n} 分" in again and "# why" in again
    # What another chapter has translated is taken from there.
    texts[:] = [Text("two"), Text("four")]
    assert catalogues.update("sessions", ["zh_CN"]) == {"zh_CN": 1}
    assert "二" in catalogues.po_path("zh_CN", "sessions").read_text(encoding="utf-8")
