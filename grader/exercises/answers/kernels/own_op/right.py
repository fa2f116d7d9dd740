# %% kernels/own-op right one-product
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


# %% kernels/own-op right broadcasting-kernel
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


# %% kernels/own-op right loops
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


# %% kernels/own-op right gradient-as-an-operation
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


# %% kernels/own-op right wrapped
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


# %% kernels/own-op right in-the-order-of-the-text
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


# %% kernels/own-op right underscore-in-the-name
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


# %% kernels/own-op exempt *
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
# %% kernels/own-op exempt broadcasting-kernel
# call-dropped: away = ...
#     Broadcasting puts the axis in front.
# %% kernels/own-op exempt loops
# other-function: result = ...
#     All numbers are set afterwards.
# %% kernels/own-op exempt gradient-as-an-operation
# argument-dropped: to_points = ...
#     The shape rule of the second operation is not asked for.
# call-dropped: return own_op(...
# operands-swapped: return own_op(...
#     A list serves as a shape, and a square does not depend on the sign.
# %% kernels/own-op exempt wrapped
# argument-dropped: node = ...
#     Without `types`, all floating-point types are allowed, which these are.
