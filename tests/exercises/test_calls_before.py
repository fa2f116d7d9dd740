"""The calls that a challenge makes before those that count. The probe goes on where one of them fails."""

from __future__ import annotations

import numpy as np

from grader import engine
from grader.exercises import CHAPTERS, chapter_exercises
from grader.judging import draw

NONE = {"gradient-control/gradient-rule"}


def test_each_call_before_another_succeeds_with_a_right_answer():
    without = set()
    for exercise in (one for chapter in CHAPTERS for one in chapter_exercises(chapter).values()):
        challenge = draw(exercise, b"seed")
        if challenge.probe != "gradient-control/call":
            continue
        cases = [case for case in challenge.inputs["cases"] if case["before"]]
        if not cases:
            without.add(exercise.id)
        for case in cases:
            made = {"tf": engine, "np": np, exercise.answers[0]: exercise.reference()}
            with engine.Graph().as_default():
                exec("\n".join(case["lines"]), made)
                assert case["before"].startswith(exercise.answers[0])
                assert eval(case["before"], made) is not None
    assert without == NONE
