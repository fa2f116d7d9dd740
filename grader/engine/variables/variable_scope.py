"""Variable scopes: variables that can be found again by name, and defaults for those made inside.

`get_variable("w")` inside `variable_scope("layer")` is the variable "layer/w": created in the
first call and, where the scope says so, shared by the next. A graph keeps the variables created so in
its Store (variable_store.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any

from grader.engine.core.absent import left_out
from grader.engine.graph.graph import Graph, get_default_graph, graph_of, name_scope
from grader.engine.ops.common.public import ShapeLike, TensorLike, TypeLike
from grader.engine.variables.variable_store import (
    AUTO_REUSE,
    InitializerLike,
    Reuse,
    Store,
    VariableScope,
)
from grader.engine.variables.variables import Variable

# fmt: off
__all__ = ["AUTO_REUSE", "VariableScope", "get_variable", "get_variable_scope", "variable_scope"]
# fmt: on


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
            return _entered(store, scope, dict(store.opened))
        name = f"{around.name}/{title}" if around.name else title
        scope = self._derived(around, name, self._reuse or around.reuse)
        scope._name_scope = title if opened is None else opened
        return _entered(store, scope, None)

    def _derived(self, base: VariableScope, name: str, reuse: Any) -> VariableScope:
        inherited = {key: getattr(base, key) for key in self._settings}
        own = {key: value for key, value in self._settings.items() if value is not None}
        return VariableScope(reuse, name, constraint=self._constraint, **{**inherited, **own})


@contextmanager
def _entered(
    store: Store, scope: VariableScope, counts: dict[str, int] | None
) -> Iterator[VariableScope]:
    """Makes `scope` the current one. counts: given where it is re-entered."""
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


def _unique_name(store: Store, prefix: str) -> str:
    name = f"{store.current.name}/{prefix}" if store.current.name else prefix
    if not store.opened[name]:
        return prefix
    number = 1
    while store.opened[f"{name}_{number}"]:
        number += 1
    return f"{prefix}_{number}"
