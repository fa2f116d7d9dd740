"""Tensors and operations: the nodes of a graph, what flows between them, and how a graph finds them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import TYPE_CHECKING, Any, ClassVar

from grader.engine.core.attributes import attribute_text, to_attr_value
from grader.engine.core.dtypes import DType
from grader.engine.core.errors import OperatorNotAllowedInGraphError
from grader.engine.core.messages import AttrValue, GraphDef, NodeDef
from grader.engine.core.shapes import UNKNOWN, TensorShape, as_shape, bracketed, same_shape_as
from grader.engine.graph.default_session import run_in_session
from grader.engine.registry import OpDef

if TYPE_CHECKING:
    from traceback import StackSummary

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
    def graph(self) -> Nodes:
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

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise OperatorNotAllowedInGraphError(
            "Using a symbolic `tf.Tensor` as a Python `bool` is not allowed. It has no value until "
            "a session runs it: use tf.where or tf.cond, or session.run first."
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
        graph: Nodes,
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
        self.extra: dict[str, AttrValue] = {}
        self._calls: tuple[tuple[CodeType, int], ...] = ()
        self.outputs = [Tensor(self, index, dtype) for index, dtype in enumerate(output_dtypes)]
        for tensor in self.inputs:
            tensor._consumers.append(self)

    def remember_calls(self) -> None:
        """Keeps the user's lines that are making it, up to a cell or a module; a constant cannot fail."""
        frame: Any = None if self.type == "Const" else sys._getframe(3)  # below: the engine's own
        calls: list[tuple[CodeType, int]] = []
        while frame is not None and len(calls) < MOST_CALLS:
            code = frame.f_code
            if not code.co_filename.startswith(_ENGINE):
                calls.append((code, frame.f_lineno))
            frame = None if code.co_name == "<module>" else frame.f_back
        self._calls = tuple(calls)

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

    def _set_attr(self, name: str, value: AttrValue) -> None:
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
    def node_def(self) -> GraphDef:
        """The operation as a NodeDef message."""
        return write_node(self, GraphDef().node.add())

    def __str__(self) -> str:
        return str(self.node_def)

    def __repr__(self) -> str:
        return f"<tf.Operation '{self.name}' type={self.type}>"


def write_node(operation: Operation, node: NodeDef) -> NodeDef:
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
        inputs = ", ".join("?" if shape.rank is None else bracketed(shape) for shape in given)
        raise ValueError(
            f"{error} for '{described(operation)}' with input shapes: {inputs}."
        ) from None
    if isinstance(shapes, TensorShape):
        shapes = [shapes]
    for tensor, shape in zip(operation.outputs, shapes, strict=True):
        tensor._shape = shape


def described(operation: Operation) -> str:
    """The operation in the form of TensorFlow's messages: `{{node y}} = Add[T=DT_FLOAT](x, x)`."""
    attributes = ", ".join(
        f"{name}={attribute_text(value)}" for name, value in sorted(operation.attributes.items())
    )
    inputs = ", ".join(_source(tensor) for tensor in operation.inputs)
    return f"{{{{node {operation.name}}}}} = {operation.type}[{attributes}]({inputs})"


def _source(tensor: Tensor) -> str:
    return tensor.op.name if tensor.value_index == 0 else tensor.name


