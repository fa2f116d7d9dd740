# %% right plain
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            step = graph.add("multiply", [rate, slope])
            new = graph.add("subtract", [variable, step])
            updates.append(graph.add("assign", [new], value=variable.name))
    return graph.add("group", updates)


# %% right adds-the-negative
def minimize(graph, loss, variables, learning_rate, gradients):
    minus = graph.add("constant", value=-learning_rate)
    slopes = gradients(graph, loss, variables)
    moving = [(v, s) for v, s in zip(variables, slopes) if s is not None]
    steps = [graph.add("multiply", [s, minus]) for _, s in moving]
    news = [graph.add("add", [v, step]) for (v, _), step in zip(moving, steps)]
    assigns = [graph.add("assign", [n], value=v.name) for (v, _), n in zip(moving, news)]
    return graph.add("group", assigns, name="train")


# %% right one-at-a-time
def minimize(graph, loss, variables, learning_rate, gradients):
    updates = []
    for variable in variables:
        (slope,) = gradients(graph, loss, [variable])
        if slope is None:
            continue
        rate = graph.add("constant", value=np.float32(learning_rate))
        new = graph.add("subtract", [variable, graph.add("multiply", [rate, slope])])
        updates.append(
            graph.add("assign", [new], name=variable.name + "/update", value=variable.name)
        )
    return graph.add("group", updates)


# %% right groups-of-groups
def minimize(graph, loss, variables, learning_rate, gradients):
    train = graph.add("group")
    rate = graph.add("constant", value=np.array(learning_rate))
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope:
            new = graph.add("subtract", [variable, graph.add("multiply", [slope, rate])])
            train = graph.add("group", [train, graph.add("assign", [new], value=variable.name)])
    return train


# %% right divides
def minimize(graph, loss, variables, learning_rate, gradients):
    slow = graph.add("constant", value=1.0 / learning_rate)
    updates = []
    for variable, slope in dict(zip(variables, gradients(graph, loss, variables))).items():
        if slope is not None:
            new = graph.add("subtract", (variable, graph.add("divide", (slope, slow))))
            updates.append(graph.add("assign", (new,), None, variable.name))
    return graph.add("group", updates)


# %% wrong uphill mistake=climbs like=plain
# says: your variables go uphill. The slope points to where the loss grows: subtract it.
# -             new = graph.add("subtract", [variable, step])
# +             new = graph.add("add", [variable, step])


# %% wrong no-rate mistake=forgets-the-learning-rate like=plain
# says: you subtract the whole slope. A step is the learning rate times the slope.
# -             step = graph.add("multiply", [rate, slope])
# -             new = graph.add("subtract", [variable, step])
# +             new = graph.add("subtract", [variable, slope])


# %% wrong no-assign mistake=assigns-nothing like=plain
# says: you compute the new values, but nobody keeps them: when the run ends, they are gone. Each variable
#     needs an `assign` node.
# -             updates.append(graph.add("assign", [new], value=variable.name))
# +             updates.append(new)


# %% wrong the-step mistake=assigns-the-step like=plain
# says: you set the variable to the step itself. The new value is the variable minus the step.
# -             new = graph.add("subtract", [variable, step])
# -             updates.append(graph.add("assign", [new], value=variable.name))
# +             updates.append(graph.add("assign", [step], value=variable.name))


# %% wrong last-only mistake=last-variable-only like=plain
# says: you return the update of the last variable, so only that one is trained: a run does what its fetches
#     need, and no more. A `group` node needs all the updates.
# -     return graph.add("group", updates)
# +     return updates[-1]


# %% wrong no-none mistake=stops-at-none like=plain
# says: a slope can be None: the loss does not depend on that variable. Leave such a variable as it is.
# -         if slope is not None:
# -             step = graph.add("multiply", [rate, slope])
# -             new = graph.add("subtract", [variable, step])
# -             updates.append(graph.add("assign", [new], value=variable.name))
# +         new = graph.add("subtract", [variable, graph.add("multiply", [rate, slope])])
# +         updates.append(graph.add("assign", [new], value=variable.name))


# %% wrong drops-nones-first mistake=slopes-move-up like=no-none
# says: you drop the slopes that are None before you pair slopes with variables, so a variable gets the
#     slope of another. Pair them first.
# -     for variable, slope in zip(variables, gradients(graph, loss, variables)):
# +     slopes = [slope for slope in gradients(graph, loss, variables) if slope is not None]
# +     for variable, slope in zip(variables, slopes):


# %% wrong shortens-the-list mistake=changes-the-callers-list like=no-none
# says: your function changes the caller's list, `variables`. Make a list of your own.
# -     for variable, slope in zip(variables, gradients(graph, loss, variables)):
# +     slopes = gradients(graph, loss, variables)
# +     variables[:] = [v for v, s in zip(variables, slopes) if s is not None]
# +     for variable, slope in zip(variables, [s for s in slopes if s is not None]):


# %% wrong a-list mistake=returns-a-list like=plain
# says: you return a list of nodes. Return one: a `group` node that has all updates as inputs.
# -     return graph.add("group", updates)
# +     return updates


# %% wrong numbers-at-build
def minimize(graph, loss, variables, learning_rate, gradients):
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        variable.value = variable.value - learning_rate * slope.value
    return graph.add("group", variables)


# %% wrong the-variables-value-at-build like=plain
# -             new = graph.add("subtract", [variable, step])
# +             old = graph.add("constant", value=variable.value)
# +             new = graph.add("subtract", [old, step])


# %% wrong sets-the-assign like=plain
# -             updates.append(graph.add("assign", [new], value=variable.name))
# +             updates.append(graph.add("assign", [variable, new]))


# %% wrong the-variable-for-its-name like=plain
# -             updates.append(graph.add("assign", [new], value=variable.name))
# +             updates.append(graph.add("assign", [new], value=variable))


# %% wrong assigns-with-two-inputs like=plain
# -             updates.append(graph.add("assign", [new], value=variable.name))
# +             updates.append(graph.add("assign", [variable, new], value=variable.name))


# %% wrong no-node-without-a-slope like=plain
# -     return graph.add("group", updates)
# +     return graph.add("group", updates) if updates else None


# %% exempt *
# name-of-the-operation: ...
#     A node of this chapter has no operation, so the change does nothing.
# truth-for-none: ...
# none-for-truth: ...
#     A node is always true.
# remembers-results
#     For the same graph and the same loss, the node that was made first serves again.


# %% exempt one-at-a-time
# other-graph-function: ...
#     The rate may have either type of floating-point numbers.
# operand-dropped: updates.append(graph.add('assign', [new], name=variable.name + '/update', ...
#     The name of an assign node is free.
