"""Chapter 05: the fewest passes that its exercise asks for are those that are counted, and what careless,
endless or strange answers are told.

What holds for the answers and the notebook of any chapter is in test_answers.py, test_solutions.py
and test_notebooks.py.
"""

from __future__ import annotations

import copy

import numpy as np
import pytest

from grader import engine
from grader.evidence import collect_from
from grader.evidence.probes import bounded
from grader.exercises.answers import answers
from grader.exercises.autodiff import EXERCISES
from grader.exercises.autodiff.passes.exercise import gives_all
from grader.judging import draw, judge
from grader.pictures import derivative_of
from tests.exercises.answering import BACK_ENDS, judged, module_of

pytestmark = pytest.mark.slow

BY_ID = {exercise.id.partition("/")[2]: exercise for exercise in EXERCISES}
RIGHT = {
    exercise.id: next(
        answer.source
        for answer in answers("05-autodiff")
        if answer.exercise == exercise.id and answer.right
    )
    for exercise in EXERCISES
}

each_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)


@pytest.mark.parametrize(("inputs", "outputs"), [(3, 1), (1, 4), (2, 5), (3, 3), (4, 3)])
def test_the_fewest_passes_are_those_of_the_mode_for_which_fewer_are_counted(inputs, outputs):
    with engine.Graph().as_default():
        xs = [engine.placeholder(engine.float64, []) for _ in range(inputs)]
        total = engine.add_n([engine.sin(x) for x in xs])
        y = total if outputs == 1 else engine.stack([total * k for k in range(1, outputs + 1)])
        feeds = {x: 0.5 + number for number, x in enumerate(xs)}
        counted = [derivative_of(mode, y, xs, feeds).cost.passes for mode in ("forward", "reverse")]
    assert len(BY_ID["passes"].reference()(inputs, outputs)) == min(counted)


def test_passes_give_all_slopes_where_no_other_slopes_give_the_same():
    """Each pass is a linear equation for the slopes: together they have one solution, or many."""
    rng = np.random.default_rng(0)
    both = set()
    for _ in range(300):
        inputs, outputs, count = (int(number) for number in rng.integers(1, 4, 3))
        passes, equations = [("run", [])], []
        for kind in rng.choice(["forward", "backward"], count):
            slopes = rng.integers(0, 2, inputs if kind == "forward" else outputs)
            passes.append((str(kind), slopes.tolist()))
            factors = (np.eye(outputs), slopes) if kind == "forward" else (slopes, np.eye(inputs))
            equations.append(np.kron(*(np.atleast_2d(one) for one in factors)))
        known = np.linalg.matrix_rank(np.vstack(equations)) == inputs * outputs
        assert known == gives_all(passes, inputs, outputs)
        both.add(bool(known))
    assert both == {True, False}


@each_exercise
def test_an_exercise_tried_before_its_cell_was_run_says_so(exercise):
    challenge = draw(exercise, b"seed")
    data = collect_from({}, exercise.answers, challenge, module_of("engine"))
    verdict = judge(exercise, challenge, data)
    assert verdict.points == 0
    assert f"the name '{exercise.answers[0]}' is not defined" in verdict.message


@pytest.mark.sampled(3, ci=0.3)
@pytest.mark.parametrize("back_end", BACK_ENDS)
@each_exercise
def test_a_generator_gets_a_sentence_and_no_points(exercise, back_end):
    (name,) = exercise.answers
    source = f"def {name}(*arguments):\n    yield from arguments\n"
    verdict = judged(exercise, source, b"seed", module_of(back_end))
    assert verdict.points == 0
    assert "generator" in verdict.message
    assert "Traceback" not in verdict.message


@each_exercise
@pytest.mark.sampled(2, ci=0.3)
def test_an_answer_without_an_end_is_stopped_and_told(exercise, monkeypatch):
    monkeypatch.setattr(bounded, "SECONDS_OF_A_CALL", 0.02)
    monkeypatch.setattr(bounded, "SECONDS", 0.02)
    (name,) = exercise.answers
    source = f"def {name}(*arguments):\n    while True:\n        pass\n"
    verdict = judged(exercise, source, b"seed", module_of("engine"))
    assert verdict.points == 0
    assert "did not finish within 0.02 seconds" in verdict.message


