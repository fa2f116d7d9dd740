"""Variable scopes: variables that are found again by their name, and defaults for those made inside.

`get_variable("w")` inside `variable_scope("layer")` is the variable "layer/w": made at the first call,
and, where the scope says so, shared at the next. A graph keeps the variables that were made so.
"""

from __future__ import annotations

import enum
import functools
import inspect
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

from grader.engine import dtypes
from grader.engine.convert import convert_to_tensor, register_tensor_conversion_function
from grader.engine.graph import (
    Graph,
    Tensor,
    colocate_with,
    get_default_graph,
    graph_of,
    name_scope,
)
from grader.engine.initializers import Zeros, glorot_uniform_initializer
from grader.engine.keys import GraphKeys
from grader.engine.shapes import as_shape
from grader.engine.variables import Variable

# fmt: off
__all__ = [
    "AUTO_REUSE", "VariableScope", "get_local_variable", "get_variable", "get_variable_scope",
    "no_regularizer", "variable_op_scope", "variable_scope",
]
# fmt: on


_HERE = str(Path(__file__).parent)  # the engine's folder


class _ReuseMode(enum.Enum):
    AUTO_REUSE = 1


AUTO_REUSE = _ReuseMode.AUTO_REUSE


def no_regularizer(_: Any) -> None:
    """A regularizer for a scope inside one that has a regularizer: none."""
    return None


class VariableScope:
    """What `get_variable` takes where its arguments do not say: a prefix, and defaults.

    reuse: None or False (make variables), True (only find them), or AUTO_REUSE.
    """

    def __init__(
        self,
        reuse: Any,
        name: str = "",
        initializer: Any = None,
        regularizer: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        custom_getter: Any = None,
        name_scope: str = "",
        dtype: Any = dtypes.float32,
        use_resource: bool | None = None,
        constraint: Any = None,
    ):
        self._name, self._reuse, self._name_scope = name, reuse, name_scope
        self._initializer, self._regularizer = initializer, regularizer
        self._caching_device, self._partitioner = caching_device, partitioner
        self._custom_getter, self._constraint = custom_getter, constraint
        self._dtype, self._use_resource = dtype, use_resource

    @property
    def name(self) -> str:
        """The prefix of its variables, without the last slash."""
        return self._name

    @property
    def original_name_scope(self) -> str:
        """The name scope that was opened with it, with a slash."""
        return self._name_scope

    reuse = property(lambda self: self._reuse)
    initializer = property(lambda self: self._initializer)
    dtype = property(lambda self: self._dtype)
    regularizer = property(lambda self: self._regularizer)
    caching_device = property(lambda self: self._caching_device)
    partitioner = property(lambda self: self._partitioner)
    custom_getter = property(lambda self: self._custom_getter)
    constraint = property(lambda self: self._constraint)
    use_resource = property(lambda self: self._use_resource)

    def reuse_variables(self) -> None:
        """From now on, variables of this scope are found, not made."""
        self._reuse = True

    def set_initializer(self, initializer: Any) -> None:
        """Sets the initializer of variables that do not name one."""
        self._initializer = initializer

    def set_dtype(self, dtype: Any) -> None:
        """Sets the type of variables that do not name one."""
        self._dtype = dtype

    def set_regularizer(self, regularizer: Any) -> None:
        """Sets the regularizer of variables that do not name one."""
        self._regularizer = regularizer

    def set_custom_getter(self, custom_getter: Any) -> None:
        """Sets the function that is called in get_variable's place."""
        self._custom_getter = custom_getter

    def set_caching_device(self, caching_device: Any) -> None:
        """Sets the caching device, which changes nothing here."""
        self._caching_device = caching_device

    def set_partitioner(self, partitioner: Any) -> None:
        """Sets the partitioner."""
        self._partitioner = partitioner

    def set_use_resource(self, use_resource: bool) -> None:
        """Accepts the choice of resource variables."""
        self._use_resource = use_resource

    def get_collection(self, name: str) -> list[Any]:
        """The items of a collection whose names begin with the scope's."""
        return get_default_graph().get_collection(name, self._name + "/" if self._name else "")

    def trainable_variables(self) -> list[Any]:
        """The trainable variables of the scope."""
        return self.get_collection(GraphKeys.TRAINABLE_VARIABLES)

    def global_variables(self) -> list[Any]:
        """The global variables of the scope."""
        return self.get_collection(GraphKeys.GLOBAL_VARIABLES)

    def local_variables(self) -> list[Any]:
        """The local variables of the scope."""
        return self.get_collection(GraphKeys.LOCAL_VARIABLES)

    def get_variable(self, store: Any, name: str, **given: Any) -> Any:
        """The variable `name` of this scope; what is not given is taken from the scope."""
        defaults = {
            "regularizer": self._regularizer,
            "caching_device": self._caching_device,
            "partitioner": self._partitioner,
            "custom_getter": self._custom_getter,
            "reuse": self._reuse,
            "use_resource": self._use_resource,
        }
        for key, value in defaults.items():
            if given.get(key) is None:
                given[key] = value
        full_name = f"{self._name}/{name}" if self._name else name
        with name_scope(None):
            initializer, dtype = given.get("initializer"), given.get("dtype")
            if dtype is not None and initializer is not None and not callable(initializer):
                found = convert_to_tensor(initializer).dtype.base_dtype
                if found != dtype:
                    raise ValueError(
                        f"Initializer type '{found}' and explicit dtype '{dtype}' don't match."
                    )
            for key, value in (
                ("initializer", self._initializer),
                ("constraint", self._constraint),
                ("dtype", self._dtype),
            ):
                if given.get(key) is None:
                    given[key] = value
            return store.get(full_name, **given)


