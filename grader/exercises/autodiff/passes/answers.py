# %% right unit-lists
def passes(inputs, outputs):
    def ones(kind, count):
        return [(kind, [1 if i == j else 0 for j in range(count)]) for i in range(count)]

    if inputs <= outputs:
        return ones("forward", inputs)
    return [("run", [])] + ones("backward", outputs)


# %% right the-shorter-one
def passes(inputs, outputs):
    ahead = [("forward", list(row)) for row in np.eye(inputs)]
    back = [("run", [])] + [("backward", list(row)) for row in np.eye(outputs)]
    return min(ahead, back, key=len)


# %% right back-where-both-cost-the-same
def passes(inputs, outputs):
    if outputs + 1 > inputs:
        return [("forward", row) for row in np.eye(inputs)]
    return [("run", ())] + [("backward", row) for row in np.eye(outputs)]


# %% right filled-in-a-loop
def passes(inputs, outputs):
    ahead = inputs < outputs + 1
    kind, count = ("forward", inputs) if ahead else ("backward", outputs)
    found = [] if ahead else [("run", [])]
    for place in range(count):
        slopes = [0.0] * count
        slopes[place] = 1.0
        found.append((kind, slopes))
    return found


# %% right last-one-first
def passes(inputs, outputs):
    if min(inputs, outputs + 1) == inputs:
        return [["forward", row] for row in np.eye(inputs)[::-1]]
    return [["run", []], *(["backward", row] for row in np.eye(outputs)[::-1])]


# %% right sums-of-the-first
def passes(inputs, outputs):
    if inputs > outputs:
        return [("run", [])] + [("backward", row) for row in np.tri(outputs)]
    return [("forward", row) for row in np.tri(inputs)]


# %% right a-pass-ahead-brings-the-values
def passes(inputs, outputs):
    if inputs <= outputs:
        return [("forward", row) for row in np.identity(inputs).tolist()]
    first = ("forward", [1.0] * inputs)
    return (first, *(("backward", row) for row in np.identity(outputs).tolist()))


# %% wrong forward-mode mistake=always-forward
# says: you always use forward mode, one pass per input. With many inputs and few outputs, going back from
#     the outputs takes fewer passes.
def passes(inputs, outputs):
    return [("forward", row) for row in np.eye(inputs).tolist()]


# %% wrong reverse-mode mistake=always-backward
# says: you always go back from the outputs. Where there are no more inputs than outputs, forward mode takes
#     fewer passes: one per input, and no run before them.
def passes(inputs, outputs):
    return [("run", [])] + [("backward", row) for row in np.eye(outputs).tolist()]


# %% wrong the-other-mode mistake=the-other-way-round like=unit-lists
# says: it is the other way round: forward mode pays for each input, and reverse mode for each output. Start
#     from the end where there are fewer.
# -     if inputs <= outputs:
# +     if inputs > outputs:


# %% wrong equal-numbers mistake=the-run-is-free like=unit-lists
# says: you leave the run out of the comparison. It is a pass like the others: with as many inputs as
#     outputs, forward mode is shorter by one.
# -     if inputs <= outputs:
# +     if inputs < outputs:


# %% wrong no-run mistake=backward-without-values like=unit-lists
# says: your backward passes come before anything has gone forward. They need the values: start with a run.
# -     return [("run", [])] + ones("backward", outputs)
# +     return ones("backward", outputs)


# %% wrong never-a-run mistake=always-backward-without-values
# says: your backward passes come before anything has gone forward. They need the values: start with a run.
def passes(inputs, outputs):
    return [("backward", row) for row in np.eye(outputs).tolist()]


# %% wrong a-run-each-time mistake=a-run-for-each-output like=unit-lists
# says: you go forward again before each backward pass. The values stay the same: one run serves them all.
# -     return [("run", [])] + ones("backward", outputs)
# +     return [each for one in ones("backward", outputs) for each in (("run", []), one)]


# %% wrong always-back-with-a-run-each mistake=always-a-run-for-each-output
# says: you go forward again before each backward pass. The values stay the same: one run serves them all.
def passes(inputs, outputs):
    found = []
    for row in np.eye(outputs).tolist():
        found += [("run", []), ("backward", row)]
    return found


# %% wrong a-run-each-and-the-shorter
def passes(inputs, outputs):
    ahead = [("forward", row) for row in np.eye(inputs).tolist()]
    back = []
    for row in np.eye(outputs).tolist():
        back += [("run", []), ("backward", row)]
    return min(ahead, back, key=len)


# %% wrong always-a-run mistake=a-run-before-forward-mode like=unit-lists
# says: forward mode computes the values on its way. It needs no run before it.
# -         return ones("forward", inputs)
# +         return [("run", [])] + ones("forward", inputs)


# %% wrong a-run-first-fewer-inputs like=unit-lists
# -     if inputs <= outputs:
# -         return ones("forward", inputs)
# +     if inputs < outputs:
# +         return [("run", [])] + ones("forward", inputs)


