"""Variants: an answer's source written in another way, which must not cost a point."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable, Iterator
from typing import Any

from grader.mutation.mutants import is_class

# What is put around the whole answer; {name} is the answer's.
AROUND = """
_answer = {name}


def _each(result, change):
    if isinstance(result, dict):
        return {{key: _each(part, change) for key, part in result.items()}}
    if type(result) in (list, tuple):
        return type(result)(_each(part, change) for part in result)
    return change(result)

"""
RESETS = """
def {name}(*arguments, **keywords):
    if not tf.get_default_graph().get_operations():
        tf.reset_default_graph()
    return _answer(*arguments, **keywords)
"""
OWN_GRAPH = """
def {name}(*arguments, **keywords):
    if tf.get_default_graph().get_operations():
        return _answer(*arguments, **keywords)
    with tf.Graph().as_default():
        return _answer(*arguments, **keywords)
"""
LAMBDA = """
{name} = lambda *arguments, **keywords: _answer(*arguments, **keywords)
"""
METHOD = """
class _Answers:
    def answer(self, *arguments, **keywords):
        return _answer(*arguments, **keywords)


{name} = _Answers().answer
"""
CALLABLE = """
class _Callable:
    def __call__(self, *arguments, **keywords):
        return _answer(*arguments, **keywords)


{name} = _Callable()
"""
IDENTITY = """
def _same(value):
    if not isinstance(value, tf.Tensor) or value.op.type == "Placeholder":
        return value
    with value.graph.as_default():
        return tf.identity(value)


def {name}(*arguments, **keywords):
    return _each(_answer(*arguments, **keywords), _same)
"""
NAME_SCOPE = """
def {name}(*arguments, **keywords):
    with tf.name_scope("mine"):
        return _answer(*arguments, **keywords)
"""
MORE_NODES = """
def {name}(*arguments, **keywords):
    tf.constant([1.0, 2.0], name="extra") + 1.0
    result = _answer(*arguments, **keywords)
    tf.zeros([3], name="more")
    return result
"""
PRINTS = """
def {name}(*arguments, **keywords):
    import warnings
    print("begin", arguments)
    warnings.warn("this may be wrong")
    result = _answer(*arguments, **keywords)
    print(result)
    return result
"""
NUMPY_NUMBERS = """
def _numpy(value):
    if isinstance(value, bool):
        return np.bool_(value)
    if isinstance(value, int):
        return np.int64(value)
    return np.float64(value) if isinstance(value, float) else value


def {name}(*arguments, **keywords):
    return _each(_answer(*arguments, **keywords), _numpy)
"""
PYTHON_NUMBERS = """
def {name}(*arguments, **keywords):
    result = _answer(*arguments, **keywords)
    return _each(result, lambda value: value.item() if isinstance(value, np.generic) else value)
"""
LISTS = """
def {name}(*arguments, **keywords):
    result = _answer(*arguments, **keywords)
    return list(result) if type(result) is tuple else result
"""
TUPLES = """
def {name}(*arguments, **keywords):
    result = _answer(*arguments, **keywords)
    return tuple(result) if type(result) is list else result
