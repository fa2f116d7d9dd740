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


# %% sessions/what-if right feeds-the-input-and-the-wrong-ones
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    feeds = {chain[0]: values[0]}
    for i in range(1, len(chain)):
        if not np.array_equal(bad.run(chain[i], feeds), values[i]):
            feeds[chain[i]] = values[i]
    return [i for i in range(1, len(chain)) if chain[i] in feeds]


# %% sessions/what-if right lengths-of-differences
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    wrong = []
    for i in range(1, len(chain)):
        found = bad.run(chain[i], dict(zip(chain[:i], values)))
        if np.linalg.norm(found - values[i]) > 1e-5 * np.linalg.norm(values[i]):
            wrong.append(i)
    return wrong


# %% sessions/what-if right allows-for-a-thousandth
def wrong_steps(good, bad, chain):
    values = good.run(chain)
    wrong = []
    for i in range(1, len(chain)):
        found = bad.run(chain[i], dict(zip(chain[:i], values)))
        if not np.allclose(found, values[i], rtol=1e-3, atol=1e-3):
            wrong.append(i)
    return wrong


# %% sessions/what-if exempt grows-the-feeds
# argument-dropped: expected = good.run(tensor, feed_dict=feeds) -> expected = good.run(tensor)
#     in the good session the tensors have these values anyway


# %% sessions/what-if exempt from-the-end
# comparison: ... -> ...>= 0.001...
# constant: ...> 0.001... -> ...> 0.0...
# operands-swapped: ...np.abs(found - expected)... -> ...np.abs(expected - found)...
#     the distance of two numbers that are equal, or far apart


# %% sessions/what-if exempt lengths-of-differences
# operands-swapped: ...np.linalg.norm(found - values[i])... -> ...np.linalg.norm(values[i] - found)...
# operand-dropped: ... -> if np.linalg.norm(found - values[i]) > 1e-05:
# constant: ... -> ...> 0.0 * np.linalg.norm(values[i]):
#     the length of a difference, which is 0 or far from it


# %% sessions/what-if exempt allows-for-a-thousandth
# argument-dropped: ...rtol=0.001, atol=0.001... -> ...
# constant: ...rtol=0.001, atol=0.001... -> ...
#     two numbers are equal or far apart, and equal ones are close with any tolerance
