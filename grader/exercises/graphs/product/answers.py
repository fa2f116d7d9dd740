# %% right compares
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if n * k * m + n * m * p <= k * m * p + n * k * p:
        return tf.matmul(tf.matmul(a, b), c)
    return tf.matmul(a, tf.matmul(b, c))


# %% right operators-and-ints
def product(a, b, c):
    n, k, m, p = (int(size) for size in (*a.shape, *c.shape))
    left, right = n * m * (k + p), k * p * (m + n)
    return (a @ b) @ c if left < right else a @ (b @ c)


# %% right einsum-in-pairs
def product(a, b, c):
    n, k = a.get_shape().as_list()
    m, p = c.get_shape().as_list()
    if n * k * m + n * m * p < k * m * p + n * k * p:
        return tf.einsum("nm,mp->np", tf.einsum("nk,km->nm", a, b), c)
    return tf.einsum("nk,kp->np", a, tf.einsum("km,mp->kp", b, c))


# %% right tensordot
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


# %% right transposed like=compares
# -         return tf.matmul(tf.matmul(a, b), c)
# -     return tf.matmul(a, tf.matmul(b, c))
# +         return tf.transpose(tf.matmul(c, tf.matmul(a, b), transpose_a=True, transpose_b=True))
# +     return tf.matmul(a, tf.transpose(tf.matmul(c, b, transpose_a=True, transpose_b=True)))


# %% right builds-both-uses-one
def product(a, b, c):
    sizes = [size.value for size in a.shape] + [size.value for size in c.shape]
    n, k, m, p = sizes
    from_left = tf.matmul(tf.matmul(a, b), c)
    from_right = tf.matmul(a, tf.matmul(b, c))
    return from_left if n * m * (k + p) <= k * p * (m + n) else from_right


# %% right einsum-of-three-that-minimizes
def product(a, b, c):
    return tf.einsum("nk,km,mp->np", a, b, c, optimize="optimal")


# %% right asks-for-each-product
def product(a, b, c):
    def cost(one, other):
        (rows, inner), (_, columns) = one, other
        return rows * inner * columns

    first, second, third = (matrix.shape.as_list() for matrix in (a, b, c))
    (n, _k), (k, m), (_m, p) = first, second, third
    if cost(second, third) + cost(first, (k, p)) < cost(first, second) + cost((n, m), third):
        return a @ (b @ c)
    return (a @ b) @ c


# %% wrong from-the-left mistake=always-from-the-left
# says: you always begin with a b. Where c is narrow, b c first is far cheaper: compare the two counts for
#     the shapes that you are given.
def product(a, b, c):
    return a @ b @ c


# %% wrong from-the-right mistake=always-from-the-right
# says: you always begin with b c. Where a has few rows, a b first is far cheaper: compare the two counts
#     for the shapes that you are given.
def product(a, b, c):
    return tf.matmul(a, tf.matmul(b, c))


# %% wrong compares-the-second-products mistake=the-larger-inner-size-first like=compares
# says: you first compute the product whose inner size, the one that is summed over, is larger, as one
#     `tf.einsum` of all three does. The outer sizes count, too: compare the two totals for the shapes
#     that you are given.
# -     if n * k * m + n * m * p <= k * m * p + n * k * p:
# +     if n * m * p <= n * k * p:


# %% wrong dearer mistake=the-dearer-order like=compares
# says: you compare the two orders, but choose the more expensive one.
# -     if n * k * m + n * m * p <= k * m * p + n * k * p:
# +     if n * k * m + n * m * p > k * m * p + n * k * p:


# %% wrong both-orders-run mistake=both-orders
# says: the products of both orders are in your graph. The shapes are known while you build: choose in
#     Python, with `if`, and build only one.
def product(a, b, c):
    return (tf.matmul(tf.matmul(a, b), c) + tf.matmul(a, tf.matmul(b, c))) / 2


