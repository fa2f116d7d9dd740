"""Variable scopes: variables that can be found again by name, and defaults for those made inside.

`get_variable("w")` inside `variable_scope("layer")` is the variable "layer/w": created in the
first call and, where the scope says so, shared by the next. A graph keeps the variables created so in
its Store.
"""

from __future__ import annotations

import enum
import functools
import inspect
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any

from grader.engine.core import dtypes
from grader.engine.core.absent import lacking, left_out
from grader.engine.core.keys import GraphKeys
from grader.engine.core.shapes import TensorShape, as_shape
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Graph, get_default_graph, graph_of, name_scope
from grader.engine.ops.common.public import ShapeLike, TensorLike, TypeLike
from grader.engine.variables.initializers import Initializer, Zeros, glorot_uniform_initializer
from grader.engine.variables.variables import Variable

# fmt: off
__all__ = ["AUTO_REUSE", "VariableScope", "get_variable", "get_variable_scope", "variable_scope"]
# fmt: on


# What a scope and a graph know -------------------------------------------------------------------


class _ReuseMode(enum.Enum):
    AUTO_REUSE = 1


AUTO_REUSE = _ReuseMode.AUTO_REUSE
Reuse = bool | _ReuseMode | None
InitializerLike = Any  # A value, or a function of shape and type: an initializer, its class.
SETTINGS = ("initializer", "caching_device", "dtype", "use_resource")  # that inner scopes inherit


class VariableScope:
    """What `get_variable` uses for arguments that are not given: a name prefix, and defaults.

    reuse: None or False (create variables), True (only find them), or AUTO_REUSE (either).
    """

    __getattr__ = lacking(
        "tf.VariableScope",
        "custom_getter partitioner regularizer set_caching_device set_custom_getter set_dtype "
        "set_initializer set_partitioner set_regularizer set_use_resource",
    )

    def __init__(
        self,
        reuse: Reuse,
        name: str = "",
        initializer: InitializerLike = None,
        caching_device: Any = None,
        name_scope: str = "",
        dtype: TypeLike = dtypes.float32,
        use_resource: bool | None = None,
        constraint: Callable[[Any], TensorLike] | None = None,
    ):
        self._name, self._reuse, self._name_scope = name, reuse, name_scope
        self.initializer, self.constraint, self.dtype = initializer, constraint, dtype
        self.caching_device, self.use_resource = caching_device, use_resource

    @property
    def name(self) -> str:
        """The prefix of its variables, without the last slash."""
        return self._name

    @property
    def original_name_scope(self) -> str:
        """The name scope that was opened with it, with a slash."""
        return self._name_scope

    @property
    def reuse(self) -> Reuse:
        """Whether its variables are found, created, or either."""
        return self._reuse

    def reuse_variables(self) -> None:
        """From now on, variables of this scope are found, not created."""
        self._reuse = True

    def get_collection(self, name: str) -> list[Any]:
        """The items of a collection whose names begin with the scope's."""
        return get_default_graph().get_collection(name, self._name + "/" if self._name else "")

    def trainable_variables(self) -> list[Variable]:
        """The trainable variables of the scope."""
        return self.get_collection(GraphKeys.TRAINABLE_VARIABLES)

    def global_variables(self) -> list[Variable]:
        """The global variables of the scope."""
        return self.get_collection(GraphKeys.GLOBAL_VARIABLES)

    def local_variables(self) -> list[Variable]:
        """The local variables of the scope."""
        return self.get_collection(GraphKeys.LOCAL_VARIABLES)

    def get_variable(self, store: Store, name: str, **given: Any) -> Variable:
        """The variable `name` of this scope; what is not given is taken from the scope."""
        full_name = f"{self._name}/{name}" if self._name else name
        initializer, dtype = given.get("initializer"), given.get("dtype")
        with name_scope(None):
            if dtype is not None and initializer is not None and not callable(initializer):
                actual = convert_to_tensor(initializer).dtype.base_dtype
                if actual != dtype:
                    raise ValueError(
                        f"Initializer type '{actual}' and explicit dtype '{dtype}' don't match."
                    )
            for key in (*SETTINGS, "reuse", "constraint"):
                if given.get(key) is None:
                    given[key] = getattr(self, key)
            return store.get(full_name, **given)


