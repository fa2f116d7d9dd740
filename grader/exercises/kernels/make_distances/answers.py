# %% right one-product
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def kernel(a, b):
        squares = (a * a).sum(axis=1)[:, None] + (b * b).sum(axis=1)
        return squares - 2 * (a @ b.T)

    def gradient(op, g):
        a, b = op.inputs
        to_a = engine.reduce_sum(g, 1, keepdims=True) * a - engine.matmul(g, b)
        turned = engine.transpose(g)
        to_b = engine.reduce_sum(turned, 1, keepdims=True) * b - engine.matmul(turned, a)
        return [2.0 * to_a, 2.0 * to_b]

    return own_op(
        "SquaredDistances",
        "a: T, b: T -> distances: T",
        shape=lambda a, b: [a[0], b[0]],
        kernel=kernel,
        gradient=gradient,
    )


# %% right broadcasting-kernel
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        away = engine.expand_dims(a, 1) - engine.expand_dims(b, 0)
        pulled = 2.0 * engine.expand_dims(g, 2) * away
        return engine.reduce_sum(pulled, 1), -engine.reduce_sum(pulled, 0)

    return own_op(
        "Distances2",
        "a: T, b: T -> d: T",
        shape=lambda a, b: (a[0], b[0]),
        kernel=lambda a, b: ((a[:, np.newaxis] - b) ** 2).sum(-1),
        gradient=gradient,
    )


# %% right loops
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def kernel(a, b):
        result = np.zeros((len(a), len(b)), a.dtype)
        for i in range(len(a)):
            for j in range(len(b)):
                result[i, j] = np.dot(a[i] - b[j], a[i] - b[j])
        return result

    def gradient(op, g):
        a, b = op.inputs
        composed = engine.reduce_sum(engine.square(a[:, None] - b), 2)
        return engine.gradients(composed, [a, b], g)

    return own_op(
        "Slow",
        "a: T, b: T -> d: T",
        shape=lambda a, b: [a[0], b[0]],
        kernel=kernel,
        gradient=gradient,
    )


# %% right gradient-as-an-operation
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    to_points = own_op(
        "DistancesGrad",
        "g: T, a: T, b: T -> to_a: T",
        shape=lambda g, a, b: a,
        kernel=lambda g, a, b: 2 * (g.sum(1, keepdims=True) * a - g @ b),
    )

    def gradient(op, g):
        a, b = op.inputs
        return to_points(g, a, b), to_points(engine.transpose(g), b, a)

    return own_op(
        "Distances",
        "a: T, b: T -> d: T",
        shape=lambda a, b: engine.TensorShape([a[0], b[0]]),
        kernel=lambda a, b: np.square(a[:, None, :] - b[None, :, :]).sum(axis=2),
        gradient=gradient,
    )


# %% right wrapped
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        rows, columns = engine.reduce_sum(g, 1), engine.reduce_sum(g, 0)
        to_a = engine.matmul(engine.diag(rows), a) - engine.matmul(g, b)
        to_b = engine.matmul(engine.diag(columns), b) - engine.matmul(g, a, transpose_a=True)
        return [to_a + to_a, to_b + to_b]

    node = own_op(
        "PairwiseSquares",
        "points: T, centres: T -> squares: T",
        shape=lambda points, centres: [points.as_list()[0], centres.as_list()[0]],
        kernel=lambda points, centres: np.stack([((points - c) ** 2).sum(1) for c in centres], 1),
        gradient=gradient,
        types=["float32", "float64"],
    )
    return lambda a, b: node(a, b, name="pairs")


# %% right in-the-order-of-the-text
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        apart = engine.expand_dims(g, 2) * (engine.expand_dims(a, 1) - b)
        return [2.0 * engine.reduce_sum(apart, 1), -2.0 * engine.reduce_sum(apart, 0)]

    def kernel(a, b):
        return ((a[:, None] - b) ** 2).sum(axis=2)

    def shape(a, b):
        return [a[0], b[0]]

    return own_op("SquaredDistances", "a: T, b: T -> distances: T", kernel, shape, gradient)


# %% right underscore-in-the-name
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        away = 2.0 * engine.expand_dims(g, 2) * (a[:, None] - b)
        return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)

    return own_op(
        "sq_dist",
        "a: T, b: T -> d: T",
        shape=lambda a, b: [a[0], b[0]],
        kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
        gradient=gradient,
    )


