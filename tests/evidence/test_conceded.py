"""What docs/security.md concedes: what a trick earns, and what the same answer earns without it."""

from __future__ import annotations

import pytest

from grader import engine
from grader.evidence.collect import challenge_from_bytes, challenge_to_bytes
from grader.evidence.protocol import acts
from grader.exercises import find
from grader.judging import draw, judge
from tests.evidence.by_witness import by_witness, in_one_process

# By exercise: the answer; the trick, which comes too LATE or not at all for the first number of points.
CONCEDED = {
    "sessions/first-run": (
        """
TRICK
def first_run(f):
    LATE
    tf.Session().close()
    session = object.__new__(tf.Session)
    opening(session, graph=f.graph)
    running(session, tf.global_variables_initializer())
    return running(session, f)
""",
        "opening, running = tf.Session.__mro__[1].__init__, tf.Session.__mro__[1].run",
        (2, 3),
    ),
    "graphs/two-graphs": (
        """
def two_graphs(a, b):
    left = tf.constant(a)
    TRICK
    with tf.Graph().as_default():
        first = tf.constant(a, name="c")
    with tf.Graph().as_default():
        return first, tf.constant(b, name="c")
""",
        "left.graph.get_operations = lambda: [left.op]",
        (2.25, 3),
    ),
}


def earned(identity, early, late):
    exercise = find(identity)
    challenge = draw(exercise, b"seed")
    data = challenge_to_bytes(challenge)
    source = CONCEDED[identity][0].replace("TRICK", early).replace("LATE", late)
    ask = by_witness if acts(data) else in_one_process
    asked = source, exercise.answers, challenge_from_bytes(data), engine
    return judge(exercise, challenge, ask(*asked)).points


@pytest.mark.sampled(2)
@pytest.mark.parametrize("identity", CONCEDED)
def test_a_trick_earns_what_is_conceded_and_not_more(identity):
    _, trick, points = CONCEDED[identity]
    assert (earned(identity, "pass", trick), earned(identity, trick, "pass")) == points
