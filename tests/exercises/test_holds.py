"""What the judge knows of its own wrong answers, so that it need not try each of them."""

from __future__ import annotations

import pytest

from grader.authoring.holding import holds
from grader.exercises import CHAPTERS, chapter_exercises
from grader.exercises.catalogue import find
from grader.judging import WrongAnswer, draw, observe_answer
from grader.judging.observing import observe_first

EXERCISES = {one.id: one for chapter in CHAPTERS for one in chapter_exercises(chapter).values()}
IN_PARTS = sorted(name for name, one in EXERCISES.items() if one.parts)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("identity", EXERCISES)
def test_the_table_says_which_cases_hold(identity):
    """If not: python -m grader.authoring.holding IDENTITY"""
    exercise = find(identity)
    known = {one.name: one.holds for one in exercise.misconceptions}
    known |= {f"idea {one.name}": one.holds for one in exercise.ideas}
    found = holds(exercise, [b"another seed", b"and another"])
    assert known.keys() == found.keys()
    for name, shown in found.items():
        assert len(known[name]) == len(shown), name
        pairs = zip(known[name], shown, strict=True)
        assert all(one in ("?", other) for one, other in pairs), (name, known[name], shown)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("identity", IN_PARTS)
def test_the_first_case_shows_nothing_but_the_first_part(identity):
    exercise = find(identity)
    challenge = draw(exercise, b"a seed")
    assert all(name in {**challenge.inputs, **challenge.hidden} for name in exercise.parts)
    case = exercise.cases[0]
    wrong = [one.answer for one in (*exercise.misconceptions, *exercise.ideas)]
    for answer in (exercise.reference, *wrong):
        try:
            whole, *_others = observe_answer(exercise, challenge, answer)
        except WrongAnswer:
            continue
        begun = observe_first(exercise, challenge, answer)
        assert case.agree(whole, begun)
        assert case.agree(begun, whole)