@pytest.mark.parametrize("name", ["best-step", "backward"])
def test_an_answer_may_empty_what_it_was_given(name):
    exercise = BY_ID[name]
    (function,) = exercise.answers
    spoiling = RIGHT[exercise.id] + (
        f"\n_tidy = {function}\n\n"
        f"def {function}(*arguments):\n"
        "    found = _tidy(*arguments)\n"
        "    for one in arguments:\n"
        "        if hasattr(one, 'clear'):\n            one.clear()\n"
        "    return found\n"
    )
    namespace = {"tf": engine, "np": np}
    exec(spoiling, namespace)
    challenge = draw(exercise, b"seed")
    before = copy.deepcopy(challenge.inputs)
    data = collect_from(namespace, exercise.answers, challenge, engine)
    assert judge(exercise, challenge, data).full
    assert repr(challenge.inputs) == repr(before)


def test_a_walk_along_every_path_is_stopped_and_told():
    source = next(a.source for a in answers("05-autodiff") if a.name == "every-path")
    verdict = judged(BY_ID["backward"], source, b"seed", module_of("engine"))
    assert verdict.points == 4
    assert "looks up the nodes of this graph more than 50000 times" in verdict.message


@pytest.mark.parametrize(
    ("returned", "told"),
    [
        ('["**", "x", 2]', "a list of length 3 that begins with '**'"),
        ('"z"', "the value 'z'"),
        ("[]", "an empty list"),
        ("None", "None (is a `return` missing?)"),
        ('["exp", np.ones(3)]', "an array of shape (3,)"),
        ('["exp", 1e9]', "This is a formula, but not the right one"),
    ],
)
def test_what_is_no_formula_gets_a_sentence(returned, told):
    source = f"def differentiate(formula, name):\n    return {returned}\n"
    verdict = judged(BY_ID["differentiate"], source, b"seed", module_of("engine"))
    assert verdict.points == 0
    assert told in verdict.message


def test_a_number_where_dual_numbers_were_expected_gets_a_sentence():
    source = (
        "class Dual(float):\n    def __new__(cls, value, slope):\n        return float(value)\n"
    )
    verdict = judged(BY_ID["dual"], source, b"seed", module_of("engine"))
    assert verdict.points == 0
    assert "the result of a calculation should be a Dual" in verdict.message


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("10**400", "expected"),
        ("True", "all 1, but the right ones are not all the same"),
        ("np.ones(2)", "all 1, but the right ones are not all the same"),
        ("[[[1.0]]]", "expected"),
        ("'x'", "expected"),
    ],
)
def test_a_hessian_of_other_things_gets_a_sentence(entry, told):
    source = f"def hessian(y, xs):\n    return [[{entry} for x in xs] for x in xs]\n"
    verdict = judged(BY_ID["hessian"], source, b"seed", module_of("engine"))
    assert verdict.points == 0
    assert told in verdict.message.lower()


@pytest.mark.sampled(2, ci=0.3)
@pytest.mark.parametrize("rule", ["1.5e-8 * abs(x)", "1e-8 * abs(x)", "1e-7 * abs(x)", "1e-8"])
@pytest.mark.parametrize("distance", ["abs(h - {})", "abs(np.log(h / ({})))"])
def test_no_rule_that_looks_at_the_size_of_x_alone_finds_all_best_steps(rule, distance):
    """How many points it earns is luck: the first function's best step may follow the rule."""
    key = distance.format(rule)
    source = f"def best_step(f, x, slope, steps):\n    return min(steps, key=lambda h: {key})\n"
    for number in range(5):
        seed = b"seed %d" % number
        assert judged(BY_ID["best-step"], source, seed, module_of("engine")).points < 2
