"""Variables: values that live in a session from their initializer's run to its close."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import numpy as np

from grader.engine.control.cond import cond
from grader.engine.core import dtypes
from grader.engine.core.absent import lacking, left_out
from grader.engine.core.keys import GraphKeys
from grader.engine.core.messages import AttrValue, VariableDef
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.convert import (
    convert_to_tensor,
    packed_in_lists,
    register_tensor_conversion_function,
)
from grader.engine.graph.graph import (
    Graph,
    Operation,
    Tensor,
    control_dependencies,
    get_default_graph,
    get_default_session,
    name_scope,
)
from grader.engine.graph.scopes import within_scope, without_scope
from grader.engine.ops.arrays.brackets import getitem
from grader.engine.ops.common.public import ShapeLike, TensorLike, TypeLike
from grader.engine.runtime.session import BaseSession
from grader.engine.variables import assignment
from grader.engine.variables.initial_values import guarded

__all__ = ["Variable"]


class Variable:
    """A value that a session keeps between runs, as `tf.Variable` (a reference variable).

    initial_value: a tensor, a Python value, or a function without arguments that returns one.
    trainable: whether optimizers change it. collections: where it is listed.
    validate_shape: False allows a shape that is not known. dtype: of the initial value if None.
    variable_def: a VariableDef that names a variable's nodes in the graph; replaces all other arguments.
    Raises ValueError without an initial value, or if its shape is not known.
    """

    _caching_device: Any = None
    _use_resource: bool | None = None
    __getattr__ = lacking(
        "tf.Variable",
        "SaveSliceInfo aggregation batch_scatter_update count_up_to create gather_nd handle "
        "is_initialized numpy read_value_no_copy ref scatter_add scatter_div scatter_max "
        "scatter_min scatter_mul scatter_nd_add scatter_nd_max scatter_nd_min scatter_nd_sub "
        "scatter_nd_update scatter_sub scatter_update set_shape sparse_read synchronization",
    )

    def __init__(
        self,
        initial_value: TensorLike = None,
        trainable: bool | None = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: VariableDef | None = None,
        dtype: TypeLike = None,
        import_scope: str | None = None,
        constraint: Callable[[Any], TensorLike] | None = None,
        synchronization: Any = None,
        aggregation: Any = None,
        shape: ShapeLike = None,
        *,
        expected_shape: ShapeLike = None,
        collections: Sequence[str] | None = None,
        use_resource: bool | None = None,
    ):
        if variable_def is not None:
            if initial_value is not None:
                raise ValueError("variable_def and initial_value are mutually exclusive.")
            self._find(variable_def, import_scope)
            return
        if initial_value is None:
            raise ValueError("initial_value must be specified.")
        collections = [GraphKeys.GLOBAL_VARIABLES] if collections is None else collections
        if not isinstance(collections, (list, tuple, set)):
            raise ValueError(
                "collections argument to Variable constructor must be a list, tuple, or set. Got "
                f"{collections} of type {type(collections)}"
            )
        if constraint is not None and not callable(constraint):
            raise ValueError("The `constraint` argument must be a callable.")
        left_out("tf.Variable", synchronization=synchronization, aggregation=aggregation)
        self._use_resource, self._caching_device = use_resource, caching_device
        trainable = trainable is None or trainable
        self.trainable, self.constraint = trainable, constraint
        if trainable and GraphKeys.TRAINABLE_VARIABLES not in collections:
            collections = [*collections, GraphKeys.TRAINABLE_VARIABLES]
        wanted = None if dtype is None else dtypes.as_dtype(dtype)
        self._build(initial_value, wanted, validate_shape, name, shape)
        get_default_graph().add_to_collections(collections, self)

    def _build(
        self,
        initial_value: TensorLike,
        dtype: dtypes.DType | None,
        validate_shape: bool,
        name: str | None,
        shape: ShapeLike,
    ) -> None:
        graph = get_default_graph()
        make = initial_value if callable(initial_value) else None
        with (
            control_dependencies(None),
            name_scope(name, "Variable", None if make else [initial_value]) as scope,
            ExitStack() as colocated,
        ):
            if make is not None:
                group = AttrValue()
                group.list.s.append(b"loc:@" + scope[:-1].encode())
                colocated.enter_context(graph.attr_scope({"_class": group}))
                with name_scope("Initializer"), graph.device(None):
                    initial_value = convert_to_tensor(make(), dtype, "initial_value")
            else:
                initial_value = convert_to_tensor(initial_value, dtype, "initial_value")
                if initial_value.op.context is not None:
                    raise ValueError(
                        f"Initializer for variable {scope} is from inside a control-flow construct, "
                        "such as a loop or conditional. When creating a variable inside a loop or "
                        "conditional, use a lambda as the initializer."
                    )
            self._initial_value = initial_value
            if shape is None:
                shape = initial_value.shape if validate_shape else TensorShape(None)
            self._variable = apply(
                "VariableV2", name=scope, dtype=initial_value.dtype.base_dtype, shape=shape
            )
            colocated.close()
            if validate_shape and not initial_value.shape.is_fully_defined():
                raise ValueError(
                    f"initial_value must have a shape specified: {initial_value}\nGive it one with "
                    "set_shape, or pass validate_shape=False."
                )
            self._initializer_op = assignment.assign(
                self._variable, guarded(scope, initial_value), validate_shape=validate_shape
            ).op
            device = self._caching_device
            with graph.colocate_with(self._variable.op) if device is None else graph.device(device):
                self._snapshot = apply("Identity", name="read", input=self._variable)

    def _find(self, proto: VariableDef, import_scope: str | None) -> None:
        """Takes the nodes that a VariableDef names, which are in the default graph already."""
        graph = get_default_graph()

        def element(name: str) -> Any:
            return graph.as_graph_element(within_scope(name, import_scope))

        self.trainable, self.constraint = proto.trainable, None
        self._variable, self._snapshot = element(proto.variable_name), element(proto.snapshot_name)
        self._initializer_op = element(proto.initializer_name)
        name = proto.initial_value_name
        self._initial_value = element(name) if name else self._initializer_op.inputs[1]

    @staticmethod
    def from_proto(variable_def: VariableDef, import_scope: str | None = None) -> Variable:
        """The variable whose nodes a VariableDef names."""
        variable = Variable.__new__(Variable)
        variable._find(variable_def, import_scope)
        return variable

    def to_proto(self, export_scope: str | None = None) -> VariableDef | None:
        """A VariableDef with the names of its nodes; None for a variable outside the scope."""
        if export_scope and not self.name.startswith(export_scope):
            return None
        names = {
            "variable_name": self.name,
            "initial_value_name": self.initial_value.name,
            "initializer_name": self.initializer.name,
            "snapshot_name": self._snapshot.name,
        }
        return VariableDef(
            trainable=self.trainable,
            **{key: without_scope(name, export_scope) for key, name in names.items()},
        )

    # Properties ----------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the reference: "w:0"."""
        return self._variable.name

    @property
    def dtype(self) -> dtypes.DType:
        """The type of the reference (`float32_ref`)."""
        return self._variable.dtype

    @property
    def op(self) -> Operation:
        """The VariableV2 operation."""
        return self._variable.op

    @property
    def graph(self) -> Graph:
        """The graph that holds the variable."""
        return self._variable.graph

    @property
    def device(self) -> str:
        """The device on which the variable lives."""
        return self._variable.device

    @property
    def shape(self) -> TensorShape:
        """The static shape."""
        return self._variable.shape

    def get_shape(self) -> TensorShape:
        """The static shape."""
        return self.shape

    @property
    def initializer(self) -> Operation:
        """The operation that gives the variable its initial value."""
        return self._initializer_op

    @property
    def initial_value(self) -> Tensor:
        """The tensor of the initial value."""
        return self._initial_value

    def value(self) -> Tensor:
        """The tensor of the current value, read where the variable was made ("w/read:0").

        With `use_resource=True` it is read anew, where this is called.
        """
        return self._read("ReadVariableOp") if self._use_resource else self._snapshot

    def read_value(self) -> Tensor:
        """A new tensor of the current value, which takes its own place in the order of a run."""
        if self._use_resource:
            return self._read("read")
        return apply("Identity", name="read", input=self._variable)

    def _read(self, name: str) -> Tensor:
        """The value at that moment. Later assignments do not show: this node forwards no reference."""
        return apply("EnsureShape", name, input=self._variable, shape=TensorShape(None))

    def initialized_value(self) -> Tensor:
        """The value, or the initial value if there is none yet; for use in other initial values."""
        with control_dependencies(None):
            return cond(
                assignment.is_variable_initialized(self),
                self.read_value,
                lambda: self.initial_value,
            )

    def _ref(self) -> Tensor:
        return self._variable

    def _as_graph_element(self) -> Tensor:
        return self._variable

    # Reading and writing -------------------------------------------------------------------------

    def eval(self, session: BaseSession | None = None) -> np.ndarray:
        """The current value in `session` (the default one if None)."""
        return self._variable.eval(session=session)

    def load(self, value: TensorLike, session: BaseSession | None = None) -> None:
        """Sets the value in `session`, without a new node."""
        session = session or get_default_session()
        if session is None:
            raise ValueError(
                "Either session argument should be provided or default session should be "
                "established"
            )
        session.run(self.initializer, {self.initializer.inputs[1]: value})

    def assign(
        self,
        value: TensorLike,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Tensor:
        """Sets the variable when run. read_value: False to get the operation, not the new value."""
        result = assignment.assign(self._variable, value, use_locking=use_locking, name=name)
        return result if read_value else result.op  # type: ignore[return-value]

    def assign_add(
        self,
        delta: TensorLike,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Tensor:
        """Adds `delta` when run."""
        result = assignment.assign_add(self._variable, delta, use_locking=use_locking, name=name)
        return result if read_value else result.op  # type: ignore[return-value]

    def assign_sub(
        self,
        delta: TensorLike,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Tensor:
        """Subtracts `delta` when run."""
        result = assignment.assign_sub(self._variable, delta, use_locking=use_locking, name=name)
        return result if read_value else result.op  # type: ignore[return-value]

    def __getitem__(self, key: Any) -> Tensor:
        """A slice of the value."""
        return getitem(self.value(), key)

    def __iter__(self) -> Iterator[Tensor]:
        return iter(self.read_value())  # raises, as for a tensor

    __array_priority__ = 100

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return f"<tf.Variable '{self.name}' shape={self.shape} dtype={self.dtype.name}>"

    @classmethod
    def _take_operators(cls) -> None:
        """Adds the operators of tensors, applied to the value."""
        for operator in Tensor.OVERLOADABLE_OPERATORS - {"__getitem__"}:
            setattr(cls, operator, cls._delegate(operator))

    @staticmethod
    def _delegate(operator: str) -> Callable[..., Any]:
        def method(self: Variable, *arguments: Any, **keywords: Any) -> Any:
            return getattr(Tensor, operator)(self.value(), *arguments, **keywords)

        method.__name__ = operator
        return method


def _as_tensor(value: Variable, dtype: Any, name: Any, as_ref: bool) -> Tensor:
    if dtype is not None and not dtype.is_compatible_with(value.dtype):
        raise ValueError(
            f"Incompatible type conversion requested to type '{dtype.name}' for variable of type "
            f"'{value.dtype.name}'. Use tf.cast to change the type."
        )
    return value._ref() if as_ref else value.value()


register_tensor_conversion_function(Variable, _as_tensor)
packed_in_lists(Variable)
