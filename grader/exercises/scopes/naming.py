"""The exercise on name scopes as boxes: which tensors go into a scope, and which come out of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.judging import UNREADABLE, Case, Exercise, Misconception, WrongAnswer, describe
from grader.languages import _

# None of them is the beginning or the end of another one.
SCOPES = ("loss", "error", "distance", "misfit", "penalty", "quality", "margin", "score")


def _draw(rng: np.random.Generator) -> Challenge:
    shown, box, layer, other = (str(one) for one in rng.choice(SCOPES, 4, replace=False))
    within = [f"{box}/{layer}", f"{box}/{layer}_1"]
    graphs = [
        [_shown(shown), [shown], ""],
        [_nested(box, layer, other), [box, *within, f"{box}_1", other], ""],
        [_round_about(rng, box, other), [box, other], f"{box}/last:0"],
    ]
    return Challenge("scopes/borders", {"graphs": graphs}, {"scope": shown})


def _shown(scope: str) -> bytes:
    """The graph of `_paste`."""
    with tf.Graph().as_default() as graph:
        a, b = (tf.placeholder(tf.float32, [], name=name) for name in "ab")
        with tf.name_scope(scope):
            difference = tf.subtract(a, b, name="difference")
            square = tf.multiply(difference, difference, name="square")
            tf.add(square, a, name="unused")
        tf.add(square, b, name="total")
        return _bytes(graph)


def _paste(challenge: Challenge) -> str:
    scope = challenge.hidden["scope"]
    return f"""\
with tf.Graph().as_default() as graph:
    a, b = (tf.placeholder(tf.float32, [], name=name) for name in "ab")
    with tf.name_scope("{scope}"):
        difference = tf.subtract(a, b, name="difference")
        square = tf.multiply(difference, difference, name="square")
        tf.add(square, a, name="unused")
    tf.add(square, b, name="total")
