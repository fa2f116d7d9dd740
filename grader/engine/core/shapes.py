"""Static shapes: what is known about a tensor's size before anything runs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from grader.engine.core.absent import lacking
from grader.engine.core.messages import TensorShapeProto


class Dimension:
    """One size of a shape: a number, or None while it is unknown."""

    def __init__(self, value: Any):
        self._value = dimension_value(value)

    @property
    def value(self) -> int | None:
        """The size, or None."""
        return self._value

    def __eq__(self, other: object) -> Any:
        try:
            size = dimension_value(other)
        except (TypeError, ValueError):
            return NotImplemented
        return None if self._value is None or size is None else self._value == size

    def __ne__(self, other: object) -> Any:
        equal = self.__eq__(other)
        return equal if equal is None or equal is NotImplemented else not equal

    def __int__(self) -> int | None:
        return self._value

    def __index__(self) -> int | None:
        return self._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __str__(self) -> str:
        return "?" if self._value is None else str(self._value)

    def __repr__(self) -> str:
        return f"Dimension({self._value})"

    def is_compatible_with(self, other: Any) -> bool:
        """Whether both sizes are equal or one of them is unknown."""
        size = dimension_value(other)
        return self._value is None or size is None or self._value == size

    def merge_with(self, other: Any) -> Dimension:
        """The known one of the two sizes; ValueError when they differ."""
        size = dimension_value(other)
        if not self.is_compatible_with(size):
            raise ValueError(f"Dimensions {self._value} and {size} are not compatible")
        return Dimension(size if self._value is None else self._value)

    def _arithmetic(self, other: Any, function: Any) -> Any:
        try:
            size = dimension_value(other)
        except (TypeError, ValueError):
            return NotImplemented
        known = self._value is not None and size is not None
        return Dimension(function(self._value, size) if known else None)

    def __add__(self, other: Any) -> Any:
        return self._arithmetic(other, lambda one, two: one + two)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._arithmetic(other, lambda one, two: one - two)

    def __rsub__(self, other: Any) -> Any:
        return self._arithmetic(other, lambda one, two: two - one)

    def __mul__(self, other: Any) -> Any:
        return self._arithmetic(other, lambda one, two: one * two)

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> Any:
        return self._arithmetic(other, lambda one, two: one // two)

    def __rfloordiv__(self, other: Any) -> Any:
        return self._arithmetic(other, lambda one, two: two // one)

    def __mod__(self, other: Any) -> Any:
        return self._arithmetic(other, lambda one, two: one % two)

    def _compare(self, other: Any, function: Any) -> Any:
        size = dimension_value(other)
        return None if self._value is None or size is None else function(self._value, size)

    def __lt__(self, other: Any) -> Any:
        return self._compare(other, lambda one, two: one < two)

    def __le__(self, other: Any) -> Any:
        return self._compare(other, lambda one, two: one <= two)

    def __gt__(self, other: Any) -> Any:
        return self._compare(other, lambda one, two: one > two)

    def __ge__(self, other: Any) -> Any:
        return self._compare(other, lambda one, two: one >= two)


def dimension_value(size: Any) -> int | None:
    """A size as an int or None. Raises ValueError for a negative number, TypeError for a non-number."""
    if size is None or (type(size) is int and size >= 0):
        return size
    if isinstance(size, Dimension):
        return size.value
    if isinstance(size, (bool, str, float)):
        raise TypeError(
            f"Dimension value must be integer or None or have an __index__ method, got "
            f"value '{size!r}' with type '{type(size)!r}'"
        )
    try:
        number = size.__index__()
    except AttributeError:
        raise TypeError(
            f"Dimension value must be integer or None or have an __index__ method, got "
            f"value '{size!r}' with type '{type(size)!r}'"
        ) from None
    if number < 0:
        raise ValueError(f"Dimension {number} must be >= 0")
    return number


class TensorShape:
    """The static shape of a tensor: its sizes, any or all of which may be unknown.

    dims: None (unknown rank), a TensorShape, an int (a vector), or a sequence of sizes.
    """

    __slots__ = ("_sizes",)
    __getattr__ = lacking(
        "tf.TensorShape",
        "assert_has_rank assert_is_fully_defined assert_same_rank with_rank_at_most",
    )

    def __init__(self, dims: Any):
        self._sizes: tuple[int | None, ...] | None
        if dims is None:
            self._sizes = None
        elif isinstance(dims, (tuple, list)):
            self._sizes = tuple(map(dimension_value, dims))
        elif isinstance(dims, TensorShape):
            self._sizes = dims._sizes
        elif isinstance(dims, TensorShapeProto):
            sizes = tuple(None if dim.size < 0 else dim.size for dim in dims.dim)
            self._sizes = None if dims.unknown_rank else sizes
        elif (parts := _iterated(dims)) is not None:
            self._sizes = tuple(map(dimension_value, parts))
        else:
            self._sizes = (dimension_value(dims),)

    @property
    def rank(self) -> int | None:
        """The number of dimensions, or None."""
        return None if self._sizes is None else len(self._sizes)

    ndims = rank

    @property
    def dims(self) -> list[Dimension] | None:
        """The sizes as a list of `Dimension`, or None where the rank is unknown."""
        return None if self._sizes is None else [Dimension(size) for size in self._sizes]

    @property
    def sizes(self) -> tuple[int | None, ...]:
        """The sizes as a tuple of ints and Nones; ValueError where the rank is unknown."""
        if self._sizes is None:
            raise ValueError("as_list() is not defined on an unknown TensorShape.")
        return self._sizes

    def as_list(self) -> list[int | None]:
        """The sizes as a list of ints and Nones; ValueError where the rank is unknown."""
        return list(self.sizes)

    def as_proto(self) -> TensorShapeProto:
        """The shape as a TensorShapeProto, -1 for an unknown size."""
        if self._sizes is None:
            return TensorShapeProto(unknown_rank=True)
        return TensorShapeProto(
            dim=[TensorShapeProto.Dim(size=-1 if size is None else size) for size in self._sizes]
        )

    def is_fully_defined(self) -> bool:
        """Whether every size is known."""
        return self._sizes is not None and None not in self._sizes

    def num_elements(self) -> int | None:
        """The product of the sizes, or None when one is unknown."""
        if self._sizes is None or None in self._sizes:
            return None
        return math.prod(size for size in self._sizes if size is not None)

    def with_rank(self, rank: int) -> TensorShape:
        """This shape, which must have `rank` dimensions or an unknown number of them."""
        if self._sizes is None:
            return TensorShape([None] * rank)
        if len(self._sizes) != rank:
            raise ValueError(f"Shape {self} must have rank {rank}")
        return self

    def with_rank_at_least(self, rank: int) -> TensorShape:
        """This shape, which must have at least `rank` dimensions."""
        if self._sizes is not None and len(self._sizes) < rank:
            raise ValueError(f"Shape {self} must have rank at least {rank}")
        return self

    def is_compatible_with(self, other: Any) -> bool:
        """Whether a tensor could have both shapes: equal sizes where both are known."""
        sizes = as_shape(other)._sizes
        if self._sizes is None or sizes is None:
            return True
        return len(self._sizes) == len(sizes) and all(
            one is None or two is None or one == two
            for one, two in zip(self._sizes, sizes, strict=True)
        )

    def assert_is_compatible_with(self, other: Any) -> None:
        """Raises ValueError when no tensor could have both shapes."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {as_shape(other)} are incompatible")

    def merge_with(self, other: Any) -> TensorShape:
        """All that is known of either shape; ValueError when they contradict each other."""
        sizes = as_shape(other)._sizes
        if self._sizes is None:
            return TensorShape(sizes)
        if sizes is None:
            return self
        if not self.is_compatible_with(sizes):
            raise ValueError(f"Shapes {self} and {TensorShape(sizes)} are not compatible")
        return TensorShape(
            [two if one is None else one for one, two in zip(self._sizes, sizes, strict=True)]
        )

    def concatenate(self, other: Any) -> TensorShape:
        """The sizes of both, one after the other."""
        sizes = as_shape(other)._sizes
        if self._sizes is None or sizes is None:
            return TensorShape(None)
        return TensorShape(self._sizes + sizes)

    def __len__(self) -> int:
        if self._sizes is None:
            raise ValueError("Cannot take the length of shape with unknown rank.")
        return len(self._sizes)

    def __bool__(self) -> bool:
        return self._sizes is not None

    def __iter__(self) -> Iterator[Dimension]:
        if self._sizes is None:
            raise ValueError("Cannot iterate over a shape with unknown rank.")
        return iter([Dimension(size) for size in self._sizes])

    def __getitem__(self, key: Any) -> Any:
        if self._sizes is None:
            return TensorShape(None) if isinstance(key, slice) else Dimension(None)
        if isinstance(key, slice):
            return TensorShape(self._sizes[key])
        return Dimension(self._sizes[key])

    def __eq__(self, other: object) -> bool:
        try:
            return self._sizes == as_shape(other)._sizes
        except (TypeError, ValueError):
            return NotImplemented

    def __hash__(self) -> int:
        return hash(self._sizes)

    def __add__(self, other: Any) -> TensorShape:
        return self.concatenate(other)

    def __radd__(self, other: Any) -> TensorShape:
        return as_shape(other).concatenate(self)

    def __str__(self) -> str:
        if self._sizes is None:
            return "<unknown>"
        sizes = ["?" if size is None else str(size) for size in self._sizes]
        return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"

    def __repr__(self) -> str:
        if self._sizes is None:
            return "TensorShape(None)"
        return f"TensorShape({[Dimension(size) for size in self._sizes]})"


