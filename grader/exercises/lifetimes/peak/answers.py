# %% right dictionary
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


# %% right last-use-table
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


# %% right sum-over-spans
def peak(steps, fetched):
    spans = []
    for born, (name, _, size) in enumerate(steps):
        uses = [at for at, step in enumerate(steps) if name in step[1]]
        end = len(steps) if name in fetched else max([born] + uses)
        spans.append((born, end, size))
    return max(
        sum(size for born, end, size in spans if born <= at <= end) for at in range(len(steps))
    )


# %% right reference-counts
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


# %% right numpy-table
def peak(steps, fetched):
    names = [step[0] for step in steps]
    table = np.zeros((len(steps), len(steps)), np.int64)
    for born, (name, _, size) in enumerate(steps):
        last = max([born] + [at for at in range(len(steps)) if name in steps[at][1]])
        if name in fetched:
            last = len(steps) - 1
        table[names.index(name), born : last + 1] = size
    return table.sum(axis=0).max()


# %% wrong sum mistake=never-frees
# says: you add up all values of the run. A value that nobody needs any more is dropped at once, while the
#     run goes on.
def peak(steps, fetched):
    return sum(size for name, inputs, size in steps)


# %% wrong drops-first mistake=frees-inputs-too-early
# says: you drop the inputs of a step before its output is there. While a step computes, its inputs and its
#     output are in memory together: measure first, then drop.
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


# %% wrong not-fetched mistake=forgets-what-is-fetched like=dictionary
# says: you drop values that are fetched. The caller wants them when the run has ended, so they stay to the
#     end.
# -         needed = set(fetched)
# -         for _, later, _ in steps[number + 1 :]:
# -             needed.update(later)
# +         needed = {source for step in steps[number + 1 :] for source in step[1]}


# %% wrong fetched-and-used mistake=drops-what-is-fetched-after-its-last-use
# says: you drop a fetched value after its last use. A fetched value stays to the end, even if other steps
#     have used it before.
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


# %% wrong first-use mistake=drops-after-the-first-use
# says: you drop a value after its first use. It must stay until its last use: another step may need it
#     later.
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


# %% wrong pops-the-inputs
def peak(steps, fetched):
    alive, most = {}, 0
    for name, inputs, size in steps:
        alive[name] = size
        most = max(most, sum(alive.values()))
        for source in inputs:
            if source not in fetched:
                alive.pop(source, None)
    return most


# %% wrong one-step-late mistake=drops-a-step-late like=dictionary
# says: you drop a value one step too late. After a step, only what a later step needs and what is fetched
#     is held.
# -         for _, later, _ in steps[number + 1 :]:
# +         for _, later, _ in steps[number:]:


# %% wrong drops-when-the-next-step-is-done
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


# %% wrong unused-one-step-late
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


# %% wrong only-the-next-step
def peak(steps, fetched):
    alive, most = {}, 0
    for i, (name, inputs, size) in enumerate(steps):
        alive[name] = size
        most = max(most, sum(alive.values()))
        nxt = set(steps[i + 1][1]) if i + 1 < len(steps) else set()
        alive = {one: alive[one] for one in alive if one in nxt or one in fetched}
    return most


# %% wrong measures-after-dropping mistake=measures-what-is-left like=dictionary
# says: you measure what is left after a step. While a step is computed, its inputs and its output are held
#     as well: measure first, then drop.
# -         alive[name] = size
# -         most = max(most, sum(alive.values()))
# +         alive[name] = size
# -         alive = {held: alive[held] for held in alive if held in needed}
# +         alive = {held: alive[held] for held in alive if held in needed}
# +         most = max(most, sum(alive.values()))


# %% wrong sum-of-a-set mistake=a-set-of-sizes
# says: two values of the same size count once in your sum: you add up a set of sizes. Both are held: add up
#     the sizes of all values.
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


# %% wrong end-of-the-run mistake=only-the-end
# says: you add up only what is left at the end. In the middle of the run more is held: take the maximum
#     over all steps.
def peak(steps, fetched):
    return sum(size for name, inputs, size in steps if name in fetched)


# %% wrong largest
def peak(steps, fetched):
    return max(size for name, inputs, size in steps)


# %% wrong waits-for-a-use mistake=keeps-what-nobody-uses
# says: you keep values that no step uses and nobody fetches. Such a value is dropped after its own step.
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


# %% wrong only-what-is-used mistake=leaves-out-what-nobody-uses
# says: you leave out values that no step uses and nobody fetches. Such a value is held, too, while its own
#     step is computed.
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


# %% wrong only-inputs-and-output mistake=one-step-at-a-time
# says: you count only the inputs and the output of each step. Values that a later step needs, or that are
#     fetched, are in memory as well.
def peak(steps, fetched):
    size_of = {name: size for name, inputs, size in steps}
    return max(size + sum(size_of[source] for source in inputs) for _, inputs, size in steps)


# %% wrong counts-values
def peak(steps, fetched):
    return len(steps)


# %% wrong drops-an-input-named-twice-too-early
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


# %% wrong counts-an-input-named-twice-twice
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


# %% wrong never-drops-an-input-named-twice
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


# %% wrong drops-an-input-named-twice-two-times
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


# %% wrong takes-out-an-input-named-twice-two-times
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


# %% wrong keeps-a-set-of-sizes mistake=a-set-of-sizes
def peak(steps, fetched):
    size = {name: one for name, _, one in steps}
    held, most = set(), 0
    for number, (name, _, one) in enumerate(steps):
        held.add(one)
        most = max(most, sum(held))
        later = {source for step in steps[number + 1 :] for source in step[1]}
        held &= {size[name] for name in later | set(fetched)}
    return most


# %% wrong discards-sizes mistake=a-set-of-sizes
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


# %% exempt *
# remembers-results
#     The same steps have the same peak.
# changes-its-input
#     The text does not say that the caller needs the lists again.


# %% exempt dictionary
# constant: alive, most = ({}, 0) -> alive, most = ({}, ...1)
#     Every run holds more than one byte.


# %% exempt last-use-table
# mutable-default: def peak(steps, fetched): -> def peak(steps, fetched, *, last={}):
#     Each name of a run gets its own entry again.
# constant: now -= sum((other[2] ... -> ...steps[:number + 2] if last[other[0]] == number))
#     No value has its last use before its own step.


# %% exempt sum-over-spans
# rounds: uses = ... -> ...list(enumerate(steps))[1:] if name in step[1]]
#     The first step has no inputs.
# range: return max(... for at in range(len(steps)))) -> ...
#     One step more than there are holds only what is fetched.


# %% exempt reference-counts
# rounds: for _, inputs, _ in steps: -> for _, inputs, _ in list(steps)[1:]:
#     The first step has no inputs.
# constant: users[name] += 1 -> users[name] += 2
#     What is fetched is kept whether it is counted once or twice.
# rounds: size_of = ... -> ...list(steps)[:-1]}
#     The last value is no input of any step.


# %% exempt numpy-table
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
