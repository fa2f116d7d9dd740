"""get_variable and variable_scope: names, sharing, defaults and errors are TensorFlow's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.comparing import assert_same_graph, assert_same_outcome


def reuse_variables(tf: Any) -> Any:
    with tf.variable_scope("a") as scope:
        v = tf.get_variable("v", [1])
        scope.reuse_variables()
        same = tf.get_variable("v", [1])
        with tf.variable_scope("inner"):
            inherited = tf.get_variable_scope().reuse
    return v is same, inherited, scope.name, scope.original_name_scope, tf.get_variable_scope().name


def default_names(tf: Any) -> Any:
    names = []
    for _ in range(3):
        with tf.variable_scope(None, default_name="layer") as scope:
            names += [scope.name, tf.get_variable("w", [2]).name, tf.constant(1).name]
            with tf.variable_scope(None, "layer") as inner:
                names += [inner.name, tf.get_variable("w", [2]).name]
    with tf.variable_scope("layer_1/deep"):
        names.append(tf.Variable(1.0, name="w").name)
    return names


def nested(tf: Any) -> Any:
    names = []
    with tf.variable_scope("one", initializer=tf.constant_initializer(3.0)), tf.name_scope("x"):
        names.append(tf.get_variable("a", [2]).name)
        with tf.variable_scope("two", dtype=tf.float64), tf.variable_scope("three/four"):
            v = tf.get_variable("b", [2, 2])
            names += [v.name, v.dtype.name, tf.get_variable_scope().name, tf.add(v, v).name]
    with tf.variable_scope("one"):
        names.append(tf.constant(1).name)
    return names, [v.name for v in tf.trainable_variables("one/two")]


def kinds(tf: Any) -> Any:
    made = [
        tf.get_variable("value", initializer=[[1.0, 2.0]]),
        tf.get_variable("tensor", initializer=tf.zeros([2], tf.int32)),
        tf.get_variable("function", initializer=lambda: tf.ones([2]) * 3.0),
        tf.get_variable("whole", [2], tf.int32),
        tf.get_variable("truth", [2], tf.bool),
        tf.get_variable("text", [2], tf.string),
        tf.get_variable("class", [2], initializer=tf.zeros_initializer),
        tf.get_variable("fixed", [2], trainable=False, collections=["mine"]),
        tf.get_variable("local", [2], trainable=False, collections=["local_variables"]),
    ]
    return [(v.name, v.dtype.name, str(v.shape)) for v in made], {
        key: [v.name for v in tf.get_collection(key)]
        for key in sorted(key for key in tf.get_default_graph().collections if isinstance(key, str))
        if "scope" not in key and "store" not in key
    }


def names(tf: Any) -> Any:
    found = []

    def look(variable: str = "w") -> None:
        found.append((tf.get_variable(variable, [2]).name, tf.add(1, 1).name))

    with tf.variable_scope("a") as a:
        look()
        with tf.variable_scope("b") as b:
            look()
            found.append((b.name, b.original_name_scope))
            with tf.variable_scope(a, reuse=True) as again:
                look()
                found.append((again.name, again.original_name_scope, again.reuse))
    with tf.variable_scope("a"):
        look("v")
    with tf.variable_scope(a, auxiliary_name_scope=False):
        look("x")
    with tf.name_scope("names"):
        for reuse in (None, True):
            with tf.variable_scope("c", reuse=reuse):
                look()
                found.append(tf.Variable(1.0).name)
    for title in ("", "x/y", "x/"):
        with tf.variable_scope(title):
            look("z")
    found.append([variable.name for variable in a.global_variables()])
    return found, [variable.name for variable in tf.trainable_variables("a")]


PROGRAMS = [
    names, reuse_variables, default_names, nested, kinds,
]  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_scopes(tf: Any, engine: Any, program: Any) -> None:
    assert_same_graph(tf, engine, program)
    assert_same_outcome(tf, engine, program)


def open_scope(*arguments: Any, **keywords: Any) -> Any:
    def build(tf: Any) -> None:
        with tf.variable_scope(*arguments, **keywords):
            tf.get_variable("v", [1])

    return build


def twice(tf: Any) -> None:
    tf.get_variable("v", [1])
    tf.get_variable("v", [1])


def absent(tf: Any) -> None:
    with tf.variable_scope("a", reuse=True):
        tf.get_variable("v", [1])


def other(**change: Any) -> Any:
    def build(tf: Any) -> None:
        tf.get_variable("v", [2])
        with tf.variable_scope("", reuse=True):
            tf.get_variable("v", **{"shape": [2], **change})

    return build


MISTAKES = [
    twice,
    absent,
    other(shape=[3]),
    other(dtype="int32"),
    open_scope(None),
    open_scope("a", reuse=3),
    open_scope(3),
    open_scope(None, "d", reuse=True),
    open_scope("a", auxiliary_name_scope=1),
    lambda tf: tf.get_variable("v"),
    lambda tf: tf.get_variable("v", [2], initializer=[1.0, 2.0]),
    lambda tf: tf.get_variable("v", [None, 2]),
    lambda tf: tf.get_variable("v", dtype=tf.int32, initializer=1.0),
    lambda tf: tf.get_variable("v", [2], tf.complex64),
    lambda tf: tf.orthogonal_initializer()([3]),
    lambda tf: tf.variance_scaling_initializer(mode="fan"),
    lambda tf: tf.random_normal_initializer(dtype=tf.int32),
]


@pytest.mark.parametrize("build", MISTAKES)
def test_mistakes_are_the_same(tf: Any, engine: Any, build: Any) -> None:
    assert_same_outcome(tf, engine, build, words=True)


INITIALIZERS = [
    lambda i: i.constant(2.0),
    lambda i: i.random_uniform(-1, 3),
    lambda i: i.random_normal(1.0, 2.0),
    lambda i: i.truncated_normal(stddev=0.3),
    lambda i: i.variance_scaling(2.0, "fan_out", "uniform"),
    lambda i: i.variance_scaling(2.0, "fan_avg", "untruncated_normal"),
    lambda i: i.glorot_uniform(),
    lambda i: i.glorot_normal(),
    lambda i: i.he_normal(),
    lambda i: i.he_uniform(),
    lambda i: i.lecun_normal(),
    lambda i: i.lecun_uniform(),
    lambda i: i.orthogonal(gain=2.0),
]


@pytest.mark.sampled(16)
@pytest.mark.parametrize("shape", [[4, 4], [3, 5], [2, 2, 3, 4], [7]])
@pytest.mark.parametrize("make", INITIALIZERS)
def test_initializers(tf: Any, engine: Any, make: Any, shape: list[int]) -> None:
    def build(module: Any) -> Any:
        module.set_random_seed(3)
        v = module.get_variable("v", shape, initializer=make(module.initializers))
        return v

    def play(module: Any) -> Any:
        v = build(module)
        with module.Session() as session:
            session.run(module.global_variables_initializer())
            value = session.run(v)
        return [round(float(x), 4) for x in value.ravel()]

    assert_same_graph(tf, engine, build)
    assert_same_outcome(tf, engine, play)


def test_the_lines_that_defined_a_variable_first_are_the_users(tf: Any, engine: Any) -> None:
    def outer(m: Any) -> Any:
        return inner(m)

    def inner(m: Any) -> Any:
        return m.get_variable("v", [1])

    def told(m: Any) -> list[str]:
        with m.Graph().as_default():
            outer(m)
            with pytest.raises(ValueError, match="Originally defined at") as failure:
                outer(m)
        return str(failure.value).partition("Originally defined at")[2].splitlines()[:5]

    expected, got = told(tf), told(engine)
    # The two are called from different lines of this test.
    assert got[:4] == expected[:4] and len(got) == 5
    assert got[2].endswith("in inner") and got[3].endswith("in outer")


def test_the_lines_that_made_a_node_are_noted_where_its_run_fails(tf: Any, engine: Any) -> None:
    def broken(m: Any) -> Any:
        return m.div(1, 0, name="broken")

    def noted(m: Any) -> str:
        with m.Graph().as_default(), m.Session() as session:
            node = broken(m)
            with pytest.raises(m.errors.InvalidArgumentError) as failure:
                session.run(node)
        return str(failure.value) + "".join(getattr(failure.value, "__notes__", []))

    for message in (noted(tf), noted(engine)):
        stack = message.partition("Original stack trace for 'broken'")[2]
        assert stack.index("in noted") < stack.index("in broken")
    assert "grader/engine" not in stack.replace("tests/engine", "")


def test_the_traceback_of_an_operation_ends_with_the_line_that_made_it(engine: Any) -> None:
    with engine.Graph().as_default() as graph:
        made = engine.constant(1.0) + 2.0
        message = graph.as_graph_def()
    assert [(one.filename, one.name) for one in made.op.traceback][-1] == (
        __file__, "test_the_traceback_of_an_operation_ends_with_the_line_that_made_it",
    )  # fmt: skip
    with engine.Graph().as_default() as graph:
        engine.import_graph_def(message, name="")
    assert not list(graph.get_operation_by_name("add").traceback)
