"""Which language a reader gets: the command's, the environment's, or English."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from grader import languages
from grader.languages import choosing, texts


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    for variable in choosing.VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    languages.use(None)
    yield
    languages.use(None)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("zh_CN", "zh_CN"),
        ("zh_CN.UTF-8", "zh_CN"),
        ("zh_CN.GB18030", "zh_CN"),
        ("zh", "zh_CN"),
        ("zh-Hans", "zh_CN"),
        ("zh-Hans-CN", "zh_CN"),
        ("ZH_cn", "zh_CN"),
        ("zh_SG", "zh_CN"),
        ("zh_TW.UTF-8", "zh_CN"),
        ("zh-Hant", "zh_CN"),
        ("en_GB.UTF-8", "en"),
        ("en", "en"),
        ("C", "en"),
        ("C.UTF-8", "en"),
        ("POSIX", "en"),
        ("de_DE@euro", None),
        ("zhuang", None),
        ("", None),
        ("../zh_CN", None),
    ],
)
def test_a_code_names_a_language(code, expected):
    assert languages.named(code) == expected


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh_CN"),
        ({"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "zh_CN.UTF-8"}, "zh_CN"),
        ({"LC_ALL": "en_US.UTF-8", "LANGUAGE": "zh_CN:en"}, "zh_CN"),
        ({"LANGUAGE": "fr:zh_CN:en"}, "zh_CN"),
        ({"LANGUAGE": "en:zh_CN"}, "en"),
        ({"LANGUAGE": ":", "LANG": "zh_CN"}, "zh_CN"),
        ({"GRADER_LANG": "zh", "LANGUAGE": "en", "LC_ALL": "C"}, "zh_CN"),
        ({"GRADER_LANG": "en", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"GRADER_LANG": "xx", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"GRADER_LANG": "", "LANG": "zh_CN.UTF-8"}, "zh_CN"),
    ],
)
def test_the_environment_is_asked_as_gettext_asks_it(environment, expected):
    assert languages.chosen(environment) == expected


def test_a_variable_that_is_set_later_counts_from_there_on(monkeypatch):
    assert languages.language() == "en"
    monkeypatch.setenv("GRADER_LANG", "zh_CN")
    assert languages.language() == "zh_CN"


def test_the_command_comes_before_the_environment_and_the_work_before_both(monkeypatch):
    monkeypatch.setenv("GRADER_LANG", "zh_CN")
    assert languages.use("en_US") == "en"
    assert languages.language() == "en"
    with languages.using("zh"):
        assert languages.language() == "zh_CN"
        with languages.using(None):
            assert languages.language() == "zh_CN"
        with languages.using("xx"):
            assert languages.language() == "en"
    assert languages.language() == "en"
    assert languages.use(None) == "zh_CN"


def test_a_language_that_there_is_not_is_named_with_those_that_there_are():
    with pytest.raises(LookupError, match="no language 'xx'; available: en, zh_CN"):
        languages.use("xx")


def test_two_threads_work_in_two_languages():
    seen = {}
    both = threading.Barrier(2, timeout=10)

    def work(code: str) -> None:
        with languages.using(code):
            both.wait()
            seen[code] = languages.language()
            both.wait()

    threads = [threading.Thread(target=work, args=(code,)) for code in ("en", "zh_CN")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == {"en": "en", "zh_CN": "zh_CN"}


def test_a_language_is_found_where_folders_cannot_be_listed(monkeypatch):
    """A sandbox of Landlock's lets single files be read, and no folder be looked through."""
    monkeypatch.setattr(Path, "glob", lambda self, pattern: iter(()))
    choosing.available.cache_clear()
    choosing.named.cache_clear()
    texts._catalogues.cache_clear()
    try:
        with languages.using("zh_CN"):
            assert languages._("a graph") == "一张图"
        assert languages.named("xx") is None
        assert languages.named("../zh_CN") is None
    finally:
        choosing.available.cache_clear()
        choosing.named.cache_clear()
        texts._catalogues.cache_clear()
