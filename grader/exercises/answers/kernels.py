"""Right and wrong answers to the exercises of chapter 09, as students write them.

Data, not a module to import: `grader.exercises.answers.answers("09-kernels")` reads the blocks.
"""

# ---------------------------------------------------------------------------- broadcast-shape


# %% kernels/broadcast-shape right ones-in-front
def broadcast_shape(a, b):
    rank = max(len(a), len(b))
    a = [1] * (rank - len(a)) + list(a)
    b = [1] * (rank - len(b)) + list(b)
    shape = []
    for one, other in zip(a, b):
        if one != other and 1 not in (one, other):
            return None
        shape.append(max(one, other))
    return shape


# %% kernels/broadcast-shape right from-the-back
def broadcast_shape(a, b):
    shape = []
    for place in range(1, max(len(a), len(b)) + 1):
        one = a[-place] if place <= len(a) else 1
        other = b[-place] if place <= len(b) else 1
        if one == 1:
            shape.insert(0, other)
        elif other in (1, one):
            shape.insert(0, one)
        else:
            return None
    return shape


# %% kernels/broadcast-shape right numpy-tuple
def broadcast_shape(a, b):
    try:
        return np.broadcast_shapes(tuple(a), tuple(b))
    except ValueError:
        return None


# %% kernels/broadcast-shape right tries-it
def broadcast_shape(a, b):
    try:
        return list((np.zeros(a) + np.zeros(b)).shape)
    except ValueError:
        return None


# %% kernels/broadcast-shape right asks-tensorflow
def broadcast_shape(a, b):
    try:
        return tf.broadcast_static_shape(tf.TensorShape(a), tf.TensorShape(b)).as_list()
    except ValueError:
        return None


# %% kernels/broadcast-shape right recursive-array
def broadcast_shape(a, b):
    def join(a, b):
        if not a or not b:
            return a + b
        rest = join(a[:-1], b[:-1])
        if rest is None or (a[-1] != b[-1] and a[-1] != 1 and b[-1] != 1):
            return None
        return rest + [max(a[-1], b[-1])]

    shape = join(list(a), list(b))
    return None if shape is None else np.array(shape, int)


# %% kernels/broadcast-shape wrong ones-behind misconception=from-the-left
def broadcast_shape(a, b):
    rank = max(len(a), len(b))
    a = list(a) + [1] * (rank - len(a))
    b = list(b) + [1] * (rank - len(b))
    if any(one != other and 1 not in (one, other) for one, other in zip(a, b)):
        return None
    return [max(sizes) for sizes in zip(a, b)]


# %% kernels/broadcast-shape wrong larger-size misconception=any-sizes-fit
def broadcast_shape(a, b):
    rank = max(len(a), len(b))
    a = [1] * (rank - len(a)) + list(a)
    b = [1] * (rank - len(b)) + list(b)
    return [max(sizes) for sizes in zip(a, b)]


# %% kernels/broadcast-shape wrong same-rank misconception=needs-as-many-axes
def broadcast_shape(a, b):
    if len(a) != len(b):
        return None
    if any(one != other and 1 not in (one, other) for one, other in zip(a, b)):
        return None
    return [max(sizes) for sizes in zip(a, b)]


# %% kernels/broadcast-shape wrong a-stays misconception=stretches-only-the-second
def broadcast_shape(a, b):
    rank = max(len(a), len(b))
    a = [1] * (rank - len(a)) + list(a)
    b = [1] * (rank - len(b)) + list(b)
    if any(one != other and other != 1 for one, other in zip(a, b)):
        return None
    return a


# %% kernels/broadcast-shape wrong raises-for-none
def broadcast_shape(a, b):
    return list(np.broadcast_shapes(tuple(a), tuple(b)))


# %% kernels/broadcast-shape wrong joins
def broadcast_shape(a, b):
    return list(a) + list(b)


# %% kernels/broadcast-shape wrong generator
def broadcast_shape(a, b):
    for one, other in zip(a, b):
        yield max(one, other)


