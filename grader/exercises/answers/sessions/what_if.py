# %% sessions/what-if right comprehension
def what_if(session, output, middle, values):
    return [session.run(output, feed_dict={middle: value}) for value in values]


# %% sessions/what-if right loop
def what_if(session, output, middle, values):
    results = []
    for value in values:
        result = session.run([output], {middle: np.array(value, np.float32)})
        results.append(result[0])
    return results


# %% sessions/what-if right eval
def what_if(session, output, middle, values):
    return tuple(float(output.eval({middle: value}, session=session)) for value in values)


# %% sessions/what-if right array
def what_if(session, output, middle, values):
    return np.array([session.run(output, {middle: value}) for value in values])


# %% sessions/what-if right with-default
def what_if(session, output, middle, values):
    with session.as_default():
        return list(map(lambda value: output.eval(feed_dict={middle: value}), values))


# %% sessions/what-if wrong nothing-fed misconception=feeds-nothing
def what_if(session, output, middle, values):
    results = []
    for value in values:
        results.append(session.run(output))
    return results


# %% sessions/what-if wrong output-fed misconception=feeds-the-output
def what_if(session, output, middle, values):
    return [session.run(output, {output: value}) for value in values]


# %% sessions/what-if wrong echoes
def what_if(session, output, middle, values):
    return values


# %% sessions/what-if wrong list-fed misconception=all-values-at-once
def what_if(session, output, middle, values):
    return session.run(output, feed_dict={middle: values})


# %% sessions/what-if wrong returns-in-the-loop
def what_if(session, output, middle, values):
    for value in values:
        return session.run(output, feed_dict={middle: value})


# %% sessions/what-if wrong last misconception=only-the-last
def what_if(session, output, middle, values):
    for value in values:
        result = session.run(output, feed_dict={middle: value})
    return result


# %% sessions/what-if wrong changes-a-variable
def what_if(session, output, middle, values):
    for variable in tf.global_variables():
        session.run(tf.assign(variable, variable + 1.0))
    return [session.run(output, feed_dict={middle: value}) for value in values]


# %% sessions/what-if wrong own-session
def what_if(session, output, middle, values):
    with tf.Session() as session:
        return [session.run(output, feed_dict={middle: value}) for value in values]


# %% sessions/what-if wrong prints
def what_if(session, output, middle, values):
    for value in values:
        print(session.run(output, feed_dict={middle: value}))


# %% sessions/what-if wrong name-as-key
def what_if(session, output, middle, values):
    return [session.run(output, feed_dict={middle.op: value}) for value in values]


# %% sessions/what-if wrong own-value-added
def what_if(session, output, middle, values):
    return [session.run(output, {middle: session.run(middle) + value}) for value in values]


# %% sessions/what-if wrong dictionary
def what_if(session, output, middle, values):
    return {str(value): session.run(output, {middle: value}) for value in values}


# %% sessions/what-if wrong initialises misconception=initialises-first
def what_if(session, output, middle, values):
    with session.as_default():
        tf.global_variables_initializer().run()
        return [output.eval({middle: value}) for value in values]


# %% sessions/what-if wrong initialises-what-is-empty
def what_if(session, output, middle, values):
    for variable in tf.global_variables():
        if not session.run(tf.is_variable_initialized(variable)):
            session.run(variable.initializer)
    return [session.run(output, {middle: value}) for value in values]


# %% sessions/what-if wrong zero-is-not-fed
def what_if(session, output, middle, values):
    return [session.run(output, {middle: value} if np.any(value) else None) for value in values]


# %% sessions/what-if wrong remembers
results = {}


def what_if(session, output, middle, values):
    for value in values:
        key = (output.name, str(value))
        if key not in results:
            results[key] = session.run(output, {middle: value})
    return [results[output.name, str(value)] for value in values]


# %% sessions/what-if right callable
def what_if(session, output, middle, values):
    return list(map(session.make_callable(output, feed_list=[middle]), values))


# %% sessions/what-if wrong closes misconception=closes-the-session
def what_if(session, output, middle, values):
    with session:
        return [output.eval({middle: value}) for value in values]


# %% sessions/what-if wrong asks-another-session misconception=asks-another-session
def what_if(session, output, middle, values):
    with tf.Session():
        tf.global_variables_initializer().run()
        return [output.eval({middle: value}) for value in values]


# %% sessions/what-if wrong lists-of-one
def what_if(session, output, middle, values):
    return [session.run([output], {middle: value}) for value in values]


# %% sessions/what-if exempt loop
# ...np.array(value, np.float32)}) -> result = session.run([output], {middle: np.array(value)})
# ...np.array(value, np.float32)}) -> result = session.run([output], {middle: np.array(value, np.float64)})
#     A run converts what is fed to the tensor's type.
# constant: results.append(result[0]) -> results.append(result[-1])
#     The last of a list of one is its first.
