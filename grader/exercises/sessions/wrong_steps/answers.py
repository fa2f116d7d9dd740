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
# -         feeds = dict(zip(chain[:number], values[:number]))
# +         feeds = dict(zip(chain[:number], bad.run(chain[:number])))


# %% wrong input-only mistake=feeds-the-input-only like=loop
# says: you feed the good value of the first tensor only, or you feed the later ones with what `bad`
#     computed. So a wrong step still spoils everything after it. Feed the values that all tensors before
#     the step have in `good`.
# -         feeds = dict(zip(chain[:number], values[:number]))
# +         feeds = {chain[0]: values[0]}


# %% wrong one-before mistake=feeds-the-one-before-only like=loop
# says: you feed only the good value of the tensor just before the step. A step may take earlier ones, too:
#     feed the good values of all.
# -         feeds = dict(zip(chain[:number], values[:number]))
# +         feeds = {chain[number - 1]: values[number - 1]}


# %% wrong input-and-one-before like=loop
# -         feeds = dict(zip(chain[:number], values[:number]))
# +         feeds = {chain[0]: values[0], chain[number - 1]: values[number - 1]}


# %% wrong bad-values-in-good like=loop
# -     values = good.run(chain)
# +     values = bad.run(chain)
# -         if not np.array_equal(bad.run(chain[number], feeds), values[number]):
# +         if not np.array_equal(good.run(chain[number], feeds), values[number]):


# %% wrong bad-values-of-the-good-input like=loop
# -     values = good.run(chain)
# +     values = bad.run(chain, {chain[0]: good.run(chain[0])})
# -         if not np.array_equal(bad.run(chain[number], feeds), values[number]):
# +         if not np.array_equal(good.run(chain[number], feeds), values[number]):


# %% wrong sums mistake=compares-sums like=lengths-of-differences
# says: you compare sums. Two vectors may differ and have the same sum: compare them number by number.
# -         if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
# +         if np.sum(found) != np.sum(values[i]):


# %% wrong always-empty mistake=feeds-too-much
# says: your function never finds a wrong step. If you feed the very tensor that you fetch, `run` gives back
#     what you fed; if you feed a variable, what it holds in `bad` no longer counts. Feed only the tensors
#     of `chain` before the step.
def wrong_steps(good, bad, chain):
    return []


# %% wrong returns-in-the-loop mistake=the-first-only like=loop
# says: your function stops at the first wrong step. Others may follow: with the right values fed, each step
#     can be judged by itself.
# -             wrong.append(number)
# +             return [number]


# %% wrong all-components mistake=wrong-in-every-place like=lengths-of-differences
# says: your function misses a step whose vector is wrong in one component only. One is enough, whichever it
#     is: compare them all.
# -         if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
# +         if (found != values[i]).all():


# %% wrong first-components like=lengths-of-differences
# -         if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
# +         if np.ravel(found)[0] != np.ravel(values[i])[0]:


# %% wrong last-components like=lengths-of-differences
# -         if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
# +         if np.ravel(found)[-1] != np.ravel(values[i])[-1]:


# %% wrong largest-components like=lengths-of-differences
# -         if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
# +         if np.max(found) != np.max(values[i]):


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


# %% wrong leaves-out-the-last like=loop
# -     for number in range(1, len(chain)):
# +     for number in range(1, len(chain) - 1):


# %% wrong from-zero-to-the-last like=loop
# -     for number in range(1, len(chain)):
# +     for number in range(len(chain) - 1):


# %% wrong leaves-out-the-first like=loop
# -     for number in range(1, len(chain)):
# +     for number in range(2, len(chain)):


# %% wrong the-tensors-themselves mistake=tensors like=loop
# says: you return the tensors themselves. The list holds numbers: the indices of the wrong steps in
#     `chain`.
# -             wrong.append(number)
# +             wrong.append(chain[number])


# %% wrong operations-for-numbers like=loop
# -             wrong.append(number)
# +             wrong.append(chain[number].name)


# %% wrong counts-pairs mistake=numbers-from-one-less like=loop
# says: each of your numbers is too small by one. Step i computes `chain[i]`; `chain[0]` is the input.
# -             wrong.append(number)
# +             wrong.append(number - 1)


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


