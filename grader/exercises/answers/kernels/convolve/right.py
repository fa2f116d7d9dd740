# %% kernels/convolve right slices-with-a-step
def output_size(size, window, stride):
    outputs = -(-size // stride)
    zeros = max((outputs - 1) * stride + window - size, 0)
    return outputs, zeros // 2, zeros - zeros // 2


def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    down, above, below = output_size(rows, height, stride)
    across, left, right = output_size(columns, width, stride)
    padded = tf.pad(x, [[0, 0], [above, below], [left, right], [0, 0]])
    tall, wide = (down - 1) * stride + 1, (across - 1) * stride + 1
    shifted = [
        padded[:, i : i + tall : stride, j : j + wide : stride]
        for i in range(height)
        for j in range(width)
    ]
    laid_out = tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])
    product = tf.matmul(laid_out, tf.reshape(filters, [height * width * channels, k]))
    return tf.reshape(product, [n, down, across, k])


# %% kernels/convolve right joined-channels
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    down, across = int(np.ceil(rows / stride)), int(np.ceil(columns / stride))
    above = max(0, (down - 1) * stride + height - rows) // 2
    left = max(0, (across - 1) * stride + width - columns) // 2
    # More zeros at the end than are needed: no window reads them.
    x = tf.pad(x, [[0, 0], [above, height], [left, width], [0, 0]])
    parts = [
        x[:, i:, j:][:, ::stride, ::stride][:, :down, :across]
        for i in range(height)
        for j in range(width)
    ]
    flat = tf.reshape(tf.concat(parts, axis=-1), [n * down * across, height * width * channels])
    return tf.reshape(tf.matmul(flat, tf.reshape(filters, [-1, k])), [n, down, across, k])


# %% kernels/convolve right tensordot-of-places
def convolve(x, filters, stride):
    height, width, _, _ = filters.shape.as_list()
    _, rows, columns, _ = x.shape.as_list()
    starts_down, starts_across = range(0, rows, stride), range(0, columns, stride)
    tall = max(starts_down[-1] + height, rows) - rows
    wide = max(starts_across[-1] + width, columns) - columns
    padded = tf.pad(x, [[0, 0], [tall // 2, tall], [wide // 2, wide], [0, 0]])
    places = tf.stack(
        [
            tf.stack([padded[:, i : i + height, j : j + width] for j in starts_across], axis=1)
            for i in starts_down
        ],
        axis=1,
    )
    return tf.tensordot(places, filters, 3)


# %% kernels/convolve right gathers-numbers
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()

    def places(size, window):
        starts = range(0, size, stride)
        front = max(starts[-1] + window - size, 0) // 2
        return [[start + i - front for i in range(window)] for start in starts]

    def number(i, j):
        return 1 + i * columns + j if i in range(rows) and j in range(columns) else 0

    down, across = places(rows, height), places(columns, width)
    index = [[number(i, j) for i in row for j in column] for row in down for column in across]
    pixels = tf.reshape(x, [n, rows * columns, channels])
    with_a_zero = tf.concat([tf.zeros([n, 1, channels]), pixels], axis=1)
    flat = tf.gather(with_a_zero, index, axis=1)
    product = tf.matmul(
        tf.reshape(flat, [-1, height * width * channels]), tf.reshape(filters, [-1, k])
    )
    return tf.reshape(product, [n, len(down), len(across), k])


# %% kernels/convolve right chooses-rows-of-all-windows
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n, down, across, height * width * channels])


def zeros_for(size, window, stride):
    outputs = (size - 1) // stride + 1
    zeros = max((outputs - 1) * stride + window - size, 0)
    return [zeros // 2, zeros - zeros // 2]


def convolve(x, filters, stride):
    height, width, _, k = filters.shape.as_list()
    _, rows, columns, _ = x.shape.as_list()
    around = [zeros_for(rows, height, stride), zeros_for(columns, width, stride)]
    chosen = windows(tf.pad(x, [[0, 0], *around, [0, 0]]), height, width)[:, ::stride, ::stride]
    return tf.einsum("nijw,wk->nijk", chosen, tf.reshape(filters, [-1, k]))


# %% kernels/convolve right extracted-patches
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    patches = tf.extract_image_patches(
        x, [1, height, width, 1], [1, stride, stride, 1], [1, 1, 1, 1], "SAME"
    )
    n, down, across, size = patches.shape.as_list()
    product = tf.matmul(tf.reshape(patches, [-1, size]), tf.reshape(filters, [size, k]))
    return tf.reshape(product, [n, down, across, k])


# %% kernels/convolve right filters-on-the-left
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    sizes, padding = [], [[0, 0]]
    for size, window in ((rows, height), (columns, width)):
        outputs = -(-size // stride)
        zeros = max((outputs - 1) * stride + window - size, 0)
        sizes.append(outputs)
        padding.append([zeros // 2, window])
    down, across = sizes
    padded = tf.pad(x, [*padding, [0, 0]])
    parts = [
        tf.strided_slice(
            padded,
            [0, i, j, 0],
            [n, i + (down - 1) * stride + 1, j + (across - 1) * stride + 1, channels],
            [1, stride, stride, 1],
        )
        for i in range(height)
        for j in range(width)
    ]
    laid_out = tf.reshape(tf.stack(parts, axis=3), [-1, height * width * channels])
    turned = tf.matmul(tf.reshape(filters, [-1, k]), laid_out, transpose_a=True, transpose_b=True)
    return tf.reshape(tf.transpose(turned), [n, down, across, k])


# %% kernels/convolve exempt *
# changes-its-input
#     The arguments are tensors, which this change does not touch.
# call-dropped: flat = tf.reshape(tf.concat(parts, axis=-1), ...) -> flat = tf.concat(parts, axis=-1)
# call-dropped: product = tf.matmul(tf.reshape(...), ...) -> product = tf.matmul(flat, ...)
# call-dropped: product = tf.matmul(tf.reshape(...), ...) -> product = tf.matmul(patches, ...)
#     One operation multiplies all rows by the matrix, also where the rows are in more than two axes.
# %% kernels/convolve exempt slices-with-a-step
# constant: zeros = max(..., 0) -> zeros = max(..., 1)
# arithmetic: return (outputs, ...) -> return (outputs, zeros // 2, zeros + zeros // 2)
# operand-dropped: return (outputs, ...) -> return (outputs, zeros // 2, zeros)
# constant: return (outputs, ...) -> return (outputs, zeros // 2, zeros - zeros // 3)
# constant: return (outputs, ...) -> return (outputs, zeros // 2, zeros - zeros // -2)
#     More zeros at the end than are needed: no window reads them.
# %% kernels/convolve exempt joined-channels
# constant: above = max(0, ... -> above = max(1, ...
# constant: left = max(0, ... -> left = max(1, ...
#     Half of one zero is none in front.
# %% kernels/convolve exempt gathers-numbers
# constant: front = max(..., 0) // 2 -> front = max(..., 1) // 2
#     Half of one zero is none in front.
# %% kernels/convolve exempt extracted-patches
# constant: patches = ... -> patches = tf.extract_image_patches(x, [..., height, width, ..., 'SAME')
#     The engine takes no notice of what stands for pictures and channels; TensorFlow refuses it itself.
# %% kernels/convolve exempt filters-on-the-left
# constant: sizes, padding = ... -> sizes, padding = ([], [[0, 1]])
# constant: padded = ... -> padded = tf.pad(x, [*padding, [0, 1]])
#     A picture or a channel more at the end: the slices stop before it.
