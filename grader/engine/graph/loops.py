"""Which loop an operation is in, and which tensors it may use there."""

from __future__ import annotations

from typing import Any

from grader.engine.graph.nodes import Operation


def loop_of(context: Any) -> Any:
    """The innermost loop around a context (or the context itself), or None."""
    return None if context is None else context.loop


def output_context(operation: Operation) -> Any:
    """The context in which an operation's outputs can be used: the outer one for a loop's exit."""
    context = operation.context
    leaves = context is not None and operation.type in ("Exit", "RefExit")
    return context.outer if leaves else context


def check_loops(operation: Operation) -> None:
    """Raises ValueError if an input comes from a loop that does not contain the operation."""
    for tensor in operation.inputs:
        if tensor.op.context is None:
            continue
        theirs, ours = loop_of(output_context(tensor.op)), loop_of(operation.context)
        if theirs is None or theirs is ours:
            continue
        if ours is None:
            if operation.type in ("Enter", "RefEnter", "Switch", "RefSwitch"):
                continue
            where = f"'{tensor.op.name}' is in a while loop"
        elif ours.may_use(theirs):
            continue
        else:
            where = "they are in different while loops"
        raise ValueError(
            f"Cannot use '{tensor.op.name}' as input to '{operation.name}' because {where}. See "
            "info log for more details."
        )
