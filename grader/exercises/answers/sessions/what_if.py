# %% sessions/what-if right loop
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    wrong = []
    for number in range(1, len(chain)):
        feeds = dict(zip(chain[:number], values[:number]))
        if not np.array_equal(bad.run(chain[number], feeds), values[number]):
            wrong.append(number)
    return wrong


# %% sessions/what-if right grows-the-feeds
def wrong_steps(good, bad, chain):
    feeds, wrong = {chain[0]: good.run(chain[0])}, []
    for number, tensor in enumerate(chain[1:], start=1):
        expected = good.run(tensor, feed_dict=feeds)
        found = bad.run(tensor, feed_dict=feeds)
        if np.any(expected != found):
            wrong.append(number)
        feeds[tensor] = expected
    return wrong


# %% sessions/what-if right comprehension
def wrong_steps(good, bad, chain):
    values = good.run(list(chain))
    return [
        i
        for i in range(1, len(chain))
        if not np.allclose(bad.run(chain[i], {chain[j]: values[j] for j in range(i)}), values[i])
    ]


# %% sessions/what-if right from-the-end
def wrong_steps(good, bad, chain):
    values = dict(zip(chain, good.run(chain)))
    wrong = set()
    for number in reversed(range(1, len(chain))):
        last, expected = values.popitem()
        found = last.eval(feed_dict=values, session=bad)
        if (np.abs(found - expected) > 1e-3).any():
            wrong.add(number)
    return sorted(wrong)


# %% sessions/what-if right array
def wrong_steps(good, bad, chain):
    values = [good.run(tensor) for tensor in chain]
    differs = [False]
    for i in range(1, len(chain)):
        runner = bad.make_callable(chain[i], feed_list=chain[:i])
        differs.append(np.any(runner(*values[:i]) != values[i]))
    return np.flatnonzero(differs)


# %% sessions/what-if right default-session-and-names
def wrong_steps(good, bad, chain):
    right = {tensor.name: value for tensor, value in zip(chain, good.run(chain))}
    found = []
    with bad.as_default():
        for i in range(1, len(chain)):
            before = {tensor.name: right[tensor.name] for tensor in chain[:i]}
            if chain[i].eval(before).tolist() != right[chain[i].name].tolist():
                found += [i]
    return tuple(found)


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


# %% sessions/what-if right feeds-the-input-and-the-wrong-ones
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    feeds = {chain[0]: values[0]}
    for i in range(1, len(chain)):
        if not np.array_equal(bad.run(chain[i], feeds), values[i]):
            feeds[chain[i]] = values[i]
    return [i for i in range(1, len(chain)) if chain[i] in feeds]


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


# %% sessions/what-if wrong the-input-counts
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    wrong = []
    for number in range(len(chain)):
        feeds = dict(zip(chain[:number], values[:number]))
        if not np.array_equal(bad.run(chain[number], feeds), values[number]):
            wrong.append(number)
    return wrong


# %% sessions/what-if wrong initialises misconception=initialises-first
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


# %% sessions/what-if wrong initialises-what-is-empty
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


# %% sessions/what-if exempt grows-the-feeds
# argument-dropped: expected = good.run(tensor, feed_dict=feeds) -> expected = good.run(tensor)
#     in the good session the tensors have these values anyway


# %% sessions/what-if exempt from-the-end
# comparison: ... -> ...>= 0.001...
# constant: ...> 0.001... -> ...> 0.0...
# operands-swapped: ...np.abs(found - expected)... -> ...np.abs(expected - found)...
#     the distance of two numbers that are equal, or far apart
