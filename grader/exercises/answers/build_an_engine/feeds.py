# %% build_an_engine/feeds right plain
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


# %% build_an_engine/feeds right two-visits from=plain
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


# %% build_an_engine/feeds right the-standard-library from=plain
from graphlib import TopologicalSorter


def plan(fetches, fed):
    needs, waiting = {}, [node for node in fetches if node not in fed]
    while waiting:
        node = waiting.pop()
        if node not in needs:
            needs[node] = [source for source in node.inputs if source not in fed]
            waiting.extend(needs[node])
    return list(TopologicalSorter(needs).static_order())


# %% build_an_engine/feeds right needed-first-then-order from=plain
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


# %% build_an_engine/feeds right iterators-on-the-stack from=plain
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


# %% build_an_engine/feeds wrong no-feeds misconception=ignores-the-feeds from=plain
def plan(fetches, fed):
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


# %% build_an_engine/feeds wrong placeholders misconception=only-placeholders from=plain
def plan(fetches, fed):
    steps, stack = [], list(fetches)
    done = {node for node in fed if node.kind == "placeholder"}
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


# %% build_an_engine/feeds wrong filter misconception=leaves-out-afterwards from=plain
def plan(fetches, fed):
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
                if node not in fed:
                    steps.append(node)
    return steps


# %% build_an_engine/feeds wrong all-above misconception=leaves-out-too-much from=plain
def everything(nodes):
    steps, done, stack = [], set(), list(nodes)
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
    above = set(everything(fed))
    return [node for node in everything(fetches) if node not in above]


# %% build_an_engine/feeds wrong recursion misconception=too-deep from=plain
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


# %% build_an_engine/feeds wrong computes-the-fetches misconception=computes-fed-fetches from=plain
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


# %% build_an_engine/feeds wrong only-the-fetches from=plain
def plan(fetches, fed):
    return [node for node in fetches if node not in fed]


# %% build_an_engine/feeds wrong nothing from=plain
def plan(fetches, fed):
    return []


# %% build_an_engine/feeds wrong zero-is-no-feed misconception=asks-for-the-value from=plain
def plan(fetches, fed):
    steps, done = [], {node for node in fed if fed[node]}
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


# %% build_an_engine/feeds wrong mutant-forgets-what-it-has-seen from=needed-first-then-order
def plan(fetches, fed):
    needed, waiting = set(), list(fetches)
    while waiting:
        node = waiting.pop()
        if node not in fed:
            needed.add(node)
            waiting.extend(node.inputs)
    return [node for node in order(fetches) if node in needed]


# %% build_an_engine/feeds wrong writes-into-the-feeds from=plain
def plan(fetches, fed):
    steps = []
    stack = list(fetches)
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in fed]
        if node in fed or not missing:
            stack.pop()
            if node not in fed:
                fed[node] = None
                steps.append(node)
        else:
            stack.extend(missing)
    return steps


# %% build_an_engine/feeds exempt plain
# statement-dropped: self.state = {} -> (nothing)
# ...: self.kernels = ...
# ...: known = dict(feeds or {}) -> ...
# ...: values = evaluate(plan(fetches, known), known, self.kernels) -> ...
# ...: return [values[node] for node in fetches] -> ...
#     This is the session, which stands in the notebook's cell, beside the answer: exercise 10 runs it.
# %% build_an_engine/feeds exempt iterators-on-the-stack
# truth-for-none: ...
#     A node counts as true, so `if node` asks whether there is one.


# %% build_an_engine/feeds wrong fed-nodes-included misconception=lists-the-fed-nodes
def plan(fetches, fed):
    steps, done, stack = [], set(), list(fetches)
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in done]
        if node in fed or not missing:
            stack.pop()
            if node not in done:
                done.add(node)
                steps.append(node)
        else:
            stack.extend(missing)
    return steps


# %% build_an_engine/feeds wrong plan-after-plan misconception=one-fetch-after-another
def plan(fetches, fed):
    steps = []
    for fetch in fetches:
        done, own, stack = set(fed), [], [fetch]
        while stack:
            node = stack[-1]
            missing = [source for source in node.inputs if source not in done]
            if node in done or not missing:
                stack.pop()
                if node not in done:
                    done.add(node)
                    own.append(node)
            else:
                stack.extend(missing)
        steps += own
    return steps