# %% kernels/broadcast-shape wrong changes-its-arguments
def broadcast_shape(a, b):
    while len(a) < len(b):
        a.append(1)
    return [max(sizes) for sizes in zip(a, b)]


# ------------------------------------------------------------------------------------ sum-back


# %% kernels/sum-back right sum-and-reshape
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    axes = list(range(missing))
    for axis, size in enumerate(x.shape.as_list()):
        if size == 1:
            axes.append(axis + missing)
    return tf.reshape(tf.reduce_sum(g, axes), x.shape)


# %% kernels/sum-back right two-sums
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    if missing:
        g = tf.reduce_sum(g, list(range(missing)))
    ones = [axis for axis, size in enumerate(x.shape.as_list()) if size == 1]
    return tf.reduce_sum(g, ones, keepdims=True) if ones else g


# %% kernels/sum-back right asks-gradients
def sum_back(g, x):
    return tf.gradients(x + tf.zeros_like(g), x, g)[0]


# %% kernels/sum-back right one-axis-at-a-time
def sum_back(g, x):
    while g.shape.rank > x.shape.rank:
        g = tf.reduce_sum(g, 0)
    for axis in range(x.shape.rank):
        if x.shape.as_list()[axis] == 1:
            g = tf.reduce_sum(g, axis, keepdims=True)
    return g


# %% kernels/sum-back right dynamic-shapes
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    padded = tf.concat([tf.ones([missing], tf.int32), tf.shape(x)], 0)
    axes = tf.reshape(tf.where(tf.equal(padded, 1)), [-1])
    return tf.reshape(tf.reduce_sum(g, axes), tf.shape(x))


# %% kernels/sum-back right gradient-of-product
def sum_back(g, x):
    return tf.gradients(tf.reduce_sum(g * x), x)[0]


# %% kernels/sum-back wrong mean misconception=takes-the-mean
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    axes = list(range(missing))
    axes += [axis + missing for axis, size in enumerate(x.shape.as_list()) if size == 1]
    return tf.reshape(tf.reduce_mean(g, axes), x.shape)


# %% kernels/sum-back wrong first-copy misconception=takes-one-copy
def sum_back(g, x):
    while g.shape.rank > x.shape.rank:
        g = g[0]
    for axis, size in enumerate(x.shape.as_list()):
        if size == 1:
            g = tf.gather(g, [0], axis=axis)
    return g


# %% kernels/sum-back wrong no-keepdims misconception=drops-the-axis
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    axes = list(range(missing))
    axes += [axis + missing for axis, size in enumerate(x.shape.as_list()) if size == 1]
    return tf.reduce_sum(g, axes)


# %% kernels/sum-back wrong keepdims-everywhere misconception=keeps-the-missing-axes
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    axes = list(range(missing))
    axes += [axis + missing for axis, size in enumerate(x.shape.as_list()) if size == 1]
    return tf.reduce_sum(g, axes, keepdims=True)


# %% kernels/sum-back wrong only-ones misconception=forgets-the-missing-axes
def sum_back(g, x):
    missing = g.shape.rank - x.shape.rank
    axes = [axis + missing for axis, size in enumerate(x.shape.as_list()) if size == 1]
    return tf.reduce_sum(g, axes, keepdims=True)


# %% kernels/sum-back wrong last-axis
def sum_back(g, x):
    return tf.reduce_sum(g, -1, keepdims=True)


# %% kernels/sum-back wrong everything
def sum_back(g, x):
    return tf.reduce_sum(g)


# %% kernels/sum-back wrong runs-numpy
def sum_back(g, x):
    return np.sum(g, axis=1)


# --------------------------------------------------------------------------------- output-size


