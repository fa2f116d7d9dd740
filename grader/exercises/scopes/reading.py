"""Exercises on the cut-and-paste bug: a tool that finds what was forgotten, and the repair."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.scopes.evidence import graphs, value
from grader.judging import Case, Exercise, Misconception, WrongAnswer, describe
from grader.languages import _

# ------------------------------------------------------------------------------------- forgotten


def _draw_forgotten(rng: np.random.Generator) -> Challenge:
    shown = _graph(rng, 2, slips=1)
    large = _graph(rng, int(rng.integers(4, 6)), slips=2, watched=True)
    clean = _graph(rng, 3, slips=0)
    return Challenge("scopes/imported", {"graphs": [shown, large, clean]})


def _graph(rng: np.random.Generator, relus: int, slips: int, watched: bool = False) -> list[Any]:
    """A sum of ReLUs, some of them built from another one's z, as [GraphDef, x, output]."""
    wrong = {int(number) for number in rng.choice(np.arange(1, relus), slips, replace=False)}
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 2], name="X")
        sums: list[Any] = []
        ends = []
        for number in range(relus):
            with tf.name_scope(str(rng.choice(("relu", "layer", "part")))):
                w = tf.constant(rng.normal(size=(2, 1)).astype(np.float32), name="w")
                if rng.integers(2):
                    w = tf.negative(w, name="flipped")
                sums.append(tf.add(tf.matmul(x, w, name="product"), float(number), name="z"))
                used = sums[number - 1] if number in wrong else sums[number]
                ends.append(tf.maximum(used, 0.0, name="relu"))
        if watched:
            tf.reduce_max(tf.square(ends[0], name="watch"), name="watch")
        tf.sqrt(tf.constant(2.0, name="apart"), name="apart")
        output = tf.add_n(ends, name="output")
        return [graph.as_graph_def().SerializeToString(), x.name, output.name]


def _observe_forgotten(evidence: Evidence, challenge: Challenge) -> list[Any]:
    result = evidence.result
    if not isinstance(result, list) or len(result) != 3:
        raise WrongAnswer(_("the evidence of your answer is not what this exercise collects"))
    return [_sorted_names(part) for part in result]


def _sorted_names(result: Any) -> Any:
    if isinstance(result, Raised):
        return result
    if isinstance(result, np.ndarray):
        result = result.tolist()
    if not isinstance(result, (list, tuple, set, frozenset)):
        raise WrongAnswer(
            _("expected a list of names, but {function} returns {found}").format(
                function="forgotten", found=describe(result)
            )
        )
    if not all(isinstance(name, (str, bytes)) for name in result):
        raise WrongAnswer(
            _(
                "expected names, which are texts, but the list of {function} holds something else; "
                "`op.name` is the name of an operation"
            ).format(function="forgotten")
        )
    return sorted(
        name if isinstance(name, str) else name.decode("utf-8", "replace") for name in result
    )


def _walk(start: Any, after: Callable[[Any], list[Any]]) -> set[Any]:
    found, waiting = {start}, [start]
    while waiting:
        for operation in after(waiting.pop()):
            if operation not in found:
                found.add(operation)
                waiting.append(operation)
    return found


def _inputs(operation: Any) -> list[Any]:
    return [tensor.op for tensor in operation.inputs]


def _users(operation: Any) -> list[Any]:
    return [user for tensor in operation.outputs for user in tensor.consumers()]


def _names(operations: Any) -> list[str]:
    return sorted(operation.name for operation in operations)


def _forgotten() -> Callable[..., Any]:
    return lambda x, output: _names(_walk(x.op, _users) - _walk(output.op, _inputs))


def _everything_unneeded() -> Callable[..., Any]:
    return lambda x, output: _names(set(output.graph.get_operations()) - _walk(output.op, _inputs))


def _only_the_ends() -> Callable[..., Any]:
    return lambda x, output: _names(
        operation
        for operation in _walk(x.op, _users)
        if not _users(operation) and operation is not output.op
    )


def _only_direct_users() -> Callable[..., Any]:
    return lambda x, output: _names(set(_users(x.op)) - _walk(output.op, _inputs))


def _what_is_needed() -> Callable[..., Any]:
    return lambda x, output: _names(_walk(x.op, _users) & _walk(output.op, _inputs))


FORGOTTEN = Exercise(
    id="scopes/forgotten",
    title="A tool that finds forgotten nodes",
    answers=("forgotten",),
    cases=(
        Case("the names in a graph of two ReLUs", 1, visible=True, gate=True),
        Case("the names in a larger graph", 1),
        Case("a graph in which nothing was forgotten", 1),
    ),
    draw=_draw_forgotten,
    observe=_observe_forgotten,
    reference=_forgotten,
    misconceptions=(
        Misconception(
            "everything-that-is-not-needed",
            _everything_unneeded,
            "you list every operation that the output does not need. Some of them have nothing to do "
            "with x: list only those that you can reach from x, going from a tensor to its consumers.",
        ),
        Misconception(
            "only-the-loose-ends",
            _only_the_ends,
            "you list only the operations whose result nobody uses. What leads to such an operation "
            "and to nothing else was computed in vain, too.",
        ),
        Misconception(
            "only-direct-users",
            _only_direct_users,
            "you look at the direct users of x only. Their results have users, too: go on until nothing "
            "new comes.",
        ),
        Misconception(
            "what-is-needed",
            _what_is_needed,
            "you list what lies on the way from x to the output. Those nodes are fine; the forgotten ones "
            "are reached from x, but the output does not need them.",
        ),
    ),
    hints=(
        "Two walks: forwards from x, and backwards from the output. Which set minus which?",
        "Backwards: tensor.op for each tensor in op.inputs. Forwards: tensor.consumers() for each "
        "tensor in op.outputs; it gives operations.",
        "reached = all operations found forwards from x.op; needed = all found backwards from output.op; "
        "return sorted(op.name for op in reached - needed).",
    ),
)

