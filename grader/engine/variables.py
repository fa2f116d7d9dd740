"""Variables: values that live in a session from their initializer's run to its close."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tensorboard.compat.proto import attr_value_pb2

from grader.engine import dtypes
from grader.engine.build import apply
from grader.engine.convert import convert_to_tensor, register_tensor_conversion_function
from grader.engine.graph import (
    Operation,
    Tensor,
    control_dependencies,
    get_collection,
    get_default_graph,
    name_scope,
)
from grader.engine.keys import GraphKeys
from grader.engine.ops import state as state_ops
from grader.engine.ops.basic import group, no_op
from grader.engine.shapes import TensorShape, as_shape

__all__ = [
    "Variable",
    "all_variables",
    "global_variables",
    "global_variables_initializer",
    "initialize_all_variables",
    "initialize_local_variables",
    "initialize_variables",
    "local_variables",
    "local_variables_initializer",
    "report_uninitialized_variables",
    "trainable_variables",
    "variables_initializer",
]


class Variable:
    """A value that a session keeps between runs, as `tf.Variable` (a reference variable).

    initial_value: a tensor, a Python value, or a function without arguments that returns one.
    trainable: whether optimizers change it. collections: where it is listed.
    validate_shape: False allows a shape that is not known. dtype: of the initial value if None.
    Raises ValueError without an initial value, or where its shape is not known.
    """

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool | None = None,
        collections: Sequence[Any] | None = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: Any = None,
        expected_shape: Any = None,
        import_scope: str | None = None,
        constraint: Any = None,
        use_resource: bool | None = None,
        synchronization: Any = None,
        aggregation: Any = None,
        shape: Any = None,
    ):
        if initial_value is None:
            raise ValueError("initial_value must be specified.")
        collections = [GraphKeys.GLOBAL_VARIABLES] if collections is None else collections
        if not isinstance(collections, (list, tuple, set)):
            raise ValueError(
                "collections argument to Variable constructor must be a list, tuple, or set. Got "
                f"{collections} of type {type(collections)}"
            )
        self.trainable = trainable is None or bool(trainable)
        self.constraint = constraint
        if self.trainable and GraphKeys.TRAINABLE_VARIABLES not in collections:
            collections = [*collections, GraphKeys.TRAINABLE_VARIABLES]
        wanted = None if dtype is None else dtypes.as_dtype(dtype)
        self._build(initial_value, wanted, validate_shape, name)
        get_default_graph().add_to_collections(collections, self)

    def _build(self, initial_value: Any, dtype: Any, validate_shape: bool, name: Any) -> None:
        graph = get_default_graph()
        from_function = callable(initial_value)
        with (
            control_dependencies(None),
            name_scope(name, "Variable", None if from_function else [initial_value]) as scope,
        ):
            if from_function:
                group_name = b"loc:@" + scope[:-1].encode()
                attribute = attr_value_pb2.AttrValue(
                    list=attr_value_pb2.AttrValue.ListValue(s=[group_name])
                )
                with graph.attr_scope({"_class": attribute}):
                    with name_scope("Initializer"), graph.device(None):
                        self._initial_value = convert_to_tensor(
                            initial_value(), dtype, "initial_value"
                        )
                    self._variable = self._make(scope, validate_shape)
            else:
                self._initial_value = convert_to_tensor(initial_value, dtype, "initial_value")
                self._variable = self._make(scope, validate_shape)
            if validate_shape and not self._initial_value.shape.is_fully_defined():
                raise ValueError(
                    f"initial_value must have a shape specified: {self._initial_value}. Give it one "
                    "with set_shape, or pass validate_shape=False."
                )
            self._initializer_op = state_ops.assign(
                self._variable, self._initial_value, validate_shape=validate_shape
            ).op
            with graph.colocate_with(self._variable.op):
                self._snapshot = apply("Identity", name="read", input=self._variable)

    def _make(self, scope: str, validate_shape: bool) -> Tensor:
        value = self._initial_value
        shape = value.shape if validate_shape else TensorShape(None)
        return apply("VariableV2", name=scope, dtype=value.dtype.base_dtype, shape=shape)

    # -- what it is

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
    def graph(self) -> Any:
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

    def set_shape(self, shape: Any) -> None:
        """Adds knowledge about the shape."""
        self._variable.set_shape(shape)
        self._snapshot.set_shape(shape)

    @property
    def initializer(self) -> Operation:
        """The operation that gives the variable its initial value."""
        return self._initializer_op

    @property
    def initial_value(self) -> Tensor:
        """The tensor of the initial value."""
        return self._initial_value

    def value(self) -> Tensor:
        """The tensor of the current value, read where the variable was made ("w/read:0")."""
        return self._snapshot

    def read_value(self) -> Tensor:
        """A new tensor of the current value, read at its own place in the run."""
        return apply("Identity", name="read", input=self._variable)

    def initialized_value(self) -> Tensor:
        """The value, for use in another variable's initial value: never uninitialised."""
        return self._initial_value

    def _ref(self) -> Tensor:
        return self._variable

    def _as_graph_element(self) -> Tensor:
        return self._variable

    # -- what can be done with it

    def eval(self, session: Any = None) -> Any:
        """The current value in `session` (the default one if None)."""
        return self._variable.eval(session=session)

    def load(self, value: Any, session: Any = None) -> None:
        """Sets the value in `session`, without a new node."""
        from grader.engine.graph import get_default_session

        session = session or get_default_session()
        if session is None:
            raise ValueError(
                "Either session argument should be provided or default session should be "
                "established"
            )
        session.run(self.initializer, {self.initializer.inputs[1]: value})

    def assign(
        self, value: Any, use_locking: bool = False, name: Any = None, read_value: bool = True
    ) -> Any:
        """Sets the variable when run."""
        result = state_ops.assign(self._variable, value, use_locking=use_locking, name=name)
        return result if read_value else result.op

    def assign_add(
        self, delta: Any, use_locking: bool = False, name: Any = None, read_value: bool = True
    ) -> Any:
        """Adds `delta` when run."""
        result = state_ops.assign_add(self._variable, delta, use_locking=use_locking, name=name)
        return result if read_value else result.op

    def assign_sub(
        self, delta: Any, use_locking: bool = False, name: Any = None, read_value: bool = True
    ) -> Any:
        """Subtracts `delta` when run."""
        result = state_ops.assign_sub(self._variable, delta, use_locking=use_locking, name=name)
        return result if read_value else result.op

    def count_up_to(self, limit: int) -> Tensor:
        """Returns the value and adds 1, until `limit`."""
        return state_ops.count_up_to(self._variable, limit=limit)

    def __iter__(self) -> Any:
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
        """Gives variables the operators of tensors, applied to the value."""
        for operator in Tensor.OVERLOADABLE_OPERATORS:
            setattr(cls, operator, cls._delegate(operator))

    @staticmethod
    def _delegate(operator: str) -> Callable[..., Any]:
        def method(self: Variable, *arguments: Any, **keywords: Any) -> Any:
            return getattr(Tensor, operator)(self._snapshot, *arguments, **keywords)

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


