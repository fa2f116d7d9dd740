"""Odd but right submissions keep full points."""

from __future__ import annotations

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_raw_cell

HONEST = {
    "text on stderr": "import sys; print('note', file=sys.stderr)",
    "warnings": "import warnings; warnings.warn('old')",
    "a session left open": "s = tf.InteractiveSession()",
    "the graph reset": "tf.reset_default_graph()",
    "the graph finalized": "tf.get_default_graph().finalize()",
    "common names taken": "list = dict = display = base64 = get_ipython = globals = 3",
    "an error": "1 / 0",
}


@pytest.mark.takes_long("the first in its file starts the template")
@pytest.mark.parametrize("name", HONEST)
def test_odd_but_right_submissions_keep_full_points(toy_grader, name):
    result = toy_grader.grade_cells(between=HONEST[name])
    assert result.points == result.max_points == 4


def test_an_answer_that_prints_warns_and_leaves_sessions_open_keeps_full_points(toy_grader):
    loud = (
        "def double(x):\n    import sys, warnings\n    print('working', file=sys.stderr)\n"
        "    warnings.warn('slow'); tf.InteractiveSession()\n    return x * 2"
    )
    assert toy_grader.grade_cells(double=loud).points == 4


@pytest.mark.parametrize("tags", [[], ["raises-exception"]], ids=["without", "with"])
def test_a_tag_that_lets_a_run_go_on_decides_nothing(toy_grader, tags):
    notebook = toy_grader.notebook(half="def half(x):\n    raise ValueError", between="1 / 0")
    for cell in notebook.cells:
        cell.metadata["tags"] = tags
    result = toy_grader.grade(notebook)
    assert (result.points, result.max_points, result.flags) == (2, 4, ())


def _copied(notebook):
    """The student copied an answer and went on with the copy."""
    notebook.cells.insert(1, new_code_cell("def double(x):\n    return None"))


def _extra(notebook):
    cells = [
        new_markdown_cell("# Notes"),
        new_raw_cell("raw"),
        new_code_cell(""),
        new_code_cell("2 + 2"),
    ]
    for place, cell in enumerate(cells):
        notebook.cells.insert(2 * place, cell)


def _plots(notebook):
    source = (
        "%matplotlib inline\nimport matplotlib.pyplot as plt, numpy as np\n"
        "for n in range(3):\n    plt.figure(); plt.plot(np.arange(10) ** n); plt.show()"
    )
    notebook.cells.insert(2, new_code_cell(source))


def _without_ids(notebook):
    for cell in notebook.cells:
        del cell["id"]
    notebook.nbformat_minor = 4


def _doubled_ids(notebook):
    for cell in notebook.cells:
        cell.id = "same"


def _strange_ids(notebook):
    for number, cell in enumerate(notebook.cells):
        cell.id = ("ä b" * 40, "", 7, None, "x/../y")[number % 5]


def _other_kernel(notebook):
    notebook.metadata = {
        "kernelspec": {"name": "julia-1.9", "display_name": "Julia", "language": "julia"},
        "language_info": {"name": "julia"},
    }


def _no_metadata(notebook):
    notebook.metadata = {}


def _metadata_lost(notebook):
    """Another editor dropped what nbgrader keeps in the cells: the answers still count."""
    for cell in notebook.cells:
        cell.metadata = {}


def _windows(notebook):
    for cell in notebook.cells:
        cell.source = cell.source.replace("\n", "\r\n")


def _other_letters(notebook):
    notebook.cells.insert(1, new_code_cell("größe = 'Ünïcode 日本語 🙂 \\u202e'\nprint(größe)"))


def _widgets(notebook):
    notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {"state": {}}}
    notebook.cells[0].metadata["collapsed"] = "yes"
    notebook.cells[0].metadata["tags"] = ["a,b", 7]
    notebook.cells[1]["colour"] = "red"


def _old_outputs(notebook):
    big = {"output_type": "stream", "name": "stdout", "text": "x" * 3_000_000}
    notebook.cells[0].outputs = [big, {"output_type": "nonsense"}]
    notebook.cells[0].execution_count = "many"


CHANGED = (
    _copied,
    _extra,
    _plots,
    _without_ids,
    _doubled_ids,
    _strange_ids,
    _other_kernel,
    _no_metadata,
    _metadata_lost,
    _windows,
    _other_letters,
    _widgets,
    _old_outputs,
)


@pytest.mark.parametrize("change", CHANGED, ids=lambda change: change.__name__.strip("_"))
def test_a_notebook_that_was_treated_oddly_keeps_full_points(toy_grader, change):
    notebook = toy_grader.notebook()
    change(notebook)
    # nbformat would put some of it right, or refuse to write it.
    result = toy_grader.grade(json.dumps(notebook).encode())
    assert (result.status, result.points) == ("graded", 4), result.message
    if change is _plots:
        done = nbformat.reads(result.executed, as_version=4)
        assert (
            sum("image/png" in str(cell.outputs) for cell in done.cells if "outputs" in cell) == 1
        )
