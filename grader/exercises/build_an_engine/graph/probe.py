"""Builds graphs with the class that the answer is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grader.evidence.data import Raised
from grader.evidence.probes.build_an_engine import NO_NODE
from grader.evidence.probes.table import WrongResult, attempt
from grader.languages import _

STAYS_IN_THE_KERNEL = "the answers are classes"


def probe(tf: Any, answer: Any, program: Any) -> Any:
    """What `_report` gives, or the error of the answer."""
    return attempt(_report, answer, program)


def _report(make: Callable[[], Any], program: Sequence[Any]) -> dict[str, Any]:
    """Builds a program with the answer's class: [kind, numbers of inputs, value, name] each.

    The list of inputs is emptied after each call: a node should have kept its own. Afterwards a node of
    another graph is tried as the only input, and as the second one.
    """
    built = make()
    nodes: list[Any] = []
    for kind, sources, value, name in program:
        given = [nodes[source] for source in sources]
        used = {key: item for key, item in (("name", name), ("value", value)) if item is not None}
        nodes.append(built.add(kind, *([given] if given else []), **used))
        if nodes[-1] is None:
            raise WrongResult(_(NO_NODE).format(type="NoneType"))
        given.clear()
    listed = [_place(nodes, node) for node in built.nodes]
    other = make().add("constant", value=1.0)
    refused = [attempt(built.add, "square", [other]), attempt(built.add, "add", [nodes[0], other])]
    return {
        **{key: [getattr(node, key) for node in nodes] for key in ("name", "kind", "value")},
        "inputs": [[_place(nodes, source) for source in node.inputs] for node in nodes],
        "listed": listed,
        "strangers": [one.type if isinstance(one, Raised) else "accepted" for one in refused],
        "grown by": len(built.nodes) - len(listed),
    }


def _place(nodes: Sequence[Any], thing: Any) -> int:
    """Where `thing` itself is in `nodes`; -1 where it is not."""
    return next((place for place, node in enumerate(nodes) if node is thing), -1)
