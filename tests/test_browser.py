"""What a notebook needs in a browser: the language of its folder, and the reader's work as an archive."""

from __future__ import annotations

import base64
import io
import os
import re
import sys
import zipfile
from pathlib import Path

import pytest

from grader import browser


@pytest.mark.parametrize(
    ("folder", "language"),
    [("/drive/zh_CN/01-graphs", "zh_CN"), ("/drive/en", "en"), ("/drive/notes", None)],
)
def test_in_a_browser_a_folder_says_its_language(folder, language, monkeypatch):
    monkeypatch.delenv("GRADER_LANG")
    monkeypatch.setattr(sys, "platform", "emscripten")
    browser.settle(Path(folder))
    assert os.environ.get("GRADER_LANG") == language
    monkeypatch.setenv("GRADER_LANG", "en")  # a reader's own choice stays
    browser.settle(Path("/drive/zh_CN"))
    assert os.environ["GRADER_LANG"] == "en"


def test_elsewhere_it_does_not(monkeypatch):
    monkeypatch.delenv("GRADER_LANG")
    browser.settle(Path("/home/zh_CN/en"))
    assert "GRADER_LANG" not in os.environ


def test_the_readers_work_is_an_archive_with_a_folder_for_each_chapter(tmp_path):
    for name in (
        "01-graphs/graphs.ipynb",
        "02-sessions/sessions.ipynb",
        "index.ipynb",
        ".x/y.ipynb",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    shown = browser.download_work(tmp_path)._repr_html_()
    packed = re.search(r'download="([^"]+)" href="data:application/zip;base64,([^"]+)"', shown)
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(packed[2]))) as file:
        assert file.namelist() == ["01-graphs/graphs.ipynb", "02-sessions/sessions.ipynb"]
        assert file.read("01-graphs/graphs.ipynb") == b"01-graphs/graphs.ipynb"
    assert "graphs-work.zip" in packed[1] and "kB" in str(browser.download_work(tmp_path))
