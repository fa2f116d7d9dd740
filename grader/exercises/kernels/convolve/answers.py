# %% right slices-with-a-step
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


# %% right joined-channels
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


# %% right tensordot-of-places
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


# %% right gathers-numbers
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


# %% right chooses-rows-of-all-windows
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


# %% right extracted-patches
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    patches = tf.extract_image_patches(
        x, [1, height, width, 1], [1, stride, stride, 1], [1, 1, 1, 1], "SAME"
    )
    n, down, across, size = patches.shape.as_list()
    product = tf.matmul(tf.reshape(patches, [-1, size]), tf.reshape(filters, [size, k]))
    return tf.reshape(product, [n, down, across, k])


# %% right filters-on-the-left
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


# %% wrong mirrored mistake=mirrors-the-filter like=extracted-patches
# says: you turn the filter around, as a convolution does in signal processing. TensorFlow's does not: the
#     window and the filter are multiplied entry by entry, as they are.
# -     product = tf.matmul(tf.reshape(patches, [-1, size]), tf.reshape(filters, [size, k]))
# -     return tf.reshape(product, [n, down, across, k])
# +     matrix = tf.reshape(filters[::-1, ::-1], [size, k])
# +     return tf.reshape(tf.matmul(tf.reshape(patches, [-1, size]), matrix), [n, down, across, k])


# %% wrong column-by-column mistake=windows-by-columns like=joined-channels
# says: the numbers in your windows and in your filter are in different orders: one goes row by row, the
#     other column by column. Both must run over row, column and channel, in this order.
# -         for i in range(height)
# -         for j in range(width)
# +         for j in range(width)
# +         for i in range(height)


# %% wrong filter-column-by-column like=joined-channels
# -     return tf.reshape(tf.matmul(flat, tf.reshape(filters, [-1, k])), [n, down, across, k])
# +     matrix = tf.reshape(tf.transpose(filters, [1, 0, 2, 3]), [-1, k])
# +     return tf.reshape(tf.matmul(flat, matrix), [n, down, across, k])


# %% wrong filter-by-channel mistake=channels-first like=extracted-patches
# says: it works for one channel, but the numbers in your windows and in your filter are in different
#     orders. Both must run over row, column and channel, in this order.
# -     product = tf.matmul(tf.reshape(patches, [-1, size]), tf.reshape(filters, [size, k]))
# -     return tf.reshape(product, [n, down, across, k])
# +     matrix = tf.reshape(tf.transpose(filters, [2, 0, 1, 3]), [size, k])
# +     return tf.reshape(tf.matmul(tf.reshape(patches, [-1, size]), matrix), [n, down, across, k])


