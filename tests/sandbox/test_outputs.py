"""A kernel's messages are hostile: what is kept of them can always be written into a notebook."""

from __future__ import annotations

import json
import time

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from grader.sandbox.outputs import OutputBudget, Screen, count_of


def shown(*messages):
    """The outputs of a cell with these messages, after a notebook has carried them."""
    screen = Screen()
    screen.begin()
    for kind, content in messages:
        screen.take({"msg_type": kind, "content": content})
    cell = new_code_cell("x")
    cell.outputs = screen.finish()
    notebook = new_notebook(cells=[cell])
    nbformat.validate(notebook)
    text = nbformat.writes(notebook)
    assert text.encode("utf-8")
    return nbformat.reads(text, as_version=4).cells[0].outputs


def test_half_a_letter_can_be_written():
    half = "\ud800"
    outputs = shown(
        ("stream", {"name": "stdout", "text": f"a{half}"}),
        ("error", {"ename": half, "evalue": half, "traceback": [half]}),
        ("display_data", {"data": {"text/plain": half, half: "x"}, "metadata": {half: [half]}}),
        ("display_data", {"data": {"application/json": {"a": [half, {half: 1}]}}, "metadata": {}}),
    )
    assert outputs[0].text == "a?"
    assert outputs[3].data["application/json"] == {"a": ["?", {"?": 1}]}


@pytest.mark.parametrize("count", [-7, True, 2**40, "3", None, 1.5, [1]])
def test_a_number_that_no_cell_has_is_none(count):
    (output,) = shown(
        ("execute_result", {"data": {"text/plain": "1"}, "metadata": {}, "execution_count": count})
    )
    assert output.execution_count is None
    assert count_of({"execution_count": count}) is None


def test_an_honest_number_stays():
    assert count_of({"execution_count": 12}) == 12


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"name": "other", "text": "x"},
        {"name": "stdout"},
        {"name": ["stdout"], "text": "x"},
    ],
)
def test_nonsense_is_no_stream(content):
    with pytest.raises((KeyError, ValueError, TypeError)):
        shown(("stream", content))


@pytest.mark.parametrize("data", [{1: "x"}, {"text/plain": 7}, {"text/plain": [1]}])
def test_what_is_no_text_is_left_out(data):
    packed = json.loads(json.dumps({"data": data, "metadata": {}}))
    outputs = shown(("display_data", packed))
    assert all(isinstance(value, str) for value in outputs[0].data.values())


@pytest.mark.parametrize("text", ["x" * 10**6, "x\r" * 10**5, "\r" * 10**6, "x\r\n" * 10**5])
def test_long_lines_take_the_time_of_their_length(text):
    started = time.process_time()
    shown(("stream", {"name": "stdout", "text": text}))
    # A square of it would be minutes.
    assert time.process_time() - started < 20


def test_a_line_that_is_overwritten_shows_its_end():
    (output,) = shown(("stream", {"name": "stdout", "text": "1%\r2%\r3%\nnext\r\n"}))
    assert output.text == "3%\nnext\r\n"


def test_streams_stand_in_one_piece_and_errors_after_text():
    outputs = shown(
        ("stream", {"name": "stderr", "text": "e"}),
        ("stream", {"name": "stdout", "text": "a"}),
        ("stream", {"name": "stderr", "text": "f"}),
        ("stream", {"name": "stdout", "text": "b"}),
    )
    assert [(output.name, output.text) for output in outputs] == [
        ("stdout", "ab"),
        ("stderr", "ef"),
    ]


def test_beyond_the_budget_nothing_is_kept_and_a_note_says_so():
    budget = OutputBudget(1000, 3)
    long = {"msg_type": "stream", "content": {"name": "stdout", "text": "x" * 5000}}
    assert budget.accepts(long)
    assert len(long["content"]["text"]) <= 1001
    assert budget.full()
    assert not budget.accepts(
        {"msg_type": "display_data", "content": {"data": {"text/plain": "y"}}}
    )
    assert "dropped" in budget.note()
