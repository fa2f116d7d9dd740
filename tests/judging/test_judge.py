"""The judge: points, the named mistake, what is shown, and what hostile evidence can do."""

import base64
import json
import sys
from dataclasses import replace

import numpy as np
import pytest

from grader import engine as tf
from grader.evidence import Challenge, Raised, TensorRef, collect
from grader.judging import (
    Case,
    Exercise,
    JudgeError,
    Misconception,
    Rerun,
    Verdict,
    draw,
    expect_returned_tensor,
    judge,
    known_of,
    refusal,
    to_html,
    to_text,
)
from grader.judging.reasons import told as told_of
from grader.judging.relation_sentences import Clause


def draw_numbers(rng):
    a, b, c, d = (int(number) for number in rng.choice(np.arange(2, 60), 4, replace=False))
    scalar = {"placeholder": "float32", "shape": []}
    return Challenge("build", {"builds": [[scalar, scalar]]}, {"shown": (a, b), "secret": (c, d)})


def observe_numbers(evidence, challenge):
    (build,) = evidence.result
    if isinstance(build["result"], Raised):
        return [build["result"]] * 2
    result = expect_returned_tensor(build["result"], "f")
    rerun = Rerun(evidence, result.graph)
    return [
        rerun.run(result, dict(zip(build["arguments"], challenge.hidden[name], strict=True)))
        for name in ("shown", "secret")
    ]


TOY = Exercise(
    id="toy/square-plus",
    title="x squared plus y",
    answers=("f",),
    cases=(Case("one pair", 1, visible=True, gate=True), Case("a hidden pair", 2)),
    draw=draw_numbers,
    observe=observe_numbers,
    reference=lambda: lambda x, y: x * x + y,
    misconceptions=(
        Misconception("doubles", lambda: lambda x, y: x + x + y, "x + x is twice x."),
        Misconception("forgets-y", lambda: lambda x, y: x * x, "y is missing."),
    ),
    hints=("Squares.", "x times x.", "x * x + y"),
)


def verdict_on(answer, seed=b"seed"):
    challenge = draw(TOY, seed)
    return judge(TOY, challenge, collect(challenge, [answer], tf))


def test_a_right_answer_gets_full_points_whatever_the_order_of_its_operations():
    verdict = verdict_on(lambda x, y: tf.add(y, tf.square(x)))
    assert verdict.full
    assert verdict.points == 3
    assert verdict.message == "3 of 3 points: every case passes."


def test_a_misconception_is_named():
    verdict = verdict_on(lambda x, y: 2.0 * x + y)
    assert verdict.misconception == "doubles"
    assert verdict.message == "0 of 3 points: x + x is twice x."


@pytest.mark.parametrize(
    ("passes", "tried"), [(None, True), ("00", True), ("?0", True), ("10", False), ("-", False)]
)
def test_only_mistakes_for_which_the_same_cases_pass_are_tried(passes, tried):
    seen = []

    def builds():
        seen.append(True)
        return lambda x, y: 2.0 * x + y

    exercise = replace(TOY, misconceptions=(Misconception("doubles", builds, "x + x.", passes),))
    challenge = draw(exercise, b"seed")
    verdict = judge(exercise, challenge, collect(challenge, [lambda x, y: x + x + y], tf))
    assert bool(seen) is tried
    assert verdict.misconception == ("doubles" if tried else None)


@pytest.mark.parametrize(
    ("passes", "tried"), [(None, True), ("-", True), ("??", True), ("00", False)]
)
def test_an_answer_that_cannot_be_observed_is_compared_with_those_that_cannot(passes, tried):
    nothing = Misconception("nothing", lambda: lambda x, y: None, "a `return` is missing.", passes)
    exercise = replace(TOY, misconceptions=(nothing,))
    challenge = draw(exercise, b"seed")
    verdict = judge(exercise, challenge, collect(challenge, [lambda x, y: None], tf))
    assert verdict.misconception == ("nothing" if tried else None)


def test_the_first_difference_ends_a_comparison():
    asked = []

    def one_by_one(evidence, challenge):
        for number, value in enumerate(observe_numbers(evidence, challenge)):
            asked.append(number)
            yield value

    exercise = replace(TOY, observe=one_by_one)
    challenge = draw(exercise, b"seed")
    right = known_of(exercise, challenge, exercise.reference)
    evidence = collect(challenge, [lambda x, y: x * x * y], tf)
    asked.clear()
    assert not judge(exercise, challenge, evidence, right).full
    assert asked == [0, 1, 0, 0]  # the student's; then the two misconceptions' first


