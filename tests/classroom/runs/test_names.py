"""Names of folders come from strangers: none reaches the terminal as it is, none lacks a page silently."""

from __future__ import annotations

import contextlib
import io
import json
import os
from functools import partial
from pathlib import Path

import pytest
import stub_grading as stub
import toy_catalogue as toys
from click.testing import CliRunner
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from rich.console import Console

from grader import sandbox
from grader.classroom.grading.restore import restore
from grader.classroom.runs import autograde, recording
from grader.cleaning import printable
from grader.cli import common
from grader.cli.autograde import command

NAMES = ("[ann]", "b[0-9]*", "c\x1b[2J\x1b[31m", "d\u202egpj", "e\x9b31m", "f?")


def hand_in(root: Path, student: str) -> None:
    folder = root / "submitted" / student / toys.CHAPTER
    folder.mkdir(parents=True)
    like = root / "submitted" / "student00" / toys.CHAPTER / "toys.ipynb"
    (folder / "toys.ipynb").write_bytes(like.read_bytes())


@pytest.mark.slow
def test_whoever_is_graded_has_a_page_and_a_name_that_can_be_printed(tmp_path):
    root = stub.write_class(tmp_path / "class", 1)
    for name in NAMES:
        hand_in(root, name)
    with contextlib.suppress(OSError):  # some file systems take UTF-8 only
        hand_in(root, os.fsdecode(b"g\xff"))
    results = stub.run_class(root, 1, pages=True)
    assert {results[name].status for name in NAMES} == {"graded"}
    assert {path.parts[-3] for path in (root / "feedback").rglob("toys.html")} == {
        "student00",
        *NAMES,
    }
    screen = Console(file=io.StringIO(), width=200, force_terminal=True)
    screen.print(common.results_table(results.values()))
    shown = screen.file.getvalue()
    assert "\x1b[2J" not in shown and "\x9b" not in shown and "\u202e" not in shown
    assert "[ann]" in shown and "c?[2J?[31m" in shown
    common.write_json(tmp_path / "results.json", [one.to_json() for one in results.values()])
    assert len(json.loads((tmp_path / "results.json").read_text())) == len(results)


@pytest.mark.sampled(0, ci=0)
def test_the_command_says_whose_page_could_not_be_made_and_what_landlock_lacks(
    tmp_path, monkeypatch
):
    root = stub.write_class(tmp_path / "class", 2)
    real = recording.feedback_of

    def failing(course, chapter, student, kept):
        return ([], "no reason") if student == "student01" else real(course, chapter, student, kept)

    monkeypatch.setattr(recording, "feedback_of", failing)
    monkeypatch.setattr(autograde, "RunOptions", partial(autograde.RunOptions, grade=stub.STUB))
    monkeypatch.setattr(sandbox, "find_isolation", lambda wanted: sandbox.Isolation("landlock"))
    done = CliRunner().invoke(command, [toys.CHAPTER, "--course", str(root)])
    said = " ".join(done.output.split())
    assert "1 student has no page: student01. The reasons are in" in said
    assert "No namespaces on this machine; Landlock keeps submissions apart." in said
    assert all(lack in said for lack in sandbox.isolation.landlock_lacks())


@pytest.mark.parametrize(
    "text", ["\x1b[2J", "a\nb", "\x00", "\x7f", "\x9b", "\u202e", "\ud800", "\u2028"]
)
def test_what_a_terminal_might_obey_is_a_question_mark(text):
    assert printable(text).isprintable()
    assert "?" in printable(text)


def test_what_is_readable_stays():
    assert printable("Zoë O'Neill 李伟 (2)") == "Zoë O'Neill 李伟 (2)"


def test_half_letters_are_replaced_and_said_and_the_rest_is_graded(plan):
    half = "\ud800"
    cells = [
        new_markdown_cell(f"my text {half}", metadata={half: [half, {half: "x"}]}),
        new_code_cell(f"x = '{half}'"),
        new_code_cell("y = 'whole: 李'"),
    ]
    notebook, flags = restore(new_notebook(cells=cells, metadata={"title": half}), plan)
    json.dumps(notebook, ensure_ascii=False).encode("utf-8")
    assert [cell.source for cell in notebook.cells[:3]] == [
        "my text ?",
        "x = '?'",
        "y = 'whole: 李'",
    ]
    assert sum("lone surrogates" in flag for flag in flags) == 2
    assert not any("\ud800" in flag for flag in flags)