class _Store(threading.local):
    """The variables of a graph by name, and the scopes that are open in this thread."""

    def __init__(self, variables: dict[str, Any]):
        self.variables = variables
        self.current = VariableScope(False)
        self.opened: Counter[str] = Counter()

    def close_inside(self, name: str) -> None:
        """Forgets how often scopes inside this one were opened."""
        for key in self.opened:
            if not name or key.startswith(name + "/"):
                self.opened[key] = 0

    def get(self, name: str, custom_getter: Any = None, **arguments: Any) -> Any:
        """Finds or makes a variable by its full name."""
        if custom_getter is None:
            return self._found_or_made(name, **arguments)
        if not callable(custom_getter):
            raise ValueError(f"Passed a custom_getter which is not callable: {custom_getter}")
        accepted = inspect.signature(custom_getter).parameters
        anything = any(one.kind is one.VAR_KEYWORD for one in accepted.values())
        if "constraint" not in accepted and not anything:
            arguments.pop("constraint", None)
        return custom_getter(getter=self._found_or_made, name=name, **arguments)

    def _found_or_made(
        self,
        name: str,
        shape: Any = None,
        dtype: Any = dtypes.float32,
        initializer: Any = None,
        regularizer: Any = None,
        reuse: Any = None,
        trainable: bool | None = None,
        collections: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        validate_shape: bool = True,
        use_resource: bool | None = None,
        constraint: Any = None,
        synchronization: Any = None,
        aggregation: Any = None,
    ) -> Any:
        if partitioner is not None:
            raise NotImplementedError(
                "partitioned variables are not part of the engine: leave partitioner out"
            )
        from_value = initializer is not None and not callable(initializer)
        if shape is not None and from_value:
            raise ValueError("If initializer is a constant, do not specify shape.")
        wanted = dtypes.as_dtype(dtype).base_dtype
        sizes = None if shape is None else as_shape(shape)
        if name in self.variables:
            return self._found(name, sizes, wanted, reuse)
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
        variable = Variable(
            initial_value,
            name=name,
            trainable=trainable,
            collections=collections,
            caching_device=caching_device,
            dtype=kind,
            validate_shape=validate_shape,
            constraint=constraint,
            use_resource=use_resource,
            synchronization=synchronization,
            aggregation=aggregation,
            shape=sizes,
        )
        self.variables[name] = variable
        variable._made_at = _place_of_call()
        if regularizer is not None and regularizer(variable) is not None:
            get_default_graph().add_to_collection(
                GraphKeys.REGULARIZATION_LOSSES, LazyTensor(_Penalty(variable, name, regularizer))
            )
        return variable

    def _found(self, name: str, sizes: Any, dtype: Any, reuse: Any) -> Any:
        variable = self.variables[name]
        if reuse is False or reuse is None:
            raise ValueError(
                f"Variable {name} already exists, disallowed. Did you mean to set reuse=True or "
                f"reuse=tf.AUTO_REUSE in VarScope? Originally defined at:\n\n{variable._made_at}"
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


def _place_of_call() -> str:
    """Where in the user's program the engine was called, as a traceback tells it."""
    frame: Any = sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
        frame = frame.f_back
    code = frame.f_code
    return f'  File "{code.co_filename}", line {frame.f_lineno}, in {code.co_name}'


def _default_initializer(name: str, dtype: Any) -> Any:
    if dtype.is_floating:
        return glorot_uniform_initializer()
    if dtype.is_integer or dtype == dtypes.bool or dtype == dtypes.string:
        return Zeros()
    raise ValueError(f"An initializer for variable {name} of {dtype} is required")


def _initial_value(
    initializer: Any, from_value: bool, sizes: Any, dtype: Any
) -> tuple[Any, dtypes.DType | None]:
    """What a variable is made from: a value, or a function without arguments; and its type."""
    if from_value:
        return initializer, None
    if inspect.isclass(initializer):
        initializer = initializer()
    try:
        parameters = inspect.signature(initializer).parameters
    except (TypeError, ValueError):  # a callable without a readable signature
        parameters = {}  # type: ignore[assignment]
    if sizes is not None and sizes.is_fully_defined():
        more = {"partition_info": None} if "partition_info" in parameters else {}
        return functools.partial(initializer, sizes.as_list(), dtype=dtype, **more), dtype
    if all(one.default is not one.empty for one in parameters.values()):
        return initializer, None
    raise ValueError(
        "The initializer passed is not valid. It should be a callable with no arguments and the "
        "shape should not be provided or an instance of `tf.keras.initializers.*' and `shape` should "
        "be fully defined."
    )


class _Penalty:
    """Builds the regularizer's value of a variable, in a scope that is the variable's."""

    def __init__(self, variable: Variable, name: str, regularizer: Callable[[Any], Any]):
        self.variable, self.name, self.regularizer = variable, name, regularizer

    def __call__(self) -> Any:
        with (
            self.variable.graph.as_default(),
            colocate_with(self.variable),
            name_scope(self.name + "/Regularizer/"),
        ):
            return self.regularizer(self.variable)


class LazyTensor:
    """A tensor that is built anew wherever it is an input, as TensorFlow keeps penalties.

    tensor: the one that stands for it elsewhere (when it is fetched, or asked for its name).
    """

    def __init__(self, build: Callable[[], Tensor]):
        self._build = build
        self.tensor = convert_to_tensor(build())

    def _as_graph_element(self) -> Tensor:
        return self.tensor

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.tensor, name)


