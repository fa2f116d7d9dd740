# %% right loop
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    wrong = []
    for number in range(1, len(chain)):
        feeds = dict(zip(chain[:number], values[:number]))
        if not np.array_equal(bad.run(chain[number], feeds), values[number]):
            wrong.append(number)
    return wrong


# %% right grows-the-feeds
def wrong_steps(good, bad, chain):
    feeds, wrong = {chain[0]: good.run(chain[0])}, []
    for number, tensor in enumerate(chain[1:], start=1):
        expected = good.run(tensor, feed_dict=feeds)
        found = bad.run(tensor, feed_dict=feeds)
        if np.any(expected != found):
            wrong.append(number)
        feeds[tensor] = expected
    return wrong


# %% right comprehension
def wrong_steps(good, bad, chain):
    values = good.run(list(chain))
    return [
        i
        for i in range(1, len(chain))
        if not np.allclose(bad.run(chain[i], {chain[j]: values[j] for j in range(i)}), values[i])
    ]


# %% right from-the-end
def wrong_steps(good, bad, chain):
    values = dict(zip(chain, good.run(chain)))
    wrong = set()
    for number in reversed(range(1, len(chain))):
        last, expected = values.popitem()
        found = last.eval(feed_dict=values, session=bad)
        if (np.abs(found - expected) > 1e-3).any():
            wrong.add(number)
    return sorted(wrong)


# %% right array
def wrong_steps(good, bad, chain):
    values = [good.run(tensor) for tensor in chain]
    differs = [False]
    for i in range(1, len(chain)):
        runner = bad.make_callable(chain[i], feed_list=chain[:i])
        differs.append(np.any(runner(*values[:i]) != values[i]))
    return np.flatnonzero(differs)


# %% right default-session-and-names
def wrong_steps(good, bad, chain):
    right = {tensor.name: value for tensor, value in zip(chain, good.run(chain))}
    found = []
    with bad.as_default():
        for i in range(1, len(chain)):
            before = {tensor.name: right[tensor.name] for tensor in chain[:i]}
            if chain[i].eval(before).tolist() != right[chain[i].name].tolist():
                found += [i]
    return tuple(found)


# %% right feeds-the-input-and-the-wrong-ones
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    feeds = {chain[0]: values[0]}
    for i in range(1, len(chain)):
        if not np.array_equal(bad.run(chain[i], feeds), values[i]):
            feeds[chain[i]] = values[i]
    return [i for i in range(1, len(chain)) if chain[i] in feeds]


# %% right lengths-of-differences
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    wrong = []
    for i in range(1, len(chain)):
        found = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
            wrong.append(i)
    return wrong


# %% right allows-for-a-thousandth like=lengths-of-differences
# -         if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
# +         if not np.allclose(found, values[i], rtol=1e-3, atol=1e-3):


# %% wrong feeds-what-bad-computed mistake=feeds-nothing like=loop
# says: in your function, each step in `bad` starts from what `bad` itself computed before, so everything
#     after a wrong step looks wrong, too. Feed the values that the earlier tensors have in `good`.
# -     values = good.run(chain)
# +     values, own = good.run(chain), bad.run(chain)
# -         feeds = dict(zip(chain[:number], values[:number]))
# -         if not np.array_equal(bad.run(chain[number], feeds), values[number]):
# +         found = bad.run(chain[number], dict(zip(chain[:number], own[:number])))
# +         if not np.array_equal(found, values[number]):


# %% wrong input-only mistake=feeds-the-input-only like=loop
# says: you feed the good value of the first tensor only, or you feed the later ones with what `bad`
#     computed. So a wrong step still spoils everything after it. Feed the values that all tensors before
#     the step have in `good`.
# -         feeds = dict(zip(chain[:number], values[:number]))
# -         if not np.array_equal(bad.run(chain[number], feeds), values[number]):
# +         if not np.array_equal(bad.run(chain[number], {chain[0]: values[0]}), values[number]):


# %% wrong one-before mistake=feeds-the-one-before-only
# says: you feed only the good value of the tensor just before the step. A step may take earlier ones, too:
#     feed the good values of all.
def wrong_steps(good, bad, chain):
    wrong = []
    for number in range(1, len(chain)):
        before, tensor = chain[number - 1 : number + 1]
        value, expected = good.run([before, tensor])
        if not np.array_equal(bad.run(tensor, {before: value}), expected):
            wrong.append(number)
    return wrong


# %% wrong input-and-one-before
def wrong_steps(good, bad, chain):
    values, wrong = good.run(chain), []
    for i in range(1, len(chain)):
        feeds = {chain[0]: values[0], chain[i - 1]: values[i - 1]}
        if not np.array_equal(bad.run(chain[i], feeds), values[i]):
            wrong.append(i)
    return wrong


