"""Answers that may be one work: alike but for names, order and form, in what few others write.

For a person to look at, never a verdict. An answer becomes a set of fragments of its syntax tree, without
the names it chooses and the keywords of arguments, so that names and order make no difference. A fragment
weighs log(answers / answers that have it), as words do in the search for texts (K. Spärck Jones, "A
statistical interpretation of term specificity and its application in retrieval", Journal of Documentation
28, 1972, pages 11 to 21): what everybody writes weighs nothing.
"""

from __future__ import annotations

import ast
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

Fragment = tuple[str, int]  # a piece of a syntax tree, and the how-manieth of its kind
# Shared: the weight of what both have, and its share of the lighter answer's.
WEIGHT, SHARE = 12.0, 0.85
RARE = 0.05  # of the answers; fragments that more of them have lead to no pair
MOST = 8000  # fragments of an answer; the rest is not compared
# Characters of an answer that is compared: what is written by hand has a hundredth.
LONGEST = 100_000
MOST_PARTS = 50  # of a chain of attributes that has one name


@dataclass(frozen=True)
class Pair:
    """Two students whose answers are alike. share: the weight of what both have, in the lighter answer."""

    one: str
    other: str
    share: float


def pairs(
    answers: Mapping[str, str], given: str = "", known: Sequence[str] = ()
) -> tuple[Pair, ...]:
    """The pairs of students whose answers to one exercise are alike, most alike first.

    answers: each student's source. given: what everybody was given. known: the exercise's own listed
    answers, which show how it is usually written. Answers that are no Python have no pair.
    """
    left_out = fragments(given)
    found = {who: fragments(source) - left_out for who, source in answers.items()}
    others = [fragments(source) - left_out for source in known]
    counts = Counter(part for parts in (*found.values(), *others) for part in parts)
    number = len(found) + len(others)
    weights = {part: math.log(number / count) for part, count in counts.items()}
    owners: dict[Fragment, list[str]] = defaultdict(list)
    for who, parts in found.items():
        for part in parts:
            owners[part].append(who)
    most = max(5, int(RARE * number))
    near = {
        pair for who in owners.values() if len(who) <= most for pair in combinations(sorted(who), 2)
    }
    made = []
    for one, other in sorted(near):
        both = sum(weights[part] for part in found[one] & found[other])
        least = min(sum(weights[part] for part in found[who]) for who in (one, other))
        if both >= WEIGHT and both >= SHARE * least:
            made.append(Pair(one, other, both / least))
    return tuple(sorted(made, key=lambda pair: (-pair.share, pair.one, pair.other)))


def fragments(source: str) -> frozenset[Fragment]:
    """The fragments of an answer: each node with its children, and with its grandchildren."""
    tree = tree_of(source)
    if tree is None:
        return frozenset()
    own = _own_names(tree)
    counts = Counter(islice(_pieces(tree, own), MOST))
    return frozenset((piece, number) for piece, many in counts.items() for number in range(many))


def tree_of(source: str) -> ast.AST | None:
    """The syntax tree of an answer; None for what is no Python, or not written by hand."""
    if len(source) > LONGEST:
        return None
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _pieces(tree: ast.AST, own: frozenset[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        children = list(_children(node))
        if not children or isinstance(node, ast.Module):
            continue
        yield _piece(node, own)
        yield f"{_label(node, own)}<{','.join(sorted(_piece(child, own) for child in children))}>"


def _piece(node: ast.AST, own: frozenset[str]) -> str:
    return (
        f"{_label(node, own)}({','.join(sorted(_label(child, own) for child in _children(node)))})"
    )


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that do something: no docstring, no annotation; of a keyword its value."""
    if _dotted(node):
        return
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns", "ctx", "type_comment"):
            continue
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, ast.keyword):
                yield child.value
            elif isinstance(child, ast.AST) and not _is_text(child):
                yield child


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _dotted(node: ast.AST) -> str:
    """ "tf.nn.relu" for a chain of attributes that begins with a name; "" for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute) and len(parts) < MOST_PARTS:
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if parts and isinstance(node, ast.Name) else ""


def _label(node: ast.AST, own: frozenset[str]) -> str:
    dotted = _dotted(node)
    if dotted:
        first, _, rest = dotted.partition(".")
        return f".{rest}" if first in own else dotted
    if isinstance(node, ast.Name):
        return "name" if node.id in own else node.id
    if isinstance(node, ast.Constant):
        return _text(node.value)[:80]
    if isinstance(node, ast.Attribute):
        return f".{node.attr}"
    return type(node).__name__


def _text(value: object) -> str:
    # Python writes no integer of thousands of digits in decimal, but reads it in hexadecimal.
    return hex(value) if type(value) is int else repr(value)


def _own_names(tree: ast.AST) -> frozenset[str]:
    """The names that an answer binds: variables, parameters, functions, classes."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
    return frozenset(found)
