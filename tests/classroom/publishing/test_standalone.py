"""Copies of the notebooks that install the course themselves: one line, silent when all is there."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from grader import places
from grader.classroom.publishing.standalone import CELL, with_first_cell, write_standalone
from grader.cli import main
from grader.errors import CourseError

ADDRESS = "https://example.org/tf_graph_course-0.1.0-py3-none-any.whl"


@pytest.fixture
def shell():
    """IPython, and what it was asked to do with magic."""
    found = InteractiveShell.instance()
    found.asked = []
    found.run_line_magic, usual = (lambda *given: found.asked.append(given)), found.run_line_magic
    yield found
    found.run_line_magic = usual


def test_where_the_course_is_installed_the_cell_shows_nothing(shell):
    with capture_output() as captured:
        assert shell.run_cell(CELL.format(address=ADDRESS)).success
    assert (captured.stdout, captured.stderr, captured.outputs) == ("", "", [])
    assert shell.asked == []


def test_where_it_is_missing_the_cell_installs_it(shell):
    cell = CELL.format(address=ADDRESS).replace('"grader"', '"no_such_package_here"')
    with capture_output() as captured:
        assert shell.run_cell(cell).success
    assert shell.asked == [("pip", f"install --quiet '{ADDRESS}'")]
    assert captured.outputs == []


def test_all_notebooks_get_it_before_their_first_code_and_stay_as_they_are(tmp_path):
    done = CliRunner().invoke(main, ["release", "--install", ADDRESS, "--to", str(tmp_path)])
    assert done.exit_code == 0, done.output
    originals = sorted(places.NOTEBOOKS.rglob("*.ipynb"))
    chinese = places.TRANSLATIONS / "zh_CN" / "notebooks"
    assert f"{len(originals) + len(list(chinese.rglob('*.ipynb')))} notebooks in" in done.output
    for folder, target in ((places.NOTEBOOKS, tmp_path), (chinese, tmp_path / "zh_CN")):
        for path in folder.rglob("*.ipynb"):
            was = json.loads(path.read_text(encoding="utf-8"))
            now = json.loads((target / path.relative_to(folder)).read_text(encoding="utf-8"))
            code = [cell for cell in now["cells"] if cell["cell_type"] == "code"]
            if code:
                assert code[0]["source"] == [CELL.format(address=ADDRESS)], path
            now["cells"] = [cell for cell in now["cells"] if cell.get("id") != "install"]
            assert now == was


def test_a_page_without_code_stays_as_it_is():
    text = json.dumps({"cells": [{"cell_type": "markdown", "source": ["# Words"]}]})
    assert with_first_cell(text, ADDRESS) == text


@pytest.mark.parametrize("address", ["x' --index 'y", "a\nb", 'a"b', "a\\b", "{address}"])
def test_an_address_that_would_be_more_than_one_is_refused(address, tmp_path):
    with pytest.raises(CourseError, match="is no address of a package"):
        write_standalone({"": places.NOTEBOOKS}, tmp_path / "out", address)
    assert not (tmp_path / "out").exists()


def test_a_reader_can_make_them_too(tmp_path):
    lacking = "import sys\nsys.modules['nbgrader'] = sys.modules['nbformat'] = None\n"
    words = ["release", "--install", "tf-graph-course", "--to", str(tmp_path)]
    program = f"{lacking}from grader.cli import main\nmain({words!r})"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=os.environ
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "index.ipynb").is_file()
