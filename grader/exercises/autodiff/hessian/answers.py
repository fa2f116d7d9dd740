# %% right unconnected-zero
def hessian(y, xs):
    first = tf.gradients(y, xs, unconnected_gradients="zero")
    return [tf.gradients(one, xs, unconnected_gradients="zero") for one in first]


# %% right zeros-like
def hessian(y, xs):
    rows = []
    for slope in tf.gradients(y, xs):
        found = [None] * len(xs) if slope is None else tf.gradients(slope, xs)
        rows.append([tf.zeros_like(x) if one is None else one for one, x in zip(found, xs)])
    return rows


# %% right plain-zeros
def hessian(y, xs):
    def slopes(t):
        return [0.0] * len(xs) if t is None else tf.gradients(t, xs)

    return [[0.0 if one is None else one for one in slopes(first)] for first in tf.gradients(y, xs)]


# %% right one-tensor
def hessian(y, xs):
    zero = {"unconnected_gradients": "zero"}
    return tf.stack([tf.stack(tf.gradients(g, xs, **zero)) for g in tf.gradients(y, xs, **zero)])


# %% right pair-by-pair
def hessian(y, xs):
    def slope(t, x):
        (found,) = tf.gradients([t], [x], unconnected_gradients=tf.UnconnectedGradients.ZERO)
        return found

    return tuple(tuple(slope(slope(y, a), b) for b in xs) for a in xs)


# %% wrong sums mistake=adds-up-the-rows
# says: you pass the whole list of first derivatives to one call of `tf.gradients`. It returns the
#     derivatives of their *sum*. Call it once per first derivative.
def hessian(y, xs):
    first = tf.gradients(y, xs, unconnected_gradients="zero")
    return tf.gradients(first, xs, unconnected_gradients="zero")


# %% wrong the-same-sums-in-each-row mistake=the-sums-in-every-row
# says: you pass the whole list of first derivatives to one call of `tf.gradients`. It returns the
#     derivatives of their *sum*. Call it once per first derivative.
def hessian(y, xs):
    first = tf.gradients(y, xs, unconnected_gradients="zero")
    return [tf.gradients(first, xs, unconnected_gradients="zero") for _ in first]


# %% wrong zeros-aside mistake=only-the-diagonal
# says: you have the second derivatives with respect to the same input twice, and zeros everywhere else. But
#     you can also differentiate with respect to x and then to y: every first derivative has a slope with
#     respect to every input.
def hessian(y, xs):
    zero = {"unconnected_gradients": "zero"}
    first = tf.gradients(y, xs, **zero)
    rows = [[tf.zeros([]) for _ in xs] for _ in xs]
    for i, (slope, x) in enumerate(zip(first, xs)):
        (rows[i][i],) = tf.gradients(slope, x, **zero)
    return rows


# %% wrong upper-half mistake=only-above-the-diagonal
# says: one half of your matrix is zero. The matrix is symmetric: entry j of row i equals entry i of row j.
#     Fill in both halves.
def hessian(y, xs):
    first = tf.gradients(y, xs, unconnected_gradients="zero")
    rows = [[tf.zeros([]) for _ in xs] for _ in xs]
    for i in range(len(xs)):
        for j in range(i, len(xs)):
            (rows[i][j],) = tf.gradients(first[i], [xs[j]], unconnected_gradients="zero")
    return rows


# %% wrong lower-half mistake=only-below-the-diagonal like=upper-half
# says: one half of your matrix is zero. The matrix is symmetric: entry j of row i equals entry i of row j.
#     Fill in both halves.
# -         for j in range(i, len(xs)):
# +         for j in range(i + 1):


# %% wrong tf-hessians-of-each mistake=a-list-of-the-diagonal
# says: you return one second derivative per input, but one row per input is expected: every first
#     derivative has a slope with respect to every input.
def hessian(y, xs):
    zero = {"unconnected_gradients": "zero"}
    first = tf.gradients(y, xs, **zero)
    return [tf.gradients(slope, x, **zero)[0] for slope, x in zip(first, xs)]


