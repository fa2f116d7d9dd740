"""Graphs drawn as inline SVG, layer by layer, inputs above what needs them.

The drawing takes its text colour from the page, so it reads in light and dark themes, and tells
kinds of nodes apart by shape as well as by colour (the Okabe-Ito palette).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from grader.pictures.layout import Placement, place_in_layers

MAX_DRAWN = 120
HEIGHT = 34
CHARACTER_WIDTH = 7.2
COLUMN_GAP = 26
LAYER_GAP = 46
MARGIN = 14

ASSIGNMENTS = {"Assign", "AssignAdd", "AssignSub"}
VARIABLES = {"VariableV2", "Variable", "VarHandleOp"}


@dataclass(frozen=True)
class Kind:
    """How one kind of node is drawn, and what the legend calls it."""

    label: str
    colour: str
    corner: float
    dash: str = ""
    border: float = 1.2


KINDS = {
    "constant": Kind("constant", "#999999", HEIGHT / 2),
    "placeholder": Kind("placeholder", "#56B4E9", 4, dash="5 3"),
    "variable": Kind("variable", "#E69F00", 4, border=2.6),
    "operation": Kind("operation", "#009E73", 4),
    "stateful": Kind("changes a state", "#CC79A7", 12),
    "scope": Kind("scope, closed", "#0072B2", 10, border=2.6),
}


@dataclass(frozen=True)
class Node:
    """One drawn node: the operation's name, its op type, its kind, and what hovering shows."""

    name: str
    type: str
    kind: str
    details: str

    @property
    def width(self) -> float:
        """Width in pixels that the two lines of text need."""
        return CHARACTER_WIDTH * max(len(self.name), len(self.type), 3) + 22


@dataclass(frozen=True)
class Edge:
    """From node `source` to node `target` (positions in the list of nodes), `times` over."""

    source: int
    target: int
    label: str
    control: bool
    times: int = 1


@dataclass(frozen=True)
class Picture:
    """A drawing that a notebook can display: `svg` for the eye, `alternative` for the ear."""

    svg: str
    alternative: str

    def _repr_html_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return self.alternative


def graph_picture(thing: Any) -> Picture:
    """The drawing of a graph, or of all that a tensor, a variable or an operation needs.

    thing: a Graph (of TensorFlow or of the engine), a Tensor, a Variable, an Operation, or a list
        of the last three from one graph.
    Raises TypeError for anything else, ValueError for more than 120 nodes.
    """
    return picture_of(*parts_of(thing))


def picture_of(nodes: Sequence[Node], edges: Sequence[Edge]) -> Picture:
    """The drawing of these nodes and edges. Raises ValueError for more than 120 nodes."""
    if len(nodes) > MAX_DRAWN:
        raise ValueError(
            f"the graph has {len(nodes)} nodes, more than the {MAX_DRAWN} that can be read in one "
            "drawing; show(tensor) draws only what one tensor needs"
        )
    alternative = _alternative(nodes, edges)
    if not nodes:
        return Picture(f"<p><em>{escape(alternative)}</em></p>", alternative)
    placement = place_in_layers(
        [node.width for node in nodes],
        [(edge.source, edge.target) for edge in edges],
        HEIGHT,
        COLUMN_GAP,
        LAYER_GAP,
    )
    return Picture(_svg(nodes, edges, placement, alternative), alternative)


# ------------------------------------------------------------------------------- what is drawn


def parts_of(thing: Any) -> tuple[list[Node], list[Edge]]:
    """The nodes and edges that the drawing of `thing` shows; errors as `graph_picture`."""
    return nodes_and_edges(_operations(thing))


def _operations(thing: Any) -> list[Any]:
    if hasattr(thing, "get_operations"):
        return list(thing.get_operations())
    things = list(thing) if isinstance(thing, (list, tuple)) else [thing]
    waiting = [getattr(part, "op", part) for part in things]
    if not waiting or not all(hasattr(operation, "control_inputs") for operation in waiting):
        raise TypeError(
            "show() draws a graph, a tensor, a variable or an operation; got "
            f"{type(thing).__name__}"
        )
    graph, found = waiting[0].graph, set()
    while waiting:
        operation = waiting.pop()
        if operation.name not in found:
            found.add(operation.name)
            waiting += [tensor.op for tensor in operation.inputs] + list(operation.control_inputs)
    return [operation for operation in graph.get_operations() if operation.name in found]


