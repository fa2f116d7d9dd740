"""Servers: state in containers that sessions share, on TensorFlow and on the engine."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from tests.engine.comparing import assert_same_outcome


def failing(play: Any, *arguments: Any) -> str | None:
    try:
        play(*arguments)
    except Exception as error:
        return type(error).__name__
    return None


def containers(tf: Any) -> Any:
    target = tf.train.Server.create_local_server().target
    w = tf.Variable(1.0, name="w")
    with tf.container("mine"):
        v = tf.Variable(5.0, name="v")
    first = tf.Session(target)
    found = []
    for names in (["mine"], None, [], ["nobody"], ["localhost"]):
        with tf.Session(target) as session:
            session.run(tf.global_variables_initializer())
        tf.Session.reset(target, names)
        found.append(failing(first.run, w))  # ended by the reset
        with tf.Session(target) as session:
            found.append([failing(session.run, one) for one in (w, v)])
    return found


def graphs_meet_by_name(tf: Any) -> Any:
    target = tf.train.Server.create_local_server().target
    found = []
    for value in (3.0, 7.0, [1.0, 2.0], 4):
        with tf.Graph().as_default():
            w = tf.Variable(value, name="w")
            with tf.Session(target) as session:
                found += [
                    failing(session.run, w),
                    failing(session.run, w.initializer),
                ]
    return found


def definitions(tf: Any) -> Any:
    spec = tf.train.ClusterSpec({"ps": ["a:1"], "worker": {1: "b:2", 3: "c:3"}})
    return [
        spec.as_dict(), spec.jobs, spec.job_tasks("worker"), failing(lambda: spec.job_tasks("x")),
        failing(lambda: tf.train.ClusterSpec(3)),
        failing(lambda: tf.train.Server({"a": ["localhost:0"]}, job_name="b", task_index=0)),
        failing(lambda: tf.train.Server({"a": ["localhost:0"]}, task_index=4)),
        failing(lambda: tf.train.Server({"a": ["h:1"], "b": ["h:2"]})),
        failing(lambda: tf.Session("nonsense")),
    ]  # fmt: skip


def devices(tf: Any) -> Any:
    found = []
    for device in ("/cpu:0", "/gpu:0", "/job:ps/task:0", "/cpu:1", "/job:localhost/cpu:0"):
        with tf.Graph().as_default():
            with tf.device(device):
                total = tf.constant(1.0) + 2.0
            free = tf.constant(4.0) + 5.0
            for soft in (False, True):
                config = tf.ConfigProto(allow_soft_placement=soft)
                with tf.Session(config=config) as session:
                    found += [failing(session.run, one) for one in (total, free)]
    return found


def reset_of_sessions_without_a_server(tf: Any) -> Any:
    session = tf.Session()
    w = tf.Variable(1.0)
    session.run(w.initializer)
    tf.Session.reset("")
    return failing(session.run, w)


PROGRAMS = [
    containers, graphs_meet_by_name, definitions, devices,
    reset_of_sessions_without_a_server,
]  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_servers(tf: Any, engine: Any, program: Any) -> None:
    assert_same_outcome(tf, engine, program)


def test_a_cluster_in_one_process(engine: Any) -> None:
    cluster = engine.train.ClusterSpec({"ps": ["here:1001"], "worker": ["here:1002"]})
    ps = engine.train.Server(cluster, job_name="ps", task_index=0)
    worker = engine.train.Server(cluster, job_name="worker", task_index=0)
    with engine.Graph().as_default():
        with engine.device("/job:ps/task:0"):
            w = engine.Variable(1.0, name="w")
        u = engine.Variable(2.0, name="u")
        with engine.Session(worker.target) as session:
            session.run(engine.global_variables_initializer())
            assert len(session.list_devices()) == 2
        with engine.Session(ps.target) as session:
            assert session.run(w) == 1.0  # it lives on ps, u on the worker
            with pytest.raises(engine.errors.FailedPreconditionError):
                session.run(u)
    with pytest.raises(engine.errors.UnknownError, match="listens at here:1001 already"):
        engine.train.Server(cluster, job_name="ps", task_index=0)


def test_threads_on_one_graph_give_what_they_give_one_after_another(engine: Any) -> None:
    with engine.Graph().as_default() as graph:
        engine.set_random_seed(5)
        x = engine.placeholder(engine.float32, (None, 20))
        w = engine.Variable(engine.random_normal([20, 20]))
        y = engine.reduce_sum(engine.tanh(engine.matmul(x, w)))
        train = engine.train.MomentumOptimizer(0.01, 0.9).minimize(y)
        initialize = engine.global_variables_initializer()
    inputs = np.random.default_rng(0).normal(size=(30, 20))

    def work(results: dict[int, Any], number: int) -> None:
        with engine.Session(graph=graph) as session:
            session.run(initialize)
            results[number] = [session.run([y, train], {x: inputs + number})[0] for _ in range(30)]

    apart: dict[int, Any] = {}
    together: dict[int, Any] = {}
    for number in range(6):
        work(apart, number)
    threads = [threading.Thread(target=work, args=(together, number)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert apart == together