def test_an_answer_is_no_misconception_because_both_took_too_long(monkeypatch):
    """As on a slow machine, where the judge's own answers may take too long, too."""

    def late(*_):
        return Raised("TooLong", "your code did not finish within 9 seconds.")

    challenge = draw(TOY, b"seed")
    right = known_of(TOY, challenge, TOY.reference)
    monkeypatch.setattr(sys.modules["grader.evidence.collect"], "probe_of", lambda _: late)
    verdict = judge(TOY, challenge, collect(challenge, [None], tf), right)
    assert verdict.points == 0
    assert verdict.misconception is None
    assert "did not finish within 9 seconds" in verdict.message


def failing(answer, x, y, *, at_the_shown_pair):
    """`answer(x, y)`, with an error in a run for the shown pair, or else for all other pairs."""
    shown, _ = draw(TOY, b"seed").hidden["shown"]
    fails = (tf.equal if at_the_shown_pair else tf.not_equal)(x, float(shown))
    return answer(x, y) + tf.gather([0.0], tf.cast(fails, tf.int32))


def test_the_first_mistake_of_an_answer_that_fails_later_is_named():
    def verdict(answer):
        return verdict_on(lambda x, y: failing(answer, x, y, at_the_shown_pair=False))

    assert verdict(lambda x, y: 2.0 * x + y).misconception == "doubles"
    assert verdict(lambda x, y: x - y).misconception is None
    right_so_far = verdict(lambda x, y: x * x + y)
    assert right_so_far.misconception is None
    assert "A hidden pair: a run of your graph raised InvalidArgumentError" in right_so_far.message


def test_an_error_that_comes_before_a_mistake_is_told():
    verdict = verdict_on(
        lambda x, y: failing(lambda x, y: 2.0 * x + y, x, y, at_the_shown_pair=True)
    )
    assert verdict.misconception is None
    assert "One pair: a run of your graph raised InvalidArgumentError" in verdict.message


def test_of_two_mistakes_that_fit_an_answer_that_fails_later_none_is_named():
    _, y = draw(TOY, b"seed").hidden["shown"]
    constant = Misconception("constant", lambda: lambda x, _: 2.0 * x + float(y), "y may vary.")
    exercise = replace(TOY, misconceptions=(*TOY.misconceptions, constant))
    challenge = draw(exercise, b"seed")

    def answer(x, y):
        return failing(lambda x, y: 2.0 * x + y, x, y, at_the_shown_pair=False)

    verdict = judge(exercise, challenge, collect(challenge, [answer], tf))
    assert verdict.misconception is None


def test_a_wrong_answer_without_a_name_says_what_was_expected_and_got():
    challenge = draw(TOY, b"seed")
    a, b = challenge.hidden["shown"]
    verdict = verdict_on(lambda x, y: x - y)
    assert verdict.misconception is None
    assert f"expected {a * a + b:.6g}, got {a - b:.6g}" in verdict.message


def test_a_hidden_case_never_shows_what_it_expects():
    challenge = draw(TOY, b"seed")
    c, d = challenge.hidden["secret"]
    for text in (
        json.dumps(verdict_on(lambda x, y: x - y).to_json()),
        to_html(verdict_on(lambda x, y: x - y)),
        to_text(verdict_on(lambda x, y: x - y)),
    ):
        assert f"{c * c + d:.6g}" not in text


def test_an_answer_that_knows_only_the_shown_case_does_not_get_full_points():
    a, b = draw(TOY, b"seed").hidden["shown"]
    verdict = verdict_on(lambda x, y: tf.constant(float(a * a + b)))
    assert [case.holds for case in verdict.cases] == [True, False]
    assert verdict.points == 1


