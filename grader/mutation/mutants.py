"""Mutants: an answer's source with one small mistake in it."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from grader.mutation import graph_operators  # noqa: F401  (enters its operators into the table)
from grader.mutation.names import name_of
from grader.mutation.operators import OPERATORS

# Mistakes of the whole answer, made by a function around it. {name} is the answer's.
WRAPPERS = {
    "remembers-the-first-result": """
_answer, _results = {name}, []

def {name}(*arguments, **keywords):
    if not _results:
        _results.append(_answer(*arguments, **keywords))
    return _results[0]
""",
    "remembers-results": """
_answer, _results = {name}, {{}}

def {name}(*arguments, **keywords):
    key = repr((arguments, keywords))
    if key not in _results:
        _results[key] = _answer(*arguments, **keywords)
    return _results[key]
""",
    "finds-results-by-name": """
_answer = {name}

def _found(part, name='found'):
    if isinstance(part, (list, tuple)):
        return [_found(one, name + str(number)) for number, one in enumerate(part)]
    if isinstance(part, tf.Tensor):
        tf.identity(part, name=name)
        return tf.get_default_graph().get_tensor_by_name(name + ':0')
    if isinstance(part, tf.Operation):
        tf.group(part, name=name)
        return tf.get_default_graph().get_operation_by_name(name)
    raise TypeError('this is in no graph')

def {name}(*arguments, **keywords):
    return _found(_answer(*arguments, **keywords))
""",
    "changes-its-input": """
_answer = {name}

def {name}(*arguments, **keywords):
    result = _answer(*arguments, **keywords)
    for argument in arguments:
        if isinstance(argument, (list, dict, set)):
            argument.clear()
        elif isinstance(argument, np.ndarray) and argument.dtype != object:
            argument[...] = argument * 0
    return result
""",
}


@dataclass(frozen=True)
class Mutant:
    """An answer with one mistake.

    operator: the mistake's kind, a name of the table or of `WRAPPERS`.
    old, new: the first line that differs, before and after, in the form that `ast.unparse` gives;
        both are empty for a mistake of the whole answer.
    source: the whole answer.
    name: what the mistake does, in a name of `judging/mutants.py`, or "".
    """

    operator: str
    old: str
    new: str
    source: str
    name: str = ""

    @property
    def key(self) -> str:
        """What tells this mutant from the others of the same answer: "constant: x + 5 -> x + 6"."""
        return f"{self.operator}: {self.old} -> {self.new}" if self.new else self.operator


def mutants(source: str, name: str) -> list[Mutant]:
    """Every mutant of an answer, in the order of its lines; no two have the same source.

    source: defines `name`, a function or a class. The same source gives the same mutants.
    """
    tree = ast.parse(source)
    before = ast.unparse(tree)
    found: dict[str, Mutant] = {}
    seen = {before}
    keys: dict[str, int] = {}
    for operator, after, mistake in [*_changes(tree), *_wrapped(before, name)]:
        if after in seen:
            continue
        seen.add(after)
        old, new = ("", "") if operator in WRAPPERS else _difference(before, after)
        mutant = Mutant(operator, old, new, after, mistake)
        keys[mutant.key] = times = keys.get(mutant.key, 0) + 1
        if times > 1:
            mutant = Mutant(operator, old, f"{new} ({times})", after, mistake)
        found[after] = mutant
    return list(found.values())


def _changes(tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    """(operator, source, name of the mistake) of every change of one node; `tree` is as before at the end."""
    for node, put in _places(tree):
        for operator in OPERATORS.values():
            if not isinstance(node, operator.kinds):
                continue
            for replacement in operator.change(node):
                for part in replacement if isinstance(replacement, list) else [replacement]:
                    ast.fix_missing_locations(part)
                put(replacement)
                after = ast.unparse(tree)
                put(node)
                yield operator.name, after, name_of(operator.name, node, replacement)


Put = Callable[[Any], None]


def _places(tree: ast.AST) -> Iterator[tuple[ast.AST, Put]]:
    """Every node below `tree`, with a function that puts something else in its place."""
    for field, value in list(ast.iter_fields(tree)):
        if isinstance(value, ast.AST):
            yield value, _put_field(tree, field)
            yield from _places(value)
        elif isinstance(value, list):
            for number, node in enumerate(list(value)):
                if isinstance(node, ast.AST):
                    yield node, _put_item(tree, field, number)
                    yield from _places(node)


def _put_field(parent: ast.AST, field: str) -> Put:
    return lambda new: setattr(parent, field, new)


def _put_item(parent: ast.AST, field: str, number: int) -> Put:
    items = list(getattr(parent, field))

    def put(new: Any) -> None:
        parts = new if isinstance(new, list) else [new]
        rest = items[:number] + parts + items[number + 1 :]
        setattr(parent, field, rest or [ast.Pass()])

    return put


def _wrapped(source: str, name: str) -> Iterator[tuple[str, str, str]]:
    """(operator, source, name of the mistake) of the mistakes of the whole answer."""
    if is_class(source, name):
        return  # a function in its place would fail at `isinstance`
    for operator, wrapper in WRAPPERS.items():
        yield operator, source + wrapper.format(name=name), name_of(operator)


def is_class(source: str, name: str) -> bool:
    """Whether an answer is a class."""
    statements = ast.parse(source).body
    return any(isinstance(one, ast.ClassDef) and one.name == name for one in statements)


def _difference(before: str, after: str) -> tuple[str, str]:
    """The first line that differs, before and after; "" where a line is only added or removed."""
    one, other = before.split("\n"), after.split("\n")
    while one and other and one[-1] == other[-1]:  # the equal end would cost most of the time
        one.pop(), other.pop()
    old = new = ""
    for kind, a, b, c, d in difflib.SequenceMatcher(None, one, other).get_opcodes():
        if kind != "equal":
            old = one[a].strip() if b > a else ""
            new = next((line.strip() for line in other[c:d] if line.strip()), "")
            break
    return old, new or "(nothing)"
