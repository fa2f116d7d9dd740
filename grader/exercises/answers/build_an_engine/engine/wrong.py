# %% build_an_engine/engine wrong uphill misconception=climbs from=plain
_downhill = minimize


def minimize(graph, loss, variables, learning_rate, gradients):
    return _downhill(graph, loss, variables, -learning_rate, gradients)


# %% build_an_engine/engine wrong old-values misconception=memo-for-ever from=plain
memo = {}


def evaluate(steps, known, kernels):
    memo.update(known)
    for node in steps:
        if node not in memo:
            memo[node] = kernels[node.kind](node, *[memo[source] for source in node.inputs])
    return memo


# %% build_an_engine/engine wrong no-memo misconception=no-memo from=plain
def evaluate(steps, known, kernels):
    def value(node):
        if node in known:
            return known[node]
        return kernels[node.kind](node, *[value(source) for source in node.inputs])

    return {**known, **{node: value(node) for node in steps}}


# %% build_an_engine/engine wrong placeholders misconception=only-placeholders-are-fed from=plain
_plan = plan


def plan(fetches, fed):
    return _plan(fetches, {node for node in fed if node.kind == "placeholder"})


# %% build_an_engine/engine wrong overwrites misconception=slopes-are-overwritten from=plain
def gradients(graph, y, xs, rules):
    slopes = {y: graph.add("constant", value=1.0)}
    for node in reversed(list(graph.nodes)):
        if node in slopes and node.inputs:
            for source, part in zip(node.inputs, rules[node.kind](graph, node, slopes[node])):
                if part is not None:
                    slopes[source] = part
    return [slopes.get(x) for x in xs]


# %% build_an_engine/engine wrong shapes misconception=broadcasting-is-not-summed from=plain
KERNELS["sum_like"] = lambda node, a, b: a


# %% build_an_engine/engine wrong one-state misconception=one-state-for-all from=plain
_kernels, shared = variable_kernels, {}


def variable_kernels(state):
    return _kernels(shared)


# %% build_an_engine/engine wrong identity misconception=saves-by-id from=plain
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{str(id(v)): state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[str(id(v))]

    return save, restore


# %% build_an_engine/engine wrong recursion misconception=too-deep from=plain
def plan(fetches, fed):
    steps, seen = [], set(fed)

    def visit(node):
        if node not in seen:
            seen.add(node)
            for source in node.inputs:
                visit(source)
            steps.append(node)

    for node in fetches:
        visit(node)
    return steps


# %% build_an_engine/engine wrong no-saver from=plain
_whole = engine


def engine():
    own = _whole()
    del own.saver
    return own


# %% build_an_engine/engine wrong the-parts-as-they-are from=plain
def engine():
    return SimpleNamespace(
        Graph=Graph, Session=Session, gradients=gradients, minimize=minimize, saver=saver
    )


# %% build_an_engine/engine wrong with-tf from=plain
def multiply_matrices(node, a, b):
    with tf.Session() as session:
        return session.run(tf.matmul(tf.constant(a), tf.constant(b)))


KERNELS["matmul"] = multiply_matrices


# %% build_an_engine/engine wrong a-list from=plain
def engine():
    return [Graph, Session, gradients, minimize, saver]


# %% build_an_engine/engine wrong mutant-takes-no-variable-that-stays from=plain
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    updates = []
    slopes = [slope for slope in gradients(graph, loss, variables) if slope is not None]
    for variable, slope in zip(variables, slopes):
        new = graph.add("subtract", [variable, graph.add("multiply", [rate, slope])])
        updates.append(graph.add("assign", [new], value=variable.name))
    return graph.add("group", updates)


# %% build_an_engine/engine wrong mutant-spreads-nothing from=plain
KERNELS["spread_like"] = lambda node, a, b: a


# %% build_an_engine/engine exempt *
# name-of-the-operation: ...
#     A node of this chapter has no operation, so the change does nothing.
# truth-for-none: ...
#     A node counts as true, so `if node` asks whether there is one.
# remembers-the-first-result
# remembers-results
#     An engine is not used up: its classes and functions serve every program.
# changes-its-input
#     The function is called without arguments.
# variant: more-nodes
#     It makes nodes of `tf`, which the text forbids.
# %% build_an_engine/engine exempt plain
# returns-none: return f'<{self.kind} {self.name}>' -> ...
#     The text of a node is for its reader alone.
# ...: for source in inputs: -> ...
# leaves-early:  -> break
# ...: if source not in self.nodes: -> ...
# call-dropped: raise ValueError(f'{source} is not a node of this graph') -> ...
#     Exercise 1 gives `add` the nodes of another graph; the programs here make no such mistake.
# rounds: taken = {node.name for node in self.nodes} -> ...
# boolean: wanted = free = name or kind -> wanted = free = name
# constant: number = 0 -> ...
# ...: while free in taken: -> ...
# leaves-early:  -> break (2)
# arithmetic: number += 1 -> number -= 1
# constant: number += 1 -> ...
#     Exercise 1 asks for the names that `add` gives; the variables of the programs here have their own.
# call-dropped: raise ValueError(f'feed a value for the placeholder {node.name!r}') -> ...
# item-dropped: KERNELS = ... -> KERNELS = {'constant': lambda node: node.value, 'add': ...
#     Without this kernel, too, a placeholder that nobody feeds is an error; which one is not said.
# other-graph-function: KERNELS = ... -> ... np.float64(np.size(a)), ...
#     The size may be of either type of floating-point numbers.
# rounds: for node in reversed(list(graph.nodes)): -> for node in list(reversed(list(graph.nodes)))[1:]:
# rounds: for node in reversed(list(graph.nodes)): -> for node in list(reversed(list(graph.nodes)))[:-1]:
#     The last node is the new constant, the first one of a graph has no inputs: neither has a rule.
# break-continue: continue -> break (2)
#     Only the rule of stop_gradient gives None, and it has one input: nothing follows.
# constant: return [graph.add('spread_like', [g, node.inputs[0]])] -> ...node.inputs[-1]])]
#     A sum has one input: the first is the last.
# with-dropped: ...
#     Python closes the file when nothing refers to it any more, at the end of the function.
# %% build_an_engine/engine exempt plans-are-kept
# condition: if key not in self.plans: -> if True:
#     A plan that is made anew is the same plan.
# %% build_an_engine/engine exempt double-precision
# argument-dropped: known = {node: np.asarray(value, np.float64)... -> ...
# other-graph-function: known = {node: np.asarray(value, np.float64)... -> ...
#     The text does not say of which type the values of a run are.
# %% build_an_engine/engine exempt the-standard-librarys-order
# condition: if node not in needs: -> if True:
#     It looks at nodes again and gives the same plan; exercise 5 finds it too slow.