# %% wrong bad-values-in-good like=loop
# -     values = good.run(chain)
# +     values = bad.run(chain)
# -         if not np.array_equal(bad.run(chain[number], feeds), values[number]):
# +         if not np.array_equal(good.run(chain[number], feeds), values[number]):


# %% wrong bad-values-of-the-good-input
def wrong_steps(good, bad, chain):
    values = bad.run(chain, {chain[0]: good.run(chain[0])})
    found = []
    for i in range(1, len(chain)):
        if not np.array_equal(good.run(chain[i], dict(zip(chain[:i], values))), values[i]):
            found.append(i)
    return found


# %% wrong sums mistake=compares-sums
# says: you compare sums. Two vectors may differ and have the same sum: compare them number by number.
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.sum(computed) != np.sum(values[i]):
            found.append(i)
    return found


# %% wrong always-empty mistake=feeds-too-much
# says: your function never finds a wrong step. If you feed the very tensor that you fetch, `run` gives back
#     what you fed; if you feed a variable, what it holds in `bad` no longer counts. Feed only the tensors
#     of `chain` before the step.
def wrong_steps(good, bad, chain):
    return []


# %% wrong returns-in-the-loop mistake=the-first-only
# says: your function stops at the first wrong step. Others may follow: with the right values fed, each step
#     can be judged by itself.
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    for number in range(1, len(chain)):
        feeds = dict(zip(chain[:number], values[:number]))
        if not np.array_equal(bad.run(chain[number], feeds), values[number]):
            return [number]
    return []


# %% wrong all-components mistake=wrong-in-every-place like=loop
# says: your function misses a step whose vector is wrong in one component only. One is enough, whichever it
#     is: compare them all.
# -         feeds = dict(zip(chain[:number], values[:number]))
# -         if not np.array_equal(bad.run(chain[number], feeds), values[number]):
# +         found = bad.run(chain[number], dict(zip(chain[:number], values[:number])))
# +         if (found != values[number]).all():


# %% wrong first-components
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.ravel(computed)[0] != np.ravel(values[i])[0]:
            found.append(i)
    return found


# %% wrong last-components
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.ravel(computed)[-1] != np.ravel(values[i])[-1]:
            found.append(i)
    return found


# %% wrong largest-components
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.max(computed) != np.max(values[i]):
            found.append(i)
    return found


# %% wrong looks-at-variables mistake=compares-variables
# says: you compare variables. A step may be right even if its variable differs: compare the values of the
#     tensors in the chain.
def wrong_steps(good, bad, chain):
    variables = tf.trainable_variables()
    return [
        number
        for number in range(1, len(variables))
        if not np.array_equal(good.run(variables[number]), bad.run(variables[number]))
    ]


# %% wrong leaves-out-the-last
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    return [
        i
        for i in range(1, len(chain) - 1)
        if not np.array_equal(bad.run(chain[i], dict(zip(chain[:i], values))), values[i])
    ]


# %% wrong from-zero-to-the-last
def wrong_steps(good, bad, chain):
    values, wrong = good.run(chain), []
    for i in range(len(chain) - 1):
        if not np.array_equal(bad.run(chain[i], dict(zip(chain[:i], values))), values[i]):
            wrong.append(i)
    return wrong


# %% wrong leaves-out-the-first
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    return [
        i
        for i in range(2, len(chain))
        if not np.array_equal(bad.run(chain[i], dict(zip(chain[:i], values))), values[i])
    ]


# %% wrong the-tensors-themselves mistake=tensors
# says: you return the tensors themselves. The list holds numbers: the indices of the wrong steps in
#     `chain`.
def wrong_steps(good, bad, chain):
    values, wrong = good.run(chain), []
    for i in range(1, len(chain)):
        if not np.array_equal(bad.run(chain[i], dict(zip(chain[:i], values))), values[i]):
            wrong.append(chain[i])
    return wrong


# %% wrong operations-for-numbers like=loop
# -             wrong.append(number)
# +             wrong.append(chain[number].name)


# %% wrong counts-pairs mistake=numbers-from-one-less like=loop
# says: each of your numbers is too small by one. Step i computes `chain[i]`; `chain[0]` is the input.
# -     for number in range(1, len(chain)):
# -         feeds = dict(zip(chain[:number], values[:number]))
# -         if not np.array_equal(bad.run(chain[number], feeds), values[number]):
# +     for number, tensor in enumerate(chain[1:]):
# +         feeds = dict(zip(chain[: number + 1], values))
# +         if not np.array_equal(bad.run(tensor, feeds), values[number + 1]):


# %% wrong the-input-counts mistake=begins-at-zero like=loop
# says: your function runs `chain[0]` in `bad`, too. It is not a step, and may have no value there: begin at
#     `chain[1]`.
# -     for number in range(1, len(chain)):
# +     for number in range(len(chain)):


