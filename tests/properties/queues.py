"""Random programs around a FIFOQueue: what one run puts in, a later run of the same session takes out."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from .pool import Writer, dtype_argument
from .programs import Call, Program, Ref, Run

DTYPES = ("float32", "int32", "int64", "bool", "string")


@st.composite
def queue_programs(draw: Any) -> Program:
    """Programs whose runs never wait: the generator counts what each session's queue holds."""
    w = Writer(draw)
    components = [
        (w.choose(DTYPES), w.choose([(), (2,), (1, 2)])) for _ in range(w.choose([1, 1, 2]))
    ]
    capacity = w.integer(1, 5)
    shapes: Any = None if w.chance(35) else [list(shape) for _, shape in components]
    args: tuple[Any, ...] = (capacity, [dtype_argument(dtype) for dtype, _ in components])
    kwargs = w.name() + ((("shapes", shapes),) if shapes is not None else ())
    queue = w.write(Call("FIFOQueue", args, kwargs))
    if w.chance(20):
        queue = w.write(Call("queue.FIFOQueue", args, kwargs))

    def element(leading: tuple[int, ...]) -> Any:
        arrays = [w.array(dtype, leading + shape) for dtype, shape in components]
        return arrays[0] if len(arrays) == 1 and not leading else arrays

    actions: dict[str, tuple[Ref, int]] = {}  # what it does to the number of elements
    actions["enqueue"] = (w.write(Call(".enqueue", (queue, element(())), w.name())), 1)
    actions["dequeue"] = (w.write(Call(".dequeue", (queue,), w.name())), -1)
    actions["size"] = (w.write(Call(".size", (queue,), w.name())), 0)
    if shapes is not None:
        many = w.integer(1, 3)
        put = w.write(Call(".enqueue_many", (queue, element((many,))), w.name()))
        actions["enqueue_many"] = (put, many)
        take = w.integer(1, 3)
        got = w.write(Call(".dequeue_many", (queue, take), w.name()))
        actions["dequeue_many"] = (got, -take)
    close = w.write(Call(".close", (queue,)))

    runs: list[Run] = []
    held = {0: 0, 1: 0}
    closed = {0: False, 1: False}
    for _ in range(w.integer(3, 9)):
        session = w.choose([0, 0, 1])
        if w.chance(8):
            runs.append(Run(session, (close,)))
            closed[session] = True
            continue
        ref, change = actions[w.choose(sorted(actions))]
        count = held[session] + change
        if closed[session]:
            # A closed queue never waits: it hands out what it has, then says OutOfRange.
            held[session] = min(count, held[session]) if count >= 0 else held[session]
        elif 0 <= count <= capacity:
            held[session] = count
        else:
            continue
        runs.append(Run(session, (ref,)))
    return Program(tuple(w.statements), tuple(runs))