# %% wrong compares-tensors mistake=asks-a-tensor
# says: you compare tensors, which have no value while the graph is being built. All sizes are known:
#     `a.shape.as_list()` gives them as Python numbers, and `if` can compare those.
def product(a, b, c):
    n, k, m, p = tf.shape(a)[0], tf.shape(a)[1], tf.shape(c)[0], tf.shape(c)[1]
    if n * k * m + n * m * p <= k * m * p + n * k * p:
        return (a @ b) @ c
    return a @ (b @ c)


# %% wrong runs-the-graph mistake=runs-the-graph
# says: your function runs the graph, but a, b and c have no values yet. It should only build: return the
#     tensor.
def product(a, b, c):
    with tf.Session() as session:
        return tf.constant(session.run(a) @ session.run(b) @ session.run(c))


# %% wrong elementwise mistake=element-by-element
# says: `*` multiplies element by element. The matrix product is tf.matmul, or `@`.
def product(a, b, c):
    return tf.multiply(tf.multiply(a, b), c)


# %% wrong decides-in-the-run mistake=both-orders
def product(a, b, c):
    (n, k), (m, p) = a.shape.as_list(), c.shape.as_list()
    left_first = tf.constant(n * m * (k + p) <= k * p * (m + n))
    return tf.cond(
        left_first,
        lambda: tf.matmul(tf.matmul(a, b), c),
        lambda: tf.matmul(a, tf.matmul(b, c)),
    )


# %% wrong loop-over-all-indices
def product(a, b, c):
    wide = a[:, :, None, None] * b[None, :, :, None] * c[None, None, :, :]
    return tf.reduce_sum(wide, axis=[1, 2])


# %% wrong two-factors
def product(a, b, c):
    return tf.matmul(a, b)


# %% wrong wrong-order-of-factors
def product(a, b, c):
    return tf.matmul(tf.matmul(c, b), a)


# %% wrong numpy
def product(a, b, c):
    return np.linalg.multi_dot([a, b, c])


# %% wrong zeros
def product(a, b, c):
    return tf.zeros([int(a.shape[0]), int(c.shape[1])])


# %% wrong returns-nothing
def product(a, b, c):
    tf.matmul(tf.matmul(a, b), c)


# %% wrong einsum-of-three mistake=the-larger-inner-size-first
def product(a, b, c):
    return tf.einsum("ij,jk,kl->il", a, b, c)


# %% wrong compares-the-first-products like=compares
# -     if n * k * m + n * m * p <= k * m * p + n * k * p:
# +     if n * k * m <= k * m * p:


# %% wrong the-smaller-matrix-between like=compares
# -     if n * k * m + n * m * p <= k * m * p + n * k * p:
# +     if n * m <= k * p:


# %% wrong mutant-three-of-the-four-products like=compares
# -     if n * k * m + n * m * p <= k * m * p + n * k * p:
# +     if n * k * m + n * m * p <= k * m * p:


# %% wrong mutant-cannot-decide-between-equals
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    orders = [
        (n * k * m + n * m * p, lambda: tf.matmul(tf.matmul(a, b), c)),
        (k * m * p + n * k * p, lambda: tf.matmul(a, tf.matmul(b, c))),
    ]
    return min(orders)[1]()


# %% wrong mutant-one-tensor-for-equal-shapes
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


# %% wrong compares-the-larger-products like=compares
# -     if n * k * m + n * m * p <= k * m * p + n * k * p:
# +     if max(n * k * m, n * m * p) <= max(k * m * p, n * k * p):


# %% wrong compares-the-larger-products-strictly like=compares
# -     if n * k * m + n * m * p <= k * m * p + n * k * p:
# +     if max(n * k * m, n * m * p) < max(k * m * p, n * k * p):


# %% wrong compares-the-smaller-products like=compares
# -     if n * k * m + n * m * p <= k * m * p + n * k * p:
# +     if min(n * k * m, n * m * p) <= min(k * m * p, n * k * p):


