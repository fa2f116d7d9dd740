"""The scopes of a graph, which set names, control dependencies, devices and attributes."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from grader.engine.core.device import DeviceSpec
from grader.engine.core.messages import AttrValue
from grader.engine.graph.nodes import Nodes, Operation, Tensor

_OP_NAME = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*")
_SCOPE_NAME = re.compile(r"[A-Za-z0-9_.\\/>-]*")


def valid_op_name(name: str) -> bool:
    """Whether `name` is a valid name for an operation in TensorFlow."""
    return _OP_NAME.fullmatch(name) is not None


class Names(threading.local):
    """The names in use in a graph, case-insensitively, and the current name scope of each thread."""

    scope = ""

    def __init__(self, used: dict[str, int]) -> None:
        self._used = used

    def unique(self, name: str, mark_as_used: bool = True) -> str:
        """`name` within the scope, with the first free number appended if it is taken."""
        scope, used = self.scope, self._used
        full = f"{scope}/{name}" if scope else name
        key = full.lower()
        count = used.get(key, 0)
        if mark_as_used:
            used[key] = count + 1
        if count == 0:
            return full
        while f"{key}_{count}" in used:
            count += 1
        if mark_as_used:
            used[f"{key}_{count}"] = 1
        return f"{full}_{count}"

    def mark(self, name: str) -> None:
        """Marks a full name (of an imported node) as used."""
        self._used.setdefault(name.lower(), 1)

    def open(self, name: Any) -> str:
        """Opens a name scope; returns its prefix: "layer/", or "" at the top.

        A name ending in "/" re-enters that scope; any other is made unique. Raises ValueError for
        names with characters that TensorFlow does not allow.
        """
        if not name:
            self.scope = ""
            return ""
        name = name.decode() if isinstance(name, bytes) else name
        pattern = _SCOPE_NAME if self.scope else _OP_NAME
        if pattern.fullmatch(name) is None:
            kind = "scope name" if self.scope else "root scope name"
            raise ValueError(
                f"'{name}' is not a valid {kind}. A {kind} has to match the following pattern: "
                f"^{pattern.pattern}$\nLetters, digits, and . _ - / only, without spaces."
            )
        self.scope = name[:-1] if name.endswith("/") else self.unique(name)
        return f"{self.scope}/" if self.scope else ""


class ControlDependencies:
    """One `control_dependencies` block: what runs first, and what has been made inside so far."""

    def __init__(self, before: list[Any]):
        self.before = before
        self.seen: set[Any] = set()


def without_scope(name: str, scope: str | None) -> str:
    """A node's name without its scope."""
    if not scope:
        return name
    return re.sub(rf"([\^]|loc:@|^){re.escape(scope.rstrip('/'))}/+(.*)", r"\1\2", name, count=1)


def within_scope(name: str, scope: str | None) -> str:
    """A node's name with a scope before it."""
    return f"{scope.rstrip('/')}/{name}" if scope else name


