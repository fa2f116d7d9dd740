"""`grader translations` and `grader release`: what a translator sees."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from nbformat import read, write
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from grader.cli import main
from grader.prose.making import entries_of, release, stale_all

PAGE = "01-graphs/graphs.ipynb"


@pytest.fixture
def course(tmp_path, monkeypatch):
    """An English release of one page, a folder for its translation, and the command there."""
    from grader import places
    from grader.cli import translations

    notebooks, folder = tmp_path / "notebooks", tmp_path / "translations"
    (notebooks / PAGE).parent.mkdir(parents=True)
    cells = [new_markdown_cell("One.", id="one"), new_code_cell('print("two")', id="two")]
    write(new_notebook(cells=cells), notebooks / PAGE)
    monkeypatch.setattr(places, "NOTEBOOKS", notebooks)
    monkeypatch.setattr(translations, "TRANSLATIONS", folder)
    monkeypatch.setenv("GRADER_LANG", "en")

    def run(*arguments, code):
        done = CliRunner().invoke(main, ["translations", *arguments], catch_exceptions=False)
        assert done.exit_code == code, done.output
        return done.output

    return notebooks, folder, run


def test_a_page_is_begun_translated_accepted_and_becomes_stale(course):
    notebooks, folder, run = course
    begun = run("01-graphs", "--into", "fr", "--fill", code=1)
    assert "2 missing" in begun and "missing: one  One." in begun
    text = folder / "fr" / "01-graphs" / "graphs.md"
    text.write_text(text.read_text().replace("One.", "Un.").replace('"two"', '"deux"'))
    accept = ("--accept", "one", "--accept", "two")
    assert "2 translated" in run("01-graphs", "--into", "fr", *accept, code=0)
    assert [one.source for one in entries_of(PAGE, "fr", folder)] == ["Un.", 'print("deux")']
    release("fr", notebooks, folder)
    assert stale_all(notebooks, (), folder) == []

    notebook = read(notebooks / PAGE, as_version=4)
    notebook.cells[0].source = "One and a half."
    write(notebook, notebooks / PAGE)
    told = run(code=1)
    assert "1 stale, 1 translated" in told and "stale: one  One and a half." in told
    assert "the English text has changed since" in told
    assert stale_all(notebooks, (), folder) == [f"translations/fr/notebooks/{PAGE}"]
    release("fr", notebooks, folder)
    made = read(folder / "fr" / "notebooks" / PAGE, as_version=4)
    assert [cell.source for cell in made.cells] == ["One and a half.", 'print("deux")']


def test_what_cannot_be_done_is_said(course):
    _, folder, run = course
    assert "available: 01-graphs" in run("02-sessions", code=2)
    assert "need a chapter and --into" in run("--fill", code=2)
    assert "create it with --fill" in run("01-graphs", "--into", "fr", "--accept", "one", code=2)
    assert not folder.exists()


def test_a_check_of_the_release_finds_stale_translations_too(course, monkeypatch):
    _, folder, run = course
    run("01-graphs", "--into", "fr", "--fill", code=1)
    monkeypatch.setattr("grader.classroom.publishing.release.stale", lambda *about: [])
    monkeypatch.setattr("grader.prose.making.stale_all.__defaults__", ((), folder))
    monkeypatch.setattr("grader.prose.making.release_all.__defaults__", ((), folder))
    monkeypatch.setattr("grader.classroom.publishing.release.release", lambda *about: [])

    def released(*options):
        return CliRunner().invoke(main, ["release", "01-graphs", *options], catch_exceptions=False)

    name = f"translations/fr/notebooks/{PAGE}"
    done = released("--check")
    assert done.exit_code == 1 and f"stale: {name}" in done.output
    monkeypatch.setattr("grader.prose.making.in_english.__defaults__", ((), folder))
    told = released().output
    assert f"written: {name}" in told
    assert f"fr {PAGE}: cells that are not up to date: 2 (" in told
    assert released("--check").exit_code == 0
