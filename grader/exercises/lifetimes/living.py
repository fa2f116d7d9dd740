"""The exercise on a second session beside the first: what would happen, without letting it happen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.sessions.evidence import (
    all_closed,
    draw_key,
    numbers,
    reports,
    value_or_error,
)
from grader.judging import Case, Exercise, Misconception, WrongAnswer, agree
from grader.languages import _

# The shown queue has room for more items.
ROOM = 20


def _draw(rng: np.random.Generator) -> Challenge:
    programs = [
        _program(rng, "serves", n=3, items=5, room=ROOM, again=True),
        _program(rng, "serves", n=4, items=4),
        _program(rng, "counts, puts back", n=3, items=2, again=True),
        _program(rng, "puts back", n=1, items=0, room=1),
    ]
    # A full queue, in which an item is zero, another one comes twice, and the last one makes the variable
    # smaller; and the variable is a vector.
    full = programs[1]
    full["w"] = [[start, start + 1.5] for start in full["w"]]
    one, two, *_others = full["items"]
    full["items"] = [one, 0.0, one, -two]
    return Challenge("lifetimes/rehearse", {"programs": programs})


def _program(
    rng: np.random.Generator,
    step: str,
    *,
    n: int,
    items: int,
    room: int = 0,
    again: bool = False,
) -> dict[str, Any]:
    """The initial value of each variable and the present one, which is larger, and the items waiting.

    step: what it does (see the probe). room: for how many more items the queue has room. again: whether the
    answer is called again, later.
    """
    w, rate, count = (
        sorted(numbers(rng, 2, low, high)) for low, high in ((10, 90), (2, 9), (2, 9))
    )
    return {
        "step": step,
        "n": n,
        "w": [float(value) for value in w],
        "rate": [value / 4 if "puts back" in step else float(value) for value in rate],
        "count": count,
        "items": [float(item) for item in numbers(rng, items, 10, 90)],
        "capacity": items + room,
        "again": again,
        "key": draw_key(rng),
        "seed": int(rng.integers(1, 2**31)),
    }


def _observe(evidence: Evidence, challenge: Challenge) -> Iterator[Any]:
    keys = ("value", "later", "after", "items", "opened", "closed", "pulse")
    programs = challenge.inputs["programs"]
    found = reports(evidence, len(programs), *keys)
    shown = found[0]
    _refuse_a_closed_session(shown)
    yield value_or_error([shown["value"], shown["after"].get("w"), shown["items"]])
    yield [[report["value"], report["later"]] for report in found]
    yield [[report["after"], report["items"]] for report in found]
    yield all(_tidy(report, program) for report, program in zip(found, programs, strict=True))


def _refuse_a_closed_session(report: Any) -> None:
    """Raises WrongAnswer if the answer closed the session: the error comes from reading it afterwards."""
    held = report["after"].get("w")
    if isinstance(report["value"], Raised) or not isinstance(held, Raised):
        return
    if "closed Session" in held.message:
        raise WrongAnswer(
            _(
                "your function closed the session that it was given. Leave it open, with all it holds"
            )
        )


def _tidy(report: Any, program: dict[str, Any]) -> bool:
    """Whether each session was closed. Where none was seen, `step` must have run in the given one.

    Unless an error came first.
    """
    if not all_closed(report, program["key"]):
        return False
    if report["opened"] > 0 or isinstance(report["value"], Raised):
        return True
    return any(agree(pulse, report["pulse"]) for pulse in _pulses(program["seed"])[program["n"] :])


def _pulses(seed: int, count: int = 40) -> list[Any]:
    """The numbers that a session takes, one in each run of `step`."""
    with tf.Graph().as_default(), tf.Session() as session:
        pulse = tf.random_uniform([], seed=seed)
        return [session.run(pulse) for _run in range(count)]


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


def _copy_variables(source: Any, target: Any) -> None:
    for variable in tf.global_variables():
        target.run(variable.initializer, {variable.initial_value: source.run(variable)})


def _copy_trainable(source: Any, target: Any) -> None:
    target.run(tf.global_variables_initializer())
    for variable in tf.trainable_variables():
        target.run(tf.assign(variable, source.run(variable)))


def _initialize(source: Any, target: Any) -> None:
    target.run(tf.global_variables_initializer())


def _taken(session: Any, queue: Any, n: int) -> list[Any]:
    item = queue.dequeue()
    return [session.run(item) for _run in range(n)]


def _filled(session: Any, queue: Any, items: list[Any]) -> None:
    if items:
        session.run(queue.enqueue_many([items]))


def _copy_queue(source: Any, target: Any, queue: Any, n: int) -> None:
    items = _taken(source, queue, int(source.run(queue.size())))
    _filled(source, queue, items)
    _filled(target, queue, items)


def _move_queue(source: Any, target: Any, queue: Any, n: int) -> None:
    _filled(target, queue, _taken(source, queue, int(source.run(queue.size()))))


def _move_what_is_needed(source: Any, target: Any, queue: Any, n: int) -> None:
    _filled(target, queue, _taken(source, queue, min(n, int(source.run(queue.size())))))


def _turn_what_is_needed(source: Any, target: Any, queue: Any, n: int) -> None:
    items = _taken(source, queue, min(n, int(source.run(queue.size()))))
    _filled(source, queue, items)
    _filled(target, queue, items)


def _reverse_the_queue(source: Any, target: Any, queue: Any, n: int) -> None:
    items = _taken(source, queue, int(source.run(queue.size())))
    _filled(source, queue, items[::-1])
    _filled(target, queue, items)


def _no_queue(source: Any, target: Any, queue: Any, n: int) -> None:
    pass


def _trying(
    variables: Callable[[Any, Any], None] = _copy_variables,
    items: Callable[[Any, Any, Any, int], None] = _copy_queue,
    runs: Callable[[int], int] = lambda n: n,
    *,
    close: bool = True,
) -> Callable[[], Callable[..., Any]]:
    """A trial in a second session, with the given ways to carry variables and items over to it."""

    def rehearse(session: Any, queue: Any, step: Any, n: int) -> Any:
        other = tf.Session()
        variables(session, other)
        items(session, other, queue, n)
        values = [other.run(step) for _run in range(runs(n))]
        if close:
            other.close()
        return values[-1]

    return lambda: rehearse


def _one_step_few(begins_with_none: bool) -> Callable[..., Any]:
    """begins_with_none: whether the value is None before the first run."""

    def rehearse(session: Any, queue: Any, step: Any, n: int) -> Any:
        if begins_with_none:
            value = None
        with tf.Session() as other:
            _copy_variables(session, other)
            _copy_queue(session, other, queue, n)
            for _run in range(n - 1):
                value = other.run(step)
        return value

    return rehearse


def _in_the_same_session() -> Callable[..., Any]:
    return lambda session, queue, step, n: [session.run(step) for _run in range(n)][-1]


def _variables_put_back() -> Callable[..., Any]:
    def rehearse(session: Any, queue: Any, step: Any, n: int) -> Any:
        variables = tf.global_variables()
        before = session.run(variables)
        values = [session.run(step) for _run in range(n)]
        for variable, value in zip(variables, before, strict=True):
            session.run(tf.assign(variable, value))
        return values[-1]

    return rehearse


ANOTHER_ORDER = (
    "the value is right, but the session's items are now in a different order. What you take out and put "
    "back goes to the end of the queue. The old order is back only when every item has gone round once, each "
    "in its turn."
)
ONE_STEP_FEW = (
    "your function runs `step` one time too few. Run it n times, and return the last value."
)

REHEARSE = Exercise(
    id="lifetimes/rehearse",
    title="Try it in a second session",
    answers=("rehearse",),
    cases=(
        Case(
            "what the third run of `step` would give, and the session's w and queued items afterwards",
            1,
            visible=True,
            gate=True,
            advice="Open a second session, copy everything that `session` holds into it (the variables "
            "and the items), run `step` there n times, and return the last value. Afterwards the same items "
            "wait in `session`, in the same order: take out all `queue.size()` of them, then put them back. "
            "Several takes or puts in one run have no order.",
        ),
        Case(
            "the values of five more calls: with an empty queue, a full one, and one that `step` also "
            "fills",
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
    parts=("programs",),
    paste=_paste,
    reference=_trying(),
    misconceptions=(
        Misconception(
            "in-the-same-session",
            _in_the_same_session,
            "the value is right, but you ran `step` in the session itself: its variables have "
            "changed, and items are gone. Open a second session: it has variables and a queue of its own.",
        ),
        Misconception(
            "variables-put-back",
            _variables_put_back,
            "you ran `step` in the session itself and put the variables back, but not the items that "
            "`step` took out of the queue. They are part of the session's state, too.",
        ),
        Misconception(
            "without-the-queue",
            _trying(items=_no_queue),
            "in your second session, `step` found an empty queue: every session begins with one. Put the "
            "items of the first session's queue into the second's, too.",
        ),
        Misconception(
            "moves-the-items",
            _trying(items=_move_queue),
            "the value is right, but afterwards the session's queue is empty: you moved its items to the "
            "second session. Reading an item takes it out, so put it back.",
        ),
        Misconception(
            "moves-what-is-needed",
            _trying(items=_move_what_is_needed),
            "the items that you took out of the session's queue are missing afterwards. Reading an "
            "item takes it out, so put it back. Each goes to the end of the queue: what must you do with the "
            "others?",
        ),
        Misconception(
            "changes-the-order",
            _trying(items=_turn_what_is_needed),
            ANOTHER_ORDER,
        ),
        Misconception(
            "puts-back-the-last-first",
            _trying(items=_reverse_the_queue),
            ANOTHER_ORDER,
        ),
        Misconception(
            "without-the-variables",
            _trying(_initialize),
            "the items are right, but your second session starts from the variables' initial values. "
            "Read the values in the first session, and set them in the second.",
        ),
        Misconception(
            "only-trainable-variables",
            _trying(_copy_trainable),
            "your second session gets the values of the trainable variables only; the others start "
            "from their initial values. Copy all variables: `tf.global_variables()`.",
        ),
        Misconception(
            "leaves-the-session-open",
            _trying(close=False),
            "everything is right except one thing: your second session stays open, and its "
            "variables and items stay alive with it. Open it in a `with` block.",
        ),
        Misconception(
            "one-step",
            _trying(runs=lambda n: 1),
            "your function runs `step` once. It should run it n times and return the last value.",
        ),
        Misconception(
            "one-step-few",
            lambda: _one_step_few(False),
            ONE_STEP_FEW,
        ),
        Misconception(
            "one-step-few-after-none",
            lambda: _one_step_few(True),
            ONE_STEP_FEW,
        ),
    ),
    hints=(
        "What does a run of `step` find in `session` that it would not find in a new one? There are "
        "two kinds of state.",
        "A queue cannot be read, only taken from. But an item that was taken can go to two places: "
        "into the other session's queue, and back into its own. After how many items is the old order "
        "restored?",
        "Ask for `queue.size()` once, before you take anything. Each item that is waiting goes round "
        "once: it is taken in `session`, and put into both queues.",
    ),
)
