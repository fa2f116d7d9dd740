"""The last exercise: a smaller graph that gives the same values and acts in the same way."""

from __future__ import annotations

from typing import Any

from grader.evidence import Challenge, Evidence, Raised
from grader.evidence.probes.build_an_engine import CHANGED
from grader.exercises.build_an_engine.graphs import RUN, in_a_function
from grader.exercises.build_an_engine.programs import (
    MISSING_NODE,
    NO_NEW_NODES,
    draw_programs,
    seen,
)
from grader.exercises.definition import exercise
from grader.judging import Case, reports, together
from grader.languages import _


def _paste(challenge: Challenge) -> str:
    program, feeds = challenge.inputs["programs"][0], challenge.hidden["runs"][0][0][1]
    rows = ",\n    ".join(map(repr, program["nodes"]))
    return in_a_function(f"""
{RUN}
pure = {{"constant": lambda node: node.value, "add": lambda node, a, b: a + b,
        "multiply": lambda node, a, b: a * b}}
small, nodes = Graph(), []
for kind, inputs, value, name in [
    {rows}]:
    nodes.append(graph.add(kind, [nodes[i] for i in inputs], name, value))
fetches, kernels = [nodes[-1]], dict(pure)
told = lambda: [(node.kind, node.inputs, node.name, repr(node.value)) for node in nodes]
before = told()
new = simplify(fetches, small, kernels)
if fetches != [nodes[-1]] or kernels != pure or told() != before:
    return {_(CHANGED)!r}
if not hasattr(new, "keys"):
    return {_(NO_NEW_NODES)!r}.format(type=type(new).__name__)
kinds = sorted(node.kind for node in small.nodes)
(fed,) = (node for node in nodes if node.kind == "placeholder")
if fed not in new:
    raise LookupError({_(MISSING_NODE)!r}.format(name=fed.name, kind=repr(fed.kind)))
new[fed].value = {feeds["x"]}
[kinds if len(kinds) < 10 else {{kind: kinds.count(kind) for kind in kinds}}, run(new[nodes[-1]])]
""")


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    programs, runs = challenge.inputs["programs"], challenge.hidden["runs"]
    found = zip(programs, reports(evidence, len(runs)), runs, strict=True)
    shown, *others = (seen(*each, named=number > 2) for number, each in enumerate(found))
    if isinstance(shown, list):
        _kept, kinds, (value,), _state = shown
        shown = value if isinstance(value, Raised) else [kinds, value[0]]
    # Names have a case of their own: here they would hide what was folded and merged.
    others[:2] = [one[1:] if isinstance(one, list) else one for one in others[:2]]
    folding, merging, acting, starting, training, *deep = others
    return [shown, folding, merging, together([acting, starting]), training, together(deep)]


SIMPLIFY = exercise(
    id="build-an-engine/simplify",
    title="A smaller graph",
    answers=("simplify",),
    cases=(
        Case.shown(
            "a formula like the one in the text: the nodes that are left, and its value",
            1,
            advice="Compare the kinds of the nodes. If there is one constant too many, perhaps nobody needs "
            "it once its users are folded, or another one has the same contents. If there is one operation "
            "too many, fold before you merge. If only the value differs, look at what you merge, and at the "
            "inputs that you give to the new nodes.",
        ),
        Case(
            "constants that become known one after the other, some of them fetched",
            1,
            advice="A node whose inputs have *become* constants is folded as well, if its kind is in the "
            "argument `pure`. Constants with different values stay apart. A fetch may be a constant, "
            "too; your dictionary has its new node.",
        ),
        Case(
            "what is the same, and what only looks the same",
            1,
            advice="Compare three things: the kind, the new inputs in their order, and the node's own "
            "`value`, by its `contents`. Once two nodes are one, their users may be the same. A new node "
            "gets the old one's `value`.",
        ),
        Case(
            "variables, assignments, groups, random nodes: their names, what is left, what each run does",
            1,
            advice="Pure nodes keep their names, so that none takes the name of a variable. What is not pure "
            "is neither folded nor merged: each such node that is needed stays, with its kind, its name and "
            "its value.",
        ),
        Case(
            "a training step: what is left of it, and the variables after three steps",
            1,
            advice="The training step of a small model does something else now, or it is larger than "
            "it has to be. Look at the inputs of the new nodes.",
        ),
        Case(
            "chains of more than 1,000 nodes, and twenty sums of a node with itself",
            1,
            advice="Visit every node once, in a loop: there are a million paths through twenty sums of a "
            "node with itself.",
        ),
    ),
    draw=draw_programs,
    observe=_observe,
    hints=(
        "First find out what can be known now: a dictionary from node to value, filled in an order in "
        "which inputs come first. No node is made yet.",
        "What is left to compute when these values are known? You have a function for that: exercise 5. A "
        "known value is like a feed, except that it needs a constant wherever somebody uses it.",
        "Then make the new nodes, inputs first. For a pure node, look up (kind, new inputs, contents of "
        "the value) among those that you have made; any other node is always new.",
    ),
    paste=_paste,
)
