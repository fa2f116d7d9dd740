"""A class's folder, set up as docs/instructors.md says."""

from __future__ import annotations

import re
import sys

import pytest
from nbgrader.preprocessors import AssignLatePenalties

from grader.classroom.nbgrader.course import open_course
from grader.places import ROOT

GUIDE = (ROOT / "docs" / "instructors.md").read_text(encoding="utf-8")


def shown(beginning: str) -> str:
    """The block of code in the guide that begins so, without its margin and its shell lines."""
    (block,) = re.findall(rf"^    {re.escape(beginning)}\n(?:(?:    .*)?\n)*", GUIDE, re.MULTILINE)
    lines = [line[4:] for line in block.splitlines()]
    return "\n".join(lines[: lines.index("END")] if "END" in lines else lines) + "\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "nbgrader_config.py").write_text("c = get_config()\n")
    return tmp_path


def test_a_late_penalty_of_ones_own_stands_beside_it(folder):
    (folder / "late.py").write_text(shown("from nbgrader.plugins import LateSubmissionPlugin"))
    with (folder / "nbgrader_config.py").open("a") as file:
        file.write('c.AssignLatePenalties.plugin_class = "late.PointADay"\n')
    course = open_course(folder)
    penalties = AssignLatePenalties(config=course.config)
    penalties.init_plugin()
    plugin = penalties.plugin_inst
    day = 24 * 60 * 60
    assert plugin.late_submission_penalty("liwei", 23, 1) == 1
    assert plugin.late_submission_penalty("liwei", 23, 2 * day + 1) == 3
    assert plugin.late_submission_penalty("liwei", 2, 9 * day) == 2


def test_a_configuration_may_import_the_folders_from_the_classroom():
    from grader import places
    from grader.classroom.places import DATA, NOTEBOOKS, ROOT, SOLUTIONS

    assert (DATA, NOTEBOOKS) == (places.DATA, places.NOTEBOOKS)
    assert (ROOT, SOLUTIONS) == (places.ROOT, places.SOLUTIONS)
