"""The exercise on how the gradient of an operation is looked up."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.exercises.gradient_control.evidence import case, placeholder
from grader.judging import Case, reports, together

RULES = ("Steep", "Soft", "Flat", "Gentle", "Mirror", "Double")


NAMES = ("inside", "before", "Floor", "steps", "Identity", "after")


def _graph(first: str, second: str) -> list[str]:
    return [
        placeholder("x", [2]),
        'before = tf.identity(x, name="before")',
        "graph = tf.get_default_graph()",
        f'with graph.gradient_override_map({{"Identity": "{first}", "Floor": "{second}"}}):',
        '    inside = tf.identity(x, name="inside")',
        '    tf.reduce_mean(x, name="Floor")',
        '    tf.floor(x, name="steps")',
        '    tf.multiply(x, x, name="Identity")',
        'tf.floor(x, name="after")',
    ]


def _draw(rng: np.random.Generator) -> Challenge:
    """All operations of a graph; of one with rules that were never registered; of one with other rules."""
    first, part, other = (str(name) for name in rng.choice(RULES, 3, replace=False))
    # Names that contain others, or are contained in them: a name is looked up as a whole.
    second = f"{part}Twice"
    longer = map(str, rng.permutation(["IdentityN", "MatMul", second]))
    names = map(str, rng.permutation(["Floor", "Identity", *RULES]))
    # The first and the last one are asked for.
    known = ["Mean", *longer, *names, "Mul"]
    lacking = [name for name in known if name not in (second, "Mul")]
    graphs = (
        (_graph(first, second), known),
        (_graph(first, second), lacking),
        (_graph(second, other), known),
    )
    cases = [
        case(lines, f'gradient_rule(graph.get_operation_by_name("{name}"), {registered})')
        for lines, registered in graphs
        for name in NAMES
    ]
    return Challenge("gradient-control/call", {"cases": cases}, {"registered": known})


def _paste(challenge: Challenge) -> str:
    lines = "\n    ".join(challenge.inputs["cases"][0]["lines"])
    return f"""
registered = {challenge.hidden["registered"]}
with tf.Graph().as_default():
    {lines}
[gradient_rule(inside.op, registered), gradient_rule(before.op, registered)]
"""


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    count = len(challenge.inputs["cases"])
    results = [report["result"] for report in reports(evidence, count, "result")]
    seen = [_seen(result) for result in results]
    size = len(NAMES)
    shown = zip(results[:2], seen, strict=False)
    return [
        together([one if isinstance(one, Raised) else name for one, name in shown]),
        [*seen[2:size], *seen[2 * size :]],
        seen[size : 2 * size],
    ]


def _seen(result: Any) -> Any:
    """A rule's name, bytes marked as such, or an error's name: some errors are LookupErrors."""
    if isinstance(result, Raised):
        return "LookupError" if result.type in ("KeyError", "IndexError") else result.type
    return repr(result) if isinstance(result, bytes) else result


GRADIENT_RULE = exercise(
    id="gradient-control/gradient-rule",
    title="Which rule?",
    answers=("gradient_rule",),
    cases=(
        Case.shown(
            "an Identity made inside the block, and one made before it",
            1,
            advice="Take the name in the note, if the operation has one, and otherwise the operation's "
            "type. Return this name as a string if it is in `registered`, and raise a LookupError"
            " if it is not.",
        ),
        Case(
            "other operations, two of them with names that mislead, and a graph with other notes",
            1,
            advice="Ask each operation for its note and its type. Its name tells you nothing.",
        ),
        Case(
            "a graph in which some rules were never registered",
            1,
            advice="If the name, whether it comes from the note or is the type, is not in `registered`, "
            "raise a LookupError. Look for the whole name, not for a part of one.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "gradient_override_map leaves a note on each operation that it touches.",
        'op.get_attr("_gradient_op_type") gives bytes, or raises ValueError where there is none.',
        "Take the note if there is one, and `op.type` if not. In both cases the name has to be in "
        "the table.",
    ),
    paste=_paste,
)
