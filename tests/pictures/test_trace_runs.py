"""`trace`, its data for runs: which node ran, how often, with which value, and what was held."""

from __future__ import annotations

import numpy as np
import pytest

from grader import engine
from grader.pictures.stepper import runs as following
from grader.pictures.stepper import traced_runs
from tests.exercises.answering import BACK_ENDS, module_of


@pytest.fixture(params=BACK_ENDS)
def tf(request):
    module = module_of(request.param)
    with module.Graph().as_default():
        yield module


def chapter_three(tf):
    """w=3, x=w+2, y=x+5, z=x*3."""
    w = tf.constant(3, name="w")
    x = tf.add(w, 2, name="x")
    return tf.add(x, 5, name="y"), tf.multiply(x, 3, name="z")


def test_two_evals_evaluate_w_and_x_twice_and_one_run_once(tf):
    y, z = chapter_three(tf)
    apart = traced_runs([y, z], apart=True)
    assert apart.evaluations == {"w": 2, "x": 2, "y": 1, "z": 1}
    assert [step.node for step in apart.steps] == ["w", "x", "y", "w", "x", "z"]
    assert [step.value for step in apart.steps] == ["3", "5", "10", "3", "5", "15"]
    together = traced_runs([y, z])
    assert together.evaluations == {"w": 1, "x": 1, "y": 1, "z": 1}
    assert [run.fetches for run in together.runs] == [("y", "z")]


def test_what_is_held_and_until_when(tf):
    x = tf.placeholder(tf.float32, [None], name="x")
    a = tf.multiply(x, 2.0, name="a")
    b = tf.sin(a, name="b")
    total = tf.reduce_sum(tf.add(a, b, name="c"), axis=0, name="total")
    found = traced_runs([total, b], {x: [0.0, 1.0]})
    fed, *steps = found.runs[0].moments
    assert (fed.number, fed.node, fed.value, fed.form) == (0, "x", "[0. 1.]", "float32 (2)")
    assert [(step.node, step.until, step.kept) for step in steps] == [
        ("a", 3, False),
        ("b", 4, True),
        ("c", 4, False),
        ("total", 4, True),
    ]
    assert [step.held for step in steps] == [
        ("a",),
        ("a", "b"),
        ("a", "b", "c"),
        ("b", "c", "total"),
    ]
    assert [step.held_bytes for step in steps] == [8, 16, 24, 20]
    assert found.peak == 24
    assert steps[0].takes == ("x", "2.0")


def test_variables_have_initial_values_or_those_of_the_session_and_keep_them(tf):
    v = tf.Variable(3.0, name="v")
    more = tf.assign_add(v, 1.0, name="more")
    ten = tf.multiply(more, 10.0, name="ten")
    found = traced_runs([ten, ten], apart=True)
    assert [step.value for step in found.steps] == ["4.0", "40.0", "5.0", "50.0"]
    assert found.variables == "initial"
    with tf.Session() as session:
        session.run(v.assign(7.0))
        operations = len(v.graph.get_operations())
        found = traced_runs([ten, v * 2.0], session=session)
        assert found.variables == "session"
        assert {"8.0", "80.0"} <= {step.value for step in found.steps}
        assert session.run(v) == 7
    assert len(v.graph.get_operations()) == operations + 2, "v * 2.0 alone added nodes"


def test_a_variable_and_its_read_are_one_node(tf):
    v = tf.Variable([1.0, 2.0], name="v")
    steps = traced_runs(v * 3.0).steps
    assert [(step.node, step.kind, step.place) for step in steps] == [
        ("v", "variable", "session"),
        ("mul", "Mul", "run"),
    ]
    assert steps[1].takes == ("v", "3.0")
    (alone,) = traced_runs(v).steps
    assert (alone.node, alone.value, alone.kept) == ("v", "[1. 2.]", True)


