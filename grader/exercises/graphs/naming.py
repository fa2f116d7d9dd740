"""Predictions: what names nodes get, and what a chain of additions leaves in a variable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, OperationRef, Raised, TensorRef
from grader.judging import Case, Exercise, Misconception, WrongAnswer, agree, describe
from grader.languages import _, listed

# ---------------------------------------------------------------------------------------- copies

NAMES = ("bias", "weights", "loss", "step", "rate", "mean", "total", "input", "label", "depth")


def _draw_copies(rng: np.random.Generator) -> Challenge:
    one, two, three = (str(name) for name in rng.choice(NAMES, 3, replace=False))
    # From 11 on, alphabetical order differs; the last name has been used before.
    calls = [[one, 3], [two, 1], [three, int(rng.integers(11, 15))], [one, 2]]
    return Challenge("graphs/calls", {"calls": calls})


def _observe_copies(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = [_names(result) for result in evidence.result]
    return [found[0], found[1:]]


def _names(result: Any) -> Any:
    if isinstance(result, Raised):
        return result
    if isinstance(result, np.ndarray):
        result = result.tolist()
    if not isinstance(result, (list, tuple)):
        raise WrongAnswer(
            _("`copies` should return a list of names, but it returned {found}").format(
                found=describe(result)
            )
        )
    if nodes := [part for part in result if isinstance(part, (OperationRef, TensorRef))]:
        raise WrongAnswer(
            _(
                "`copies` should return a list of names, but one of its entries is {found}; `op.name` "
                "is the name of an operation"
            ).format(found=describe(nodes[0], part=True))
        )
    return list(result)


def _paste_copies(challenge: Challenge) -> str:
    name, runs = challenge.inputs["calls"][0]
    return f"copies({name!r}, {runs})"


def _names_of_copies(name: str, runs: int) -> list[str]:
    return [name if number == 0 else f"{name}_{number}" for number in range(runs)]


def _in_the_default_graph() -> Callable[..., Any]:
    def copies(name: str, runs: int) -> list[str]:
        for _run in range(runs):
            tf.constant(0, name=name)
        return [operation.name for operation in tf.get_default_graph().get_operations()]

    return copies


def _one_list() -> Callable[..., Any]:
    names: list[str] = []

    def copies(name: str, runs: int) -> list[str]:
        names.extend(_names_of_copies(name, runs))
        return names

    return copies


def _numbered(first: Callable[[str], str], later: Callable[[str, int], str]) -> Callable[[], Any]:
    return lambda: (
        lambda name, runs: [
            first(name) if number == 0 else later(name, number) for number in range(runs)
        ]
    )


COPIES = Exercise(
    id="graphs/copies",
    title="The names after running a cell again",
    answers=("copies",),
    cases=(
        Case("the names after three runs", 0.5, visible=True, gate=True),
        Case(
            "the names after one run, after many, and for a name that an earlier call also used",
            1.5,
            advice="Your names are right for three runs, but not always. Try 1 run and 12 runs, and "
            "the same name in two calls: each call asks about a graph that was empty before.",
        ),
    ),
    draw=_draw_copies,
    observe=_observe_copies,
    reference=_numbered(str, lambda name, number: f"{name}_{number}"),
    misconceptions=(
        Misconception(
            "the-first-is-numbered",
            _numbered(lambda name: f"{name}_0", lambda name, number: f"{name}_{number}"),
            "you number the first node, too. It keeps its plain name, as long as the name is free; "
            "only the later ones get a number.",
        ),
        Misconception(
            "all-are-numbered-from-one",
            _numbered(lambda name: f"{name}_1", lambda name, number: f"{name}_{number + 1}"),
            "you number the first node, too. It keeps its plain name, as long as the name is free, and "
            "the second one gets _1.",
        ),
        Misconception(
            "counts-from-two",
            _numbered(str, lambda name, number: f"{name}_{number + 1}"),
            "your second node is number 2. TensorFlow numbers the copies: the second node is the first copy, "
            "and gets _1.",
        ),
        Misconception(
            "replaces-the-node",
            lambda: lambda name, runs: [name],
            "you keep one node. A second run of a cell does not replace the node of the first run: "
            "both stay in the graph.",
        ),
        Misconception(
            "an-empty-list",
            lambda: lambda name, runs: [],
            "your list is empty. After the `with` block, `tf.get_default_graph()` gives the old graph again: "
            "ask the graph in which you built the nodes.",
        ),
        Misconception(
            "in-alphabetical-order",
            lambda: lambda name, runs: sorted(_names_of_copies(name, runs)),
            "your names are right, but in alphabetical order, in which number 10 comes before number 2. Keep "
            "the order in which the nodes were made.",
        ),
        Misconception(
            "one-name-for-all",
            lambda: lambda name, runs: [name] * runs,
            "all your nodes have the same name. Within a graph, a name belongs to one node only: the "
            "name of a later node gets a number at its end.",
        ),
        Misconception(
            "in-the-default-graph",
            _in_the_default_graph,
            "your function builds in the default graph, where the nodes from its earlier "
            "calls are still around. The graph of the question was empty before: build "
            "inside `with tf.Graph().as_default():`.",
        ),
        Misconception(
            "one-list-for-all-calls",
            _one_list,
            "your list still has the names from earlier calls. A default such as `names=[]` is made only "
            "once: make the list inside the function.",
        ),
    ),
    hints=(
        'Run a cell with `print(tf.constant(0, name="z").op.name)` twice, and look at the names.',
        "The first node has the plain name, the second one name_1. And the third?",
        "You can work the names out, or let TensorFlow make them: build the nodes in a new graph, "
        "and ask that graph for its operations.",
    ),
    paste=_paste_copies,
)

# ---------------------------------------------------------------------------------------- recipe

KEYS = ("value", "variable", "name")


def _draw_recipe(rng: np.random.Generator) -> Challenge:
    one, other = (int(number) for number in rng.choice(np.arange(5, 90), 2, replace=False))
    # One addition has the plain name, two are the first case with a number, and many have a longer one.
    calls = [[one, 3], [0, 1], [-other, int(rng.integers(11, 15))], [other, 2]]
    return Challenge("graphs/calls", {"calls": calls})


def _observe_recipe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = [_parts(result) for result in evidence.result]
    shown, *others = found
    return [
        shown,
        [_part(other, "value") for other in others],
        [_part(other, "variable") for other in others],
        [_part(other, "name") for other in others],
    ]


def _paste_recipe(challenge: Challenge) -> str:
    start, n = challenge.inputs["calls"][0]
    return f"chain({start}, {n})"


def _parts(result: Any) -> Any:
    if isinstance(result, Raised):
        return result
    if isinstance(result, dict) and (wrong := [key for key in KEYS if key not in result]):
        raise WrongAnswer(
            _(
                "`chain` should return a dictionary with the keys {keys}; {missing} is missing"
            ).format(keys=listed(map(repr, KEYS)), missing=repr(wrong[0]))
        )
    if isinstance(result, dict) and (wrong := [key for key in result if key not in KEYS]):
        raise WrongAnswer(
            _("`chain` should return a dictionary with the keys {keys}, and no {other}").format(
                keys=listed(map(repr, KEYS)),
                other=repr(wrong[0])
                if isinstance(wrong[0], str)
                else describe(wrong[0], part=True),
            )
        )
    if not isinstance(result, dict):
        raise WrongAnswer(
            _(
                "`chain` should return a dictionary with the keys {keys}, but it returned {found}"
            ).format(keys=listed(map(repr, KEYS)), found=describe(result))
        )
    for key in KEYS:
        text = isinstance(result[key], (str, bytes)) and key != "name"
        if text or isinstance(result[key], (OperationRef, TensorRef)):
            told = (
                _("`chain` should return a string for {key}, but it returned {found}")
                if key == "name"
                else _("`chain` should return a number for {key}, but it returned {found}")
            )
            raise WrongAnswer(told.format(key=repr(key), found=describe(result[key])))
    return result


def _part(result: Any, key: str) -> Any:
    return result if isinstance(result, Raised) else _single(result[key])


def _all_parts_agree(expected: Any, got: Any) -> bool:
    return all(agree(_part(expected, key), _part(got, key)) for key in KEYS)


def _single(value: Any) -> Any:
    """A number, also when it comes as a list or an array of one element (as `a` itself does)."""
    if isinstance(value, np.ndarray) and value.size == 1 and value.dtype.kind in "iuf":
        return value.ravel()[0]
    if isinstance(value, (list, tuple)) and len(value) == 1:
        return _single(value[0])
    return value


def _chain(variable: Callable[[int, int], int], last: Callable[[int], str]) -> Callable[[], Any]:
    return lambda: (
        lambda start, n: {
            "value": start + n,
            "variable": variable(start, n),
            "name": last(n),
        }
    )


def _chain_in_the_default_graph() -> Callable[..., Any]:
    def chain(start: int, n: int) -> dict[str, Any]:
        a: Any = tf.Variable([start])
        for _addition in range(n):
            a = a + 1
        return {"value": start + n, "variable": start, "name": a.name}

    return chain


def _add_name(number: int) -> str:
    return "add:0" if number == 0 else f"add_{number}:0"


RECIPE = Exercise(
    id="graphs/recipe",
    title="What a chain of additions leaves behind",
    answers=("chain",),
    cases=(
        Case(
            "all three entries for n = 3",
            0.5,
            visible=True,
            gate=True,
            agree=_all_parts_agree,
            advice="Each addition makes a new node and adds 1. `value` is what the last node gives; the "
            "variable changes only if some line assigns to it; `name` belongs to the last "
            "tensor: the operator + calls its nodes `add` (`tf.add` calls them `Add`), and `:0` stands for a "
            "node's first output.",
        ),
        Case(
            "the value of the last a, in three more calls",
            1,
            advice="Your value for the last a is right in the first call, but not in every call. Each of "
            "the n additions adds 1 to start; try start = 0 with n = 1, and a negative start.",
        ),
        Case(
            "the value of the variable afterwards",
            0.5,
            advice="Your value for the variable is not always right. Is there a line that assigns "
            "to it?",
        ),
        Case(
            "the name of the last tensor",
            1,
            advice="The name is right for n = 3, but not for every n. Try n = 1, n = 2 and n = 12, each in "
            "an empty graph.",
        ),
    ),
    draw=_draw_recipe,
    observe=_observe_recipe,
    reference=_chain(lambda start, n: start, lambda n: _add_name(n - 1)),
    misconceptions=(
        Misconception(
            "the-variable-changes",
            _chain(lambda start, n: start + n, lambda n: _add_name(n - 1)),
            "you let the variable change. `a = a + 1` makes a node and gives it the Python name a; "
            "the variable is never assigned, so it still holds start.",
        ),
        Misconception(
            "names-count-from-one",
            _chain(lambda start, n: start, _add_name),
            "the number in the name is too high. The first addition makes `add`, the second one "
            "`add_1`: after n additions the last is number n − 1.",
        ),
        Misconception(
            "the-second-is-number-two",
            _chain(lambda start, n: start, lambda n: _add_name(n if n > 1 else 0)),
            "the number in the name is too high. The first addition makes `add`, the second one "
            "`add_1`: after n additions the last is number n − 1.",
        ),
        Misconception(
            "one-addition-only",
            lambda: (
                lambda start, n: {
                    "value": start + 1,
                    "variable": start,
                    "name": _add_name(n - 1),
                }
            ),
            "your value is that of one addition. Each of the n additions adds 1.",
        ),
        Misconception(
            "python-names",
            _chain(lambda start, n: start, lambda n: "a:0"),
            "you use the Python name. TensorFlow does not know what your Python variables are "
            "called: the operator + names its node `add`.",
        ),
        Misconception(
            "forgets-the-output-number",
            _chain(lambda start, n: start, lambda n: _add_name(n - 1)[:-2]),
            "you give the name of the operation. A tensor's name also says which output of "
            "the operation it is: `add:0`.",
        ),
        Misconception(
            "an-operation-with-a-number",
            _chain(lambda start, n: start, lambda n: f"add_{n - 1}"),
            "you give the name of the operation. A tensor's name also says which output of "
            "the operation it is: `add:0`. And the first of these operations has no number.",
        ),
        Misconception(
            "in-the-default-graph",
            _chain_in_the_default_graph,
            "your function builds in the default graph, where the additions from its earlier "
            "calls are still around, so the numbers in its names are too high. The lines run in an "
            "empty graph: build inside `with tf.Graph().as_default():`.",
        ),
    ),
    hints=(
        "Run the lines with n = 1 and n = 2 in a cell of your own, and print all three results.",
        "Which line changes the variable? Is there one?",
        "Count the additions: each of them adds 1, and each makes one node. Their names are "
        "numbered like the copies of exercise 3.",
    ),
    paste=_paste_recipe,
)