# %% wrong root mistake=takes-the-root like=underscore-in-the-name
# says: your kernel takes the root, so it gives distances. The task asks for squared distances.
# -         away = 2.0 * engine.expand_dims(g, 2) * (a[:, None] - b)
# -         return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)
# +         composed = engine.reduce_sum(engine.square(a[:, None] - b), 2)
# +         return engine.gradients(composed, [a, b], g)
# -         "sq_dist",
# +         "SquaredDistances",
# -         kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
# +         kernel=lambda a, b: np.linalg.norm(a[:, None] - b, axis=2),


# %% wrong mean-kernel mistake=takes-the-mean like=underscore-in-the-name
# says: your kernel takes the mean over the coordinates. The task asks for their sum.
# -         "sq_dist",
# +         "SquaredDistances",
# -         kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
# +         kernel=lambda a, b: ((a[:, None] - b) ** 2).mean(-1),


# %% wrong absolute-kernel like=underscore-in-the-name
# -         "sq_dist",
# +         "SquaredDistances",
# -         kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
# +         kernel=lambda a, b: np.abs(a[:, None] - b).sum(-1),


# %% wrong double-by-way-of-single mistake=float64-in-float32 like=underscore-in-the-name
# says: your kernel returns float64 where it should, but computes in a narrower type, so digits are lost.
#     Compute in the type of the inputs.
# -         return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)
# -
# +         return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)
# +
# +     def kernel(a, b):
# +         away = a.astype(np.float32)[:, None] - b.astype(np.float32)
# +         return (away**2).sum(2).astype(a.dtype)
# -         "sq_dist",
# +         "SquaredDistances",
# -         kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
# +         kernel=kernel,


# %% wrong named-float32 mistake=only-float32 like=underscore-in-the-name
# says: your operation does not accept both float32 and float64. If its signature names one of them, write T
#     instead; if you gave `types`, name both.
# -         "sq_dist",
# -         "a: T, b: T -> d: T",
# +         "SquaredDistances",
# +         "a: float32, b: float32 -> d: float32",


# %% wrong named-float64 like=underscore-in-the-name
# -         "sq_dist",
# -         "a: T, b: T -> d: T",
# +         "SquaredDistances",
# +         "a: float64, b: float64 -> d: float64",


# %% wrong shape-of-a mistake=shape-from-the-columns like=underscore-in-the-name
# says: the second size that your shape rule gives is the number of columns of a and b. The result has one
#     column for each row of b, and that is b[0].
# -         "sq_dist",
# +         "SquaredDistances",
# -         shape=lambda a, b: [a[0], b[0]],
# +         shape=lambda a, b: a,


# %% wrong no-gradient mistake=no-gradient
# says: there is an operation without a gradient in your graph. If it is yours, give own_op a function as
#     its `gradient`.
def make_distances():
    from grader.engine.own_ops import own_op

    return own_op(
        "SquaredDistances",
        "a: T, b: T -> d: T",
        shape=lambda a, b: [a[0], b[0]],
        kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
    )


# %% wrong without-g mistake=ignores-g like=underscore-in-the-name
# says: your gradient does not use g. It is the gradient of the sum of all distances; in a larger graph each
#     distance counts as much as g says.
# -         away = 2.0 * engine.expand_dims(g, 2) * (a[:, None] - b)
# -         return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)
# +         return engine.gradients(engine.reduce_sum(engine.square(a[:, None] - b), 2), [a, b])
# -         "sq_dist",
# +         "SquaredDistances",


# %% wrong half mistake=forgets-the-two like=underscore-in-the-name
# says: your gradients are half of what they should be: the derivative of a square is two times what was
#     squared.
# -         away = 2.0 * engine.expand_dims(g, 2) * (a[:, None] - b)
# -         return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)
# +         to_a = engine.reduce_sum(g, 1, keepdims=True) * a - engine.matmul(g, b)
# +         turned = engine.transpose(g)
# +         return to_a, engine.reduce_sum(turned, 1, keepdims=True) * b - engine.matmul(turned, a)
# -         "sq_dist",
# +         "SquaredDistances",


# %% wrong mean-gradients mistake=gradients-are-means like=underscore-in-the-name
# says: your gradients are means. Each row of `a` is used in several distances, and their shares add up:
#     take sums, for `a` and for `b`.
# -         return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)
# +         return engine.reduce_mean(away, 1), -engine.reduce_mean(away, 0)
# -         "sq_dist",
# +         "SquaredDistances",


