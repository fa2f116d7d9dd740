"""Tensors and operations: the nodes of a graph and what flows between them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import TYPE_CHECKING, Any, ClassVar

from tensorboard.compat.proto import attr_value_pb2, graph_pb2

from grader.engine.core.attributes import attribute_text, to_attr_value
from grader.engine.core.dtypes import DType
from grader.engine.core.errors import OperatorNotAllowedInGraphError
from grader.engine.core.shapes import UNKNOWN, TensorShape, as_shape, bracketed, same_shape_as
from grader.engine.graph.default_graph import run_in_session
from grader.engine.registry import OpDef

if TYPE_CHECKING:
    from traceback import StackSummary

    from grader.engine.graph.graph import Graph

_ENGINE = os.path.dirname(
    os.path.dirname(__file__)
)  # its own lines are in no operation's traceback
MOST_CALLS = 5  # how many of the user's nested calls an operation remembers


@dataclass(frozen=True)
class Reference:
    """A tensor or variable that may be a key: equal to another of the same object."""

    _referent: Any

    def deref(self) -> Any:
        """The tensor or variable."""
        return self._referent


class Tensor:
    """One output of an operation: a promise of a value, which a session's run computes."""

    OVERLOADABLE_OPERATORS: ClassVar[set[str]] = set()
    __array_priority__ = 100

    if TYPE_CHECKING:  # defined in ops/math/operators.py

        def __getitem__(self, key: Any) -> Tensor: ...
        def __add__(self, other: Any) -> Tensor: ...
        def __radd__(self, other: Any) -> Tensor: ...
        def __sub__(self, other: Any) -> Tensor: ...
        def __mul__(self, other: Any) -> Tensor: ...
        def __truediv__(self, other: Any) -> Tensor: ...
        def __ge__(self, other: Any) -> Tensor: ...
        def __gt__(self, other: Any) -> Tensor: ...
        def __le__(self, other: Any) -> Tensor: ...
        def __lt__(self, other: Any) -> Tensor: ...
        def __mod__(self, other: Any) -> Tensor: ...
        def __neg__(self) -> Tensor: ...
        def __rfloordiv__(self, other: Any) -> Tensor: ...
        def __rmul__(self, other: Any) -> Tensor: ...
        def __rsub__(self, other: Any) -> Tensor: ...
        def __rtruediv__(self, other: Any) -> Tensor: ...

    def __init__(self, op: Operation, value_index: int, dtype: DType):
        self.op = op
        self.value_index = value_index
        self.dtype = dtype
        self._shape = UNKNOWN
        self._consumers: list[Operation] = []

    @property
    def name(self) -> str:
        """The operation's name, a colon, and the index of the output: "add:0"."""
        return f"{self.op.name}:{self.value_index}"

    @property
    def graph(self) -> Graph:
        """The graph that holds the operation."""
        return self.op.graph

    @property
    def device(self) -> str:
        """The device on which the operation was placed, "" for any."""
        return self.op.device

    @property
    def shape(self) -> TensorShape:
        """What is known of the shape before the run."""
        return self._shape

    def get_shape(self) -> TensorShape:
        """What is known of the shape before the run."""
        return self._shape

    @property
    def ndim(self) -> int:
        """The number of dimensions, -1 if it is unknown."""
        return -1 if self._shape.rank is None else self._shape.rank

    def ref(self) -> Reference:
        """A dictionary key for the tensor; `deref()` returns the tensor."""
        return Reference(self)

    def set_shape(self, shape: Any) -> None:
        """Refines the static shape; ValueError when it contradicts what is known."""
        self._shape = same_shape_as(self._shape, as_shape(shape))

    def consumers(self) -> list[Operation]:
        """The operations that have this tensor as an input."""
        return list(self._consumers)

    def eval(self, feed_dict: Mapping[Any, Any] | None = None, session: Any = None) -> Any:
        """The value: `session.run(self, feed_dict)`, by default in the default session."""
        return run_in_session(self.graph, self, feed_dict, session, method="eval")

    @classmethod
    def _override_operator(cls, operator: str, function: Callable[..., Any]) -> None:
        setattr(cls, operator, function)
        cls.OVERLOADABLE_OPERATORS.add(operator)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        raise OperatorNotAllowedInGraphError(
            "Using a symbolic `tf.Tensor` as a Python `bool` is not allowed. It has no value until "
            "a session runs it: use tf.cond, or session.run first."
        )

    def __iter__(self) -> Iterator[Any]:
        raise OperatorNotAllowedInGraphError(
            "Iterating over a symbolic `tf.Tensor` is not allowed. Use tf.unstack for a tensor of "
            "known size, or session.run first."
        )

    def __len__(self) -> int:
        raise TypeError(
            f"len is not well defined for a symbolic Tensor ({self.name}). "
            "Please call `x.shape` rather than `len(x)` for shape information."
        )

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError(
            f"Cannot convert a symbolic tf.Tensor ({self.name}) to a numpy array. NumPy needs a "
            "value: call session.run first, or use TensorFlow's operation instead of NumPy's."
        )

    def __str__(self) -> str:
        shape = f", shape={self._shape}" if self._shape.rank is not None else ""
        device = f", device={self.device}" if self.device else ""
        return f'Tensor("{self.name}"{shape}, dtype={self.dtype.name}{device})'

    def __repr__(self) -> str:
        return f"<tf.Tensor '{self.name}' shape={self._shape} dtype={self.dtype.name}>"


