"""Chapter 10: the reference is held to TensorFlow, and answers that go astray get a sentence.

What holds for the answers and the notebook of any chapter is in test_answers.py, test_solutions.py
and test_notebooks.py.
"""

from __future__ import annotations

import re
import time
from types import SimpleNamespace

import numpy as np
import pytest

from grader.evidence import Evidence, collect, collect_from
from grader.evidence.probes import bounded
from grader.evidence.probes.build_an_engine import PURE, Workbench
from grader.exercises.build_an_engine import EXERCISES
from grader.exercises.build_an_engine.orders import FAULTS, RIGHT, order_told
from grader.exercises.build_an_engine.reading import KERNELS, Program
from grader.exercises.definition import listed
from grader.judging import WrongAnswer, draw, judge, to_text
from tests.exercises.answering import BACK_ENDS, judged, module_of

pytestmark = pytest.mark.slow

BY_NAME = {exercise.id.partition("/")[2]: exercise for exercise in EXERCISES}


def verdict(name, source, tf=None):
    return judged(BY_NAME[name], source, b"seed", tf or module_of("engine"))


READY_MADE = ("order", "evaluate", "variable-kernels", "plan", "gradients")


@pytest.mark.parametrize("name", READY_MADE)
def test_the_ready_made_steps_of_later_lessons_are_right(name):
    (function,) = BY_NAME[name].answers
    found = verdict(name, f"from grader.steps import {function}")
    assert found.full, to_text(found)


# ------------------------------------------------------------------- the reference and TensorFlow


# The references, which are together the chapter's engine.
parts = SimpleNamespace(
    **{
        name: listed(f"build-an-engine/{name.lower().replace('_', '-')}", name)[0]
        for exercise in EXERCISES
        for name in exercise.answers
    }
)


def run(fetches, feeds, state):
    """One run of the reference's engine."""
    kernels = {**KERNELS, **parts.variable_kernels(state)}
    values = parts.evaluate(parts.plan(fetches, feeds), feeds, kernels)
    return [values[node] for node in fetches]


def slopes(graph, y, xs):
    return parts.gradients(graph, y, xs, parts.gradient_rules())


@pytest.mark.parametrize("simplified", [False, True], ids=["as-written", "simplified"])
@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_the_reference_trains_to_the_numbers_of_tensorflow(back_end, simplified):
    tf, rng = module_of(back_end), np.random.default_rng(4)
    batches = rng.normal(size=(30, 20, 3)).astype(np.float32)
    theta_0, wanted = rng.normal(size=(2, 3, 1)).astype(np.float32)
    graph = parts.Graph()
    x, y = graph.add("placeholder", name="x"), graph.add("placeholder", name="y")
    theta = graph.add("variable", name="theta", value=theta_0)
    start = graph.add("assign", [graph.add("constant", value=theta_0)], value="theta")

    def error():
        return graph.add("subtract", [graph.add("matmul", [x, theta]), y])

    mse = graph.add("mean", [graph.add("multiply", [error(), error()])])
    train = parts.minimize(graph, mse, [theta], 0.1, slopes)
    new = {node: node for node in graph.nodes}
    if simplified:
        small = parts.Graph()
        new = parts.simplify([start, train, theta], small, PURE)
        assert len(small.nodes) < len(parts.order([start, train, theta]))
    state = {}
    run([new[start]], {}, state)
    with tf.Graph().as_default(), tf.Session() as session:
        X, Y = tf.placeholder(tf.float32, [None, 3]), tf.placeholder(tf.float32, [None, 1])
        variable = tf.Variable(theta_0)
        loss = tf.reduce_mean(tf.square(tf.matmul(X, variable) - Y))
        step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        session.run(tf.global_variables_initializer())
        for rows in batches:
            session.run(step, {X: rows, Y: rows @ wanted})
            run([new[train]], {new[x]: rows, new[y]: rows @ wanted}, state)
            np.testing.assert_allclose(state["theta"], session.run(variable), atol=1e-4)


def test_the_references_slopes_are_those_of_the_course_engine():
    tf, rng = module_of("engine"), np.random.default_rng(4)
    shapes = [(2, 3), (3, 2), (2,), (), (2, 1), (2, 2)]
    entries = [  # the kind, and the numbers of the inputs: the placeholders are the first six
        ("matmul", [0, 1]),
        ("stop_gradient", [6]),
        ("add", [6, 2]),
        ("multiply", [8, 7]),
        ("subtract", [9, 3]),
        ("square", [10]),
        ("multiply", [4, 11]),
        ("negative", [8]),
        ("multiply", [12, 13]),
        ("mean", [14]),
        ("sum", [2]),
        ("add", [15, 16]),
    ]
    graph = parts.Graph()
    nodes = [graph.add("placeholder") for _ in shapes]
    with tf.Graph().as_default(), tf.Session() as session:
        tensors = [tf.placeholder(tf.float64, shape) for shape in shapes]
        made = {"mean": tf.reduce_mean, "sum": tf.reduce_sum}
        for kind, sources in entries:
            nodes.append(graph.add(kind, [nodes[source] for source in sources]))
            make = made.get(kind) or getattr(tf, kind)
            tensors.append(make(*[tensors[source] for source in sources]))
        mine = slopes(graph, nodes[-1], nodes[:-1])
        theirs = tf.gradients(tensors[-1], tensors[:-1])
        assert [node is None for node in mine] == [tensor is None for tensor in theirs]
        values = [rng.normal(size=shape) for shape in shapes]
        got = run([n for n in mine if n], dict(zip(nodes, values, strict=False)), {})
        expected = session.run(
            [t for t in theirs if t is not None], dict(zip(tensors, values, strict=False))
        )
        for one, other in zip(got, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-6)


