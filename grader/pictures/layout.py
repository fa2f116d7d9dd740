"""Placing nodes in layers: igraph's Sugiyama layout orders them, widths spread them.

Source: K. Sugiyama, S. Tagawa, M. Toda: Methods for visual understanding of hierarchical system
structures. IEEE Transactions on Systems, Man and Cybernetics 11(2), 1981.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import igraph

Point = tuple[float, float]
BEND_WIDTH = 10.0


@dataclass(frozen=True)
class Placement:
    """Where nodes and edges lie, in pixels from the top left.

    centres: one point a node. paths: for each edge, the points it passes, from the lower side of
    its source to the upper side of its target.
    """

    centres: tuple[Point, ...]
    paths: tuple[tuple[Point, ...], ...]
    width: float
    height: float


def place_in_layers(
    widths: Sequence[float],
    edges: Sequence[tuple[int, int]],
    node_height: float,
    column_gap: float,
    layer_gap: float,
) -> Placement:
    """Places nodes so that edges point down, with few crossings and without overlaps.

    widths: the width of each node in pixels; at least one node.
    edges: (source, target) pairs. An edge back to an earlier node, as a loop has, points up.
    """
    layers = _layers(len(widths), edges)
    all_widths = list(widths)
    all_layers = list(layers)
    chains: list[list[int]] = []
    for source, target in edges:
        # A long edge passes one invisible node in every layer between, so it keeps its own column.
        between = range(layers[source] + 1, layers[target])
        chains.append(list(range(len(all_widths), len(all_widths) + len(between))))
        all_widths += [BEND_WIDTH] * len(between)
        all_layers += list(between)
    links = [
        link
        for (source, target), bends in zip(edges, chains, strict=True)
        for link in zip([source, *bends], [*bends, target], strict=True)
    ]
    graph = igraph.Graph(n=len(all_widths), edges=links, directed=True)
    columns = [x for x, _ in graph.layout_sugiyama(layers=all_layers, maxiter=300)]
    xs = _spread(columns, all_layers, all_widths, column_gap)
    step = node_height + layer_gap
    centres = [(x, layer * step + node_height / 2) for x, layer in zip(xs, all_layers, strict=True)]
    paths = []
    for (source, target), bends in zip(edges, chains, strict=True):
        start = (centres[source][0], centres[source][1] + node_height / 2)
        end = (centres[target][0], centres[target][1] - node_height / 2)
        paths.append((start, *(centres[bend] for bend in bends), end))
    return Placement(
        tuple(centres[: len(widths)]),
        tuple(paths),
        max(x + width / 2 for x, width in zip(xs, all_widths, strict=True)),
        max(all_layers) * step + node_height,
    )


def _layers(count: int, edges: Sequence[tuple[int, int]]) -> list[int]:
    """The longest path from a source to each node; a source moves down to just above its first use.

    Nodes are numbered in the order in which they were made, so an edge to an earlier node closes a
    loop and does not count.
    """
    forward = sorted((source, target) for source, target in edges if source < target)
    layers = [0] * count
    for source, target in forward:
        layers[target] = max(layers[target], layers[source] + 1)
    has_inputs = {target for _, target in forward}
    for node in range(count):
        uses = [layers[target] for source, target in forward if source == node]
        if node not in has_inputs and uses:
            layers[node] = min(uses) - 1
    return layers


def _spread(
    columns: Sequence[float], layers: Sequence[int], widths: Sequence[float], gap: float
) -> list[float]:
    """Column numbers as pixels: wide nodes push their neighbours aside, layers stay centred."""
    unit = max(widths) * 0.6 + gap
    xs = [column * unit for column in columns]
    for layer in set(layers):
        row = sorted((node for node, at in enumerate(layers) if at == layer), key=xs.__getitem__)
        wanted = sum(xs[node] for node in row) / len(row)
        for left, right in itertools.pairwise(row):
            distance = (widths[left] + widths[right]) / 2 + gap
            xs[right] = max(xs[right], xs[left] + distance)
        shift = wanted - sum(xs[node] for node in row) / len(row)
        for node in row:
            xs[node] += shift
    leftmost = min(x - width / 2 for x, width in zip(xs, widths, strict=True))
    return [x - leftmost for x in xs]
