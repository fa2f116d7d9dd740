"""The small mistakes that can be named: they are mutants still, and each is told for what it is."""

from __future__ import annotations

import pytest

from grader.authoring.mutating import right_answers
from grader.exercises import CHAPTERS, find
from grader.exercises.catalogue import short_name
from grader.exercises.ideas import likely
from grader.judging import IDEAS, draw, observe_answer
from grader.languages import _
from grader.mutation import ideas, mutants
from tests.exercises.answering import BACK_ENDS, judged, module_of

BLOCKS = [one for chapter in CHAPTERS for one in likely(short_name(chapter))]
IDENTITIES = sorted({one.exercise for one in BLOCKS})


def name(block):
    return f"{block.exercise}-{block.idea}"


def test_every_idea_has_a_sentence():
    known = {*ideas.FUNCTIONS.values(), *ideas.CALLS.values(), *ideas.ARITHMETIC.values()}
    known |= {*ideas.SIDES.values(), *ideas.ROUNDS.values(), *ideas.SAME.values()}
    assert known <= set(IDEAS)
    assert {one.idea for one in BLOCKS} <= set(IDEAS)
    assert len(set(IDEAS.values())) == len(IDEAS)


@pytest.mark.sampled(0.04, ci=0.3)
@pytest.mark.parametrize("identity", IDENTITIES)
def test_the_files_hold_mutants_of_todays_right_answers(identity):
    """If not: python -m grader.authoring.naming IDENTITY"""
    sources = {answer.name: answer.source for answer in right_answers(identity)}
    (called,) = find(identity).answers
    made = {answer: mutants(source, called) for answer, source in sources.items()}
    known = {
        (answer, mutant.idea, mutant.source.strip()) for answer in made for mutant in made[answer]
    }
    for one in BLOCKS:
        if one.exercise == identity:
            assert (one.answer, one.idea, one.source.strip()) in known, name(one)


@pytest.mark.sampled(0.008, ci=0.3)
@pytest.mark.parametrize("back_end", BACK_ENDS)
@pytest.mark.parametrize("block", BLOCKS, ids=name)
def test_each_mistake_is_told_for_what_it_is(block, back_end):
    exercise, tf = find(block.exercise), module_of(back_end)
    for seed in (b"seed 0", b"seed 1")[: 2 if back_end == "engine" else 1]:
        message = judged(exercise, block.source, seed, tf).message
        sentence = _(IDEAS[block.idea])
        assert sentence in message or sentence[:1].upper() + sentence[1:] in message


@pytest.mark.sampled(1, ci=0.3)
@pytest.mark.parametrize("identity", IDENTITIES)
def test_no_draw_makes_a_mistake_look_right(identity):
    exercise = find(identity)
    for number in range(4):
        challenge = draw(exercise, b"seed %d" % number)
        right = observe_answer(exercise, challenge, exercise.reference)
        for idea in exercise.ideas:
            shown = observe_answer(exercise, challenge, idea.answer)
            cases = zip(exercise.cases, right, shown, strict=True)
            assert not all(case.agree(one, other) for case, one, other in cases), idea.name
