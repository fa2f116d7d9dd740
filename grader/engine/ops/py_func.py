"""Python functions as operations (`tf.py_func`). They are lost when a graph is exported."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes, errors
from grader.engine.core.errors import InternalError, KernelFailure, UnknownError, invalid
from grader.engine.graph.build import apply
from grader.engine.graph.graph import get_default_graph
from grader.engine.ops.common.basic import c_name
from grader.engine.registry import define, many_types, no_derivative, string, unknown

__all__ = ["numpy_function", "py_func"]

_tokens = itertools.count()


def _call(node: Any, *inputs: Any) -> tuple[Any, ...]:
    token = node.attrs["token"]
    function = node.operation.graph.python_functions.get(token)
    if function is None:
        # Functions are kept with their graph, never in a GraphDef: an imported graph must not be able
        # to call a function of another graph by guessing its token.
        raise invalid(
            f"ValueError: callback {token.decode(errors='replace')} is not found\n"
            "A graph that was exported and imported again has lost its Python functions."
        )
    arguments = [_argument(value) for value in inputs]
    try:
        results = function(*arguments)
    except Exception as error:
        kind = _KINDS.get(type(error), UnknownError)
        raise KernelFailure(kind, f"{type(error).__name__}: {error}") from error
    types = node.attrs["Tout"]
    if not isinstance(results, (list, tuple)):
        results = [] if results is None else [results]
    if len(results) != len(types):
        raise invalid(
            f"{token.decode()} returns {len(results)} values, but expects to see {len(types)} "
            "values."
        )
    return tuple(
        _result(value, dtype, f"{index}-th value returned by {token.decode()}")
        for index, (value, dtype) in enumerate(zip(results, types, strict=True))
    )


def _argument(value: Any) -> Any:
    array = np.asarray(value)
    return array[()] if array.ndim == 0 else array.copy()


def _result(value: Any, dtype: dtypes.DType, which: str) -> np.ndarray:
    array = np.asarray(value)
    if array.dtype.kind in "SUO":
        array = np.asarray(value, object)
        encoded = np.empty(array.shape, object)
        for place, item in np.ndenumerate(array):
            if not isinstance(item, (str, bytes)):
                raise KernelFailure(InternalError, f"Unsupported object type {type(item).__name__}")
            encoded[place] = item.encode() if isinstance(item, str) else item
        array = encoded
    try:
        found = dtypes.as_dtype(array.dtype)
    except TypeError:
        kind = _FOREIGN.get(array.dtype.char)
        kind = f"type: NPY_{kind}" if kind else "data type"
        raise KernelFailure(InternalError, f"Unsupported numpy {kind}") from None
    if found != dtype:
        raise invalid(
            f"{which} is {c_name(found)}, but expects {c_name(dtype)}\n"
            "Return an array of the promised type, for example with np.float32(...)."
        )
    return array


# NumPy's types, by their character, that no tensor has.
_FOREIGN = {"M": "DATETIME", "m": "TIMEDELTA", "g": "LONGDOUBLE", "G": "CLONGDOUBLE"}

# The error that a run raises for an exception in the function; UnknownError for any other.
_KINDS: dict[type, Any] = {
    TypeError: errors.InvalidArgumentError,
    ValueError: errors.InvalidArgumentError,
    StopIteration: errors.OutOfRangeError,
    MemoryError: errors.ResourceExhaustedError,
    NotImplementedError: errors.UnimplementedError,
}

for _type in ("PyFunc", "PyFuncStateless"):
    define(
        _type,
        "input: Tin -> output: Tout",
        Tin=many_types(),
        Tout=many_types(),
        token=string(),
        shape=unknown,
        kernel=_call,
        stateful=_type == "PyFunc",
    )

no_derivative("PyFunc PyFuncStateless")


def py_func(
    func: Callable[..., Any], inp: Any, Tout: Any, stateful: bool = True, name: str | None = None
) -> Any:
    """Calls a Python function on the values of `inp` when it runs.

    Tout: the type of the result, or a list of types. An exported graph keeps only a token in
    the function's place. No gradient flows through it.
    """
    if not callable(func):
        raise ValueError(
            f"Expected func to be callable. Received func={func} of type {type(func)}."
        )
    several = isinstance(Tout, (list, tuple))
    graph = get_default_graph()
    token = f"pyfunc_{next(_tokens)}".encode()
    graph.python_functions[token] = func
    outputs = apply(
        "PyFunc" if stateful else "PyFuncStateless",
        name=name,
        input=list(inp),
        Tout=list(Tout) if several else [Tout],
        token=token,
    )
    if isinstance(outputs, list):
        return outputs if several else outputs[0]
    return outputs


def numpy_function(
    func: Any = None,
    inp: Any = None,
    Tout: Any = None,
    stateful: bool = True,
    name: str | None = None,
) -> Any:
    """The same as `py_func`."""
    return py_func(func, inp, Tout, stateful=stateful, name=name)
