"""Chapter 04: what its exercises rest on, and answers that are careless.

What holds for the answers and the notebook of any chapter is in test_answers.py, test_solutions.py
and test_notebooks.py.
"""

from __future__ import annotations

import numpy as np
import pytest

from grader.evidence import collect_from
from grader.evidence.probes import bounded
from grader.evidence.probes.training import MAX_RUNS, bounded_runs
from grader.exercises import chapter_exercises
from grader.exercises.answers import answers
from grader.judging import draw, judge
from tests.exercises.answering import BACK_ENDS, judged, module_of

pytestmark = pytest.mark.slow

EXERCISES = chapter_exercises("04-training")
RACE = EXERCISES["training/race"]

each_back_end = pytest.mark.parametrize("back_end", BACK_ENDS)


@pytest.mark.sampled(2, ci=0.3)
@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=lambda exercise: exercise.id)
def test_an_exercise_tried_before_its_cell_was_run_says_which_name_is_missing(exercise):
    tf = module_of("engine")
    challenge = draw(exercise, b"seed")
    data = collect_from({"tf": tf}, exercise.answers, challenge, tf)
    verdict = judge(exercise, challenge, data)
    assert verdict.points == 0
    assert repr(exercise.answers[0]) in verdict.message
    assert "was not run" in verdict.message


LOOPS_FOR_EVER = """
def race(loss, learning_rate, target):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        while session.run(loss) >= 0:
            pass
"""


@pytest.mark.sampled(1, ci=0.3)
@each_back_end
def test_a_loop_without_an_end_is_stopped_and_told(back_end):
    tf = module_of(back_end)
    run = tf.Session.run
    verdict = judged(RACE, LOOPS_FOR_EVER, b"seed", tf)
    assert verdict.points == 0
    assert f"more than {MAX_RUNS} runs" in verdict.message
    assert tf.Session.run is run, "the probe left its own `run` behind"


@each_back_end
def test_runs_are_counted_over_all_sessions_of_a_block(back_end):
    tf = module_of(back_end)
    with tf.Graph().as_default():
        one = tf.constant(1)
        with tf.Session() as first, tf.Session() as second, bounded_runs(tf, 2):
            first.run(one)
            second.run(one)
            with pytest.raises(RuntimeError, match="more than 2 runs"):
                first.run(one)
        with tf.Session() as later:
            assert [later.run(one) for _ in range(3)] == [1, 1, 1]


@pytest.mark.sampled(1, ci=0.3)
@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=lambda exercise: exercise.id)
def test_an_answer_that_never_returns_is_stopped_and_told(exercise, monkeypatch):
    monkeypatch.setattr(bounded, "SECONDS", 0.2)
    (name,) = exercise.answers
    source = f"def {name}(*arguments):\n    while True:\n        pass\n"
    verdict = judged(exercise, source, b"seed", module_of("engine"))
    assert verdict.points == 0
    assert "loop that never ends" in verdict.message


SPOILS_ITS_ARGUMENTS = """
def federated_round(model, clients, theta, n_steps):
    theta *= 0
    clients.clear()
    return theta
"""


def test_an_answer_that_spoils_its_arguments_spoils_only_its_own_points():
    tf = module_of("engine")
    exercise = EXERCISES["training/federated-round"]
    right = next(a for a in answers("04-training") if a.exercise == exercise.id and a.right)
    verdict = judged(exercise, SPOILS_ITS_ARGUMENTS, b"seed", tf)
    assert verdict.points == 0
    assert judged(exercise, right.source, b"seed", tf).full


def test_a_generator_in_place_of_a_list_is_told_in_a_sentence():
    tf = module_of("engine")
    source = "def diary(samples):\n    yield [0.0] * 5\n"
    verdict = judged(EXERCISES["training/diary"], source, b"seed", tf)
    assert verdict.points == 0
    assert "diary returns a value of type generator" in verdict.message


def told(name, exercise, back_end="engine"):
    """What the judge says of the answer called `name`, and which cases hold."""
    answer = next(a for a in answers("04-training") if (a.exercise, a.name) == (exercise, name))
    verdict = judged(EXERCISES[exercise], answer.source, b"seed", module_of(back_end))
    return verdict.message, [case.holds for case in verdict.cases]


