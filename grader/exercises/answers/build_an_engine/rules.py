# %% build_an_engine/rules right plain
def shaped(graph, node, slopes):
    return [graph.add("sum_like", pair) for pair in zip(slopes, node.inputs)]


def rule_multiply(graph, node, g):
    a, b = node.inputs
    return shaped(graph, node, [graph.add("multiply", [g, b]), graph.add("multiply", [g, a])])


def rule_square(graph, node, g):
    (a,) = node.inputs
    return [graph.add("multiply", [g, graph.add("add", [a, a])])]


def rule_matmul(graph, node, g):
    a, b = node.inputs
    return [
        graph.add("matmul", [g, graph.add("transpose", [b])]),
        graph.add("matmul", [graph.add("transpose", [a]), g]),
    ]


def rule_mean(graph, node, g):
    (a,) = node.inputs
    return [graph.add("spread_like", [graph.add("divide", [g, graph.add("size", [a])]), a])]


def gradient_rules():
    return {
        "add": lambda graph, node, g: shaped(graph, node, [g, g]),
        "subtract": lambda graph, node, g: shaped(graph, node, [g, graph.add("negative", [g])]),
        "multiply": rule_multiply,
        "negative": lambda graph, node, g: [graph.add("negative", [g])],
        "square": rule_square,
        "matmul": rule_matmul,
        "sum": lambda graph, node, g: [graph.add("spread_like", [g, node.inputs[0]])],
        "mean": rule_mean,
        "stop_gradient": lambda graph, node, g: [None],
    }


# %% build_an_engine/rules right other-formulas from=plain
def rule_square(graph, node, g):
    (a,) = node.inputs
    two = graph.add("constant", value=2.0)
    return [graph.add("multiply", [graph.add("multiply", [two, a]), g])]


def rule_mean(graph, node, g):
    (a,) = node.inputs
    return [graph.add("divide", [graph.add("spread_like", [g, a]), graph.add("size", [a])])]


# %% build_an_engine/rules right transposed-twice from=plain
def rule_matmul(graph, node, g):
    a, b = node.inputs
    back = graph.add("matmul", [b, graph.add("transpose", [g])])
    over = graph.add("matmul", [graph.add("transpose", [g]), a])
    return [graph.add("transpose", [back]), graph.add("transpose", [over])]


# %% build_an_engine/rules right a-table-of-two-parts from=plain
_table = gradient_rules


def gradient_rules():
    minus_one = lambda graph, g: graph.add("multiply", [g, graph.add("constant", value=-1.0)])
    table = dict(_table())
    table["negative"] = lambda graph, node, g: [minus_one(graph, g)]
    table["subtract"] = lambda graph, node, g: shaped(graph, node, [g, minus_one(graph, g)])
    table["stop_gradient"] = lambda graph, node, g: (None,)
    return table


# %% build_an_engine/rules right square-as-a-product from=plain
def rule_square(graph, node, g):
    (a,) = node.inputs
    once = graph.add("multiply", [g, a])
    return [graph.add("add", [once, once])]


def rule_multiply(graph, node, g):
    found = []
    for mine, other in (node.inputs, node.inputs[::-1]):
        found.append(graph.add("sum_like", [graph.add("multiply", [other, g]), mine]))
    return found


# %% build_an_engine/rules wrong no-sums misconception=broadcasting-is-not-summed from=plain
def shaped(graph, node, slopes):
    return slopes


# %% build_an_engine/rules wrong own-factor misconception=multiply-takes-its-own-factor from=plain
def rule_multiply(graph, node, g):
    a, b = node.inputs
    return shaped(graph, node, [graph.add("multiply", [g, a]), graph.add("multiply", [g, b])])


# %% build_an_engine/rules wrong crossed misconception=matmul-is-crossed from=plain
def rule_matmul(graph, node, g):
    a, b = node.inputs
    return [
        graph.add("matmul", [graph.add("transpose", [b]), g]),
        graph.add("matmul", [g, graph.add("transpose", [a])]),
    ]


# %% build_an_engine/rules wrong mean-as-sum misconception=mean-forgets-the-size from=plain
def rule_mean(graph, node, g):
    return [graph.add("spread_like", [g, node.inputs[0]])]


