# %% graphs/contraction right compares
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if n * k * m + n * m * p <= k * m * p + n * k * p:
        return tf.matmul(tf.matmul(a, b), c)
    return tf.matmul(a, tf.matmul(b, c))


# %% graphs/contraction right operators-and-ints
def product(a, b, c):
    n, k, m, p = (int(size) for size in (*a.shape, *c.shape))
    left, right = n * m * (k + p), k * p * (m + n)
    return (a @ b) @ c if left < right else a @ (b @ c)


# %% graphs/contraction right einsum-in-pairs
def product(a, b, c):
    n, k = a.get_shape().as_list()
    m, p = c.get_shape().as_list()
    if n * k * m + n * m * p < k * m * p + n * k * p:
        return tf.einsum("nm,mp->np", tf.einsum("nk,km->nm", a, b), c)
    return tf.einsum("nk,kp->np", a, tf.einsum("km,mp->kp", b, c))


# %% graphs/contraction right tensordot
def dot(one, other):
    return tf.tensordot(one, other, axes=1)


def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    orders = [
        (n * k * m + n * m * p, lambda: dot(dot(a, b), c)),
        (k * m * p + n * k * p, lambda: dot(a, dot(b, c))),
    ]
    return min(orders, key=lambda order: order[0])[1]()


# %% graphs/contraction right transposed
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if n * k * m + n * m * p <= k * m * p + n * k * p:
        return tf.transpose(tf.matmul(c, tf.matmul(a, b), transpose_a=True, transpose_b=True))
    return tf.matmul(a, tf.transpose(tf.matmul(c, b, transpose_a=True, transpose_b=True)))


# %% graphs/contraction right builds-both-uses-one
def product(a, b, c):
    sizes = [size.value for size in a.shape] + [size.value for size in c.shape]
    n, k, m, p = sizes
    from_left = tf.matmul(tf.matmul(a, b), c)
    from_right = tf.matmul(a, tf.matmul(b, c))
    return from_left if n * m * (k + p) <= k * p * (m + n) else from_right


# %% graphs/contraction wrong from-the-left misconception=always-from-the-left
def product(a, b, c):
    return a @ b @ c


# %% graphs/contraction wrong from-the-right misconception=always-from-the-right
def product(a, b, c):
    return tf.matmul(a, tf.matmul(b, c))


# %% graphs/contraction wrong dearer misconception=the-dearer-order
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if n * k * m + n * m * p > k * m * p + n * k * p:
        return tf.matmul(tf.matmul(a, b), c)
    return tf.matmul(a, tf.matmul(b, c))


# %% graphs/contraction wrong elementwise misconception=element-by-element
def product(a, b, c):
    return tf.multiply(tf.multiply(a, b), c)


# %% graphs/contraction wrong both-orders-run misconception=both-orders
def product(a, b, c):
    return (tf.matmul(tf.matmul(a, b), c) + tf.matmul(a, tf.matmul(b, c))) / 2


# %% graphs/contraction wrong decides-in-the-run misconception=both-orders
def product(a, b, c):
    (n, k), (m, p) = a.shape.as_list(), c.shape.as_list()
    left_first = tf.constant(n * m * (k + p) <= k * p * (m + n))
    return tf.cond(
        left_first,
        lambda: tf.matmul(tf.matmul(a, b), c),
        lambda: tf.matmul(a, tf.matmul(b, c)),
    )


# %% graphs/contraction wrong loop-over-all-indices
def product(a, b, c):
    wide = a[:, :, None, None] * b[None, :, :, None] * c[None, None, :, :]
    return tf.reduce_sum(wide, axis=[1, 2])


# %% graphs/contraction wrong two-factors
def product(a, b, c):
    return tf.matmul(a, b)


# %% graphs/contraction wrong wrong-order-of-factors
def product(a, b, c):
    return tf.matmul(tf.matmul(c, b), a)


# %% graphs/contraction wrong numpy
def product(a, b, c):
    return np.linalg.multi_dot([a, b, c])


# %% graphs/contraction wrong zeros
def product(a, b, c):
    return tf.zeros([int(a.shape[0]), int(c.shape[1])])


# %% graphs/contraction wrong returns-nothing
def product(a, b, c):
    tf.matmul(tf.matmul(a, b), c)


# %% graphs/contraction right einsum-of-three-that-minimizes
def product(a, b, c):
    return tf.einsum("nk,km,mp->np", a, b, c, optimize="optimal")


# %% graphs/contraction wrong einsum-of-three misconception=the-larger-inner-size-first
def product(a, b, c):
    return tf.einsum("ij,jk,kl->il", a, b, c)


# %% graphs/contraction wrong compares-the-first-products
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if n * k * m <= k * m * p:
        return tf.matmul(tf.matmul(a, b), c)
    return tf.matmul(a, tf.matmul(b, c))


# %% graphs/contraction wrong compares-the-second-products misconception=the-larger-inner-size-first
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if n * m * p <= n * k * p:
        return tf.matmul(tf.matmul(a, b), c)
    return tf.matmul(a, tf.matmul(b, c))


# %% graphs/contraction wrong the-smaller-matrix-between
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if n * m <= k * p:
        return tf.matmul(tf.matmul(a, b), c)
    return tf.matmul(a, tf.matmul(b, c))


# %% graphs/contraction wrong mutant-three-of-the-four-products
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if n * k * m + n * m * p <= k * m * p:
        return tf.matmul(tf.matmul(a, b), c)
    return tf.matmul(a, tf.matmul(b, c))


