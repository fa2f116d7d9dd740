# %% autodiff/passes right unit-lists
def passes(inputs, outputs):
    def ones(kind, count):
        return [(kind, [1 if i == j else 0 for j in range(count)]) for i in range(count)]

    if inputs <= outputs:
        return ones("forward", inputs)
    return [("run", [])] + ones("backward", outputs)


# %% autodiff/passes right the-shorter-one
def passes(inputs, outputs):
    ahead = [("forward", list(row)) for row in np.eye(inputs)]
    back = [("run", [])] + [("backward", list(row)) for row in np.eye(outputs)]
    return min(ahead, back, key=len)


# %% autodiff/passes right back-where-both-cost-the-same
def passes(inputs, outputs):
    if outputs + 1 > inputs:
        return [("forward", row) for row in np.eye(inputs)]
    return [("run", ())] + [("backward", row) for row in np.eye(outputs)]


# %% autodiff/passes right filled-in-a-loop
def passes(inputs, outputs):
    ahead = inputs < outputs + 1
    kind, count = ("forward", inputs) if ahead else ("backward", outputs)
    found = [] if ahead else [("run", [])]
    for place in range(count):
        slopes = [0.0] * count
        slopes[place] = 1.0
        found.append((kind, slopes))
    return found


# %% autodiff/passes right last-one-first
def passes(inputs, outputs):
    if min(inputs, outputs + 1) == inputs:
        return [["forward", row] for row in np.eye(inputs)[::-1]]
    return [["run", []], *(["backward", row] for row in np.eye(outputs)[::-1])]


# %% autodiff/passes right sums-of-the-first
def passes(inputs, outputs):
    if inputs > outputs:
        return [("run", [])] + [("backward", row) for row in np.tri(outputs)]
    return [("forward", row) for row in np.tri(inputs)]


# %% autodiff/passes right a-pass-ahead-brings-the-values
def passes(inputs, outputs):
    if inputs <= outputs:
        return [("forward", row) for row in np.identity(inputs).tolist()]
    first = ("forward", [1.0] * inputs)
    return (first, *(("backward", row) for row in np.identity(outputs).tolist()))


# %% autodiff/passes wrong forward-mode misconception=always-forward
def passes(inputs, outputs):
    return [("forward", row) for row in np.eye(inputs).tolist()]


# %% autodiff/passes wrong reverse-mode misconception=always-backward
def passes(inputs, outputs):
    return [("run", [])] + [("backward", row) for row in np.eye(outputs).tolist()]


# %% autodiff/passes wrong equal-numbers misconception=the-run-is-free
def passes(inputs, outputs):
    if inputs < outputs:
        return [("forward", row) for row in np.eye(inputs).tolist()]
    return [("run", [])] + [("backward", row) for row in np.eye(outputs).tolist()]


# %% autodiff/passes wrong no-run misconception=backward-without-values
def passes(inputs, outputs):
    if inputs <= outputs:
        return [("forward", row) for row in np.eye(inputs).tolist()]
    return [("backward", row) for row in np.eye(outputs).tolist()]


# %% autodiff/passes wrong a-run-each-time misconception=a-run-for-each-output
def passes(inputs, outputs):
    found = []
    if inputs <= outputs:
        return [("forward", row) for row in np.eye(inputs).tolist()]
    for row in np.eye(outputs).tolist():
        found += [("run", []), ("backward", row)]
    return found


# %% autodiff/passes wrong always-a-run misconception=a-run-before-forward-mode
def passes(inputs, outputs):
    kind, count = ("forward", inputs) if inputs <= outputs else ("backward", outputs)
    return [("run", [])] + [(kind, row) for row in np.eye(count).tolist()]


# %% autodiff/passes wrong ones-everywhere misconception=all-at-once
def passes(inputs, outputs):
    if inputs <= outputs:
        return [("forward", [1] * inputs)]
    return [("run", []), ("backward", [1] * outputs)]


# %% autodiff/passes wrong no-run-and-forward-where-equal misconception=backward-without-values-after-a-tie
def passes(inputs, outputs):
    if inputs < outputs + 2:
        return [("forward", [int(i == j) for j in range(inputs)]) for i in range(inputs)]
    return [("backward", [int(i == j) for j in range(outputs)]) for i in range(outputs)]


# %% autodiff/passes wrong never-a-run misconception=always-backward-without-values
def passes(inputs, outputs):
    return [("backward", row) for row in np.eye(outputs).tolist()]


# %% autodiff/passes wrong no-run-where-outputs-are-few
def passes(inputs, outputs):
    if inputs < 2 * outputs:
        return [("forward", row) for row in np.eye(inputs).tolist()]
    return [("backward", row) for row in np.eye(outputs).tolist()]


# %% autodiff/passes wrong the-run-at-the-end
def passes(inputs, outputs):
    if inputs <= outputs:
        return [("forward", row) for row in np.eye(inputs).tolist()]
    return [("backward", row) for row in np.eye(outputs).tolist()] + [("run", [])]


# %% autodiff/passes wrong the-other-mode misconception=the-other-way-round
def passes(inputs, outputs):
    if inputs > outputs:
        return [("forward", row) for row in np.eye(inputs).tolist()]
    return [("run", [])] + [("backward", row) for row in np.eye(outputs).tolist()]


# %% autodiff/passes wrong both-modes
def passes(inputs, outputs):
    ahead = [("forward", row) for row in np.eye(inputs).tolist()]
    return ahead + [("backward", row) for row in np.eye(outputs).tolist()]


