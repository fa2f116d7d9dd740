# %% right plain
def plan(fetches, fed):
    """The nodes to compute for the fetches when some nodes are fed."""
    steps, done = [], set(fed)
    stack = list(fetches)
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in done]
        if node in done or not missing:
            stack.pop()
            if node not in done:
                done.add(node)
                steps.append(node)
        else:
            stack.extend(missing)
    return steps


class Session:
    """The state of some variables, and runs that use it."""

    def __init__(self):
        self.state = {}
        self.kernels = {**KERNELS, **variable_kernels(self.state)}

    def run(self, fetches, feeds=None):
        """The values of the fetched nodes, a list, in one run."""
        known = dict(feeds or {})
        values = evaluate(plan(fetches, known), known, self.kernels)
        return [values[node] for node in fetches]


# %% right two-visits from=plain
def plan(fetches, fed):
    result, seen = [], set()
    work = [(node, False) for node in fetches]
    while work:
        node, ready = work.pop()
        if ready:
            result.append(node)
        elif node not in seen and node not in fed:
            seen.add(node)
            work.append((node, True))
            work += [(source, False) for source in node.inputs]
    return result


# %% right the-standard-library from=plain
from graphlib import TopologicalSorter


def plan(fetches, fed):
    needs, waiting = {}, [node for node in fetches if node not in fed]
    while waiting:
        node = waiting.pop()
        if node not in needs:
            needs[node] = [source for source in node.inputs if source not in fed]
            waiting.extend(needs[node])
    return list(TopologicalSorter(needs).static_order())


# %% right needed-first-then-order from=plain
def order(fetches):
    steps, done, stack = [], set(), list(fetches)
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in done]
        if missing:
            stack.extend(missing)
        else:
            stack.pop()
            if node not in done:
                done.add(node)
                steps.append(node)
    return steps


def plan(fetches, fed):
    needed, waiting = set(), list(fetches)
    while waiting:
        node = waiting.pop()
        if node not in needed and node not in fed:
            needed.add(node)
            waiting.extend(node.inputs)
    return [node for node in order(fetches) if node in needed]


# %% right iterators-on-the-stack from=plain
def plan(fetches, fed):
    steps, seen = [], set(fed)
    stack = [(None, iter(fetches))]
    while stack:
        node, rest = stack[-1]
        source = next((source for source in rest if source not in seen), None)
        if source is not None:
            seen.add(source)
            stack.append((source, iter(source.inputs)))
        else:
            stack.pop()
            if node is not None:
                steps.append(node)
    return tuple(steps)


# %% wrong no-feeds mistake=ignores-the-feeds like=plain
# says: your plan computes nodes that were fed. Their values are there already.
# -     steps, done = [], set(fed)
# +     steps, done = [], set()


# %% wrong fed-nodes-included mistake=lists-the-fed-nodes like=plain
# says: your walk stops at the fed nodes, but they are in your list. Their values are there already, so they
#     are not computed: leave them out.
# -     steps, done = [], set(fed)
# +     steps, done = [], set()
# -         if node in done or not missing:
# +         if node in fed or not missing:


# %% wrong placeholders mistake=only-placeholders like=plain
# says: you stop only at placeholders. Every node can be fed: a placeholder is just a node with no other way
#     to get a value.
# -     steps, done = [], set(fed)
# +     steps, done = [], {node for node in fed if node.kind == "placeholder"}


# %% wrong filter mistake=leaves-out-afterwards like=plain
# says: you leave out the fed nodes, but the nodes that only *they* need are still computed. One of them may
#     be a placeholder that nobody feeds. Stop the walk at a fed node.
# -     steps, done = [], set(fed)
# +     steps, done = [], set()
# -                 steps.append(node)
# +                 if node not in fed:
# +                     steps.append(node)


# %% wrong all-above mistake=leaves-out-too-much from=plain
# says: you leave out everything that a fed node would need, even what another node needs as well. Walk from
#     the fetches, and stop at fed nodes: what you reach is needed.
everything = plan


def plan(fetches, fed):
    above = set(everything(fed, ()))
    return [node for node in everything(fetches, ()) if node not in above]


# %% wrong plan-after-plan mistake=one-fetch-after-another from=plain
# says: a node that two fetches need is in your plan twice. Each node should be there once, however many
#     fetches need it.
one_plan = plan


def plan(fetches, fed):
    return [node for fetch in fetches for node in one_plan([fetch], fed)]


# %% wrong computes-the-fetches mistake=computes-fed-fetches from=plain
# says: you compute a fetched node although it is fed. A fetch may be fed, too: then its value is there
#     already.
def plan(fetches, fed):
    steps, seen = [], set()
    stack = [(node, False) for node in fetches]
    while stack:
        node, ready = stack.pop()
        if ready:
            steps.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((source, False) for source in node.inputs if source not in fed)
    return steps


# %% wrong recursion mistake=too-deep from=plain
# says: everything is right but for one thing: your function calls itself once for each node on the way, and
#     Python allows only a thousand or so nested calls. A chain of several thousand nodes is nothing
#     special (an unrolled loop makes one). Keep a list of the nodes that are waiting, and use a loop.
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


# %% wrong zero-is-no-feed mistake=asks-for-the-value like=plain
# says: you ask whether the fed value is true, not whether there is one: 0 is a value, too. Ask `node in
#     fed`.
# -     steps, done = [], set(fed)
# +     steps, done = [], {node for node in fed if fed[node]}


# %% wrong only-the-fetches from=plain
def plan(fetches, fed):
    return [node for node in fetches if node not in fed]


# %% wrong nothing from=plain
def plan(fetches, fed):
    return []


# %% wrong mutant-forgets-what-it-has-seen like=needed-first-then-order
# -         if node not in needed and node not in fed:
# +         if node not in fed:


# %% wrong writes-into-the-feeds like=plain
# -     steps, done = [], set(fed)
# +     steps, done = [], fed
# -                 done.add(node)
# +                 done[node] = None


# %% exempt plain
# statement-dropped: self.state = {} -> (nothing)
# ...: self.kernels = ...
# ...: known = dict(feeds or {}) -> ...
# ...: values = evaluate(plan(fetches, known), known, self.kernels) -> ...
# ...: return [values[node] for node in fetches] -> ...
#     This is the session, which stands in the notebook's cell, beside the answer: exercise 10 runs it.


# %% exempt iterators-on-the-stack
# truth-for-none: ...
#     A node counts as true, so `if node` asks whether there is one.