class Store(threading.local):
    """The variables of a graph by name, and the scopes that are open in this thread."""

    def __init__(self, variables: dict[str, Variable]):
        self.variables = variables
        self.current = VariableScope(False)
        self.opened: Counter[str] = Counter()

    def close_inside(self, name: str) -> None:
        """Forgets how often scopes inside this one were opened."""
        for key in self.opened:
            if not name or key.startswith(name + "/"):
                self.opened[key] = 0

    def get(
        self,
        name: str,
        shape: ShapeLike = None,
        dtype: TypeLike = dtypes.float32,
        initializer: InitializerLike = None,
        reuse: Reuse = None,
        **others: Any,
    ) -> Variable:
        """Finds or creates a variable by its full name."""
        from_value = initializer is not None and not callable(initializer)
        if shape is not None and from_value:
            raise ValueError("If initializer is a constant, do not specify shape.")
        wanted = dtypes.as_dtype(dtype).base_dtype
        sizes = None if shape is None else as_shape(shape)
        if name in self.variables:
            return self._shared(name, sizes, wanted, reuse)
        if reuse is True:
            raise ValueError(
                f"Variable {name} does not exist, or was not created with tf.get_variable(). Did you "
                "mean to set reuse=tf.AUTO_REUSE in VarScope?"
            )
        if initializer is None:
            if sizes is None:
                raise ValueError(
                    f"Variable {name} did not get an initializer, so its `shape` argument must be "
                    "specified."
                )
            initializer = _default_initializer(name, wanted)
        initial_value, kind = _initial_value(initializer, from_value, sizes, wanted)
        variable = Variable(initial_value, name=name, dtype=kind, shape=sizes, **others)
        self.variables[name] = variable
        return variable

    def _shared(
        self, name: str, sizes: TensorShape | None, dtype: dtypes.DType, reuse: Reuse
    ) -> Variable:
        """The variable that is there already, if the scope reuses it and it is the one wanted."""
        variable = self.variables[name]
        if reuse is False or reuse is None:
            lines = "".join(variable.op.traceback.format()[::-1])
            raise ValueError(
                f"Variable {name} already exists, disallowed. Did you mean to set reuse=True or "
                f"reuse=tf.AUTO_REUSE in VarScope? Originally defined at:\n\n{lines}"
            )
        if sizes is not None and not sizes.is_compatible_with(variable.shape):
            raise ValueError(
                f"Trying to share variable {name}, but specified shape {sizes} and found shape "
                f"{variable.shape}."
            )
        if not dtype.is_compatible_with(variable.dtype):
            raise ValueError(
                f"Trying to share variable {name}, but specified dtype {dtype.name} and found dtype "
                f"{variable.dtype.name}."
            )
        return variable


def _default_initializer(name: str, dtype: dtypes.DType) -> Initializer:
    if dtype.is_floating:
        return glorot_uniform_initializer()
    if dtype.is_integer or dtype == dtypes.bool or dtype == dtypes.string:
        return Zeros()
    raise ValueError(f"An initializer for variable {name} of {dtype} is required")


def _initial_value(
    initializer: InitializerLike, from_value: bool, sizes: TensorShape | None, dtype: dtypes.DType
) -> tuple[Any, dtypes.DType | None]:
    """The argument for Variable (a value, or a function without arguments), and its type."""
    if from_value:
        return initializer, None
    if inspect.isclass(initializer):
        initializer = initializer()
    try:
        parameters = inspect.signature(initializer).parameters
    except (TypeError, ValueError):  # a callable without a readable signature
        parameters = {}  # type: ignore[assignment]
    if sizes is not None and sizes.is_fully_defined():
        return functools.partial(initializer, sizes.as_list(), dtype=dtype), dtype
    if all(parameter.default is not parameter.empty for parameter in parameters.values()):
        return initializer, None
    raise ValueError(
        "The initializer passed is not valid. It should be a callable with no arguments and the "
        "shape should not be provided or an instance of `tf.keras.initializers.*' and `shape` should "
        "be fully defined."
    )


# For users ---------------------------------------------------------------------------------------


def _store(graph: Graph | None = None) -> Store:
    graph = graph or get_default_graph()
    if graph.variable_store is None:
        graph.variable_store = Store({})
    return graph.variable_store


def get_variable_scope() -> VariableScope:
    """The variable scope that is open in the default graph."""
    return _store().current


def get_variable(
    name: str,
    shape: ShapeLike = None,
    dtype: TypeLike = None,
    initializer: InitializerLike = None,
    regularizer: Any = None,
    trainable: bool | None = None,
    collections: Sequence[str] | None = None,
    caching_device: Any = None,
    partitioner: Any = None,
    validate_shape: bool = True,
    use_resource: bool | None = None,
    custom_getter: Any = None,
    constraint: Callable[[Any], TensorLike] | None = None,
    synchronization: Any = None,
    aggregation: Any = None,
) -> Variable:
    """The variable `name` in the current variable scope: created, or found if the scope reuses it.

    initializer: a function of shape and type, or a value (then without a shape). None: the scope's
    initializer, or else Glorot's uniform one for floats and zeros for other types.
    Raises ValueError for a variable that exists already, that does not exist although the scope
    reuses, or that has another shape.
    """
    left_out(
        "tf.get_variable", regularizer=regularizer, partitioner=partitioner,
        custom_getter=custom_getter, synchronization=synchronization, aggregation=aggregation,
    )  # fmt: skip
    return get_variable_scope().get_variable(
        _store(), name, shape=shape, dtype=dtype, initializer=initializer, trainable=trainable,
        collections=collections, caching_device=caching_device, validate_shape=validate_shape,
        use_resource=use_resource, constraint=constraint,
    )  # fmt: skip


