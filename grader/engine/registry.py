"""The table of operations: one entry per operation, and the functions that read and write entries.

Entries are in the families of `ops/` and in other rooms:

    define("MatMul", "a: T, b: T -> product: T",
           T=one_of(NUMBERS), transpose_a=flag(False), transpose_b=flag(False),
           shape=matmul_shape, kernel=matmul_kernel)

- The *signature* names inputs and outputs with their types, as TensorFlow's op registry does:
  `x: T` (the type is attribute T), `axis: int32` (a fixed type), `values: N * T` (N tensors of one
  type), `components: Tin` where Tin is `many_types()` (one tensor per type in the list),
  `ref: Ref(T)` (a variable's reference, not its value). Names and order are TensorFlow's, since
  the constants made from Python values are named after them (`add/y`).
- The other keywords are *attributes* with TensorFlow's names and defaults, made by `one_of`,
  `any_type`, `many_types`, `flag`, `number`, `real`, `string`, `shape_of`, `shapes_of`, `numbers`,
  `tensor_value`.
- `shape(op)` returns the static shape of the only output, or a list with one per output. `op` is the
  Operation: `op.inputs[i].shape` (a TensorShape), `op.get_attr(name)` (Python values),
  `constant_value(op.inputs[i])` (an array, or None) from `grader.engine.graph.constants`.
  It raises ValueError for impossible inputs.
- `kernel(node, *inputs)` computes the output (a tuple of several, None for none).
  `node.attrs[name]` are the attributes as Python values (DType, bool, int, bytes, TensorShape,
  list), `node.name` the operation's name, `node.output_dtypes` the types of its outputs, and
  `node.state` the session's state. Inputs are NumPy arrays (strings: object arrays of bytes), which a
  kernel never changes in place. Its result is not cast: it must have the output's dtype. For a kernel
  that needs only its inputs, write `kernel=plain(np.add)`. For values that it cannot work with, it
  raises `invalid("...")` from `grader.engine.core.errors` (an InvalidArgumentError).
- `work(op, shapes)` is the number of element operations of a run, if that exceeds the number of
  elements of its inputs and outputs (a matrix product); `shapes` are the inputs' shapes in the run, as
  tuples. It bounds hostile graphs before they run.
- `gradient(op, *gradients)` is the reverse rule: it builds, from the gradients of the outputs, one
  gradient per input (None where nothing flows). `tangent(op, *tangents)` is the forward rule: from the
  tangents of the inputs (None for those that do not depend on x) it builds one tangent per output.
  Both are columns of the table, too, usually filled by the decorators `@gradient_of("Sqrt")` and
  `@tangent_of("Sqrt")`; `no_gradient("Floor")` and `no_tangent("Floor")` say that nothing flows. Every
  entry has both columns filled, one way or the other.
- `stateful=True` for operations that read or change state, or draw random numbers; `waits=True` if
  the kernel may have to wait for another thread (it raises Blocked); `files=True` if it opens files,
  which no bounded run may do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from grader.engine.core import dtypes
from grader.engine.core.absent import NOT_PART
from grader.engine.core.dtypes import DType
from grader.engine.core.shapes import TensorShape

NO_DEFAULT = object()


class Attribute(NamedTuple):
    """One attribute of an operation: its kind, its default, and the types it allows.

    kind: "type", "list(type)", "bool", "int", "float", "string", "shape", "list(shape)",
        "list(int)", "tensor".
    """

    kind: str
    default: Any = NO_DEFAULT
    allowed: frozenset[DType] | None = None
    minimum: int | None = None

    @property
    def required(self) -> bool:
        """Whether a node must give this attribute."""
        return self.default is NO_DEFAULT

    def forbidden(self, value: Any) -> DType | None:
        """A type in a value of this attribute that it does not allow, or None."""
        if not self.allowed:
            return None
        if self.kind == "list(type)":
            return next((one for one in value if one not in self.allowed), None)
        return None if value in self.allowed else value


class Argument(NamedTuple):
    """One input or output. Exactly one of `dtype`, `type_attr`, `type_list_attr` is set."""

    name: str
    dtype: DType | None = None
    type_attr: str | None = None
    type_list_attr: str | None = None
    number_attr: str | None = None
    is_ref: bool = False


class OpDef(NamedTuple):
    """An entry of the table; the module's docstring explains the fields."""

    type: str
    inputs: tuple[Argument, ...]
    outputs: tuple[Argument, ...]
    attributes: Mapping[str, Attribute]
    shape: Callable[[Any], Any]
    kernel: Callable[..., Any]
    work: Callable[..., int] | None = None
    stateful: bool = False
    # Whether an imported graph may contain it: not if it runs Python code.
    importable: bool = True
    # Whether its kernel may have to wait for another thread (it raises Blocked).
    waits: bool = False
    # Whether its kernel opens files: an imported graph may contain it, but a bounded run refuses it.
    files: bool = False