# %% graphs/contraction wrong mutant-cannot-decide-between-equals
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    orders = [
        (n * k * m + n * m * p, lambda: tf.matmul(tf.matmul(a, b), c)),
        (k * m * p + n * k * p, lambda: tf.matmul(a, tf.matmul(b, c))),
    ]
    return min(orders)[1]()


# %% graphs/contraction wrong mutant-one-tensor-for-equal-shapes
made = {}


def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if (n, k, m, p) not in made:
        if n * k * m + n * m * p <= k * m * p + n * k * p:
            made[n, k, m, p] = tf.matmul(tf.matmul(a, b), c)
        else:
            made[n, k, m, p] = tf.matmul(a, tf.matmul(b, c))
    return made[n, k, m, p]


# %% graphs/contraction wrong compares-tensors misconception=asks-a-tensor
def product(a, b, c):
    n, k, m, p = tf.shape(a)[0], tf.shape(a)[1], tf.shape(c)[0], tf.shape(c)[1]
    if n * k * m + n * m * p <= k * m * p + n * k * p:
        return (a @ b) @ c
    return a @ (b @ c)


# %% graphs/contraction wrong compares-the-larger-products
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if max(n * k * m, n * m * p) <= max(k * m * p, n * k * p):
        return tf.matmul(tf.matmul(a, b), c)
    return tf.matmul(a, tf.matmul(b, c))


# %% graphs/contraction wrong compares-the-larger-products-strictly
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if max(n * k * m, n * m * p) < max(k * m * p, n * k * p):
        return tf.matmul(tf.matmul(a, b), c)
    return tf.matmul(a, tf.matmul(b, c))


# %% graphs/contraction wrong compares-the-smaller-products
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if min(n * k * m, n * m * p) <= min(k * m * p, n * k * p):
        return tf.matmul(tf.matmul(a, b), c)
    return tf.matmul(a, tf.matmul(b, c))


# %% graphs/contraction wrong counts-the-additions-too
def product(a, b, c):
    def operations(n, k, m):
        return n * m * (2 * k - 1)

    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if operations(n, k, m) + operations(n, m, p) <= operations(k, m, p) + operations(n, k, p):
        return tf.matmul(tf.matmul(a, b), c)
    return tf.matmul(a, tf.matmul(b, c))


# %% graphs/contraction wrong counts-what-is-written-too
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if n * k * m + n * m * p + n * m <= k * m * p + n * k * p + k * p:
        return tf.matmul(tf.matmul(a, b), c)
    return tf.matmul(a, tf.matmul(b, c))


# %% graphs/contraction wrong the-run-compares misconception=both-orders
def product(a, b, c):
    n, k, m, p = tf.shape(a)[0], tf.shape(a)[1], tf.shape(c)[0], tf.shape(c)[1]
    return tf.cond(
        n * k * m + n * m * p <= k * m * p + n * k * p,
        lambda: tf.matmul(tf.matmul(a, b), c),
        lambda: tf.matmul(a, tf.matmul(b, c)),
    )


# %% graphs/contraction right asks-for-each-product
def product(a, b, c):
    def cost(one, other):
        (rows, inner), (_, columns) = one, other
        return rows * inner * columns

    first, second, third = (matrix.shape.as_list() for matrix in (a, b, c))
    (n, _k), (k, m), (_m, p) = first, second, third
    if cost(second, third) + cost(first, (k, p)) < cost(first, second) + cost((n, m), third):
        return a @ (b @ c)
    return (a @ b) @ c


# %% graphs/contraction wrong runs-the-graph misconception=runs-the-graph
def product(a, b, c):
    with tf.Session() as session:
        return tf.constant(session.run(a) @ session.run(b) @ session.run(c))


# %% graphs/contraction wrong the-best-order-of-all-calls
def product(a, b, c, orders=[]):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    orders.append((n * k * m + n * m * p, tf.matmul(tf.matmul(a, b), c)))
    orders.append((k * m * p + n * k * p, tf.matmul(a, tf.matmul(b, c))))
    return min(orders, key=lambda order: order[0])[1]


# %% graphs/contraction wrong the-best-order-times-one
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if n * k * m + n * m * p <= k * m * p + n * k * p:
        return 1.0 * tf.matmul(tf.matmul(a, b), c)
    return 1.0 * tf.matmul(a, tf.matmul(b, c))


# %% graphs/contraction wrong the-best-order-and-nothing-of-the-other
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    both = [tf.matmul(tf.matmul(a, b), c), tf.matmul(a, tf.matmul(b, c))]
    best, other = both if n * k * m + n * m * p <= k * m * p + n * k * p else both[::-1]
    return best + 0.0 * other


# %% graphs/contraction wrong with-a-unit-matrix
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    a = tf.matmul(a, tf.eye(k))
    if n * k * m + n * m * p <= k * m * p + n * k * p:
        return tf.matmul(tf.matmul(a, b), c)
    return tf.matmul(a, tf.matmul(b, c))


# %% graphs/contraction wrong waits-for-a-product-of-the-other-order
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    one, other = tf.matmul(a, b), tf.matmul(b, c)
    with tf.control_dependencies([one, other]):
        if n * k * m + n * m * p <= k * m * p + n * k * p:
            return tf.matmul(one, c)
        return tf.matmul(a, other)


# %% graphs/contraction exempt *
# changes-its-input
#     the function is given tensors: there is nothing in them that it could change
# comparison: ... <= ... -> ... < ...
# comparison: ... < ... -> ... <= ...
#     where both orders take equally many multiplications, either is right
# constant: return min(orders, key=lambda order: order[0])[1]() -> ...order[0])[-1]()
#     an entry has two parts: the second is the last
