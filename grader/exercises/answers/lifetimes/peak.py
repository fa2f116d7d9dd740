# %% lifetimes/peak right dictionary
def peak(steps, fetched):
    alive, most = {}, 0
    for number, (name, inputs, size) in enumerate(steps):
        alive[name] = size
        most = max(most, sum(alive.values()))
        needed = set(fetched)
        for _, later, _ in steps[number + 1 :]:
            needed.update(later)
        alive = {held: alive[held] for held in alive if held in needed}
    return most


# %% lifetimes/peak right last-use-table
def peak(steps, fetched):
    last = {}
    for number, (name, inputs, _) in enumerate(steps):
        last[name] = number
        for source in inputs:
            last[source] = number
    for name in fetched:
        last[name] = len(steps)
    now = most = 0
    for number, (name, _, size) in enumerate(steps):
        now += size
        most = max(most, now)
        now -= sum(other[2] for other in steps[: number + 1] if last[other[0]] == number)
    return most


# %% lifetimes/peak right sum-over-spans
def peak(steps, fetched):
    spans = []
    for born, (name, _, size) in enumerate(steps):
        uses = [at for at, step in enumerate(steps) if name in step[1]]
        end = len(steps) if name in fetched else max([born] + uses)
        spans.append((born, end, size))
    return max(
        sum(size for born, end, size in spans if born <= at <= end) for at in range(len(steps))
    )


# %% lifetimes/peak right reference-counts
def peak(steps, fetched):
    users = {name: 0 for name, _, _ in steps}
    for _, inputs, _ in steps:
        for source in set(inputs):
            users[source] += 1
    for name in fetched:
        users[name] += 1
    size_of = {name: size for name, _, size in steps}
    now = most = 0
    for name, inputs, size in steps:
        now += size
        most = max(most, now)
        if users[name] == 0:
            now -= size
        for source in set(inputs):
            users[source] -= 1
            if users[source] == 0:
                now -= size_of[source]
    return most


# %% lifetimes/peak right numpy-table
def peak(steps, fetched):
    names = [step[0] for step in steps]
    table = np.zeros((len(steps), len(steps)), np.int64)
    for born, (name, _, size) in enumerate(steps):
        last = max([born] + [at for at in range(len(steps)) if name in steps[at][1]])
        if name in fetched:
            last = len(steps) - 1
        table[names.index(name), born : last + 1] = size
    return table.sum(axis=0).max()


# %% lifetimes/peak wrong sum misconception=never-frees
def peak(steps, fetched):
    return sum(size for name, inputs, size in steps)


# %% lifetimes/peak wrong drops-first misconception=frees-inputs-too-early
def peak(steps, fetched):
    alive, most = {}, 0
    for number, (name, inputs, size) in enumerate(steps):
        needed = set(fetched)
        for _, later, _ in steps[number + 1 :]:
            needed.update(later)
        alive = {held: alive[held] for held in alive if held in needed}
        alive[name] = size
        most = max(most, sum(alive.values()))
    return most


# %% lifetimes/peak wrong not-fetched misconception=forgets-what-is-fetched
def peak(steps, fetched):
    alive, most = {}, 0
    for number, (name, inputs, size) in enumerate(steps):
        alive[name] = size
        most = max(most, sum(alive.values()))
        needed = {source for step in steps[number + 1 :] for source in step[1]}
        alive = {held: alive[held] for held in alive if held in needed}
    return most


# %% lifetimes/peak wrong first-use misconception=drops-after-the-first-use
def peak(steps, fetched):
    alive, most, used = {}, 0, set()
    wanted = {source for step in steps for source in step[1]}
    for name, inputs, size in steps:
        alive[name] = size
        most = max(most, sum(alive.values()))
        used.update(inputs)
        for held in list(alive):
            if held not in fetched and (held in used or held not in wanted):
                del alive[held]
    return most


# %% lifetimes/peak wrong pops-the-inputs misconception=drops-the-inputs-of-each-step
def peak(steps, fetched):
    alive, most = {}, 0
    for name, inputs, size in steps:
        alive[name] = size
        most = max(most, sum(alive.values()))
        for source in inputs:
            if source not in fetched:
                alive.pop(source, None)
    return most


# %% lifetimes/peak wrong largest misconception=the-largest-value
def peak(steps, fetched):
    return max(size for name, inputs, size in steps)


# %% lifetimes/peak wrong end-of-the-run misconception=only-the-end
def peak(steps, fetched):
    return sum(size for name, inputs, size in steps if name in fetched)


# %% lifetimes/peak wrong counts-values
def peak(steps, fetched):
    return len(steps)


# %% lifetimes/peak wrong only-inputs-and-output misconception=one-step-at-a-time
def peak(steps, fetched):
    size_of = {name: size for name, inputs, size in steps}
    return max(size + sum(size_of[source] for source in inputs) for _, inputs, size in steps)