# %% wrong both-orders mistake=mixed-doubled
# says: your mixed derivatives are twice as large as they should be. Entry j of row i is a single
#     derivative, first with respect to `xs[i]` and then to `xs[j]`. Don't add the other order to it.
def hessian(y, xs):
    zero = {"unconnected_gradients": "zero"}
    rows = [tf.gradients(first, xs, **zero) for first in tf.gradients(y, xs, **zero)]
    n = range(len(xs))
    return [[rows[i][j] if i == j else rows[i][j] + rows[j][i] for j in n] for i in n]


# %% wrong by-the-stack mistake=differentiates-with-respect-to-a-stack
# says: you ask for slopes with respect to a new tensor, such as `tf.stack(xs)`. You built it after y: no
#     path leads from it to y, so every slope is None. Ask with respect to the `xs`, from which y was
#     made.
def hessian(y, xs):
    return tf.hessians(y, tf.stack(xs))[0]


# %% wrong products mistake=products-of-first-derivatives
# says: you multiply first derivatives by each other. A second derivative is the derivative of a derivative.
def hessian(y, xs):
    first = tf.gradients(y, xs, unconnected_gradients="zero")
    return [[one * other for other in first] for one in first]


# %% wrong none-left mistake=leaves-none
# says: your list contains None where a first derivative doesn't depend on an input. The slope there is
#     zero: return a zero, for example with `unconnected_gradients="zero"`.
def hessian(y, xs):
    first = tf.gradients(y, xs)
    return [[None] * len(xs) if one is None else tf.gradients(one, xs) for one in first]


# %% wrong gradient-of-none mistake=differentiates-none
# says: where y doesn't depend on an input, the first derivative is None, and your second round asks for the
#     slopes of that None. `unconnected_gradients="zero"` gives you tensors, in both rounds.
def hessian(y, xs):
    return [tf.gradients(one, xs) for one in tf.gradients(y, xs)]


# %% wrong rows-of-none-dropped mistake=drops-rows
# says: you leave out the row of an input that y doesn't depend on. That row is all zeros.
def hessian(y, xs):
    first = [slope for slope in tf.gradients(y, xs) if slope is not None]
    return [tf.gradients(slope, xs, unconnected_gradients="zero") for slope in first]


# %% wrong sums-and-stops-at-none mistake=adds-up-the-rows
def hessian(y, xs):
    return tf.gradients(tf.gradients(y, xs), xs)


# %% wrong calls-hessians mistake=a-list-of-the-diagonal
def hessian(y, xs):
    return tf.hessians(y, xs)


# %% wrong by-the-stack-with-zeros
def hessian(y, xs):
    stack = tf.stack(xs)
    (first,) = tf.gradients(y, stack, unconnected_gradients="zero")
    zero = {"unconnected_gradients": "zero"}
    return [tf.gradients(first[i], stack, **zero)[0] for i in range(len(xs))]


# %% wrong raises-another-error
def hessian(y, xs):
    raise ValueError("not for these inputs")


# %% wrong only-first
def hessian(y, xs):
    return tf.gradients(y, xs, unconnected_gradients="zero")


# %% wrong a-graph-of-its-own
def hessian(y, xs):
    with tf.Graph().as_default():
        return [[tf.constant(float(i == j)) for i, _ in enumerate(xs)] for j, _ in enumerate(xs)]


# %% wrong forgets-to-return
def hessian(y, xs):
    [tf.gradients(one, xs) for one in tf.gradients(y, xs) if one is not None]


# %% wrong kept-by-the-names
KEPT = {}


def hessian(y, xs):
    names = tuple(x.name for x in xs)
    if names not in KEPT:
        zero = {"unconnected_gradients": "zero"}
        KEPT[names] = [tf.gradients(first, xs, **zero) for first in tf.gradients(y, xs, **zero)]
    return KEPT[names]


# %% exempt *
# none-passed-over: ...unconnected_gradients='zero'...
# none-passed-over: ...**zero...
# none-passed-over: ...UnconnectedGradients.ZERO...
# mutable-default: ...zero={'unconnected_gradients': 'zero'}):
#     where it says "zero", no gradient is None; the dictionary is not changed
# call-dropped: ...tf.stack(...
#     a list of tensors, or a tensor: both are read
# changes-its-input
#     who keeps the list of inputs is not said
