"""The variables that get_variable creates and finds, and the settings of a variable scope."""

from __future__ import annotations

import enum
import functools
import inspect
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

from grader.engine.core import dtypes
from grader.engine.core.keys import GraphKeys
from grader.engine.core.shapes import TensorShape, as_shape
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import get_default_graph, name_scope
from grader.engine.ops.common.public import ShapeLike, TensorLike, TypeLike
from grader.engine.variables.initializers import Initializer, Zeros, glorot_uniform_initializer
from grader.engine.variables.variables import Variable


class _ReuseMode(enum.Enum):
    AUTO_REUSE = 1


AUTO_REUSE = _ReuseMode.AUTO_REUSE
Reuse = bool | _ReuseMode | None
InitializerLike = (
    Any  # A value, or a function of shape and type: an initializer, its class, tf.zeros.
)
SETTINGS = ("initializer", "caching_device", "dtype", "use_resource")  # that inner scopes inherit


class VariableScope:
    """What `get_variable` uses for arguments that are not given: a name prefix, and defaults.

    reuse: None or False (create variables), True (only find them), or AUTO_REUSE (either).
    """

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
        self._initializer, self._constraint = initializer, constraint
        self._caching_device, self._use_resource = caching_device, use_resource
        self._dtype = dtype

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
    caching_device = property(lambda self: self._caching_device)
    constraint = property(lambda self: self._constraint)
    use_resource = property(lambda self: self._use_resource)

    def reuse_variables(self) -> None:
        """From now on, variables of this scope are found, not created."""
        self._reuse = True

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