Rule = Callable[..., Any]

TABLE: dict[str, OpDef] = {}
# The two columns of rules: operation type -> rule, or None where nothing flows.
GRADIENTS: dict[str, Rule | None] = {}
TANGENTS: dict[str, Rule | None] = {}


def define(
    op_type: str,
    signature: str,
    *,
    shape: Callable[[Any], Any],
    kernel: Callable[..., Any],
    work: Callable[..., int] | None = None,
    gradient: Callable[..., Any] | None = None,
    tangent: Callable[..., Any] | None = None,
    stateful: bool = False,
    importable: bool = True,
    waits: bool = False,
    files: bool = False,
    attributes: Mapping[str, Attribute] | None = None,
    **named_attributes: Attribute,
) -> None:
    """Adds an entry to the table. Raises ValueError if the type has one already.

    attributes: those whose names are parameters of this function (`shape`).
    """
    attributes = {**named_attributes, **(attributes or {})}
    if op_type in TABLE:
        raise ValueError(f"{op_type} stands twice in the table of operations")
    inputs, outputs = (_arguments(side, attributes) for side in signature.split("->"))
    TABLE[op_type] = OpDef(
        op_type,
        inputs,
        outputs,
        attributes,
        shape,
        kernel,
        work,
        stateful,
        importable,
        waits,
        files,
    )
    for column, rule in ((GRADIENTS, gradient), (TANGENTS, tangent)):
        if rule is not None:
            _fill(column, op_type, rule)


def gradient_of(*op_types: str) -> Callable[[Rule], Rule]:
    """A decorator: the function is the reverse rule of these operations."""
    return _column_of(GRADIENTS, op_types)


def tangent_of(*op_types: str) -> Callable[[Rule], Rule]:
    """A decorator: the function is the forward rule of these operations."""
    return _column_of(TANGENTS, op_types)


def _column_of(column: dict[str, Rule | None], op_types: Sequence[str]) -> Callable[[Rule], Rule]:
    def decorate(rule: Rule) -> Rule:
        for op_type in op_types:
            _fill(column, op_type, rule)
        return rule

    return decorate


def no_gradient(*op_types: str) -> None:
    """Declares that no gradient flows back through these operations ("ArgMax ArgMin", "Shape")."""
    for op_type in " ".join(op_types).split():
        _fill(GRADIENTS, op_type, None)


def no_derivative(*op_types: str) -> None:
    """Declares that neither gradients nor tangents flow through these operations."""
    no_gradient(*op_types)
    no_tangent(*op_types)


def missing_gradient(*op_types: str) -> None:
    """Declares that these operations have no gradient in TensorFlow: asking for one is an error."""

    def rule(op: Any, *_: Any) -> Any:
        raise LookupError(
            f"No gradient defined for operation '{op.name}' (op type: {op.type}). Use "
            "tf.stop_gradient where it is to be taken as a constant."
        )

    for op_type in " ".join(op_types).split():
        _fill(GRADIENTS, op_type, rule)


def lacking_gradient(op: Any, *_: Any) -> Any:
    """The rule of an operation that TensorFlow differentiates and the engine does not."""
    raise NotImplementedError(f"The gradient of {op.type} ({op.name}) {NOT_PART}")


def no_tangent(*op_types: str) -> None:
    """Declares that no tangent flows forward through these operations ("ArgMax ArgMin", "Shape")."""
    for op_type in " ".join(op_types).split():
        _fill(TANGENTS, op_type, None)


