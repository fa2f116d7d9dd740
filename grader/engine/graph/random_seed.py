"""Random seeds: of the graph, of an operation, and how they combine."""

from __future__ import annotations

from grader.engine.graph.graph import get_default_graph

__all__ = ["get_seed", "set_random_seed"]

DEFAULT_GRAPH_SEED = 87654321
LARGEST = 2**31 - 1


def get_seed(op_seed: int | None) -> tuple[int | None, int | None]:
    """The pair of seeds for an operation with `op_seed` in the default graph.

    With neither seed: (None, None), numbers that cannot be repeated. With the graph's seed alone: that
    seed and a counter of such operations. With the operation's alone: a fixed seed and that seed.
    """
    graph = get_default_graph()
    if graph.seed is None:
        if op_seed is None:
            return None, None
        seeds = DEFAULT_GRAPH_SEED, op_seed % LARGEST
    else:
        if op_seed is None:
            op_seed = graph.seeds_given
            graph.seeds_given += 1
        seeds = graph.seed % LARGEST, op_seed % LARGEST
    return (0, LARGEST) if seeds == (0, 0) else seeds


def set_random_seed(seed: int | None) -> None:
    """Sets the seed of the default graph."""
    get_default_graph().seed = seed
