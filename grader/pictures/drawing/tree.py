"""Puts nodes into the boxes of their name scopes, and decides which boxes are open at first.

A scope becomes a box if that helps: if it has two nodes or more, and not only an operation's own
constants, as `f/y` is for `f`. An operation with the name of a scope is in that scope's box, as `loss`
in `loss/`. Boxes are nested like scopes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from grader.pictures.drawing.parts import Node

ROOT = -1
READABLE = 80  # drawn nodes up to which everything is open at first
CHUNK = 40
FEW = 4
DEEPEST = 12

_GRADIENTS = re.compile(r"(^|/)gradients(_\d+)?(/|$)|_grad(_\d+)?(/|$)")


def is_of_gradients(name: str) -> bool:
    """Whether a node or a scope of this name was made by `tf.gradients`."""
    return _GRADIENTS.search(name) is not None


@dataclass(frozen=True)
class Box:
    """A scope, or a group of nodes that were created consecutively.

    name: "loss/", with the names of the scopes around it. kind: "scope", "gradients" or "group".
    size: the nodes in it, those in boxes within it too.
    """

    name: str
    kind: str
    size: int

    @property
    def is_a_rule(self) -> bool:
        """Whether it is the gradient of one operation, as `gradients/mul_grad/`."""
        return self.kind == "gradients" and re.search(r"_grad(_\d+)?/$", self.name) is not None


@dataclass
class Tree:
    """Nodes and boxes as items 0, 1, ...: first all nodes, then the boxes.

    parent: the item around each item, or ROOT. children: the items of each box and of ROOT, in the
    order in which they were made.
    sealed: boxes that cannot be opened, since the drawing would be too large.
    """

    nodes: Sequence[Node]
    boxes: list[Box] = field(default_factory=list)
    parent: dict[int, int] = field(default_factory=dict)
    children: dict[int, list[int]] = field(default_factory=dict)
    sealed: set[int] = field(default_factory=set)

    def box(self, item: int) -> Box | None:
        """The box that this item is; None for a node."""
        return None if item < len(self.nodes) else self.boxes[item - len(self.nodes)]

    def around(self, item: int) -> Iterator[int]:
        """The boxes around an item, innermost first, with ROOT at the end."""
        while item != ROOT:
            item = self.parent[item]
            yield item

    def openable(self) -> list[int]:
        """The boxes that a reader can open, outer ones first."""
        found, waiting = [], [ROOT]
        while waiting:
            for item in self.children[waiting.pop(0)]:
                if item in self.children and item not in self.sealed:
                    found.append(item)
                    waiting.append(item)
        return found

    def inside(self, box: int) -> list[Node]:
        """All nodes in a box, including those of inner boxes."""
        found = []
        for item in self.children[box]:
            found += self.inside(item) if item in self.children else [self.nodes[item]]
        return found


def nested(nodes: Sequence[Node], smallest: int = 2) -> Tree:
    """The nodes in the boxes of their scopes.

    smallest: scopes with fewer nodes get no box; with 1, every scope that has nodes gets one.
    """
    tree = Tree(nodes)
    children = _divided(tree, range(len(nodes)), "", smallest, 0)
    _hang(tree, ROOT, children if len(nodes) <= READABLE else _chunks(tree, children))
    return tree


def flat(nodes: Sequence[Node]) -> Tree:
    """The nodes without scopes, whatever their names look like."""
    tree = Tree(nodes)
    items = list(range(len(nodes)))
    _hang(tree, ROOT, items if len(nodes) <= READABLE else _chunks(tree, items))
    return tree


def open_at_first(tree: Tree) -> frozenset[int]:
    """The boxes that are open at first: all, or as many as are readable."""
    openable = tree.openable()
    if len(tree.nodes) <= READABLE // 2:
        return frozenset(openable)
    if len(tree.nodes) <= READABLE:
        # For the backward pass, one box per operation says most: its details would fill a page.
        rules = {item for item in openable if tree.boxes[item - len(tree.nodes)].is_a_rule}
        return frozenset(item for item in openable if rules.isdisjoint([item, *tree.around(item)]))
    found: set[int] = set()
    drawn = len(tree.children[ROOT])
    for item in openable:
        if drawn >= FEW:  # one scope around everything would tell nothing
            break
        found.add(item)
        drawn += len(tree.children[item]) - 1
    return frozenset(found)


def _divided(
    tree: Tree, indices: Sequence[int], prefix: str, smallest: int, deep: int
) -> list[int]:
    """The children of the scope `prefix`: nodes, and newly created boxes."""
    groups: dict[str, list[int]] = {}
    for index in indices:
        rest = tree.nodes[index].name[len(prefix) :]
        groups.setdefault(rest.partition("/")[0], []).append(index)
    children: list[int] = []
    for head, members in groups.items():
        scope = f"{prefix}{head}/"
        within = [index for index in members if tree.nodes[index].name.startswith(scope)]
        own = len(within) < len(members)
        constants = own and all(tree.nodes[index].type == "Const" for index in within)
        if len(within) < smallest or not within or (constants and smallest > 1) or deep >= DEEPEST:
            children += members
            continue
        if smallest == 1:  # every scope is a box of its own, and the operation beside it
            children += [index for index in members if index not in within]
            members = within
        inner = _divided(tree, members, scope, max(smallest, 2), deep + 1)
        children.append(
            _box(tree, scope, "gradients" if is_of_gradients(scope) else "scope", inner)
        )
    return children


def _box(tree: Tree, name: str, kind: str, children: list[int]) -> int:
    if len(children) > READABLE:
        children = _chunks(tree, children)
    item = len(tree.nodes) + len(tree.boxes)
    size = sum(1 if (box := tree.box(child)) is None else box.size for child in children)
    tree.boxes.append(Box(name, kind, size))
    _hang(tree, item, children)
    return item


def _hang(tree: Tree, item: int, children: list[int]) -> None:
    tree.children[item] = children
    for child in children:
        tree.parent[child] = item


def _chunks(tree: Tree, children: list[int]) -> list[int]:
    """Groups too many items of one level into boxes of consecutively created ones."""
    if len(children) <= READABLE:
        return children
    size = max(CHUNK, math.ceil(len(children) / READABLE))
    chunks = []
    for start in range(0, len(children), size):
        some = children[start : start + size]
        if len(some) == 1:
            chunks += some
        else:
            first, last = (_name(tree, item) for item in (some[0], some[-1]))
            chunks.append(_box(tree, f"{first} \u2026 {last}", "group", some))
    return chunks


def _name(tree: Tree, item: int) -> str:
    box = tree.box(item)
    return tree.nodes[item].name if box is None else box.name


def seal(tree: Tree, most: int) -> None:
    """Seals boxes, inner ones first, so that at most `most` nodes and boxes are drawn."""
    tree.sealed = set()
    laid_out = len(tree.children[ROOT])
    for item in tree.openable():
        if not tree.sealed.isdisjoint(tree.around(item)):
            continue
        laid_out += len(tree.children[item])
        if laid_out > most:
            tree.sealed.add(item)
            laid_out -= len(tree.children[item])