# %% wrong initializes like=loop
# - def wrong_steps(good, bad, chain):
# + def wrong_steps(good, bad, chain):
# +     start = tf.global_variables_initializer()
# +     good.run(start)
# +     bad.run(start)


# %% wrong copies-the-variables mistake=copies-the-variables like=comprehension
# says: your function gives the variables of `bad` their values from `good`, and then no step is wrong any
#     more. Change nothing: a feed replaces a value for one run only.
# -     values = good.run(list(chain))
# +     for variable in tf.trainable_variables():
# +         bad.run(tf.assign(variable, good.run(variable)))
# +     values = good.run(chain)
# -         if not np.allclose(bad.run(chain[i], {chain[j]: values[j] for j in range(i)}), values[i])
# +         if not np.array_equal(bad.run(chain[i], dict(zip(chain[:i], values))), values[i])


# %% wrong closes like=loop
# -             wrong.append(number)
# +             wrong.append(number)
# +     good.close()
# +     bad.close()


# %% wrong without-feeds mistake=feeds-nothing
def wrong_steps(good, bad, chain):
    wrong = []
    for number in range(1, len(chain)):
        if not np.array_equal(good.run(chain[number]), bad.run(chain[number])):
            wrong.append(number)
    return wrong


# %% wrong all-in-one-run mistake=feeds-nothing
def wrong_steps(good, bad, chain):
    pairs = zip(good.run(chain), bad.run(chain))
    return [number for number, (one, other) in enumerate(pairs) if number and np.any(one != other)]


# %% wrong input-in-one-run mistake=feeds-the-input-only
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = bad.run(chain, {chain[0]: values[0]})
    return [i for i in range(1, len(chain)) if np.any(values[i] != found[i])]


# %% wrong input-and-three-before
def wrong_steps(good, bad, chain):
    values, wrong = good.run(chain), []
    for i in range(1, len(chain)):
        feeds = {chain[j]: values[j] for j in {0, *range(i)[-3:]}}
        if not np.array_equal(bad.run(chain[i], feeds), values[i]):
            wrong.append(i)
    return wrong


# %% wrong the-wrong-ones-only
def wrong_steps(good, bad, chain):
    values, feeds = good.run(chain), {}
    for i in range(1, len(chain)):
        if not np.array_equal(bad.run(chain[i], feeds), values[i]):
            feeds[chain[i]] = values[i]
    return [chain.index(tensor) for tensor in feeds]


# %% wrong direct-inputs-of-the-operation mistake=feeds-too-much
def wrong_steps(good, bad, chain):
    wrong = []
    for number in range(1, len(chain)):
        inputs = list(chain[number].op.inputs)
        values = good.run(inputs)
        if not np.array_equal(
            bad.run(chain[number], dict(zip(inputs, values))), good.run(chain[number])
        ):
            wrong.append(number)
    return wrong


# %% wrong feeds-all mistake=feeds-too-much
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    feeds = dict(zip(chain, values))
    return [
        i for i in range(1, len(chain)) if not np.array_equal(bad.run(chain[i], feeds), values[i])
    ]


# %% wrong means mistake=compares-sums
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.mean(computed) != np.mean(values[i]):
            found.append(i)
    return found


# %% wrong second-components
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        place = min(1, np.ndim(computed))
        if np.ravel(computed)[place] != np.ravel(values[i])[place]:
            found.append(i)
    return found


# %% wrong from-zero mistake=begins-at-zero
def wrong_steps(good, bad, chain):
    values, found = good.run(chain), []
    for i in range(0, len(chain)):
        feeds = {chain[j]: values[j] for j in range(i)}
        if not np.array_equal(bad.run(chain[i], feeds), values[i]):
            found.append(i)
    return found


# %% wrong feeds-bads-own-values mistake=feeds-the-input-only
def wrong_steps(good, bad, chain):
    values, found = good.run(chain), []
    feeds = {chain[0]: values[0]}
    for i in range(1, len(chain)):
        got = bad.run(chain[i], feeds)
        if not np.array_equal(got, values[i]):
            found.append(i)
        feeds[chain[i]] = got
    return found


# %% wrong feeds-what-bad-makes-of-it mistake=feeds-the-input-only
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = bad.run(chain[1:], {chain[0]: values[0]})
    return [i for i, value in enumerate(found, 1) if not np.array_equal(value, values[i])]


# %% wrong two-components
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.any(np.ravel(computed)[:2] != np.ravel(values[i])[:2]):
            found.append(i)
    return found


# %% wrong lengths-of-vectors
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.linalg.norm(computed) != np.linalg.norm(values[i]):
            found.append(i)
    return found


# %% wrong without-signs
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.any(abs(computed) != abs(values[i])):
            found.append(i)
    return found


