"""Graph-mode programs as data, and the builder that plays one against either back end.

A program is a list of statements (calls that refer to earlier values by their index, and the entering
and leaving of contexts) followed by a list of runs. Because it is data, the same program can be built
with TensorFlow and with the engine, printed in a failure report, and shrunk by hypothesis.
"""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Ref:
    """The value of statement `index`; `part` picks one of a list of values (split, unstack)."""

    index: int
    part: int | None = None


@dataclass(frozen=True)
class Array:
    """An array of small, exactly representable numbers (rarely infinite or NaN), drawn from `seed`."""

    dtype: str
    shape: tuple[int, ...]
    seed: int

    def numpy(self) -> np.ndarray:
        return draw_array(self.dtype, self.shape, self.seed)


@dataclass(frozen=True)
class DType:
    """A data type by its name, resolved in the module under test."""

    name: str


@dataclass(frozen=True)
class Call:
    """`module.api(*args, **kwargs)`; `operator.x` and `getitem` are Python's, `.x` is a method."""

    api: str
    args: tuple[Any, ...] = ()
    kwargs: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Enter:
    """Opens `with module.kind(argument):`, until its Leave."""

    kind: str
    argument: Any


@dataclass(frozen=True)
class Leave:
    """Closes the innermost context."""


@dataclass(frozen=True)
class Run:
    """One `Session.run`. Runs with the same `session` number share a session, hence variables."""

    session: int
    fetches: tuple[Any, ...]
    feeds: tuple[tuple[Any, Any], ...] = ()
    closed: bool = False  # the session is closed before this run


Statement = Call | Enter | Leave


@dataclass(frozen=True)
class Program:
    statements: tuple[Statement, ...]
    runs: tuple[Run, ...] = ()


@dataclass
class Built:
    """A program built in one module: its graph, and each statement's value or error class name."""

    module: ModuleType
    graph: Any
    values: dict[int, Any] = field(default_factory=dict)
    errors: dict[int, tuple[str, str]] = field(default_factory=dict)
    sessions: dict[int, Any] = field(default_factory=dict)


class Missing(Exception):
    """A statement refers to one that failed; it is skipped."""


FLOAT_PALETTE = np.array([0, 1, -1, 2, 0.5, -0.5, 3, -2, 1.5, 4, -2.5, 0.25, 7, -3], np.float64)
ODD_FLOATS = np.array([np.nan, np.inf, -np.inf, -0.0, 100.0, 1e-3])
INT_PALETTE = np.array([1, 2, -1, 3, -2, 5, 4, 7, -3, 0, -7, 6], np.int64)
STRINGS = np.array([b"", b"a", b"b", b"graph", b"12"], object)


def draw_array(dtype: str, shape: tuple[int, ...], seed: int) -> np.ndarray:
    """The array that (dtype, shape, seed) names. Every tenth seed mixes in NaN and infinities."""
    random = np.random.default_rng(seed)
    if dtype == "string":
        return random.choice(STRINGS, size=shape).reshape(shape)
    if dtype == "bool":
        return random.integers(0, 2, size=shape).astype(bool)
    kind = np.dtype(dtype).kind
    if kind == "c":
        parts = random.choice(FLOAT_PALETTE, size=(2, *shape))
        return (parts[0] + 1j * parts[1]).astype(dtype)
    if kind in "iu":
        values = random.choice(INT_PALETTE, size=shape)
        return (np.abs(values) if kind == "u" else values).astype(dtype)
    palette = np.concatenate([FLOAT_PALETTE, ODD_FLOATS]) if seed % 10 == 9 else FLOAT_PALETTE
    return np.asarray(random.choice(palette, size=shape)).astype(dtype)


def error_name(error: BaseException) -> str:
    """The class name by which errors of two back ends are compared."""
    return type(error).__name__


def build(program: Program, module: ModuleType) -> Built:
    """Plays the statements in a fresh graph of `module`. A failing statement is noted, not raised."""
    graph = module.Graph()
    built = Built(module, graph)
    with graph.as_default(), contextlib.ExitStack() as outer:
        contexts = [outer]
        for index, statement in enumerate(program.statements):
            try:
                match statement:
                    case Call():
                        built.values[index] = call(statement, built)
                    case Enter():
                        contexts.append(outer.enter_context(contextlib.ExitStack()))
                        manager = getattr(module, statement.kind)
                        built.values[index] = contexts[-1].enter_context(
                            manager(resolve(statement.argument, built))
                        )
                    case Leave():
                        if len(contexts) > 1:
                            contexts.pop().close()
            except Missing:
                pass
            except Exception as error:
                built.errors[index] = (error_name(error), str(error))
    return built