@pytest.mark.parametrize(
    ("exercise", "name", "count"),
    [
        ("training/diary", "at-least-twenty-steps", 1),
        ("training/make-cell", "other-sizes-fail", 1),
        ("training/by-hand", "two-features", 1),
    ],
)
def test_an_error_in_a_later_call_is_not_one_of_the_first(exercise, name, count):
    message, holds = told(name, exercise)
    assert holds[:count] == [True] * count
    assert not any(holds[count:])
    assert "our code raised" in message


@pytest.mark.sampled(4, ci=0.3)
@each_back_end
@pytest.mark.parametrize(
    ("exercise", "name", "words"),
    [
        ("training/best-theta", "houses-not-known-yet", "the number of houses isn't known"),
        ("training/by-hand", "rows-not-known-yet", "the number of rows isn't known"),
        ("training/by-hand", "integers", "cast it to float32"),
        ("training/best-theta", "stars-everywhere", "id you write `*`"),
        ("training/by-hand", "star-in-the-error", "id you write `*`"),
        ("training/by-hand", "no-transpose", "is a transpose missing?"),
        ("training/race", "trainable-variables-only", "initializes all variables"),
        ("training/stop-early", "a-session-of-its-own", "Use the `session` that `stop_early`"),
        ("training/diary", "pairs-in-each-entry", "one of them is a tuple with 3"),
        ("training/diary", "ten-times-the-rate", "the learning rate is 0.01"),
    ],
)
def test_a_reason_says_what_to_do(exercise, name, words, back_end):
    message, _ = told(name, exercise, back_end)
    assert words in message


def test_a_session_that_starts_from_its_initial_value_has_worked_in_each_round():
    _, holds = told("initializes", "training/federated-round")
    assert holds == [False, False, False, True]


@each_back_end
def test_the_race_is_what_the_two_update_rules_say(back_end):
    """Its reference counts on a back end; here the two rules are written out in float64."""
    tf = module_of(back_end)
    source = next(a for a in answers("04-training") if a.exercise == RACE.id and a.right).source
    for number in range(2):
        challenge = draw(RACE, b"race %d" % number)
        for program in challenge.inputs["programs"]:
            expected = [count(program, momentum) for momentum in (0.0, 0.9)]
            namespace = {"tf": tf}
            exec(source, namespace)
            with tf.Graph().as_default():
                place = tf.Variable(np.float32(program["start"]))
                away = place - np.float32(program["bottom"])
                loss = tf.reduce_sum(np.float32(program["slopes"]) * away * away)
                found = namespace["race"](loss, program["learning_rate"], program["target"])
            assert list(found) == expected


def count(program, momentum):
    place, bottom, slopes = (np.array(program[name]) for name in ("start", "bottom", "slopes"))
    speed, steps = np.zeros_like(place), 0
    while np.sum(slopes * (place - bottom) ** 2) > program["target"]:
        speed = momentum * speed + 2 * slopes * (place - bottom)
        place = place - program["learning_rate"] * speed
        steps += 1
    return steps


def test_the_small_gradients_underflow_in_half_precision_and_their_sizes_do_not():
    """The challenge of safe-gradients asks for what float16 loses: its factors' product is zero."""
    for number in range(10):
        challenge = draw(EXERCISES["training/safe-gradients"], b"%d" % number)
        small, on_the_way, large, smallest, plain = challenge.inputs["programs"]
        for program in (small, on_the_way, smallest):
            factors = np.array(program["shrink"], np.float16)
            assert all(factors > 0)
            assert np.prod(factors) == 0
            scaled = np.prod([np.float16(program["scale"]), *factors]) * np.abs(program["a"])
            assert np.isfinite(scaled).all()
            assert (scaled > 0).all()
        assert np.prod(np.array([2**14, *smallest["shrink"]], np.float16)) == 0
        assert plain["scale"] == 1
        assert np.isfinite(np.abs(large["a"]) * np.float16(large["scale"])).all()
        with np.errstate(over="ignore"):
            assert np.isinf(np.abs(large["a"]) * np.float16(16)).all()


def test_no_two_scales_of_one_challenge_are_equal():
    for number in range(10):
        challenge = draw(EXERCISES["training/safe-gradients"], b"%d" % number)
        assert len({program["scale"] for program in challenge.inputs["programs"]}) == 5
