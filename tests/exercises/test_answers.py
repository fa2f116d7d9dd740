"""Every chapter: each answer written for it gets the verdict that it deserves, on both back ends.

What holds for one chapter only is in its own file; whole notebooks run in test_notebooks.py.
"""

from __future__ import annotations

import os
import re
from itertools import combinations

import numpy as np
import pytest

from grader.evidence import Raised
from grader.exercises import CHAPTERS, chapter_exercises
from grader.exercises.answers import answers
from grader.judging import WrongAnswer, draw, to_text
from tests import layers
from tests.exercises.answering import BACK_ENDS, MANY, judged, module_of, observed

EXERCISES = {
    identity: exercise
    for chapter in CHAPTERS
    for identity, exercise in chapter_exercises(chapter).items()
}
ANSWERS = [answer for chapter in CHAPTERS for answer in answers(chapter)]
# How many challenges: five for the few answers of the daily run, eight (or DRAWS) in the whole layer. The
# seeds' names are shared, so that the judge's own answers run once for each.
SEEDS = {"engine": layers.scaled(5, 2, int(os.environ.get("DRAWS", "8"))), "tensorflow": 1}
NAMED = (
    10  # in so many of them the mistake is looked for, too; in the others only the points matter
)
LUCK = 30 if MANY else 4

each_exercise = pytest.mark.parametrize(
    "exercise", EXERCISES.values(), ids=lambda exercise: exercise.id
)


CASES = [(answer, back_end) for answer in ANSWERS for back_end in BACK_ENDS]


@pytest.mark.sampled(0.001, ci=0.012)
@pytest.mark.scaled  # with more draws
@pytest.mark.parametrize(
    ("answer", "back_end"), CASES, ids=[f"{one.exercise}-{one.name}-{end}" for one, end in CASES]
)
def test_every_answer_gets_the_verdict_that_it_deserves(answer, back_end):
    tf, points = module_of(back_end), set()
    for number in range(SEEDS[back_end]):
        naming, seed = number < NAMED, b"seed %d" % number
        verdict = judged(EXERCISES[answer.exercise], answer.source, seed, tf, naming)
        assert verdict.full is answer.right, to_text(verdict)
        if naming:
            assert verdict.misconception == answer.misconception, to_text(verdict)
        assert_it_reads_well(verdict.message)
        points.add(verdict.points)
    assert len(points) == 1, f"the points depend on the luck of the draw: {points}"


# Words of the inside, which no student has met; and ends that no sentence has.
INSIDE = re.compile(r"\b(evidence|prob(e|es|ing)|observ(e|es|ed|ation|ations))\b", re.IGNORECASE)
BAD_END = re.compile(r"([?!:;,]\.|(?<!\.)\.\.|[^.?!\N{HORIZONTAL ELLIPSIS}])$")


def assert_it_reads_well(text):
    assert not INSIDE.search(text), text
    assert not BAD_END.search(text), text
    sentences = [one for one in re.split(r"(?<=[.?!]) ", text) if len(one) > 20]
    assert len(set(sentences)) == len(sentences), f"a sentence comes twice: {text}"


@each_exercise
def test_what_an_exercise_says_reads_well(exercise):
    for slip in exercise.misconceptions:
        assert_it_reads_well(slip.explanation)
    for case in exercise.cases:
        assert not INSIDE.search(case.label), case.label
        assert_it_reads_well(case.advice or ".")
    for hint in exercise.hints:
        assert_it_reads_well(hint)


@each_exercise
def test_there_are_enough_answers_of_each_kind(exercise):
    mine = [answer for answer in ANSWERS if answer.exercise == exercise.id]
    assert sum(answer.right for answer in mine) >= 5
    assert sum(not answer.right for answer in mine) >= 6
    assert len({answer.name for answer in mine}) == len(mine)
    assert len({answer.source for answer in mine}) == len(mine)
    named = {misconception.name for misconception in exercise.misconceptions}
    assert named <= {answer.misconception for answer in mine}
    assert len(named) == len(exercise.misconceptions)


@pytest.mark.sampled(1, ci=0.05)
@each_exercise
def test_no_luck_of_the_draw_makes_two_answers_look_the_same(exercise):
    """The reference and the misconceptions: for every pair, some case tells them apart."""
    for number in range(LUCK):
        seed = b"seed %d" % number
        seen = {"reference": observations(exercise, seed, exercise.reference)}
        for misconception in exercise.misconceptions:
            seen[misconception.name] = observations(exercise, seed, misconception.answer)
        for (one, first), (other, second) in combinations(seen.items(), 2):
            assert not same(exercise, first, second), f"{one} and {other}, seed {number}"
        assert same(exercise, seen["reference"], seen["reference"])
        assert not any(isinstance(part, Raised) for part in seen["reference"])


