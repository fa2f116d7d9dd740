"""What a graph leaves unordered has one order in a check: points are not a matter of luck."""

import pytest

from grader.back_end import tensorflow
from grader.evidence.probes.watching import one_thread

THREADS = {"inter_op_parallelism_threads": 4, "use_per_session_threads": True}


@pytest.fixture(scope="module")
def tf():
    return tensorflow()


@pytest.mark.parametrize("given", [None, THREADS], ids=["no config", "four threads"])
@pytest.mark.parametrize("kind", ["Session", "InteractiveSession"])
def test_takes_of_one_run_come_in_one_order(tf, kind, given):
    orders = set()
    for _ in range(20):
        with tf.Graph().as_default(), one_thread(tf):
            line = tf.FIFOQueue(8, [tf.int32], shapes=[()])
            fill, takes = line.enqueue_many([list(range(8))]), [line.dequeue() for _ in range(8)]
            config = None if given is None else tf.ConfigProto(**given)
            session = getattr(tf, kind)(config=config)
            session.run(fill)
            orders.add(tuple(int(value) for value in session.run(takes)))
            session.close()
    assert len(orders) == 1


def test_a_config_keeps_its_other_fields_and_its_owner_keeps_the_config(tf):
    with tf.Graph().as_default(), one_thread(tf):
        take = tf.FIFOQueue(1, [tf.int32], shapes=[()]).dequeue()
        config = tf.ConfigProto(operation_timeout_in_ms=50)
        with tf.Session(config=config) as session, pytest.raises(tf.errors.DeadlineExceededError):
            session.run(take)
        assert config == tf.ConfigProto(operation_timeout_in_ms=50)


def test_afterwards_sessions_are_made_as_before(tf):
    before = tf.Session.__init__, tf.InteractiveSession.__init__
    with one_thread(tf):
        assert tf.Session.__init__ is not before[0]
    assert (tf.Session.__init__, tf.InteractiveSession.__init__) == before
