"""The name of a mutant's mistake, if it is the same wherever the mutant occurs.

Most operators change something whose meaning depends on the place: a constant, a statement. Those listed
here change something that one sentence is true of in every answer; `judging/mutants.py` has the sentences.
Mutants that change what they are given or write into another folder have none: the judge runs the others.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

EQUALITY = {
    frozenset({ast.Lt, ast.LtE}),
    frozenset({ast.Gt, ast.GtE}),
}
FUNCTIONS = {
    ("reduce_mean", "reduce_sum"): "sum-for-mean",
    ("mean", "sum"): "sum-for-mean",
    ("reduce_sum", "reduce_mean"): "mean-for-sum",
    ("sum", "mean"): "mean-for-sum",
    ("reduce_max", "reduce_min"): "least-for-largest",
    ("maximum", "minimum"): "least-for-largest",
    ("max", "min"): "least-for-largest",
    ("argmax", "argmin"): "least-for-largest",
    ("reduce_min", "reduce_max"): "largest-for-least",
    ("minimum", "maximum"): "largest-for-least",
    ("min", "max"): "largest-for-least",
    ("argmin", "argmax"): "largest-for-least",
    ("zeros", "ones"): "ones-for-zeros",
    ("zeros_like", "ones_like"): "ones-for-zeros",
    ("ones", "zeros"): "zeros-for-ones",
    ("ones_like", "zeros_like"): "zeros-for-ones",
    ("any", "all"): "all-for-one",
    ("all", "any"): "one-for-all",
    ("global_variables", "trainable_variables"): "trainable-only",
    ("trainable_variables", "global_variables"): "all-variables",
    ("float32", "float64"): "double-precision",
    ("float64", "float32"): "single-precision",
    ("assign", "assign_add"): "adds-for-sets",
    ("assign_add", "assign"): "sets-for-adds",
    ("relu", "identity"): "no-relu",
}
# What is left out with a call: `x` for `f(x)`.
CALLS = {
    "square": "no-square",
    "sqrt": "no-root",
    "abs": "no-absolute-value",
    "exp": "no-exponential",
    "log": "no-logarithm",
    "relu": "no-relu",
    "sigmoid": "no-sigmoid",
    "softmax": "no-softmax",
    "tanh": "no-tanh",
    "transpose": "not-transposed",
    "stop_gradient": "gradient-not-stopped",
    "sorted": "not-sorted",
    "reversed": "not-reversed",
    "reduce_sum": "not-summed",
    "reduce_mean": "no-mean",
}
ARITHMETIC: dict[tuple[type[ast.operator], type[ast.operator]], str] = {
    (ast.Add, ast.Sub): "subtracts-for-adds",
    (ast.Sub, ast.Add): "adds-for-subtracts",
    (ast.Mult, ast.Div): "divides-for-multiplies",
    (ast.Div, ast.Mult): "multiplies-for-divides",
    (ast.Mult, ast.Add): "adds-for-multiplies",
    (ast.FloorDiv, ast.Div): "not-rounded-down",
    (ast.Mod, ast.FloorDiv): "quotient-for-remainder",
    (ast.Pow, ast.Mult): "multiplies-for-power",
}
SIDES: dict[type[ast.operator], str] = {
    ast.Sub: "subtraction-swapped",
    ast.Div: "division-swapped",
    ast.FloorDiv: "division-swapped",
    ast.Mod: "division-swapped",
    ast.MatMult: "product-swapped",
}
ROUNDS = {
    "list(x)[1:]": "without-first",
    "list(x)[:-1]": "without-last",
    "list(x)[:1]": "only-first",
}
SCOPES = {"control_dependencies": "no-control-dependencies"}
SAME = {
    "leaves-early": "only-first",
    "initializer-again": "initialized-again",
    "filter-dropped": "nothing-left-out",
    "truth-for-none": "empty-is-none",
    "none-for-truth": "only-none-is-empty",
    "none-passed-over": "none-left-out",
    "mutable-default": "remembers",
    "remembers-results": "remembers",
    "remembers-the-first-result": "remembers",
    "transposition-dropped": "not-transposed",
    "range": "one-round-more",
}


def _name(node: Any) -> str:
    """The last part of a name: "square" for `tf.math.square` and its call."""
    node = node.func if isinstance(node, ast.Call) else node
    return ast.unparse(node).rpartition(".")[2]


def _comparison(node: ast.Compare, new: ast.Compare) -> str | None:
    kinds = next(
        (type(one), type(other))
        for one, other in zip(node.ops, new.ops, strict=True)
        if one is not other
    )
    if frozenset(kinds) in EQUALITY:
        return "at-equality"
    return None


def _function(node: Any, new: Any) -> str | None:
    return FUNCTIONS.get((_name(node), _name(new)))


def _arithmetic(node: Any, new: Any) -> str | None:
    new = new[0] if isinstance(new, list) else new
    return ARITHMETIC.get((type(node.op), type(new.op)))


def _rounds(node: Any, new: Any) -> str | None:
    """`list(x)[1:]` instead of `x`; only in a loop or comprehension over elements."""
    new = new[0] if isinstance(new, list) else new
    part = new.iter
    return ROUNDS.get(f"list(x)[{ast.unparse(part.slice)}]")


def _with(node: ast.With, new: Any) -> str | None:
    names = {_name(item.context_expr) for item in node.items}
    left = {
        _name(item.context_expr)
        for part in new
        if isinstance(part, ast.With)
        for item in part.items
    }
    gone = names - left
    return SCOPES.get(gone.pop()) if len(gone) == 1 else None


def _axis(node: ast.keyword, new: ast.keyword) -> str:
    return "over-all-axes" if ast.unparse(new.value) == "None" else "other-axis"


def _argument(node: ast.Call, new: ast.Call) -> str | None:
    kept = {one.arg for one in new.keywords}
    gone = [one.arg for one in node.keywords if one.arg not in kept]
    return "over-all-axes" if gone == ["axis"] and "reduce_" in _name(node) else None


def _swapped(node: ast.Call, new: ast.Call) -> str | None:
    name = _name(node)
    if name in ("matmul", "dot"):
        return "product-swapped"
    if name in ("divide", "truediv", "div", "floordiv"):
        return "division-swapped"
    return "subtraction-swapped" if name == "subtract" else None


def _boolean(node: ast.BoolOp, new: Any) -> str | None:
    if isinstance(new, ast.BoolOp) and len(new.values) == len(node.values):
        return "one-is-enough" if isinstance(node.op, ast.And) else "both-needed"
    return None


def _results(node: ast.Return, new: Any) -> str | None:
    before, after = node.value, new[0].value
    return "results-swapped" if len(before.elts) == len(after.elts) else None  # type: ignore[union-attr]


def _jump(node: ast.stmt, new: Any) -> str:
    return "goes-on" if isinstance(node, ast.Break) else "stops-there"


FOUND: dict[str, Callable[[Any, Any], str | None]] = {
    "comparison": _comparison,
    "other-function": _function,
    "other-graph-function": _function,
    "arithmetic": _arithmetic,
    "operands-swapped": lambda node, new: SIDES.get(type(node.op)),
    "rounds": _rounds,
    "with-dropped": _with,
    "axis": _axis,
    "argument-dropped": _argument,
    "arguments-swapped": _swapped,
    "call-dropped": lambda node, new: CALLS.get(_name(node)),
    "boolean": _boolean,
    "part-returned": _results,
    "break-continue": _jump,
}


def name_of(operator: str, node: Any = None, new: Any = None) -> str:
    """The name of what an operator's replacement for `node` does: "sum-for-mean"; "" if it has none."""
    if operator in SAME:
        return SAME[operator]
    return (FOUND[operator](node, new) if operator in FOUND else None) or ""