# %% kernels/output-size right negative-floor
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return (size - window) // stride + 1, 0, 0
    outputs = -(-size // stride)
    zeros = max((outputs - 1) * stride + window - size, 0)
    return outputs, zeros // 2, zeros - zeros // 2


# %% kernels/output-size right ceil
def output_size(size, window, stride, padding):
    from math import ceil

    if padding == "VALID":
        return [ceil((size - window + 1) / stride), 0, 0]
    outputs = ceil(size / stride)
    zeros = (outputs - 1) * stride + window - size
    zeros = 0 if zeros < 0 else zeros
    return [outputs, zeros // 2, ceil(zeros / 2)]


# %% kernels/output-size right counts
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return sum(place + window <= size for place in range(0, size, stride)), 0, 0
    places = list(range(0, size, stride))
    zeros = max(places[-1] + window - size, 0)
    return len(places), zeros // 2, (zeros + 1) // 2


# %% kernels/output-size right remainder
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return (size - window + stride) // stride, 0, 0
    rest = size % stride or stride
    zeros = max(window - rest, 0)
    return (size + stride - 1) // stride, zeros // 2, zeros - zeros // 2


# %% kernels/output-size right asks-a-convolution
def output_size(size, window, stride, padding):
    x = tf.zeros([1, size, 1, 1])
    filters = tf.zeros([window, 1, 1, 1])
    outputs = tf.nn.conv2d(x, filters, [1, stride, stride, 1], padding).shape.as_list()[1]
    zeros = max((outputs - 1) * stride + window - size, 0) if padding == "SAME" else 0
    return outputs, zeros // 2, zeros - zeros // 2


# %% kernels/output-size right numpy
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return np.array([(size - window) // stride + 1, 0, 0])
    outputs = int(np.ceil(size / stride))
    zeros = np.maximum((outputs - 1) * stride + window - size, 0)
    return np.array([outputs, zeros // 2, zeros - zeros // 2])


# %% kernels/output-size wrong floor misconception=rounds-down
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return (size - window) // stride + 1, 0, 0
    outputs = size // stride
    zeros = max((outputs - 1) * stride + window - size, 0)
    return outputs, zeros // 2, zeros - zeros // 2


# %% kernels/output-size wrong more-in-front misconception=odd-zero-in-front
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return (size - window) // stride + 1, 0, 0
    outputs = -(-size // stride)
    zeros = max((outputs - 1) * stride + window - size, 0)
    return outputs, (zeros + 1) // 2, zeros // 2


# %% kernels/output-size wrong one-too-few misconception=forgets-the-last-window
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return (size - window) // stride, 0, 0
    outputs = -(-size // stride)
    zeros = max((outputs - 1) * stride + window - size, 0)
    return outputs, zeros // 2, zeros - zeros // 2


# %% kernels/output-size wrong over-the-end misconception=rounds-valid-up
def output_size(size, window, stride, padding):
    from math import ceil

    if padding == "VALID":
        return ceil((size - window) / stride) + 1, 0, 0
    outputs = ceil(size / stride)
    zeros = max((outputs - 1) * stride + window - size, 0)
    return outputs, zeros // 2, zeros - zeros // 2


# %% kernels/output-size wrong window-less-one misconception=zeros-of-stride-one
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return (size - window) // stride + 1, 0, 0
    zeros = window - 1
    return -(-size // stride), zeros // 2, zeros - zeros // 2


# %% kernels/output-size wrong below-zero misconception=fewer-than-no-zeros
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return (size - window) // stride + 1, 0, 0
    outputs = -(-size // stride)
    zeros = (outputs - 1) * stride + window - size
    return outputs, zeros // 2, zeros - zeros // 2


# %% kernels/output-size wrong always-same
def output_size(size, window, stride, padding):
    outputs = -(-size // stride)
    zeros = max((outputs - 1) * stride + window - size, 0)
    return outputs, zeros // 2, zeros - zeros // 2


# %% kernels/output-size wrong only-the-size
def output_size(size, window, stride, padding):
    return (size - window) // stride + 1 if padding == "VALID" else -(-size // stride)


# ------------------------------------------------------------------------------------ convolve


# %% kernels/convolve right windows-and-reshape
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])


def convolve(x, filters):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    matrix = tf.reshape(filters, [height * width * channels, k])
    product = tf.matmul(windows(x, height, width), matrix)
    return tf.reshape(product, [n, rows - height + 1, columns - width + 1, k])


# %% kernels/convolve right joined-channels
def convolve(x, filters):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    parts = [x[:, i : i + down, j : j + across] for i in range(height) for j in range(width)]
    flat = tf.reshape(tf.concat(parts, axis=-1), [-1, height * width * channels])
    return tf.reshape(tf.matmul(flat, tf.reshape(filters, [-1, k])), [n, down, across, k])


# %% kernels/convolve right tensordot
def convolve(x, filters):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    stacked = tf.stack(
        [
            tf.stack([x[:, i : i + down, j : j + across] for j in range(width)], axis=3)
            for i in range(height)
        ],
        axis=3,
    )
    return tf.tensordot(stacked, filters, [[3, 4, 5], [0, 1, 2]])


# %% kernels/convolve right gathers-numbers
def convolve(x, filters):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    places = np.arange(rows * columns * channels).reshape(rows, columns, channels)
    index = [
        places[i : i + height, j : j + width].ravel() for i in range(down) for j in range(across)
    ]
    flat = tf.gather(tf.reshape(x, [n, -1]), np.array(index), axis=1)
    product = tf.matmul(
        tf.reshape(flat, [-1, height * width * channels]), tf.reshape(filters, [-1, k])
    )
    return tf.reshape(product, [n, down, across, k])


# %% kernels/convolve right einsum
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])


def convolve(x, filters):
    height, width, _, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    product = tf.einsum("rw,wk->rk", windows(x, height, width), tf.reshape(filters, [-1, k]))
    return tf.reshape(product, [n, rows - height + 1, columns - width + 1, k])


# %% kernels/convolve right extracted-patches
def convolve(x, filters):
    height, width, channels, k = filters.shape.as_list()
    patches = tf.extract_image_patches(
        x, [1, height, width, 1], [1, 1, 1, 1], [1, 1, 1, 1], "VALID"
    )
    n, down, across, size = patches.shape.as_list()
    product = tf.matmul(tf.reshape(patches, [-1, size]), tf.reshape(filters, [size, k]))
    return tf.reshape(product, [n, down, across, k])


# %% kernels/convolve wrong mirrored misconception=mirrors-the-filter
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])


def convolve(x, filters):
    height, width, _, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    matrix = tf.reshape(filters[::-1, ::-1], [-1, k])
    product = tf.matmul(windows(x, height, width), matrix)
    return tf.reshape(product, [n, rows - height + 1, columns - width + 1, k])


# %% kernels/convolve wrong filter-by-channel misconception=channels-first
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])


def convolve(x, filters):
    height, width, _, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    matrix = tf.reshape(tf.transpose(filters, [2, 0, 1, 3]), [-1, k])
    product = tf.matmul(windows(x, height, width), matrix)
    return tf.reshape(product, [n, rows - height + 1, columns - width + 1, k])


# %% kernels/convolve wrong sum-of-products misconception=a-product-for-each-place
def convolve(x, filters):
    height, width, _, _ = filters.shape.as_list()
    _, rows, columns, _ = x.shape.as_list()
    total = 0.0
    for i in range(height):
        for j in range(width):
            part = x[:, i : i + rows - height + 1, j : j + columns - width + 1]
            total += tf.tensordot(part, filters[i, j], 1)
    return total


# %% kernels/convolve wrong conv2d misconception=uses-conv2d
def convolve(x, filters):
    return tf.nn.conv2d(x, filters, strides=[1, 1, 1, 1], padding="VALID")


# %% kernels/convolve wrong still-rows misconception=leaves-the-rows
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])


def convolve(x, filters):
    height, width, _, k = filters.shape.as_list()
    return tf.matmul(windows(x, height, width), tf.reshape(filters, [-1, k]))


# %% kernels/convolve wrong same-padding
def convolve(x, filters):
    return tf.nn.conv2d(x, filters, strides=[1, 1, 1, 1], padding="SAME")


# %% kernels/convolve wrong element-by-element
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])


