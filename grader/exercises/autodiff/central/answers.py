# %% right two-copies
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        ahead, back = list(point), list(point)
        ahead[i] += h
        back[i] -= h
        slopes.append((f(ahead) - f(back)) / (2 * h))
    return slopes


# %% right numpy-rows
def central(f, point, h):
    point = np.array(point)
    return [(f(point + row) - f(point - row)) / (2 * h) for row in h * np.eye(len(point))]


# %% right moves-and-puts-back
def central(f, point, h):
    found = []
    for i, x in enumerate(point):
        point[i] = x + h
        ahead = f(point)
        point[i] = x - h
        back = f(point)
        point[i] = x
        found.append((ahead - back) / h / 2)
    return found


# %% right mean-of-both-sides
def central(f, point, h):
    def moved(i, by):
        return f([x + by * (i == j) for j, x in enumerate(point)])

    return [0.5 * (moved(i, h) / h - moved(i, -h) / h) for i in range(len(point))]


# %% right numpy-array
def central(f, point, h):
    slopes = np.zeros(len(point))
    for i in range(len(point)):
        step = np.zeros(len(point))
        step[i] = h
        slopes[i] = (f(np.add(point, step)) - f(np.subtract(point, step))) / (2 * h)
    return slopes


# %% right arrays-of-floats like=two-copies
# -         ahead, back = list(point), list(point)
# +         ahead, back = np.array(point, float), np.array(point, float)
# -     return slopes
# +     return tuple(slopes)


# %% wrong forward-difference mistake=one-sided
# says: you compare `f` one step ahead with `f` at the point. That is the forward difference. The central
#     one compares one step ahead with one step back.
def central(f, point, h):
    start, slopes = f(point), []
    for i in range(len(point)):
        moved = list(point)
        moved[i] += h
        slopes.append((f(moved) - start) / h)
    return slopes


# %% wrong backward-difference mistake=one-sided-back like=two-copies
# says: you compare `f` at the point with `f` one step back. The central difference compares one step ahead
#     with one step back.
# -         ahead, back = list(point), list(point)
# -         ahead[i] += h
# +         back = list(point)
# -         slopes.append((f(ahead) - f(back)) / (2 * h))
# +         slopes.append((f(point) - f(back)) / h)


# %% wrong divides-by-h mistake=forgets-the-two like=two-copies
# says: your slopes are twice as large as they should be: from one step back to one step ahead, the distance
#     is 2h, not h.
# -         slopes.append((f(ahead) - f(back)) / (2 * h))
# +         slopes.append((f(ahead) - f(back)) / h)


# %% wrong everything-moves mistake=moves-all-inputs
# says: you move all inputs together, so every entry is the same. For each slope, move just one input, and
#     leave the others where they are.
def central(f, point, h):
    ahead = [x + h for x in point]
    back = [x - h for x in point]
    slope = (f(ahead) - f(back)) / (2 * h)
    return [slope] * len(point)


# %% wrong stays-away mistake=does-not-go-back
# says: the first slope is right, but from then on the first input is out of place. Put each input back
#     before you move the next one, or start from a fresh copy each time: `list(point)`.
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        point[i] += h
        ahead = f(point)
        point[i] -= 2 * h
        back = f(point)
        slopes.append((ahead - back) / (2 * h))
    return slopes


# %% wrong copies-before-the-loop mistake=copies-only-once
# says: the first slope is right, but from then on the first input is out of place. Put each input back
#     before you move the next one, or start from a fresh copy each time: `list(point)`.
def central(f, point, h):
    up, down = list(point), list(point)
    slopes = []
    for i in range(len(point)):
        up[i] += h
        down[i] -= h
        slopes.append((f(up) - f(down)) / (2 * h))
    return slopes


# %% wrong a-copy-for-one-side like=two-copies
# -         ahead, back = list(point), list(point)
# +         ahead, back = point, list(point)


# %% wrong same-list-twice mistake=one-list-twice like=two-copies
# says: the step ahead and the step back move the same list, so they cancel, and `f` is called twice at the
#     same point. Make a copy for each: `list(point)`.
# -         ahead, back = list(point), list(point)
# +         ahead = back = point


