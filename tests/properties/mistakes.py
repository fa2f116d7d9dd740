"""Mistakes a reader makes, to be put into random programs: both back ends must object in the same way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from . import writers_state
from .generate import CHOICES, write_contexts, write_runs
from .pool import ALL, FLOATS, INTS, Known, Writer, dtype_argument
from .programs import Call, Program, Ref, Run

# Each entry: a fresh operand's dtypes and ranks, and calls made of it that are wrong, or may be.
# (tests/operations/ has what one operation alone refuses: an axis that is not there, sizes that do not fit.)
Mistake = tuple[tuple[str, ...], range, Callable[[Ref, Known], Call]]

ANY = range(4)
CALLS: list[Mistake] = [
    # Shapes that do not fit.
    (FLOATS, range(1, 4), lambda x, k: Call("add", (x, [1.0] * (k.shape[-1] + 2)))),
    (FLOATS, range(1, 4), lambda x, k: Call("operator.mul", (x, [2.0] * (k.shape[-1] + 2)))),
    (("float32",), range(4), lambda x, k: Call("matmul", (x, [[1.0, 2.0]] * 5))),
    (("float32",), ANY, lambda x, k: Call("matmul", (x, [1.0, 2.0]))),
    (ALL, ANY, lambda x, k: Call("reshape", (x, [2.5]))),
    (ALL, range(1, 4), lambda x, k: Call("concat", ([x, [[[[1.0]]]]], 0))),
    (("float32",), range(1, 3), lambda x, k: Call("stack", ([x, 1.0],))),
    (ALL, range(1, 4), lambda x, k: Call("split", (x, [1, 1, 1, 9]))),
    (ALL, ANY, lambda x, k: Call("unstack", (x, 4))),
    (ALL, ANY, lambda x, k: Call("unstack", (x,), (("axis", 7),))),
    (ALL, ANY, lambda x, k: Call("expand_dims", (x,))),
    (FLOATS, range(1, 4), lambda x, k: Call("gather", (x, 0), (("axis", 8),))),
    (FLOATS, ANY, lambda x, k: Call("reduce_sum", (x, 5))),
    (FLOATS, ANY, lambda x, k: Call("reduce_mean", (x, -6))),
    (FLOATS, ANY, lambda x, k: Call("reduce_max", (x,), (("axis", 1.5),))),
    (FLOATS, range(1, 3), lambda x, k: Call("where", ([True] * 9, x, x))),
    (FLOATS, ANY, lambda x, k: Call("einsum", ("ij,jk->ik", x, [[1.0]] * 9))),
    (FLOATS, ANY, lambda x, k: Call("einsum", ("ij,jk->iz", x, x))),
    (FLOATS, ANY, lambda x, k: Call("einsum", ("ij->ji", x, x))),
    (FLOATS, range(1, 4), lambda x, k: Call("tensordot", (x, [1.0] * 9, 1))),
    (FLOATS, ANY, lambda x, k: Call("tensordot", (x, x, 7))),
    (FLOATS, ANY, lambda x, k: Call("tensordot", (x, x, [[0], [0, 1]]))),
    # Indices.
    (ALL, range(1, 4), lambda x, k: Call("getitem", (x, 99))),
    (ALL, range(1, 4), lambda x, k: Call("getitem", (x, -99))),
    (ALL, ANY, lambda x, k: Call("getitem", (x, (0,) * 6))),
    (ALL, range(1, 4), lambda x, k: Call("getitem", (x, 1.5))),
    (ALL, range(1, 4), lambda x, k: Call("getitem", (x, "a"))),
    (ALL, range(1, 4), lambda x, k: Call("getitem", (x, (Ellipsis, Ellipsis)))),
    (ALL, range(1, 4), lambda x, k: Call("getitem", (x, slice(None, None, 0)))),
    (ALL, range(1, 4), lambda x, k: Call("getitem", (x, [0, 1]))),
    # Types that do not fit.
    (INTS, ANY, lambda x, k: Call("operator.mul", (x, 2.5))),
    (INTS, ANY, lambda x, k: Call("add", (2.5, x))),
    (FLOATS, ANY, lambda x, k: Call("operator.add", (x, "text"))),
    (FLOATS, ANY, lambda x, k: Call("operator.add", (x, None))),
    (FLOATS, ANY, lambda x, k: Call("operator.and_", (x, x))),
    (("bool",), ANY, lambda x, k: Call("operator.add", (x, x))),
    (("bool",), ANY, lambda x, k: Call("operator.add", (x, 1))),
    (("bool",), ANY, lambda x, k: Call("reduce_sum", (x,))),
    (("string",), ANY, lambda x, k: Call("operator.mul", (x, x))),
    (("string",), ANY, lambda x, k: Call("cast", (x, dtype_argument("float32")))),
    (INTS, ANY, lambda x, k: Call("exp", (x,))),
    (INTS, ANY, lambda x, k: Call("sqrt", (x,))),
    (INTS, ANY, lambda x, k: Call("reduce_all", (x,))),
    (FLOATS, ANY, lambda x, k: Call("logical_not", (x,))),
    (FLOATS, ANY, lambda x, k: Call("one_hot", (x, 3))),
    (FLOATS, ANY, lambda x, k: Call("where", (x, x, x))),
    (FLOATS, ANY, lambda x, k: Call("cast", (x, "no such type"))),
    (FLOATS, ANY, lambda x, k: Call("clip_by_value", (x, "a", 2.0))),
    (FLOATS, ANY, lambda x, k: Call("reshape", (x, x))),
    (FLOATS, ANY, lambda x, k: Call("gather", (x, x))),
    (FLOATS, ANY, lambda x, k: Call("add_n", ([],))),
    (FLOATS, ANY, lambda x, k: Call("add_n", ([x, [1, 2, 3, 4]],))),
    (FLOATS, ANY, lambda x, k: Call("add_n", (x,))),
    (FLOATS, ANY, lambda x, k: Call("stack", (x,))),
    (FLOATS, ANY, lambda x, k: Call("concat", (x, 0))),
    # Division by zero and other errors of the run.
    (INTS, ANY, lambda x, k: Call("operator.floordiv", (x, 0))),
    (INTS, ANY, lambda x, k: Call("operator.mod", (x, 0))),
    (INTS, ANY, lambda x, k: Call("pow", (x, -1))),
    (INTS, ANY, lambda x, k: Call("fill", ([-2], x))),
    (INTS, range(1), lambda x, k: Call("range", (0, 5, 0))),
    (INTS, range(1), lambda x, k: Call("range", (5, 0, 1))),
    (INTS, range(1), lambda x, k: Call("fill", ([x], 1.0))),
    (INTS, range(1), lambda x, k: Call("zeros", ([x, 2],))),
    # Calls that Python itself, or a habit from eager code, gets wrong.
    (ALL, ANY, lambda x, k: Call("add", (x,))),
    (ALL, ANY, lambda x, k: Call("reduce_sum", (x,), (("nonsense", 1),))),
    (ALL, ANY, lambda x, k: Call("operator.truth", (x,))),
    (ALL, ANY, lambda x, k: Call("operator.length_hint", (x,))),
    (ALL, ANY, lambda x, k: Call("operator.index", (x,))),
    (ALL, ANY, lambda x, k: Call("operator.eq", (x, 1))),
    (ALL, ANY, lambda x, k: Call("operator.concat", (x, x))),
    (ALL, ANY, lambda x, k: Call(".numpy", (x,))),
    (ALL, ANY, lambda x, k: Call(".nonsense", (x,))),
    (ALL, ANY, lambda x, k: Call(".eval", (x,))),
    (ALL, ANY, lambda x, k: Call("identity", (None,))),
    (ALL, ANY, lambda x, k: Call("identity", (object,))),
    # Constants, names, and what the graph does not know.
    (ALL, ANY, lambda x, k: Call("constant", ("text",), (("dtype", dtype_argument("int32")),))),
    (ALL, ANY, lambda x, k: Call("constant", (1.5,), (("dtype", dtype_argument("int32")),))),
    (ALL, ANY, lambda x, k: Call("constant", (300,), (("dtype", dtype_argument("uint8")),))),
    (ALL, ANY, lambda x, k: Call("constant", (2**40,))),
    (ALL, ANY, lambda x, k: Call("constant", ([[1, 2], [3]],))),
    (ALL, ANY, lambda x, k: Call("constant", ([1, 2, 3],), (("shape", [2]),))),
    (ALL, ANY, lambda x, k: Call("constant", ([1, 2.5, "a"],))),
    (ALL, ANY, lambda x, k: Call("constant", (None,))),
    (ALL, ANY, lambda x, k: Call("constant", (x,))),
    (ALL, ANY, lambda x, k: Call("identity", (x,), (("name", "bad name!"),))),
    (ALL, ANY, lambda x, k: Call("identity", (x,), (("name", "_hidden"),))),
    (ALL, ANY, lambda x, k: Call("identity", (x,), (("name", "twice/"),))),
    (ALL, ANY, lambda x, k: Call("placeholder", (dtype_argument("float32"), "shape"))),
    (ALL, ANY, lambda x, k: Call("placeholder", (dtype_argument("float32"), [-2]))),
    (ALL, ANY, lambda x, k: Call("placeholder", ("no such type",))),
    (ALL, ANY, lambda x, k: Call("name_scope", ("bad scope!",))),
    (ALL, ANY, lambda x, k: Call("Variable")),
    (ALL, ANY, lambda x, k: Call("Variable", (x,), (("dtype", dtype_argument("int16")),))),
    (ALL, ANY, lambda x, k: Call("Variable", ([1.5, 2.5],), (("name", "bad name!"),))),
    (ALL, ANY, lambda x, k: Call("assign", (x, x))),
    (ALL, ANY, lambda x, k: Call("test.by_name", ("nope:0",))),
    (ALL, ANY, lambda x, k: Call("test.by_name", ("nope",))),
    (ALL, ANY, lambda x, k: Call("test.by_name", ("a:7",))),
    (ALL, ANY, lambda x, k: Call("test.operation", ("nope",))),
    (ALL, ANY, lambda x, k: Call("test.operation", ("a:0",))),
    (ALL, ANY, lambda x, k: Call("device", (7,))),
]  # fmt: skip


def wrong_call(w: Writer) -> None:
    dtypes, ranks, make = w.choose(CALLS)
    x = w.operand(dtypes, ranks)
    call = make(x.ref, x)
    ref = w.write(call)
    if call.api in (
        "identity",
        "add",
        "reduce_sum",
        "reshape",
        "gather",
        "getitem",
        "operator.mod",
    ):
        # It may be right after all, or wrong only when it runs: let a run fetch it.
        w.doubtful.append(ref)


def other_dtype(w: Writer) -> None:
    x, y = w.operand(), w.operand()
    w.doubtful.append(
        w.write(Call(w.choose(["add", "operator.mul", "matmul", "maximum"]), (x.ref, y.ref)))
    )


def other_graph(w: Writer) -> None:
    foreign = w.write(Call("test.foreign"))
    x = w.operand(("float32",))
    if w.chance(50):
        w.doubtful.append(foreign)
    elif w.chance(50):
        w.enter("control_dependencies", [foreign])
        w.constant("int32", ())
        w.leave()
    else:
        w.write(Call(w.choose(["add", "operator.add", "multiply"]), (x.ref, foreign)))


def wrong_assignment(w: Writer) -> None:
    if not w.variables:
        writers_state.variable(w)
    target = w.choose(w.variables)
    value = w.choose([w.array("float32", (4, 4)), w.array("int64", target.shape), "text", None])
    w.write(Call(w.choose(["assign", ".assign", "assign_add"]), (target.ref, value)))


WRONG: list[Callable[[Writer], None]] = [wrong_call] * 8 + [
    other_dtype,
    other_graph,
    wrong_assignment,
]


def wrong_runs(w: Writer, right: tuple[Run, ...]) -> tuple[Run, ...]:
    """The right runs with wrong ones between and after them."""
    runs = list(right)
    last = right[-1]
    known = w.choose(w.pool)
    some = known.ref
    feeds = last.feeds
    for ref in w.doubtful:
        runs.append(Run(last.session, (ref,), feeds))
    wrong: list[Run] = [
        Run(last.session, (some,), ()),
        Run(9, tuple(k.ref for k in w.variables[:1]) or (some,), feeds),
        Run(last.session, ("nope:0",), feeds),
        Run(last.session, ("nope",), feeds),
        Run(last.session, (None,), feeds),
        Run(last.session, (7,), feeds),
        Run(last.session, (some, [some, {"key": (some, some)}]), feeds)
        if fetchable(known)
        else last,
        Run(last.session, (some,), (*feeds, ("nope:0", 1.0))),
        Run(last.session, (some,), (*feeds, (7, 1.0))),
        Run(last.session, (some,), (*feeds, (some, w.array(known.dtype, (*known.shape, 2))))),
        Run(last.session, (some,), (*feeds, (some, "text"))),
        # (A string tensor that is fed None and fetched gives None back: nothing looks at it.)
        Run(last.session, (some,), (*feeds, (some, 2.5 if known.dtype == "string" else None))),
        Run(last.session, (some,), (*feeds, (some, some))),
        Run(last.session, (some,), (*feeds, (some, w.array("float64", known.shape)))),
        Run(last.session, (some,), (*feeds, (some, [[1.0, 2.0], [3.0]]))),
        Run(last.session, (some,), feeds, closed=True),
    ]
    if not fetchable(known):
        wrong = [run for run in wrong if some not in run.fetches]
    for _ in range(w.integer(1, 3)):
        runs.append(w.choose(wrong))
    return tuple(runs)


def fetchable(known: Known) -> bool:
    return not known.racy


@st.composite
def mistaken_programs(draw: Any, max_statements: int = 12) -> Program:
    """Programs with at least one mistake among right statements, and mistaken runs."""
    w = Writer(draw)
    for _ in range(w.integer(1, 3)):
        w.choose(writers_state.SOURCES)(w)
    for _ in range(w.integer(1, max_statements)):
        write_contexts(w)
        w.choose(WRONG if w.chance(45) else CHOICES)(w)
    w.choose(WRONG)(w)
    while w.controls:
        w.leave()
    runs = wrong_runs(w, write_runs(w))
    return Program(tuple(w.statements), runs)
