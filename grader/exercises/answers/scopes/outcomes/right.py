# %% scopes/outcomes right asks-tensorflow
def outcomes(program):
    results, blocks = [], []
    with tf.Graph().as_default():
        for kind, *rest in program:
            if kind == "open":
                blocks.append(tf.variable_scope(rest[0], reuse=rest[1]))
                blocks[-1].__enter__()
            elif kind == "close":
                blocks.pop().__exit__(None, None, None)
            elif kind == "Variable":
                results.append(tf.Variable(0.0, name=rest[0]).op.name)
            else:
                try:
                    results.append(tf.get_variable(rest[0], shape=()).op.name)
                except ValueError:
                    results.append("ValueError")
    return results


# %% scopes/outcomes right recursion
def outcomes(program):
    steps = iter(program)

    def inside():
        for step in steps:
            if step[0] == "close":
                return
            if step[0] == "open":
                with tf.variable_scope(step[1], reuse=step[2]):
                    yield from inside()
            elif step[0] == "Variable":
                yield tf.Variable(1, name=step[1]).name.split(":")[0]
            else:
                try:
                    yield tf.get_variable(step[1], [2]).name.split(":")[0]
                except ValueError:
                    yield "ValueError"

    with tf.Graph().as_default():
        return list(inside())


# %% scopes/outcomes right without-tensorflow
def outcomes(program):
    shared, nodes, reuse = [""], [""], [False]
    opened, made, results = {}, set(), []
    for kind, *rest in program:
        if kind == "open":
            name, again = rest
            full = nodes[-1] + name
            number = opened.get(full, 0)
            opened[full] = number + 1
            nodes.append((full if number == 0 else f"{full}_{number}") + "/")
            shared.append(shared[-1] + name + "/")
            reuse.append(reuse[-1] or again is True)
        elif kind == "close":
            shared.pop(), nodes.pop(), reuse.pop()
        elif kind == "Variable":
            results.append(nodes[-1] + rest[0])
        else:
            name = shared[-1] + rest[0]
            results.append(name if (name in made) == reuse[-1] else "ValueError")
            if not reuse[-1]:
                made.add(name)
    return results


# %% scopes/outcomes right exit-stacks
def outcomes(program):
    import contextlib

    results, stacks = [], []
    with tf.Graph().as_default():
        for step in program:
            if step[0] == "open":
                stacks.append(contextlib.ExitStack())
                stacks[-1].enter_context(tf.variable_scope(step[1], reuse=step[2]))
            elif step[0] == "close":
                stacks.pop().close()
            else:
                make = tf.Variable if step[0] == "Variable" else tf.get_variable
                keys = {
                    "name": step[1],
                    "initial_value" if make is tf.Variable else "initializer": 0.5,
                }
                try:
                    results.append(make(**keys).op.name)
                except ValueError:
                    results.append("ValueError")
    return tuple(results)


# %% scopes/outcomes right scopes-as-objects
class Opened:
    def __init__(self, outer, name, reuse, numbers):
        path = (outer.nodes if outer else "") + name
        numbers[path] = numbers.get(path, -1) + 1
        self.nodes = path + (f"_{numbers[path]}" if numbers[path] else "") + "/"
        self.shared = (outer.shared if outer else "") + name + "/"
        self.reuse = bool(reuse) or bool(outer and outer.reuse)


def outcomes(program):
    scopes, numbers, made, results = [], {}, [], []
    for step in program:
        if step[0] == "open":
            scopes.append(Opened(scopes[-1] if scopes else None, step[1], step[2], numbers))
        elif step[0] == "close":
            del scopes[-1]
        elif step[0] == "Variable":
            results.append((scopes[-1].nodes if scopes else "") + step[1])
        else:
            name = (scopes[-1].shared if scopes else "") + step[1]
            if scopes and scopes[-1].reuse:
                results.append(name if name in made else "ValueError")
            elif name in made:
                results.append("ValueError")
            else:
                made.append(name)
                results.append(name)
    return results


# %% scopes/outcomes right resets-the-graph
def outcomes(program):
    tf.reset_default_graph()
    results, blocks = [], []
    for kind, *rest in program:
        if kind == "open":
            blocks.append(tf.variable_scope(rest[0], reuse=rest[1]))
            blocks[-1].__enter__()
        elif kind == "close":
            blocks.pop().__exit__(None, None, None)
        elif kind == "Variable":
            results.append(tf.Variable(0.0, name=rest[0]).op.name)
        else:
            try:
                results.append(tf.get_variable(rest[0], shape=()).op.name)
            except ValueError:
                results.append("ValueError")
    return results


# %% scopes/outcomes exempt *
# remembers-results
#     The same program always has the same outcomes.
# changes-its-input
#     Nothing says that the program is needed afterwards.
# constant: ... -> ...reuse=rest[-1]...
# constant: ... -> ...rest[-1]...op.name)
# constant: ... -> ...+ rest[-1]...
# constant: ... -> ...name=step[-1])...
# constant: ... -> ...step[-1], ...
# constant: ... -> ...+ step[-1]...
#     What stands last in a step is taken from its end.
# constant: ...if step[0] == 'close': -> ...if step[-1] == 'close':
#     Only this step ends in "close": no variable has this name.
# constant: ...tf.Variable(... -> results.append(tf.Variable(..., name=rest[0]).op.name)
# constant: ...tf.Variable(... -> yield tf.Variable(..., name=step[1]).name.split(':')[0]
# constant: yield tf.get_variable(step[1], [2])... -> yield tf.get_variable(step[1], [...])...
# constant: keys = ... -> keys = {'name': step[1], ... 'initializer': ...}
#     The outcome is a name; values and shapes do not show in it.


# %% scopes/outcomes exempt recursion
# name-of-the-operation: yield tf.Variable(... -> yield getattr(tf.Variable(1, name=step[1]), 'op', ...
#     The name of the variable that was made first is the same; the second one is not asked for.


# %% scopes/outcomes exempt scopes-as-objects
# none-for-truth: ...outer else '') + name... -> ...
# call-dropped: self.reuse = bool(reuse) or bool(outer and outer.reuse) -> ...
#     Each has the same truth: `outer` is None or an object.


# %% scopes/outcomes exempt resets-the-graph
# variant: own-graph
#     In the block of a graph, TensorFlow refuses to reset the default graph.