"""


def _around(body: str) -> Callable[[str, str, Any], str | None]:
    """A variant that puts something around the whole answer, where this is a function."""

    def variant(source: str, name: str, tf: Any) -> str | None:
        return None if is_class(source, name) else source + (AROUND + body).format(name=name)

    return variant


def _locals_renamed(source: str, name: str, tf: Any) -> str | None:
    """All names of the answer's own, except parameters, functions and what is global."""
    tree = ast.parse(source)
    inside = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    bound, kept = set(), set(dir(builtins)) | {"tf", "np", name}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            kept.add(node.name)
        if isinstance(node, ast.arg):
            kept.add(node.arg)
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            kept.update(node.names)
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            kept.update((one.asname or one.name).split(".")[0] for one in node.names)
        if isinstance(node, ast.ExceptHandler) and node.name:
            kept.add(node.name)
    for function in inside:
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                bound.add(node.id)
    bound -= kept
    if not bound:
        return None
    new = {old: f"local_{number}" for number, old in enumerate(sorted(bound), 1)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = new.get(node.id, node.id)
    return ast.unparse(tree)


def _signature(function: ast.expr, tf: Any) -> list[str] | None:
    """The names of the positional parameters of `tf.something`; None if unknown."""
    if not ast.unparse(function).startswith("tf."):
        return None
    found = tf
    for part in ast.unparse(function).split(".")[1:]:
        found = getattr(found, part, None)
    try:
        parameters = inspect.signature(found).parameters.values()
    except (TypeError, ValueError):
        return None
    plain = (inspect.Parameter.POSITIONAL_OR_KEYWORD,)
    if any(one.kind not in (*plain, inspect.Parameter.KEYWORD_ONLY) for one in parameters):
        return None
    return [one.name for one in parameters if one.kind in plain]


def _calls(tree: ast.AST, tf: Any) -> Iterator[tuple[ast.Call, list[str]]]:
    """The calls of TensorFlow's functions with the names of their parameters."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and not any(isinstance(a, ast.Starred) for a in node.args):
            names = _signature(node.func, tf)
            if names and all(keyword.arg for keyword in node.keywords):
                yield node, names


def _keywords(source: str, name: str, tf: Any) -> str | None:
    """Keywords for positional arguments of TensorFlow's functions."""
    tree = ast.parse(source)
    for node, names in _calls(tree, tf):
        given = [ast.keyword(key, value) for key, value in zip(names, node.args, strict=False)]
        node.args, node.keywords = [], given + node.keywords
    return ast.unparse(tree)


def _positions(source: str, name: str, tf: Any) -> str | None:
    """Positional arguments for the keywords that follow in the order of the parameters."""
    tree = ast.parse(source)
    for node, names in _calls(tree, tf):
        while node.keywords and len(node.args) < len(names):
            following = names[len(node.args)]
            keyword = next((one for one in node.keywords if one.arg == following), None)
            if keyword is None:
                break
            node.args.append(keyword.value)
            node.keywords.remove(keyword)
    return ast.unparse(tree)


def _resource_variables(source: str, name: str, tf: Any) -> str | None:
    """`use_resource=True` for variables that do not specify it."""
    tree, found = ast.parse(source), False
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        makes = ast.unparse(node.func) in ("tf.Variable", "tf.get_variable")
        if makes and not any(one.arg in ("use_resource", None) for one in node.keywords):
            node.keywords.append(ast.keyword("use_resource", ast.Constant(True)))
            found = True
    return ast.unparse(tree) if found else None


# Name -> what makes the variant of (source, the answer's name, tf), or None where it does not apply.
VARIANTS: dict[str, Callable[[str, str, Any], str | None]] = {
    "resets-an-empty-graph": _around(RESETS),
    "own-graph": _around(OWN_GRAPH),
    "lambda": _around(LAMBDA),
    "method": _around(METHOD),
    "callable-object": _around(CALLABLE),
    "identity-at-the-end": _around(IDENTITY),
    "name-scope": _around(NAME_SCOPE),
    "more-nodes": _around(MORE_NODES),
    "prints-and-warns": _around(PRINTS),
    "numpy-numbers": _around(NUMPY_NUMBERS),
    "python-numbers": _around(PYTHON_NUMBERS),
    "list-for-tuple": _around(LISTS),
    "tuple-for-list": _around(TUPLES),
    "locals-renamed": _locals_renamed,
    "keywords": _keywords,
    "positions": _positions,
    "resource-variables": _resource_variables,
}


def variants(source: str, name: str, tf: Any) -> Iterator[tuple[str, str]]:
    """(variant's name, source) of every variant that applies to an answer.

    source: defines `name`, a function or a class. tf: the module whose signatures tell the parameters' names.
    """
    before = ast.unparse(ast.parse(source))
    for kind, change in VARIANTS.items():
        after = change(source, name, tf)
        if after is not None and after != before:
            yield kind, after
