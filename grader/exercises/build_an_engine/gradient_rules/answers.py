# %% right plain
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


# %% right other-formulas from=plain
def rule_square(graph, node, g):
    (a,) = node.inputs
    two = graph.add("constant", value=2.0)
    return [graph.add("multiply", [graph.add("multiply", [two, a]), g])]


def rule_mean(graph, node, g):
    (a,) = node.inputs
    return [graph.add("divide", [graph.add("spread_like", [g, a]), graph.add("size", [a])])]


# %% right transposed-twice from=plain
def rule_matmul(graph, node, g):
    a, b = node.inputs
    back = graph.add("matmul", [b, graph.add("transpose", [g])])
    over = graph.add("matmul", [graph.add("transpose", [g]), a])
    return [graph.add("transpose", [back]), graph.add("transpose", [over])]


# %% right a-table-of-two-parts from=plain
_table = gradient_rules


def gradient_rules():
    minus_one = lambda graph, g: graph.add("multiply", [g, graph.add("constant", value=-1.0)])
    table = dict(_table())
    table["negative"] = lambda graph, node, g: [minus_one(graph, g)]
    table["subtract"] = lambda graph, node, g: shaped(graph, node, [g, minus_one(graph, g)])
    table["stop_gradient"] = lambda graph, node, g: (None,)
    return table


# %% right square-as-a-product from=plain
def rule_square(graph, node, g):
    (a,) = node.inputs
    once = graph.add("multiply", [g, a])
    return [graph.add("add", [once, once])]


def rule_multiply(graph, node, g):
    found = []
    for mine, other in (node.inputs, node.inputs[::-1]):
        found.append(graph.add("sum_like", [graph.add("multiply", [other, g]), mine]))
    return found


# %% wrong no-sums mistake=broadcasting-is-not-summed from=plain
# says: your slopes have the shape of the *result*. Where broadcasting stretched an input, one number was
#     used several times, so its slopes are summed: `sum_like(slope, input)`.
def shaped(graph, node, slopes):
    return slopes


# %% wrong own-factor mistake=multiply-takes-its-own-factor from=plain
# says: for `a * b`, the slope of `a` is g times *b*: how much the product moves when `a` does. You
#     multiplied by `a`.
def rule_multiply(graph, node, g):
    a, b = node.inputs
    return shaped(graph, node, [graph.add("multiply", [g, a]), graph.add("multiply", [g, b])])


# %% wrong half-a-square mistake=square-without-two from=plain
# says: your rule for square gives half of what it should: `a` occurs twice in `a * a`, so the slope is g
#     times 2 * a.
def rule_square(graph, node, g):
    return [graph.add("multiply", [g, node.inputs[0]])]


# %% wrong subtract-as-add mistake=subtract-without-sign from=plain
# says: your rule of subtract is the rule of add. When b grows, a - b becomes smaller: the slope of b is
#     `negative(g)`.
_table = gradient_rules


def gradient_rules():
    table = _table()
    return {**table, "subtract": table["add"]}


# %% wrong crossed mistake=matmul-is-crossed from=plain
# says: your matmul rule has the factors in the wrong order. For c = a @ b, with a of shape (n, k): the
#     slope of a has this shape only as g @ transpose(b).
def rule_matmul(graph, node, g):
    a, b = node.inputs
    return [
        graph.add("matmul", [graph.add("transpose", [b]), g]),
        graph.add("matmul", [g, graph.add("transpose", [a])]),
    ]


# %% wrong mean-as-sum mistake=mean-forgets-the-size from=plain
# says: in your rule of mean, each number of the input gets all of g, as in the rule of sum. But each of n
#     numbers moves the mean by 1/n only: divide by the `size` of the *input* (that of g is 1).
def rule_mean(graph, node, g):
    return [graph.add("spread_like", [g, node.inputs[0]])]


# %% wrong one-number mistake=mean-is-not-spread from=plain
# says: your rule of mean gives one number. The input has many, and each of them has a slope:
#     `spread_like(share, input)`.
def rule_mean(graph, node, g):
    return [graph.add("divide", [g, graph.add("size", [node.inputs[0]])])]


# %% wrong no-stop mistake=stop-gradient-passes from=plain
# says: your stop_gradient lets the slope pass. In the forward pass it changes nothing; in the backward pass
#     it gives None.
_table = gradient_rules


def gradient_rules():
    return {**_table(), "stop_gradient": lambda graph, node, g: [g]}


# %% wrong zeros mistake=stop-gradient-gives-zeros from=plain
# says: your stop_gradient gives a slope of zeros. It should give None: no slope comes back at all, and
#     nothing has to be computed for it.
_table = gradient_rules


def gradient_rules():
    def stop(graph, node, g):
        return [graph.add("multiply", [g, graph.add("constant", value=0.0)])]

    return {**_table(), "stop_gradient": stop}


# %% wrong size-of-the-slope mistake=mean-forgets-the-size from=plain
_rules = gradient_rules


def gradient_rules():
    def mean(graph, node, g):
        share = graph.add("divide", [g, graph.add("size", [g])])
        return [graph.add("spread_like", [share, node.inputs[0]])]

    return {**_rules(), "mean": mean}


# %% wrong matmul-without-transposing from=plain
def rule_matmul(graph, node, g):
    a, b = node.inputs
    return [graph.add("matmul", [g, b]), graph.add("matmul", [a, g])]


# %% wrong two-are-missing like=no-stop
# -     return {**_table(), "stop_gradient": lambda graph, node, g: [g]}
# +     return {kind: rule for kind, rule in _table().items() if kind not in ("sum", "mean")}


# %% wrong an-unknown-kind from=plain
def rule_square(graph, node, g):
    return [graph.add("double", [g])]


# %% wrong mutant-a-list-for-all-calls from=plain
def rule_multiply(graph, node, g, slopes=[]):
    a, b = node.inputs
    slopes += [graph.add("multiply", [g, b]), graph.add("multiply", [g, a])]
    return shaped(graph, node, slopes)


# %% wrong one-constant-for-all-graphs from=plain
two = None


def rule_square(graph, node, g):
    global two
    if two is None:
        two = graph.add("constant", value=2.0)
    return [graph.add("multiply", [g, graph.add("multiply", [two, node.inputs[0]])])]


# %% wrong none-for-a-list from=plain
_gradient_rules = gradient_rules


def gradient_rules():
    return {**_gradient_rules(), "stop_gradient": lambda graph, node, g: None}


# %% wrong negative-passes-its-slope like=no-stop
# -     return {**_table(), "stop_gradient": lambda graph, node, g: [g]}
# +     return {**_table(), "negative": lambda graph, node, g: [g]}


# %% wrong add-to-the-first-alone like=no-stop
# -     return {**_table(), "stop_gradient": lambda graph, node, g: [g]}
# +     return {**_table(), "add": lambda graph, node, g: shaped(graph, node, [g])}


# %% wrong add-doubles from=plain
_table = gradient_rules


def gradient_rules():
    def rule_add(graph, node, g):
        twice = graph.add("add", [g, g])
        return shaped(graph, node, [twice, twice])

    return {**_table(), "add": rule_add}


# %% exempt *
# constant: ... -> ...graph.add('spread_like', [g, node.inputs[-1]])...
#     A sum has one input: the first is the last.
# remembers-the-first-result
# remembers-results
#     A table of functions is not used up: one table serves all gradients.
# changes-its-input
#     The function is called without arguments.


# %% exempt a-table-of-two-parts
# statement-dropped: table[...] = lambda ... -> (nothing)
#     The other part of the table has a right rule of this kind, too.