class Nodes:
    """The operations of a graph: by name, and which of them can be fed and fetched.

    `Graph` extends this class; everything here is part of its interface.
    """

    def __init__(self) -> None:
        self._operations: dict[str, Operation] = {}
        self._unfeedable: set[Tensor] = set()
        self._unfetchable: set[Operation] = set()
        # The innermost branch or loop (control/cond.py) in which operations are being made.
        self.control_flow: Any = None
        # The Python functions that the graph's PyFunc nodes call; see ops/py_func.py.
        self.python_functions: dict[bytes, Any] = {}
        self.reduced_shapes: dict[Any, Any] = {}  # cached by the gradients of reductions

    @property
    def version(self) -> int:
        """The number of operations so far."""
        return len(self._operations)

    def get_operations(self) -> list[Operation]:
        """All operations, in the order of creation."""
        return list(self._operations.values())

    def get_operation_by_name(self, name: str) -> Operation:
        """The operation called `name`; KeyError if there is none, TypeError if it is not a string."""
        if not isinstance(name, str):
            kind = type(name).__name__
            raise TypeError(f"Operation names are strings (or similar), not {kind}.")
        return self.as_graph_element(name, allow_tensor=False, allow_operation=True)

    def get_tensor_by_name(self, name: str) -> Tensor:
        """The tensor called `name` ("add:0"); KeyError when there is none."""
        if not isinstance(name, str):
            kind = type(name).__name__
            raise TypeError(f"Tensor names are strings (or similar), not {kind}.")
        return self.as_graph_element(name, allow_tensor=True, allow_operation=False)

    def as_graph_element(
        self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True
    ) -> Any:
        """The tensor or operation that `obj` is, names, or represents (as a variable does).

        Raises TypeError for other kinds of objects, ValueError for objects of another graph and
        malformed names, KeyError for names that are not in the graph.
        """
        wanted = " or ".join(["Tensor"] * allow_tensor + ["Operation"] * allow_operation)
        stands_for = getattr(obj, "_as_graph_element", None)
        if stands_for is not None:
            obj = stands_for()
        if isinstance(obj, (str, bytes)):
            name = obj if isinstance(obj, str) else obj.decode()
            return self._element_by_name(name, allow_tensor, allow_operation)
        if (isinstance(obj, Tensor) and allow_tensor) or (
            isinstance(obj, Operation) and allow_operation
        ):
            if obj.graph is not self:
                kind = "Tensor" if isinstance(obj, Tensor) else "Operation"
                raise ValueError(f"{kind} {obj} is not an element of this graph.")
            return obj
        raise TypeError(f"Can not convert a {type(obj).__name__} into a {wanted}.")

    def _element_by_name(
        self, name: str, allow_tensor: bool, allow_operation: bool
    ) -> Tensor | Operation:
        if ":" in name and allow_tensor:
            try:
                op_name, written = name.split(":")
                index = int(written)
            except ValueError:
                raise ValueError(
                    f"The name {name!r} looks a like a Tensor name, but is not a valid one. Tensor "
                    'names must be of the form "<op_name>:<output_index>".'
                ) from None
            operation = self._operations.get(op_name)
            if operation is None:
                raise KeyError(
                    f"The name {name!r} refers to a Tensor which does not exist. The operation, "
                    f"{op_name!r}, does not exist in the graph."
                )
            try:
                return operation.outputs[index]
            except IndexError:
                raise KeyError(
                    f"The name {name!r} refers to a Tensor which does not exist. The operation, "
                    f"{op_name!r}, exists but only has {len(operation.outputs)} outputs."
                ) from None
        if ":" in name:
            raise ValueError(f"Name {name!r} appears to refer to a Tensor, not a Operation.")
        if not allow_operation:
            known = name in self._operations
            said = "refers to an Operation" if known else "looks like an (invalid) Operation name"
            raise ValueError(
                f"The name {name!r} {said}, not a Tensor. Tensor names must be of the form "
                '"<op_name>:<output_index>".'
            )
        if name not in self._operations:
            raise KeyError(f"The name {name!r} refers to an Operation not in the graph.")
        return self._operations[name]

    def as_operation(self, item: Any) -> Operation:
        """The operation that `item` is, or that makes it."""
        if hasattr(item, "_components"):  # IndexedSlices
            item = item.op
        element = self.as_graph_element(item)
        return element.op if isinstance(element, Tensor) else element

    def prevent_feeding(self, tensor: Tensor) -> None:
        """Marks a tensor as one that cannot be fed."""
        self._unfeedable.add(tensor)

    def is_feedable(self, tensor: Tensor) -> bool:
        """Whether a run may be given a value for this tensor."""
        return tensor not in self._unfeedable

    def prevent_fetching(self, op: Operation) -> None:
        """Marks an operation as one whose value cannot be fetched."""
        self._unfetchable.add(op)

    def is_fetchable(self, tensor_or_op: Tensor | Operation) -> bool:
        """Whether a run may return this tensor, or run this operation."""
        return getattr(tensor_or_op, "op", tensor_or_op) not in self._unfetchable
