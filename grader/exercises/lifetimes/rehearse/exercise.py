"""The exercise on a second session beside the first: what would happen, without letting it happen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.judging import Case, different, refuse_closed, reports, tidy, together

KEYS = ("value", "later", "after", "items", "opened", "closed", "pulse")


def _draw(rng: np.random.Generator) -> Challenge:
    # A full queue, in which an item is zero, another one comes twice, and the last one makes the variable
    # smaller; and the variable is a vector.
    full = _program(rng, "serves", n=4, items=4, room=0)
    full["w"] = [[start, start + 1.5] for start in full["w"]]
    one, two, *_others = full["items"]
    full["items"] = [one, 0.0, one, -two]
    programs = [
        _program(rng, "serves", n=3, items=5, room=20),
        full,
        _program(rng, "counts, puts back", n=3, items=2, room=0),
        _program(rng, "puts back", n=1, items=0, room=1),
    ]
    return Challenge("lifetimes/rehearse", {"programs": programs})


def _program(rng: np.random.Generator, step: str, n: int, items: int, room: int) -> dict[str, Any]:
    """The initial value of each variable and the present one, which is larger, and the items waiting.

    step: what it does (see the probe). room: for how many more items the queue has room.
    """
    w, rate, count = (sorted(different(rng, 2, *ends)) for ends in ((10, 90), (2, 9), (2, 9)))
    return {
        "step": step,
        "n": n,
        "w": [float(value) for value in w],
        "rate": [value / 4 if "puts back" in step else float(value) for value in rate],
        "count": count,
        "items": [float(item) for item in different(rng, items, 10, 90)],
        "capacity": items + room,
        "again": n == 3,  # called again, later
        "seed": int(rng.integers(1, 2**31)),
    }


def _observe(evidence: Evidence, challenge: Challenge) -> Iterator[Any]:
    shown, *_others = found = reports(evidence, 4, *KEYS)
    held = shown["after"].get("w")
    refuse_closed(shown["value"], held)
    yield together([shown["value"], held, shown["items"]])
    yield [[report["value"], report["later"]] for report in found]
    yield [[report["after"], report["items"]] for report in found]
    yield all(map(tidy, found, challenge.inputs["programs"]))


def _paste(challenge: Challenge) -> str:
    shown = challenge.inputs["programs"][0]
    (rate, rate_now), (w, w_now) = shown["rate"], shown["w"]
    return f"""
with tf.Graph().as_default():
    rate, w = tf.Variable({rate}, trainable=False), tf.Variable({w})
    queue = tf.FIFOQueue({shown["capacity"]}, [tf.float32], shapes=[()])
    item = tf.cond(queue.size() > 0, queue.dequeue, lambda: 0.0)
    step = tf.assign_add(w, rate * item)
    with tf.Session(config=tf.ConfigProto(operation_timeout_in_ms=1000)) as session:
        session.run([tf.assign(rate, {rate_now}), tf.assign(w, {w_now})])
        session.run(queue.enqueue_many([{shown["items"]}]))
        values = [rehearse(session, queue, step, {shown["n"]}), session.run(w)]
        values.append(session.run(queue.dequeue_many(queue.size())))
values
"""


REHEARSE = exercise(
    id="lifetimes/rehearse",
    title="Try it in a second session",
    answers=("rehearse",),
    cases=(
        Case.shown(
            "what the third run of `step` would give, and the session's w and queued items afterwards",
            1,
            advice="Open a second session, copy everything that `session` holds into it (the variables "
            "and the items), run `step` there n times, and return the last value. Afterwards the same items "
            "wait in `session`, in the same order: take out all `queue.size()` of them, then put them back. "
            "Several takes or puts in one run have no order.",
        ),
        Case(
            "the values of five more calls: with an empty queue, a full one, and one that `step` also fills",
            1,
            gate=True,
            advice="Not all calls are like the first one. n may be 1, or larger than the number of items. "
            "Some items are zero or negative, some are equal. Some variables are vectors, hold whole "
            "numbers, or are not trainable. Afterwards the session must hold what it held before: the same "
            "items in the queue, and the same values in all variables.",
        ),
        Case(
            "each given session is open, and holds what it held before",
            1,
            advice="Your function changes or closes the session that it was given. Leave it open, and "
            "put back all items that you take, in the order in which they were waiting.",
        ),
        Case(
            "every session that your function opened is closed",
            1,
            advice="Your function leaves a session open. Open it in a `with` block.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    paste=_paste,
    hints=(
        "What does a run of `step` find in `session` that it would not find in a new one? There are "
        "two kinds of state.",
        "A queue cannot be read, only taken from. But an item that was taken can go to two places: into the "
        "other session's queue, and back into its own. After how many items is the old order restored?",
        "Ask for `queue.size()` once, before you take anything. Each item that is waiting goes round "
        "once: it is taken in `session`, and put into both queues.",
    ),
)