def test_a_failed_gate_leaves_nothing_to_earn():
    c, d = draw(TOY, b"seed").hidden["secret"]
    verdict = verdict_on(lambda x, y: tf.constant(float(c * c + d)))
    assert verdict.points == 0


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda x, y: None, "`f` should return a tensor, but it returned None"),
        (lambda x, y: ..., "`f` should return a tensor, but it returned `...` (no answer yet)"),
        (lambda x, y: 1 / 0, "your code raised ZeroDivisionError"),
        (3, "should be a function, but it is of type int"),
        (lambda x, y: x.nonsense, "AttributeError"),
        (lambda x: x, "TypeError"),
    ],
)
def test_an_answer_of_the_wrong_kind_gets_a_sentence(answer, words):
    verdict = verdict_on(answer)
    assert verdict.points == 0
    assert words in verdict.message


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def f(x, y): raise NotImplementedError()", "`f` still raises"),
        ("def g(): raise NotImplementedError()\ndef f(x, y): return g()", "`g` still raises"),
        ("def f(x, y): raise NotImplementedError('soon')", "your code raised NotImplementedError"),
    ],
)
def test_the_function_that_has_no_answer_yet_is_named(source, words):
    names = {}
    exec(source, names)
    assert words in verdict_on(names["f"]).message


def test_the_same_seed_draws_the_same_challenge_and_another_seed_another():
    assert draw(TOY, b"a").hidden == draw(TOY, b"a").hidden
    assert draw(TOY, b"a").hidden != draw(TOY, b"b").hidden


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"null", b"[]", b'{"result": {"raised": 1}, "graphs": []}'],
)
def test_evidence_that_is_no_evidence_gets_no_points_and_a_sentence(data):
    verdict = judge(TOY, draw(TOY, b"seed"), data)
    assert verdict.points == 0
    assert verdict.message.startswith("0 of 3 points: ")


@pytest.mark.parametrize("data", [b'{"result": 1, "graphs": []}', b'{"result": [], "graphs": []}'])
def test_evidence_of_another_form_is_for_a_person(data):
    with pytest.raises(JudgeError, match=r"toy/square-plus.*a person has to look"):
        judge(TOY, draw(TOY, b"seed"), data)


def test_a_reference_to_a_graph_that_is_not_there_gets_no_points():
    challenge = draw(TOY, b"seed")
    document = json.loads(collect(challenge, [lambda x, y: x * x + y], tf))
    document["graphs"] = []
    assert judge(TOY, challenge, json.dumps(document).encode()).points == 0


def test_an_operation_that_nobody_knows_beside_the_answer_changes_nothing():
    challenge = draw(TOY, b"seed")
    document = json.loads(collect(challenge, [lambda x, y: x * x + y], tf))
    definition = tf.GraphDef.FromString(base64.b64decode(document["graphs"][0]["graph_def"]))
    definition.node.add(name="spy", op="ReadFile")
    serialized = base64.b64encode(definition.SerializeToString()).decode()
    document["graphs"][0]["graph_def"] = serialized
    without = judge(TOY, challenge, collect(challenge, [lambda x, y: x * x + y], tf))
    assert judge(TOY, challenge, json.dumps(document).encode()) == without


def test_feeding_another_tensor_than_the_argument_is_the_students_own_loss():
    challenge = draw(TOY, b"seed")
    document = json.loads(collect(challenge, [lambda x, y: x * x + y], tf))
    text = json.dumps(document).replace("Placeholder_1:0", "nowhere:0")
    verdict = judge(TOY, challenge, text.encode())
    assert verdict.points == 0
    assert "KeyError" in verdict.message


def test_a_verdict_survives_json():
    verdict = verdict_on(lambda x, y: x - y)
    assert Verdict.from_json(json.loads(json.dumps(verdict.to_json()))) == verdict


def test_html_escapes_what_the_student_wrote():
    def answer(x, y):
        raise ValueError("<script>alert(1)</script>")

    page = to_html(verdict_on(answer))
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_what_the_answer_prints_and_warns_costs_nothing(capsys):
    import sys
    import warnings

    def answer(x, y):
        print("noise")
        print("noise", file=sys.stderr)
        warnings.warn("noise", stacklevel=1)
        return x * x + y

    assert verdict_on(answer).full
    assert capsys.readouterr() == ("", "")


def test_expect_tensor_passes_a_tensor():
    reference = TensorRef(0, "add:0", "float32", ())
    assert expect_returned_tensor(reference, "f") is reference


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("no such thing", ": no such thing."),
        ("no such thing.", ": no such thing."),
        ("Does it go on?", ": Does it go on?"),
        ("It is taken! Did you mean b? Defined at:\nline 3", ": It is taken! Did you mean b?"),
        ("while reading:\nline 3", ": while reading."),
    ],
)
def test_a_message_ends_once_whatever_it_quotes(message, told):
    def answer(x, y):
        raise ValueError(message)

    assert verdict_on(answer).message.endswith(told)


