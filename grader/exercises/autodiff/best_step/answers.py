# %% right min-with-key
def best_step(f, x, slope, steps):
    return min(steps, key=lambda h: abs((f(x + h) - f(x)) / h - slope))


# %% right loop
def best_step(f, x, slope, steps):
    best, smallest = None, float("inf")
    for h in steps:
        error = abs((f(x + h) - f(x)) / h - slope)
        if error < smallest:
            best, smallest = h, error
    return best


# %% right argmin
def best_step(f, x, slope, steps):
    errors = [abs((f(x + h) - f(x)) / h - slope) for h in steps]
    return steps[int(np.argmin(errors))]


# %% right numpy-all-at-once
def best_step(f, x, slope, steps):
    steps = np.array(steps)
    return steps[np.argmin(np.abs((f(x + steps) - f(x)) / steps - slope))]


# %% right squares-sorted
def best_step(f, x, slope, steps):
    here = f(x)
    return min((((f(x + h) - here) / h - slope) ** 2, h) for h in steps)[1]


# %% wrong smallest mistake=the-smallest-step
# says: you take the smallest step. To the left of the valley the error grows again, because hardly any
#     digits survive when two nearly equal numbers are subtracted.
def best_step(f, x, slope, steps):
    return min(steps)


# %% wrong largest mistake=the-largest-step
# says: you take the largest step. By then the curve has bent away from its tangent: that is the truncation
#     error, to the right of the valley.
def best_step(f, x, slope, steps):
    return max(steps)


# %% wrong no-abs mistake=signed-error
# says: you compare errors with their signs, so an error of -10 counts as smaller than one of 0.1. Compare
#     their sizes: take `abs` first.
def best_step(f, x, slope, steps):
    return min(steps, key=lambda h: (f(x + h) - f(x)) / h - slope)


# %% wrong central-difference mistake=central-differences
# says: you compare central differences. Here the error of the forward difference counts: (f(x + h) - f(x))
#     / h.
def best_step(f, x, slope, steps):
    return min(steps, key=lambda h: abs((f(x + h) - f(x - h)) / (2 * h) - slope))


# %% wrong first-rise-from-the-right mistake=stops-at-the-first-rise
# says: you go from the largest step to smaller ones and stop when the error first rises. The valley is
#     bumpy, and beyond a bump it may be deeper: look at all the steps.
def best_step(f, x, slope, steps):
    best, smallest = None, float("inf")
    for h in sorted(steps, reverse=True):
        error = abs((f(x + h) - f(x)) / h - slope)
        if error > smallest:
            return best
        best, smallest = h, error
    return best


# %% wrong first-rise-from-the-left mistake=stops-at-the-first-rise-from-the-left
# says: you go from the smallest step to larger ones and stop when the error first rises. With tiny steps
#     the error jumps up and down, because it is mostly rounding: look at all the steps.
def best_step(f, x, slope, steps):
    best, smallest = None, float("inf")
    for h in sorted(steps):
        error = abs((f(x + h) - f(x)) / h - slope)
        if error > smallest:
            return best
        best, smallest = h, error
    return best


# %% wrong its-number mistake=the-place-of-the-step
# says: you return the position of the best step in the list (its index). Return the step itself.
def best_step(f, x, slope, steps):
    errors = [abs((f(x + h) - f(x)) / h - slope) for h in steps]
    return errors.index(min(errors))


# %% wrong the-error-itself mistake=the-smallest-error
# says: you return the smallest error. Return the step that has it.
def best_step(f, x, slope, steps):
    return min(abs((f(x + h) - f(x)) / h - slope) for h in steps)


# %% wrong relative-error mistake=divides-by-the-slope
# says: you divide by the slope, which may be 0. Compare the distances from the slope as they are.
def best_step(f, x, slope, steps):
    return min(steps, key=lambda h: abs((f(x + h) - f(x)) / h / slope - 1))


# %% wrong always-the-root-of-epsilon
def best_step(f, x, slope, steps):
    return 1e-8


# %% wrong the-fifth-of-the-sorted-steps
def best_step(f, x, slope, steps):
    return sorted(steps)[4]


# %% wrong the-fourth-of-the-sorted-steps
def best_step(f, x, slope, steps):
    return sorted(steps)[3]


# %% wrong first-rise-as-given
def best_step(f, x, slope, steps):
    def error(h):
        return abs((f(x + h) - f(x)) / h - slope)

    i = 0
    while i + 1 < len(steps) and error(steps[i + 1]) <= error(steps[i]):
        i += 1
    return steps[i]


# %% wrong rounds-the-errors
def best_step(f, x, slope, steps):
    return min(steps, key=lambda h: round(abs((f(x + h) - f(x)) / h - slope), 6))


# %% wrong the-last-of-the-rounded-errors like=loop
# -         error = abs((f(x + h) - f(x)) / h - slope)
# -         if error < smallest:
# +         error = round(abs((f(x + h) - f(x)) / h - slope), 10)
# +         if error <= smallest:


# %% exempt *
# operands-swapped: ... - slope... -> ...slope - ...
#     the size of the error is the same
# comparison: if error < smallest: -> if error <= smallest:
#     no two errors are equal
# constant: ...[1] -> ...[-1]
#     the second of two
# remembers-results
# changes-its-input
#     for the same arguments the best step is always the same; who keeps the list of steps is not said
