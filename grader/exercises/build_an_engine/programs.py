"""The graphs that the last exercise makes smaller, one for each kind of saving and for what stays.

And what is seen of a smaller one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Raised
from grader.evidence.probes.build_an_engine import NO_NODE
from grader.exercises.build_an_engine.graphs import entries_of, program
from grader.exercises.build_an_engine.orders import needed
from grader.exercises.build_an_engine.reading import Program, result_of, type_of
from grader.exercises.definition import listed
from grader.judging import part
from grader.languages import N_, _

# A program: what the answer is given, and [numbers among the fetches, feeds by name] for each run.
Drawn = tuple[dict[str, Any], list[Any]]

LONG = 1_200  # nodes in a chain: more than Python lets functions call each other
SUMS = 20  # of a node with itself: a million paths
STEPS = 3
MANY_LOOKS = 400_000  # at inputs: an answer may go through the graph many times
NO_NEW_NODES = N_(
    "return a dictionary from old nodes to new ones; your function returned a value of type {type}"
)
ONE_PLACEHOLDER = N_(
    "two placeholders have the same new node, though a run may feed them two values"
)
MISSING_NODE = N_("your dictionary has no new node for {name!r}, a node of the kind {kind}")
LOST_NAME = N_("no node of the new graph is called {name!r}, as a node that is not pure was")


def draw_programs(rng: np.random.Generator) -> Challenge:
    several = [_shown(rng), _folding(rng), _merging(rng), _acting(rng), _starting(rng)]
    drawn = [*several, _training(rng), *_deep(rng)]
    programs, runs = zip(*drawn, strict=True)
    return Challenge("build-an-engine/calls", {"programs": list(programs)}, {"runs": list(runs)})


def _graph() -> Any:
    """A new graph of the chapter's own engine, which the listed answers make."""
    (graph,) = listed("build-an-engine/graph", "Graph")
    return graph()


def _program(graph: Any, fetches: Sequence[Any], times: int = 1) -> dict[str, Any]:
    """A graph as the probe takes it: [kind, numbers of inputs, value, name] for each node."""
    numbers = {node: number for number, node in enumerate(graph.nodes)}
    entries = [
        [node.kind, [numbers[source] for source in node.inputs], node.value, node.name]
        for node in graph.nodes
    ]
    return _calls(entries, [numbers[node] for node in fetches], times)


def _calls(
    entries: Sequence[Any], fetches: list[int], times: int = 1, **more: Any
) -> dict[str, Any]:
    given = [["nodes", fetches], ["new graph"], ["pure"]]
    inputs = [number for number, entry in enumerate(entries) if entry[0] == "placeholder"]
    more |= {"looks": MANY_LOOKS, "shown": [*fetches, *inputs]}
    return program(entries, *given, times=times, **more)


def _constant(graph: Any, value: Any) -> Any:
    return graph.add("constant", value=value)


