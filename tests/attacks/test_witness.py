"""A witness that is sent nonsense, kept busy or left alone costs only the answer that does it."""

from __future__ import annotations

import time

import pytest
from lies import Lie

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
