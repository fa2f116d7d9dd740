# %% right three-rules
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


# %% right gradients-of-own-product
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


# %% right lays-windows-back
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


# %% right tensordots
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


# %% right bias-by-product like=gradients-of-own-product
# -     height, width, channels, k = filters.shape.as_list()
# +     height, width, channels, k = filters.shape.as_list()
# +     flat = tf.reshape(g, [-1, k])
# -     to_x, to_filters = tf.gradients(product, [x, filters], tf.reshape(g, [-1, k]))
# -     return [to_x, to_filters, tf.reduce_sum(g, axis=[0, 1, 2])]
# +     to_x, to_filters = tf.gradients(product, [x, filters], flat)
# +     ones = tf.ones([1, flat.shape.as_list()[0]])
# +     return to_x, to_filters, tf.reshape(tf.matmul(ones, flat), [k])


# %% wrong not-turned mistake=does-not-mirror like=gradients-of-own-product
# says: for to_x, you use the filter as it is. From one output to the next, a number of the picture meets an
#     *earlier* number of the filter. So the filter that slides over g is turned around along both rows
#     and columns (`tf.reverse(filters, [0, 1])`).
# -     product = tf.matmul(windows(x, height, width), tf.reshape(filters, [-1, k]))
# -     to_x, to_filters = tf.gradients(product, [x, filters], tf.reshape(g, [-1, k]))
# -     return [to_x, to_filters, tf.reduce_sum(g, axis=[0, 1, 2])]
# +     rows = tf.matmul(windows(x, height, width), tf.reshape(g, [-1, k]), transpose_a=True)
# +     padded = tf.pad(g, [[0, 0], [height - 1, height - 1], [width - 1, width - 1], [0, 0]])
# +     matrix = tf.reshape(tf.transpose(filters, [0, 1, 3, 2]), [height * width * k, channels])
# +     to_x = tf.reshape(tf.matmul(windows(padded, height, width), matrix), x.shape)
# +     return to_x, tf.reshape(rows, filters.shape), tf.reduce_sum(g, [0, 1, 2])


# %% wrong rows-turned mistake=mirrors-only-rows from=three-rules
# says: for to_x, you turn the filter around in one direction only. It must be turned around along both rows
#     and columns (`tf.reverse(filters, [0, 1])`).
_answer = backward


def backward(x, filters, g):
    to_x, _, _ = _answer(x, tf.reverse(filters, [1]), g)
    return (to_x, *_answer(x, filters, g)[1:])


# %% wrong columns-turned mistake=mirrors-only-columns like=rows-turned
# says: for to_x, you turn the filter around in one direction only. It must be turned around along both rows
#     and columns (`tf.reverse(filters, [0, 1])`).
# -     to_x, _, _ = _answer(x, tf.reverse(filters, [1]), g)
# +     to_x, _, _ = _answer(x, filters[::-1], g)


# %% wrong channels-turned mistake=mirrors-the-channels like=rows-turned
# says: for to_x, you reverse the order of the channels, too. The filters are turned around along rows and
#     columns only (`tf.reverse(filters, [0, 1])`).
# -     to_x, _, _ = _answer(x, tf.reverse(filters, [1]), g)
# +     to_x, _, _ = _answer(x, tf.reverse(filters, [2]), g)


# %% wrong reshaped-filters mistake=reshapes-instead-of-swapping from=three-rules
# says: for to_x, the last two axes of the filters must be swapped with `tf.transpose`. A reshape alone
#     leaves the numbers in their order.
_answer = backward


def backward(x, filters, g):
    height, width, channels, k = filters.shape.as_list()
    padded = tf.pad(g, [[0, 0], [height - 1, height - 1], [width - 1, width - 1], [0, 0]])
    matrix = tf.reshape(tf.reverse(filters, [0, 1]), [height * width * k, channels])
    to_x = tf.reshape(tf.matmul(windows(padded, height, width), matrix), x.shape)
    return (to_x, *_answer(x, filters, g)[1:])


# %% wrong one-bias mistake=bias-of-all-filters like=gradients-of-own-product
# says: you sum the gradient of the bias over everything. But each filter has its own bias: sum over
#     pictures, rows and columns, and keep the last axis.
# -     return [to_x, to_filters, tf.reduce_sum(g, axis=[0, 1, 2])]
# +     return to_x, to_filters, tf.reduce_sum(g)


# %% wrong bias-with-all-axes mistake=bias-keeps-its-axes like=gradients-of-own-product
# says: the sums for the bias are right, but not the shape: axes of size 1 remain in front. The gradient of
#     the bias has the shape of the bias, [k].
# -     return [to_x, to_filters, tf.reduce_sum(g, axis=[0, 1, 2])]
# +     return to_x, to_filters, tf.reduce_sum(g, [0, 1, 2], keepdims=True)


# %% wrong bias-as-a-product mistake=bias-as-a-row like=gradients-of-own-product
# says: the sums for the bias are right, but not the shape: axes of size 1 remain in front. The gradient of
#     the bias has the shape of the bias, [k].
# -     return [to_x, to_filters, tf.reduce_sum(g, axis=[0, 1, 2])]
# +     ones = tf.ones([1, g.shape.num_elements() // k])
# +     return to_x, to_filters, tf.matmul(ones, tf.reshape(g, [-1, k]))


