"""Stacks: the operations that keep a loop's values for its gradient.

What the gradient needs of each iteration is pushed in the forward loop and popped in the gradient loop.
A handle is the stack itself; it lives as long as one run.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core.errors import invalid
from grader.engine.ops.common.inference import infer
from grader.engine.registry import any_type, define, flag, string


class Stack:
    """The values that were pushed and not yet popped."""

    def __init__(self, node: Any, most: Any):
        self.name, self.most = node.name, int(most)
        self.items: list[Any] = []
        self.nbytes = 0  # of what it holds


def _push(node: Any, stack: Stack, value: Any) -> Any:
    if 0 <= stack.most <= len(stack.items):
        raise invalid(f"Stack[{stack.name}] overflowed its max_size ({stack.most})")
    stack.items.append(value)
    stack.nbytes += np.asarray(value).nbytes
    return value


def _pop(node: Any, stack: Stack) -> Any:
    if not stack.items:
        raise invalid(f"Stack[{stack.name}] is empty when calling Pop().")
    value = stack.items.pop()
    stack.nbytes -= np.asarray(value).nbytes
    return value


define(
    "StackV2",
    "max_size: int32 -> handle: resource",
    elem_type=any_type(),
    stack_name=string(b""),
    shape=infer(lambda c: (2,)),
    kernel=Stack,
    stateful=True,
)
define(
    "StackPushV2",
    "handle: resource, elem: T -> output: T",
    T=any_type(),
    swap_memory=flag(False),
    shape=infer(lambda c: c.shape(1)),
    kernel=_push,
    stateful=True,
)
define(
    "StackPopV2",
    "handle: resource -> elem: elem_type",
    elem_type=any_type(),
    shape=infer(lambda c: None),
    kernel=_pop,
    stateful=True,
)