# ------------------------------------------------------------------------------ a smaller graph


def simplified(program):
    """The fetches of one of the exercise's programs, and the reference's smaller graph."""
    bench, small = Workbench(program["nodes"], program.get("repeat", ("", 0, 0))), parts.Graph()
    fetches = [bench.nodes[number] for number in program["calls"][0][0][1]]
    return bench, fetches, small, parts.simplify(fetches, small, PURE)


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_left_that_the_rules_would_take_away(seed):
    """Simplifying a simplified graph changes nothing; and no two pure nodes are alike."""
    for program in draw(BY_NAME["simplify"], b"%d" % seed).inputs["programs"]:
        bench, fetches, small, new = simplified(program)
        assert len(small.nodes) < len(bench.nodes) or "repeat" in program
        fetches = [new[node] for node in fetches]
        assert set(small.nodes) == set(parts.order(fetches))
        again = parts.Graph()
        parts.simplify(fetches, again, PURE)
        assert sorted(n.name for n in again.nodes) == sorted(n.name for n in small.nodes)


def test_a_graph_with_nodes_taken_away_is_counted_anew():
    source = """
def simplify(fetches, small, pure):
    unneeded, x = small.add("constant", [], "unneeded", 1.0), small.add("placeholder", [], "x")
    small.nodes.remove(unneeded)
    return dict.fromkeys([*fetches, *fetches[0].inputs[0].inputs], x)
"""
    found = verdict("simplify", source)
    assert found.cases[0].got.startswith("[['placeholder'],")


@pytest.mark.sampled(2, ci=0.3)
@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return [small]", "of type list"),
        ("return {}", "has no new node for 'y'"),
        ("return {node: node for node in fetches}", "not a node of this graph|node of the graph"),
        ("fetches.clear()\n    return {}", "changed a list, a dictionary or a node"),
        ("fetches[0].kind = 'constant'\n    return {}", "changed a list, a dictionary or a node"),
        ("return {n: small.add('negative', fetches) for n in fetches}", "not a node of this graph"),
    ],
)
def test_what_a_function_is_told_that_builds_nothing(body, told):
    found = verdict("simplify", f"def simplify(fetches, small, pure):\n    {body}\n")
    assert found.points == 0
    assert re.search(told, found.message)


# ----------------------------------------------------------------------------- answers gone astray


@pytest.mark.sampled(2, ci=0.3)
@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_an_exercise_tried_before_its_cells_were_run(exercise):
    challenge = draw(exercise, b"seed")
    data = collect_from({}, exercise.answers, challenge, module_of("engine"))
    message = judge(exercise, challenge, data).message
    assert f"the name '{exercise.answers[0]}' is not defined" in message


@pytest.mark.sampled(1, ci=0.3)
@pytest.mark.parametrize("name", ["order", "saver", "simplify"])
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


@pytest.mark.parametrize("name", ["order", "plan", "gradients"])
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
    found = verdict("variable-kernels", source)
    assert found.points == 0
    again = verdict("variable-kernels", source)
    assert to_text(again) == to_text(found)


def test_the_recursion_limit_and_the_alarm_are_put_back():
    import signal
    import sys

    depth, alarm = sys.getrecursionlimit(), signal.getsignal(signal.SIGVTALRM)
    verdict("order", "import sys\ndef order(fetches):\n    sys.setrecursionlimit(50_000)\n")
    assert sys.getrecursionlimit() == depth
    assert signal.getsignal(signal.SIGVTALRM) is alarm
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


# ------------------------------------------------------------------------------- hostile evidence


def exported(**changes):
    """The report of a graph with a placeholder and its square."""
    report = {
        "kinds": ["placeholder", "square"],
        "kind": np.array([0, 1]),
        "count": np.array([0, 1]),
        "inputs": np.array([0]),
        "values": [],
        "names": [],
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
        {"values": [[0, np.zeros(5000)]]},
        {"values": [1]},
        {"values": [[0, 2**500]]},
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
    assert Program({**twice, "values": [[0, "text"]]}).try_run([1], {}).type == "TypeError"


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
        (["int", 0, 1, 2], FAULTS[5]),
    ],
)
def test_what_is_told_of_an_order(order, told):
    entries = [["", [], 0, "a"], ["", [0], 0, "b"], ["", [1, 0], 0, "c"], ["", [2], 0, "d"]]
    assert order_told(entries, [2], [], order) == told


def test_a_fed_node_in_a_plan_is_told():
    entries = [["", [], 0, "a"], ["", [0], 0, "b"], ["", [1, 0], 0, "c"]]
    assert order_told(entries, [2], [1], [0, 2]) == RIGHT
    assert FAULTS[4] in order_told(entries, [2], [1], [0, 1, 2])


def test_the_probe_takes_no_answer_for_a_function():
    exercise = BY_NAME["order"]
    challenge = draw(exercise, b"seed")
    data = collect(challenge, (42,), module_of("engine"))
    assert "should be a function" in judge(exercise, challenge, data).message
