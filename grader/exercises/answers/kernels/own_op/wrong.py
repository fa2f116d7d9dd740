# %% kernels/own-op wrong root misconception=takes-the-root
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        composed = engine.reduce_sum(engine.square(a[:, None] - b), 2)
        return engine.gradients(composed, [a, b], g)

    return own_op(
        "SquaredDistances",
        "a: T, b: T -> d: T",
        shape=lambda a, b: [a[0], b[0]],
        kernel=lambda a, b: np.linalg.norm(a[:, None] - b, axis=2),
        gradient=gradient,
    )


# %% kernels/own-op wrong without-g misconception=ignores-g
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        return engine.gradients(engine.reduce_sum(engine.square(a[:, None] - b), 2), [a, b])

    return own_op(
        "SquaredDistances",
        "a: T, b: T -> d: T",
        shape=lambda a, b: [a[0], b[0]],
        kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
        gradient=gradient,
    )


# %% kernels/own-op wrong half misconception=forgets-the-two
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        to_a = engine.reduce_sum(g, 1, keepdims=True) * a - engine.matmul(g, b)
        turned = engine.transpose(g)
        return to_a, engine.reduce_sum(turned, 1, keepdims=True) * b - engine.matmul(turned, a)

    return own_op(
        "SquaredDistances",
        "a: T, b: T -> d: T",
        shape=lambda a, b: [a[0], b[0]],
        kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
        gradient=gradient,
    )


# %% kernels/own-op wrong sign misconception=wrong-sign-for-b
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        away = 2.0 * engine.expand_dims(g, 2) * (a[:, None] - b)
        return engine.reduce_sum(away, 1), engine.reduce_sum(away, 0)

    return own_op(
        "SquaredDistances",
        "a: T, b: T -> d: T",
        shape=lambda a, b: [a[0], b[0]],
        kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
        gradient=gradient,
    )


# %% kernels/own-op wrong none misconception=nothing-for-b
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        away = 2.0 * engine.expand_dims(g, 2) * (a[:, None] - b)
        return engine.reduce_sum(away, 1), None

    return own_op(
        "SquaredDistances",
        "a: T, b: T -> d: T",
        shape=lambda a, b: [a[0], b[0]],
        kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
        gradient=gradient,
    )


# %% kernels/own-op wrong composed misconception=no-operation-of-your-own
def make_distances():
    from grader import engine

    def distances(a, b):
        return engine.reduce_sum(engine.square(a[:, None] - b), axis=2)

    return distances


# %% kernels/own-op wrong always-double
def make_distances():
    from grader.engine.own_ops import own_op

    return own_op(
        "SquaredDistances",
        "a: T, b: T -> d: T",
        kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2).astype("float64"),
    )


# %% kernels/own-op wrong no-gradient misconception=no-gradient
def make_distances():
    from grader.engine.own_ops import own_op

    return own_op(
        "SquaredDistances",
        "a: T, b: T -> d: T",
        shape=lambda a, b: [a[0], b[0]],
        kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
    )


# %% kernels/own-op wrong changes-its-inputs
def make_distances():
    from grader.engine.own_ops import own_op

    def kernel(a, b):
        a -= b
        return a

    return own_op("SquaredDistances", "a: T, b: T -> d: T", kernel=kernel)


# %% kernels/own-op wrong arrays
def make_distances():
    return lambda a, b: ((np.asarray(a)[:, None] - np.asarray(b)) ** 2).sum(2)


# %% kernels/own-op wrong columns-of-b misconception=shape-from-the-columns
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        t = 2.0 * engine.expand_dims(g, 2) * (engine.expand_dims(a, 1) - engine.expand_dims(b, 0))
        return engine.reduce_sum(t, 1), -engine.reduce_sum(t, 0)

    return own_op(
        "Spaced",
        "a: T, b: T -> distances: T",
        kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(axis=2),
        shape=lambda a, b: [a[0], b[1]],
        gradient=gradient,
    )


