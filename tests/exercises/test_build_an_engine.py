"""Chapter 10: the reference is held to TensorFlow, and answers that go astray get a sentence.

What holds for the answers and the notebook of any chapter is in test_answers.py, test_solutions.py
and test_notebooks.py.
"""

from __future__ import annotations

import time

import numpy as np
import pytest

from grader.evidence import Evidence, collect, collect_from
from grader.evidence.probes import bounded
from grader.exercises.build_an_engine import EXERCISES, parts
from grader.exercises.build_an_engine.reading import FAULTS, RIGHT, Program, order_told
from grader.judging import WrongAnswer, draw, judge, to_text
from tests.exercises.answering import BACK_ENDS, judged, module_of

BY_NAME = {exercise.id.partition("/")[2]: exercise for exercise in EXERCISES}


def verdict(name, source, tf=None):
    return judged(BY_NAME[name], source, b"seed", tf or module_of("engine"))


# ------------------------------------------------------------------- the reference and TensorFlow


def training_program():
    """The challenge's training, as drawn for one seed."""
    programs = draw(BY_NAME["engine"], b"seed").inputs["programs"]
    return next(program for program in programs if program["kind"] == "train")


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_the_reference_trains_to_the_numbers_of_tensorflow(back_end):
    from grader.evidence.probes.build_an_engine_whole import PROGRAMS

    tf, program = module_of(back_end), training_program()
    own = PROGRAMS["train"](parts.assemble(), program)["thetas"]
    with tf.Graph().as_default(), tf.Session() as session:
        X = tf.placeholder(tf.float32, [None, program["X"].shape[1]])
        y = tf.placeholder(tf.float32, [None, 1])
        theta = tf.Variable(program["theta_0"])
        mse = tf.reduce_mean(tf.square(tf.matmul(X, theta) - y))
        step = tf.train.GradientDescentOptimizer(program["learning_rate"]).minimize(mse)
        session.run(tf.global_variables_initializer())
        for epoch, reference in zip(program["batches"], own, strict=True):
            for rows in epoch:
                session.run(step, {X: program["X"][rows], y: program["y"][rows]})
            np.testing.assert_allclose(reference, session.run(theta), atol=1e-4)
    assert len(own) == 10


@pytest.mark.parametrize("seed", range(3))
def test_the_references_slopes_are_those_of_the_course_engine(seed):
    tf = module_of("engine")
    programs = draw(BY_NAME["engine"], b"%d" % seed).inputs["programs"]
    program = next(item for item in programs if item["kind"] == "slopes")
    own = parts.assemble()
    graph, nodes = own.Graph(), []
    kinds = {"mean": tf.reduce_mean, "sum": tf.reduce_sum, "placeholder": None}
    with tf.Graph().as_default(), tf.Session() as session:
        tensors = []
        for kind, sources, _ in program["nodes"]:
            nodes.append(graph.add(kind, [nodes[source] for source in sources]))
            if kind == "placeholder":
                tensors.append(tf.placeholder(tf.float64, np.shape(_fed(program, len(tensors)))))
            else:
                make = kinds.get(kind) or getattr(tf, kind)
                tensors.append(make(*[tensors[source] for source in sources]))
        mine = own.gradients(graph, nodes[program["y"]], [nodes[x] for x in program["xs"]])
        theirs = tf.gradients(tensors[program["y"]], [tensors[x] for x in program["xs"]])
        assert [node is None for node in mine] == [tensor is None for tensor in theirs]
        for feeds in program["feeds"]:
            got = own.Session().run(
                [node for node in mine if node], {nodes[i]: value for i, value in feeds}
            )
            expected = session.run(
                [tensor for tensor in theirs if tensor is not None],
                {tensors[i]: value for i, value in feeds},
            )
            for one, other in zip(got, expected, strict=True):
                np.testing.assert_allclose(one, other, rtol=1e-6)


def _fed(program, number):
    return dict(program["feeds"][0])[number]


# ----------------------------------------------------------------------------- answers gone astray


@pytest.mark.sampled(2)
@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_an_exercise_tried_before_its_cells_were_run(exercise):
    challenge = draw(exercise, b"seed")
    data = collect_from({}, exercise.answers, challenge, module_of("engine"))
    message = judge(exercise, challenge, data).message
    assert f"the name '{exercise.answers[0]}' is not defined" in message


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["order", "saver", "engine"])
def test_a_loop_without_end_is_ended(name, monkeypatch):
    monkeypatch.setattr(bounded, "SECONDS", 1.0)
    (answer,) = BY_NAME[name].answers
    source = f"""
def {answer}(*arguments):
    while True:
        try:
            while True:
                pass
        except Exception:
            pass
"""
    before = time.monotonic()
    found = verdict(name, source)
    assert time.monotonic() - before < 20
    assert found.points == 0
    assert "did not finish within 1 seconds" in found.message


def test_walking_every_way_is_ended_by_the_count():
    source = """
def order(fetches):
    steps = {}
    def visit(node):
        for source in node.inputs:
            visit(source)
        steps[node] = None
    for node in fetches:
        visit(node)
    return list(steps)
"""
    found = verdict("order", source)
    assert found.points == 2
    assert "looked at the inputs of nodes more than" in found.message


