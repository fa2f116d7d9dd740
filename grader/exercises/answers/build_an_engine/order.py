# %% build_an_engine/order right plain
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


# %% build_an_engine/order right two-visits
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


# %% build_an_engine/order right counting-what-is-missing
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


# %% build_an_engine/order right the-standard-library
from graphlib import TopologicalSorter


def order(fetches):
    needs, waiting = {}, list(fetches)
    while waiting:
        node = waiting.pop()
        if node not in needs:
            needs[node] = node.inputs
            waiting.extend(node.inputs)
    return list(TopologicalSorter(needs).static_order())


# %% build_an_engine/order right iterators-on-the-stack
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


# %% build_an_engine/order right a-higher-recursion-limit
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


# %% build_an_engine/order wrong recursion misconception=too-deep
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


# %% build_an_engine/order wrong backwards misconception=inputs-last
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
                steps.insert(0, node)
    return steps


# %% build_an_engine/order wrong breadth-first misconception=nearest-last
def order(fetches):
    steps = list(dict.fromkeys(fetches))
    for node in steps:
        for source in node.inputs:
            if source not in steps:
                steps.append(source)
    return list(reversed(steps))


# %% build_an_engine/order wrong twice misconception=forgets-what-is-done
def order(fetches):
    steps = []
    for node in fetches:
        steps += order(node.inputs) + [node]
    return steps


# %% build_an_engine/order wrong first-only misconception=first-fetch-only
def order(fetches):
    steps, done, stack = [], set(), [fetches[0]]
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in done]
        stack.extend(missing)
        if not missing:
            stack.pop()
            if node not in done:
                done.add(node)
                steps.append(node)
    return steps


# %% build_an_engine/order wrong without-the-fetches
def order(fetches):
    found, waiting = set(), list(fetches)
    while waiting:
        for source in waiting.pop().inputs:
            if source not in found:
                found.add(source)
                waiting.append(source)
    return sorted(found, key=lambda node: node.name)


# %% build_an_engine/order wrong a-set
def order(fetches):
    return set(fetches)


# %% build_an_engine/order wrong generator
def order(fetches):
    for node in fetches:
        yield from order(node.inputs)
        yield node


# %% build_an_engine/order wrong names
def order(fetches):
    return [node.name for node in fetches]


# %% build_an_engine/order wrong default-argument misconception=second-call-fails
def order(fetches, done=set()):
    steps = []
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


# %% build_an_engine/order wrong the-callers-list-as-a-stack misconception=changes-the-callers-list
def order(fetches):
    steps, done = [], set()
    while fetches:
        missing = [source for source in fetches[-1].inputs if source not in done]
        if missing:
            fetches.extend(missing)
        else:
            node = fetches.pop()
            if node not in done:
                done.add(node)
                steps.append(node)
    return steps


# %% build_an_engine/order wrong remembers-by-name
known = {}


def order(fetches):
    key = tuple(node.name for node in fetches)
    if key not in known:
        steps, done, stack = [], set(), list(fetches)
        while stack:
            node = stack[-1]
            missing = [source for source in node.inputs if source not in done]
            stack.extend(missing)
            if not missing:
                stack.pop()
                if node not in done:
                    done.add(node)
                    steps.append(node)
        known[key] = steps
    return known[key]


# %% build_an_engine/order wrong mutant-stops-at-a-fetch-that-is-done misconception=first-fetch-only
def order(fetches):
    steps, done = [], set()
    for fetch in fetches:
        if fetch in done:
            break
        stack = [fetch]
        while stack:
            node = stack[-1]
            missing = [source for source in node.inputs if source not in done]
            stack.extend(missing)
            if not missing:
                stack.pop()
                if node not in done:
                    done.add(node)
                    steps.append(node)
    return steps


# %% build_an_engine/order wrong marks-when-pushed misconception=nearest-last
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


# %% build_an_engine/order wrong makes-the-callers-list-shorter misconception=changes-the-callers-list
def order(fetches):
    fetches[:] = dict.fromkeys(fetches)
    steps, done = [], set()
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


# %% build_an_engine/order exempt two-visits
# call-dropped: work = ... -> work = [(node, False) for node in fetches]
#     Any order in which inputs come first is right.
# %% build_an_engine/order exempt counting-what-is-missing
# rounds: ready, steps = ...
#     Which node of a set comes first is luck: it may be one that is not ready.
# %% build_an_engine/order exempt a-higher-recursion-limit
# constant: sys.setrecursionlimit(100000) -> ...
#     A limit that is a little higher or lower is high enough, too.


# %% build_an_engine/order wrong fetches-filtered misconception=leaves-out-the-fetches
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
    return [node for node in steps if node not in fetches]


# %% build_an_engine/order wrong first-met-reversed misconception=first-met-last
def order(fetches):
    met, stack = [], list(fetches)
    while stack:
        node = stack.pop()
        if node not in met:
            met.append(node)
            stack.extend(node.inputs)
    return met[::-1]


# %% build_an_engine/order wrong first-met-reversed-from-the-left misconception=first-met-last-from-the-left
def order(fetches):
    seen, met, stack = set(), [], list(fetches)
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        met.append(node)
        stack.extend(reversed(node.inputs))
    return list(reversed(met))


# %% build_an_engine/order wrong every-path misconception=every-path
def order(fetches):
    steps, stack = [], list(fetches)
    while stack:
        node = stack.pop()
        steps.append(node)
        stack.extend(node.inputs)
    return steps[::-1]


# %% build_an_engine/order wrong done-but-appended-again misconception=appends-again
def order(fetches):
    steps, done, stack = [], set(), list(fetches)
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in done]
        if missing:
            stack.extend(missing)
        else:
            stack.pop()
            done.add(node)
            steps.append(node)
    return steps


# %% build_an_engine/order wrong empties-the-inputs
def order(fetches):
    steps, done, stack = [], set(), list(fetches)
    while stack:
        node = stack[-1]
        missing = [source for source in node.inputs if source not in done]
        if missing:
            stack.extend(missing)
        else:
            stack.pop().inputs = ()
            if node not in done:
                done.add(node)
                steps.append(node)
    return steps
