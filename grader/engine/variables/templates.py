"""Templates: functions that create their variables in the first call and reuse them in the others."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from grader.engine.core.keys import GraphKeys
from grader.engine.graph.graph import get_collection
from grader.engine.variables.variable_scope import variable_scope

__all__ = ["make_template"]


class Template:
    """What make_template returns; it is called like the function itself."""

    def __init__(self, name: str, function: Callable[..., Any], unique_name: Any, getter: Any):
        self.name, self._function = name, function
        self._unique_name, self._getter = unique_name, getter
        self.variable_scope: Any = None
        self._called = False

    def create_scope(self) -> None:
        """Opens the scope once, so that its name does not depend on the first call."""
        with variable_scope(
            self._unique_name, self.name, custom_getter=self._getter, auxiliary_name_scope=False
        ) as scope:
            self.variable_scope = scope

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if self.variable_scope is not None:
            with variable_scope(self.variable_scope, reuse=self._called or None):
                return self._call(arguments, named)
        with variable_scope(self._unique_name, self.name, custom_getter=self._getter) as scope:
            self.variable_scope = scope
            return self._call(arguments, named)

    def _call(self, arguments: Any, named: Any) -> Any:
        before = len(get_collection(GraphKeys.TRAINABLE_VARIABLES))
        result = self._function(*arguments, **named)
        made = get_collection(GraphKeys.TRAINABLE_VARIABLES)[before:]
        if self._called and made:
            raise ValueError(
                "Trainable variable created when calling a template after the first time, perhaps "
                f"you used tf.Variable when you meant tf.get_variable: {made}"
            )
        self._called = True
        return result

    @property
    def trainable_variables(self) -> list[Any]:
        """The trainable variables that the function created."""
        return self.variable_scope.trainable_variables()

    @property
    def variables(self) -> list[Any]:
        """The global and local variables that the function created."""
        return self.variable_scope.global_variables() + self.variable_scope.local_variables()


def make_template(
    name_: str,
    func_: Callable[..., Any],
    create_scope_now_: bool = False,
    unique_name_: str | None = None,
    custom_getter_: Any = None,
    **kwargs: Any,
) -> Template:
    """`func_` in a variable scope called `name_` (made unique); all calls share its variables.

    kwargs: arguments of every call. Raises ValueError for a later call that creates trainable variables.
    """
    function = functools.partial(func_, **kwargs) if kwargs else func_
    template = Template(name_, function, unique_name_, custom_getter_)
    if create_scope_now_:
        template.create_scope()
    return template