# %% wrong mean mistake=mean-over-pictures like=gradients-of-own-product
# says: it works for one picture; for several, you take the mean over them. The gradients of all uses add
#     up; a mean would have to be in the loss.
# -     return [to_x, to_filters, tf.reduce_sum(g, axis=[0, 1, 2])]
# +     return to_x, to_filters / x.shape.as_list()[0], tf.reduce_sum(g, [0, 1, 2])


# %% wrong both-means from=three-rules
_answer = backward


def backward(x, filters, g):
    to_x, to_filters, to_bias = _answer(x, filters, g)
    n = x.shape.as_list()[0]
    return to_x, to_filters / n, to_bias / n


# %% wrong factors-exchanged mistake=filters-transposed from=three-rules
# says: your product for to_filters is the transpose of the right one, so the reshape mixes its numbers up.
#     The transposed windows come first, then g: [h * w * c, k].
_answer = backward


def backward(x, filters, g):
    h, w, c, k = filters.shape.as_list()
    to_x, _, to_bias = _answer(x, filters, g)
    rows = tf.matmul(tf.reshape(g, [-1, k]), windows(x, h, w), transpose_a=True)
    return to_x, tf.reshape(rows, [h, w, c, k]), to_bias


# %% wrong bias-at-one-place mistake=bias-of-one-place like=gradients-of-own-product
# says: your gradient of the bias looks at one position of each picture. The bias was added at every
#     position: sum over rows and columns, too.
# -     return [to_x, to_filters, tf.reduce_sum(g, axis=[0, 1, 2])]
# +     return to_x, to_filters, tf.reduce_sum(g[:, 0, 0], axis=0)


# %% wrong conv2d mistake=uses-conv2d
# says: the values are right, but TensorFlow's operations for convolutions did the work. Build to_x and
#     to_filters from one tf.matmul each.
def backward(x, filters, g):
    y = tf.nn.conv2d(x, filters, [1, 1, 1, 1], "VALID")
    to_x, to_filters = tf.gradients(y, [x, filters], grad_ys=g)
    return to_x, to_filters, tf.reduce_sum(g, [0, 1, 2])


# %% wrong other-order like=gradients-of-own-product
# -     return [to_x, to_filters, tf.reduce_sum(g, axis=[0, 1, 2])]
# +     return to_filters, to_x, tf.reduce_sum(g, [0, 1, 2])


# %% wrong without-the-bias like=gradients-of-own-product
# -     to_x, to_filters = tf.gradients(product, [x, filters], tf.reshape(g, [-1, k]))
# -     return [to_x, to_filters, tf.reduce_sum(g, axis=[0, 1, 2])]
# +     return tf.gradients(product, [x, filters], tf.reshape(g, [-1, k]))


# %% wrong not-connected
def backward(x, filters, g):
    return tf.gradients(g, [x, filters, g])


# %% wrong mutant-pads-for-windows-of-two like=three-rules
# -     to_filters = tf.reshape(rows, filters.shape)
# -     padded = tf.pad(g, [[0, 0], [height - 1, height - 1], [width - 1, width - 1], [0, 0]])
# +     padded = tf.pad(g, [[0, 0], [1, 1], [1, 1], [0, 0]])
# -     return to_x, to_filters, tf.reduce_sum(g, [0, 1, 2])
# +     return to_x, tf.reshape(rows, filters.shape), tf.reduce_sum(g, [0, 1, 2])


# %% wrong filters-still-a-matrix like=gradients-of-own-product
# -     return [to_x, to_filters, tf.reduce_sum(g, axis=[0, 1, 2])]
# +     return to_x, tf.reshape(to_filters, [-1, k]), tf.reduce_sum(g, [0, 1, 2])


# %% wrong pads-rows-as-columns like=reshaped-filters
# -     padded = tf.pad(g, [[0, 0], [height - 1, height - 1], [width - 1, width - 1], [0, 0]])
# -     matrix = tf.reshape(tf.reverse(filters, [0, 1]), [height * width * k, channels])
# +     padded = tf.pad(g, [[0, 0], [width - 1, width - 1], [height - 1, height - 1], [0, 0]])
# +     turned = tf.transpose(tf.reverse(filters, [0, 1]), [0, 1, 3, 2])
# +     matrix = tf.reshape(turned, [height * width * k, channels])


# %% exempt *
# changes-its-input
#     The arguments are tensors, which this change does not touch.
# none-passed-over: ...
#     No gradient is None here.
# constant: turned = ... -> turned = tf.transpose(tf.reverse(filters, [0, 1]), [0, 1, 3, -2])
# constant: return ... -> return (to_x, to_filters, tf.reduce_sum(g, [0, 1, -2]))
# constant: return ... -> return [to_x, to_filters, tf.reduce_sum(g, axis=[0, 1, -2])]
# constant: to_filters = ... -> to_filters = tf.tensordot(cut(x, height, width), g, [[0, 1, 2], [0, 1, -2]])
# constant: to_x = ... -> to_x = tf.tensordot(...[[-3, 4, 5], [0, 1, 3]])
# constant: return tf.stack(...], 3) -> return tf.stack(...], -3)
#     The same axis, counted from the end.