# %% wrong copies-the-variables mistake=copies-the-variables like=loop
# says: your function gives the variables of `bad` their values from `good`, and then no step is wrong any
#     more. Change nothing: a feed replaces a value for one run only.
# -     values = good.run(chain)
# +     for variable in tf.trainable_variables():
# +         bad.run(tf.assign(variable, good.run(variable)))
# +     values = good.run(chain)


# %% wrong closes like=loop
# -             wrong.append(number)
# +             wrong.append(number)
# +     good.close()
# +     bad.close()


# %% wrong without-feeds mistake=feeds-nothing like=loop
# -         feeds = dict(zip(chain[:number], values[:number]))
# +         feeds = {}


# %% wrong all-in-one-run mistake=feeds-nothing
def wrong_steps(good, bad, chain):
    pairs = zip(good.run(chain), bad.run(chain))
    return [number for number, (one, other) in enumerate(pairs) if number and np.any(one != other)]


# %% wrong input-in-one-run mistake=feeds-the-input-only
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = bad.run(chain, {chain[0]: values[0]})
    return [i for i in range(1, len(chain)) if np.any(values[i] != found[i])]


# %% wrong input-and-three-before like=loop
# -         feeds = dict(zip(chain[:number], values[:number]))
# +         feeds = {chain[j]: values[j] for j in {0, *range(number)[-3:]}}


# %% wrong the-wrong-ones-only like=feeds-the-input-and-the-wrong-ones
# -     feeds = {chain[0]: values[0]}
# +     feeds = {}


# %% wrong direct-inputs-of-the-operation mistake=feeds-too-much like=loop
# -         feeds = dict(zip(chain[:number], values[:number]))
# +         inputs = list(chain[number].op.inputs)
# +         feeds = dict(zip(inputs, good.run(inputs)))


# %% wrong feeds-all mistake=feeds-too-much like=loop
# -         feeds = dict(zip(chain[:number], values[:number]))
# +         feeds = dict(zip(chain, values))


# %% wrong means mistake=compares-sums like=lengths-of-differences
# -         if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
# +         if np.mean(found) != np.mean(values[i]):


# %% wrong second-components like=lengths-of-differences
# -         if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
# +         if np.ravel(found)[:2][-1] != np.ravel(values[i])[:2][-1]:


# %% wrong two-components like=lengths-of-differences
# -         if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
# +         if np.any(np.ravel(found)[:2] != np.ravel(values[i])[:2]):


# %% wrong lengths-of-vectors like=lengths-of-differences
# -         if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
# +         if np.linalg.norm(found) != np.linalg.norm(values[i]):


# %% wrong without-signs like=lengths-of-differences
# -         if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
# +         if np.any(abs(found) != abs(values[i])):


# %% wrong sorted-components like=lengths-of-differences
# -         if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
# +         if sorted(np.ravel(found)) != sorted(np.ravel(values[i])):


# %% wrong off-by-less-than-one like=lengths-of-differences
# -         if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
# +         if not np.allclose(found, values[i], rtol=0, atol=0.9):


# %% wrong set like=loop
# -     return wrong
# +     return set(wrong)


# %% wrong frozenset like=loop
# -     return wrong
# +     return frozenset(wrong)


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


# %% wrong prints like=loop
# -             wrong.append(number)
# -     return wrong
# +             print(number)


# %% wrong another-input like=grows-the-feeds
# -     feeds, wrong = {chain[0]: good.run(chain[0])}, []
# +     feeds, wrong = {chain[0]: 1000.0 + good.run(chain[0])}, []


# %% wrong empties-the-list
def wrong_steps(good, bad, chain):
    values, wrong = good.run(chain), []
    while len(chain) > 1:
        last = chain.pop()
        if not np.array_equal(bad.run(last, dict(zip(chain, values))), values[len(chain)]):
            wrong.insert(0, len(chain))
    return wrong


# %% wrong off-by-less-than-half like=lengths-of-differences
# -         if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
# +         if np.max(np.abs(found - values[i])) >= 0.5:


# %% wrong off-by-less-than-a-twentieth like=lengths-of-differences
# -         if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
# +         if np.max(np.abs(found - values[i])) > 0.05:


# %% wrong off-by-less-than-a-hundredth-of-it like=lengths-of-differences
# -         if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
# +         if not np.allclose(found, values[i], rtol=0.01):


# %% wrong rounds like=lengths-of-differences
# -         if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
# +         if np.any(np.round(found, 1) != np.round(values[i], 1)):


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