def call(statement: Call, built: Built) -> Any:
    """The value of one call."""
    args = [resolve(argument, built) for argument in statement.args]
    kwargs = {name: resolve(argument, built) for name, argument in statement.kwargs}
    api = statement.api
    if api.startswith("operator."):
        return getattr(operator, api.removeprefix("operator."))(*args, **kwargs)
    if api.startswith("."):
        return getattr(args[0], api[1:])(*args[1:], **kwargs)
    if api == "getitem":
        return args[0][args[1]]
    if api.startswith("test."):
        return HELPERS[api.removeprefix("test.")](built, *args)
    function: Any = built.module
    for name in api.split("."):
        function = getattr(function, name)
    return function(*args, **kwargs)


def foreign_constant(built: Built) -> Any:
    """A tensor of another graph."""
    with built.module.Graph().as_default():
        return built.module.constant(1.0)


def gradients(built: Built) -> list[Any]:
    """Of the program's last floating-point tensor, by all its placeholders and variables."""
    module = built.module
    values = [value for value in built.values.values() if isinstance(value, module.Tensor)]
    floats = [value for value in values if value.dtype.is_floating]
    sources = [value for value in floats if value.op.type == "Placeholder"] + [
        value
        for value in built.values.values()
        if isinstance(value, module.Variable) and value.dtype.base_dtype.is_floating
    ]
    if not floats or not sources:
        raise Missing
    found = module.gradients(floats[-1], sources)
    return [None if one is None else module.convert_to_tensor(one) for one in found]


def with_gradients(program: Program) -> Program:
    """The program, its gradients, and a run that fetches those that are not None."""
    place = len(program.statements)
    made = (Call("test.gradients"), Call("test.present", (Ref(place),)))
    last = program.runs[-1] if program.runs else Run(0, ())
    more = Run(last.session, (Ref(place + 1),), last.feeds, last.closed)
    return replace(program, statements=(*program.statements, *made), runs=(*program.runs, more))


HELPERS: dict[str, Callable[..., Any]] = {
    "gradients": gradients,
    "present": lambda built, found: [one for one in found if one is not None],
    "foreign": foreign_constant,
    "by_name": lambda built, name: built.graph.get_tensor_by_name(name),
    "operation": lambda built, name: built.graph.get_operation_by_name(name),
}


def resolve(argument: Any, built: Built) -> Any:
    """`argument` with every Ref, Array and DType in it replaced by what it stands for."""
    match argument:
        case Ref(index, part):
            if index not in built.values:
                raise Missing
            value = built.values[index]
            return value if part is None else value[part]
        case Array():
            return argument.numpy()
        case DType(name):
            return getattr(built.module, name)
        case slice():
            return slice(
                *(resolve(part, built) for part in (argument.start, argument.stop, argument.step))
            )
        case tuple():
            return tuple(resolve(part, built) for part in argument)
        case list():
            return [resolve(part, built) for part in argument]
    return argument


def fetches_left(run: Run, built: Built) -> Any:
    """The run's fetches without those whose statement failed."""
    fetches = []
    for fetch in run.fetches:
        with contextlib.suppress(Missing):
            fetches.append(resolve(fetch, built))
    return fetches


def feeds_left(run: Run, built: Built) -> dict[Any, Any]:
    """The run's feeds without those whose statement failed."""
    feeds = {}
    for key, value in run.feeds:
        with contextlib.suppress(Missing):
            feeds[resolve(key, built)] = resolve(value, built)
    return feeds


Outcome = Any  # a list of arrays (None for an operation), or the (class, message) of an error


def execute(
    program: Program, built: Built, make_session: Callable[[Any], Any]
) -> Iterator[Outcome]:
    """Plays the runs one by one; yields what each fetched, or the error it raised.

    The sessions stay open in `built.sessions` until the iterator is used up.
    """
    with contextlib.ExitStack() as stack:
        stack.callback(built.sessions.clear)
        for run in program.runs:
            if run.session not in built.sessions:
                built.sessions[run.session] = make_session(built.graph)
                stack.callback(built.sessions[run.session].close)
            session = built.sessions[run.session]
            if run.closed:
                session.close()
            try:
                yield session.run(fetches_left(run, built), feeds_left(run, built))
            except GeneratorExit:
                raise
            except Exception as error:
                yield (error_name(error), str(error))