# %% kernels/own-op wrong mean-kernel misconception=takes-the-mean
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        away = 2.0 * engine.expand_dims(g, 2) * (a[:, None] - b)
        return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)

    return own_op(
        "SquaredDistances",
        "a: T, b: T -> d: T",
        shape=lambda a, b: [a[0], b[0]],
        kernel=lambda a, b: ((a[:, None] - b) ** 2).mean(-1),
        gradient=gradient,
    )


# %% kernels/own-op wrong absolute-kernel misconception=absolute-differences
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        away = 2.0 * engine.expand_dims(g, 2) * (a[:, None] - b)
        return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)

    return own_op(
        "SquaredDistances",
        "a: T, b: T -> d: T",
        shape=lambda a, b: [a[0], b[0]],
        kernel=lambda a, b: np.abs(a[:, None] - b).sum(-1),
        gradient=gradient,
    )


# %% kernels/own-op wrong named-float32 misconception=only-float32
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        away = 2.0 * engine.expand_dims(g, 2) * (a[:, None] - b)
        return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)

    return own_op(
        "SquaredDistances",
        "a: float32, b: float32 -> d: float32",
        shape=lambda a, b: [a[0], b[0]],
        kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
        gradient=gradient,
    )


# %% kernels/own-op wrong types-float32 misconception=only-float32
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        away = 2.0 * engine.expand_dims(g, 2) * (a[:, None] - b)
        return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)

    return own_op(
        "SquaredDistances",
        "a: T, b: T -> d: T",
        shape=lambda a, b: [a[0], b[0]],
        kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
        gradient=gradient,
        types=["float32"],
    )


# %% kernels/own-op wrong named-float64 misconception=only-float64
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        away = 2.0 * engine.expand_dims(g, 2) * (a[:, None] - b)
        return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)

    return own_op(
        "SquaredDistances",
        "a: float64, b: float64 -> d: float64",
        shape=lambda a, b: [a[0], b[0]],
        kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
        gradient=gradient,
    )


# %% kernels/own-op wrong shape-of-a misconception=shape-from-the-columns
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        away = 2.0 * engine.expand_dims(g, 2) * (a[:, None] - b)
        return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)

    return own_op(
        "SquaredDistances",
        "a: T, b: T -> d: T",
        shape=lambda a, b: a,
        kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
        gradient=gradient,
    )


# %% kernels/own-op wrong columns-of-a misconception=shape-from-the-columns
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        away = 2.0 * engine.expand_dims(g, 2) * (a[:, None] - b)
        return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)

    return own_op(
        "SquaredDistances",
        "a: T, b: T -> d: T",
        shape=lambda a, b: [a[0], a[1]],
        kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
        gradient=gradient,
    )


# %% kernels/own-op wrong mean-gradients misconception=gradients-are-means
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        away = 2.0 * engine.expand_dims(g, 2) * (a[:, None] - b)
        return engine.reduce_mean(away, 1), -engine.reduce_mean(away, 0)

    return own_op(
        "SquaredDistances",
        "a: T, b: T -> d: T",
        shape=lambda a, b: [a[0], b[0]],
        kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
        gradient=gradient,
    )


# %% kernels/own-op wrong double-by-way-of-single misconception=float64-in-float32
def make_distances():
    from grader import engine
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        away = 2.0 * engine.expand_dims(g, 2) * (a[:, None] - b)
        return engine.reduce_sum(away, 1), -engine.reduce_sum(away, 0)

    def kernel(a, b):
        away = a.astype(np.float32)[:, None] - b.astype(np.float32)
        return (away**2).sum(2).astype(a.dtype)

    return own_op(
        "SquaredDistances",
        "a: T, b: T -> d: T",
        shape=lambda a, b: [a[0], b[0]],
        kernel=kernel,
        gradient=gradient,
    )