# %% lifetimes/peak wrong waits-for-a-use misconception=keeps-what-nobody-uses
def peak(steps, fetched):
    last = {}
    for number, (name, inputs, _) in enumerate(steps):
        for source in inputs:
            last[source] = number
    alive, most = {}, 0
    for number, (name, inputs, size) in enumerate(steps):
        alive[name] = size
        most = max(most, sum(alive.values()))
        for source in inputs:
            if last[source] == number and source not in fetched:
                alive.pop(source, None)
    return most


# %% lifetimes/peak wrong only-what-is-used misconception=leaves-out-what-nobody-uses
def peak(steps, fetched):
    alive, most = {}, 0
    for number, (name, inputs, size) in enumerate(steps):
        needed = set(fetched)
        for _, later, _ in steps[number + 1 :]:
            needed.update(later)
        if name in needed:
            alive[name] = size
        most = max(most, sum(alive.values()))
        alive = {held: alive[held] for held in alive if held in needed}
    return most


# %% lifetimes/peak wrong drops-an-input-named-twice-too-early
def peak(steps, fetched):
    left, size = {}, {}
    for name, inputs, bytes_ in steps:
        size[name] = bytes_
        for one in set(inputs):
            left[one] = left.get(one, 0) + 1
    held, most = set(), 0
    for name, inputs, _ in steps:
        held.add(name)
        most = max(most, sum(size[one] for one in held | set(inputs)))
        for one in inputs:
            left[one] -= 1
        held = {one for one in held if left.get(one, 0) > 0 or one in fetched}
    return most


# %% lifetimes/peak wrong counts-an-input-named-twice-twice
def peak(steps, fetched):
    size = {name: bytes_ for name, _, bytes_ in steps}
    last = {one: number for number, (_, inputs, _) in enumerate(steps) for one in inputs}
    made, most = [], 0
    for number, (name, inputs, bytes_) in enumerate(steps):
        kept = [
            one
            for one in made
            if one not in inputs and (one in fetched or last.get(one, -1) > number)
        ]
        most = max(most, sum(size[one] for one in [*kept, *inputs, name]))
        made.append(name)
    return most


# %% lifetimes/peak wrong never-drops-an-input-named-twice
def peak(steps, fetched):
    left = {}
    for _, inputs, _ in steps:
        for source in inputs:
            left[source] = left.get(source, 0) + 1
    held, most = {}, 0
    for name, inputs, size in steps:
        held[name] = size
        most = max(most, sum(held.values()))
        for source in set(inputs):
            left[source] -= 1
            if left[source] == 0 and source not in fetched:
                del held[source]
        if name not in left and name not in fetched:
            del held[name]
    return most


# %% lifetimes/peak wrong drops-an-input-named-twice-two-times
def peak(steps, fetched):
    size_of = {name: size for name, _, size in steps}
    now = most = 0
    for number, (name, inputs, size) in enumerate(steps):
        now += size
        most = max(most, now)
        for one in [*inputs, name]:
            needed = any(one in later for _, later, _ in steps[number + 1 :])
            if one not in fetched and not needed:
                now -= size_of[one]
    return most


# %% lifetimes/peak wrong takes-out-an-input-named-twice-two-times
def peak(steps, fetched):
    last = {}
    for number, (name, inputs, _) in enumerate(steps):
        for one in [*inputs, name]:
            last[one] = number
    alive, most = {}, 0
    for number, (name, inputs, size) in enumerate(steps):
        alive[name] = size
        most = max(most, sum(alive.values()))
        for one in [*inputs, name]:
            if last[one] == number and one not in fetched:
                alive.pop(one)
    return most


# %% lifetimes/peak wrong sum-of-a-set misconception=a-set-of-sizes
def peak(steps, fetched):
    size = {n: s for n, _, s in steps}
    alive = set()
    top = 0
    for i, (n, ins, s) in enumerate(steps):
        alive.add(n)
        top = max(top, sum({size[x] for x in alive}))
        later = {x for _, more, _ in steps[i + 1 :] for x in more} | set(fetched)
        alive &= later
    return top


# %% lifetimes/peak wrong keeps-a-set-of-sizes misconception=a-set-of-sizes
def peak(steps, fetched):
    size = {name: one for name, _, one in steps}
    held, most = set(), 0
    for number, (name, _, one) in enumerate(steps):
        held.add(one)
        most = max(most, sum(held))
        later = {source for step in steps[number + 1 :] for source in step[1]}
        held &= {size[name] for name in later | set(fetched)}
    return most


# %% lifetimes/peak wrong discards-sizes misconception=a-set-of-sizes
def peak(steps, fetched):
    size_of = {name: size for name, _, size in steps}
    last = {}
    for number, (name, inputs, _) in enumerate(steps):
        for one in [*inputs, name]:
            last[one] = number
    held, most = set(), 0
    for number, (name, inputs, size) in enumerate(steps):
        held.add(size)
        most = max(most, sum(held))
        for one in {*inputs, name} - set(fetched):
            if last[one] == number:
                held.discard(size_of[one])
    return most


