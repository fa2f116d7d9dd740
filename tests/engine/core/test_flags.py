"""Flags: the same definitions, command lines and errors as TensorFlow's."""

from __future__ import annotations

import sys

import pytest
import tensorflow.compat.v1 as tf

from grader import engine

ARGUMENTS = [
    "--steps=4",
    "--nofast",
    "--mode",
    "slow",
    "--names=a,b",
    "--size=5",
    "--size=6",
    "rest",
]
WRONG = ["--steps=10", "--steps=x", "--rate=-1", "--fast=maybe", "--mode=z", "--mode", "--other"]


@pytest.fixture(params=[engine, tf], ids=["engine", "tensorflow"])
def flags(request):
    flags = request.param.flags
    flags.DEFINE_integer("steps", 1, "how many", lower_bound=0, upper_bound=9)
    flags.DEFINE_float("rate", 0.5, "how fast", lower_bound=0)
    flags.DEFINE_boolean("fast", True, "whether")
    flags.DEFINE_enum("mode", "quick", ["quick", "slow"], "which")
    flags.DEFINE_list("names", "x, y", "whose")
    flags.DEFINE_multi_integer("size", [1, 2], "how large")
    yield flags
    flags.FLAGS.unparse_flags()
    for name in ("steps", "rate", "fast", "mode", "names", "size"):
        delattr(flags.FLAGS, name)


def test_a_command_line_sets_the_flags_and_leaves_the_rest(flags):
    assert flags.FLAGS(["program", *ARGUMENTS]) == ["program", "rest"]
    found = [getattr(flags.FLAGS, name) for name in ("steps", "fast", "mode", "names", "size")]
    assert found == [4, False, "slow", ["a", "b"], [5, 6]]
    assert flags.FLAGS.rate == 0.5


def test_the_first_look_parses_the_programs_own_command_line(flags, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["program", "--steps=7"])
    assert flags.FLAGS.steps == 7


@pytest.mark.parametrize("argument", WRONG)
def test_a_wrong_argument_is_an_error(flags, argument):
    with pytest.raises(flags.Error):
        flags.FLAGS(["program", argument])


def test_a_flag_defined_twice_is_an_error_that_says_how_to_go_on():
    engine.flags.DEFINE_string("twice", None, "a string")
    try:
        with pytest.raises(engine.flags.DuplicateFlagError, match=r"del tf\.flags\.FLAGS\.twice"):
            engine.flags.DEFINE_string("twice", None, "a string")
    finally:
        del engine.flags.FLAGS.twice


def test_a_required_flag_must_have_a_value():
    engine.flags.DEFINE_string("needed", "here", "a string")
    try:
        engine.flags.mark_flag_as_required("needed")
        with pytest.raises(engine.flags.IllegalFlagValueError, match="other than None"):
            engine.flags.FLAGS.needed = None
    finally:
        del engine.flags.FLAGS.needed


def test_app_run_leaves_undefined_flags_to_main():
    seen = []
    with pytest.raises(SystemExit):
        engine.app.run(seen.extend, ["program", "--nobody=1", "rest"])
    assert seen == ["program", "--nobody=1", "rest"]
