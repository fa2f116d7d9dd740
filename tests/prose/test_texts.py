"""The file of a page's text: read, written, filled, accepted."""

from __future__ import annotations

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from grader.errors import CourseError
from grader.prose.cells import mark
from grader.prose.texts import Entry, parse, written
from grader.prose.writing import accepted, difference, earlier, filled

ENGLISH = new_notebook(
    cells=[
        new_markdown_cell("# One\n\n```python\na = 1\n```\n\nText.", id="one"),
        new_code_cell('print("two")', id="two"),
        new_code_cell("x = 1", id="silent"),
        new_markdown_cell("Three.", id="three"),
    ]
)


def test_what_is_written_is_read_again():
    entries = [
        Entry("one", "markdown", "0123456789abcdef", "# 一\n\n```python\na = 1\n```\n\n文。"),
        Entry("two", "code", "", 'print("二")'),
        Entry("three", "markdown", "", "```python\na\n```\nx\n```python\nb\n```"),
    ]
    assert parse(written("head", entries)) == ("head\n\n", entries)


@pytest.mark.parametrize(
    "line", ["<!-- cell one -->", "<!-- cell one of 123 -->", " <!-- cell one todo -->"]
)
def test_a_mark_that_is_none_is_told_with_its_line(line):
    with pytest.raises(CourseError, match=r"line 3: .*is not a cell marker"):
        parse(f"head\n\n{line}\ntext\n")


def test_two_texts_of_one_cell_are_told():
    with pytest.raises(CourseError, match="two texts for the cell one"):
        parse("<!-- cell one todo -->\na\n\n<!-- cell one todo -->\nb\n")


def test_a_new_file_waits_for_every_cell_that_speaks():
    _, entries = parse(filled("a.ipynb", "zh_CN", ENGLISH))
    assert [(one.cell, one.kind, one.of) for one in entries] == [
        ("one", "markdown", ""),
        ("two", "code", ""),
        ("three", "markdown", ""),
    ]
    assert [one.source for one in entries] == [ENGLISH.cells[n].source for n in (0, 1, 3)]


def test_filling_keeps_what_was_written_and_what_is_gone():
    mine = [Entry("lost", "markdown", "", "旧"), Entry("three", "markdown", "f" * 16, "三。")]
    head, entries = parse(filled("a.ipynb", "zh_CN", ENGLISH, written("mine", mine)))
    assert head.strip() == "mine"
    assert [one.cell for one in entries] == ["one", "two", "three", "lost"]
    assert entries[2:] == [mine[1], mine[0]]


def test_accepting_marks_the_english_of_now_and_refuses_what_cannot_stand():
    text = written("", [Entry("two", "code", "", 'print("二")')])
    (entry,) = parse(accepted(ENGLISH, text, ["two"]))[1]
    assert entry.of == mark(ENGLISH.cells[1]) and entry.source == 'print("二")'
    with pytest.raises(CourseError, match="not right yet: the code is not the same"):
        accepted(ENGLISH, text.replace("print(", "show("), ["two"])
    with pytest.raises(CourseError, match="no cell 'three'"):
        accepted(ENGLISH, text, ["three"])


def test_the_english_of_another_day_is_found_in_git(tmp_path):
    import subprocess

    import nbformat

    def git(*arguments):
        who = ("-c", "user.name=a", "-c", "user.email=a@b")
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-q")
    (tmp_path / "notebooks").mkdir()
    page = tmp_path / "notebooks" / "a.ipynb"
    for text in ("Old.\nSame.", "New.\nSame."):
        cell = new_markdown_cell(text, id="one")
        nbformat.write(new_notebook(cells=[cell]), page)
        git("add", ".")
        git("commit", "-qm", text)
    old = mark(new_markdown_cell("Old.\nSame."))
    found = earlier(page.parent, "a.ipynb", "one", old)
    assert found == "Old.\nSame."
    assert difference(found, "New.\nSame.") == "-Old.\n+New.\n Same."
    assert earlier(page.parent, "a.ipynb", "one", "f" * 16) is None
    assert earlier(tmp_path.parent, "a.ipynb", "one", old) is None
