# %% autodiff/best-step right min-with-key
def best_step(f, x, slope, steps):
    return min(steps, key=lambda h: abs((f(x + h) - f(x)) / h - slope))


# %% autodiff/best-step right loop
def best_step(f, x, slope, steps):
    best, smallest = None, float("inf")
    for h in steps:
        error = abs((f(x + h) - f(x)) / h - slope)
        if error < smallest:
            best, smallest = h, error
    return best


# %% autodiff/best-step right argmin
def best_step(f, x, slope, steps):
    errors = [abs((f(x + h) - f(x)) / h - slope) for h in steps]
    return steps[int(np.argmin(errors))]


# %% autodiff/best-step right numpy-all-at-once
def best_step(f, x, slope, steps):
    steps = np.array(steps)
    return steps[np.argmin(np.abs((f(x + steps) - f(x)) / steps - slope))]


# %% autodiff/best-step right squares-sorted
def best_step(f, x, slope, steps):
    here = f(x)
    return min((((f(x + h) - here) / h - slope) ** 2, h) for h in steps)[1]


# %% autodiff/best-step right relative-error
def best_step(f, x, slope, steps):
    return min(steps, key=lambda h: abs((f(x + h) - f(x)) / h / slope - 1))


# %% autodiff/best-step wrong smallest misconception=the-smallest-step
def best_step(f, x, slope, steps):
    return min(steps)


# %% autodiff/best-step wrong largest misconception=the-largest-step
def best_step(f, x, slope, steps):
    return max(steps)


# %% autodiff/best-step wrong no-abs misconception=signed-error
def best_step(f, x, slope, steps):
    return min(steps, key=lambda h: (f(x + h) - f(x)) / h - slope)


# %% autodiff/best-step wrong the-error-itself misconception=the-smallest-error
def best_step(f, x, slope, steps):
    return min(abs((f(x + h) - f(x)) / h - slope) for h in steps)


# %% autodiff/best-step wrong its-number misconception=the-place-of-the-step
def best_step(f, x, slope, steps):
    errors = [abs((f(x + h) - f(x)) / h - slope) for h in steps]
    return errors.index(min(errors))


# %% autodiff/best-step wrong always-the-root-of-epsilon
def best_step(f, x, slope, steps):
    return 1e-8


# %% autodiff/best-step wrong first-rise-from-the-right misconception=stops-at-the-first-rise
def best_step(f, x, slope, steps):
    best, smallest = None, float("inf")
    for h in sorted(steps, reverse=True):
        error = abs((f(x + h) - f(x)) / h - slope)
        if error > smallest:
            return best
        best, smallest = h, error
    return best


# %% autodiff/best-step wrong first-rise-from-the-left misconception=stops-at-the-first-rise-from-the-left
def best_step(f, x, slope, steps):
    best, smallest = None, float("inf")
    for h in sorted(steps):
        error = abs((f(x + h) - f(x)) / h - slope)
        if error > smallest:
            return best
        best, smallest = h, error
    return best


# %% autodiff/best-step wrong the-fifth-of-the-sorted-steps
def best_step(f, x, slope, steps):
    return sorted(steps)[4]


# %% autodiff/best-step wrong the-fourth-of-the-sorted-steps
def best_step(f, x, slope, steps):
    return sorted(steps)[3]


# %% autodiff/best-step wrong first-rise-as-given
def best_step(f, x, slope, steps):
    def error(h):
        return abs((f(x + h) - f(x)) / h - slope)

    i = 0
    while i + 1 < len(steps) and error(steps[i + 1]) <= error(steps[i]):
        i += 1
    return steps[i]


# %% autodiff/best-step wrong central-difference misconception=central-differences
def best_step(f, x, slope, steps):
    return min(steps, key=lambda h: abs((f(x + h) - f(x - h)) / (2 * h) - slope))


# %% autodiff/best-step wrong rounds-the-errors
def best_step(f, x, slope, steps):
    return min(steps, key=lambda h: round(abs((f(x + h) - f(x)) / h - slope), 6))


# %% autodiff/best-step wrong the-last-of-the-rounded-errors
def best_step(f, x, slope, steps):
    best, smallest = None, float("inf")
    for h in steps:
        error = round(abs((f(x + h) - f(x)) / h - slope), 10)
        if error <= smallest:
            best, smallest = h, error
    return best


# %% autodiff/best-step exempt *
# operands-swapped: ... - slope... -> ...slope - ...
# operands-swapped: ... - 1)) -> ...abs(1 - ...
# operands-swapped: ... / slope - 1)) -> ...abs(slope / ((f(x + h) - f(x)) / h) - 1))
#     the size of the error is the same, or gives the same order
# comparison: if error < smallest: -> if error <= smallest:
#     no two errors are equal
# constant: ...[1] -> ...[-1]
#     the second of two
# remembers-results
# changes-its-input
#     for the same arguments the best step is always the same; who keeps the list of steps is not said