# %% wrong counts-the-additions-too
def product(a, b, c):
    def operations(n, k, m):
        return n * m * (2 * k - 1)

    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    if operations(n, k, m) + operations(n, m, p) <= operations(k, m, p) + operations(n, k, p):
        return tf.matmul(tf.matmul(a, b), c)
    return tf.matmul(a, tf.matmul(b, c))


# %% wrong counts-what-is-written-too like=compares
# -     if n * k * m + n * m * p <= k * m * p + n * k * p:
# +     if n * k * m + n * m * p + n * m <= k * m * p + n * k * p + k * p:


# %% wrong the-run-compares mistake=both-orders
def product(a, b, c):
    n, k, m, p = tf.shape(a)[0], tf.shape(a)[1], tf.shape(c)[0], tf.shape(c)[1]
    return tf.cond(
        n * k * m + n * m * p <= k * m * p + n * k * p,
        lambda: tf.matmul(tf.matmul(a, b), c),
        lambda: tf.matmul(a, tf.matmul(b, c)),
    )


# %% wrong the-best-order-of-all-calls
def product(a, b, c, orders=[]):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    orders.append((n * k * m + n * m * p, tf.matmul(tf.matmul(a, b), c)))
    orders.append((k * m * p + n * k * p, tf.matmul(a, tf.matmul(b, c))))
    return min(orders, key=lambda order: order[0])[1]


# %% wrong the-best-order-times-one like=compares
# -         return tf.matmul(tf.matmul(a, b), c)
# -     return tf.matmul(a, tf.matmul(b, c))
# +         return 1.0 * tf.matmul(tf.matmul(a, b), c)
# +     return 1.0 * tf.matmul(a, tf.matmul(b, c))


# %% wrong the-best-order-and-nothing-of-the-other
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    both = [tf.matmul(tf.matmul(a, b), c), tf.matmul(a, tf.matmul(b, c))]
    best, other = both if n * k * m + n * m * p <= k * m * p + n * k * p else both[::-1]
    return best + 0.0 * other


# %% wrong finds-its-matrices-by-name like=compares
# -     n, k = a.shape.as_list()
# +     a, b, c = (tf.get_default_graph().get_tensor_by_name(f"{name}:0") for name in "abc")
# +     n, k = a.shape.as_list()


# %% wrong with-a-unit-matrix like=compares
# -     m, p = c.shape.as_list()
# +     m, p = c.shape.as_list()
# +     a = tf.matmul(a, tf.eye(k))


# %% wrong waits-for-a-product-of-the-other-order
def product(a, b, c):
    n, k = a.shape.as_list()
    m, p = c.shape.as_list()
    one, other = tf.matmul(a, b), tf.matmul(b, c)
    with tf.control_dependencies([one, other]):
        if n * k * m + n * m * p <= k * m * p + n * k * p:
            return tf.matmul(one, c)
        return tf.matmul(a, other)


# %% exempt *
# changes-its-input
#     the function is given tensors: there is nothing in them that it could change
# comparison: ... <= ... -> ... < ...
# comparison: ... < ... -> ... <= ...
#     where both orders take equally many multiplications, either is right
# constant: return min(orders, key=lambda order: order[0])[1]() -> ...order[0])[-1]()
#     an entry has two parts: the second is the last


# %% wrong multiplies-integers
def product(a, b, c):
    def times(one, other):
        return tf.reduce_sum(one[:, :, None] * other[None], 1)

    a, b, c = (tf.cast(matrix, tf.int32) for matrix in (a, b, c))
    little = tf.matmul(tf.constant([[0.0]]), tf.constant([[1.0]]))
    return tf.cast(times(times(a, b), c), tf.float32) + little


# %% wrong multiplies-by-a-convolution
def product(a, b, c):
    def times(one, other):
        return tf.nn.conv2d(one[None, None], other[None, None], [1, 1, 1, 1], "VALID")[0, 0]

    little = tf.matmul(tf.constant([[0.0]]), tf.constant([[1.0]]))
    return times(times(a, b), c) + little