SUBTRACTS = Misconception("subtracts", lambda: lambda x, y: x * x - y, "as if it subtracted.")
SECOND = Misconception("second", lambda: lambda x, y: tf.square(x) - y, "as if something else.")


def verdict_with_mutants(answer, mutants, **changes):
    exercise = replace(TOY, mutants=mutants, **changes)
    challenge = draw(exercise, b"seed")
    return judge(exercise, challenge, collect(challenge, [answer], tf))


def test_an_answer_that_shows_what_one_small_mistake_shows_is_told_so():
    verdict = verdict_with_mutants(lambda x, y: -y + x * x, (SUBTRACTS,))
    assert verdict.message == "0 of 3 points: As if it subtracted."
    assert verdict.misconception is None


def test_the_advice_of_the_case_follows():
    cases = (Case("one pair", 1, visible=True, gate=True, advice="Look at y."), *TOY.cases[1:])
    verdict = verdict_with_mutants(lambda x, y: x * x - y, (SUBTRACTS,), cases=cases)
    assert verdict.message == "0 of 3 points: As if it subtracted. Look at y."


@pytest.mark.parametrize(
    ("reason", "told"),
    [("f returns nothing", "f returns nothing."), ("found nothing", "Found nothing.")],
)
def test_a_reason_begins_with_a_capital_letter_unless_it_begins_with_the_answers_name(reason, told):
    assert refusal(TOY, reason + ".").message == f"0 of 3 points: {told}"


def test_an_error_in_one_run_of_several_is_told_before_the_advice():
    def observe(evidence, challenge):
        error = Raised("IndexError", "list index out of range")
        return [[one if one > 0 else error] for one in observe_numbers(evidence, challenge)]

    cases = (replace(TOY.cases[0], advice="Look at y."), TOY.cases[1])
    verdict = verdict_with_mutants(lambda x, y: -x * x - y, (), cases=cases, observe=observe)
    told = "Your code raised IndexError: list index out of range. Look at y."
    assert verdict.message == f"0 of 3 points: {told}"


@pytest.mark.parametrize(("enough", "rest"), [(False, " Look at y."), (True, "")])
def test_advice_follows_unless_the_values_are_right(monkeypatch, enough, rest):
    clause = Clause("it is empty.", enough)
    monkeypatch.setattr("grader.judging.mistakes.relation", lambda *_: clause)
    cases = (Case("one pair", 1, visible=True, gate=True, advice="Look at y."), *TOY.cases[1:])
    verdict = verdict_with_mutants(lambda x, y: x * x - y, (), cases=cases)
    assert verdict.message == f"0 of 3 points: It is empty.{rest}"


def test_two_mistakes_that_show_the_same_are_none():
    verdict = verdict_with_mutants(lambda x, y: x * x - y, (SUBTRACTS, SECOND))
    assert "expected" in verdict.message


def test_a_right_answer_and_another_mistake_are_not_told_of_it():
    assert verdict_with_mutants(lambda x, y: x * x + y, (SUBTRACTS,)).full
    assert "expected" in verdict_with_mutants(lambda x, y: x - y, (SUBTRACTS,)).message


def test_a_listed_misconception_comes_before_a_small_mistake():
    idea = Misconception("idea", lambda: lambda x, y: x * x, "as if something were missing.")
    assert verdict_with_mutants(lambda x, y: x * x, (idea,)).misconception == "forgets-y"


def test_a_small_mistake_that_cannot_be_observed_hides_no_other():
    broken = Misconception("broken", lambda: lambda x, y: None, "nothing.")
    verdict = verdict_with_mutants(lambda x, y: x * x - y, (broken, SUBTRACTS))
    assert verdict.message.endswith("As if it subtracted.")


def test_a_caret_for_a_power_is_told_as_such():
    def answer(line):
        told = (
            "Value passed to parameter 'x' has DataType float32 not in list of allowed values: int8"
        )
        return told_of(Raised("TypeError", told, line=line))

    assert "`^` is not a power" in answer("    return 2 * x ^ 2 * y")
    assert "allowed values: int8" in answer("    return tf.bitwise.invert(x)")


def test_an_integer_beside_floats_is_told_where_it_may_come_from():
    message = (
        "Input 'y' of 'AddV2' Op has type int32 that does not match type float32 of argument 'x'."
    )
    assert "`tf.constant(5)` is an int32" in told_of(Raised("TypeError", message))