UNKNOWN = TensorShape(None)


def _iterated(dims: Any) -> Iterable[Any] | None:
    """What dims consists of; None for a text, and for a tensor, whose parts are unknown."""
    if isinstance(dims, (str, bytes)):
        return None
    try:
        return iter(dims)
    except TypeError:
        return None


def as_shape(value: Any) -> TensorShape:
    """`value` as a TensorShape."""
    return value if isinstance(value, TensorShape) else TensorShape(value)


def same_shape_as(one: TensorShape, two: TensorShape) -> TensorShape:
    """All that is known of two shapes that must be the same; ValueError when they cannot be.

    Source of the wording: TensorFlow's `InferenceContext::Merge`.
    """
    if one._sizes == two._sizes:
        return one
    if one.rank is not None and two.rank is not None:
        if one.rank != two.rank:
            raise ValueError(f"Shapes must be equal rank, but are {one.rank} and {two.rank}")
        for index, (size, other) in enumerate(zip(one.sizes, two.sizes, strict=True)):
            if size is not None and other is not None and size != other:
                raise ValueError(
                    f"Dimension {index} in both shapes must be equal, but are {size} and {other}. "
                    f"Shapes are {bracketed(one)} and {bracketed(two)}."
                )
    return one.merge_with(two)


def bracketed(shape: TensorShape) -> str:
    """The shape as TensorFlow's runtime writes it: "[2,?]"."""
    if shape.rank is None:
        return "<unknown>"
    return "[" + ",".join("?" if size is None else str(size) for size in shape.sizes) + "]"


def broadcast_shapes(shapes: Sequence[TensorShape]) -> TensorShape:
    """The shape of an element-wise operation on tensors of these shapes.

    A size of 1 stretches to the other's; unknown sizes stay unknown where nothing decides them.
    Raises ValueError where two sizes differ. Source: NumPy's broadcasting rules, with unknown
    sizes as in TensorFlow's `BroadcastBinaryOpOutputShapeFn`.
    """
    result = shapes[0]
    for shape in shapes[1:]:
        if result.rank is None or shape.rank is None:
            return UNKNOWN
        rank = max(result.rank, shape.rank)
        one = (1,) * (rank - result.rank) + result.sizes
        two = (1,) * (rank - shape.rank) + shape.sizes
        result = TensorShape([_broadcast(a, b) for a, b in zip(one, two, strict=True)])
    return result


def _broadcast(one: int | None, two: int | None) -> int | None:
    if one is None or two is None:
        known = two if one is None else one
        return known if known is not None and known != 1 else None
    if one != two and 1 not in (one, two):
        raise ValueError(f"Dimensions must be equal, but are {one} and {two}")
    return two if one == 1 else one
