"""What the generator knows while it writes a program: the values so far and how to choose among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from hypothesis import strategies as st

from .programs import Array, Call, DType, Enter, Leave, Ref, Statement

T = TypeVar("T")
Draw = Callable[[st.SearchStrategy[T]], T]

FLOATS = ("float32", "float64", "float16")
INTS = ("int32", "int64")
NARROW = ("uint8", "int8", "int16")
NUMBERS = FLOATS + INTS
COMMON = ("float32", "float32", "float32", "float64", "int32", "int32", "int64", "bool", "float16")
ALL = FLOATS + INTS + NARROW + ("bool", "string")

SHAPES = (
    (),
    (),
    (1,),
    (2,),
    (3,),
    (2, 3),
    (3, 2),
    (2, 2),
    (3, 3),
    (1, 3),
    (2, 1),
    (2, 3, 2),
    (0,),
    (2, 0),
)
NAMES = (None, None, None, None, "a", "b", "add", "x", "total/part", "A.b-c")


@dataclass(frozen=True)
class Known:
    """A value of the program: its dtype and its shape at run time.

    `reads` and `effects` number the variables whose value it needs and whose value it changes when it
    runs; `racy` says that TensorFlow leaves open what it yields, so no run may fetch it.
    """

    ref: Ref
    dtype: str
    shape: tuple[int, ...]
    reads: frozenset[int] = frozenset()
    effects: frozenset[int] = frozenset()
    racy: bool = False


@dataclass
class Writer:
    """A program being written."""

    draw: Draw
    statements: list[Statement] = field(default_factory=list)
    pool: list[Known] = field(default_factory=list)
    variables: list[Known] = field(default_factory=list)
    feeds: list[tuple[Ref, Array]] = field(default_factory=list)
    controls: list[list[Known]] = field(default_factory=list)
    doubtful: list[Ref] = field(default_factory=list)

    # Choices ---------------------------------------------------------------------------------

    def choose(self, options: Sequence[T]) -> T:
        return self.draw(st.sampled_from(options))

    def chance(self, percent: int) -> bool:
        """True about that often; shrinks to False."""
        return self.draw(st.integers(0, 99)) >= 100 - percent

    def integer(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    def seed(self) -> int:
        return self.draw(st.integers(0, 99))

    def array(self, dtype: str, shape: tuple[int, ...]) -> Array:
        return Array(dtype, shape, self.seed())

    def name(self) -> tuple[tuple[str, Any], ...]:
        """`name=` in a quarter of the calls: plain, repeated, nested or absolute names."""
        chosen = self.choose(NAMES)
        return () if chosen is None else (("name", chosen),)

    def operand(self, dtypes: Sequence[str] = ALL, ranks: Sequence[int] = range(9)) -> Known:
        """An earlier value of one of the dtypes and ranks, or else a new constant."""
        fitting = [k for k in self.pool if k.dtype in dtypes and len(k.shape) in ranks]
        if fitting and not self.chance(10):
            return self.choose(fitting[-8:])
        preferred = [name for name in COMMON if name in dtypes] or list(dtypes)
        shapes = [shape for shape in SHAPES if len(shape) in ranks]
        return self.constant(self.choose(preferred), self.choose(shapes))

    # Writing ---------------------------------------------------------------------------------

    def write(self, statement: Statement) -> Ref:
        self.statements.append(statement)
        return Ref(len(self.statements) - 1)

    def constant(self, dtype: str, shape: tuple[int, ...]) -> Known:
        ref = self.write(Call("constant", (self.array(dtype, shape),), self.name()))
        return self.source(Known(ref, dtype, shape))

    def source(self, known: Known) -> Known:
        """Adds a value without operands: only the blocks around it can make it read or change."""
        merged = merge([k for controls in self.controls for k in controls])
        return self.add(replace(merged, ref=known.ref, dtype=known.dtype, shape=known.shape))

    def add(self, known: Known) -> Known:
        self.pool.append(known)
        return known

    def result(
        self,
        call: Call,
        operands: Sequence[Any],
        dtype: str,
        shape: tuple[int, ...],
        parts: int | None = None,
    ) -> None:
        """Writes the call and adds its value (or its `parts` values) to the pool."""
        ref = self.write(call)
        sources = [k for k in operands if isinstance(k, Known)]
        merged = merge(sources + [k for controls in self.controls for k in controls])
        value = replace(merged, ref=ref, dtype=dtype, shape=shape)
        if parts is None:
            self.add(value)
        else:
            for part in range(parts):
                self.add(replace(value, ref=Ref(ref.index, part)))

    def enter(self, kind: str, argument: Any, controls: Sequence[Known] = ()) -> None:
        self.write(Enter(kind, argument))
        self.controls.append(list(controls))

    def leave(self) -> None:
        self.write(Leave())
        self.controls.pop()


def merge(sources: Sequence[Known]) -> Known:
    """What a value made from `sources` reads and changes, and whether their order is left open."""
    reads: frozenset[int] = frozenset()
    effects: frozenset[int] = frozenset()
    racy = any(k.racy for k in sources)
    distinct = {(k.ref.index): k for k in sources}.values()
    for known in distinct:
        racy = racy or conflicts(known, reads, effects)
        reads, effects = reads | known.reads, effects | known.effects
    return Known(Ref(-1), "", (), reads, effects, racy)


def conflicts(known: Known, reads: frozenset[int], effects: frozenset[int]) -> bool:
    """Whether running `known` beside those reads and effects is a race."""
    return bool(known.effects & (reads | effects) or known.reads & effects)


def literal(dtype: str, value: int) -> Any:
    """A Python number, boolean or bytes of the kind that the dtype takes."""
    if dtype == "bool":
        return bool(value % 2)
    if dtype == "string":
        return ("", "a", "xy")[value % 3]
    return value / 2 if dtype.startswith(("float", "complex")) else abs(value)


def dtype_argument(name: str) -> DType:
    """A DType to be passed as `dtype=`."""
    return DType(name)
