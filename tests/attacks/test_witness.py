"""A witness that is sent nonsense, kept busy or left alone costs only the answer that does it."""

from __future__ import annotations

import time

import numpy as np
import pytest
from lies import Lie

from grader import engine as tf
from grader.evidence.witness.peer import prepare
from grader.evidence.witness.wire import NotSent, Wire

LINK = "link = get_ipython().kernel.next_question.__closure__[0].cell_contents\n"
SOCKETS = """
import gc, socket, struct
def sockets():
    return [one for one in gc.get_objects() if type(one) is socket.socket]
before = sockets()
def tell(data):
    (to_the_witness,) = [one for one in sockets() if one not in before]
    to_the_witness.sendall(data)
def message(text):
    tell(struct.pack('>I', len(text)) + text)
"""
# A cell, what the answer does, and what is said of it: which defence it meets.
BURDENS = {
    "nonsense": (SOCKETS, "tell(b'nonsense' * 9)", "Gone: a message of"),
    "nonsense on every socket": (
        SOCKETS,
        "for s in sockets(): s.send(b'nonsense' * 9)",
        "not a Jupyter message",
    ),
    "a message without an end": (
        SOCKETS,
        "tell(bytes([1, 255, 255, 255]) + b'[' * 1000)",
        "took longer",
    ),
    "a message that is far too long": (
        SOCKETS,
        "tell(bytes([255] * 4) + b'[' * 1000)",
        "Gone: a message of",
    ),
    "deep JSON": (SOCKETS, "message(b'[' * 10**6)", "Gone: maximum recursion"),
    "JSON that is no message": (SOCKETS, "message(b'[1, 2]')", "Gone: a message that is no"),
    "a request for nothing": (SOCKETS, "message(b'{\"ask\": {}}')", "did not report"),
    "every socket closed": (SOCKETS, "for s in sockets(): s.close()", "the kernel died"),
    "the socket to the witness closed": (
        SOCKETS,
        "for s in sockets():\n    if s not in before: s.close()",
        "Gone: the channel",
    ),
    "the link to the witness closed": (LINK + "link.close()", "", "did not report"),
    "the link to the witness flooded": (LINK + "link.send(b'x' * 10**5)", "", "Nothing changes"),
    "a loop in a graph that never ends": (
        "",
        "source.run(tf.while_loop(lambda i: i > -1, lambda i: i * 1, [tf.constant(1)]))",
        "took longer",
    ),
    "runs without an end": ("", "while True: source.run(tf.constant(1))", "took longer"),
    "a wait without an end": (
        "",
        "source.run(tf.FIFOQueue(1, [tf.int32]).dequeue())",
        "took longer",
    ),
    "a graph that takes all memory": (
        "",
        "x = tf.fill([2**14, 2**14], 1.0)\nsource.run([x + float(i) for i in range(9)])",
        "ResourceExhausted",
    ),
    "a graph that grows": (
        "",
        "for i in range(10**6): source.run(tf.constant(np.zeros(10**5)))",
        "took longer",
    ),
    "a graph that is too long for a message": (
        "",
        "for i in range(9): tf.constant(np.zeros(10**6))\nsource.run(tf.constant(1))",
        "Gone: a message of",
    ),
    "sessions without an end": (
        "",
        "kept = []\nwhile True: kept.append(tf.Session())",
        "took longer",
    ),
    "an answer that sleeps": ("import time", "time.sleep(1000)", "took longer"),
    "all other processes killed": (
        "import os, signal",
        "for n in range(2, 500):\n    try: os.getpid() != n and os.kill(n, signal.SIGKILL)\n"
        "    except OSError: pass",
        "the kernel died",
    ),
}
ENDS_THE_KERNEL = {
    "nonsense on every socket",
    "every socket closed",
    "the link to the witness closed",
    "all other processes killed",
}


@pytest.mark.sampled(1, ci=0.3)
@pytest.mark.sandbox
@pytest.mark.takes_long("an answer is stopped")
@pytest.mark.parametrize("name", BURDENS)
def test_a_burden_on_the_witness_costs_only_its_answer(graded, name):
    """A right answer after it gets its points; in the next notebook, where the kernel is gone."""
    cell, inside, told = BURDENS[name]
    hostile = Lie("nothing copied", inside=inside).answer()
    right = Lie("left open", after="session.close()").answer()
    started = time.monotonic()
    result = graded(["nothing copied", "left open"], *filter(None, [cell]), hostile, right)
    assert time.monotonic() - started < 60
    burden, following = result.verdicts
    assert burden.points == 0
    assert told in burden.message
    if name in ENDS_THE_KERNEL:
        (following,) = graded("left open", right).verdicts
    assert following.points == 3, following.message


@pytest.fixture
def wire():
    """That of a witness."""
    made = Wire(tf, "w", lambda *call: None)
    prepare(made)
    return made


ARRAY = {"array": "", "dtype": "<f4", "shape": [0]}


@pytest.mark.parametrize("anew", [{"names": [["run", 5]]}, {"list": []}, {"dict": []}, ARRAY])
def test_what_acts_cannot_be_described_anew(wire, anew):
    """It would be another session, with runs of the kernel's own."""
    with tf.Graph().as_default(), tf.Session() as session:
        before = dict(vars(session))
        key = wire.keep(session)
        with pytest.raises(NotSent):
            wire.read({**anew, "key": key})
        assert vars(session) == before


def test_what_may_change_is_changed_within_its_kind(wire):
    given, array = [1], np.zeros(2, np.float32)
    wire.keep(given), wire.keep(array)
    wire.read({"list": [2, 3], "key": wire.keep(given)})
    assert given == [2, 3]
    with pytest.raises(NotSent):
        wire.read({"list": [2, 3], "key": wire.keep(array)})
    assert not array.any()


NUMBERED = {
    "a function": lambda wire: wire.read({"function": "w7", "name": "f"}),
    "a list": lambda wire: wire.read({"list": [], "key": "w7"}),
    "a graph": lambda wire: wire.add([["w7", {}]]),
}


@pytest.mark.parametrize("kind", NUMBERED)
def test_a_kernel_gives_no_number_of_the_witness(wire, kind):
    """What the witness will give that number to would be taken for the kernel's."""
    with pytest.raises(NotSent):
        NUMBERED[kind](wire)
    assert "w7" not in wire.objects and "w7" not in wire.mirrors
