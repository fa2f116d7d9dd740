"""Graphs, names, scopes, look-ups: each small program does the same on both back ends."""

from __future__ import annotations

import pytest

from tests.engine.comparing import assert_same_graph, assert_same_outcome


def names_made_unique(tf):
    return [tf.constant(0, name=name).name for name in ("a", "a", "A", "a_1", "a", "b/c", "b/c")]


def scopes_nest_and_are_made_unique(tf):
    found = []
    with tf.name_scope("s") as outer:
        found += [outer, tf.constant(0, name="c").name]
        with tf.name_scope("t"):
            found.append(tf.constant(0).name)
        with tf.name_scope(None):
            found.append(tf.constant(0).name)
        with tf.name_scope(outer):
            found.append(tf.constant(0, name="c").name)
    with tf.name_scope("s") as again, tf.name_scope("", default_name="d") as top:
        found += [again, top]
    return found


def a_scope_name_with_a_space(tf):
    with tf.name_scope("a b"):
        pass


def default_graphs_stack(tf):
    one, two = tf.Graph(), tf.Graph()
    outer = tf.get_default_graph()
    with one.as_default():
        with two.as_default():
            inner = tf.constant(1)
        middle = tf.constant(1)
    return [inner.graph is two, middle.graph is one, tf.get_default_graph() is outer, inner.name]


def reset_inside_a_block(tf):
    tf.reset_default_graph()


def looking_up(tf):
    a = tf.constant([1, 2], name="a")
    graph = tf.get_default_graph()
    return [
        graph.get_tensor_by_name("a:0") is a,
        graph.get_operation_by_name("a") is a.op,
        graph.as_graph_element("a") is a.op,
        graph.as_graph_element(a) is a,
        graph.as_graph_element(tf.Variable(1.0)).name,
    ]


def an_element_of_another_graph(tf):
    a = tf.constant(0)
    tf.Graph().as_graph_element(a)


def finalized(tf):
    tf.get_default_graph().finalize()
    tf.constant(1)


def collections(tf):
    graph = tf.get_default_graph()
    variable = tf.Variable(1.0, name="layer/w")
    tf.add_to_collection("mine", variable)
    tf.add_to_collection("mine", 3)
    copy = tf.get_collection("mine")
    copy.append(4)
    return [
        len(tf.get_collection("mine")),
        [item.name for item in tf.get_collection("mine", scope="layer")],
        tf.get_collection("none"),
        [one.name for one in tf.trainable_variables()],
        sorted(graph.get_all_collection_keys()),
    ]


def what_is_printed(tf):
    x = tf.placeholder(tf.float32, (None, 3), name="x")
    v = tf.Variable([1, 2], name="v")
    unknown = tf.placeholder(tf.int64)
    with tf.device("/cpu:0"):
        y = x + 1.0
    things = (x, v, unknown, y, x.op, v.op, x.shape, unknown.shape, x.dtype, v.dtype)
    return [str(thing) for thing in things] + [repr(thing) for thing in things]


def inputs_and_consumers(tf):
    a = tf.constant(1.0, name="a")
    with tf.control_dependencies([a]):
        b = tf.placeholder(tf.float32, name="b")
    c = tf.add(a, b, name="c")
    return [
        [tensor.name for tensor in c.op.inputs],
        [before.name for before in b.op.control_inputs],
        [user.name for user in a.consumers()],
        c.op.type,
        sorted(c.op.node_def.attr),
    ]


def a_loop_over_a_tensor(tf):
    list(tf.constant([1, 2]))


def a_bad_device(tf):
    with tf.device("/nonsense:0"):
        tf.constant(1)


PLAYS = [
    names_made_unique,
    scopes_nest_and_are_made_unique,
    a_scope_name_with_a_space,
    default_graphs_stack,
    reset_inside_a_block,
    looking_up,
    an_element_of_another_graph,
    finalized,
    collections,
    what_is_printed,
    inputs_and_consumers,
    a_loop_over_a_tensor,
    a_bad_device,
]


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.__name__)
def test_both_do_the_same(tf, engine, play):
    assert_same_outcome(tf, engine, play)


NAMES = ["a", "a:0", "a:1", "a:-1", "a: 0", "a:x", "a:0:0", ":0", "", "b", "b:0", b"a", 3]


@pytest.mark.parametrize("name", NAMES, ids=repr)
@pytest.mark.parametrize(
    "method", ["get_tensor_by_name", "get_operation_by_name", "as_graph_element"]
)
def test_what_a_name_stands_for(tf, engine, method, name):
    def play(m):
        m.constant(0, name="a")
        return getattr(m.get_default_graph(), method)(name).name

    assert_same_outcome(tf, engine, play, words=True)


def devices(tf):
    with tf.device("/cpu:0"):
        tf.constant(1)
        with tf.device("/job:worker/task:1"):
            tf.constant(2)
            with tf.device(None):
                tf.constant(3)
        with tf.device(lambda op: "/gpu:1"):
            tf.constant(4)


def control_dependencies(tf):
    a, b = tf.constant(1, name="a"), tf.constant(2, name="b")
    with tf.control_dependencies([b, a]):
        c = tf.constant(3, name="c")
        tf.add(c, 1, name="already_waits")
        tf.add(a, b, name="needs_them_anyway")
        with tf.control_dependencies(None):
            tf.constant(4, name="free")
        with tf.control_dependencies([c]):
            tf.constant(5, name="waits_for_all")
    tf.group(a, b, c, name="everything")


def groups_on_devices(tf):
    with tf.device("/cpu:0"):
        a = tf.constant(1)
    tf.group(a, tf.constant(2), tf.Variable(3.0).initializer)
    tf.tuple([a, tf.constant(5)])


def variables_of_all_kinds(tf):
    x = tf.Variable(3, name="x")
    tf.Variable(lambda: tf.ones([2, 2]), name="lazy")
    tf.Variable(tf.zeros([2]), name="computed", trainable=False)
    tf.Variable(1.0, name="x", dtype=tf.float64)
    with tf.name_scope("scope"), tf.device("/cpu:0"):
        tf.Variable("text", name="t")
    x.assign(x + 1)
    x.assign_add(2)
    tf.assign_sub(x, 1, name="less")
    tf.global_variables_initializer()
    tf.report_uninitialized_variables()


BUILDS = [
    devices,
    control_dependencies,
    groups_on_devices,
    variables_of_all_kinds,
]


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.__name__)
def test_both_build_the_same_nodes(tf, engine, build):
    assert_same_graph(tf, engine, build)