class Operation:
    """A node of a graph: a type, a name, inputs and attributes, but no values."""

    def __init__(
        self,
        graph: Graph,
        definition: OpDef,
        name: str,
        inputs: Sequence[Tensor],
        attributes: dict[str, Any],
        output_dtypes: Sequence[DType],
        control_inputs: Sequence[Operation] = (),
    ):
        self.graph = graph
        # Whether its value may be the same in all runs (a Shape's is, if the static shape is known).
        self.can_be_constant: bool = definition.type in ("Const", "Shape", "Size", "Rank") or (
            bool(inputs) and all(tensor.op.can_be_constant for tensor in inputs)
        )
        self.number = graph.version  # its position in the order of creation
        self.definition = definition
        self.type = definition.type  # as the table of operations names it: "AddV2"
        self.name = name
        self.inputs = tuple(inputs)
        self.control_inputs = list(dict.fromkeys(control_inputs))
        self.context = graph.control_flow  # the branch or loop in which it is made
        self.device = ""
        self.attributes = attributes
        self.extra: dict[str, attr_value_pb2.AttrValue] = {}
        self._calls: tuple[tuple[CodeType, int], ...] = ()
        self.outputs = [Tensor(self, index, dtype) for index, dtype in enumerate(output_dtypes)]
        for tensor in self.inputs:
            tensor._consumers.append(self)

    def remember_calls(self) -> None:
        """Keeps the user's lines that are making it, up to a cell or a module; a constant cannot fail."""
        frame: Any = None if self.type == "Const" else sys._getframe(3)  # below: the engine's own
        found: list[tuple[CodeType, int]] = []
        while frame is not None and len(found) < MOST_CALLS:
            code = frame.f_code
            if not code.co_filename.startswith(_ENGINE):
                found.append((code, frame.f_lineno))
            frame = None if code.co_name == "<module>" else frame.f_back
        self._calls = tuple(found)

    @property
    def traceback(self) -> StackSummary:
        """The user's lines that made the operation, the innermost call last; none if it was imported."""
        from traceback import StackSummary  # here, since it is not needed to import the engine

        calls = [(code.co_filename, line, code.co_name, "") for code, line in self._calls[::-1]]
        return StackSummary.from_list(calls)

    def disconnect(self) -> None:
        """Removes the operation from its inputs' consumers. Only before it joins the graph."""
        for tensor in self.inputs:
            tensor._consumers.remove(self)

    def replace_input(self, index: int, tensor: Tensor) -> None:
        """Replaces the input at `index`, which loops need."""
        inputs = list(self.inputs)
        inputs[index]._consumers.remove(self)
        inputs[index] = tensor
        self.inputs = tuple(inputs)
        tensor._consumers.append(self)

    def wait_for(self, *operations: Operation) -> None:
        """Adds control inputs."""
        self.control_inputs = list(dict.fromkeys([*self.control_inputs, *operations]))

    @property
    def values(self) -> Callable[[], tuple[Tensor, ...]]:
        """A function that returns the outputs (a method in TensorFlow)."""
        return lambda: tuple(self.outputs)

    @property
    def op_def(self) -> OpDef:
        """The entry in the table of operations."""
        return self.definition

    def get_attr(self, name: str) -> Any:
        """An attribute as a Python value; ValueError when the operation does not have it."""
        if name in self.attributes:
            return self.attributes[name]
        if name in self.extra:
            value = self.extra[name]
            kind = value.WhichOneof("value")
            return list(value.list.s) if kind == "list" else getattr(value, kind)
        raise ValueError(f"Operation '{self.name}' has no attr named '{name}'.")

    def _set_attr(self, name: str, value: attr_value_pb2.AttrValue) -> None:
        self.extra[name] = value

    def colocation_groups(self) -> list[bytes]:
        """The groups (`loc:@x`) that must share a device with this operation."""
        groups = self.extra["_class"].list.s if "_class" in self.extra else ()
        return [group for group in groups if group.startswith(b"loc:@")] or [
            b"loc:@" + self.name.encode()
        ]

    def run(self, feed_dict: Mapping[Any, Any] | None = None, session: Any = None) -> None:
        """Runs the operation: `session.run(self, feed_dict)`."""
        run_in_session(self.graph, self, feed_dict, session, method="run")

    @property
    def node_def(self) -> graph_pb2.GraphDef:
        """The operation as a NodeDef message."""
        return write_node(self, graph_pb2.GraphDef().node.add())

    def __str__(self) -> str:
        return str(self.node_def)

    def __repr__(self) -> str:
        return f"<tf.Operation '{self.name}' type={self.type}>"


