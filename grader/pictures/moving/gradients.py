"""A gradient that walks back through a graph, one operation at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grader.languages import _, listed, sentences
from grader.pictures.drawing.display import Picture
from grader.pictures.moving.animation import Frame, animation
from grader.pictures.moving.graphs import Placed, placed
from grader.pictures.moving.shapes import ORANGE, badge, box, moved, text

MOST_NODES = 30
PLAIN = 'fill="none" stroke="currentColor" stroke-opacity="0.8"'
SENDING = f'fill="{ORANGE}" fill-opacity="0.25" stroke="{ORANGE}" stroke-width="3"'
REACHED = f'fill="{ORANGE}" fill-opacity="0.12" stroke="{ORANGE}" stroke-width="1.5"'


def gradient_picture(
    y: Any, xs: Sequence[Any], feed_dict: Mapping[Any, Any] | None = None
) -> Picture:
    """How the gradient of `y` goes back to `xs`: each node passes on what has arrived at it.

    y, xs: scalars of one graph, of TensorFlow or of the engine. feed_dict: values for its
    placeholders; variables have their initial values. A copy of the graph runs on the engine: the
    values, and what each operation passes to each of its inputs, are computed there by the rules of
    the operations. Raises ValueError for tensors that are no scalars, or for more than 30 nodes.
    """
    from grader import engine  # only here: a notebook on TensorFlow starts without the engine
    from grader.pictures.copying import copied_to_the_engine, initializers_of

    graph = copied_to_the_engine(y.graph)
    end = graph.as_graph_element(_read(y).name)
    starts = [graph.as_graph_element(_read(x).name) for x in xs]
    feeds = {graph.as_graph_element(key.name): value for key, value in (feed_dict or {}).items()}
    nodes = _between(end, starts)
    tensors = [node.outputs[0] for node in nodes]
    if len(nodes) > MOST_NODES or any(tensor.shape.rank != 0 for tensor in tensors):
        raise ValueError(
            _("a gradient can be shown through scalars, and through at most {most} nodes").format(
                most=MOST_NODES
            )
        )
    with graph.as_default():
        arriving = engine.gradients(end, tensors)
        shares = {
            (node, source): engine.gradients(
                node.outputs[0],
                source.outputs[0],
                grad_ys=arrived,
                stop_gradients=list(node.inputs),
            )[0]
            for node, arrived in zip(nodes, arriving, strict=True)
            for source in dict.fromkeys(tensor.op for tensor in node.inputs)
            if arrived is not None and source in nodes and node.outputs[0] not in starts
        }
        shares = {pair: share for pair, share in shares.items() if share is not None}
    with engine.Session(graph=graph) as session:
        session.run([graph.as_graph_element(name) for name in initializers_of(y.graph)])
        values, sent = session.run([tensors, shares], feeds)
    return _drawn(nodes, starts, [_short(value) for value in values], sent)


def _read(tensor: Any) -> Any:
    """A variable is differentiated where its value is read."""
    return tensor.value() if hasattr(tensor, "initializer") else tensor


def _between(end: Any, starts: Sequence[Any]) -> list[Any]:
    """The operations that `end` needs, up to the starts, each after its inputs."""
    found: dict[Any, None] = {}

    def visit(node: Any) -> None:
        if node not in found:
            if node.outputs[0] not in starts:
                for tensor in node.inputs:
                    if tensor.op.type != "Const":
                        visit(tensor.op)
            found[node] = None

    visit(end.op)
    return list(found)


def _short(value: Any) -> str:
    return f"{float(np.asarray(value)):.4g}".replace("-", "\u2212")


def _added(shares: Sequence[float]) -> str:
    """ "1 + 9", "1 \u2212 0.5": what is to be added."""
    return " + ".join(map(_short, shares)).replace("+ \u2212", "\u2212 ")


def _name(node: Any) -> str:
    return str(node.name.removesuffix("/read"))


def _drawn(
    nodes: Sequence[Any], starts: Sequence[Any], values: Sequence[str], sent: Mapping[Any, Any]
) -> Picture:
    position = {node: number for number, node in enumerate(nodes)}
    edges = [(position[source], position[node]) for node in nodes
             for source in {tensor.op for tensor in node.inputs} & position.keys()
             if node.outputs[0] not in starts]  # fmt: skip
    edges.sort()
    kinds = ["" if node.outputs[0] in starts else node.type for node in nodes]
    lines = [f"{kind} = {value}".strip() for kind, value in zip(kinds, values, strict=True)]
    graph = placed([_name(node) for node in nodes], edges, lines)
    arrived: dict[int, list[float]] = defaultdict(list)
    end = len(nodes) - 1
    arrived[end].append(1.0)
    said = _("The gradient begins with 1 at {name}.").format(name=_name(nodes[end]))
    frames = [Frame(_marks(graph, arrived, end, []), said)]
    for number in reversed(range(len(nodes))):
        given = [(position[pair[1]], float(share)) for pair, share in sent.items()
                 if pair[0] is nodes[number]]  # fmt: skip
        if not given:
            continue
        for target, share in given:
            arrived[target].append(share)
        passes = listed(
            _("{share} to {name}").format(share=_short(share), name=_name(nodes[target]))
            for target, share in given
        )
        told = _("{name} passes back: {shares}.").format(name=_name(nodes[number]), shares=passes)
        told = sentences([told, *_sums(nodes, arrived, given)])
        frames.append(Frame(_marks(graph, arrived, number, given), told))
    reached = listed(
        f"{_name(x.op)} {_short(sum(arrived[position[x.op]]))}" for x in starts if x.op in position
    )
    sums = {number: [sum(shares)] for number, shares in arrived.items()}
    told = _("The gradient: {slopes}.").format(slopes=reached)
    frames.append(Frame(_marks(graph, sums, None, []), told))
    base = "".join(line.plain() for line in graph.wires)
    for node, rect, line in zip(nodes, graph.rects, lines, strict=True):
        middle = rect.x + rect.width / 2
        base += box(rect.x, rect.y, rect.width, rect.height, PLAIN)
        base += text(middle, rect.y + 18, _name(node), more=' font-weight="bold"')
        base += text(middle, rect.y + 36, line, size=11)
    title = _("The gradient of {name}, on its way back").format(name=_name(nodes[end]))
    return animation(title, base, frames, (max(graph.width + 90, 360), graph.height))


def _sums(
    nodes: Sequence[Any], arrived: Mapping[int, Sequence[float]], given: Sequence[tuple[int, float]]
) -> list[str]:
    """A sentence for each node at which more than one share has arrived."""
    return [
        _("At {name} they add up: {shares} = {sum}.").format(
            name=_name(nodes[target]),
            shares=_added(arrived[target]),
            sum=_short(sum(arrived[target])),
        )
        for target, _share in given
        if len(arrived[target]) > 1
    ]


def _marks(
    graph: Placed,
    arrived: Mapping[int, Sequence[float]],
    sender: int | None,
    given: Sequence[tuple[int, float]],
) -> str:
    """What has arrived, and the lines on which the sender passes it on."""
    parts, targets = [], {target for target, _share in given}
    for line in graph.wires:
        if line.target == sender and line.source in targets:
            parts.append(line.thick(ORANGE, 4, 0.7))
    for number, shares in sorted(arrived.items()):
        rect = graph.rects[number]
        look = SENDING if number == sender else REACHED
        parts.append(box(rect.x, rect.y, rect.width, rect.height, look))
        x, y = rect.x + rect.width - 12, rect.y + rect.height - 3
        drawn = badge(x, y, _added(shares))
        if number in targets and sender is not None:
            come = graph.rects[sender]
            drawn = moved(drawn, come.x + come.width - 12 - x, come.y - y)
        parts.append(drawn)
    return "".join(parts)