# %% wrong sum-of-products mistake=a-product-for-each-place
# says: the values are right, but you make one product per position in the window and add them up. First lay
#     out whole windows as rows; then one product does it all.
def convolve(x, filters, stride):
    height, width, _, _ = filters.shape.as_list()
    _, rows, columns, _ = x.shape.as_list()
    down, across = -(-rows // stride), -(-columns // stride)
    tall = max((down - 1) * stride + height - rows, 0)
    wide = max((across - 1) * stride + width - columns, 0)
    padded = tf.pad(
        x, [[0, 0], [tall // 2, tall - tall // 2], [wide // 2, wide - wide // 2], [0, 0]]
    )
    total = 0.0
    for i in range(height):
        for j in range(width):
            part = padded[:, i:, j:][:, ::stride, ::stride][:, :down, :across]
            total += tf.tensordot(part, filters[i, j], 1)
    return total


# %% wrong picture-by-picture mistake=a-product-for-each-picture from=extracted-patches
# says: the values are right, but you make one product per picture. Put the windows of all pictures into one
#     matrix.
_one = convolve


def convolve(x, filters, stride):
    return tf.concat([_one(x[i : i + 1], filters, stride) for i in range(x.shape.as_list()[0])], 0)


# %% wrong element-by-element mistake=no-product like=extracted-patches
# says: the values are right, but your graph has no matrix product. Lay out the windows as rows and use one
#     tf.matmul.
# -     n, down, across, size = patches.shape.as_list()
# -     product = tf.matmul(tf.reshape(patches, [-1, size]), tf.reshape(filters, [size, k]))
# -     return tf.reshape(product, [n, down, across, k])
# +     _, _, _, size = patches.shape.as_list()
# +     laid = tf.expand_dims(patches, 4)
# +     return tf.reduce_sum(laid * tf.reshape(filters, [size, k]), 3)


# %% wrong conv2d mistake=uses-conv2d
# says: the values are right, but tf.nn.conv2d did the work. Lay out the windows as rows and use one
#     tf.matmul.
def convolve(x, filters, stride):
    return tf.nn.conv2d(x, filters, strides=[1, stride, stride, 1], padding="SAME")


# %% wrong still-rows mistake=leaves-the-rows like=extracted-patches
# says: your product is right, but it still has one row per window. Reshape it to pictures: [n, down,
#     across, number of filters].
# -     n, down, across, size = patches.shape.as_list()
# -     product = tf.matmul(tf.reshape(patches, [-1, size]), tf.reshape(filters, [size, k]))
# -     return tf.reshape(product, [n, down, across, k])
# +     size = height * width * channels
# +     return tf.matmul(tf.reshape(patches, [-1, size]), tf.reshape(filters, [size, k]))


# %% wrong drops-most-of-the-results mistake=every-window
# says: the values are right, but your product computes an output for every window, and most of them are
#     dropped afterwards. Slices with a step, such as `x[:, 0:7:2]`, leave out these windows before the
#     product.
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    down, across = -(-rows // stride), -(-columns // stride)
    tall = max((down - 1) * stride + height - rows, 0)
    wide = max((across - 1) * stride + width - columns, 0)
    padded = tf.pad(
        x, [[0, 0], [tall // 2, tall - tall // 2], [wide // 2, wide - wide // 2], [0, 0]]
    )
    all_down, all_across = rows + tall - height + 1, columns + wide - width + 1
    parts = [
        padded[:, i : i + all_down, j : j + all_across] for i in range(height) for j in range(width)
    ]
    flat = tf.reshape(tf.concat(parts, axis=-1), [-1, height * width * channels])
    product = tf.matmul(flat, tf.reshape(filters, [-1, k]))
    return tf.reshape(product, [n, all_down, all_across, k])[:, ::stride, ::stride]


# %% wrong zero-above mistake=odd-zero-in-front like=joined-channels
# says: you put the extra zero in front. TensorFlow puts it at the end: zeros // 2 in front.
# -     above = max(0, (down - 1) * stride + height - rows) // 2
# -     left = max(0, (across - 1) * stride + width - columns) // 2
# +     above = (max(0, (down - 1) * stride + height - rows) + 1) // 2
# +     left = (max(0, (across - 1) * stride + width - columns) + 1) // 2


# %% wrong window-less-one mistake=zeros-of-stride-one like=joined-channels
# says: you pad with window - 1 zeros, whatever the stride is. That is right for stride 1. With a larger
#     one, the last window begins at (outputs - 1) * stride and may need fewer.
# -     above = max(0, (down - 1) * stride + height - rows) // 2
# -     left = max(0, (across - 1) * stride + width - columns) // 2
# +     above, left = (height - 1) // 2, (width - 1) // 2


# %% wrong windows-inside mistake=no-zeros
# says: all your windows lie inside the picture: that is VALID. With SAME, zeros are added at the ends, so
#     that each direction has size / stride outputs, rounded up.
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    down, across = (rows - height) // stride + 1, (columns - width) // stride + 1
    parts = [
        x[:, i:, j:][:, ::stride, ::stride][:, :down, :across]
        for i in range(height)
        for j in range(width)
    ]
    flat = tf.reshape(tf.concat(parts, axis=-1), [-1, height * width * channels])
    return tf.reshape(tf.matmul(flat, tf.reshape(filters, [-1, k])), [n, down, across, k])


# %% wrong helper-as-it-is
def windows(x, height, width):
    n, rows, columns, channels = x.shape.as_list()
    down, across = rows - height + 1, columns - width + 1
    shifted = [x[:, i : i + down, j : j + across, :] for i in range(height) for j in range(width)]
    return tf.reshape(tf.stack(shifted, axis=3), [n * down * across, height * width * channels])


def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    matrix = tf.reshape(filters, [height * width * channels, k])
    product = tf.matmul(windows(x, height, width), matrix)
    return tf.reshape(product, [n, rows - height + 1, columns - width + 1, k])


# %% wrong stride-forgotten
def convolve(x, filters, stride):
    return tf.nn.conv2d(x, filters, strides=[1, 1, 1, 1], padding="SAME")


# %% wrong stride-one-then-every-second
def convolve(x, filters, stride):
    return tf.nn.conv2d(x, filters, [1, 1, 1, 1], "SAME")[:, ::stride, ::stride]


# %% wrong stride-in-rows-alone like=extracted-patches
# -         x, [1, height, width, 1], [1, stride, stride, 1], [1, 1, 1, 1], "SAME"
# +         x, [1, height, width, 1], [1, stride, 1, 1], [1, 1, 1, 1], "SAME"


# %% wrong always-two like=extracted-patches
# -     patches = tf.extract_image_patches(
# -         x, [1, height, width, 1], [1, stride, stride, 1], [1, 1, 1, 1], "SAME"
# -     )
# +     patches = tf.extract_image_patches(x, [1, height, width, 1], [1, 2, 2, 1], [1, 1, 1, 1], "SAME")


# %% wrong runs-it
def convolve(x, filters, stride):
    with tf.Session() as session:
        return session.run(tf.nn.conv2d(x, filters, [1, stride, stride, 1], "SAME"))


# %% wrong to-the-even-neighbour like=joined-channels
# -     above = max(0, (down - 1) * stride + height - rows) // 2
# -     left = max(0, (across - 1) * stride + width - columns) // 2
# +     above = round(max(0, (down - 1) * stride + height - rows) / 2)
# +     left = round(max(0, (across - 1) * stride + width - columns) / 2)


# %% wrong none-for-short-windows like=joined-channels
# -     above = max(0, (down - 1) * stride + height - rows) // 2
# -     left = max(0, (across - 1) * stride + width - columns) // 2
# +     above = 0 if height < stride else ((down - 1) * stride + height - rows) // 2
# +     left = 0 if width < stride else ((across - 1) * stride + width - columns) // 2


# %% wrong each-filter-twice like=picture-by-picture
# -     return tf.concat([_one(x[i : i + 1], filters, stride) for i in range(x.shape.as_list()[0])], 0)
# +     twice = tf.concat([filters, filters], axis=3)
# +     return _one(x, twice, stride)[..., : filters.shape.as_list()[3]]


# %% exempt *
# changes-its-input
#     The arguments are tensors, which this change does not touch.
# call-dropped: flat = tf.reshape(tf.concat(parts, axis=-1), ...) -> flat = tf.concat(parts, axis=-1)
# call-dropped: product = tf.matmul(tf.reshape(...), ...) -> product = tf.matmul(flat, ...)
# call-dropped: product = tf.matmul(tf.reshape(...), ...) -> product = tf.matmul(patches, ...)
#     One operation multiplies all rows by the matrix, also where the rows are in more than two axes.


# %% exempt slices-with-a-step
# constant: zeros = max(..., 0) -> zeros = max(..., 1)
# arithmetic: return (outputs, ...) -> return (outputs, zeros // 2, zeros + zeros // 2)
# operand-dropped: return (outputs, ...) -> return (outputs, zeros // 2, zeros)
# constant: return (outputs, ...) -> return (outputs, zeros // 2, zeros - zeros // 3)
# constant: return (outputs, ...) -> return (outputs, zeros // 2, zeros - zeros // -2)
#     More zeros at the end than are needed: no window reads them.


# %% exempt joined-channels
# constant: above = max(0, ... -> above = max(1, ...
# constant: left = max(0, ... -> left = max(1, ...
#     Half of one zero is none in front.


# %% exempt gathers-numbers
# constant: front = max(..., 0) // 2 -> front = max(..., 1) // 2
#     Half of one zero is none in front.


# %% exempt extracted-patches
# constant: patches = ... -> patches = tf.extract_image_patches(x, [..., height, width, ..., 'SAME')
#     The engine takes no notice of what stands for pictures and channels; TensorFlow refuses it itself.


# %% exempt filters-on-the-left
# constant: sizes, padding = ... -> sizes, padding = ([], [[0, 1]])
# constant: padded = ... -> padded = tf.pad(x, [*padding, [0, 1]])
#     A picture or a channel more at the end: the slices stop before it.