# %% wrong no-copies mistake=moves-the-point-itself
# says: you move the point itself, so the step back only leads back to where it was. Make a copy for each
#     step: `list(point)`.
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        ahead = point
        ahead[i] += h
        above = f(ahead)
        back = point
        back[i] -= h
        slopes.append((above - f(back)) / (2 * h))
    return slopes


# %% wrong no-brackets mistake=times-the-step like=two-copies
# says: you divide by 2 and multiply by h: in Python, `/ 2 * h` goes from left to right. Divide by the whole
#     distance, `/ (2 * h)`.
# -         slopes.append((f(ahead) - f(back)) / (2 * h))
# +         slopes.append((f(ahead) - f(back)) / 2 * h)


# %% wrong h-from-end-to-end like=two-copies
# -         ahead[i] += h
# -         back[i] -= h
# -         slopes.append((f(ahead) - f(back)) / (2 * h))
# +         ahead[i] += h / 2
# +         back[i] -= h / 2
# +         slopes.append((f(ahead) - f(back)) / h)


# %% wrong a-tiny-step mistake=a-step-of-its-own like=two-copies
# says: your slopes are almost exact, as with a tiny step. Use the step h that you are given.
# - def central(f, point, h):
# + def central(f, point, h):
# +     h = 1e-6


# %% wrong zeros-like-the-point mistake=whole-slopes like=two-copies
# says: when the point contains only whole numbers, an array like `np.zeros_like(point)` holds integers, and
#     your slopes lose their fractions. Use `np.zeros(len(point))`, or a list.
# -     slopes = []
# +     slopes = np.zeros_like(point)
# -         slopes.append((f(ahead) - f(back)) / (2 * h))
# -     return slopes
# +         slopes[i] = (f(ahead) - f(back)) / (2 * h)
# +     return list(slopes)


# %% wrong arrays-of-the-point mistake=whole-points like=two-copies
# says: when the point contains only whole numbers, an array like `np.array(point)` holds integers, and the
#     moved points lose their fractions. Use `np.array(point, float)`, or a list.
# -         ahead, back = list(point), list(point)
# +         ahead, back = np.array(point), np.array(point)


# %% wrong relative-steps like=two-copies
# -         ahead[i] += h
# -         back[i] -= h
# -         slopes.append((f(ahead) - f(back)) / (2 * h))
# +         ahead[i] *= 1 + h
# +         back[i] *= 1 - h
# +         slopes.append((f(ahead) - f(back)) / (ahead[i] - back[i]))


# %% wrong one-after-the-other mistake=one-list-twice like=two-copies
# -         ahead, back = list(point), list(point)
# +         ahead = point
# -         ahead[i] += h
# +         ahead[i] += h
# +         back = point


# %% wrong asks-too-often like=two-copies
# -         back[i] -= h
# +         back[i] -= h
# +         f(point)


# %% wrong only-the-first
def central(f, point, h):
    return [(f([point[0] + h, *point[1:]]) - f([point[0] - h, *point[1:]])) / (2 * h)]


# %% wrong back-minus-ahead
def central(f, point, h):
    point = np.array(point)
    return [(f(point - row) - f(point + row)) / (2 * h) for row in h * np.eye(len(point))]


# %% wrong finds-the-place-by-value like=two-copies
# -     for i in range(len(point)):
# +     for x in point:
# +         i = point.index(x)


# %% wrong a-generator
def central(f, point, h):
    point = np.array(point)
    return ((f(point + row) - f(point - row)) / (2 * h) for row in h * np.eye(len(point)))


# %% exempt *
# statement-dropped: point = np.array(point) -> (nothing)
# other-function: slopes = np.zeros(len(point)) -> slopes = np.ones(len(point))
#     NumPy makes an array of the list anyway; every entry is overwritten
# remembers-results
# changes-its-input
#     every `f` is another object, so nothing is remembered; who keeps the point is not said