[sorted(names) for names in border(graph, "{scope}")]"""


def _nested(box: str, layer: str, other: str) -> bytes:
    """Scopes within scopes, neighbours whose names begin in the same way, and a second output."""
    with tf.Graph().as_default() as graph:
        x, v = (tf.placeholder(tf.float32, [2], name=name) for name in "xv")
        with tf.name_scope(box):
            with tf.name_scope(layer):
                z = tf.multiply(x, tf.constant([1.0, 2.0], name="w"), name="z")
                act = tf.square(z, name="act")
            with tf.name_scope(layer):
                _first, second = tf.unstack(tf.multiply(act, v, name="z"), name="halves")
            out = tf.add(second, act, name="out")
        with tf.name_scope(box):
            again = tf.multiply(second, x, name="z")
            tf.add(second, again, name="again")
        with tf.name_scope(other), tf.name_scope(box):
            tf.add(out, x, name="z")
        with tf.name_scope(f"{box}/"):
            tf.add(v, again, name="end")
        return _bytes(graph)


def _round_about(rng: np.random.Generator, box: str, other: str) -> bytes:
    """A value that leaves a scope and comes back; control inputs both ways; a scope that takes nothing."""
    with tf.Graph().as_default() as graph:
        with tf.name_scope(other):
            ready = tf.constant(float(rng.integers(2, 9)), name="ready")
        seen = tf.negative(ready, name="seen")
        x, y = (tf.placeholder(tf.float32, [], name=name) for name in "xy")
        with tf.name_scope(box):
            start = tf.negative(x, name="start")
            with tf.control_dependencies([ready, y]):
                late = tf.square(start, name="late")
        twice = tf.add(late, late, name="twice")
        outside = tf.add(twice, seen, name="outside")
        with tf.name_scope(f"{box}/"):
            last = tf.multiply(outside, twice, name="last")
        with tf.control_dependencies([last, ready]):
            tf.negative(y, name="after")
        return _bytes(graph)


def _bytes(graph: Any) -> bytes:
    return bytes(graph.as_graph_def().SerializeToString())


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    result = evidence.result
    wanted = [len(scopes) + bool(later) for _graph, scopes, later in challenge.inputs["graphs"]]
    if not isinstance(result, list) or [_length(part) for part in result] != wanted:
        raise WrongAnswer(_(UNREADABLE))
    (shown,), *others = ([_two_lists(answer) for answer in answers] for answers in result)
    failed = next((one for answers in others for one in answers if isinstance(one, Raised)), None)
    return [shown, *([failed] * 2 if failed else others)]


def _length(part: Any) -> int:
    return len(part) if isinstance(part, list) else -1


def _two_lists(result: Any) -> Any:
    if isinstance(result, Raised):
        return result
    if not isinstance(result, (list, tuple)) or len(result) != 2:
        raise WrongAnswer(
            _("expected two lists of names, but {function} returns {found}").format(
                function="border", found=describe(result)
            )
        )
    return [_names(part) for part in result]


def _names(part: Any) -> list[str]:
    if isinstance(part, np.ndarray):
        part = part.tolist()
    if not isinstance(part, (list, tuple, set, frozenset)):
        raise WrongAnswer(
            _(
                "expected two lists of names, but one of the two that {function} returns is {found}"
            ).format(function="border", found=describe(part))
        )
    if not all(isinstance(name, str) for name in part):
        raise WrongAnswer(
            _(
                "expected names, which are strings, but a list from {function} holds something "
                "else; `tensor.name` is the name of a tensor"
            ).format(function="border")
        )
    return sorted(part)


def _in_scope(operation: Any, scope: str) -> bool:
    return bool(operation.name.startswith(f"{scope}/"))


def _inputs(operation: Any) -> list[Any]:
    return list(operation.inputs)


def _and_controls(operation: Any) -> list[Any]:
    waited_for = [tensor for one in operation.control_inputs for tensor in one.outputs[:1]]
    return [*operation.inputs, *waited_for]


def _once(tensors: Iterable[Any]) -> list[str]:
    return sorted({tensor.name for tensor in tensors})


def _border(
    inside: Callable[[Any, str], bool] = _in_scope,
    inputs: Callable[[Any], list[Any]] = _inputs,
    names: Callable[[Iterable[Any]], list[str]] = _once,
    *,
    turned: bool = False,
) -> Callable[[], Callable[..., Any]]:
    """The reference, or an answer with one mistake in it.

    inside: whether an operation belongs to a scope. inputs: the tensors that an operation takes.
    names: what stands in a list for the tensors of all arrows. turned: whether the lists change places.
    """

    def border(graph: Any, scope: str) -> Any:
        goes_in, comes_out = [], []
        for operation in graph.get_operations():
            for tensor in inputs(operation):
                to_inside, from_inside = inside(operation, scope), inside(tensor.op, scope)
                if to_inside and not from_inside:
                    goes_in.append(tensor)
                if from_inside and not to_inside:
                    comes_out.append(tensor)
        found = names(goes_in), names(comes_out)
        return found[::-1] if turned else found

    return lambda: border


def _of_the_default_graph() -> Callable[..., Any]:
    return lambda graph, scope: _border()()(tf.get_default_graph(), scope)


def _with_all_inputs() -> Callable[..., Any]:
    def border(graph: Any, scope: str) -> Any:
        inside = [one for one in graph.get_operations() if _in_scope(one, scope)]
        return _once(tensor for one in inside for tensor in one.inputs), _border()()(graph, scope)[
            1
        ]

    return border


def _leaving(leaves: Callable[[Any, str], bool]) -> Callable[[], Callable[..., Any]]:
    """An answer with another idea of which of the tensors made inside come out."""

    def border(graph: Any, scope: str) -> Any:
        made = [
            tensor
            for one in graph.get_operations()
            if _in_scope(one, scope)
            for tensor in one.outputs
        ]
        comes_out = _once(tensor for tensor in made if leaves(tensor, scope))
        return _border()()(graph, scope)[0], comes_out

    return lambda: border


def _unused_inside(tensor: Any, scope: str) -> bool:
    return not any(_in_scope(user, scope) for user in tensor.consumers())


SQUARED_ERROR = Exercise(
    id="scopes/squared-error",
    title="The border of a scope",
    answers=("border",),
    cases=(
        Case(
            "what goes into a scope, and what comes out of it",
            1,
            visible=True,
            gate=True,
            advice="An arrow is an input of an operation. It goes in if the operation is inside the scope "
            "and the tensor's own operation is not, and it comes out if it is the other way round.",
        ),
        Case(
            "five scopes of a graph: some within others, some with names that begin alike",
            1,
            advice="Look at the names. The name of an operation inside begins with the scope's name and a "
            "slash; more scopes may follow.",
        ),
        Case(
            "a value that leaves a scope and comes back, control inputs, a scope with no inputs from "
            "outside, a graph that has grown since the first call",
            1,
            advice="Look at each arrow of the graph separately, at every call, and follow `op.inputs` "
            "only: a control input carries no value. A list may be empty.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_border(),
    misconceptions=(
        Misconception(
            "without-the-slash",
            _border(lambda operation, scope: operation.name.startswith(scope)),
            "your function also counts neighbouring scopes as inside: for `loss`, it takes in `loss_1`. The "
            "names in a scope begin with the scope's name and a slash.",
        ),
        Misconception(
            "anywhere-in-the-name",
            _border(lambda operation, scope: f"{scope}/" in operation.name),
            "your function finds the scope's name anywhere in a path: `other/loss/z` is not in the scope "
            "`loss`, but in `other/loss`. Names begin with the outermost scope.",
        ),
        Misconception(
            "not-within-scopes",
            _border(lambda operation, scope: operation.name.rpartition("/")[0] == scope),
            "your function leaves out what is in a scope within the scope. A box also holds the boxes "
            "inside it.",
        ),
        Misconception(
            "only-the-outermost-scope",
            _border(lambda operation, scope: operation.name.split("/")[0] == scope),
            "your function looks only at the first part of each name. The scope may itself be within another "
            "one: `model/layer`.",
        ),
        Misconception(
            "a-name-for-each-arrow",
            _border(names=lambda tensors: sorted(tensor.name for tensor in tensors)),
            "the tensors are right, but some of them appear in a list more than once. A tensor may have many "
            "users; name it once.",
        ),
        Misconception(
            "operations-for-tensors",
            _border(names=lambda tensors: sorted({tensor.op.name for tensor in tensors})),
            "these are names of operations. Only a tensor's name tells which output of the operation it "
            "is: `tensor.name`, such as `loss/sub:0`.",
        ),
        Misconception(
            "first-outputs",
            _border(names=lambda tensors: _once(tensor.op.outputs[0] for tensor in tensors)),
            "your function names the first output of an operation, even where another one crosses the "
            "border. Use the tensor itself, which is in `op.inputs`.",
        ),
        Misconception(
            "with-control-inputs",
            _border(inputs=_and_controls),
            "your function also counts control inputs. They say that one operation waits for another, but "
            "they carry no value.",
        ),
        Misconception(
            "the-default-graph",
            _of_the_default_graph,
            "both lists are empty for every scope. The graph to look at is `graph`, which need not be the "
            "default graph.",
        ),
        Misconception(
            "all-inputs",
            _with_all_inputs,
            "your first list holds every input of the operations inside. Where an operation inside made the "
            "tensor, no arrow crosses the border.",
        ),
        Misconception(
            "all-that-is-made-inside",
            _leaving(lambda tensor, scope: True),
            "your second list holds everything that is made inside. A tensor comes out only if an "
            "operation outside takes it.",
        ),
        Misconception(
            "unused-inside",
            _leaving(_unused_inside),
            "your second list holds the tensors that no operation inside uses. But such a tensor may be used "
            "nowhere at all, and one that comes out may be used inside as well.",
        ),
        Misconception(
            "in-and-out-exchanged",
            _border(turned=True),
            "both lists are right, but in the wrong order: first what goes in, then what comes out.",
        ),
    ),
    hints=(
        "Which operations are inside? Their names tell you. Compare the start of each name with the "
        "scope's name and a slash.",
        "Every arrow of the graph is a tensor: `tensor.op` makes it, and it is an input of some other "
        "operation. When does such an arrow cross the border?",
        "Look at all operations, not only at those inside: what comes out is among the inputs of the "
        "others. A set holds each name once.",
    ),
    paste=_paste,
)
