"""A witness that is sent nonsense, kept busy or left alone costs only the answer that does it."""

from __future__ import annotations

import time

import numpy as np
import pytest
from lies import Lie

from grader import engine as tf
from grader.evidence.witness.peer import prepare
from grader.evidence.witness.wire import NotSent, Wire

LINK = "link = get_ipython().kernel.next_question.__closure__[0].cell_contents"
FIND = """
import gc, socket
mine = [one for one in gc.get_objects() if type(one) is socket.socket]
"""
BURDENS = {
    "nonsense on every socket": (
        "nothing copied",
        FIND,
        "for s in mine: s.send(b'nonsense' * 9)",
        "",
    ),
    "a message without an end": (
        "nothing copied",
        FIND,
        "for s in mine: s.send(bytes([255, 255, 255, 255]) + b'[' * 1000)",
        "",
    ),
    "deep JSON": (
        "nothing copied",
        FIND,
        "import struct\ndeep = b'[' * 10**6\nfor s in mine: s.send(struct.pack('>I', len(deep)) + deep)",
        "",
    ),
    "sockets closed": ("nothing copied", FIND, "for s in mine: s.close()", ""),
    "the link to the witness closed": ("nothing copied", f"{LINK}; link.close()", "", ""),
    "the link to the witness flooded": (
        "nothing copied",
        f"{LINK}; link.send(b'x' * 10**5)",
        "",
        "",
    ),
    "a loop in a graph that never ends": (
        "nothing copied",
        "",
        "source.run(tf.while_loop(lambda i: i > -1, lambda i: i * 1, [tf.constant(1)]))",
        "",
    ),
    "runs without an end": ("nothing copied", "", "while True: source.run(tf.constant(1))", ""),
    "a wait without an end": (
        "nothing copied",
        "",
        "source.run(tf.FIFOQueue(1, [tf.int32]).dequeue())",
        "",
    ),
    "a graph that takes all memory": (
        "nothing copied",
        "",
        "x = tf.fill([2**14, 2**14], 1.0)\nsource.run([x + float(i) for i in range(9)])",
        "",
    ),
    "a graph that grows": (
        "nothing copied",
        "",
        "for i in range(10**6): source.run(tf.constant(np.zeros(10**5)))",
        "",
    ),
    "an answer that sleeps": ("nothing copied", "import time", "time.sleep(1000)", ""),
    "all other processes killed": (
        "nothing copied",
        "import os, signal",
        "for n in range(2, 500):\n    try: os.getpid() != n and os.kill(n, signal.SIGKILL)\n"
        "    except OSError: pass",
        "",
    ),
}


@pytest.mark.sampled(1, ci=0.3)
@pytest.mark.sandbox
@pytest.mark.takes_long("an answer is stopped")
@pytest.mark.parametrize("name", BURDENS)
def test_a_burden_on_the_witness_costs_only_its_answer(graded, name):
    wrong, cell, inside, after = BURDENS[name]
    started = time.monotonic()
    result = graded(wrong, *filter(None, [cell]), Lie(wrong, inside=inside, after=after).answer())
    assert result.status == "graded", result.message
    assert result.points == 0
    assert time.monotonic() - started < 60


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
