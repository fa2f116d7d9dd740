"""An exercise's own probe: its code goes into the kernel with the challenge."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import grader
from grader import engine
from grader.evidence import Challenge, Raised, collect, decode

PROBES = sorted((Path(grader.__file__).parent / "exercises").glob("*/*/probe.py"))

ONE = """
def probe(tf, answer, program):
    return [answer(program), len(tf.get_default_graph().get_operations())]
"""
SEVERAL = """
def probe(tf, answer, program):
    for number in range(program):
        yield answer(number)
"""


def result(code, answer, programs):
    challenge = Challenge(code, {"programs": programs})
    return decode(collect(challenge, [answer], engine)).result


def test_each_program_has_a_new_graph():
    assert result(ONE, lambda x: engine.constant(x).op.name, [1, 2]) == [["Const", 1]] * 2


def test_one_call_may_give_several_reports():
    assert result(SEVERAL, lambda x: x * x, [2, 3]) == [0, 1, 0, 1, 4]


def test_nothing_that_an_answer_changes_in_it_is_left_for_the_next_challenge():
    def changing(x):
        frame = sys._getframe()
        while "probe" not in frame.f_globals:
            frame = frame.f_back
        frame.f_globals["probe"] = lambda *_: "forged"
        return x

    assert result(ONE, changing, [1]) == [[1, 0]]
    assert result(ONE, changing, [1]) == [[1, 0]]


def test_an_answer_that_is_no_function_is_told():
    found = result(ONE, 3, [1])
    assert isinstance(found, Raised)
    assert "the answer should be a function" in found.message


@pytest.mark.parametrize("path", PROBES, ids=lambda path: "/".join(path.parts[-3:-1]))
def test_it_imports_only_what_a_sandbox_has(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("grader"):
            assert str(node.module).startswith(
                ("grader.evidence", "grader.languages", "grader.engine")
            )
