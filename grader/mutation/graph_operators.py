"""Mutation operators for TensorFlow's graph mode: collections, sessions, scopes, variables, gradients."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from grader.mutation.operators import changed, expression, operator

PAIRS = (
    ("trainable_variables", "global_variables"),
    ("float32", "float64"),
    ("int32", "int64"),
    ("assign", "assign_add"),
    ("gradients", "hessians"),
    ("relu", "identity"),
)


@operator("other-graph-function", ast.Attribute)
def other_graph_function(node: ast.Attribute) -> Iterator[ast.expr]:
    """The trainable variables for all of them; another type of number; `assign_add` for `assign`."""
    for one, other in PAIRS:
        if node.attr == one:
            yield changed(node, attr=other)
        elif node.attr == other and other != "identity":
            yield changed(node, attr=one)


@operator("with-dropped", ast.With)
def drops_a_with(node: ast.With) -> Iterator[list[ast.stmt]]:
    """A scope, a graph or control dependencies that are not entered."""
    for number, item in enumerate(node.items):
        if _is_session(item.context_expr):
            continue
        rest = node.items[:number] + node.items[number + 1 :]
        before: list[ast.stmt] = []
        if item.optional_vars is not None:
            before = [ast.Assign([item.optional_vars], item.context_expr)]
        yield before + ([changed(node, items=rest)] if rest else node.body)


@operator("session-left-open", ast.With)
def leaves_a_session_open(node: ast.With) -> Iterator[list[ast.stmt]]:
    """A session that nobody closes."""
    if len(node.items) == 1 and _is_session(node.items[0].context_expr):
        item = node.items[0]
        target = item.optional_vars or ast.Name("_session", ast.Store())
        opened: list[ast.stmt] = [ast.Assign([target], item.context_expr)]
        name = ast.Name(ast.unparse(target), ast.Load())
        opened.append(ast.With([ast.withitem(expression("s.as_default()", s=name))], node.body))
        yield opened


def _is_session(node: ast.expr) -> bool:
    """`tf.Session(...)`."""
    return isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Session")


@operator("run-split", ast.Call)
def splits_a_run(node: ast.Call) -> Iterator[ast.expr]:
    """Two runs for `session.run([a, b])`."""
    if _runs(node) and isinstance(node.args[0], (ast.List, ast.Tuple)):
        parts = node.args[0].elts
        if len(parts) > 1 and not any(isinstance(part, ast.Starred) for part in parts):
            runs = [changed(node, args=[part, *node.args[1:]]) for part in parts]
            yield ast.List(runs, ast.Load())


@operator("initializer-again", ast.For, ast.While, ast.With)
def initializes_again(node: Any) -> Iterator[list[ast.stmt]]:
    """The initializer runs again: at the end of the block, and in each round of a loop."""
    session = next((_session_of(part) for part in ast.walk(node) if _session_of(part)), None)
    if session:
        again = ast.parse(f"{session}.run(tf.global_variables_initializer())").body
        if isinstance(node, ast.With):
            yield [changed(node, body=[*node.body[:-1], *again, node.body[-1]])]
        yield [changed(node, body=[*again, *node.body])]


def _session_of(node: ast.AST) -> str | None:
    """The name of the session in `session.run(...)`."""
    if isinstance(node, ast.Call) and _runs(node) and isinstance(node.func.value, ast.Name):  # type: ignore[attr-defined]
        return node.func.value.id  # type: ignore[attr-defined]
    return None


def _runs(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr == "run" and bool(node.args)


@operator("name-of-the-operation", ast.Attribute)
def other_name(node: ast.Attribute) -> Iterator[ast.expr]:
    """`x.op.name` for `x.name`, and the other way round: without `:0` and with it."""
    if node.attr == "name" and isinstance(node.ctx, ast.Load):
        if isinstance(node.value, ast.Attribute) and node.value.attr == "op":
            yield changed(node, value=node.value.value)
        else:
            yield expression("getattr(x, 'op', x).name", x=node.value)


@operator("none-passed-over", ast.Call)
def passes_none_over(node: ast.Call) -> Iterator[ast.expr]:
    """Gradients without the None for what is not connected."""
    if ast.unparse(node.func) in ("tf.gradients", "gradients"):
        yield expression("[_g for _g in x if _g is not None]", x=node)


@operator("axis", ast.keyword)
def moves_the_axis(node: ast.keyword) -> Iterator[ast.AST]:
    """Another axis, or none."""
    if node.arg == "axis":
        for axis in ("0", "1", "-1", "None"):
            if ast.unparse(node.value) != axis:
                yield changed(node, value=ast.parse(axis, mode="eval").body)


@operator("folder-ignored", ast.FunctionDef)
def ignores_the_folder(node: ast.FunctionDef) -> Iterator[list[ast.stmt]]:
    """The current folder, whatever folder is given."""
    for argument in node.args.args:
        if argument.arg in ("folder", "directory", "path", "prefix"):
            here = ast.parse(f"{argument.arg} = './' + {argument.arg}.split('/')[-1]").body
            there = ast.parse(f"{argument.arg} = '.'").body
            yield [changed(node, body=[*here, *node.body])]
            yield [changed(node, body=[*there, *node.body])]