# %% build_an_engine/rules wrong size-of-the-slope misconception=mean-forgets-the-size from=plain
_rules = gradient_rules


def gradient_rules():
    def mean(graph, node, g):
        share = graph.add("divide", [g, graph.add("size", [g])])
        return [graph.add("spread_like", [share, node.inputs[0]])]

    return {**_rules(), "mean": mean}


# %% build_an_engine/rules wrong one-number misconception=mean-is-not-spread from=plain
def rule_mean(graph, node, g):
    return [graph.add("divide", [g, graph.add("size", [node.inputs[0]])])]


# %% build_an_engine/rules wrong no-stop misconception=stop-gradient-passes from=plain
_table = gradient_rules


def gradient_rules():
    return {**_table(), "stop_gradient": lambda graph, node, g: [g]}


# %% build_an_engine/rules wrong zeros misconception=stop-gradient-gives-zeros from=plain
_table = gradient_rules


def gradient_rules():
    def stop(graph, node, g):
        return [graph.add("multiply", [g, graph.add("constant", value=0.0)])]

    return {**_table(), "stop_gradient": stop}


# %% build_an_engine/rules wrong half-a-square misconception=square-without-two from=plain
def rule_square(graph, node, g):
    return [graph.add("multiply", [g, node.inputs[0]])]


# %% build_an_engine/rules wrong matmul-without-transposing from=plain
def rule_matmul(graph, node, g):
    a, b = node.inputs
    return [graph.add("matmul", [g, b]), graph.add("matmul", [a, g])]


# %% build_an_engine/rules wrong two-are-missing from=plain
_table = gradient_rules


def gradient_rules():
    return {kind: rule for kind, rule in _table().items() if kind not in ("sum", "mean")}


# %% build_an_engine/rules wrong an-unknown-kind from=plain
def rule_square(graph, node, g):
    return [graph.add("double", [g])]


# %% build_an_engine/rules wrong subtract-as-add misconception=subtract-without-sign from=plain
_table = gradient_rules


def gradient_rules():
    table = _table()
    return {**table, "subtract": table["add"]}


# %% build_an_engine/rules wrong mutant-a-list-for-all-calls from=plain
def rule_multiply(graph, node, g, slopes=[]):
    a, b = node.inputs
    slopes += [graph.add("multiply", [g, b]), graph.add("multiply", [g, a])]
    return shaped(graph, node, slopes)


# %% build_an_engine/rules wrong one-constant-for-all-graphs from=plain
two = None


def rule_square(graph, node, g):
    global two
    if two is None:
        two = graph.add("constant", value=2.0)
    return [graph.add("multiply", [g, graph.add("multiply", [two, node.inputs[0]])])]


# %% build_an_engine/rules exempt *
# constant: ... -> ...graph.add('spread_like', [g, node.inputs[-1]])...
#     A sum has one input: the first is the last.
# remembers-the-first-result
# remembers-results
#     A table of functions is not used up: one table serves all gradients.
# changes-its-input
#     The function is called without arguments.
# %% build_an_engine/rules exempt a-table-of-two-parts
# statement-dropped: table[...] = lambda ... -> (nothing)
#     The other part of the table has a right rule of this kind, too.


# %% build_an_engine/rules wrong none-for-a-list from=plain
_gradient_rules = gradient_rules


def gradient_rules():
    return {**_gradient_rules(), "stop_gradient": lambda graph, node, g: None}


# %% build_an_engine/rules wrong negative-passes-its-slope from=plain
_table = gradient_rules


def gradient_rules():
    return {**_table(), "negative": lambda graph, node, g: [g]}


# %% build_an_engine/rules wrong add-to-the-first-alone from=plain
_table = gradient_rules


def gradient_rules():
    return {**_table(), "add": lambda graph, node, g: shaped(graph, node, [g])}


# %% build_an_engine/rules wrong add-doubles from=plain
_table = gradient_rules


def gradient_rules():
    def rule_add(graph, node, g):
        twice = graph.add("add", [g, g])
        return shaped(graph, node, [twice, twice])

    return {**_table(), "add": rule_add}
