"""Every exercise: no mutant of a right answer gets full points, no variant loses one.

`grader mutate CHAPTER/NAME` shows the same for one exercise. Another SEED tries other draws.
"""

from __future__ import annotations

import pytest

from grader import engine
from grader.authoring.mutating import all_mutants, all_variants, right_answers, tried
from grader.exercises import CHAPTERS, chapter_exercises
from grader.exercises.answers import exemptions
from tests import layers

EXERCISES = [identity for chapter in CHAPTERS for identity in chapter_exercises(chapter)]
DRAWS = 1  # others for each commit


def unexpected(identity, cases):
    """A line for each case that is not as it should be, unless it is exempt."""
    seeds = [f"{layers.seed()} {number}" for number in range(DRAWS)]
    return [
        f"{trial.fate} with {trial.seed!r}: {trial.answer}: {trial.key}"
        for trial in tried(identity, cases, seeds, engine)
        if not trial.as_expected and not trial.exemption
    ]


@pytest.mark.scaled
@pytest.mark.sampled(10)
@pytest.mark.parametrize("identity", EXERCISES)
def test_no_mutant_gets_full_points(identity):
    cases = all_mutants(identity)
    chosen = layers.drawn(identity).sample(cases, min(len(cases), layers.scaled(10, len(cases))))
    assert unexpected(identity, chosen) == []


@pytest.mark.scaled
@pytest.mark.sampled(10)
@pytest.mark.parametrize("identity", EXERCISES)
def test_no_variant_loses_a_point(identity):
    cases = all_variants(identity, engine)
    chosen = layers.drawn(identity).sample(cases, min(len(cases), layers.scaled(10, len(cases))))
    assert unexpected(identity, chosen) == []


@pytest.mark.parametrize("identity", EXERCISES)
def test_an_exemption_is_about_something(identity):
    keys = {(answer, key) for answer, key, _ in all_variants(identity, engine)}
    keys |= {(answer, key) for answer, key, _ in all_mutants(identity)}
    names = {answer.name for answer in right_answers(identity)} | {"*"}
    for exemption in exemptions(identity):
        assert exemption.answer in names
        assert any(exemption.covers(*one) for one in keys), exemption
        assert len(exemption.reason) > 10
