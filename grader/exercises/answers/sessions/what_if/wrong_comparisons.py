# %% sessions/what-if wrong two-components misconception=compares-the-first
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.any(np.ravel(computed)[:2] != np.ravel(values[i])[:2]):
            found.append(i)
    return found


# %% sessions/what-if wrong lengths-of-vectors
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.linalg.norm(computed) != np.linalg.norm(values[i]):
            found.append(i)
    return found


# %% sessions/what-if wrong without-signs
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.any(abs(computed) != abs(values[i])):
            found.append(i)
    return found


# %% sessions/what-if wrong sorted-components
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if sorted(np.ravel(computed)) != sorted(np.ravel(values[i])):
            found.append(i)
    return found


# %% sessions/what-if wrong off-by-less-than-one
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if not np.allclose(computed, values[i], rtol=0, atol=0.9):
            found.append(i)
    return found


# %% sessions/what-if wrong set
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    return {
        i
        for i in range(1, len(chain))
        if not np.array_equal(bad.run(chain[i], dict(zip(chain[:i], values))), values[i])
    }


# %% sessions/what-if wrong frozenset
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    return frozenset(
        i
        for i in range(1, len(chain))
        if not np.array_equal(bad.run(chain[i], dict(zip(chain[:i], values))), values[i])
    )


# %% sessions/what-if wrong looks-at-variables misconception=compares-variables
def wrong_steps(good, bad, chain):
    variables = tf.trainable_variables()
    return [
        number
        for number in range(1, len(variables))
        if not np.array_equal(good.run(variables[number]), bad.run(variables[number]))
    ]


# %% sessions/what-if wrong operations-for-numbers misconception=names
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    wrong = []
    for number in range(1, len(chain)):
        feeds = dict(zip(chain[:number], values[:number]))
        if not np.array_equal(bad.run(chain[number], feeds), values[number]):
            wrong.append(chain[number].name)
    return wrong


# %% sessions/what-if wrong counts-pairs misconception=numbers-from-one-less
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    wrong = []
    for number, tensor in enumerate(chain[1:]):
        feeds = dict(zip(chain[: number + 1], values))
        if not np.array_equal(bad.run(tensor, feeds), values[number + 1]):
            wrong.append(number)
    return wrong


# %% sessions/what-if wrong the-input-counts misconception=begins-at-zero
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    wrong = []
    for number in range(len(chain)):
        feeds = dict(zip(chain[:number], values[:number]))
        if not np.array_equal(bad.run(chain[number], feeds), values[number]):
            wrong.append(number)
    return wrong


# %% sessions/what-if wrong initializes misconception=initializes-first
def wrong_steps(good, bad, chain):
    start = tf.global_variables_initializer()
    good.run(start)
    bad.run(start)
    values = good.run(chain)
    wrong = []
    for number in range(1, len(chain)):
        feeds = dict(zip(chain[:number], values[:number]))
        if not np.array_equal(bad.run(chain[number], feeds), values[number]):
            wrong.append(number)
    return wrong


# %% sessions/what-if wrong initializes-what-is-empty
def wrong_steps(good, bad, chain):
    for variable in tf.global_variables():
        if not bad.run(tf.is_variable_initialized(variable)):
            bad.run(variable.initializer)
    values = good.run(chain)
    wrong = []
    for number in range(1, len(chain)):
        feeds = dict(zip(chain[:number], values[:number]))
        if not np.array_equal(bad.run(chain[number], feeds), values[number]):
            wrong.append(number)
    return wrong


# %% sessions/what-if wrong mends-the-variables
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    variables = tf.global_variables()
    wrong = []
    for number in range(1, len(chain)):
        feeds = dict(zip(chain[:number], values[:number]))
        if not np.array_equal(bad.run(chain[number], feeds), values[number]):
            wrong.append(number)
            bad.run(tf.assign(variables[number], good.run(variables[number])))
    return wrong


# %% sessions/what-if wrong closes misconception=closes-the-sessions
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    wrong = []
    for number in range(1, len(chain)):
        feeds = dict(zip(chain[:number], values[:number]))
        if not np.array_equal(bad.run(chain[number], feeds), values[number]):
            wrong.append(number)
    good.close()
    bad.close()
    return wrong


# %% sessions/what-if wrong zero-is-not-fed
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    wrong = []
    for number in range(1, len(chain)):
        feeds = {t: value for t, value in zip(chain[:number], values) if np.any(value)}
        if not np.array_equal(bad.run(chain[number], feeds), values[number]):
            wrong.append(number)
    return wrong


# %% sessions/what-if wrong remembers
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


# %% sessions/what-if wrong true-and-false
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    return [
        not np.array_equal(bad.run(chain[i], dict(zip(chain[:i], values))), values[i])
        for i in range(1, len(chain))
    ]


# %% sessions/what-if wrong prints
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    for number in range(1, len(chain)):
        feeds = dict(zip(chain[:number], values[:number]))
        if not np.array_equal(bad.run(chain[number], feeds), values[number]):
            print(number)


# %% sessions/what-if wrong another-input
def wrong_steps(good, bad, chain):
    feeds, wrong = {chain[0]: 1000.0 + good.run(chain[0])}, []
    for number, tensor in enumerate(chain[1:], start=1):
        expected = good.run(tensor, feed_dict=feeds)
        if np.any(expected != bad.run(tensor, feed_dict=feeds)):
            wrong.append(number)
        feeds[tensor] = expected
    return wrong


# %% sessions/what-if wrong empties-the-list
def wrong_steps(good, bad, chain):
    values, wrong = good.run(chain), []
    while len(chain) > 1:
        last = chain.pop()
        if not np.array_equal(bad.run(last, dict(zip(chain, values))), values[len(chain)]):
            wrong.insert(0, len(chain))
    return wrong


# %% sessions/what-if wrong bad-values-of-the-good-input misconception=the-bad-values-after-the-good-input
def wrong_steps(good, bad, chain):
    values = bad.run(chain, {chain[0]: good.run(chain[0])})
    found = []
    for i in range(1, len(chain)):
        if not np.array_equal(good.run(chain[i], dict(zip(chain[:i], values))), values[i]):
            found.append(i)
    return found


# %% sessions/what-if wrong off-by-less-than-half
def wrong_steps(good, bad, chain):
    v = good.run(chain)
    return [
        i
        for i in range(1, len(chain))
        if not (np.abs(bad.run(chain[i], dict(zip(chain[:i], v))) - v[i]) < 0.5).all()
    ]


# %% sessions/what-if wrong off-by-less-than-a-twentieth
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.max(np.abs(computed - values[i])) > 0.05:
            found.append(i)
    return found


# %% sessions/what-if wrong off-by-less-than-a-hundredth-of-it
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if not np.allclose(computed, values[i], rtol=0.01):
            found.append(i)
    return found


# %% sessions/what-if wrong rounds
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    found = []
    for i in range(1, len(chain)):
        computed = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.any(np.round(computed, 1) != np.round(values[i], 1)):
            found.append(i)
    return found