def nodes_and_edges(operations: Sequence[Any]) -> tuple[list[Node], list[Edge]]:
    """What to draw for `operations`: a variable is one node, without its initializer's parts.

    A variable owns `x`, its `x/read`, and the `x/Assign` of its initial value with the constant
    that only this needs; the student wrote one line, and sees one node.
    """
    hidden = _initial_values(operations)
    owner: dict[str, str] = {}
    for operation in operations:
        read = operation.type == "Identity" and operation.name.endswith("/read")
        if read and operation.inputs[0].op.type in VARIABLES:
            owner[operation.name] = operation.inputs[0].op.name
    drawn = [
        operation
        for operation in operations
        if operation.name not in owner and operation.name not in hidden
    ]
    position = {operation.name: number for number, operation in enumerate(drawn)}
    edges: dict[tuple[int, int, bool], Edge] = {}

    def connect(name: str, target: int, label: str, control: bool = False) -> None:
        source = position.get(owner.get(name, name))
        if source is None or source == target:
            return
        key = (source, target, control)
        times = edges[key].times + 1 if key in edges else 1
        edges[key] = Edge(source, target, label, control, times)

    for operation in operations:
        target = position.get(owner.get(operation.name, operation.name))
        if target is not None:
            for tensor in operation.inputs:
                connect(tensor.op.name, target, _shape_text(tensor))
            for before in operation.control_inputs:
                connect(before.name, target, "", control=True)
        elif operation.type == "Assign":
            variable, value = (tensor.op.name for tensor in operation.inputs)
            connect(value, position[variable], "initial value", control=True)
    return [_node(operation) for operation in drawn], list(edges.values())


def _initial_values(operations: Sequence[Any]) -> set[str]:
    consumers: dict[str, list[Any]] = {}
    for operation in operations:
        for tensor in operation.inputs:
            consumers.setdefault(tensor.op.name, []).append(operation)
    hidden = set()
    for operation in operations:
        if operation.type != "Assign" or len(operation.inputs) != 2:
            continue
        variable, value = (tensor.op for tensor in operation.inputs)
        if operation.name == f"{variable.name}/Assign":
            hidden.add(operation.name)
            alone = all(user.name == operation.name for user in consumers[value.name])
            if alone and value.type == "Const" and value.name.startswith(variable.name + "/"):
                hidden.add(value.name)
    return hidden


def _node(operation: Any) -> Node:
    shapes = ", ".join(f"{tensor.name} {_shape_text(tensor)}" for tensor in operation.outputs)
    details = f"{operation.name}\nop type: {operation.type}\noutputs: {shapes or 'none'}"
    if operation.device:
        details += f"\ndevice: {operation.device}"
    return Node(operation.name, operation.type, _kind(operation), details)


def _kind(operation: Any) -> str:
    if operation.type == "Const":
        return "constant"
    if operation.type in ("Placeholder", "PlaceholderWithDefault"):
        return "placeholder"
    if operation.type in VARIABLES:
        return "variable"
    if operation.type in ASSIGNMENTS or operation.type.startswith(("Scatter", "Queue", "FIFO")):
        return "stateful"
    return "operation"


def _shape_text(tensor: Any) -> str:
    rank = tensor.shape.rank
    if rank is None:
        return "(any shape)"
    sizes = ["?" if size is None else str(size) for size in tensor.shape.as_list()]
    return f"({', '.join(sizes)})"


def _alternative(nodes: Sequence[Node], edges: Iterable[Edge]) -> str:
    if not nodes:
        return "An empty graph: no node has been added to it."
    lines = [f"A graph of {len(nodes)} node{'s' if len(nodes) > 1 else ''}:"]
    needs: dict[int, list[str]] = {}
    for edge in edges:
        word = edge.label if edge.label == "initial value" else "after" if edge.control else "from"
        times = " twice" if edge.times == 2 else ""
        needs.setdefault(edge.target, []).append(f"{word} {nodes[edge.source].name}{times}")
    for number, node in enumerate(nodes):
        lines.append(f"{node.name} ({node.type}) {', '.join(needs.get(number, []))}".rstrip())
    return "\n".join(lines)


# ---------------------------------------------------------------------------------- as an SVG