def global_variables(scope: str | None = None) -> list[Any]:
    """The variables of the default graph that `global_variables_initializer` initialises."""
    return get_collection(GraphKeys.GLOBAL_VARIABLES, scope)


def local_variables(scope: str | None = None) -> list[Any]:
    """The variables in the collection of local ones."""
    return get_collection(GraphKeys.LOCAL_VARIABLES, scope)


def trainable_variables(scope: str | None = None) -> list[Any]:
    """The variables that an optimizer changes."""
    return get_collection(GraphKeys.TRAINABLE_VARIABLES, scope)


def variables_initializer(var_list: Sequence[Any], name: str = "init") -> Operation:
    """An operation that runs the initializers of `var_list`."""
    if var_list:
        return group(*[variable.initializer for variable in var_list], name=name)
    return no_op(name=name)


def global_variables_initializer() -> Operation:
    """An operation that initialises all global variables made so far, when it is run."""
    return variables_initializer(global_variables())


def local_variables_initializer() -> Operation:
    """An operation that initialises all local variables made so far, when it is run."""
    return variables_initializer(local_variables(), name="init")


all_variables = global_variables
initialize_all_variables = global_variables_initializer
initialize_local_variables = local_variables_initializer
initialize_variables = variables_initializer


def report_uninitialized_variables(
    var_list: Sequence[Any] | None = None, name: str = "report_uninitialized_variables"
) -> Tensor:
    """A tensor with the names of the variables that have no value yet."""
    from grader.engine.convert import constant
    from grader.engine.ops.api_arrays import boolean_mask, stack
    from grader.engine.ops.api_math import logical_not

    if var_list is None:
        var_list = [*global_variables(), *local_variables()]
    with name_scope(name):
        graph = get_default_graph()
        initialized = [state_ops.is_variable_initialized(variable) for variable in var_list]
        with graph.device("/cpu:0"):
            if not var_list:
                return constant([], dtype=dtypes.string)
            missing = logical_not(stack(initialized))
            return boolean_mask(constant([variable.op.name for variable in var_list]), missing)


def shape_of_variable(shape: Any) -> TensorShape:
    """The shape of a variable to be made."""
    return as_shape(shape)
