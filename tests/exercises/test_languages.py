"""In another language an answer gets the same verdict, told in that language."""

from __future__ import annotations

import re

import numpy as np
import pytest

from grader import engine
from grader.evidence import collect_from
from grader.exercises import CHAPTERS, chapter_exercises
from grader.exercises.answers import answers
from grader.judging import draw, judge
from grader.languages import using

HAN = re.compile("[\u4e00-\u9fff]")
SEED = b"seed 0"  # for which test_answers.py judges every answer in English

EXERCISES = {
    identity: exercise
    for chapter in CHAPTERS
    for identity, exercise in chapter_exercises(chapter).items()
}
# One wrong answer of each exercise, the last whose mistake is named: the judge has to compare what
# it observed with what the misconceptions before it show, all of them in this language.
ANSWERS = {
    answer.exercise: answer
    for chapter in CHAPTERS
    for answer in answers(chapter)
    if answer.misconception
}


def verdict_in(language, answer):
    """The verdict of a judge that works in `language`; the answer's own process need not."""
    exercise = EXERCISES[answer.exercise]
    challenge = draw(exercise, SEED)
    namespace = {"tf": engine, "np": np}
    with engine.Graph().as_default():
        exec(answer.source, namespace)
        data = collect_from(namespace, exercise.answers, challenge, engine)
    with using(language):
        return judge(exercise, challenge, data)


# Its mistake is known by the message that refuses it, which the judge forms in its language.
REFUSED = next(
    answer
    for answer in answers("02-sessions")
    if (answer.exercise, answer.misconception) == ("sessions/lift", "list-of-one")
)


@pytest.mark.sampled(0.05, ci=0.1)
@pytest.mark.parametrize("answer", [*ANSWERS.values(), REFUSED], ids=[*ANSWERS, "a refused one"])
def test_a_mistake_is_named_in_chinese_as_in_english(answer):
    exercise = EXERCISES[answer.exercise]
    verdict = verdict_in("zh_CN", answer)
    assert verdict.misconception == answer.misconception
    assert not verdict.full
    (mistake,) = (one for one in exercise.misconceptions if one.name == answer.misconception)
    assert mistake.explanation not in verdict.message
    assert HAN.search(verdict.message)


def test_every_exercise_has_such_an_answer():
    assert ANSWERS.keys() == EXERCISES.keys()