# %% lifetimes/peak wrong only-the-next-step misconception=keeps-what-the-next-step-needs
def peak(steps, fetched):
    alive, most = {}, 0
    for i, (name, inputs, size) in enumerate(steps):
        alive[name] = size
        most = max(most, sum(alive.values()))
        nxt = set(steps[i + 1][1]) if i + 1 < len(steps) else set()
        alive = {one: alive[one] for one in alive if one in nxt or one in fetched}
    return most


# %% lifetimes/peak wrong measures-after-dropping misconception=measures-what-is-left
def peak(steps, fetched):
    alive, most = {}, 0
    for number, (name, inputs, size) in enumerate(steps):
        alive[name] = size
        needed = set(fetched)
        for _, later, _ in steps[number + 1 :]:
            needed.update(later)
        alive = {held: alive[held] for held in alive if held in needed}
        most = max(most, sum(alive.values()))
    return most


# %% lifetimes/peak wrong one-step-late misconception=drops-a-step-late
def peak(steps, fetched):
    alive, most = {}, 0
    for number, (name, inputs, size) in enumerate(steps):
        alive[name] = size
        most = max(most, sum(alive.values()))
        needed = set(fetched)
        for _, later, _ in steps[number:]:
            needed.update(later)
        alive = {held: alive[held] for held in alive if held in needed}
    return most


# %% lifetimes/peak wrong fetched-and-used misconception=drops-what-is-fetched-after-its-last-use
def peak(steps, fetched):
    last = {}
    for number, (name, inputs, size) in enumerate(steps):
        last[name] = len(steps) if name in fetched else number
        for one in inputs:
            last[one] = number
    moments = range(len(steps))
    return max(
        sum(size for made, (name, _, size) in enumerate(steps) if made <= at <= last[name])
        for at in moments
    )


# %% lifetimes/peak wrong unused-one-step-late misconception=drops-what-nobody-uses-a-step-late
def peak(steps, fetched):
    last = {name: number + 1 for number, (name, _, _) in enumerate(steps)}
    for number, (_, inputs, _) in enumerate(steps):
        last.update(dict.fromkeys(inputs, number))
    last.update(dict.fromkeys(fetched, len(steps)))
    held, most = {}, 0
    for number, (name, _, size) in enumerate(steps):
        held[name] = size
        most = max(most, sum(held.values()))
        held = {one: held[one] for one in held if last[one] > number}
    return most


# %% lifetimes/peak wrong drops-when-the-next-step-is-done misconception=drops-every-value-a-step-late
def peak(steps, fetched):
    last = {}
    for number, (name, inputs, _) in enumerate(steps):
        last.update(dict.fromkeys([name, *inputs], number))
    held, most = {}, 0
    for number, (name, _, size) in enumerate(steps):
        held[name] = size
        most = max(most, sum(held.values()))
        for one in list(held):
            if last[one] < number and one not in fetched:
                del held[one]
    return most


# %% lifetimes/peak exempt *
# remembers-results
#     The same steps have the same peak.
# changes-its-input
#     The text does not say that the caller needs the lists again.

# %% lifetimes/peak exempt dictionary
# constant: alive, most = ({}, 0) -> alive, most = ({}, ...1)
#     Every run holds more than one byte.

# %% lifetimes/peak exempt last-use-table
# mutable-default: def peak(steps, fetched): -> def peak(steps, fetched, *, last={}):
#     Each name of a run gets its own entry again.
# constant: now -= sum((other[2] ... -> ...steps[:number + 2] if last[other[0]] == number))
#     No value has its last use before its own step.

# %% lifetimes/peak exempt sum-over-spans
# rounds: uses = ... -> ...list(enumerate(steps))[1:] if name in step[1]]
#     The first step has no inputs.
# range: return max(... for at in range(len(steps)))) -> ...
#     One step more than there are holds only what is fetched.

# %% lifetimes/peak exempt reference-counts
# rounds: for _, inputs, _ in steps: -> for _, inputs, _ in list(steps)[1:]:
#     The first step has no inputs.
# constant: users[name] += 1 -> users[name] += 2
#     What is fetched is kept whether it is counted once or twice.
# rounds: size_of = ... -> ...list(steps)[:-1]}
#     The last value is no input of any step.

# %% lifetimes/peak exempt numpy-table
# argument-dropped: table = np.zeros((len(steps), len(steps)), np.int64) -> ...
# other-graph-function: table = np.zeros((len(steps), len(steps)), np.int64) -> ...
#     The sums are exact in these types, too.
# rounds: last = max(... -> ...list(range(len(steps)))[1:] if name in steps[at][1]])
#     The first step has no inputs.
# arithmetic: last = len(steps) - 1 -> last = len(steps) + 1
# operand-dropped: last = len(steps) - 1 -> last = len(steps)
# constant: last = len(steps) - 1 -> last = len(steps) - 0
# constant: last = len(steps) - 1 -> last = len(steps) - -1
#     A slice ends where the table ends.