def convolve(x, filters):
    height, width, _, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    laid = tf.expand_dims(windows(x, height, width), 2)
    sums = tf.reduce_sum(laid * tf.expand_dims(tf.reshape(filters, [-1, k]), 0), 1)
    return tf.reshape(sums, [n, rows - height + 1, columns - width + 1, k])


# %% kernels/convolve wrong runs-it
def convolve(x, filters):
    with tf.Session() as session:
        return session.run(tf.nn.conv2d(x, filters, [1, 1, 1, 1], "VALID"))


# ------------------------------------------------------------------------------------ backward


# %% kernels/backward right three-rules
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])


def backward(x, filters, g):
    height, width, channels, k = filters.shape.as_list()
    rows = tf.matmul(windows(x, height, width), tf.reshape(g, [-1, k]), transpose_a=True)
    to_filters = tf.reshape(rows, filters.shape)
    padded = tf.pad(g, [[0, 0], [height - 1, height - 1], [width - 1, width - 1], [0, 0]])
    turned = tf.transpose(tf.reverse(filters, [0, 1]), [0, 1, 3, 2])
    matrix = tf.reshape(turned, [height * width * k, channels])
    to_x = tf.reshape(tf.matmul(windows(padded, height, width), matrix), x.shape)
    return to_x, to_filters, tf.reduce_sum(g, [0, 1, 2])


