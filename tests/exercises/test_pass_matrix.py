"""What the judge knows of its own wrong answers, so that it need not try each of them."""

from __future__ import annotations

import numpy as np
import pytest

from grader import engine
from grader.authoring.pass_matrix import pass_matrix
from grader.authoring.trying import MOST_NAMED
from grader.evidence import collect_from, decode
from grader.exercises import CHAPTERS, chapter_exercises
from grader.exercises.answers import answers
from grader.exercises.catalogue import find
from grader.exercises.measured import MUTANT
from grader.judging import Known, WrongAnswer, draw, known_of
from grader.judging.likeness import Wrong
from grader.judging.observing import evidence_of, observe

EXERCISES = {one.id: one for chapter in CHAPTERS for one in chapter_exercises(chapter).values()}
IN_PARTS = sorted(name for name, one in EXERCISES.items() if one.parts)


@pytest.mark.parametrize("identity", EXERCISES)
def test_the_mistakes_are_few_and_measured(identity):
    """If not: grader try IDENTITY"""
    mistakes = find(identity).misconceptions
    assert [one.name for one in mistakes if one.passes is None] == []
    assert len(mistakes) <= MOST_NAMED


@pytest.mark.sampled(1, ci=0.05)
@pytest.mark.parametrize("identity", EXERCISES)
def test_the_matrix_says_which_cases_pass(identity):
    """If not: grader try IDENTITY"""
    exercise = find(identity)
    known = {one.name: one.passes for one in exercise.misconceptions}
    known |= {MUTANT + one.name: one.passes for one in exercise.mutants}
    found = pass_matrix(exercise, [b"another seed", b"and another"])
    assert known.keys() == found.keys()
    for name, shown in found.items():
        assert len(known[name]) == len(shown), name
        pairs = zip(known[name], shown, strict=True)
        assert all(one in ("?", other) for one, other in pairs), (name, known[name], shown)


@pytest.mark.sampled(1, ci=0.05)
@pytest.mark.parametrize("identity", IN_PARTS)
def test_in_each_part_a_right_answer_shows_what_the_reference_shows(identity):
    """What is alike in the whole is alike in the parts, or the judge would overlook a mistake."""
    exercise = find(identity)
    challenge = draw(exercise, b"a seed")
    known = known_of(exercise, challenge, exercise.reference)
    chapter = next(one for one in CHAPTERS if exercise in chapter_exercises(one).values())
    given = [one for one in answers(chapter) if one.exercise == identity and one.right]
    for answer in given:
        with engine.Graph().as_default():
            namespace = {"tf": engine, "np": np}
            exec(answer.source, namespace)
            data = collect_from(namespace, exercise.answers, challenge, engine)
        right = Wrong(exercise, challenge, decode(data), known, known.observations, ())
        assert len(right.parts) == exercise.parts_in(challenge), answer.name
        for number in right.parts:
            assert list(right.shown(number)), (answer.name, number)
            assert right.shows_the_same(exercise.reference, number), (answer.name, number)


@pytest.mark.sampled(1, ci=0.05)
@pytest.mark.parametrize("identity", IN_PARTS)
def test_in_each_part_a_mistake_shows_what_it_shows_in_the_whole(identity):
    """If it does not, the mistake `remembers`: a judge that compares part by part has to know that."""
    exercise = find(identity)
    challenge = draw(exercise, b"a seed")
    for mistake in (*exercise.misconceptions, *exercise.mutants):
        evidence = decode(evidence_of(challenge, mistake.answer))
        try:
            observed = observe(exercise, challenge, evidence)
        except WrongAnswer:
            continue
        wrong = Wrong(exercise, challenge, evidence, Known(evidence, observed), observed, ())
        alike = [wrong.shows_the_same(mistake.answer, number) for number in wrong.parts]
        assert all(alike) or mistake.remembers, (mistake.name, alike)