def _operator(name: str) -> Callable[..., Any]:
    return lambda self, *others: getattr(self.tensor, name)(*others)


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "neg"):
    setattr(LazyTensor, f"__{_name}__", _operator(f"__{_name}__"))


def _lazy_to_tensor(value: LazyTensor, dtype: Any, name: Any, as_ref: bool) -> Tensor:
    return convert_to_tensor(value._build(), dtype)


register_tensor_conversion_function(LazyTensor, _lazy_to_tensor)


def _store(graph: Graph | None = None) -> _Store:
    graph = graph or get_default_graph()
    if graph.variable_store is None:
        graph.variable_store = _Store({})
    return graph.variable_store


def get_variable_scope() -> VariableScope:
    """The variable scope that is open in the default graph."""
    return _store().current


def get_variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool | None = None,
    collections: Any = None,
    caching_device: Any = None,
    partitioner: Any = None,
    validate_shape: bool = True,
    use_resource: bool | None = None,
    custom_getter: Any = None,
    constraint: Any = None,
    synchronization: Any = None,
    aggregation: Any = None,
) -> Any:
    """The variable of this name in the current variable scope: made, or found if the scope reuses.

    initializer: a function of shape and type, a value (then without a shape), or the scope's if None;
    Glorot's uniform one for floats and zeros for others if there is none.
    Raises ValueError for one that is made twice, or to be found and absent, or of another shape.
    """
    given = dict(locals())
    del given["name"]
    return get_variable_scope().get_variable(_store(), name, **given)