# %% kernels/backward right gradients-of-own-product
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])


def backward(x, filters, g):
    height, width, channels, k = filters.shape.as_list()
    product = tf.matmul(windows(x, height, width), tf.reshape(filters, [-1, k]))
    to_x, to_filters = tf.gradients(product, [x, filters], tf.reshape(g, [-1, k]))
    return [to_x, to_filters, tf.reduce_sum(g, axis=[0, 1, 2])]


# %% kernels/backward right lays-windows-back
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])


def backward(x, filters, g):
    height, width, channels, k = filters.shape.as_list()
    n, down, across, _ = g.shape.as_list()
    flat = tf.reshape(g, [-1, k])
    to_filters = tf.matmul(flat, windows(x, height, width), transpose_a=True)
    to_filters = tf.reshape(tf.transpose(to_filters), filters.shape)
    laid = tf.matmul(flat, tf.reshape(filters, [-1, k]), transpose_b=True)
    laid = tf.reshape(laid, [n, down, across, height, width, channels])
    to_x = tf.add_n(
        [
            tf.pad(
                laid[:, :, :, i, j],
                [[0, 0], [i, height - 1 - i], [j, width - 1 - j], [0, 0]],
            )
            for i in range(height)
            for j in range(width)
        ]
    )
    return to_x, to_filters, tf.reduce_sum(flat, 0)


# %% kernels/backward right tensordots
def backward(x, filters, g):
    def cut(pictures, height, width):
        _, rows, columns, _ = pictures.shape.as_list()
        down, across = rows - height + 1, columns - width + 1
        return tf.stack(
            [
                tf.stack([pictures[:, i : i + down, j : j + across] for j in range(width)], 3)
                for i in range(height)
            ],
            3,
        )

    height, width, _, _ = filters.shape.as_list()
    to_filters = tf.tensordot(cut(x, height, width), g, [[0, 1, 2], [0, 1, 2]])
    around = [[0, 0], [height - 1] * 2, [width - 1] * 2, [0, 0]]
    to_x = tf.tensordot(
        cut(tf.pad(g, around), height, width), filters[::-1, ::-1], [[3, 4, 5], [0, 1, 3]]
    )
    return to_x, to_filters, tf.einsum("nijk->k", g)


# %% kernels/backward right bias-by-product
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])


def backward(x, filters, g):
    height, width, channels, k = filters.shape.as_list()
    flat = tf.reshape(g, [-1, k])
    product = tf.matmul(windows(x, height, width), tf.reshape(filters, [-1, k]))
    to_x, to_filters = tf.gradients(product, [x, filters], flat)
    ones = tf.ones([1, flat.shape.as_list()[0]])
    return to_x, to_filters, tf.reshape(tf.matmul(ones, flat), [k])