def _some(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return np.round(rng.uniform(0.5, 1.5, shape), 2)


def _shown(rng: np.random.Generator) -> Drawn:
    """The visible case: (x + a * b) * ((x + c) * (x + b * a)), where c is a * b, or the other way round.

    From whichever end a walk begins, the first constant that it meets is not the one that is left.
    """
    a, b = (float(number) for number in rng.choice(range(2, 10), 2, replace=False))
    inner, outer = (str(kind) for kind in rng.permutation(["add", "multiply"]))
    folds = {"add": a + b, "multiply": a * b}[outer]
    graph = _graph()
    x = graph.add("placeholder", name="x")
    folded, again = (
        graph.add(outer, [_constant(graph, number) for number in pair]) for pair in ((a, b), (b, a))
    )
    one, other, third = (
        graph.add(inner, [x, known]) for known in (folded, _constant(graph, folds), again)
    )
    y = graph.add(outer, [one, graph.add(outer, [other, third])], name="y")
    return _program(graph, [y]), [[[0], {"x": float(rng.integers(2, 10))}]]


def _folding(rng: np.random.Generator) -> Drawn:
    """Constants that become known one after the other, some of them fetched; some cannot."""
    a, b, c = (float(number) for number in rng.choice(range(2, 30), 3, replace=False))
    graph = _graph()
    x = graph.add("placeholder", name="x")
    one, two = _constant(graph, a), _constant(graph, b)
    row = _constant(graph, _some(rng, 3))
    product = graph.add("multiply", [one, two])
    total = graph.add("subtract", [product, one])
    less = graph.add("negative", [graph.add("cube", [total])])
    stretched = graph.add("multiply", [row, less])
    summed = graph.add("sum", [stretched])
    stopped = graph.add("stop_gradient", [summed])
    scaled = graph.add("scale", [stopped], value=c)
    unknown = graph.add("add", [x, scaled])
    still = graph.add("add", [unknown, two])  # (x + known) + known is left as it is
    size = graph.add("size", [x])
    through = graph.add("stop_gradient", [still])
    end = graph.add("multiply", [through, size])
    fetches = [end, less, two, stretched, _constant(graph, a * b), x]
    runs = [[[*range(6)], {"x": _some(rng, 3)}] for _ in range(2)]
    return _program(graph, fetches), runs


def _merging(rng: np.random.Generator) -> Drawn:
    """What is the same, in steps that follow from each other; and what only looks the same."""
    a, p, q = (float(number) for number in rng.choice(range(2, 30), 3, replace=False))
    row = _some(rng, 3)
    close = row + np.array([0.0, 1e-12, 0.0])
    graph = _graph()
    x, z = graph.add("placeholder", name="x"), graph.add("placeholder", name="z")
    # the same: constants, then sums, then squares
    first = graph.add("add", [x, _constant(graph, a)])
    again = graph.add("add", [x, _constant(graph, a)])
    square, square_again = graph.add("square", [first]), graph.add("square", [again])
    # not the same: the order of the inputs, the node's own value, another kind
    ways = [graph.add("subtract", [square, z]), graph.add("subtract", [z, square_again])]
    scales = [graph.add("scale", [x], value=value) for value in (p, q, p)]
    kinds = [graph.add("negative", [again]), graph.add("square", [z])]
    # not the same: other types, shapes and bits
    values = [int(a), np.float32(a), row, row[None], close, row.copy(), 0.0, -0.0]
    alike = [graph.add("multiply", [x, _constant(graph, value)]) for value in values]
    both = graph.add("multiply", [square, square_again])
    twice = graph.add("multiply", [square, square])
    end = both
    for node in [twice, *ways, *scales, *kinds, *alike]:
        end = graph.add("add", [end, node])
    fetches = [end, scales[2], scales[0], scales[1], first, again, end]
    runs = [[[*range(7)], {"x": _some(rng, 3), "z": _some(rng, 3)}] for _ in range(2)]
    return _program(graph, fetches), runs


def _acting(rng: np.random.Generator) -> Drawn:
    """Variables, assignments, random nodes, groups: all stay, under their names; what they need is merged.

    Of each of these kinds there are two that are alike, and one that needs nothing but constants (a variable
    or a placeholder: nothing at all). One variable has the name of a kind, which a nameless node would take.
    """
    start, amount, sides = (float(number) for number in rng.choice(range(2, 30), 3, replace=False))
    graph, names = _graph(), ("w", "constant", "total")
    w, v, total = (graph.add("variable", name=name, value=start) for name in names)
    fixed, other = _constant(graph, start), _constant(graph, start)
    product = graph.add("multiply", [fixed, _constant(graph, amount)])
    starts = [
        graph.add("assign", [source], name=f"{name}/start", value=name)
        for name, source in zip(names, (fixed, other, product), strict=True)
    ]
    begin = graph.add("group", starts, name="begin")
    x = graph.add("placeholder", name="x")
    more = [graph.add("multiply", [w, _constant(graph, amount)]) for _ in range(2)]
    steps = [graph.add("assign", [node], name="more", value="w") for node in more]
    for name in ("rest", "again"):
        dropped = graph.add("subtract", [v, x])
        steps.append(graph.add("assign", [dropped], name=name, value="constant"))
    step = graph.add("group", steps, name="step")
    faces = [_constant(graph, sides), _constant(graph, sides)]
    chance = [graph.add("random", [face], name=f"random{i}") for i, face in enumerate(faces)]
    chance.append(graph.add("random", [faces[0]], name="random2"))
    squares = [graph.add("square", [chance[0]]), graph.add("square", [chance[0]])]
    apart = graph.add("square", [chance[1]])
    thrown = graph.add("add", [graph.add("add", [*squares]), graph.add("add", [apart, chance[2]])])
    empty = [graph.add("group", name=name) for name in ("nothing", "nothing else")]
    fixed_groups = [graph.add("group", [faces[0], product], name=f"fixed{i}") for i in range(2)]
    graph.add("assign", [graph.add("negative", [w])], name="unneeded", value="total")
    count = graph.add("add", [graph.add("add", [w, v]), total])
    both = graph.add("subtract", [x, graph.add("placeholder", name="y")])
    fed = ("x", "y", "random0", "random1", "random2")
    feeds = [
        dict(zip(fed, map(float, rng.choice(range(2, 40), 5, replace=False)), strict=True))
        for _each in range(3)
    ]
    runs = [
        [[0], feeds[0]],
        [[1, 2], feeds[0]],
        [[2, 3, 4, 5], feeds[1]],
        [[1, 2, 3, 5], feeds[2]],
        [[2, 6, 7, 8], feeds[2]],
    ]
    fetches = [begin, step, count, thrown, empty[0], both, empty[1], *fixed_groups]
    return _program(graph, fetches, times=2), runs


def _starting(rng: np.random.Generator) -> Drawn:
    """Nothing but an assignment, and a constant that is yet to be computed."""
    a, b = (float(number) for number in rng.choice(range(2, 30), 2, replace=False))
    graph = _graph()
    graph.add("variable", name="w", value=a)
    total = graph.add("add", [_constant(graph, a), _constant(graph, b)])
    start = graph.add("assign", [total], name="start", value="w")
    return _program(graph, [start]), [[[0], {}]]


def _training(rng: np.random.Generator) -> Drawn:
    """Steps with a small model, written with a repetition and a rate that is to be computed."""
    graph = _graph()
    x, y = graph.add("placeholder", name="X"), graph.add("placeholder", name="y")
    first = {"w": _some(rng, 2, 1).astype(np.float32), "b": _some(rng, 1, 1).astype(np.float32)}
    w, b = (graph.add("variable", name=name, value=value) for name, value in first.items())
    starts = [
        graph.add("assign", [_constant(graph, value)], name=f"{name}/start", value=name)
        for name, value in first.items()
    ]

    def error() -> Any:
        return graph.add("subtract", [graph.add("add", [graph.add("matmul", [x, w]), b]), y])

    half = graph.add("multiply", [_constant(graph, np.float32(n)) for n in (2, 0.25)])
    squares = graph.add("multiply", [error(), error()])
    loss = graph.add("multiply", [half, graph.add("mean", [squares])], name="loss")

    gradients, rules, minimize = (
        listed(f"build-an-engine/{part.replace('_', '-')}", part)[0]
        for part in ("gradients", "gradient_rules", "minimize")
    )
    train = minimize(
        graph, loss, [w, b], 0.125, lambda graph, y, xs: gradients(graph, y, xs, rules())
    )
    runs: list[Any] = [[[0, 1], {}]]
    for _each in range(STEPS):
        batch = {
            name: _some(rng, 5, width).astype(np.float32) for name, width in (("X", 2), ("y", 1))
        }
        runs.append([[2, 3], batch])
    return _program(graph, [*starts, train, loss]), runs


def _deep(rng: np.random.Generator) -> list[Drawn]:
    """Sums of a node with itself and chains, from a placeholder and from a constant."""
    drawn: list[Drawn] = []
    for kind, times, count in (("add", 2, SUMS), ("negative", 1, LONG)):
        for begin in ("placeholder", "constant"):
            value = float(rng.integers(2, 30))
            start: list[Any] = [begin, [], value if begin == "constant" else None, "x"]
            made = _calls([start], [count], repeat=[kind, times, count])
            drawn.append((made, [[[0], {"x": value} if begin == "placeholder" else {}]]))
    return drawn


# ---------------------------------------------------------------------- what is seen


def seen(program: Mapping[str, Any], report: Any, runs: Sequence[Any], named: bool) -> Any:
    """The values of what is not pure by name, all kinds, what the runs give, and the state afterwards.

    named: whether what is fed should have its old name.
    """
    found = result_of(report, Mapping, NO_NEW_NODES, keeps=(0, 2, -1), least=1)
    if isinstance(found, Raised):
        return found
    entries, (_nodes, old) = entries_of(program), program["calls"][0][0]
    inputs = [n for n in needed(entries, old) if entries[n][0] == "placeholder"]
    new = part(found, "values")
    for number in (*old, *inputs):
        if number not in new:
            kind, _inputs, _value, name = entries[number]
            told = _(MISSING_NODE).format(name=name or kind, kind=repr(kind))
            return Raised("LookupError", told)
        if type(new[number]) is not int:
            return Raised("WrongResult", _(NO_NODE).format(type=type_of(new[number])))
    small = Program(part(report, "graph"))
    fetches = [new[number] for number in old]
    placeholders = {entries[number][3]: new[number] for number in inputs}
    kept = {name: number for number, name in small.names.items()}
    places = {**kept, **placeholders}
    if len(set(placeholders.values())) < len(placeholders):
        return Raised("WrongResult", _(ONE_PLACEHOLDER))
    fed_names = (name for _wanted, feeds in runs for name in feeds)
    lost = next((name for name in fed_names if name not in (kept if named else places)), None)
    if lost is not None:
        return Raised("LookupError", _(LOST_NAME).format(name=lost))
    state: dict[str, Any] = {}
    values = []
    for wanted, feeds in runs:
        fed = {places[name]: value for name, value in feeds.items()}
        values.append(small.try_run([fetches[i] for i in wanted], fed, state))
    own_values = {name: small.values.get(number) for name, number in kept.items()}
    return [own_values, _counted(small.kinds), values, state]


def _counted(kinds: Sequence[str]) -> Any:
    """The kinds of a few nodes, sorted; of many, how many there are of each."""
    return sorted(kinds) if len(kinds) < 10 else dict(Counter(kinds))