class Scopes(Nodes):
    """The scopes that are open in a graph, and what they add to each operation made inside.

    `Graph` extends this class; everything here is part of its interface.
    """

    def __init__(self) -> None:
        super().__init__()
        self._names = Names({})
        self._control_stack: list[ControlDependencies] = []
        self._device_stack: list[DeviceSpec | Callable[..., Any] | None] = []
        self._colocation_stack: list[Operation] = []
        self._attr_scope: dict[str, AttrValue] = {}
        self._gradient_overrides: dict[str, str] = {}
        self._container = ""

    # -- opening scopes

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """`name` within the current scope, with a number appended if it is taken."""
        return self._names.unique(name, mark_as_used)

    def get_name_scope(self) -> str:
        """The current name scope, "" at the top."""
        return self._names.scope

    @contextmanager
    def name_scope(self, name: str | None) -> Iterator[str]:
        """Prefixes the names of operations; yields the prefix. None or "" returns to the top level."""
        outer = self._names.scope
        try:
            yield self._names.open(name)
        finally:
            self._names.scope = outer

    @contextmanager
    def control_dependencies(self, control_inputs: Iterable[Any] | None) -> Iterator[None]:
        """Makes operations run after `control_inputs`; None drops those of the outer scopes."""
        old, context = self._control_stack, self.control_flow
        if control_inputs is None:
            self._control_stack, self.control_flow = [], None
        else:
            if not isinstance(control_inputs, (list, tuple, set, frozenset)):
                control_inputs = list(control_inputs)
            before: list[Operation] = []
            known = {operation for scope in old for operation in scope.before}
            for item in control_inputs:
                operation = self.as_operation(item)
                if operation in known:
                    continue
                known.add(operation)
                before.append(operation)
                operation._set_attr("_has_manual_control_dependencies", AttrValue(b=True))
            self._control_stack = [*old, ControlDependencies(before)]
        try:
            yield
        finally:
            self._control_stack, self.control_flow = old, context

    @contextmanager
    def device(self, device_name_or_function: Any) -> Iterator[None]:
        """Places the operations made inside. Inner scopes override outer ones, None ignores them."""
        spec = device_name_or_function
        if isinstance(spec, bytes):
            raise TypeError(f"a device's name must be a str, but it is {spec!r}")
        if isinstance(spec, str):
            spec = DeviceSpec.from_string(spec)
        elif spec is not None and not callable(spec) and not isinstance(spec, DeviceSpec):
            spec = DeviceSpec.from_string(spec.to_string())
        self._device_stack.append(spec)
        try:
            yield
        finally:
            self._device_stack.pop()

    @contextmanager
    def colocate_with(self, op: Any, ignore_existing: bool = False) -> Iterator[None]:
        """Places the operations made inside on the device of `op`, regardless of device scopes."""
        if op is None and not ignore_existing:
            raise ValueError(
                "Trying to reset colocation (op is None) but ignore_existing is not True"
            )
        devices, colocated = self._device_stack, self._colocation_stack
        self._device_stack = []
        self._colocation_stack = [] if ignore_existing else list(colocated)
        if op is not None:
            self._colocation_stack.append(self.as_operation(op))
        try:
            yield
        finally:
            self._device_stack, self._colocation_stack = devices, colocated

    @contextmanager
    def attr_scope(self, attributes: Mapping[str, AttrValue]) -> Iterator[None]:
        """Adds attributes to the operations made inside."""
        old = self._attr_scope
        self._attr_scope = {**old, **attributes}
        try:
            yield
        finally:
            self._attr_scope = old

    @contextmanager
    def gradient_override_map(self, op_type_map: Mapping[str, str]) -> Iterator[None]:
        """Replaces the gradients of operation types with other registered ones."""
        if not isinstance(op_type_map, dict) or not all(
            isinstance(word, str) for pair in op_type_map.items() for word in pair
        ):
            raise TypeError("op_type_map must be a dictionary mapping strings to strings")
        old = self._gradient_overrides
        self._gradient_overrides = {**old, **op_type_map}
        try:
            yield
        finally:
            self._gradient_overrides = old

    @contextmanager
    def container(self, container_name: str) -> Iterator[str]:
        """Keeps the state of operations made inside in a container of that name."""
        old, self._container = self._container, container_name
        try:
            yield container_name
        finally:
            self._container = old

    # -- what they add to new operations

    def mark_seen(self, operation: Operation) -> None:
        """Records that consumers of `operation` need not wait for the open scopes again."""
        for scope in self._control_stack:
            scope.seen.add(operation)

    def all_control_inputs(self) -> list[Operation]:
        """The control inputs of all open scopes."""
        return [operation for scope in self._control_stack for operation in scope.before]

    def _apply_devices(self, operation: Operation) -> None:
        for spec in reversed(self._device_stack):
            if spec is None:
                break
            if callable(spec):
                name = spec(operation)
                if not isinstance(name, str):
                    raise TypeError(
                        f"a device function must return a device's name, but it returned {name!r}"
                    )
                operation.device = name
            else:
                own = DeviceSpec.from_string(operation.device)
                operation.device = own.over(spec).to_string()

    def _apply_scopes(self, operation: Operation) -> None:
        if self._device_stack:
            self._apply_devices(operation)
        override = self._gradient_overrides.get(operation.type)
        if override is not None:
            operation._set_attr("_gradient_op_type", AttrValue(s=override.encode()))
        if self._colocation_stack:
            groups: set[bytes] = set()
            for anchor in self._colocation_stack:
                groups.update(anchor.colocation_groups())
                operation.device = anchor.device or operation.device
            operation._set_attr(
                "_class",
                AttrValue(list=AttrValue.ListValue(s=sorted(groups))),
            )
        if self._container and "container" in operation.attributes:
            operation.attributes["container"] = self._container.encode()

    def control_inputs_for(self, inputs: Sequence[Tensor]) -> list[Operation]:
        """The scopes' control inputs, without those that one of the inputs already waits for."""
        operations_before: list[Operation] = []
        for scope in self._control_stack:
            operations = {tensor.op for tensor in inputs}
            if not scope.seen & operations:
                operations_before += [before for before in scope.before if before not in operations]
        return operations_before
