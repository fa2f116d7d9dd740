# %% autodiff/passes right dictionary
def passes(inputs, outputs):
    return {
        "numeric": inputs + 1,
        "central": 2 * inputs,
        "symbolic": 0,
        "forward": inputs,
        "reverse": outputs + 1,
    }


# %% autodiff/passes right keywords
def passes(inputs, outputs):
    return dict(
        reverse=1 + outputs, forward=inputs, symbolic=0, central=inputs + inputs, numeric=1 + inputs
    )


# %% autodiff/passes right one-by-one
def passes(n, m):
    found = {}
    found["numeric"] = sum(1 for _ in range(n)) + 1
    found["central"] = n * 2
    found["symbolic"] = n - n
    found["forward"] = found["numeric"] - 1
    found["reverse"] = m + 1
    return found


# %% autodiff/passes right zipped
def passes(inputs, outputs):
    names = ["numeric", "central", "symbolic", "forward", "reverse"]
    return dict(zip(names, [inputs + 1, 2 * inputs, 0, inputs, outputs + 1]))


# %% autodiff/passes right numpy-integers
def passes(inputs, outputs):
    numbers = np.array([inputs + 1, 2 * inputs, 0, inputs, outputs + 1])
    return {
        name: numbers[i]
        for i, name in enumerate(["numeric", "central", "symbolic", "forward", "reverse"])
    }


# %% autodiff/passes wrong back-only misconception=forgets-the-way-forward
def passes(inputs, outputs):
    return {
        "numeric": inputs + 1,
        "central": 2 * inputs,
        "symbolic": 0,
        "forward": inputs,
        "reverse": outputs,
    }


# %% autodiff/passes wrong the-wrong-way-round misconception=swaps-inputs-and-outputs
def passes(inputs, outputs):
    return {
        "numeric": inputs + 1,
        "central": 2 * inputs,
        "symbolic": 0,
        "forward": outputs,
        "reverse": inputs + 1,
    }


# %% autodiff/passes wrong no-starting-point misconception=forgets-the-starting-point
def passes(inputs, outputs):
    return {
        "numeric": inputs,
        "central": 2 * inputs,
        "symbolic": 0,
        "forward": inputs,
        "reverse": outputs + 1,
    }


# %% autodiff/passes wrong symbolic-runs misconception=symbolic-runs-the-graph
def passes(inputs, outputs):
    return {
        "numeric": inputs + 1,
        "central": 2 * inputs,
        "symbolic": inputs,
        "forward": inputs,
        "reverse": outputs + 1,
    }


# %% autodiff/passes wrong each-output-alone misconception=one-output-at-a-time
def passes(inputs, outputs):
    return {
        "numeric": (inputs + 1) * outputs,
        "central": 2 * inputs,
        "symbolic": 0,
        "forward": inputs * outputs,
        "reverse": outputs + 1,
    }


# %% autodiff/passes wrong always-ten
def passes(inputs, outputs):
    return {
        "numeric": 11,
        "central": 20,
        "symbolic": 0,
        "forward": 10,
        "reverse": 2,
    }


# %% autodiff/passes wrong central-and-the-value
def passes(inputs, outputs):
    return {
        "numeric": inputs + 1,
        "central": 2 * inputs + 1,
        "symbolic": 0,
        "forward": inputs,
        "reverse": outputs + 1,
    }


# %% autodiff/passes wrong without-central
def passes(inputs, outputs):
    return {
        "numeric": inputs + 1,
        "symbolic": 0,
        "forward": inputs,
        "reverse": outputs + 1,
    }


# %% autodiff/passes wrong a-list
def passes(inputs, outputs):
    return [inputs + 1, 2 * inputs, 0, inputs, outputs + 1]


# %% autodiff/passes exempt *
# changes-its-input
# mutable-default: ...names=['numeric', 'central', 'symbolic', 'forward', 'reverse']):
#     numbers cannot be changed, and the list is not
# remembers-results
#     the same numbers of inputs and outputs always need the same passes