def write_node(operation: Operation, node: Any) -> Any:
    """Fills the NodeDef `node` with `operation`."""
    node.name, node.op, node.device = operation.name, operation.type, operation.device
    node.input.extend(_source(tensor) for tensor in operation.inputs)
    node.input.extend(sorted(f"^{before.name}" for before in operation.control_inputs))
    for name, value in operation.attributes.items():
        kind = operation.definition.attributes[name].kind
        node.attr[name].CopyFrom(to_attr_value(value, kind))
    for name, value in operation.extra.items():
        node.attr[name].CopyFrom(value)
    return node


def set_static_shapes(operation: Operation) -> None:
    """Sets the outputs' static shapes by the table's shape rule. ValueError names the operation."""
    try:
        shapes = operation.definition.shape(operation)
    except ValueError as error:
        given = [tensor.shape for tensor in operation.inputs]
        inputs = ", ".join("?" if one.rank is None else bracketed(one) for one in given)
        raise ValueError(
            f"{error} for '{described(operation)}' with input shapes: {inputs}."
        ) from None
    if isinstance(shapes, TensorShape):
        shapes = [shapes]
    for tensor, shape in zip(operation.outputs, shapes, strict=True):
        tensor._shape = shape


def loop_of(context: Any) -> Any:
    """The innermost loop around a context (or the context itself), or None."""
    return None if context is None else context.loop


def output_context(operation: Operation) -> Any:
    """The context in which an operation's outputs can be used: the outer one for a loop's exit."""
    context = operation.context
    leaves = context is not None and operation.type in ("Exit", "RefExit")
    return context.outer if leaves else context


def check_loops(operation: Operation) -> None:
    """Raises ValueError if an input comes from a loop that does not contain the operation."""
    for tensor in operation.inputs:
        if tensor.op.context is None:
            continue
        theirs, ours = loop_of(output_context(tensor.op)), loop_of(operation.context)
        if theirs is None or theirs is ours:
            continue
        if ours is None:
            if operation.type in ("Enter", "RefEnter", "Switch", "RefSwitch"):
                continue
            where = f"'{tensor.op.name}' is in a while loop"
        elif ours.may_use(theirs):
            continue
        else:
            where = "they are in different while loops"
        raise ValueError(
            f"Cannot use '{tensor.op.name}' as input to '{operation.name}' because {where}. See "
            "info log for more details."
        )


def described(operation: Operation) -> str:
    """The operation in the form of TensorFlow's messages: `{{node y}} = Add[T=DT_FLOAT](x, x)`."""
    attributes = ", ".join(
        f"{name}={attribute_text(value)}" for name, value in sorted(operation.attributes.items())
    )
    inputs = ", ".join(_source(tensor) for tensor in operation.inputs)
    return f"{{{{node {operation.name}}}}} = {operation.type}[{attributes}]({inputs})"


def _source(tensor: Tensor) -> str:
    return tensor.op.name if tensor.value_index == 0 else tensor.name
