"""A translated release: what stands is shown, all else is English, and nothing else changes."""

from __future__ import annotations

import copy

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.utils import compute_checksum

from grader.prose.cells import mark
from grader.prose.making import differing, made, release, states, translated
from grader.prose.places import languages, localized_folders, pages
from grader.prose.texts import Entry, written


def managed(cell, name, **role):
    cell.metadata["nbgrader"] = {
        "grade": False, "locked": False, "solution": False, "task": False,
        "grade_id": name, "schema_version": 3, **role,
    }  # fmt: skip
    cell.metadata.nbgrader["checksum"] = compute_checksum(cell)
    return cell


STUB = 'def f(x):\n    """One more."""\n    # YOUR CODE HERE\n    raise NotImplementedError()'
ENGLISH = new_notebook(
    cells=[
        new_markdown_cell("Text.", id="text", metadata={"tags": ["G1"]}),
        new_code_cell('print("value")', id="code"),
        managed(new_code_cell(STUB, id="answer"), "f-answer", solution=True),
        managed(new_code_cell('check("graphs/f", f)', id="check"), "f", grade=True, locked=True, points=2),
        managed(new_markdown_cell("YOUR ANSWER HERE", id="why"), "why", grade=True, solution=True, points=1),
    ]
)  # fmt: skip
CHINESE = {
    "text": "文。",
    "code": 'print("值")',
    "answer": STUB.replace("One more.", "加一。").replace("YOUR CODE HERE", "在这里写代码"),
    "why": "在这里写答案",
}


def entries(changes=(), old=()):
    cells = {cell.id: cell for cell in ENGLISH.cells}
    return [
        Entry(name, cells[name].cell_type, "0" * 16 if name in old else mark(cells[name]), text)
        for name, text in {**CHINESE, **dict(changes)}.items()
    ]


def test_everything_but_the_text_stays():
    notebook = translated(ENGLISH, entries())
    assert [cell.source for cell in notebook.cells] == [
        CHINESE["text"],
        CHINESE["code"],
        CHINESE["answer"],
        ENGLISH.cells[3].source,
        CHINESE["why"],
    ]
    again = copy.deepcopy(notebook)
    for cell, english in zip(again.cells, ENGLISH.cells, strict=True):
        if "nbgrader" in cell.metadata:
            # An untouched answer is known as such, in any language.
            assert cell.metadata.nbgrader.checksum == compute_checksum(cell)
            cell.metadata.nbgrader.checksum = english.metadata.nbgrader.checksum
        cell.source = english.source
    assert again == ENGLISH
    assert notebook.cells[3] == ENGLISH.cells[3]


def test_missing_stale_and_wrong_cells_are_shown_in_english():
    given = entries({"code": 'print("值", 1)'}, old=["text"])
    given = [one for one in given if one.cell != "why"]
    found = {one.cell: one.state for one in states(ENGLISH, given)}
    assert found == {"text": "stale", "code": "wrong", "answer": "translated", "why": "missing"}
    notebook = translated(ENGLISH, given)
    pairs = zip(notebook.cells, ENGLISH.cells, strict=True)
    shown = [cell.source == english.source for cell, english in pairs]
    assert shown == [True, True, False, True, True]


def test_a_cell_that_is_gone_is_told_and_changes_nothing():
    given = [*entries(), Entry("lost", "markdown", "0" * 16, "旧")]
    assert [(one.cell, one.state) for one in states(ENGLISH, given)][-1] == ("lost", "gone")
    assert translated(ENGLISH, given) == translated(ENGLISH, entries())


def test_a_text_to_do_is_missing():
    given = [Entry("text", "markdown", "", "文。")]
    assert states(ENGLISH, given)[0].state == "missing"
    assert translated(ENGLISH, given) == ENGLISH


@pytest.fixture
def place(tmp_path):
    notebooks, translations = tmp_path / "notebooks", tmp_path / "translations"
    (notebooks / "01-graphs").mkdir(parents=True)
    nbformat.write(ENGLISH, notebooks / "01-graphs/graphs.ipynb")
    nbformat.write(ENGLISH, notebooks / "index.ipynb")
    (notebooks / "01-graphs" / "beside.csv").write_text("1\n")
    (translations / "zh_CN" / "01-graphs").mkdir(parents=True)
    (translations / "zh_CN" / "01-graphs" / "graphs.md").write_text(written("", entries()))
    return notebooks, translations


def test_a_language_is_released_as_the_english_is(place):
    notebooks, translations = place
    assert languages(translations) == ["zh_CN"] and localized_folders(translations) == {}
    assert pages("zh_CN", translations) == ["01-graphs/graphs.ipynb"]
    names = release("zh_CN", notebooks, translations)
    expected = ("graphs.ipynb", "beside.csv")
    assert names == [f"translations/zh_CN/notebooks/01-graphs/{name}" for name in expected]
    folder = localized_folders(translations)["zh_CN"]
    assert (folder / "01-graphs/beside.csv").read_text() == "1\n"
    text = (folder / "01-graphs/graphs.ipynb").read_text(encoding="utf-8")
    assert nbformat.reads(text, as_version=4) == translated(ENGLISH, entries())
    assert release("zh_CN", notebooks, translations) == []
    assert languages(translations) == ["zh_CN"]


def test_what_a_release_no_longer_makes_is_removed_but_not_from_other_chapters(place):
    notebooks, translations = place
    release("zh_CN", notebooks, translations)
    (notebooks / "01-graphs" / "beside.csv").unlink()
    assert differing("zh_CN", notebooks, translations, ["index"]) == {}
    assert differing("zh_CN", notebooks, translations) == {"01-graphs/beside.csv": None}
    release("zh_CN", notebooks, translations, ["01-graphs"])
    folder = localized_folders(translations)["zh_CN"]
    assert [path.name for path in folder.rglob("*.*")] == ["graphs.ipynb"]
    assert set(made("zh_CN", notebooks, translations)) == {"01-graphs/graphs.ipynb"}