# %% kernels/backward wrong not-turned misconception=does-not-mirror
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])


def backward(x, filters, g):
    height, width, channels, k = filters.shape.as_list()
    rows = tf.matmul(windows(x, height, width), tf.reshape(g, [-1, k]), transpose_a=True)
    padded = tf.pad(g, [[0, 0], [height - 1, height - 1], [width - 1, width - 1], [0, 0]])
    matrix = tf.reshape(tf.transpose(filters, [0, 1, 3, 2]), [height * width * k, channels])
    to_x = tf.reshape(tf.matmul(windows(padded, height, width), matrix), x.shape)
    return to_x, tf.reshape(rows, filters.shape), tf.reduce_sum(g, [0, 1, 2])


# %% kernels/backward wrong one-bias misconception=bias-of-all-filters
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])


def backward(x, filters, g):
    height, width, channels, k = filters.shape.as_list()
    product = tf.matmul(windows(x, height, width), tf.reshape(filters, [-1, k]))
    to_x, to_filters = tf.gradients(product, [x, filters], tf.reshape(g, [-1, k]))
    return to_x, to_filters, tf.reduce_sum(g)


# %% kernels/backward wrong mean misconception=mean-over-pictures
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])


def backward(x, filters, g):
    height, width, channels, k = filters.shape.as_list()
    product = tf.matmul(windows(x, height, width), tf.reshape(filters, [-1, k]))
    to_x, to_filters = tf.gradients(product, [x, filters], tf.reshape(g, [-1, k]))
    return to_x, to_filters / x.shape.as_list()[0], tf.reduce_sum(g, [0, 1, 2])


# %% kernels/backward wrong bias-at-one-place misconception=bias-of-one-place
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])


def backward(x, filters, g):
    height, width, channels, k = filters.shape.as_list()
    product = tf.matmul(windows(x, height, width), tf.reshape(filters, [-1, k]))
    to_x, to_filters = tf.gradients(product, [x, filters], tf.reshape(g, [-1, k]))
    return to_x, to_filters, tf.reduce_sum(g[:, 0, 0], axis=0)


# %% kernels/backward wrong conv2d misconception=uses-conv2d
def backward(x, filters, g):
    y = tf.nn.conv2d(x, filters, [1, 1, 1, 1], "VALID")
    to_x, to_filters = tf.gradients(y, [x, filters], grad_ys=g)
    return to_x, to_filters, tf.reduce_sum(g, [0, 1, 2])


# %% kernels/backward wrong other-order
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])


def backward(x, filters, g):
    height, width, channels, k = filters.shape.as_list()
    product = tf.matmul(windows(x, height, width), tf.reshape(filters, [-1, k]))
    to_x, to_filters = tf.gradients(product, [x, filters], tf.reshape(g, [-1, k]))
    return to_filters, to_x, tf.reduce_sum(g, [0, 1, 2])


# %% kernels/backward wrong without-the-bias
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])


def backward(x, filters, g):
    height, width, channels, k = filters.shape.as_list()
    product = tf.matmul(windows(x, height, width), tf.reshape(filters, [-1, k]))
    return tf.gradients(product, [x, filters], tf.reshape(g, [-1, k]))


# %% kernels/backward wrong not-connected
def backward(x, filters, g):
    return tf.gradients(g, [x, filters, g])


# -------------------------------------------------------------------------------- cross-entropy


# %% kernels/cross-entropy right shifted-logs
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits, axis=1, keepdims=True)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return -tf.reduce_sum(chosen * logs, axis=1), tf.exp(logs) - chosen


# %% kernels/cross-entropy right logsumexp-and-gather
def cross_entropy(logits, classes):
    total = tf.reduce_logsumexp(logits, axis=1)
    n = logits.shape.as_list()[0]
    places = tf.stack([tf.range(n), classes], axis=1)
    losses = total - tf.gather_nd(logits, places)
    return losses, tf.gradients(losses, logits)[0]


