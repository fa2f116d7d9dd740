"""Branches and loops as messages, so that a meta graph keeps what their gradients need.

Source: tensorflow/core/protobuf/control_flow.proto and python/ops/control_flow_ops.py.
"""

from __future__ import annotations

from typing import Any

from grader.engine.control.cond import CondContext
from grader.engine.control.contexts import Context
from grader.engine.control.while_loop import WhileContext
from grader.engine.core import schema
from grader.engine.graph.graph import get_default_graph
from grader.engine.graph.scopes import within_scope, without_scope


def context_to_proto(context: Any, export_scope: str | None = None) -> Any:
    """A CondContextDef or WhileContextDef; None for a context outside of the scope."""
    if export_scope and not context.name.startswith(export_scope):
        return None

    def name(item: Any) -> str:
        return without_scope(item if isinstance(item, str) else item.name, export_scope)

    if isinstance(context, CondContext):
        message = schema.CondContextDef(
            pred_name=name(context.pred), pivot_name=name(context.pivot), branch=context.branch
        )
    else:
        message = schema.WhileContextDef(
            parallel_iterations=context.parallel_iterations,
            back_prop=context.back_prop,
            swap_memory=context.swap_memory,
            pivot_name=name(context.pivot),
            pivot_for_pred_name=name(context.pivot_for_pred),
            pivot_for_body_name=name(context.pivot_for_body),
            loop_exit_names=map(name, context.exits),
            loop_enter_names=map(name, context.enters),
        )
    message.context_name = name(context.name)
    message.values_def.values.extend(sorted(map(name, context.values)))
    for key, value in context.external.items():
        message.values_def.external_values[name(key)] = name(value)
    for inner in context.nested:
        part = context_to_proto(inner, export_scope)
        if part is not None:
            kind = "cond_ctxt" if isinstance(inner, CondContext) else "while_ctxt"
            getattr(message.nested_contexts.add(), kind).CopyFrom(part)
    return message


def context_from_proto(message: Any, import_scope: str | None = None) -> Context:
    """The context of nodes that were imported, with those inside it."""
    graph = get_default_graph()

    def element(name: str) -> Any:
        return graph.as_graph_element(within_scope(name, import_scope))

    context: Any
    name = within_scope(message.context_name, import_scope)
    if hasattr(message, "pred_name"):
        pred, pivot = element(message.pred_name), element(message.pivot_name)
        context = CondContext(pred, pivot, message.branch, name, is_new=False)
    else:
        context = WhileContext(
            message.parallel_iterations,
            message.back_prop,
            message.swap_memory,
            name,
            is_new=False,
        )
        context.pivot = element(message.pivot_name)
        context.pivot_for_pred = element(message.pivot_for_pred_name)
        context.pivot_for_body = element(message.pivot_for_body_name)
        context.enters = [element(one) for one in message.loop_enter_names]
        context.exits = [element(one) for one in message.loop_exit_names]
    values = message.values_def
    context.values = {within_scope(one, import_scope) for one in values.values}
    context.external = {
        within_scope(key, import_scope): element(one) for key, one in values.external_values.items()
    }
    for tensor in sorted(context.values - set(context.external)):
        operation = graph.as_graph_element(tensor.partition(":")[0])
        operation.context = context
        if import_scope and operation.type in ("Enter", "RefEnter"):
            operation.attributes["frame_name"] = name.encode()
    with context.inside():
        for part in message.nested_contexts:
            context_from_proto(getattr(part, part.WhichOneof("ctxt")), import_scope)
    return context
