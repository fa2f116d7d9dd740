"""No text that students read stands in the code without the mark that has it translated."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import grader

PACKAGE = Path(grader.__file__).parent
# Where students' texts are made; the rest speaks to instructors, or is the engine.
ROOMS = (
    "judging/*.py",
    "exercises/*.py",
    "exercises/*/*.py",
    "exercises/*/*/exercise.py",
    "exercises/*/*/probe.py",
    "pictures/**/*.py",
    "evidence/*.py",
    "evidence/probes/*.py",
    "studying/*.py",
    "progress.py",
    "notebook.py",
    "predictions.py",
    "doctor.py",
    "cli/check.py",
    "cli/common.py",
    "cli/demo.py",
    "cli/doctor.py",
    "cli/lab.py",
    "cli/progress.py",
    "cli/reset.py",
    "cli/watch.py",
    "classroom/grading/*.py",
    "classroom/course/reading.py",
    "classroom/course/result.py",
    "classroom/workers/worker.py",
    "sandbox/forked_session.py",
    "sandbox/kernel_session.py",
    "sandbox/outputs.py",
    "sandbox/session.py",
)
# Its errors are for authors.
AUTHORS = {"exercises/own.py", "exercises/sources.py"}
FILES = sorted(
    path.relative_to(PACKAGE)
    for pattern in ROOMS
    for path in PACKAGE.glob(pattern)
    if "answers" not in path.parts and path.relative_to(PACKAGE).as_posix() not in AUTHORS
)
# What shows a text, by the last part of its name.
SHOWING = {
    *("print", "echo", "say", "status", "add_column", "add_task", "add_row", "secho"),
    *("WrongAnswer", "CheckFailed", "CourseError", "EvidenceError", "Rejected", "UsageError"),
    *("TooLong", "TooMuchWork", "Finding", "Probe", "Check", "refuse", "refusal", "rejected"),
    *("expect_tensor", "flagged", "_shown", "_died", "error_output", "Text"),
}
# Raised for those who develop the course, not for students.
OURS = {"AssertionError", "SessionBroken", "ChangedMeanwhile", "NotImplementedError", "SystemExit"}
MARKS = {"_", "N_", "ngettext"}
WORDS = re.compile(r"[A-Za-z]{2,}[ ,:;.!?]+[A-Za-z({]")
# Not texts: what a terminal shows the same in every language, and what no reader reads.
LEFT = {
    (
        "exercises/savers/resume/probe.py",
        "the power failed in the middle of a batch",
    ),  # is compared
    ("evidence/probes/table.py", "two probes are called "),  # for developers
    ("evidence/probes/table.py", "; give one of them another name"),
    ("doctor.py", "git restore data/, or data/make_house_sales.py"),  # commands
    ("studying/copies.py", "format "),  # is caught
    ("progress.py", "not the points and the time of a check: "),  # is caught
    ("classroom/workers/worker.py", "a message of "),  # between our own processes
    ("classroom/workers/worker.py", " bytes; at most "),
    ("classroom/workers/worker.py", " are accepted"),
    ("sandbox/forked_session.py", "unknown kind "),  # is caught
    ("sandbox/forked_session.py", "no message"),
    ("sandbox/forked_session.py", "a cell's end that no kernel sends"),
    ("sandbox/outputs.py", "a stream of another name"),  # is caught
    ("exercises/scopes/log_training/exercise.py", "more than "),  # is caught
}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse((PACKAGE / path).read_text(encoding="utf-8"))


def name_of(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def plain_texts(node: ast.AST) -> Iterator[tuple[int, str]]:
    """The texts in an expression that no mark encloses."""
    if isinstance(node, ast.Call) and name_of(node.func) in MARKS:
        return
    if isinstance(node, (ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.Subscript)):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    if isinstance(node, ast.Call):
        # Of a call inside only what is formed: `"...".format(...)`, `"; ".join(...)`.
        if isinstance(node.func, ast.Attribute):
            yield from plain_texts(node.func.value)
        return
    for child in ast.iter_child_nodes(node):
        yield from plain_texts(child)


def shown(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The unmarked texts that are shown or raised in a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            calls = [] if name_of(node.exc.func) in OURS else [node.exc]
        elif isinstance(node, ast.Call) and name_of(node.func) in SHOWING:
            calls = [node]
        else:
            continue
        for call in calls:
            for argument in call.args:
                yield from plain_texts(argument)


@pytest.mark.parametrize("path", FILES, ids=str)
def test_what_is_shown_is_marked(path):
    tree = tree_of(path)
    found = {
        f"line {line}: {text!r}"
        for line, text in shown(tree)
        if WORDS.search(text) and (path.as_posix(), text) not in LEFT
    }
    assert not found, f"{path} shows text without _(...): {sorted(found)}"


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ('print("it does not hold")', 1),
        ('raise WrongAnswer(f"expected {n} tensors, got none")', 1),
        ('say("the course has " + kind)', 1),
        ('print("{} is not it".format(x))', 1),
        ('print(_("it does not hold"))', 0),
        ('raise WrongAnswer(_("expected {n} of them").format(n="two or three"))', 0),
        ('print(f"{name}: {text}")', 0),
        ('raise AssertionError("it cannot be so")', 0),
    ],
)
def test_the_test_sees_what_is_not_marked(code, count):
    assert sum(bool(WORDS.search(text)) for _, text in set(shown(ast.parse(code)))) == count


@pytest.mark.parametrize("path", FILES, ids=str)
def test_nobody_hides_the_mark(path):
    """A function that calls `_()` and has a variable `_` would fail when it comes to the call."""
    tree = tree_of(path)
    for function in ast.walk(tree):
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        own = {
            id(node)
            for one in ast.walk(function)
            if isinstance(one, ast.comprehension)
            for node in ast.walk(one.target)
        }
        stored = any(
            isinstance(node, ast.Name) and node.id == "_" and isinstance(node.ctx, ast.Store)
            for node in ast.walk(function)
            if id(node) not in own  # a comprehension's variables are its own
        )
        called = any(
            isinstance(node, ast.Call) and name_of(node.func) == "_" for node in ast.walk(function)
        )
        assert not (stored and called), f"{path}: {function.name}"
