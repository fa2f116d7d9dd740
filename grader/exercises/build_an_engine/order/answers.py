# %% right plain
def order(fetches):
    steps, done = [], set()
    stack = list(fetches)
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


# %% right two-visits
def order(fetches):
    result, seen = [], set()
    work = [(node, False) for node in reversed(fetches)]
    while work:
        node, ready = work.pop()
        if ready:
            result.append(node)
        elif node not in seen:
            seen.add(node)
            work.append((node, True))
            work.extend((source, False) for source in node.inputs)
    return result


# %% right counting-what-is-missing
from collections import deque


def order(fetches):
    needed, users, missing = set(fetches), {}, {}
    waiting = list(needed)
    while waiting:
        node = waiting.pop()
        inputs = set(node.inputs)
        missing[node] = len(inputs)
        for source in inputs:
            users.setdefault(source, []).append(node)
            if source not in needed:
                needed.add(source)
                waiting.append(source)
    ready, steps = deque(node for node in needed if not missing[node]), []
    while ready:
        node = ready.popleft()
        steps.append(node)
        for user in users.get(node, []):
            missing[user] -= 1
            if not missing[user]:
                ready.append(user)
    return tuple(steps)


# %% right the-standard-library
from graphlib import TopologicalSorter


def order(fetches):
    needs, waiting = {}, list(fetches)
    while waiting:
        node = waiting.pop()
        if node not in needs:
            needs[node] = node.inputs
            waiting.extend(node.inputs)
    return list(TopologicalSorter(needs).static_order())


# %% right iterators-on-the-stack
def order(fetches):
    steps, seen = [], set()
    for fetch in fetches:
        if fetch in seen:
            continue
        seen.add(fetch)
        stack = [(fetch, iter(fetch.inputs))]
        while stack:
            node, rest = stack[-1]
            for source in rest:
                if source not in seen:
                    seen.add(source)
                    stack.append((source, iter(source.inputs)))
                    break
            else:
                stack.pop()
                steps.append(node)
    return steps


# %% right a-higher-recursion-limit
import sys


def order(fetches):
    sys.setrecursionlimit(100_000)
    steps = {}

    def visit(node):
        if node not in steps:
            for source in node.inputs:
                visit(source)
            steps[node] = None

    for node in fetches:
        visit(node)
    return list(steps)


# %% wrong recursion mistake=too-deep
# says: everything is right but for one thing: your function calls itself once for each node on the way, and
#     Python allows only a thousand or so nested calls. A chain of several thousand nodes is nothing
#     special (an unrolled loop makes one). Keep a list of the nodes that are waiting, and use a loop.
def order(fetches):
    steps, seen = [], set()

    def visit(node):
        if node in seen:
            return
        seen.add(node)
        for source in node.inputs:
            visit(source)
        steps.append(node)

    for node in fetches:
        visit(node)
    return steps


# %% wrong backwards mistake=inputs-last like=plain
# says: your order is backwards: a node comes before its inputs. A run in this order finds no values to
#     compute with.
# -                 steps.append(node)
# +                 steps.insert(0, node)


# %% wrong breadth-first mistake=nearest-last
# says: you give a node its place when you first meet it: you list nodes by their distance from the fetch
#     and reverse the list, or you mark them as seen too early. That fails for diamonds: a node that is
#     near along one path may be needed by one that is farther away. Append a node only after all of its
#     inputs.
def order(fetches):
    steps = list(dict.fromkeys(fetches))
    for node in steps:
        for source in node.inputs:
            if source not in steps:
                steps.append(source)
    return list(reversed(steps))


# %% wrong first-met-reversed mistake=first-met-last
# says: you reverse the order in which your walk first meets the nodes, so a node may come before one of its
#     inputs: one that the walk had met earlier, on another path. Append a node only after all of its
#     inputs.
def order(fetches):
    met, stack = [], list(fetches)
    while stack:
        node = stack.pop()
        if node not in met:
            met.append(node)
            stack.extend(node.inputs)
    return met[::-1]


# %% wrong first-met-reversed-from-the-left mistake=first-met-last-from-the-left like=first-met-reversed
# says: you reverse the order in which your walk first meets the nodes, so a node may come before one of its
#     inputs: one that the walk had met earlier, on another path. Append a node only after all of its
#     inputs.
# -             stack.extend(node.inputs)
# +             stack.extend(reversed(node.inputs))


