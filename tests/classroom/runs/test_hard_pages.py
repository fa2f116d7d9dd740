"""Notebooks that no page can be made of: everybody is graded and has a page, and only once."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import nbformat
import pytest
import stub_grading as stub
import toy_catalogue as toys

from grader.classroom.nbgrader.course import open_course
from grader.classroom.pages.limits import PageLimits
from grader.classroom.pages.maker import PAGES

sys.path.insert(0, str(Path(__file__).parents[1] / "pages"))

from hard_notebooks import BURDENS

HARD = ("200,000 blanks in a line", "nested brackets", "<img 250,000 times in Markdown")


@pytest.mark.sampled(0, ci=0)
def test_hard_notebooks_cost_nobody_else(tmp_path, monkeypatch):
    monkeypatch.setattr(PAGES, "limits", PageLimits(seconds=0.9))
    monkeypatch.setenv("STUB_COUNT", str(tmp_path / "count"))
    root = stub.write_class(tmp_path / "class", 3)
    plan = open_course(root).plans(toys.CHAPTER)[0]
    for number, name in enumerate(HARD):
        notebook = nbformat.reads(plan.release, as_version=4)
        notebook.cells += BURDENS[name]()
        stub.hand_in(root, f"hard{number}", nbformat.writes(notebook))
    begun = time.process_time()
    results = stub.run_class(root, 1, pages=True)
    assert {one.status for one in results.values()} == {"graded"}
    assert time.process_time() - begun < 12
    # Nobody waited: the hard ones were cut at first, and made once more when all had a page.
    lines = (root / ".grader" / "journal" / f"{toys.CHAPTER}.jsonl").read_text().splitlines()
    entries = [(one["student"], one["pages"]) for one in map(json.loads, lines)]
    assert entries[-3:] == [(f"hard{number}", True) for number in range(3)]
    assert {one for one in entries[:-3] if not one[1]} == {(f"hard{n}", False) for n in range(3)}
    pages = {path.parents[1].name: path.read_text() for path in (root / "feedback").rglob("*.html")}
    assert set(pages) == set(results)
    cut = {student for student, page in pages.items() if "This page is shortened." in page}
    assert cut == {"hard0", "hard1", "hard2"}
    assert all("0.9 seconds" in pages[student] for student in cut)
    assert all("points, drawn with" in page for page in pages.values())
    assert "The page of" in (root / ".grader" / "autograde.log").read_text()
    graded = (tmp_path / "count").read_text()
    made = {path: path.stat().st_mtime_ns for path in (root / "feedback").rglob("*.html")}
    assert stub.run_class(root, 1, pages=True).keys() == results.keys()
    assert (tmp_path / "count").read_text() == graded
    assert PAGES.child is None
    assert made == {path: path.stat().st_mtime_ns for path in made}
