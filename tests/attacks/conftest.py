"""The toy chapter and a grader for it; the long attacks only when they are asked for."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

sys.path.insert(0, str(Path(__file__).parents[1] / "classroom" / "toys"))
sys.path.insert(0, str(Path(__file__).parent))

import toy_catalogue as toys
from lies import WRONG
from toy_grader import judge, output_of, plan, settings, toy_grader  # noqa: F401 (fixtures)

from grader.classroom.course.plan import chapter_plans
from grader.classroom.grading import submission
from grader.classroom.judge.judge_client import Judge


@pytest.fixture(scope="module")
def course_judge():
    with Judge(seconds=60) as course:
        yield course


@pytest.fixture(scope="module")
def graded(tmp_path_factory, settings, course_judge):  # noqa: F811
    """The result of a notebook with exercises of the course and these cells before its graded cells.

    wrongs: the names of the wrong answers to the exercises; one name for one exercise. backend: "" is
    TensorFlow. witness: without it, the probes run in the kernel, as if no answer acted. about: other
    settings.
    """
    plans = {}

    def plan_of(*wrongs):
        if wrongs not in plans:
            cells = [
                new_code_cell("import numpy as np\nfrom grader.notebook import tf, check", id="a")
            ]
            for one in map(WRONG.get, wrongs):
                check = f'check("{one.exercise}", {one.function})'
                metadata = toys.managed(one.function, grade=True, locked=True, points=one.most)
                cells.append(new_code_cell(check, id=one.function, metadata=metadata))
            kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
            folder = tmp_path_factory.mktemp("course")
            path = folder / "07-lies" / "lies.ipynb"
            path.parent.mkdir()
            nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
            (plans[wrongs],) = chapter_plans("07-lies", folder)
        return plans[wrongs]

    def result(wrongs, *sources, backend="engine", witness=True, **about):
        its = plan_of(*([wrongs] if isinstance(wrongs, str) else wrongs))
        notebook = nbformat.reads(its.release, as_version=4)
        notebook.cells[1:1] = [new_code_cell(source) for source in sources]
        data = str(nbformat.writes(notebook)).encode()
        of = replace(settings, backend=backend, **about)
        alone = patch.object(submission, "acts", lambda challenge: False)
        with nullcontext() if witness else alone:
            return submission.grade(data, its, b"secret", "ann", of, course_judge)

    return result


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """`make attacks` sets ATTACKS=all; elsewhere what is marked as long is left out."""
    if os.environ.get("ATTACKS") == "all":
        return
    long = [item for item in items if item.get_closest_marker("long_attack")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