def test_a_variable_without_a_value_fails_at_its_node_and_ends_the_trace(tf):
    v = tf.Variable(3.0, name="v")
    a = tf.add(tf.constant(1.0, name="one"), tf.constant(2.0, name="two"), name="a")
    with tf.Session() as session:
        found = traced_runs([a, v + 1.0, a], session=session, apart=True)
    assert len(found.runs) == 2, "the run after the one that failed is left out"
    failed = found.steps[-1]
    assert failed.node == "v"
    assert "FailedPreconditionError" in failed.error
    assert found.evaluations == {"one": 1, "two": 1, "a": 1}


def test_an_error_is_shown_at_its_node_after_the_steps_before_it(tf):
    x = tf.placeholder(tf.float32, [None], name="x")
    twice = tf.multiply(x, 2.0, name="twice")
    wrong = tf.matmul(tf.reshape(twice, [2, 2], name="square"), tf.ones([2, 1]), name="product")
    found = traced_runs(wrong, {x: [1.0, 2.0, 3.0]})
    assert [bool(step.error) for step in found.steps if step.node in ("twice", "square")] == [
        False,
        True,
    ]
    assert found.steps[-1].node == "square"
    assert traced_runs(twice).steps[-1].node == "x", "a placeholder that nobody fed"


def test_a_fed_node_replaces_what_is_behind_it(tf):
    y, z = chapter_three(tf)
    x = y.graph.get_tensor_by_name("x:0")
    found = traced_runs([y, z], {x: 100})
    assert found.evaluations == {"y": 1, "z": 1}
    assert [step.value for step in found.steps] == ["105", "300"]


def test_python_code_cannot_be_copied_but_can_be_fed(tf):
    value = tf.py_func(lambda: np.float32(1), [], tf.float32, name="python")
    twice = tf.multiply(value, 2.0, name="twice")
    with pytest.raises(ValueError, match=r"tf\.py_func \(python\).*Feed its result"):
        traced_runs(twice)
    assert traced_runs(twice, {value: 21.0}).steps[-1].value == "42.0"
    other = tf.constant(1, name="other")
    assert traced_runs(other).evaluations == {"other": 1}, "elsewhere in the graph it does no harm"


@pytest.mark.slow
def test_queues_begin_empty_and_a_run_does_not_wait_for_ever(tf):
    queue = tf.FIFOQueue(3, [tf.int32], shapes=[()], name="queue")
    fill = queue.enqueue_many([[1, 2]], name="fill")
    item = queue.dequeue(name="item")
    square = tf.square(item, name="square")
    found = traced_runs([fill, item, square], apart=True)
    assert found.queues
    assert [step.value for step in found.steps if step.node in ("item", "square")] == [
        "1",
        "2",
        "4",
    ]
    assert "queue 'queue' has too few elements" in traced_runs(item).steps[-1].error


