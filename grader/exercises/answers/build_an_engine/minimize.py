# %% build_an_engine/minimize right plain
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            step = graph.add("multiply", [rate, slope])
            new = graph.add("subtract", [variable, step])
            updates.append(graph.add("assign", [new], value=variable.name))
    return graph.add("group", updates)


# %% build_an_engine/minimize right adds-the-negative
def minimize(graph, loss, variables, learning_rate, gradients):
    minus = graph.add("constant", value=-learning_rate)
    slopes = gradients(graph, loss, variables)
    moving = [(v, s) for v, s in zip(variables, slopes) if s is not None]
    steps = [graph.add("multiply", [s, minus]) for _, s in moving]
    news = [graph.add("add", [v, step]) for (v, _), step in zip(moving, steps)]
    assigns = [graph.add("assign", [n], value=v.name) for (v, _), n in zip(moving, news)]
    return graph.add("group", assigns, name="train")


# %% build_an_engine/minimize right one-at-a-time
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


# %% build_an_engine/minimize right groups-of-groups
def minimize(graph, loss, variables, learning_rate, gradients):
    train = graph.add("group")
    rate = graph.add("constant", value=np.array(learning_rate))
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope:
            new = graph.add("subtract", [variable, graph.add("multiply", [slope, rate])])
            train = graph.add("group", [train, graph.add("assign", [new], value=variable.name)])
    return train


# %% build_an_engine/minimize right divides
def minimize(graph, loss, variables, learning_rate, gradients):
    slow = graph.add("constant", value=1.0 / learning_rate)
    updates = []
    for variable, slope in dict(zip(variables, gradients(graph, loss, variables))).items():
        if slope is not None:
            new = graph.add("subtract", (variable, graph.add("divide", (slope, slow))))
            updates.append(graph.add("assign", (new,), None, variable.name))
    return graph.add("group", updates)


# %% build_an_engine/minimize wrong uphill misconception=climbs
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            new = graph.add("add", [variable, graph.add("multiply", [rate, slope])])
            updates.append(graph.add("assign", [new], value=variable.name))
    return graph.add("group", updates)


# %% build_an_engine/minimize wrong no-rate misconception=forgets-the-learning-rate
def minimize(graph, loss, variables, learning_rate, gradients):
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            new = graph.add("subtract", [variable, slope])
            updates.append(graph.add("assign", [new], value=variable.name))
    return graph.add("group", updates)


# %% build_an_engine/minimize wrong no-assign misconception=assigns-nothing
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    news = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            news.append(graph.add("subtract", [variable, graph.add("multiply", [rate, slope])]))
    return graph.add("group", news)


# %% build_an_engine/minimize wrong the-step misconception=assigns-the-step
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            step = graph.add("multiply", [rate, slope])
            updates.append(graph.add("assign", [step], value=variable.name))
    return graph.add("group", updates)


# %% build_an_engine/minimize wrong last-only misconception=last-variable-only
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            new = graph.add("subtract", [variable, graph.add("multiply", [rate, slope])])
            train = graph.add("assign", [new], value=variable.name)
    return train


# %% build_an_engine/minimize wrong no-none misconception=stops-at-none
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        new = graph.add("subtract", [variable, graph.add("multiply", [rate, slope])])
        updates.append(graph.add("assign", [new], value=variable.name))
    return graph.add("group", updates)


# %% build_an_engine/minimize wrong a-list misconception=returns-a-list
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            new = graph.add("subtract", [variable, graph.add("multiply", [rate, slope])])
            updates.append(graph.add("assign", [new], value=variable.name))
    return updates


# %% build_an_engine/minimize wrong numbers-at-build
def minimize(graph, loss, variables, learning_rate, gradients):
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        variable.value = variable.value - learning_rate * slope.value
    return graph.add("group", variables)


# %% build_an_engine/minimize wrong the-variables-value-at-build
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            old = graph.add("constant", value=variable.value)
            new = graph.add("subtract", [old, graph.add("multiply", [rate, slope])])
            updates.append(graph.add("assign", [new], value=variable.name))
    return graph.add("group", updates)


# %% build_an_engine/minimize wrong sets-the-assign
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            new = graph.add("subtract", [variable, graph.add("multiply", [rate, slope])])
            updates.append(graph.add("assign", [variable, new]))
    return graph.add("group", updates)


# %% build_an_engine/minimize wrong the-variable-for-its-name
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            new = graph.add("subtract", [variable, graph.add("multiply", [rate, slope])])
            updates.append(graph.add("assign", [new], value=variable))
    return graph.add("group", updates)


# %% build_an_engine/minimize wrong assigns-with-two-inputs
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    updates = []
    for variable, slope in zip(variables, gradients(graph, loss, variables)):
        if slope is not None:
            new = graph.add("subtract", [variable, graph.add("multiply", [rate, slope])])
            updates.append(graph.add("assign", [variable, new], value=variable.name))
    return graph.add("group", updates)


# %% build_an_engine/minimize wrong drops-nones-first misconception=slopes-move-up
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    slopes = [slope for slope in gradients(graph, loss, variables) if slope is not None]
    updates = []
    for variable, slope in zip(variables, slopes):
        new = graph.add("subtract", [variable, graph.add("multiply", [rate, slope])])
        updates.append(graph.add("assign", [new], value=variable.name))
    return graph.add("group", updates)


# %% build_an_engine/minimize wrong shortens-the-list misconception=changes-the-callers-list
def minimize(graph, loss, variables, learning_rate, gradients):
    rate = graph.add("constant", value=learning_rate)
    slopes = gradients(graph, loss, variables)
    variables[:] = [v for v, s in zip(variables, slopes) if s is not None]
    updates = []
    for variable, slope in zip(variables, [s for s in slopes if s is not None]):
        new = graph.add("subtract", [variable, graph.add("multiply", [rate, slope])])
        updates.append(graph.add("assign", [new], value=variable.name))
    return graph.add("group", updates)


# %% build_an_engine/minimize exempt *
# name-of-the-operation: ...
#     A node of this chapter has no operation, so the change does nothing.
# truth-for-none: ...
# none-for-truth: ...
#     A node is always true.
# remembers-results
#     For the same graph and the same loss, the node that was made first serves again.
# %% build_an_engine/minimize exempt one-at-a-time
# other-graph-function: ...
#     The rate may have either type of floating-point numbers.
# operand-dropped: updates.append(graph.add('assign', [new], name=variable.name + '/update', ...
#     The name of an assign node is free.
