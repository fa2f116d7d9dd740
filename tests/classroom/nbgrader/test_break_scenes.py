"""A crime scene runs in its source notebook, and has one line of bug in the release."""

from __future__ import annotations

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from grader.classroom.nbgrader.preprocessors import BreakScenes
from grader.classroom.nbgrader.preprocessors.break_scenes import broken


@pytest.mark.parametrize(
    ("source", "released"),
    [
        ("a = 1\nb = a + 1  # was: b = a + '1'\nb", "a = 1\nb = a + '1'\nb"),
        ("if a:\n    b = 1  # was: b == 1", "if a:\n    b == 1"),
        ("with s:\n    # was: g.finalize()\n    run()", "with s:\n    g.finalize()\n    run()"),
        ("s.run(init)  # was:\ns.run(x)", "s.run(x)"),
        ("x = '#'  # a comment  # was: x = ''", "x = ''"),
    ],
    ids=["changed", "indented", "too many", "missing", "with a comment"],
)
def test_the_line_is_replaced_by_its_bug(source, released):
    assert broken(source) == released


@pytest.mark.parametrize("source", ["a = 1", "a = 1  # was: a\nb = 1  # was: b"])
def test_a_scene_has_one_bug(source):
    with pytest.raises(ValueError, match=r"this one has [02]:"):
        broken(source)


def test_only_scenes_are_broken():
    source = "a = 1  # was: a = 2"
    cells = [new_code_cell(source, metadata={"tags": tags}) for tags in (["scene"], ["show"], [])]
    done, _ = BreakScenes().preprocess(new_notebook(cells=cells), {})
    assert [cell.source for cell in done.cells] == ["a = 2", source, source]
