"""The variables that get_variable creates and finds, and the settings of a variable scope."""

from __future__ import annotations

import enum
import functools
import inspect
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from grader.engine.core import dtypes
from grader.engine.core.keys import GraphKeys
from grader.engine.core.shapes import as_shape
from grader.engine.graph.convert import (
    convert_to_tensor,
    packed_in_lists,
    register_tensor_conversion_function,
)
from grader.engine.graph.graph import Tensor, colocate_with, get_default_graph, name_scope
from grader.engine.ops.arrays.functions import slice as slice_of
from grader.engine.variables.initializers import Zeros, glorot_uniform_initializer
from grader.engine.variables.partitioned import PartitionedVariable, partitions_of, parts_along
from grader.engine.variables.variables import Variable


class _ReuseMode(enum.Enum):
    AUTO_REUSE = 1


AUTO_REUSE = _ReuseMode.AUTO_REUSE


class VariableScope:
    """What `get_variable` uses for arguments that are not given: a name prefix, and defaults.

    reuse: None or False (create variables), True (only find them), or AUTO_REUSE (either).
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


def _setter(setting: str) -> Callable[[VariableScope, Any], None]:
    def change(self: VariableScope, value: Any) -> None:
        setattr(self, f"_{setting}", value)

    change.__doc__ = f"Sets the {setting} of variables that do not name one."
    return change


# caching_device and use_resource have no effect here.
_SETTINGS = "initializer dtype regularizer custom_getter caching_device partitioner use_resource"
for _name in _SETTINGS.split():
    setattr(VariableScope, f"set_{_name}", _setter(_name))


class Store(threading.local):
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
        """Finds or creates a variable by its full name."""
        if custom_getter is None:
            return self._found_or_created(name, **arguments)
        if not callable(custom_getter):
            raise ValueError(f"Passed a custom_getter which is not callable: {custom_getter}")
        accepted = inspect.signature(custom_getter).parameters
        anything = any(one.kind is one.VAR_KEYWORD for one in accepted.values())
        if "constraint" not in accepted and not anything:
            arguments.pop("constraint", None)
        return custom_getter(getter=self._found_or_created, name=name, **arguments)

    def _found_or_created(
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
        partition_info: Any = None,
        **others: Any,
    ) -> Any:
        arguments = {**locals(), **others}
        found = self.variables.get(name)
        scalar = isinstance(shape, Sequence) and not shape
        if (partitioner is not None and not scalar) or (
            reuse is True and isinstance(found, PartitionedVariable)
        ):
            for key in ("self", "others", "partition_info"):
                del arguments[key]
            return self._partitioned(found, **arguments)
        if f"{name}/part_0" in self.variables:
            raise ValueError(
                "No partitioner was provided, but a partitioned version of the variable was found: "
                f"{name}/part_0. Perhaps a variable of the same name was already created with "
                "partitioning?"
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
        initial_value, kind = _initial_value(initializer, from_value, sizes, wanted, partition_info)
        variable = Variable(
            initial_value,
            name=name,
            trainable=trainable,
            collections=collections,
            caching_device=caching_device,
            dtype=kind,
            shape=sizes,
            **others,
        )
        self.variables[name] = variable
        if regularizer is not None and regularizer(variable) is not None:
            get_default_graph().add_to_collection(
                GraphKeys.REGULARIZATION_LOSSES, LazyTensor(_Penalty(variable, name, regularizer))
            )
        return variable

    def _partitioned(
        self,
        found: Any,
        name: str,
        shape: Any,
        dtype: Any,
        initializer: Any,
        reuse: Any,
        partitioner: Any,
        **others: Any,
    ) -> Any:
        """The partitioned variable `name`: found, or created part by part."""
        if partitioner is not None and not callable(partitioner):
            raise ValueError(f"Partitioner must be callable, but received: {partitioner}")
        if found is not None and not isinstance(found, PartitionedVariable):
            raise ValueError(
                "A partitioner was provided, but an unpartitioned version of the variable was found: "
                f"{name}.  Perhaps a variable of the same name was already created without "
                "partitioning?"
            )
        sizes, dtype = as_shape(shape), dtypes.as_dtype(dtype).base_dtype
        if isinstance(initializer, Tensor):
            sizes = sizes.merge_with(initializer.shape)
        counts = None if partitioner is None else partitions_of(partitioner, sizes, dtype)
        if found is not None:
            if reuse is False:
                raise ValueError(
                    f"Partitioned variable with name {name} already exists. Did you mean to set "
                    "reuse=True or reuse=tf.AUTO_REUSE in VarScope?"
                )
            for what, wanted, known, fits in (
                ("shape", sizes, found.shape, sizes.is_compatible_with(found.shape)),
                ("dtype", dtype.name, found.dtype.name, dtype.is_compatible_with(found.dtype)),
                ("partitions", counts, found._partitions, counts in (None, found._partitions)),
            ):
                if not fits:
                    raise ValueError(
                        f"Trying to reuse partitioned variable {name}, but specified {what} {wanted} "
                        f"and found {what} {known}."
                    )
            return found
        if reuse is True:
            raise ValueError(
                f"PartitionedVariable {name} does not exist, or was not created with "
                "tf.get_variable(). Did you mean to set reuse=False or reuse=tf.AUTO_REUSE in "
                "VarScope?"
            )
        parts: list[Any] = []
        form: Any
        for number, info in enumerate(parts_along(name, sizes, counts)):
            title, initial, form = f"{name}/part_{number}", initializer, info.var_shape
            if initial is not None and not callable(initial):
                with name_scope(None), name_scope(f"{title}/PartitionedInitializer"):
                    if isinstance(initial, Tensor):
                        dtype = initial.dtype.base_dtype
                    initial = convert_to_tensor(initial, dtype=dtype)
                    initial, form = slice_of(initial, info.var_offset, info.var_shape), None
            with name_scope(None):
                part = self._found_or_created(
                    title, form, dtype, initial, reuse=reuse, partition_info=info, **others
                )
            part._save_slice_info = info
            parts.append(part)
        self.variables[name] = PartitionedVariable(name, sizes, dtype, parts, counts)
        return self.variables[name]

    def _found(self, name: str, sizes: Any, dtype: Any, reuse: Any) -> Any:
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


def _default_initializer(name: str, dtype: Any) -> Any:
    if dtype.is_floating:
        return glorot_uniform_initializer()
    if dtype.is_integer or dtype == dtypes.bool or dtype == dtypes.string:
        return Zeros()
    raise ValueError(f"An initializer for variable {name} of {dtype} is required")


def _initial_value(
    initializer: Any, from_value: bool, sizes: Any, dtype: Any, partition_info: Any
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
        more = {"partition_info": partition_info} if "partition_info" in parameters else {}
        return functools.partial(initializer, sizes.as_list(), dtype=dtype, **more), dtype
    if all(one.default is not one.empty for one in parameters.values()):
        return initializer, None
    raise ValueError(
        "The initializer passed is not valid. It should be a callable with no arguments and the "
        "shape should not be provided or an instance of `tf.keras.initializers.*' and `shape` should "
        "be fully defined."
    )


class _Penalty:
    """Builds the regularization loss of a variable, in the variable's scope."""

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
    """A tensor that is built again wherever it is an input, as TensorFlow's regularization losses are.

    tensor: the one used everywhere else (to fetch it, or for its name).
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
packed_in_lists(LazyTensor)
