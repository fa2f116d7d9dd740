"""Whatever the reader and the course do to a chapter, what the reader wrote stays."""

from __future__ import annotations

import copy
import tempfile
from pathlib import Path

import nbformat
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell

from grader.places import NOTEBOOKS, SOLUTIONS
from grader.studying.copies import update_copies
from grader.studying.merging import fingerprints, grade_id, is_answer, merge, same
from tests.studying.chapter import NAME, text

CHAPTERS = sorted(path.relative_to(NOTEBOOKS) for path in NOTEBOOKS.glob("*/*.ipynb"))

# What somebody does to a notebook: (what, which cell, in what words).
CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["write", "add", "delete", "move", "run", "forget"]),
        st.integers(0, 8),
        st.text(st.characters(codec="utf-8", exclude_characters="\r"), min_size=1, max_size=8),
    ),
    max_size=5,
)


def changed(path: Path, changes, who: str) -> None:
    notebook = nbformat.read(path, as_version=4)
    cells = notebook.cells
    for step, (what, number, words) in enumerate(changes):
        place = number % (len(cells) + 1)
        if what == "add":
            cells.insert(place, new_code_cell(f"{who} {words}", id=f"{who}-{step}"))
        elif place == len(cells):
            continue
        elif what == "write":
            cells[place].source = f"{who} {words}"
        elif what == "delete":
            del cells[place]
        elif what == "forget":
            continue  # all ids, below
        elif what == "move":
            cells.insert(0, cells.pop(place))
        elif cells[place].cell_type == "code":
            cells[place].outputs = [nbformat.v4.new_output("stream", text=words)]
    if who.startswith("reader") and any(what == "forget" for what, _, _ in changes):
        notebook.nbformat_minor = 4
    if notebook.nbformat_minor == 4:  # an older format, whose cells have no ids
        for cell in cells:
            cell.pop("id", None)
    nbformat.write(notebook, path)


def texts(path: Path) -> list[str]:
    return [cell.source for cell in nbformat.read(path, as_version=4).cells]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(CHANGES, CHANGES), min_size=1, max_size=3))
@pytest.mark.slow
def test_over_several_updates_nothing_that_the_reader_wrote_is_lost(rounds):
    with tempfile.TemporaryDirectory() as folder:
        release, work = Path(folder) / "notebooks", Path(folder) / "work"
        (release / NAME).parent.mkdir(parents=True)
        (release / NAME).write_text(text())
        update_copies(release, work, lambda said: None)
        for number, (mine, course) in enumerate(rounds):
            changed(work / NAME, mine, f"reader{number}")
            before = texts(work / NAME)
            changed(release / NAME, course, f"course{number}")
            update_copies(release, work, lambda said: None)
            now = texts(work / NAME)
            nbformat.validate(nbformat.read(work / NAME, as_version=4))
            # In the copy itself, and not only in a file beside it.
            assert [one for one in before if one.startswith("reader") and one not in now] == []
            files = {path: path.read_bytes() for path in work.rglob("*.ipynb")}
            said: list[str] = []
            update_copies(release, work, said.append)
            assert said == []
            assert files == {path: path.read_bytes() for path in work.rglob("*.ipynb")}


@pytest.mark.parametrize("name", CHAPTERS, ids=str)
def test_the_answers_of_every_chapter_move_into_an_update(name):
    base = nbformat.read(NOTEBOOKS / name, as_version=4)
    answers = {
        grade_id(cell): cell.source for cell in nbformat.read(SOLUTIONS / name, as_version=4).cells
    }
    mine, new = copy.deepcopy(base), copy.deepcopy(base)
    for cell in mine.cells:
        if is_answer(cell):
            cell.source = answers[grade_id(cell)]
    for cell in new.cells:
        if cell.cell_type == "markdown" and not is_answer(cell):
            cell.source += "\n\nA sentence more."
    merged = merge(fingerprints(base), mine, new)
    assert merged is not None and merged.changed_questions == ()
    for cell in new.cells:
        if is_answer(cell):
            cell.source = answers[grade_id(cell)]
    assert same(merged.notebook, new)