def _fill(column: dict[str, Rule | None], op_type: str, rule: Rule | None) -> None:
    lookup(op_type)
    if op_type in column:
        raise ValueError(f"{op_type} has two rules of the same kind")
    column[op_type] = rule


def lookup(op_type: str) -> OpDef:
    """The entry of `op_type`; ValueError if the engine does not have that operation."""
    try:
        return TABLE[op_type]
    except KeyError:
        raise ValueError(
            f"{op_type} {NOT_PART}: Op type not registered '{op_type}'. The engine has the operations of "
            "this course and of programs like its own. For all the rest, use TensorFlow itself."
        ) from None


_ARGUMENT = re.compile(r"(\w+): (?:(\w+) \* )?(Ref\()?(\w+)\)?$")


def _arguments(side: str, attributes: Mapping[str, Attribute]) -> tuple[Argument, ...]:
    arguments = []
    for part in filter(None, (part.strip() for part in side.split(","))):
        match = _ARGUMENT.fullmatch(part)
        if match is None:
            raise ValueError(f"cannot read the argument {part!r}; write `name: T` or `name: N * T`")
        name, number, ref, kind = match.groups()
        attribute = attributes.get(kind)
        arguments.append(
            Argument(
                name,
                dtype=None if attribute else dtypes.as_dtype(kind),
                type_attr=kind if attribute and attribute.kind == "type" else None,
                type_list_attr=kind if attribute and attribute.kind == "list(type)" else None,
                number_attr=number,
                is_ref=ref is not None,
            )
        )
    return tuple(arguments)


# --------------------------------------------------------------------------------- attributes


def one_of(allowed: Any, default: Any = NO_DEFAULT) -> Attribute:
    """A type attribute that allows only the given types."""
    return Attribute("type", default, frozenset(allowed))


def any_type(default: Any = NO_DEFAULT) -> Attribute:
    """A type attribute that allows every type."""
    return Attribute("type", default)


def many_types(minimum: int = 0, default: Any = NO_DEFAULT, allowed: Any = ()) -> Attribute:
    """A list of types, one per tensor of an argument; all types if none are given as allowed."""
    return Attribute("list(type)", default, frozenset(allowed), minimum)


def flag(default: Any = NO_DEFAULT) -> Attribute:
    """A boolean."""
    return Attribute("bool", default)


def number(default: Any = NO_DEFAULT, minimum: int | None = None) -> Attribute:
    """An integer."""
    return Attribute("int", default, minimum=minimum)


def numbers(default: Any = NO_DEFAULT) -> Attribute:
    """A list of integers."""
    return Attribute("list(int)", default)


def real(default: Any = NO_DEFAULT) -> Attribute:
    """A floating-point number."""
    return Attribute("float", default)


def string(default: Any = NO_DEFAULT) -> Attribute:
    """A string, kept as bytes."""
    return Attribute("string", default)


def shape_of(default: Any = NO_DEFAULT) -> Attribute:
    """A static shape."""
    return Attribute("shape", default)


def shapes_of(default: Any = NO_DEFAULT) -> Attribute:
    """A list of static shapes."""
    return Attribute("list(shape)", default)


def tensor_value() -> Attribute:
    """A constant tensor (a TensorProto)."""
    return Attribute("tensor")


# ---------------------------------------------------------------- common shape rules and kernels


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that needs only its inputs; `direct` is the function itself."""

    def kernel(node: Any, *inputs: Any) -> Any:
        return function(*inputs)

    kernel.direct = function  # type: ignore[attr-defined]
    return kernel


def same_shape(op: Any) -> TensorShape:
    """The output has the shape of the first input."""
    return op.inputs[0].shape


def scalar(op: Any) -> TensorShape:
    """The output is a single number."""
    return TensorShape(())


def unknown(op: Any) -> list[TensorShape]:
    """Nothing is known about the outputs' shapes before the run."""
    return [TensorShape(None) for _ in op.outputs]


def nothing(op: Any) -> Sequence[TensorShape]:
    """The operation has no outputs."""
    return []
