"""Hypothesis strategies: random programs that a course's reader could have written.

Every writer below adds one call (or a few) to a program. It picks operands of fitting dtype and shape, so
that most programs run; static shapes are partly unknown, so that run-time checks are met too. What a
writer cannot know (does TensorFlow accept it?) need not be known: both back ends must do the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from . import writers_arrays, writers_math, writers_products, writers_state
from .pool import Writer, conflicts
from .programs import Call, Program, Ref, Run

WRITERS: list[tuple[int, Callable[[Writer], None]]] = [
    *writers_math.WRITERS,
    *writers_products.WRITERS,
    *writers_arrays.WRITERS,
    *writers_state.WRITERS,
]
CHOICES = [writer for weight, writer in WRITERS for _ in range(weight)]


def write_contexts(writer: Writer) -> None:
    """Enters or leaves a context now and then."""
    if writer.controls and writer.chance(25):
        writer.leave()
    elif len(writer.controls) < 3 and writer.chance(12):
        kind = writer.choose(["name_scope", "name_scope", "control_dependencies", "device"])
        if kind == "name_scope":
            writer.enter(kind, writer.choose(["s", "s", "t", "layer/in", "s/", "add", None]))
        elif kind == "device":
            writer.enter(
                kind, writer.choose(["/cpu:0", "/device:CPU:0", "/job:localhost", "", None])
            )
        else:
            chosen = [writer.choose(writer.pool[-6:])] if writer.pool else []
            argument = None if writer.chance(10) else [known.ref for known in chosen]
            writer.enter(kind, argument, chosen)


def write_runs(writer: Writer) -> tuple[Run, ...]:
    """Sessions that initialize, fetch everything, and then fetch some with other tensors fed."""
    runs: list[Run] = []
    feeds = tuple(writer.feeds)
    initializer: Ref | None = None
    if writer.variables:
        initializer = writer.write(Call("global_variables_initializer"))
    for session in range(writer.choose([1, 1, 1, 2])):
        if initializer is not None and not writer.chance(4):
            runs.append(Run(session, (initializer,), feeds))
        runs.append(Run(session, fetchable(writer, writer.pool), feeds))
        for _ in range(writer.integer(0, 2)):
            few = [writer.choose(writer.pool) for _ in range(writer.integer(1, 3))]
            runs.append(Run(session, fetchable(writer, few), feeds + fed_inside(writer)))
    return tuple(runs)


def fetchable(writer: Writer, wanted: list[Any]) -> tuple[Ref, ...]:
    """Those of the wanted values that can be fetched together without a race."""
    chosen: list[Ref] = []
    reads: frozenset[int] = frozenset()
    effects: frozenset[int] = frozenset()
    for known in wanted:
        if not known.racy and not conflicts(known, reads, effects):
            chosen.append(known.ref)
            reads, effects = reads | known.reads, effects | known.effects
    return tuple(chosen)


def fed_inside(writer: Writer) -> tuple[tuple[Ref, Any], ...]:
    """Feeds for values in the middle of the program: of any tensor, with its run-time shape."""
    fed = {}
    for _ in range(writer.choose([0, 1, 1, 2])):
        known = writer.choose(writer.pool)
        fed[known.ref] = (known.ref, writer.array(known.dtype, known.shape))
    placeholders = {ref for ref, _ in writer.feeds}
    return tuple(pair for ref, pair in fed.items() if ref not in placeholders)


@st.composite
def programs(draw: Any, max_statements: int = 18) -> Program:
    """Programs of a few up to about `max_statements` statements, with their runs."""
    writer = Writer(draw)
    for _ in range(writer.integer(1, 3)):
        writer.choose(writers_state.SOURCES)(writer)
    for _ in range(writer.integer(2, max_statements - 3)):
        write_contexts(writer)
        writer.choose(CHOICES)(writer)
    while writer.controls:
        writer.leave()
    runs = write_runs(writer)
    return Program(tuple(writer.statements), runs)