# ---------------------------------------------------------------------------------------- repair

RELUS = 3


def _draw_repair(rng: np.random.Generator) -> Challenge:
    call = [
        {"placeholder": [None, 2], "name": "X"},
        [{"placeholder": [2, 1], "name": f"w{number}"} for number in range(1, RELUS + 1)],
        [{"placeholder": [], "name": f"b{number}"} for number in range(1, RELUS + 1)],
    ]
    return Challenge(
        "scopes/calls",
        {"graphs": [[call]]},
        {"feeds": [_feeds(rng, all_positive=True), _feeds(rng), _feeds(rng)]},
    )


def _feeds(rng: np.random.Generator, all_positive: bool = False) -> list[Any]:
    """Numbers for X, the weights and the biases, in which every slip is seen.

    In the shown feed every z is positive. In the others each z is negative in a row, and
    in no row are all of them negative.
    """
    biases = [float(number) for number in rng.choice(np.arange(1, 9), RELUS, replace=False)]
    if all_positive:
        weights = rng.choice(np.arange(1, 20), (RELUS, 2), replace=False).astype(float)
        rows = rng.integers(1, 6, (1, 2)).astype(float)
    else:
        signs = np.array([[1.0, -1.0], [-1.0, 1.0], [1.0, -1.0]])
        weights = rng.choice(np.arange(10, 40), (RELUS, 2), replace=False) * signs
        rows = np.array([[1.0, 5.0], [5.0, 1.0], [6.0, 1.0]]) * rng.integers(1, 3, (3, 1))
    return [rows, list(weights.reshape(RELUS, 2, 1)), biases]


def _observe_repair(evidence: Evidence, challenge: Challenge) -> list[Any]:
    ((rerun, (call,)),) = graphs(evidence, challenge)
    x, weights, biases = call["arguments"]
    flat = {**call, "arguments": [x, *weights, *biases]}
    values = [
        value(
            rerun,
            flat,
            _("what {call} returns").format(call="three_relus"),
            rows,
            *arrays,
            *numbers,
        )
        for rows, arrays, numbers in challenge.hidden["feeds"]
    ]
    return [values[0], values[1:]]


def _three(
    z_of: tuple[int, ...] = (0, 1, 2),
    bias_of: tuple[int, ...] = (0, 1, 2),
    rectify: bool = True,
) -> Callable[[], Any]:
    """The program with these places for each of the three: which z, and which bias, it takes."""

    def answer() -> Callable[..., Any]:
        def three_relus(X: Any, weights: Any, biases: Any) -> Any:
            sums = [
                tf.matmul(X, weights[number]) + biases[bias_of[number]] for number in range(RELUS)
            ]
            taken = [sums[number] for number in z_of]
            return tf.add_n([tf.maximum(z, 0.0) for z in taken] if rectify else taken)

        return three_relus

    return answer


REPAIR = Exercise(
    id="scopes/repair",
    title="Repair the three ReLUs",
    answers=("three_relus",),
    cases=(
        Case("the output for one row", 1, visible=True, gate=True),
        Case("the output for other weights, some rows below the threshold", 1),
    ),
    draw=_draw_repair,
    observe=_observe_repair,
    reference=_three(),
    misconceptions=(
        Misconception(
            "as-it-was",
            _three(z_of=(0, 0, 2), bias_of=(0, 1, 1)),
            "both slips are still there. Follow the arrows in the picture: which z feeds nothing, "
            "and which bias?",
        ),
        Misconception(
            "wrong-z-is-left",
            _three(z_of=(0, 0, 2)),
            "the second ReLU is still built from z1. z2 is computed, and nobody uses it.",
        ),
        Misconception(
            "wrong-bias-is-left",
            _three(bias_of=(0, 1, 1)),
            "z3 still adds b2. All its nodes are needed, so `forgotten` does not see it; the picture "
            "does: no arrow leaves b3.",
        ),
        Misconception(
            "lost-the-maximum",
            _three(rectify=False),
            "negative values come through. A ReLU takes the larger of z and zero: `tf.maximum(z, 0.0)`.",
        ),
    ),
    hints=(
        "There are two slips. Look in the picture for nodes from which no arrow leaves.",
        "One ReLU is built from another one's z, and one z takes another one's bias.",
        "relu2 needs z2, and z3 needs b3. Or write a loop over zip(weights, biases): then there is "
        "nothing to paste.",
    ),
)
