"""The table of mutation operators: each makes small, plausible mistakes in a syntax tree.

An operator is a function of one node. It yields possible replacements: an expression for an
expression, a list of statements for a statement (an empty list drops it). It never changes the node
it is given, but may use its parts.

The operators follow the usual catalogue of mutation testing (Jia and Harman, "An Analysis and Survey of
the Development of Mutation Testing", 2011); those of TensorFlow's graph mode are in `graph_operators.py`.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

Replacement = ast.AST | list[ast.stmt]
Change = Callable[[Any], Iterable[Replacement]]


@dataclass(frozen=True)
class Operator:
    """A kind of mistake.

    name: short and unique: "comparison".
    kinds: the types of node that it changes.
    change: yields the replacements of one node.
    """

    name: str
    kinds: tuple[type[ast.AST], ...]
    change: Change


OPERATORS: dict[str, Operator] = {}


def operator(name: str, *kinds: type[ast.AST]) -> Callable[[Change], Change]:
    """Enters the decorated function into the table, for nodes of these types."""

    def register(change: Change) -> Change:
        if name in OPERATORS:
            raise ValueError(f"two mutation operators are called {name!r}; rename one of them")
        OPERATORS[name] = Operator(name, kinds, change)
        return change

    return register


def changed(node: Any, **fields: Any) -> Any:
    """A copy of a node with other fields; the parts are shared, not copied."""
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def expression(source: str, **parts: ast.expr) -> Any:
    """The syntax tree of an expression, in which each name of `parts` is replaced by its tree."""

    class Fill(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> Any:
            return parts.get(node.id, node)

    return Fill().visit(ast.parse(source, mode="eval").body)


# ------------------------------------------------------------------------------------ operators

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}


@operator("comparison", ast.Compare)
def compares_otherwise(node: ast.Compare) -> Iterator[ast.expr]:
    """`<` for `<=` or `>`, `==` for `!=`, and the like."""
    for number, kind in enumerate(node.ops):
        for other in COMPARISONS[type(kind)]:
            yield changed(node, ops=[*node.ops[:number], other(), *node.ops[number + 1 :]])


ARITHMETIC: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Div,),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
}


@operator("arithmetic", ast.BinOp, ast.AugAssign)
def calculates_otherwise(node: Any) -> Iterator[Replacement]:
    """`+` for `-`, `*` for `/`, and the like."""
    for other in ARITHMETIC.get(type(node.op), ()):
        new = changed(node, op=other())
        yield [new] if isinstance(node, ast.stmt) else new


@operator("operands-swapped", ast.BinOp)
def swaps_operands(node: ast.BinOp) -> Iterator[ast.expr]:
    """`b - a` for `a - b`, where the order counts."""
    if isinstance(node.op, (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)):
        yield changed(node, left=node.right, right=node.left)


@operator("operand-dropped", ast.BinOp)
def drops_an_operand(node: ast.BinOp) -> Iterator[ast.expr]:
    """`a`, or `b`, for `a + b`."""
    yield node.left
    yield node.right


@operator("sign", ast.UnaryOp)
def drops_the_sign(node: ast.UnaryOp) -> Iterator[ast.expr]:
    """`x` for `-x`, and for `not x`."""
    yield node.operand


@operator("boolean", ast.BoolOp)
def joins_otherwise(node: ast.BoolOp) -> Iterator[ast.expr]:
    """`and` for `or`; one of the conditions left out."""
    yield changed(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    for number in range(len(node.values)):
        rest = node.values[:number] + node.values[number + 1 :]
        yield rest[0] if len(rest) == 1 else changed(node, values=rest)


@operator("condition", ast.If, ast.While, ast.IfExp)
def fixes_a_condition(node: Any) -> Iterator[Replacement]:
    """A condition that is always true, or never."""
    for value in (True, False):
        new = changed(node, test=ast.Constant(value))
        yield [new] if isinstance(node, ast.stmt) else new


@operator("filter-dropped", ast.comprehension)
def drops_a_filter(node: ast.comprehension) -> Iterator[ast.AST]:
    """A comprehension that takes what it should leave out."""
    for number in range(len(node.ifs)):
        yield changed(node, ifs=node.ifs[:number] + node.ifs[number + 1 :])


@operator("truth-for-none", ast.Compare)
def asks_for_truth(node: ast.Compare) -> Iterator[ast.expr]:
    """`if x` for `if x is not None`."""
    if len(node.ops) == 1 and ast.unparse(node.comparators[0]) == "None":
        if isinstance(node.ops[0], ast.IsNot):
            yield expression("bool(x)", x=node.left)
        if isinstance(node.ops[0], ast.Is):
            yield expression("not x", x=node.left)


@operator("none-for-truth", ast.If, ast.While, ast.IfExp)
def asks_for_none(node: Any) -> Iterator[Replacement]:
    """`if x is not None` for `if x`."""
    test = node.test
    if isinstance(test, ast.Name):
        new = changed(node, test=expression("x is not None", x=test))
    elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        new = changed(node, test=expression("x is None", x=test.operand))
    else:
        return
    yield [new] if isinstance(node, ast.stmt) else new


# ------------------------------------------------------------------------------------ constants


@operator("constant", ast.Constant)
def other_constant(node: ast.Constant) -> Iterator[ast.expr]:
    """One more, one less, 0, 1, the negative; the other truth value."""
    value = node.value
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, (int, float)):
        kind = type(value)
        seen = {value}
        for other in (value + 1, value - 1, kind(0), kind(1), -value):
            if other not in seen:
                seen.add(other)
                yield ast.Constant(other)


# ----------------------------------------------------------------------------------- statements


@operator("statement-dropped", ast.Expr, ast.Assign, ast.AugAssign, ast.If, ast.For, ast.While)
def drops_a_statement(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    """A statement that is not there; a docstring is none."""
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        yield []


@operator("leaves-early", ast.For, ast.While)
def leaves_early(node: Any) -> Iterator[list[ast.stmt]]:
    """A loop that ends after its first round."""
    yield [changed(node, body=[*node.body, ast.Break()])]


@operator("break-continue", ast.Break, ast.Continue)
def goes_on_otherwise(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    """`break` for `continue`, and the other way round."""
    yield [ast.Continue() if isinstance(node, ast.Break) else ast.Break()]


@operator("rounds", ast.For, ast.comprehension)
def one_round_less(node: Any) -> Iterator[Replacement]:
    """The first element, or the last, is left out; only the first is taken."""
    for part in ("list(x)[1:]", "list(x)[:-1]", "list(x)[:1]"):
        new = changed(node, iter=expression(part, x=node.iter))
        yield [new] if isinstance(node, ast.stmt) else new


@operator("range", ast.Call)
def one_number_more(node: ast.Call) -> Iterator[ast.expr]:
    """`range(n + 1)` for `range(n)`."""
    if ast.unparse(node.func) == "range" and node.args:
        place = 0 if len(node.args) == 1 else 1
        more = expression("x + 1", x=node.args[place])
        yield changed(node, args=[*node.args[:place], more, *node.args[place + 1 :]])


@operator("returns-none", ast.Return)
def returns_nothing(node: ast.Return) -> Iterator[list[ast.stmt]]:
    """A value that is computed and not returned."""
    if node.value is not None:
        yield [ast.Expr(node.value)]


@operator("part-returned", ast.Return)
def returns_a_part(node: ast.Return) -> Iterator[list[ast.stmt]]:
    """One of several results left out, or two of them swapped."""
    if isinstance(node.value, (ast.Tuple, ast.List)) and len(node.value.elts) > 1:
        parts = node.value.elts
        yield [ast.Return(changed(node.value, elts=parts[:-1]))]
        yield [ast.Return(changed(node.value, elts=[*parts[1::-1], *parts[2:]]))]


@operator("error-passes", ast.Try)
def lets_errors_pass(node: ast.Try) -> Iterator[list[ast.stmt]]:
    """The errors that should be caught are not."""
    yield [*node.body, *node.orelse, *node.finalbody]


# ------------------------------------------------------------------------------------ arguments


# Functions whose first two arguments may change places.
COMMUTATIVE = re.compile(
    "add|multiply|maximum|minimum|equal|not_equal|logical_(and|or)|squared_difference"
    "|max|min|allclose|isclose|array_equal"
)
# Functions that do what the next operation does anyway, or what Python needs.
CONVERTS = re.compile(
    "constant|convert_to_tensor|asarray|array|list|tuple|set|dict|iter|float|int|len|range|zip"
    "|print|enumerate|(float|int)(32|64)"
)


def called(node: ast.Call) -> str:
    """The last part of the name of what is called: "add" for `tf.math.add(...)`."""
    return ast.unparse(node.func).rpartition(".")[2]


@operator("arguments-swapped", ast.Call)
def swaps_arguments(node: ast.Call) -> Iterator[ast.expr]:
    """Two neighbouring positional arguments change places, where the order counts."""
    if COMMUTATIVE.fullmatch(called(node)):
        return
    for number in range(len(node.args) - 1):
        first, second = node.args[number : number + 2]
        if not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred):
            yield changed(node, args=[*node.args[:number], second, first, *node.args[number + 2 :]])


@operator("argument-dropped", ast.Call)
def drops_an_argument(node: ast.Call) -> Iterator[ast.expr]:
    """A keyword, or the last of several positional arguments, left out; names of nodes are free."""
    for number, keyword in enumerate(node.keywords):
        if keyword.arg != "name":
            rest = node.keywords[:number] + node.keywords[number + 1 :]
            yield changed(node, keywords=rest)
    if len(node.args) > 1:
        yield changed(node, args=node.args[:-1])


@operator("other-function", ast.Attribute, ast.Name)
def other_function(node: Any) -> Iterator[ast.expr]:
    """A sum for a mean, a maximum for a minimum, ones for zeros."""
    pairs = (
        ("reduce_mean", "reduce_sum"),
        ("reduce_max", "reduce_min"),
        ("maximum", "minimum"),
        ("argmax", "argmin"),
        ("mean", "sum"),
        ("max", "min"),
        ("zeros", "ones"),
        ("zeros_like", "ones_like"),
        ("any", "all"),
        ("sin", "cos"),
        ("floor", "ceil"),
    )
    field = "attr" if isinstance(node, ast.Attribute) else "id"
    if isinstance(node.ctx, ast.Load):
        for pair in pairs:
            if getattr(node, field) in pair:
                one, other = pair
                yield changed(node, **{field: other if getattr(node, field) == one else one})


@operator("call-dropped", ast.Call)
def drops_a_call(node: ast.Call) -> Iterator[ast.expr]:
    """The argument itself for `f(argument)`: a square, a cast, a transposition forgotten."""
    if CONVERTS.fullmatch(called(node)):
        return
    if node.args and not isinstance(node.args[0], ast.Starred):
        yield node.args[0]


@operator("item-dropped", ast.Dict)
def drops_an_item(node: ast.Dict) -> Iterator[ast.expr]:
    """One item of a dictionary left out: a feed forgotten."""
    for number in range(len(node.keys)):
        keys = node.keys[:number] + node.keys[number + 1 :]
        yield changed(node, keys=keys, values=node.values[:number] + node.values[number + 1 :])


@operator("transposition-dropped", ast.Attribute)
def drops_a_transposition(node: ast.Attribute) -> Iterator[ast.expr]:
    """`x` for `x.T`."""
    if node.attr == "T":
        yield node.value


# ----------------------------------------------------------------------------- remembered values


@operator("mutable-default", ast.FunctionDef)
def mutable_default(node: ast.FunctionDef) -> Iterator[list[ast.stmt]]:
    """`def f(x, found=[])` for a `found = []` in the function's body: remembered across calls."""
    for number, statement in enumerate(node.body):
        if not (isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)):
            continue
        empty = ast.unparse(statement.value) in ("set()", "dict()", "list()")
        if empty or isinstance(statement.value, (ast.List, ast.Dict, ast.Set, ast.ListComp)):
            free = {part.id for part in ast.walk(statement.value) if isinstance(part, ast.Name)}
            if free & {one.arg for one in node.args.args}:
                continue
            arguments = changed(
                node.args,
                kwonlyargs=[*node.args.kwonlyargs, ast.arg(statement.targets[0].id)],
                kw_defaults=[*node.args.kw_defaults, statement.value],
            )
            body = node.body[:number] + node.body[number + 1 :]
            yield [changed(node, args=arguments, body=body or [ast.Pass()])]