# %% wrong ones-everywhere mistake=all-at-once like=unit-lists
# says: a pass that starts with a 1 everywhere gives sums of slopes, and you can't recover the individual
#     slopes from a sum. Start each pass with a single 1.
# -         return ones("forward", inputs)
# -     return [("run", [])] + ones("backward", outputs)
# +         return [("forward", [1] * inputs)]
# +     return [("run", []), ("backward", [1] * outputs)]


# %% wrong ones-once-the-shorter mistake=always-all-inputs-at-once
# says: a pass that starts with a 1 everywhere gives sums of slopes, and you can't recover the individual
#     slopes from a sum. Start each pass with a single 1.
def passes(inputs, outputs):
    return min([("forward", [1] * inputs)], [("run", []), ("backward", [1] * outputs)], key=len)


# %% wrong ones-each-time mistake=the-same-start-each-time like=unit-lists
# says: you start all passes with the same slopes, or with multiples of them, so they find nothing new after
#     the first. Start each pass with a single 1, each time in another place.
# -         return ones("forward", inputs)
# -     return [("run", [])] + ones("backward", outputs)
# +         return [("forward", [1] * inputs)] * inputs
# +     return [("run", [])] + [("backward", [1] * outputs)] * outputs


# %% wrong ones-each-time-going-back
def passes(inputs, outputs):
    return [("run", [])] + [("backward", [1] * outputs) for _ in range(outputs)]


# %% wrong the-run-at-the-end like=unit-lists
# -     return [("run", [])] + ones("backward", outputs)
# +     return ones("backward", outputs) + [("run", [])]


# %% wrong both-modes
def passes(inputs, outputs):
    ahead = [("forward", row) for row in np.eye(inputs).tolist()]
    return ahead + [("backward", row) for row in np.eye(outputs).tolist()]


# %% wrong the-other-length like=unit-lists
# -         return ones("forward", inputs)
# -     return [("run", [])] + ones("backward", outputs)
# +         return ones("forward", outputs)
# +     return [("run", [])] + ones("backward", inputs)


# %% wrong the-same-output-each-time mistake=the-same-start-each-time like=unit-lists
# -         return ones("forward", inputs)
# -     return [("run", [])] + ones("backward", outputs)
# +         return ones("forward", inputs)[:1] * inputs
# +     return [("run", [])] + ones("backward", outputs)[:1] * outputs


# %% wrong one-output-too-few like=unit-lists
# -     return [("run", [])] + ones("backward", outputs)
# +     return [("run", [])] + ones("backward", outputs)[1:]


# %% wrong one-pass-too-many like=unit-lists
# -         return [(kind, [1 if i == j else 0 for j in range(count)]) for i in range(count)]
# +         return [(kind, [1 if i == j else 0 for j in range(count)]) for i in range(count + 1)]


# %% wrong each-slope-alone
def passes(inputs, outputs):
    found = [("run", [])]
    for _ in range(inputs):
        found += [("backward", row) for row in np.eye(outputs).tolist()]
    return found


# %% wrong only-names
def passes(inputs, outputs):
    return ["forward"] * inputs if inputs <= outputs else ["run"] + ["backward"] * outputs


# %% wrong only-the-number
def passes(inputs, outputs):
    return min(inputs, outputs + 1)


# %% wrong flat like=unit-lists
# -         return [(kind, [1 if i == j else 0 for j in range(count)]) for i in range(count)]
# +         return [(kind, *(1 if i == j else 0 for j in range(count))) for i in range(count)]
# -     return [("run", [])] + ones("backward", outputs)
# +     return [("run",)] + ones("backward", outputs)


# %% wrong halves like=unit-lists
# -     if inputs <= outputs:
# +     if inputs <= 2 * outputs:


# %% exempt *
# changes-its-input
# remembers-results
#     numbers cannot be changed, and the same numbers always need the same passes
# constant: ...[1 if i == j... -> ...[2 if i == j...
# constant: ...[1 if i == j... -> ...[-1 if i == j...
# constant: slopes[place] = 1.0 -> ...
#     a multiple of a slope tells the slope
# comparison: ...outputs + 1... -> ...
# constant: ...outputs + 1 > inputs... -> ...outputs + 2 > inputs...
# constant: ...inputs < outputs + 1... -> ...inputs < outputs + 2...
# operand-dropped: ...min(inputs, outputs + 1)... -> ...min(inputs, outputs)...
# constant: ...min(inputs, outputs + 1)... -> ...min(inputs, outputs + 0)...
#     with one input more than outputs, both modes need the same number of passes


# %% exempt a-pass-ahead-brings-the-values
# constant: first = ...
#     the first pass brings the values, whatever its slopes are


# %% exempt last-one-first
# sign: ...[::-1]... -> ...
# constant: ...[::-1]... -> ...
#     the passes of a mode may come in any order