class variable_scope:
    """A context manager that opens a variable scope, and a name scope of the same name.

    name_or_scope: a name, or a VariableScope to open again. default_name: used, and made unique, where
    name_or_scope is None. reuse: True, AUTO_REUSE, or None to inherit it from the enclosing scope.
    The others are defaults for variables made inside. Raises ValueError or TypeError for other arguments.
    """

    def __init__(
        self,
        name_or_scope: str | VariableScope | None,
        default_name: str | None = None,
        values: Sequence[TensorLike] | None = None,
        initializer: InitializerLike = None,
        regularizer: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        custom_getter: Any = None,
        reuse: Reuse = None,
        dtype: TypeLike = None,
        use_resource: bool | None = None,
        constraint: Callable[[Any], TensorLike] | None = None,
        auxiliary_name_scope: bool = True,
    ):
        left_out(
            "tf.variable_scope", regularizer=regularizer, partitioner=partitioner,
            custom_getter=custom_getter,
        )  # fmt: skip
        if default_name is None and name_or_scope is None:
            raise TypeError("If default_name is None then name_or_scope is required")
        reuse = None if reuse is False else reuse
        if reuse not in (True, None, AUTO_REUSE):
            raise ValueError("The reuse parameter must be True or False or None.")
        if not isinstance(auxiliary_name_scope, bool):
            raise TypeError(
                "The auxiliary_name_scope must be `True` or `False`, while get "
                f"{auxiliary_name_scope}"
            )
        self._name_or_scope, self._default_name, self._reuse = name_or_scope, default_name, reuse
        self._graph = graph_of(values or [])
        self._auxiliary = auxiliary_name_scope
        self._constraint = constraint
        self._settings = {
            "initializer": initializer,
            "caching_device": caching_device,
            "dtype": dtype,
            "use_resource": use_resource,
        }
        self._contexts: list[ExitStack] = []

    def __enter__(self) -> VariableScope:
        with ExitStack() as stack:
            stack.enter_context(self._graph.as_default())
            scope = self._open(stack)
            self._contexts.append(stack.pop_all())
        return scope

    def __exit__(self, *error: Any) -> None:
        self._contexts.pop().__exit__(*error)

    def _open(self, stack: ExitStack) -> VariableScope:
        given = self._name_or_scope
        if given is None and self._reuse:
            raise ValueError("reuse=True cannot be used without a name_or_scope")
        if given is not None and not isinstance(given, (str, VariableScope)):
            raise TypeError("VariableScope: name_or_scope must be a string or VariableScope.")
        title: Any = self._default_name if given is None else given
        if isinstance(title, VariableScope):
            title = title.name.split("/")[-1]
        opened: str | None = None
        if not self._auxiliary:
            around = self._graph.get_name_scope()
            opened = stack.enter_context(name_scope(around + "/" if around else None))
        elif title or given is None:
            opened = stack.enter_context(name_scope(title))
        if given is None:
            title = _unique_name(_store(), title)
        return stack.enter_context(self._replaced(title, opened))

    def _replaced(self, title: str, opened: str | None) -> AbstractContextManager[VariableScope]:
        store, given = _store(), self._name_or_scope
        around = store.current
        if isinstance(given, VariableScope):
            scope = self._derived(given, given.name, self._reuse or given.reuse)
            scope._name_scope = given.original_name_scope
            return _entered(store, scope, again=True)
        name = f"{around.name}/{title}" if around.name else title
        scope = self._derived(around, name, self._reuse or around.reuse)
        scope._name_scope = title if opened is None else opened
        return _entered(store, scope, again=False)

    def _derived(self, base: VariableScope, name: str, reuse: Reuse) -> VariableScope:
        inherited = {key: getattr(base, key) for key in self._settings}
        own = {key: value for key, value in self._settings.items() if value is not None}
        return VariableScope(reuse, name, constraint=self._constraint, **{**inherited, **own})


@contextmanager
def _entered(store: Store, scope: VariableScope, again: bool) -> Iterator[VariableScope]:
    """Makes `scope` the current one. again: whether it was opened before, under the same name."""
    old = store.current
    store.opened[scope.name] += 1
    counts = store.opened.copy()
    store.current = scope
    try:
        yield scope
    finally:
        if store.current is not scope:
            raise RuntimeError("Improper nesting of variable_scope.")
        if again:
            store.opened = counts
        else:
            store.close_inside(scope.name)
        store.current = old


def _unique_name(store: Store, prefix: str) -> str:
    name = f"{store.current.name}/{prefix}" if store.current.name else prefix
    if not store.opened[name]:
        return prefix
    number = 1
    while store.opened[f"{name}_{number}"]:
        number += 1
    return f"{prefix}_{number}"
