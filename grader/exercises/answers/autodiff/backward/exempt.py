# %% autodiff/backward exempt *
# remembers-results
# changes-its-input
#     the slopes of the same nodes are always the same; who keeps the nodes is not said
# argument-dropped: tensors[name] = tf.constant(parts[0], tf.float64) -> ...
# other-graph-function: tensors[name] = tf.constant(parts[0], tf.float64) -> ...
#     nothing is said of how exact the slopes must be: float32 is enough
# none-passed-over: slopes = tf.gradients(..., unconnected_gradients='zero') -> ...
#     with 'zero' no gradient is None
# session-left-open...
#     the text does not ask to close a session
# initializer-again: ... -> session.run(tf.global_variables_initializer())
#     there are no variables

# %% autodiff/backward exempt visit-and-sweep
# constant: values[name] = parts[0] -> values[name] = parts[-1]
# constant: values[name] = np.sin(numbers[0]) -> values[name] = np.sin(numbers[-1])
# constant: slopes[parts[0]] += slope * np.cos(values[parts[0]]) -> ...parts[-1]...
#     a single part is the first and the last
# constant: values[name] = numbers[0] + numbers[1] -> values[name] = numbers[0] + numbers[-1]
# constant: values[name] = numbers[0] * numbers[1] -> values[name] = numbers[0] * numbers[-1]
# constant: slopes[parts[1]] += slope... -> slopes[parts[-1]] += slope...
# constant: slopes[parts[0]] += slope * values[parts[1]] -> slopes[parts[0]] += slope * values[parts[-1]]
#     the second of two is the last
# rounds: for name in reversed(order): -> for name in list(reversed(order))[:-1]:
#     the order begins with an input, which has nothing to hand on

# %% autodiff/backward exempt counts-the-users
# constant: values = {name: nodes[name][1] for name in inputs} -> ...nodes[name][-1]...
# constant: local = [values[parts[1]], values[parts[0]]] -> local = [values[parts[-1]], values[parts[0]]]
#     the second of two is the last
# constant: local = [math.cos(values[parts[0]])] -> local = [math.cos(values[parts[-1]])]
#     a single part is the first and the last
# boolean: if name not in values and all((part in values for part in parts)): -> if all(...
#     a value that is computed again is the same

# %% autodiff/backward exempt asks-the-users
# constant: return parts[0] -> return parts[-1]
# constant: return np.sin(value(parts[0])) -> return np.sin(value(parts[-1]))
#     a single part is the first and the last
# boolean: if part != name or kind == 'input': -> if part != name:
#     the number of an input equals no name
# operands-swapped: total += slope(user) * value(parts[1 - place]) -> ...parts[place - 1])
# constant: total += slope(user) * value(parts[1 - place]) -> total += slope(user) * value(parts[-1 - place])
#     in a list of two, the places 0 and -2 are the same, and 1 and -1

# %% autodiff/backward exempt forward-mode-in-disguise
# constant: return (parts[0], ... -> return (parts[-1], ...
# constant: value, slope = dual(parts[0]) -> value, slope = dual(parts[-1])
#     a single part is the first and the last
# constant: return dict(zip(inputs, dual(output)[1])) -> return dict(zip(inputs, dual(output)[-1]))
#     the second of two is the last

# %% autodiff/backward exempt lets-tensorflow-do-it
# constant: tensors[name] = tf.constant(parts[0], tf.float64) -> ...parts[-1]...
#     a single part is the first and the last


# %% autodiff/backward exempt a-pass-for-each-input
# constant: return (parts[0], name == by) -> return (parts[-1], name == by)
# constant: value, moved = dual(parts[0]) -> value, moved = dual(parts[-1])
# constant: return dual(output)[1] -> return dual(output)[-1]
#     a single part is the first and the last, and the second of two is the last