# %% kernels/cross-entropy right divides-safe-powers
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits, 1)[:, None]
    powers = tf.exp(shifted)
    total = tf.reduce_sum(powers, 1)
    one_hot = tf.one_hot(classes, tf.shape(logits)[1])
    losses = tf.log(total) - tf.reduce_sum(one_hot * shifted, 1)
    return losses, powers / total[:, None] - one_hot


# %% kernels/cross-entropy right compares-columns
def cross_entropy(logits, classes):
    columns = tf.expand_dims(tf.range(logits.shape.as_list()[1]), 0)
    chosen = tf.equal(columns, tf.expand_dims(classes, 1))
    shifted = logits - tf.reduce_max(logits, 1, keepdims=True)
    logs = shifted - tf.reduce_logsumexp(shifted, 1, keepdims=True)
    losses = -tf.boolean_mask(logs, chosen)
    return [losses, tf.exp(logs) - tf.cast(chosen, tf.float32)]


# %% kernels/cross-entropy right row-by-row
def cross_entropy(logits, classes):
    losses, gradients = [], []
    n, k = logits.shape.as_list()
    for row in range(n):
        shifted = logits[row] - tf.reduce_max(logits[row])
        total = tf.reduce_sum(tf.exp(shifted))
        losses.append(tf.log(total) - shifted[classes[row]])
        gradients.append(tf.exp(shifted) / total - tf.one_hot(classes[row], k))
    return tf.stack(losses), tf.stack(gradients)


# %% kernels/cross-entropy wrong exp-first misconception=exp-of-the-logits
def cross_entropy(logits, classes):
    p = tf.exp(logits) / tf.reduce_sum(tf.exp(logits), axis=1, keepdims=True)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    losses = -tf.reduce_sum(tf.where(chosen > 0, tf.log(p), tf.zeros_like(p)), axis=1)
    return losses, p - chosen


# %% kernels/cross-entropy wrong largest-of-all misconception=one-largest-for-all-rows
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    losses = -tf.reduce_sum(tf.where(chosen > 0, logs, tf.zeros_like(logs)), axis=1)
    return losses, tf.exp(logs) - chosen


# %% kernels/cross-entropy wrong log-of-p misconception=log-of-the-probability
def cross_entropy(logits, classes):
    powers = tf.exp(logits - tf.reduce_max(logits, axis=1, keepdims=True))
    p = powers / tf.reduce_sum(powers, axis=1, keepdims=True)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return -tf.log(tf.reduce_sum(chosen * p, axis=1)), p - chosen


# %% kernels/cross-entropy wrong a-little-more misconception=hides-the-zero
def cross_entropy(logits, classes):
    powers = tf.exp(logits - tf.reduce_max(logits, axis=1, keepdims=True))
    p = powers / tf.reduce_sum(powers, axis=1, keepdims=True)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return -tf.reduce_sum(chosen * tf.log(p + 1e-10), axis=1), p - chosen


# %% kernels/cross-entropy wrong one-loss misconception=mean-over-the-batch
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits, axis=1, keepdims=True)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return tf.reduce_mean(-tf.reduce_sum(chosen * logs, axis=1)), tf.exp(logs) - chosen


# %% kernels/cross-entropy wrong one-hot-minus-p misconception=gradient-uphill
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits, axis=1, keepdims=True)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return -tf.reduce_sum(chosen * logs, axis=1), chosen - tf.exp(logs)


# %% kernels/cross-entropy wrong ready-made misconception=ready-made
def cross_entropy(logits, classes):
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=classes, logits=logits)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return losses, tf.nn.softmax(logits) - chosen


# %% kernels/cross-entropy wrong only-the-losses
def cross_entropy(logits, classes):
    shifted = logits - tf.reduce_max(logits, axis=1, keepdims=True)
    logs = shifted - tf.log(tf.reduce_sum(tf.exp(shifted), axis=1, keepdims=True))
    return -tf.reduce_sum(tf.one_hot(classes, logits.shape.as_list()[1]) * logs, axis=1)