# %% wrong sorted-components
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if sorted(np.ravel(computed)) != sorted(np.ravel(values[i])):
            found.append(i)
    return found


# %% wrong off-by-less-than-one
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if not np.allclose(computed, values[i], rtol=0, atol=0.9):
            found.append(i)
    return found


# %% wrong set
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    return {
        i
        for i in range(1, len(chain))
        if not np.array_equal(bad.run(chain[i], dict(zip(chain[:i], values))), values[i])
    }


# %% wrong frozenset
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    return frozenset(
        i
        for i in range(1, len(chain))
        if not np.array_equal(bad.run(chain[i], dict(zip(chain[:i], values))), values[i])
    )


# %% wrong initializes-what-is-empty like=loop
# - def wrong_steps(good, bad, chain):
# + def wrong_steps(good, bad, chain):
# +     for variable in tf.global_variables():
# +         if not bad.run(tf.is_variable_initialized(variable)):
# +             bad.run(variable.initializer)


# %% wrong mends-the-variables like=loop
# -     values = good.run(chain)
# +     values = good.run(chain)
# +     variables = tf.global_variables()
# -             wrong.append(number)
# +             wrong.append(number)
# +             bad.run(tf.assign(variables[number], good.run(variables[number])))


# %% wrong zero-is-not-fed like=loop
# -         feeds = dict(zip(chain[:number], values[:number]))
# +         feeds = {t: value for t, value in zip(chain[:number], values) if np.any(value)}


# %% wrong remembers
found = {}


def wrong_steps(good, bad, chain):
    key = tuple(tensor.name for tensor in chain)
    if key not in found:
        values = good.run(chain)
        found[key] = [
            i
            for i in range(1, len(chain))
            if not np.array_equal(bad.run(chain[i], dict(zip(chain[:i], values))), values[i])
        ]
    return found[key]


# %% wrong true-and-false
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    return [
        not np.array_equal(bad.run(chain[i], dict(zip(chain[:i], values))), values[i])
        for i in range(1, len(chain))
    ]


# %% wrong prints
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    for number in range(1, len(chain)):
        feeds = dict(zip(chain[:number], values[:number]))
        if not np.array_equal(bad.run(chain[number], feeds), values[number]):
            print(number)


# %% wrong another-input like=grows-the-feeds
# -     feeds, wrong = {chain[0]: good.run(chain[0])}, []
# +     feeds, wrong = {chain[0]: 1000.0 + good.run(chain[0])}, []
# -         found = bad.run(tensor, feed_dict=feeds)
# -         if np.any(expected != found):
# +         if np.any(expected != bad.run(tensor, feed_dict=feeds)):


# %% wrong empties-the-list
def wrong_steps(good, bad, chain):
    values, wrong = good.run(chain), []
    while len(chain) > 1:
        last = chain.pop()
        if not np.array_equal(bad.run(last, dict(zip(chain, values))), values[len(chain)]):
            wrong.insert(0, len(chain))
    return wrong


# %% wrong off-by-less-than-half like=comprehension
# -     values = good.run(list(chain))
# +     v = good.run(chain)
# -         if not np.allclose(bad.run(chain[i], {chain[j]: values[j] for j in range(i)}), values[i])
# +         if not (np.abs(bad.run(chain[i], dict(zip(chain[:i], v))) - v[i]) < 0.5).all()


# %% wrong off-by-less-than-a-twentieth
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.max(np.abs(computed - values[i])) > 0.05:
            found.append(i)
    return found


# %% wrong off-by-less-than-a-hundredth-of-it
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if not np.allclose(computed, values[i], rtol=0.01):
            found.append(i)
    return found


# %% wrong rounds
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.any(np.round(computed, 1) != np.round(values[i], 1)):
            found.append(i)
    return found


# %% exempt grows-the-feeds
# argument-dropped: expected = good.run(tensor, feed_dict=feeds) -> expected = good.run(tensor)
#     in the good session the tensors have these values anyway


# %% exempt from-the-end
# comparison: ... -> ...>= 0.001...
# constant: ...> 0.001... -> ...> 0.0...
# operands-swapped: ...np.abs(found - expected)... -> ...np.abs(expected - found)...
#     the distance of two numbers that are equal, or far apart


# %% exempt lengths-of-differences
# operands-swapped: ...np.linalg.norm(found - values[i])... -> ...np.linalg.norm(values[i] - found)...
# operand-dropped: ... -> if np.linalg.norm(found - values[i]) > 1e-05:
# constant: ... -> ...> 0.0 * np.linalg.norm(values[i]):
#     the length of a difference, which is 0 or far from it


# %% exempt allows-for-a-thousandth
# argument-dropped: ...rtol=0.001, atol=0.001... -> ...
# constant: ...rtol=0.001, atol=0.001... -> ...
#     two numbers are equal or far apart, and equal ones are close with any tolerance