def get_local_variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool | None = False,
    collections: Any = None,
    **others: Any,
) -> Any:
    """As get_variable, for a variable in LOCAL_VARIABLES that is not trained."""
    return get_variable(
        name,
        shape,
        dtype,
        initializer,
        regularizer,
        trainable=False,
        collections=[*(collections or []), GraphKeys.LOCAL_VARIABLES],
        **others,
    )


class variable_scope:
    """A context manager that opens a variable scope, and a name scope of the same name.

    name_or_scope: a name, or a VariableScope to open again. default_name: used, and made unique, where
    name_or_scope is None. reuse: True, AUTO_REUSE, or None for what the scope around it says. The
    others are defaults for variables made inside. Raises ValueError or TypeError for other arguments.
    """

    def __init__(
        self,
        name_or_scope: Any,
        default_name: str | None = None,
        values: Sequence[Any] | None = None,
        initializer: Any = None,
        regularizer: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        custom_getter: Any = None,
        reuse: Any = None,
        dtype: Any = None,
        use_resource: bool | None = None,
        constraint: Any = None,
        auxiliary_name_scope: bool = True,
    ):
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
            "regularizer": regularizer,
            "caching_device": caching_device,
            "partitioner": partitioner,
            "dtype": dtype,
            "use_resource": use_resource,
        }
        self._custom_getter = custom_getter
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
        opened = ""
        if not self._auxiliary:
            around = self._graph.get_name_scope()
            opened = stack.enter_context(name_scope(around + "/" if around else None))
        elif title or given is None:
            opened = stack.enter_context(name_scope(title))
        if given is None:
            title = _unique_name(_store(), title)
        return stack.enter_context(self._replaced(title, opened))

    def _replaced(self, title: str, opened: str) -> AbstractContextManager[VariableScope]:
        store, given = _store(), self._name_or_scope
        around = store.current
        if isinstance(given, VariableScope):
            scope = self._derived(given, given.name, self._reuse or given.reuse)
            scope._name_scope = given.original_name_scope
            return _entered(store, scope, dict(store.opened))
        name = f"{around.name}/{title}" if around.name else title
        scope = self._derived(around, name, self._reuse or around.reuse)
        scope._name_scope = opened or title
        return _entered(store, scope, None)

    def _derived(self, base: VariableScope, name: str, reuse: Any) -> VariableScope:
        inherited = {key: getattr(base, key) for key in self._settings}
        own = {key: value for key, value in self._settings.items() if value is not None}
        getter = base.custom_getter
        if self._custom_getter is not None:
            getter = _around_getter(self._custom_getter, getter)
        return VariableScope(
            reuse, name, custom_getter=getter, constraint=self._constraint, **{**inherited, **own}
        )


@contextmanager
def _entered(
    store: _Store, scope: VariableScope, counts: dict[str, int] | None
) -> Iterator[VariableScope]:
    """Makes `scope` the current one. counts: of opened scopes, to restore (where it is re-entered)."""
    old = store.current
    store.opened[scope.name] += 1
    if counts is not None:
        counts = dict(store.opened)
    store.current = scope
    try:
        yield scope
    finally:
        if store.current is not scope:
            raise RuntimeError("Improper nesting of variable_scope.")
        if counts is None:
            store.close_inside(scope.name)
        else:
            store.opened = Counter(counts)
        store.current = old


def _unique_name(store: _Store, prefix: str) -> str:
    name = f"{store.current.name}/{prefix}" if store.current.name else prefix
    if not store.opened[name]:
        return prefix
    number = 1
    while store.opened[f"{name}_{number}"]:
        number += 1
    return f"{prefix}_{number}"


def _around_getter(outer: Callable[..., Any], inner: Callable[..., Any] | None) -> Any:
    if inner is None:
        return outer

    def getter(getter: Any, *arguments: Any, **keywords: Any) -> Any:
        return outer(functools.partial(inner, getter), *arguments, **keywords)

    return getter


@contextmanager
def variable_op_scope(
    values: Any, name_or_scope: Any, default_name: Any = None, **others: Any
) -> Iterator[VariableScope]:
    """The old form of variable_scope, with `values` first."""
    with variable_scope(name_or_scope, default_name, values, **others) as scope:
        yield scope