# %% kernels/cross-entropy wrong times-minus-infinity
def cross_entropy(logits, classes):
    powers = tf.exp(logits - tf.reduce_max(logits, axis=1, keepdims=True))
    p = powers / tf.reduce_sum(powers, axis=1, keepdims=True)
    chosen = tf.one_hot(classes, logits.shape.as_list()[1])
    return -tf.reduce_sum(chosen * tf.log(p), axis=1), p - chosen


# ------------------------------------------------------------------------------------ error-rate


# %% kernels/error-rate right casts-up
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
    return tf.reduce_mean(tf.cast(wrong, tf.float32))


# %% kernels/error-rate right one-minus
def error_rate(predictions, classes):
    right = tf.equal(tf.cast(classes, predictions.dtype), predictions)
    return 1.0 - tf.reduce_mean(tf.cast(right, "float32"))


# %% kernels/error-rate right to-float
def error_rate(predictions, classes):
    return tf.reduce_mean(tf.to_float(tf.not_equal(tf.to_int64(classes), predictions)))


# %% kernels/error-rate right counts-and-divides
def error_rate(predictions, classes):
    wrong = tf.cast(tf.not_equal(predictions, tf.cast(classes, tf.int64)), tf.int32)
    share = tf.truediv(tf.reduce_sum(wrong), tf.size(wrong))
    return tf.cast(share, tf.float32)


# %% kernels/error-rate right difference-as-double
def error_rate(predictions, classes):
    difference = predictions - tf.cast(classes, tf.int64)
    return tf.reduce_mean(tf.cast(tf.cast(difference, tf.bool), tf.float32))


# %% kernels/error-rate right compares-as-doubles
def error_rate(predictions, classes):
    wrong = tf.not_equal(tf.cast(predictions, tf.float64), tf.cast(classes, tf.float64))
    return tf.reduce_mean(tf.cast(wrong, tf.float32))


# %% kernels/error-rate wrong integer-mean misconception=mean-of-integers
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
    return tf.reduce_mean(tf.cast(wrong, tf.int32))


# %% kernels/error-rate wrong no-cast misconception=no-cast
def error_rate(predictions, classes):
    return tf.reduce_mean(tf.cast(tf.not_equal(predictions, classes), tf.float32))


# %% kernels/error-rate wrong accuracy misconception=right-instead-of-wrong
def error_rate(predictions, classes):
    right = tf.equal(predictions, tf.cast(classes, tf.int64))
    return tf.reduce_mean(tf.cast(right, tf.float32))


# %% kernels/error-rate wrong floats misconception=compares-as-floats
def error_rate(predictions, classes):
    wrong = tf.not_equal(tf.cast(predictions, tf.float32), tf.cast(classes, tf.float32))
    return tf.reduce_mean(tf.cast(wrong, tf.float32))


# %% kernels/error-rate wrong casts-down misconception=casts-down
def error_rate(predictions, classes):
    wrong = tf.not_equal(tf.cast(predictions, tf.int32), classes)
    return tf.reduce_mean(tf.cast(wrong, tf.float32))


# %% kernels/error-rate wrong double misconception=twice-as-wide
def error_rate(predictions, classes):
    wrong = tf.not_equal(predictions, tf.cast(classes, tf.int64))
    return tf.reduce_mean(tf.cast(wrong, tf.float64))


# %% kernels/error-rate wrong python-comparison
def error_rate(predictions, classes):
    return tf.reduce_mean(tf.cast(predictions != tf.cast(classes, tf.int64), tf.float32))


# %% kernels/error-rate wrong mean-difference
def error_rate(predictions, classes):
    return tf.reduce_mean(tf.cast(predictions - tf.cast(classes, tf.int64), tf.float32))


# ---------------------------------------------------------------------------------------- own-op


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


# %% kernels/own-op wrong no-gradient
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