def observations(exercise, seed, answer):
    try:
        return observed(exercise, seed, draw(exercise, seed), answer)
    except WrongAnswer as error:
        return str(error)


def same(exercise, first, second):
    if isinstance(first, str) or isinstance(second, str):
        return first == second
    return all(
        case.agree(one, other)
        for case, one, other in zip(exercise.cases, first, second, strict=True)
    )


@pytest.mark.sampled(1, ci=0.05)
@each_exercise
def test_an_answer_that_was_not_begun_earns_nothing(exercise):
    tf = module_of("engine")
    (name,) = exercise.answers
    untouched = f"def {name}(*arguments):\n    raise NotImplementedError\n"
    empty = f"def {name}(*arguments):\n    pass\n"
    for number in range(5):
        for source in (untouched, empty, f"{name} = None", "pass"):
            assert judged(exercise, source, b"seed %d" % number, tf).points == 0


@pytest.mark.sampled(1, ci=0.05)
@each_exercise
def test_another_seed_asks_other_questions(exercise):
    texts = {repr(draw(exercise, b"%d" % number)) for number in range(20)}
    assert len(texts) > 15


@pytest.mark.sampled(1, ci=0.05)
@each_exercise
def test_an_answer_that_knows_the_shown_case_does_not_get_full_points(exercise):
    """It returns what the visible case of another challenge expects, whatever it is given."""
    tf = module_of("engine")
    (name,) = exercise.answers
    for value in (42, 42.0, [], {}, [1.0, 2.0, 3.0], "x:0", True):
        source = f"def {name}(*arguments):\n    return {value!r}\n"
        assert not judged(exercise, source, b"seed 0", tf).full


@pytest.mark.sampled(1, ci=0.05)
@each_exercise
def test_an_answer_that_returns_what_it_was_given_earns_no_full_points(exercise):
    tf = module_of("engine")
    (name,) = exercise.answers
    for result in ("arguments", "arguments[0]", "arguments[-1]"):
        source = f"def {name}(*arguments):\n    return {result}\n"
        assert not judged(exercise, source, b"seed 0", tf).full


@each_exercise
def test_its_name_is_that_of_what_students_hand_in(exercise):
    (name,) = exercise.answers
    assert exercise.id.partition("/")[2] == name.lower().replace("_", "-")


@each_exercise
def test_an_exercise_is_complete(exercise):
    assert len(exercise.misconceptions) >= 2
    assert len(exercise.hints) == 3
    assert sum(case.visible for case in exercise.cases) == 1
    assert exercise.cases[0].gate


@pytest.mark.sampled(0, ci=0)
@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_a_session_that_the_notebook_left_open_changes_no_verdict(back_end):
    from grader.evidence import collect_from
    from grader.judging import judge

    tf = module_of(back_end)
    with tf.Graph().as_default():
        left_open = tf.InteractiveSession()
        try:
            for exercise in EXERCISES.values():
                source = next(a.source for a in ANSWERS if a.exercise == exercise.id and a.right)
                namespace = {"tf": tf, "np": np}
                exec(source, namespace)
                challenge = draw(exercise, b"seed")
                data = collect_from(namespace, exercise.answers, challenge, tf)
                assert judge(exercise, challenge, data).full, exercise.id
                assert tf.get_default_session() is left_open
        finally:
            left_open.close()


LEAVES_A_SESSION = """
_tidy = {name}

def {name}(*arguments):
    tf.InteractiveSession()
    tf.Session().__enter__()
    return _tidy(*arguments)
"""


@pytest.mark.sampled(1, ci=0.05)
@pytest.mark.parametrize("back_end", BACK_ENDS)
@each_exercise
def test_a_session_that_an_answer_leaves_open_stays_in_the_probe(exercise, back_end):
    """`judged` asserts that the notebook's default session and graph are as before."""
    source = next(a.source for a in ANSWERS if a.exercise == exercise.id and a.right)
    (name,) = exercise.answers
    judged(exercise, source + LEAVES_A_SESSION.format(name=name), b"seed", module_of(back_end))