@pytest.mark.parametrize("name", ["order", "feeds", "gradients"])
def test_a_generator_is_told_from_a_list(name):
    (answer,) = BY_NAME[name].answers
    found = verdict(name, f"def {answer}(*arguments):\n    yield arguments\n")
    assert "return a list" in found.message.lower()
    assert "type generator" in found.message


def test_an_answer_may_not_spoil_the_arrays_of_the_next_case():
    """It adds to what it is given; a later program of the same check starts from its own arrays."""
    source = """
def variable_kernels(state):
    def variable(node):
        node.value += 1
        return np.array(state[node.name])
    def assign(node, new):
        new += 1
        state[node.value] = np.array(new)
        return np.array(new)
    return {"variable": variable, "assign": assign}
"""
    found = verdict("variables", source)
    assert found.points == 0
    again = verdict("variables", source)
    assert to_text(again) == to_text(found)


def test_the_recursion_limit_and_the_alarm_are_put_back():
    import signal
    import sys

    depth, alarm = sys.getrecursionlimit(), signal.getsignal(signal.SIGVTALRM)
    verdict("order", "import sys\ndef order(fetches):\n    sys.setrecursionlimit(50_000)\n")
    assert sys.getrecursionlimit() == depth
    assert signal.getsignal(signal.SIGVTALRM) is alarm
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


def test_an_engine_that_borrows_tf_is_refused():
    source = "def engine():\n    tf.constant(1.0)\n    return None\n"
    assert "operations or sessions of `tf`" in verdict("engine", source).message


# ------------------------------------------------------------------------------- hostile evidence


def exported(**changes):
    """The report of a graph with a placeholder and its square."""
    report = {
        "kinds": ["placeholder", "square"],
        "kind": np.array([0, 1]),
        "count": np.array([0, 1]),
        "inputs": np.array([0]),
        "values": {},
        "variables": {},
    }
    return {**report, **changes}


def test_an_exported_graph_runs():
    assert Program(exported()).run([1], {0: 3.0}) == [9.0]


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": np.array([0, 7])},
        {"inputs": np.array([1])},
        {"inputs": np.array([-1])},
        {"count": np.array([0, 5])},
        {"count": np.array([-1, 2])},
        {"kinds": None},
        {"values": {0: np.zeros(5000)}},
        {"values": [1]},
        {"values": {0: 2**500}},
        {"kind": np.zeros(30_000, int), "count": np.zeros(30_000, int), "inputs": np.array([])},
    ],
    ids=lambda changes: "-".join(changes),
)
def test_a_damaged_export_is_refused(changes):
    with pytest.raises(WrongAnswer):
        Program(exported(**changes))


def test_a_graph_that_would_fill_the_memory_is_stopped():
    outer = exported(
        kinds=["placeholder", "transpose", "matmul"],
        kind=np.array([0, 1, 2]),
        count=np.array([0, 1, 2]),
        inputs=np.array([0, 1, 0]),
    )
    found = Program(outer).try_run([2], {0: np.ones((1, 200))})
    assert found.type == "ValueError"
    assert "40000 numbers" in found.message


def test_a_text_is_no_number():
    """Texts would double at every addition, unseen by the bounds on shapes."""
    twice = exported(kinds=["constant", "add"], count=np.array([0, 2]), inputs=np.array([0, 0]))
    assert Program({**twice, "values": {0: "text"}}).try_run([1], {}).type == "TypeError"


def test_an_unknown_kind_and_an_unfed_placeholder_are_told():
    unknown = Program(exported(kinds=["placeholder", "launch"])).try_run([1], {0: 1.0})
    assert "no kernel" in unknown.message
    assert Program(exported()).try_run([1], {}).type == "ValueError"


@pytest.mark.parametrize("result", [None, 5, [], [1], {"results": []}, [{}] * 5, "text"])
@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_evidence_of_another_form_is_refused(exercise, result):
    challenge = draw(exercise, b"seed")
    with pytest.raises(WrongAnswer):
        exercise.observe(Evidence(result), challenge)


# ---------------------------------------------------------------------------------- what is true


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ([0, 1, 2], RIGHT),
        ([1, 0, 2], FAULTS[0]),
        ([0, 1, 1, 2], FAULTS[1]),
        ([0, 2], FAULTS[2]),
        ([0, 1, 2, 3], FAULTS[3]),
        ([-1, 0, 1, 2], FAULTS[5]),
    ],
)
def test_what_is_told_of_an_order(order, told):
    entries = [["a", "", [], 0], ["b", "", ["a"], 0], ["c", "", ["b", "a"], 0], ["d", "", ["c"], 0]]
    assert order_told(entries, ["c"], [], np.array(order)) == told


def test_a_fed_node_in_a_plan_is_told():
    entries = [["a", "", [], 0], ["b", "", ["a"], 0], ["c", "", ["b", "a"], 0]]
    assert order_told(entries, ["c"], ["b"], np.array([0, 2])) == RIGHT
    assert FAULTS[4] in order_told(entries, ["c"], ["b"], np.array([0, 1, 2]))


def test_the_probe_takes_no_answer_for_a_function():
    exercise = BY_NAME["order"]
    challenge = draw(exercise, b"seed")
    data = collect(challenge, (42,), module_of("engine"))
    assert "should be a function" in judge(exercise, challenge, data).message