# %% autodiff/passes wrong the-other-length
def passes(inputs, outputs):
    if inputs <= outputs:
        return [("forward", row) for row in np.eye(outputs).tolist()]
    return [("run", [])] + [("backward", row) for row in np.eye(inputs).tolist()]


# %% autodiff/passes wrong the-same-output-each-time misconception=the-same-start-each-time
def passes(inputs, outputs):
    if inputs <= outputs:
        return [("forward", [1] + [0] * (inputs - 1)) for _ in range(inputs)]
    first = [1] + [0] * (outputs - 1)
    return [("run", [])] + [("backward", first) for _ in range(outputs)]


# %% autodiff/passes wrong one-output-too-few
def passes(inputs, outputs):
    if inputs <= outputs:
        return [("forward", row) for row in np.eye(inputs).tolist()]
    return [("run", [])] + [("backward", row) for row in np.eye(outputs).tolist()[1:]]


# %% autodiff/passes wrong one-pass-too-many
def passes(inputs, outputs):
    if inputs <= outputs:
        return [("forward", [int(i == j) for j in range(inputs)]) for i in range(inputs + 1)]
    found = [("run", [])]
    for i in range(outputs + 1):
        found.append(("backward", [int(i == j) for j in range(outputs)]))
    return found


# %% autodiff/passes wrong each-slope-alone
def passes(inputs, outputs):
    found = [("run", [])]
    for _ in range(inputs):
        found += [("backward", row) for row in np.eye(outputs).tolist()]
    return found


# %% autodiff/passes wrong only-names
def passes(inputs, outputs):
    return ["forward"] * inputs if inputs <= outputs else ["run"] + ["backward"] * outputs


# %% autodiff/passes wrong only-the-number
def passes(inputs, outputs):
    return min(inputs, outputs + 1)


# %% autodiff/passes wrong flat
def passes(inputs, outputs):
    if inputs <= outputs:
        return [("forward", *row) for row in np.eye(inputs).tolist()]
    return [("run",)] + [("backward", *row) for row in np.eye(outputs).tolist()]


# %% autodiff/passes wrong halves
def passes(inputs, outputs):
    back = [("run", [])] + [("backward", row) for row in np.eye(outputs).tolist()]
    return back if inputs > 2 * outputs else [("forward", row) for row in np.eye(inputs).tolist()]


# %% autodiff/passes wrong ones-each-time misconception=the-same-start-each-time
def passes(inputs, outputs):
    if inputs <= outputs:
        return [("forward", [1] * inputs) for _ in range(inputs)]
    return [("run", [])] + [("backward", [1] * outputs) for _ in range(outputs)]


# %% autodiff/passes wrong ones-each-time-going-back misconception=the-same-start-each-time-going-back
def passes(inputs, outputs):
    return [("run", [])] + [("backward", [1] * outputs) for _ in range(outputs)]


# %% autodiff/passes wrong always-back-with-a-run-each misconception=always-a-run-for-each-output
def passes(inputs, outputs):
    found = []
    for row in np.eye(outputs).tolist():
        found += [("run", []), ("backward", row)]
    return found


# %% autodiff/passes wrong a-run-each-and-the-shorter misconception=the-shorter-one-with-a-run-for-each-output
def passes(inputs, outputs):
    ahead = [("forward", row) for row in np.eye(inputs).tolist()]
    back = []
    for row in np.eye(outputs).tolist():
        back += [("run", []), ("backward", row)]
    return min(ahead, back, key=len)


# %% autodiff/passes wrong a-run-each-after-a-tie misconception=a-run-for-each-output-after-a-tie
def passes(inputs, outputs):
    if inputs <= outputs + 1:
        return [("forward", row) for row in np.eye(inputs).tolist()]
    rows = np.eye(outputs).tolist()
    return [one for row in rows for one in (("run", []), ("backward", row))]


# %% autodiff/passes wrong ones-each-time-the-shorter misconception=the-same-start-each-time-after-a-tie
def passes(inputs, outputs):
    ahead = [("forward", [1] * inputs)] * inputs
    return min(ahead, [("run", [])] + [("backward", [1] * outputs)] * outputs, key=len)


# %% autodiff/passes wrong ones-once misconception=all-at-once-after-a-tie
def passes(inputs, outputs):
    if inputs <= outputs + 1:
        return [("forward", [1] * inputs)]
    return [("run", []), ("backward", [1] * outputs)]


# %% autodiff/passes wrong ones-once-the-shorter misconception=always-all-inputs-at-once
def passes(inputs, outputs):
    return min([("forward", [1] * inputs)], [("run", []), ("backward", [1] * outputs)], key=len)


# %% autodiff/passes wrong a-run-first-after-a-tie misconception=a-run-before-forward-mode-after-a-tie
def passes(inputs, outputs):
    kind, count = ("forward", inputs) if inputs <= outputs + 1 else ("backward", outputs)
    return [("run", [])] + [(kind, row) for row in np.eye(count).tolist()]


# %% autodiff/passes wrong a-run-first-fewer-inputs misconception=a-run-before-fewer-inputs
def passes(inputs, outputs):
    kind, count = ("forward", inputs) if inputs < outputs else ("backward", outputs)
    return [("run", [])] + [(kind, row) for row in np.eye(count).tolist()]


# %% autodiff/passes exempt *
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

# %% autodiff/passes exempt a-pass-ahead-brings-the-values
# constant: first = ...
#     the first pass brings the values, whatever its slopes are

# %% autodiff/passes exempt last-one-first
# sign: ...[::-1]... -> ...
# constant: ...[::-1]... -> ...
#     the passes of a mode may come in any order
