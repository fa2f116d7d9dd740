# %% autodiff/hessian right unconnected-zero
def hessian(y, xs):
    first = tf.gradients(y, xs, unconnected_gradients="zero")
    return [tf.gradients(one, xs, unconnected_gradients="zero") for one in first]


# %% autodiff/hessian right zeros-like
def hessian(y, xs):
    rows = []
    for slope in tf.gradients(y, xs):
        found = [None] * len(xs) if slope is None else tf.gradients(slope, xs)
        rows.append([tf.zeros_like(x) if one is None else one for one, x in zip(found, xs)])
    return rows


# %% autodiff/hessian right plain-zeros
def hessian(y, xs):
    def slopes(t):
        return [0.0] * len(xs) if t is None else tf.gradients(t, xs)

    return [[0.0 if one is None else one for one in slopes(first)] for first in tf.gradients(y, xs)]


# %% autodiff/hessian right one-tensor
def hessian(y, xs):
    zero = {"unconnected_gradients": "zero"}
    return tf.stack([tf.stack(tf.gradients(g, xs, **zero)) for g in tf.gradients(y, xs, **zero)])


# %% autodiff/hessian right pair-by-pair
def hessian(y, xs):
    def slope(t, x):
        (found,) = tf.gradients([t], [x], unconnected_gradients=tf.UnconnectedGradients.ZERO)
        return found

    return tuple(tuple(slope(slope(y, a), b) for b in xs) for a in xs)


# %% autodiff/hessian wrong sums misconception=adds-up-the-rows
def hessian(y, xs):
    first = tf.gradients(y, xs, unconnected_gradients="zero")
    return tf.gradients(first, xs, unconnected_gradients="zero")


# %% autodiff/hessian wrong sums-and-stops-at-none misconception=adds-up-the-rows
def hessian(y, xs):
    return tf.gradients(tf.gradients(y, xs), xs)


# %% autodiff/hessian wrong the-same-sums-in-each-row misconception=the-sums-in-every-row
def hessian(y, xs):
    first = tf.gradients(y, xs, unconnected_gradients="zero")
    return [tf.gradients(first, xs, unconnected_gradients="zero") for _ in first]


# %% autodiff/hessian wrong calls-hessians misconception=a-list-of-the-diagonal
def hessian(y, xs):
    return tf.hessians(y, xs)


# %% autodiff/hessian wrong zeros-aside misconception=only-the-diagonal
def hessian(y, xs):
    zero = {"unconnected_gradients": "zero"}
    first = tf.gradients(y, xs, **zero)
    rows = [[tf.zeros([]) for _ in xs] for _ in xs]
    for i, (slope, x) in enumerate(zip(first, xs)):
        (rows[i][i],) = tf.gradients(slope, x, **zero)
    return rows


# %% autodiff/hessian wrong tf-hessians-of-each misconception=a-list-of-the-diagonal
def hessian(y, xs):
    zero = {"unconnected_gradients": "zero"}
    first = tf.gradients(y, xs, **zero)
    return [tf.gradients(slope, x, **zero)[0] for slope, x in zip(first, xs)]


# %% autodiff/hessian wrong products misconception=products-of-first-derivatives
def hessian(y, xs):
    first = tf.gradients(y, xs, unconnected_gradients="zero")
    return [[one * other for other in first] for one in first]


# %% autodiff/hessian wrong none-left misconception=leaves-none
def hessian(y, xs):
    first = tf.gradients(y, xs)
    return [[None] * len(xs) if one is None else tf.gradients(one, xs) for one in first]


# %% autodiff/hessian wrong by-the-stack misconception=differentiates-with-respect-to-a-stack
def hessian(y, xs):
    return tf.hessians(y, tf.stack(xs))[0]


# %% autodiff/hessian wrong by-the-stack-with-zeros
def hessian(y, xs):
    stack = tf.stack(xs)
    (first,) = tf.gradients(y, stack, unconnected_gradients="zero")
    zero = {"unconnected_gradients": "zero"}
    return [tf.gradients(first[i], stack, **zero)[0] for i in range(len(xs))]


# %% autodiff/hessian wrong raises-another-error
def hessian(y, xs):
    raise ValueError("not for these inputs")


# %% autodiff/hessian wrong only-first
def hessian(y, xs):
    return tf.gradients(y, xs, unconnected_gradients="zero")


# %% autodiff/hessian wrong gradient-of-none misconception=differentiates-none
def hessian(y, xs):
    return [tf.gradients(one, xs) for one in tf.gradients(y, xs)]


# %% autodiff/hessian wrong a-graph-of-its-own
def hessian(y, xs):
    with tf.Graph().as_default():
        return [[tf.constant(float(i == j)) for i, _ in enumerate(xs)] for j, _ in enumerate(xs)]


# %% autodiff/hessian wrong forgets-to-return
def hessian(y, xs):
    [tf.gradients(one, xs) for one in tf.gradients(y, xs) if one is not None]


# %% autodiff/hessian wrong rows-of-none-dropped misconception=drops-rows
def hessian(y, xs):
    first = [slope for slope in tf.gradients(y, xs) if slope is not None]
    return [tf.gradients(slope, xs, unconnected_gradients="zero") for slope in first]


# %% autodiff/hessian wrong upper-half misconception=only-above-the-diagonal
def hessian(y, xs):
    first = tf.gradients(y, xs, unconnected_gradients="zero")
    rows = [[tf.zeros([]) for _ in xs] for _ in xs]
    for i in range(len(xs)):
        for j in range(i, len(xs)):
            (rows[i][j],) = tf.gradients(first[i], [xs[j]], unconnected_gradients="zero")
    return rows


# %% autodiff/hessian wrong lower-half misconception=only-below-the-diagonal
def hessian(y, xs):
    first = tf.gradients(y, xs, unconnected_gradients="zero")
    rows = [[tf.zeros([]) for _ in xs] for _ in xs]
    for i in range(len(xs)):
        for j in range(i + 1):
            (rows[i][j],) = tf.gradients(first[i], [xs[j]], unconnected_gradients="zero")
    return rows


# %% autodiff/hessian wrong both-orders misconception=mixed-doubled
def hessian(y, xs):
    zero = {"unconnected_gradients": "zero"}
    rows = [tf.gradients(first, xs, **zero) for first in tf.gradients(y, xs, **zero)]
    n = range(len(xs))
    return [[rows[i][j] if i == j else rows[i][j] + rows[j][i] for j in n] for i in n]


# %% autodiff/hessian wrong kept-by-the-names
KEPT = {}


def hessian(y, xs):
    names = tuple(x.name for x in xs)
    if names not in KEPT:
        zero = {"unconnected_gradients": "zero"}
        KEPT[names] = [tf.gradients(first, xs, **zero) for first in tf.gradients(y, xs, **zero)]
    return KEPT[names]


# %% autodiff/hessian exempt *
# none-passed-over: ...unconnected_gradients='zero'...
# none-passed-over: ...**zero...
# none-passed-over: ...UnconnectedGradients.ZERO...
# mutable-default: ...zero={'unconnected_gradients': 'zero'}):
#     where it says "zero", no gradient is None; the dictionary is not changed
# call-dropped: ...tf.stack(...
#     a list of tensors, or a tensor: both are read
# changes-its-input
#     who keeps the list of inputs is not said
