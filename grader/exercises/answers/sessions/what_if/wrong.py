# %% sessions/what-if wrong without-feeds misconception=feeds-nothing
def wrong_steps(good, bad, chain):
    wrong = []
    for number in range(1, len(chain)):
        if not np.array_equal(good.run(chain[number]), bad.run(chain[number])):
            wrong.append(number)
    return wrong


# %% sessions/what-if wrong all-in-one-run misconception=feeds-nothing
def wrong_steps(good, bad, chain):
    pairs = zip(good.run(chain), bad.run(chain))
    return [number for number, (one, other) in enumerate(pairs) if number and np.any(one != other)]


# %% sessions/what-if wrong feeds-what-bad-computed misconception=feeds-nothing
def wrong_steps(good, bad, chain):
    values, own = good.run(chain), bad.run(chain)
    wrong = []
    for number in range(1, len(chain)):
        found = bad.run(chain[number], dict(zip(chain[:number], own[:number])))
        if not np.array_equal(found, values[number]):
            wrong.append(number)
    return wrong


# %% sessions/what-if wrong bad-values-in-good misconception=the-bad-values-in-good
def wrong_steps(good, bad, chain):
    values = bad.run(chain)
    wrong = []
    for number in range(1, len(chain)):
        feeds = dict(zip(chain[:number], values[:number]))
        if not np.array_equal(good.run(chain[number], feeds), values[number]):
            wrong.append(number)
    return wrong


# %% sessions/what-if wrong input-only misconception=feeds-the-input-only
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    wrong = []
    for number in range(1, len(chain)):
        if not np.array_equal(bad.run(chain[number], {chain[0]: values[0]}), values[number]):
            wrong.append(number)
    return wrong


# %% sessions/what-if wrong input-in-one-run misconception=feeds-the-input-only
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = bad.run(chain, {chain[0]: values[0]})
    return [i for i in range(1, len(chain)) if np.any(values[i] != found[i])]


# %% sessions/what-if wrong one-before misconception=feeds-the-one-before-only
def wrong_steps(good, bad, chain):
    wrong = []
    for number in range(1, len(chain)):
        before, tensor = chain[number - 1 : number + 1]
        value, expected = good.run([before, tensor])
        if not np.array_equal(bad.run(tensor, {before: value}), expected):
            wrong.append(number)
    return wrong


# %% sessions/what-if wrong input-and-one-before misconception=feeds-only-some
def wrong_steps(good, bad, chain):
    values, wrong = good.run(chain), []
    for i in range(1, len(chain)):
        feeds = {chain[0]: values[0], chain[i - 1]: values[i - 1]}
        if not np.array_equal(bad.run(chain[i], feeds), values[i]):
            wrong.append(i)
    return wrong


# %% sessions/what-if wrong input-and-three-before misconception=feeds-only-some
def wrong_steps(good, bad, chain):
    values, wrong = good.run(chain), []
    for i in range(1, len(chain)):
        feeds = {chain[j]: values[j] for j in {0, *range(i)[-3:]}}
        if not np.array_equal(bad.run(chain[i], feeds), values[i]):
            wrong.append(i)
    return wrong


# %% sessions/what-if wrong the-wrong-ones-only
def wrong_steps(good, bad, chain):
    values, feeds = good.run(chain), {}
    for i in range(1, len(chain)):
        if not np.array_equal(bad.run(chain[i], feeds), values[i]):
            feeds[chain[i]] = values[i]
    return [chain.index(tensor) for tensor in feeds]


# %% sessions/what-if wrong direct-inputs-of-the-operation misconception=feeds-too-much
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


# %% sessions/what-if wrong feeds-all misconception=feeds-too-much
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    feeds = dict(zip(chain, values))
    return [
        i for i in range(1, len(chain)) if not np.array_equal(bad.run(chain[i], feeds), values[i])
    ]


# %% sessions/what-if wrong always-empty misconception=feeds-too-much
def wrong_steps(good, bad, chain):
    return []