def test_a_trace_writes_no_files(tf, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tf.Variable(1.0, name="v")
    saver = tf.train.Saver()
    graph = tf.get_default_graph()
    with pytest.raises(ValueError, match=r"leaves your files alone.*write files: .*SaveV2"):
        traced_runs(saver.saver_def.save_tensor_name, graph=graph)
    assert list(tmp_path.iterdir()) == []


def test_nodes_of_a_gradient_are_the_way_back(tf):
    x = tf.placeholder(tf.float32, [], name="x")
    y = tf.sin(x, name="y")
    steps = traced_runs([y, *tf.gradients(y, [x])], {x: 0.5}).steps
    assert {step.node for step in steps if not step.back} == {"y"}
    assert any(step.back and step.kind == "Cos" for step in steps)


def test_both_back_ends_have_the_same_trace():
    found = []
    for back_end in BACK_ENDS:
        tf = module_of(back_end)
        with tf.Graph().as_default():
            v = tf.Variable([1.0, -1.0], name="v")
            loss = tf.reduce_sum(tf.nn.relu(v * 2.0) * tf.random_normal([2], seed=7), name="loss")
            found.append(traced_runs([loss, tf.gradients(loss, v)], session=None))
    assert found[0] == found[1]


@pytest.fixture
def graph():
    with engine.Graph().as_default() as graph:
        yield graph


def test_rounds_of_a_loop_are_evaluations(graph):
    found = traced_runs(engine.while_loop(lambda i: i < 3, lambda i: i + 1, [engine.constant(0)]))
    assert found.evaluations["while/add"] == 3
    assert found.evaluations["while/Less"] == 4
    assert found.steps[-1].value == "3"


def test_the_side_that_is_not_taken_is_not_there(graph):
    chosen = engine.cond(
        engine.constant(True), lambda: engine.constant(1) * 2, lambda: engine.constant(2) + 3
    )
    nodes = traced_runs(chosen).evaluations
    assert "cond/mul" in nodes
    assert "cond/add" not in nodes


def test_a_very_long_run_is_followed_so_far(graph, monkeypatch):
    monkeypatch.setattr(following, "MOST_STEPS", 50)
    endless = engine.while_loop(lambda i: i < 10**9, lambda i: i + 1, [engine.constant(0)])
    found = traced_runs([endless, engine.constant(1)], apart=True)
    assert found.runs[0].stopped == "more than 50 steps"
    assert len(found.runs) == 1
    assert 40 < len(found.steps) <= 52


def test_large_and_odd_values_are_short(graph):
    large = engine.constant(np.arange(10_000, dtype=np.float32).reshape(100, 100), name="large")
    text = engine.constant(["a" * 500, "b"], name="text")
    found = {step.node: step for step in traced_runs([large, text]).steps}
    assert found["large"].value.startswith("[[")
    assert found["large"].form == "float32 (100, 100)"
    assert found["text"].form == "string (2)"
    assert all(len(step.value) <= 60 for step in found.values())


@pytest.mark.parametrize(
    ("fetches", "kind", "words"),
    [
        ([], ValueError, "nothing to trace"),
        (3, TypeError, "tensors, variables and operations; got int"),
        ("nobody:0", ValueError, "nobody"),
    ],
)
def test_what_cannot_be_fetched(graph, fetches, kind, words):
    engine.constant(1)
    with pytest.raises(kind, match=words):
        traced_runs(fetches, graph=graph)


def test_fetches_of_every_form(graph):
    y, z = chapter_three(engine)
    found = traced_runs({"a": y, "b": (z.op, "x:0")}, graph=graph)
    assert found.runs[0].fetches == ("y", "z", "x")
    assert traced_runs({"a": y, "b": z}, apart=True).evaluations["x"] == 2
    with pytest.raises(ValueError, match="apart=True takes a list"):
        traced_runs(y, apart=True)


def test_another_graph_or_session_is_an_error(graph):
    y, _z = chapter_three(engine)
    with engine.Graph().as_default():
        other = engine.constant(1, name="other")
        session = engine.Session()
    with pytest.raises(ValueError, match="other belongs to another graph"):
        traced_runs([y, other])
    with pytest.raises(ValueError, match="session belongs to a different graph"):
        traced_runs(y, session=session)


def resource_variable(tf, value):
    """`tf.Variable(value, use_resource=True)` with a step of training, as TensorFlow makes them."""
    v = tf.Variable(value, use_resource=True, name="v")
    y = tf.square(v, name="y")
    return v, y, tf.train.GradientDescentOptimizer(0.5).minimize(y, name="step")


def test_resource_variables_are_variables(tf):
    v, y, step = resource_variable(tf, 3.0)
    more = tf.assign_add(v, 1.0, name="more")
    assert [one.value for one in traced_runs([y]).steps][-1] == "9.0"
    assert [one.value for one in traced_runs([v]).steps] == ["3.0"]
    assert "4.0" in [one.value for one in traced_runs([more]).steps]
    trained = traced_runs([step]).steps
    assert [(one.value, one.place) for one in trained if "update_v" in one.node] == [
        ("0.0", "session")
    ]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(more)
        assert traced_runs([y], session=session).steps[-1].value == "16.0"
        assert session.run(v) == 4.0


def test_a_resource_variable_without_a_value_fails_where_it_is_read(tf):
    _v, y, _step = resource_variable(tf, 3.0)
    with tf.Session() as session:
        last = traced_runs([y], session=session).steps[-1]
    assert "FailedPrecondition" in last.error or "ninitialized" in last.error