# %% wrong fetches-filtered mistake=leaves-out-the-fetches like=plain
# says: the fetches are missing from your list. They must be computed, too, after everything else that they
#     need.
# -     return steps
# +     return [node for node in steps if node not in fetches]


# %% wrong twice mistake=forgets-what-is-done
# says: a node that is needed twice comes twice. Keep a set of the nodes that are done.
def order(fetches):
    steps = []
    for node in fetches:
        steps += order(node.inputs) + [node]
    return steps


# %% wrong every-path mistake=every-path
# says: a node that is needed twice comes twice. Keep a set of the nodes that are done.
def order(fetches):
    steps, stack = [], list(fetches)
    while stack:
        node = stack.pop()
        steps.append(node)
        stack.extend(node.inputs)
    return steps[::-1]


# %% wrong done-but-appended-again mistake=appends-again like=plain
# says: a node that is needed twice comes twice. Keep a set of the nodes that are done.
# -             if node not in done:
# -                 done.add(node)
# -                 steps.append(node)
# +             done.add(node)
# +             steps.append(node)


# %% wrong default-argument mistake=second-call-fails like=plain
# says: your first call is right, but the same call a second time gives something different. Your function
#     remembers what it did: a default argument such as `done=set()` is made only once.
# - def order(fetches):
# -     steps, done = [], set()
# + def order(fetches, done=set()):
# +     steps = []


# %% wrong the-callers-list-as-a-stack mistake=changes-the-callers-list like=plain
# says: your function changes the list that the caller passed. Begin with a copy, `list(fetches)`.
# -     stack = list(fetches)
# +     stack = fetches


# %% wrong first-only mistake=first-fetch-only like=plain
# says: your order serves only the first fetch. `fetches` is a list: every node in it must be there.
# -     stack = list(fetches)
# +     stack = [fetches[0]]


# %% wrong without-the-fetches
def order(fetches):
    found, waiting = set(), list(fetches)
    while waiting:
        for source in waiting.pop().inputs:
            if source not in found:
                found.add(source)
                waiting.append(source)
    return sorted(found, key=lambda node: node.name)


# %% wrong a-set
def order(fetches):
    return set(fetches)


# %% wrong generator
def order(fetches):
    for node in fetches:
        yield from order(node.inputs)
        yield node


# %% wrong names
def order(fetches):
    return [node.name for node in fetches]


# %% wrong remembers-by-name like=plain
# - def order(fetches):
# -     steps, done = [], set()
# + known = {}
# +
# +
# + def order(fetches):
# +     key = tuple(node.name for node in fetches)
# +     if key in known:
# +         return known[key]
# +     known[key] = steps = []
# +     done = set()


# %% wrong mutant-stops-at-a-fetch-that-is-done mistake=first-fetch-only like=iterators-on-the-stack
# -             continue
# +             break


# %% wrong marks-when-pushed mistake=nearest-last
def order(fetches):
    seen, steps = set(fetches), []
    waiting = [(node, False) for node in dict.fromkeys(fetches)]
    while waiting:
        node, ready = waiting.pop()
        if ready:
            steps.append(node)
            continue
        waiting.append((node, True))
        for source in node.inputs:
            if source not in seen:
                seen.add(source)
                waiting.append((source, False))
    return steps


# %% wrong makes-the-callers-list-shorter mistake=changes-the-callers-list like=plain
# -     steps, done = [], set()
# +     fetches[:] = dict.fromkeys(fetches)
# +     steps, done = [], set()


# %% wrong empties-the-inputs like=plain
# -             stack.pop()
# +             stack.pop().inputs = ()


# %% exempt two-visits
# call-dropped: work = ... -> work = [(node, False) for node in fetches]
#     Any order in which inputs come first is right.


# %% exempt counting-what-is-missing
# rounds: ready, steps = ...
#     Which node of a set comes first is luck: it may be one that is not ready.


# %% exempt a-higher-recursion-limit
# constant: sys.setrecursionlimit(100000) -> ...
#     A limit that is a little higher or lower is high enough, too.