# %% sessions/what-if wrong returns-in-the-loop misconception=the-first-only
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    for number in range(1, len(chain)):
        feeds = dict(zip(chain[:number], values[:number]))
        if not np.array_equal(bad.run(chain[number], feeds), values[number]):
            return [number]
    return []


# %% sessions/what-if wrong all-components misconception=wrong-in-every-place
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    wrong = []
    for number in range(1, len(chain)):
        found = bad.run(chain[number], dict(zip(chain[:number], values[:number])))
        if (found != values[number]).all():
            wrong.append(number)
    return wrong


# %% sessions/what-if wrong sums misconception=compares-sums
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.sum(computed) != np.sum(values[i]):
            found.append(i)
    return found


# %% sessions/what-if wrong means misconception=compares-sums
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.mean(computed) != np.mean(values[i]):
            found.append(i)
    return found


# %% sessions/what-if wrong largest-components misconception=compares-the-largest
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.max(computed) != np.max(values[i]):
            found.append(i)
    return found


# %% sessions/what-if wrong first-components misconception=compares-the-first
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.ravel(computed)[0] != np.ravel(values[i])[0]:
            found.append(i)
    return found


# %% sessions/what-if wrong last-components misconception=compares-the-last
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.ravel(computed)[-1] != np.ravel(values[i])[-1]:
            found.append(i)
    return found


# %% sessions/what-if wrong second-components
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        place = min(1, np.ndim(computed))
        if np.ravel(computed)[place] != np.ravel(values[i])[place]:
            found.append(i)
    return found


# %% sessions/what-if wrong from-zero misconception=begins-at-zero
def wrong_steps(good, bad, chain):
    values, found = good.run(chain), []
    for i in range(0, len(chain)):
        feeds = {chain[j]: values[j] for j in range(i)}
        if not np.array_equal(bad.run(chain[i], feeds), values[i]):
            found.append(i)
    return found


# %% sessions/what-if wrong feeds-bads-own-values misconception=feeds-the-input-only
def wrong_steps(good, bad, chain):
    values, found = good.run(chain), []
    feeds = {chain[0]: values[0]}
    for i in range(1, len(chain)):
        got = bad.run(chain[i], feeds)
        if not np.array_equal(got, values[i]):
            found.append(i)
        feeds[chain[i]] = got
    return found


# %% sessions/what-if wrong leaves-out-the-last misconception=leaves-out-the-last
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    return [
        i
        for i in range(1, len(chain) - 1)
        if not np.array_equal(bad.run(chain[i], dict(zip(chain[:i], values))), values[i])
    ]


# %% sessions/what-if wrong leaves-out-the-first misconception=leaves-out-the-first
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    return [
        i
        for i in range(2, len(chain))
        if not np.array_equal(bad.run(chain[i], dict(zip(chain[:i], values))), values[i])
    ]


# %% sessions/what-if wrong from-zero-to-the-last misconception=begins-at-zero-and-leaves-out-the-last
def wrong_steps(good, bad, chain):
    values, wrong = good.run(chain), []
    for i in range(len(chain) - 1):
        if not np.array_equal(bad.run(chain[i], dict(zip(chain[:i], values))), values[i]):
            wrong.append(i)
    return wrong


# %% sessions/what-if wrong the-tensors-themselves misconception=tensors
def wrong_steps(good, bad, chain):
    values, wrong = good.run(chain), []
    for i in range(1, len(chain)):
        if not np.array_equal(bad.run(chain[i], dict(zip(chain[:i], values))), values[i]):
            wrong.append(chain[i])
    return wrong


# %% sessions/what-if wrong copies-the-variables misconception=copies-the-variables
def wrong_steps(good, bad, chain):
    for variable in tf.trainable_variables():
        bad.run(tf.assign(variable, good.run(variable)))
    values = good.run(chain)
    return [
        i
        for i in range(1, len(chain))
        if not np.array_equal(bad.run(chain[i], dict(zip(chain[:i], values))), values[i])
    ]


# %% sessions/what-if wrong feeds-what-bad-makes-of-it misconception=feeds-the-input-only
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = bad.run(chain[1:], {chain[0]: values[0]})
    return [i for i, value in enumerate(found, 1) if not np.array_equal(value, values[i])]
