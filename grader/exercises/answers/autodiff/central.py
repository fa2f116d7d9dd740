# %% autodiff/central right two-copies
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        ahead, back = list(point), list(point)
        ahead[i] += h
        back[i] -= h
        slopes.append((f(ahead) - f(back)) / (2 * h))
    return slopes


# %% autodiff/central right numpy-rows
def central(f, point, h):
    point = np.array(point)
    return [(f(point + row) - f(point - row)) / (2 * h) for row in h * np.eye(len(point))]


# %% autodiff/central right moves-and-puts-back
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


# %% autodiff/central right mean-of-both-sides
def central(f, point, h):
    def moved(i, by):
        return f([x + by * (i == j) for j, x in enumerate(point)])

    return [0.5 * (moved(i, h) / h - moved(i, -h) / h) for i in range(len(point))]


# %% autodiff/central right numpy-array
def central(f, point, h):
    slopes = np.zeros(len(point))
    for i in range(len(point)):
        step = np.zeros(len(point))
        step[i] = h
        slopes[i] = (f(np.add(point, step)) - f(np.subtract(point, step))) / (2 * h)
    return slopes


# %% autodiff/central wrong forward-difference misconception=one-sided
def central(f, point, h):
    start, slopes = f(point), []
    for i in range(len(point)):
        moved = list(point)
        moved[i] += h
        slopes.append((f(moved) - start) / h)
    return slopes


# %% autodiff/central wrong backward-difference misconception=one-sided-back
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        back = list(point)
        back[i] -= h
        slopes.append((f(point) - f(back)) / h)
    return slopes


# %% autodiff/central wrong no-copies misconception=moves-the-point-itself
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


# %% autodiff/central wrong relative-steps
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        ahead, back = list(point), list(point)
        ahead[i] *= 1 + h
        back[i] *= 1 - h
        slopes.append((f(ahead) - f(back)) / (ahead[i] - back[i]))
    return slopes


# %% autodiff/central wrong divides-by-h misconception=forgets-the-two
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        ahead, back = list(point), list(point)
        ahead[i] += h
        back[i] -= h
        slopes.append((f(ahead) - f(back)) / h)
    return slopes


# %% autodiff/central wrong everything-moves misconception=moves-all-inputs
def central(f, point, h):
    ahead = [x + h for x in point]
    back = [x - h for x in point]
    slope = (f(ahead) - f(back)) / (2 * h)
    return [slope] * len(point)


# %% autodiff/central wrong stays-away misconception=does-not-go-back
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        point[i] += h
        ahead = f(point)
        point[i] -= 2 * h
        back = f(point)
        slopes.append((ahead - back) / (2 * h))
    return slopes


# %% autodiff/central wrong same-list-twice misconception=one-list-twice
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        ahead = back = point
        ahead[i] += h
        back[i] -= h
        slopes.append((f(ahead) - f(back)) / (2 * h))
    return slopes


# %% autodiff/central wrong one-after-the-other misconception=one-list-twice
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        ahead = point
        ahead[i] += h
        back = point
        back[i] -= h
        slopes.append((f(ahead) - f(back)) / (2 * h))
    return slopes


# %% autodiff/central wrong no-brackets misconception=times-the-step
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        ahead, back = list(point), list(point)
        ahead[i] += h
        back[i] -= h
        slopes.append((f(ahead) - f(back)) / 2 * h)
    return slopes


# %% autodiff/central wrong h-from-end-to-end misconception=half-steps
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        ahead, back = list(point), list(point)
        ahead[i] += h / 2
        back[i] -= h / 2
        slopes.append((f(ahead) - f(back)) / h)
    return slopes


# %% autodiff/central wrong asks-too-often
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        ahead, back = list(point), list(point)
        ahead[i] += h
        back[i] -= h
        f(point)
        slopes.append((f(ahead) - f(back)) / (2 * h))
    return slopes


# %% autodiff/central wrong only-the-first
def central(f, point, h):
    return [(f([point[0] + h, *point[1:]]) - f([point[0] - h, *point[1:]])) / (2 * h)]


# %% autodiff/central wrong back-minus-ahead
def central(f, point, h):
    point = np.array(point)
    return [(f(point - row) - f(point + row)) / (2 * h) for row in h * np.eye(len(point))]


# %% autodiff/central wrong a-generator
def central(f, point, h):
    point = np.array(point)
    return ((f(point + row) - f(point - row)) / (2 * h) for row in h * np.eye(len(point)))


# %% autodiff/central wrong copies-before-the-loop misconception=copies-only-once
def central(f, point, h):
    up, down = list(point), list(point)
    slopes = []
    for i in range(len(point)):
        up[i] += h
        down[i] -= h
        slopes.append((f(up) - f(down)) / (2 * h))
    return slopes


# %% autodiff/central wrong a-copy-for-one-side misconception=copies-one-side
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        ahead, back = point, list(point)
        ahead[i] += h
        back[i] -= h
        slopes.append((f(ahead) - f(back)) / (2 * h))
    return slopes


# %% autodiff/central wrong a-tiny-step misconception=a-step-of-its-own
def central(f, point, h):
    h = 1e-6
    slopes = []
    for i in range(len(point)):
        ahead, back = list(point), list(point)
        ahead[i] += h
        back[i] -= h
        slopes.append((f(ahead) - f(back)) / (2 * h))
    return slopes


# %% autodiff/central wrong zeros-like-the-point misconception=whole-slopes
def central(f, point, h):
    slopes = np.zeros_like(point)
    for i in range(len(point)):
        ahead, back = list(point), list(point)
        ahead[i] += h
        back[i] -= h
        slopes[i] = (f(ahead) - f(back)) / (2 * h)
    return list(slopes)


# %% autodiff/central wrong arrays-of-the-point misconception=whole-points
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        ahead, back = np.array(point), np.array(point)
        ahead[i] += h
        back[i] -= h
        slopes.append((f(ahead) - f(back)) / (2 * h))
    return slopes


# %% autodiff/central right arrays-of-floats
def central(f, point, h):
    slopes = []
    for i in range(len(point)):
        ahead, back = np.array(point, float), np.array(point, float)
        ahead[i] += h
        back[i] -= h
        slopes.append((f(ahead) - f(back)) / (2 * h))
    return tuple(slopes)


# %% autodiff/central exempt *
# statement-dropped: point = np.array(point) -> (nothing)
# other-function: slopes = np.zeros(len(point)) -> slopes = np.ones(len(point))
#     NumPy makes an array of the list anyway; every entry is overwritten
# remembers-results
# changes-its-input
#     every `f` is another object, so nothing is remembered; who keeps the point is not said