# %% wrong sign mistake=wrong-sign-for-b like=underscore-in-the-name
# says: your gradient of `b` has the wrong sign. `b` is subtracted from `a`: where a distance grows as `a`
#     grows, it shrinks as `b` grows.
# -         return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)
# +         return engine.reduce_sum(away, 1), engine.reduce_sum(away, 0)
# -         "sq_dist",
# +         "SquaredDistances",


# %% wrong none mistake=nothing-for-b like=underscore-in-the-name
# says: you return None for b, as if no gradient flowed to it. The distances depend on b as much as on a.
# -         return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)
# +         return engine.reduce_sum(away, 1), None
# -         "sq_dist",
# +         "SquaredDistances",


# %% wrong composed mistake=no-operation-of-your-own
# says: the values are right, but you built them from the engine's operations. Write a NumPy kernel and give
#     it to own_op.
def make_distances():
    from grader import engine

    def distances(a, b):
        return engine.reduce_sum(engine.square(a[:, None] - b), axis=2)

    return distances


# %% wrong always-double like=no-gradient
# -         shape=lambda a, b: [a[0], b[0]],
# -         kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
# +         kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2).astype("float64"),


# %% wrong changes-its-inputs
def make_distances():
    from grader.engine.own_ops import own_op

    def kernel(a, b):
        a -= b
        return a

    return own_op("SquaredDistances", "a: T, b: T -> d: T", kernel=kernel)


# %% wrong arrays
def make_distances():
    return lambda a, b: ((np.asarray(a)[:, None] - np.asarray(b)) ** 2).sum(2)


# %% wrong columns-of-b mistake=shape-from-the-columns like=underscore-in-the-name
# -         shape=lambda a, b: [a[0], b[0]],
# +         shape=lambda a, b: [a[0], b[1]],


# %% wrong types-float32 mistake=only-float32 like=underscore-in-the-name
# -         "sq_dist",
# +         "SquaredDistances",
# -         gradient=gradient,
# +         gradient=gradient,
# +         types=["float32"],


# %% wrong columns-of-a mistake=shape-from-the-columns like=underscore-in-the-name
# -         "sq_dist",
# +         "SquaredDistances",
# -         shape=lambda a, b: [a[0], b[0]],
# +         shape=lambda a, b: [a[0], a[1]],


# %% wrong gradient-by-tf like=underscore-in-the-name
# -         away = 2.0 * engine.expand_dims(g, 2) * (a[:, None] - b)
# -         return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)
# +         away = 2.0 * tf.expand_dims(g, 2) * (a[:, None] - b)
# +         return tf.reduce_sum(away, 1), -tf.reduce_sum(away, 0)


# %% wrong half-by-tf like=underscore-in-the-name
# -         return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)
# +         return engine.reduce_sum(away, 1), -tf.math.reduce_sum(away, 0)


# %% wrong slope-of-a-root like=underscore-in-the-name
# -         away = 2.0 * engine.expand_dims(g, 2) * (a[:, None] - b)
# -         return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)
# +         distances = engine.reduce_sum(engine.square(a[:, None] - b), 2) ** 0.5
# +         return engine.gradients(engine.square(distances), [a, b], g)


# %% exempt *
# axis: ... -> ...axis=-1...
# constant: ... -> ...-1...
#     Of the axes in question, this is the last one.
# remembers-the-first-result
# remembers-results
#     The operation that was added first stays in the table and serves again.
# changes-its-input
#     There are no arguments.
# operands-swapped: ...** 2...
# operands-swapped: composed = ...
#     A square does not depend on the sign.


# %% exempt broadcasting-kernel
# call-dropped: away = ...
#     Broadcasting puts the axis in front.


# %% exempt loops
# other-function: result = ...
#     All numbers are set afterwards.


# %% exempt gradient-as-an-operation
# argument-dropped: to_points = ...
#     The shape rule of the second operation is not asked for.
# call-dropped: return own_op(...
# operands-swapped: return own_op(...
#     A list serves as a shape, and a square does not depend on the sign.


# %% exempt wrapped
# argument-dropped: node = ...
#     Without `types`, all floating-point types are allowed, which these are.
