"""Every exercise: no mutant of a right answer gets full points, no variant loses one.

`.ci/run` tries some with one draw; the whole layer (`make mutants`) tries every one with several.
`grader try CHAPTER/NAME` shows the same for one exercise.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from grader import engine
from grader.authoring import trying
from grader.authoring.mutating import (
    FULL,
    REJECTED,
    Trial,
    all_mutants,
    all_variants,
    right_answers,
    tried,
)
from grader.back_end import tensorflow
from grader.exercises import CHAPTERS, chapter_exercises
from grader.exercises.answers import Exemption, exemptions
from grader.exercises.catalogue import find
from tests import layers

EXERCISES = [identity for chapter in CHAPTERS for identity in chapter_exercises(chapter)]
ALL = layers.WHOLE
MUTANTS, OTHER_WAYS = 4, 2  # of each exercise, in a run that does not try all
DRAWS = 3 if ALL else 1

each_exercise = pytest.mark.parametrize("identity", EXERCISES)


def unexpected(identity, cases, count, tf=engine):
    """A line for each case that is not as it should be, unless it is exempt."""
    chosen = cases if ALL else layers.spread(cases, count)
    seeds = [f"{layers.seed()} {number}" for number in range(DRAWS)]
    return [
        f"{trial.fate} with {trial.seed!r}: {trial.answer}: {trial.key}"
        for trial in tried(identity, chosen, seeds, tf)
        if not trial.as_expected and not trial.exemption
    ]


@pytest.mark.sampled(2, ci=0.05)
@each_exercise
def test_no_mutant_gets_full_points(identity):
    assert unexpected(identity, all_mutants(identity), MUTANTS) == []


@pytest.mark.sampled(2, ci=0.05)
@each_exercise
def test_no_variant_loses_a_point(identity):
    assert unexpected(identity, all_variants(identity, engine), OTHER_WAYS) == []


@pytest.fixture(scope="module")
def apart():
    """A process of its own, in which TensorFlow runs no session: its children do, each once forked."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        yield pool


@pytest.mark.sampled(0, ci=1)
@each_exercise
def test_no_variant_loses_a_point_on_tensorflow(identity, apart):
    assert apart.submit(unexpected_on_tensorflow, identity).result() == []


def unexpected_on_tensorflow(identity):
    return unexpected(identity, all_variants(identity, engine), OTHER_WAYS, tensorflow())


@pytest.mark.sampled(3, ci=0.05)
@pytest.mark.parametrize("identity", [one for one in EXERCISES if exemptions(one)])
def test_an_exemption_is_about_something(identity):
    keys = {(answer, key) for answer, key, _ in all_variants(identity, engine)}
    keys |= {(answer, key) for answer, key, _ in all_mutants(identity)}
    names = {answer.name for answer in right_answers(identity)} | {"*"}
    for exemption in exemptions(identity):
        assert exemption.answer in names
        assert any(exemption.covers(*one) for one in keys), exemption
        assert len(exemption.reason) > 10


def test_an_exemption_that_no_mutant_needs_is_told(monkeypatch):
    exercise = find("graphs/polynomial")
    needed, idle, other = (
        Exemption(exercise.id, "*", pattern, "a reason") for pattern in ("a", "b", "variant: c")
    )
    trials = [
        Trial("one", "a", "", FULL, "0", needed),
        Trial("one", "b", "", REJECTED, "0", idle),
    ]
    monkeypatch.setattr(trying, "exemptions", lambda identity: (needed, idle, other))
    monkeypatch.setattr(trying, "tried", lambda *about: iter(trials))
    found = trying._changed("mutants", exercise, [], "", ["0"], engine)
    assert found.summary == "2 exempt; exempt without need in these draws: *: b"
    assert found.to_mend == []