def _svg(
    nodes: Sequence[Node], edges: Sequence[Edge], placement: Placement, alternative: str
) -> str:
    label = alternative.replace("\n", "; ")
    legend = [kind for kind in KINDS if any(node.kind == kind for node in nodes)]
    legend_width = sum(CHARACTER_WIDTH * len(KINDS[kind].label) + 44 for kind in legend)
    labels = max((5.0 * len(edge.label) for edge in edges), default=0.0)
    width = max(placement.width + labels, legend_width) + 2 * MARGIN
    height = placement.height + 2 * MARGIN + 34
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
            f'aria-label="{escape(label)}" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'width="{width:.0f}" height="{height:.0f}" '
            'style="max-width:100%;height:auto;color:inherit" '
            'font-family="ui-monospace, Menlo, Consolas, monospace">'
        ),
        (
            '<defs><marker id="grader-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
            'markerHeight="7" orient="auto-start-reverse"><path d="M0 0 L8 4 L0 8 z" '
            'fill="currentColor"/></marker></defs>'
        ),
        f'<g transform="translate({MARGIN} {MARGIN})">',
    ]
    parts += [_edge(edge, path) for edge, path in zip(edges, placement.paths, strict=True)]
    parts += [_box(node, x, y) for node, (x, y) in zip(nodes, placement.centres, strict=True)]
    parts += [_legend(legend, placement.height + 22), "</g></svg>"]
    return "".join(parts)


def _edge(edge: Edge, path: Sequence[tuple[float, float]]) -> str:
    (x, y), *rest = path
    drawn = f"M{x:.1f} {y:.1f}"
    for next_x, next_y in rest:
        middle = (y + next_y) / 2
        drawn += f" C{x:.1f} {middle:.1f} {next_x:.1f} {middle:.1f} {next_x:.1f} {next_y:.1f}"
        x, y = next_x, next_y
    dash = ' stroke-dasharray="3 4"' if edge.control else ""
    line = (
        f'<path d="{drawn}" fill="none" stroke="currentColor" stroke-opacity="0.65"{dash} '
        'marker-end="url(#grader-arrow)"/>'
    )
    shape = "" if edge.label == "()" else edge.label
    label = " ".join(part for part in (f"\u00d7{edge.times}" * (edge.times > 1), shape) if part)
    if not label:
        return line
    (x1, y1), (x2, y2) = path[-2], path[-1]
    return line + (
        f'<text x="{(x1 + x2) / 2 + 5:.1f}" y="{(y1 + y2) / 2 + 4:.1f}" font-size="10" '
        f'fill="currentColor" fill-opacity="0.8">{escape(label)}</text>'
    )


def _box(node: Node, x: float, y: float) -> str:
    kind = KINDS[node.kind]
    return (
        f"<g><title>{escape(node.details)}</title>"
        f'<rect x="{x - node.width / 2:.1f}" y="{y - HEIGHT / 2:.1f}" width="{node.width:.1f}" '
        f'height="{HEIGHT}" rx="{kind.corner:g}" {_paint(kind)}/>'
        f'<text x="{x:.1f}" y="{y - 2:.1f}" text-anchor="middle" font-size="12" '
        f'fill="currentColor" font-weight="bold">{escape(node.name)}</text>'
        f'<text x="{x:.1f}" y="{y + 11:.1f}" text-anchor="middle" font-size="10" '
        f'fill="currentColor">{escape(node.type)}</text></g>'
    )


def _paint(kind: Kind) -> str:
    dash = f' stroke-dasharray="{kind.dash}"' if kind.dash else ""
    return (
        f'fill="{kind.colour}" fill-opacity="0.22" stroke="{kind.colour}" '
        f'stroke-width="{kind.border:g}"{dash}'
    )


def _legend(kinds: Sequence[str], y: float) -> str:
    parts, x = [], 0.0
    for name in kinds:
        kind = KINDS[name]
        parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="22" height="13" '
            f'rx="{min(kind.corner, 6.5):g}" {_paint(kind)}/>'
            f'<text x="{x + 28:.1f}" y="{y + 11:.1f}" font-size="11" fill="currentColor">'
            f"{kind.label}</text>"
        )
        x += CHARACTER_WIDTH * len(kind.label) + 44
    return "".join(parts)
