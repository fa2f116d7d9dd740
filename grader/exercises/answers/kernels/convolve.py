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


# %% kernels/convolve wrong mutant-mixes-columns-of-windows-and-of-the-picture
def convolve(x, filters):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    stacked = tf.stack(
        [
            tf.stack([x[:, i : i + down, j : j + across] for j in range(width)], axis=2)
            for i in range(height)
        ],
        axis=3,
    )
    return tf.tensordot(stacked, filters, [[3, 4, 5], [0, 1, 2]])


# %% kernels/convolve exempt *
# changes-its-input
#     The arguments are tensors, which this change does not touch.
# call-dropped: flat = tf.reshape(tf.concat(parts, axis=-1), [-1, height * width * channels]) -> ...
# call-dropped: product = tf.matmul(tf.reshape(...), ...) -> product = tf.matmul(flat, ...)
# call-dropped: product = tf.matmul(tf.reshape(...), ...) -> product = tf.matmul(patches, ...)
#     One operation multiplies all rows by the matrix, also where the rows are in more than two axes.
# %% kernels/convolve exempt tensordot
# constant: return tf.tensordot(...) -> return tf.tensordot(stacked, filters, [[-3, 4, 5], [0, 1, 2]])
# constant: return tf.tensordot(...) -> return tf.tensordot(stacked, filters, [[3, 4, 5], [0, 1, -2]])
# constant: ... axis=-3) for i in range(height)], axis=3)
# constant: ... axis=3) for i in range(height)], axis=-3)
#     The same axis, counted from the end.
# %% kernels/convolve exempt gathers-numbers
# axis: flat = ... -> flat = ... axis=-1)
#     The same axis, counted from the end.
# %% kernels/convolve exempt extracted-patches
# constant: patches = ... -> patches = tf.extract_image_patches(x, [..., height, width, ..., 'VALID')
#     The engine takes no notice of what stands for pictures and channels; TensorFlow refuses it itself.
