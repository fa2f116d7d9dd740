"""A witness says of an answer what is said in one process with it: the points do not depend on the way."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from grader import engine
from grader.evidence.collect import challenge_to_bytes
from grader.evidence.protocol import acts
from grader.exercises import CHAPTERS, chapter_exercises
from grader.exercises.sources import answers_to
from grader.judging import draw
from tests.evidence.by_witness import differences

ROOT = Path(__file__).parents[2]
ACTING = [
    exercise.id
    for chapter in CHAPTERS
    for exercise in chapter_exercises(chapter).values()
    if acts(challenge_to_bytes(draw(exercise, b"seed")))
]
ANSWERS = [(identity, answer.name) for identity in ACTING for answer in answers_to(identity)]


@pytest.mark.sampled(6, ci=0.04)
@pytest.mark.takes_long("witness and kernel are forked")
@pytest.mark.parametrize(("identity", "name"), ANSWERS, ids=map("-".join, ANSWERS))
def test_a_witness_says_what_is_said_in_one_process(identity, name):
    assert differences(identity, [name], 1, engine) == []


@pytest.mark.sampled(0, ci=1)
@pytest.mark.takes_long("imports TensorFlow")
@pytest.mark.parametrize("identity", ACTING)
def test_so_it_is_with_tensorflow(identity):
    names = [answer.name for answer in answers_to(identity)][::8]
    command = [
        sys.executable,
        "-m",
        "tests.evidence.by_witness",
        "tensorflow",
        identity,
        "1",
        *names,
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout.splitlines()[-1]) == []


def test_what_acts_is_asked_by_a_witness():
    """The exercises whose points rest on what an answer does, not on what it returns."""
    assert {one.partition("/")[0] for one in ACTING} == {
        *("autodiff", "lifetimes", "savers", "scopes", "sessions", "training")
    }
    assert {"sessions/copy-state", "savers/resume", "scopes/log-training"} <= set(ACTING)
