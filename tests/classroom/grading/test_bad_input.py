"""Files that cannot be graded as they are: each gets a sentence, and the rest of the class is graded."""

from __future__ import annotations

import json

import nbformat
import pytest

from grader.classroom.course.reading import MAX_BYTES, Rejected, read_file, read_notebook

NOTEBOOK = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}

FILES = {
    "empty": (b"", "toys.ipynb is empty"),
    "blank": (b" \n\n", "toys.ipynb is empty"),
    "text": (b"my homework", "toys.ipynb is not JSON"),
    "truncated": (json.dumps(NOTEBOOK).encode()[:-9], "toys.ipynb is truncated or not JSON"),
    "html": (b"<!DOCTYPE html><html>", "toys.ipynb is not JSON"),
    "latin-1": ('{"nbformat": 4, "x": "\xe9"}'.encode("latin-1"), "is not UTF-8 text (byte 22)"),
    "utf-16": (json.dumps(NOTEBOOK).encode("utf-16"), "is not UTF-8 text"),
    "null bytes": (b"\0" * 100, "is not JSON"),
    "a list": (b"[1, 2]", "is JSON but not a notebook"),
    "no nbformat": (b'{"cells": []}', "is JSON but not a notebook"),
    "nbformat 5": (json.dumps({**NOTEBOOK, "nbformat": 5}).encode(), "has nbformat 5; nbformat 4"),
    "nbformat 2": (json.dumps({**NOTEBOOK, "nbformat": 2}).encode(), "has nbformat 2; nbformat 4"),
    "nbformat text": (json.dumps({**NOTEBOOK, "nbformat": "4"}).encode(), "has nbformat '4'"),
    "no cells": (b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}}', "not a well-formed"),
    "cells of no kind": (
        json.dumps({**NOTEBOOK, "cells": [{"cell_type": "x"}]}).encode(),
        "not a well-formed",
    ),
    "cells no list": (json.dumps({**NOTEBOOK, "cells": 3}).encode(), "not a well-formed"),
    "deeply nested": (b"[" * 100_000, "is not JSON"),
    "too large": (b" " * (MAX_BYTES + 1), "at most 20 MB"),
}


@pytest.mark.parametrize("name", FILES)
def test_each_file_gets_its_sentence(name):
    data, told = FILES[name]
    with pytest.raises(Rejected) as caught:
        read_notebook(data, "toys.ipynb")
    assert told in str(caught.value)
    assert str(caught.value).endswith(".")


def test_a_rejected_file_becomes_a_result_with_the_release_and_the_reason(toy_grader):
    result = toy_grader.grade(b"my homework")
    assert (result.status, result.points, result.max_points) == ("rejected", 0, 4)
    assert result.message.startswith("toys.ipynb is not JSON")
    assert "could not be graded" in nbformat.reads(result.executed, as_version=4).cells[0].source


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda path: path.symlink_to("/etc/passwd"), "is a symbolic link"),
        (lambda path: path.symlink_to("nowhere"), "is a symbolic link"),
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: None, "cannot be read"),
        (lambda path: __import__("os").mkfifo(path), "is not an ordinary file"),
    ],
)
def test_only_an_ordinary_file_is_read(tmp_path, make, told):
    path = tmp_path / "toys.ipynb"
    make(path)
    with pytest.raises(Rejected, match=told):
        read_file(path)


def test_of_a_large_notebook_the_outputs_are_dropped(tmp_path):
    output = {"output_type": "stream", "name": "stdout", "text": "x" * 30_000_000}
    cell = {"cell_type": "code", "source": "x = 1", "outputs": [output], "metadata": {}}
    path = tmp_path / "toys.ipynb"
    path.write_text(json.dumps({**NOTEBOOK, "cells": [{**cell, "execution_count": None}]}))
    notebook = read_notebook(read_file(path))
    assert [(cell.source, cell.outputs) for cell in notebook.cells] == [("x = 1", [])]


@pytest.mark.parametrize(
    "text", ["x" * 21_000_000, "[" + "[]," * 30_000_000 + "0]", '{"cells": 3}' + " " * 21_000_000]
)
def test_what_is_large_without_outputs_is_rejected_at_its_size(tmp_path, text):
    path = tmp_path / "toys.ipynb"
    path.write_text(text)
    with pytest.raises(Rejected, match="at most 20 MB are accepted"):
        read_file(path)


@pytest.mark.takes_long("the first in its file starts the template")
def test_a_notebook_with_byte_order_mark_and_windows_newlines_is_read(toy_grader):
    data = toy_grader.bytes_of(toy_grader.notebook()).replace(b"\n", b"\r\n")
    assert toy_grader.grade(b"\xef\xbb\xbf" + data).points == 4


def test_a_notebook_of_nbformat_3_is_brought_up_to_4():
    old = nbformat.v3.new_notebook(
        worksheets=[nbformat.v3.new_worksheet(cells=[nbformat.v3.new_code_cell(input="x = 1")])]
    )
    notebook = read_notebook(json.dumps(old).encode())
    assert (notebook.nbformat, notebook.cells[0].source) == (4, "x = 1")


@pytest.mark.parametrize("tags", ["a", [{"a": 1}, {"b": 2}], ["a", 1], None])
def test_tags_that_are_no_texts_are_left_out_alone(tags):
    cell = {"cell_type": "markdown", "id": "a", "metadata": {"tags": tags, "b": 1}, "source": ""}
    (read,) = read_notebook(json.dumps({**NOTEBOOK, "cells": [cell]}).encode()).cells
    assert read.metadata == {"b": 1}


ANSWERS = {
    "a name that is not defined": ("twice = 1", "the name 'double' is not defined"),
    "the wrong type": ("double = 7", "should be a function, but it is of type int"),
    "raises": ("def double(x): raise ValueError('no idea')", "ValueError"),
    "a syntax error": ("def double(x) return x", "the name 'double' is not defined"),
    "nothing": ("def double(x): pass", "Your answer gives None"),
    "a misconception": ("def double(x): return x * x", "Your function does not double"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_what_is_wrong_with_an_answer_is_said_in_a_sentence(toy_grader, output_of, name):
    source, told = ANSWERS[name]
    result = toy_grader.grade_cells(double=source)
    assert [verdict.points for verdict in result.verdicts] == [0, 2]
    assert told in result.verdicts[0].message
    assert "grader-verdict" in output_of(result, "double")
