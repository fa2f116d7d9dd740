"""The small mistakes that can be named: they are mutants still, and each is told for what it is."""

from __future__ import annotations

import pytest

from grader.authoring.mutating import right_answers
from grader.exercises import CHAPTERS, chapter_exercises, find
from grader.exercises.measured import measured
from grader.judging import MUTANTS, draw, observe_answer
from grader.languages import _
from grader.mutation import mutants, names
from tests.exercises.answering import BACK_ENDS, judged, module_of

NAMED = [
    (identity, mutant)
    for chapter in CHAPTERS
    for identity in chapter_exercises(chapter)
    for mutant in measured(identity).mutants
]
IDENTITIES = sorted({identity for identity, _ in NAMED})


def test_every_name_has_a_sentence():
    known = {*names.FUNCTIONS.values(), *names.CALLS.values(), *names.ARITHMETIC.values()}
    known |= {*names.SIDES.values(), *names.ROUNDS.values(), *names.SAME.values()}
    assert known <= set(MUTANTS)
    assert {mutant.name for _, mutant in NAMED} <= set(MUTANTS)
    assert len(set(MUTANTS.values())) == len(MUTANTS)


@pytest.mark.sampled(0.04, ci=0.06)
@pytest.mark.parametrize("identity", IDENTITIES)
def test_the_files_hold_mutants_of_todays_right_answers(identity):
    """If not: grader try IDENTITY"""
    sources = {answer.name: answer.source for answer in right_answers(identity)}
    (called,) = find(identity).answers
    made = {answer: mutants(source, called) for answer, source in sources.items()}
    known = {
        (answer, mutant.name, mutant.source.strip()) for answer in made for mutant in made[answer]
    }
    for named in measured(identity).mutants:
        assert (named.answer, named.name, named.source.strip()) in known, named


@pytest.mark.sampled(0.008, ci=0.02)
@pytest.mark.parametrize("back_end", BACK_ENDS)
@pytest.mark.parametrize(
    ("identity", "mutant"), NAMED, ids=[f"{identity}-{mutant.name}" for identity, mutant in NAMED]
)
def test_each_mistake_is_told_for_what_it_is(identity, mutant, back_end):
    exercise, tf = find(identity), module_of(back_end)
    for seed in (b"seed 0", b"seed 1")[: 2 if back_end == "engine" else 1]:
        message = judged(exercise, mutant.source, seed, tf).message
        sentence = _(MUTANTS[mutant.name])
        assert sentence in message or sentence[:1].upper() + sentence[1:] in message


@pytest.mark.sampled(1, ci=0.04)
@pytest.mark.parametrize("identity", IDENTITIES)
def test_no_draw_makes_a_mistake_look_right(identity):
    exercise = find(identity)
    for number in range(4):
        challenge = draw(exercise, b"seed %d" % number)
        right = observe_answer(exercise, challenge, exercise.reference)
        for mutant in exercise.mutants:
            shown = observe_answer(exercise, challenge, mutant.answer)
            cases = zip(exercise.cases, right, shown, strict=True)
            assert not all(case.agree(one, other) for case, one, other in cases), mutant.name
