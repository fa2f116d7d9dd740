# %% kernels/convolve wrong mirrored misconception=mirrors-the-filter
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    patches = tf.extract_image_patches(
        x, [1, height, width, 1], [1, stride, stride, 1], [1, 1, 1, 1], "SAME"
    )
    n, down, across, size = patches.shape.as_list()
    matrix = tf.reshape(filters[::-1, ::-1], [size, k])
    return tf.reshape(tf.matmul(tf.reshape(patches, [-1, size]), matrix), [n, down, across, k])


# %% kernels/convolve wrong filter-by-channel misconception=channels-first
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    patches = tf.extract_image_patches(
        x, [1, height, width, 1], [1, stride, stride, 1], [1, 1, 1, 1], "SAME"
    )
    n, down, across, size = patches.shape.as_list()
    matrix = tf.reshape(tf.transpose(filters, [2, 0, 1, 3]), [size, k])
    return tf.reshape(tf.matmul(tf.reshape(patches, [-1, size]), matrix), [n, down, across, k])


# %% kernels/convolve wrong sum-of-products misconception=a-product-for-each-place
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


# %% kernels/convolve wrong conv2d misconception=uses-conv2d
def convolve(x, filters, stride):
    return tf.nn.conv2d(x, filters, strides=[1, stride, stride, 1], padding="SAME")


# %% kernels/convolve wrong still-rows misconception=leaves-the-rows
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    patches = tf.extract_image_patches(
        x, [1, height, width, 1], [1, stride, stride, 1], [1, 1, 1, 1], "SAME"
    )
    size = height * width * channels
    return tf.matmul(tf.reshape(patches, [-1, size]), tf.reshape(filters, [size, k]))


# %% kernels/convolve wrong drops-most-of-the-results misconception=every-window
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


# %% kernels/convolve wrong zero-above misconception=odd-zero-in-front
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    down, across = -(-rows // stride), -(-columns // stride)
    tall = max((down - 1) * stride + height - rows, 0)
    wide = max((across - 1) * stride + width - columns, 0)
    padded = tf.pad(
        x, [[0, 0], [tall - tall // 2, tall // 2], [wide - wide // 2, wide // 2], [0, 0]]
    )
    parts = [
        padded[:, i:, j:][:, ::stride, ::stride][:, :down, :across]
        for i in range(height)
        for j in range(width)
    ]
    flat = tf.reshape(tf.concat(parts, axis=-1), [-1, height * width * channels])
    return tf.reshape(tf.matmul(flat, tf.reshape(filters, [-1, k])), [n, down, across, k])


# %% kernels/convolve wrong window-less-one misconception=zeros-of-stride-one
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    down, across = -(-rows // stride), -(-columns // stride)
    tall, wide = height - 1, width - 1
    padded = tf.pad(
        x, [[0, 0], [tall // 2, tall - tall // 2], [wide // 2, wide - wide // 2], [0, 0]]
    )
    parts = [
        padded[:, i:, j:][:, ::stride, ::stride][:, :down, :across]
        for i in range(height)
        for j in range(width)
    ]
    flat = tf.reshape(tf.concat(parts, axis=-1), [-1, height * width * channels])
    return tf.reshape(tf.matmul(flat, tf.reshape(filters, [-1, k])), [n, down, across, k])


# %% kernels/convolve wrong windows-inside misconception=no-zeros
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


# %% kernels/convolve wrong helper-as-it-is
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


# %% kernels/convolve wrong stride-forgotten
def convolve(x, filters, stride):
    return tf.nn.conv2d(x, filters, strides=[1, 1, 1, 1], padding="SAME")


# %% kernels/convolve wrong stride-one-then-every-second
def convolve(x, filters, stride):
    return tf.nn.conv2d(x, filters, [1, 1, 1, 1], "SAME")[:, ::stride, ::stride]


# %% kernels/convolve wrong stride-in-rows-alone
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    patches = tf.extract_image_patches(
        x, [1, height, width, 1], [1, stride, 1, 1], [1, 1, 1, 1], "SAME"
    )
    n, down, across, size = patches.shape.as_list()
    product = tf.matmul(tf.reshape(patches, [-1, size]), tf.reshape(filters, [size, k]))
    return tf.reshape(product, [n, down, across, k])


# %% kernels/convolve wrong always-two
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    patches = tf.extract_image_patches(x, [1, height, width, 1], [1, 2, 2, 1], [1, 1, 1, 1], "SAME")
    n, down, across, size = patches.shape.as_list()
    product = tf.matmul(tf.reshape(patches, [-1, size]), tf.reshape(filters, [size, k]))
    return tf.reshape(product, [n, down, across, k])


# %% kernels/convolve wrong element-by-element misconception=no-product
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    patches = tf.extract_image_patches(
        x, [1, height, width, 1], [1, stride, stride, 1], [1, 1, 1, 1], "SAME"
    )
    _, _, _, size = patches.shape.as_list()
    laid = tf.expand_dims(patches, 4)
    return tf.reduce_sum(laid * tf.reshape(filters, [size, k]), 3)


# %% kernels/convolve wrong runs-it
def convolve(x, filters, stride):
    with tf.Session() as session:
        return session.run(tf.nn.conv2d(x, filters, [1, stride, stride, 1], "SAME"))


# %% kernels/convolve wrong to-the-even-neighbour
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    down, across = -(-rows // stride), -(-columns // stride)
    tall = max((down - 1) * stride + height - rows, 0)
    wide = max((across - 1) * stride + width - columns, 0)
    above, left = round(tall / 2), round(wide / 2)
    padded = tf.pad(x, [[0, 0], [above, tall - above], [left, wide - left], [0, 0]])
    parts = [
        padded[:, i:, j:][:, ::stride, ::stride][:, :down, :across]
        for i in range(height)
        for j in range(width)
    ]
    flat = tf.reshape(tf.concat(parts, axis=-1), [-1, height * width * channels])
    matrix = tf.reshape(filters, [-1, k])
    return tf.reshape(tf.matmul(flat, matrix), [n, down, across, k])


# %% kernels/convolve wrong none-for-short-windows
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    down, across = -(-rows // stride), -(-columns // stride)
    tall = 0 if height < stride else (down - 1) * stride + height - rows
    wide = 0 if width < stride else (across - 1) * stride + width - columns
    above, left = tall // 2, wide // 2
    padded = tf.pad(x, [[0, 0], [above, tall - above], [left, wide - left], [0, 0]])
    parts = [
        padded[:, i:, j:][:, ::stride, ::stride][:, :down, :across]
        for i in range(height)
        for j in range(width)
    ]
    flat = tf.reshape(tf.concat(parts, axis=-1), [-1, height * width * channels])
    matrix = tf.reshape(filters, [-1, k])
    return tf.reshape(tf.matmul(flat, matrix), [n, down, across, k])


# %% kernels/convolve wrong column-by-column misconception=windows-by-columns
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    down, across = -(-rows // stride), -(-columns // stride)
    tall = max((down - 1) * stride + height - rows, 0)
    wide = max((across - 1) * stride + width - columns, 0)
    above, left = tall // 2, wide // 2
    padded = tf.pad(x, [[0, 0], [above, tall - above], [left, wide - left], [0, 0]])
    parts = [
        padded[:, i:, j:][:, ::stride, ::stride][:, :down, :across]
        for j in range(width)
        for i in range(height)
    ]
    flat = tf.reshape(tf.concat(parts, axis=-1), [-1, height * width * channels])
    matrix = tf.reshape(filters, [-1, k])
    return tf.reshape(tf.matmul(flat, matrix), [n, down, across, k])


# %% kernels/convolve wrong filter-column-by-column misconception=filters-by-columns
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    down, across = -(-rows // stride), -(-columns // stride)
    tall = max((down - 1) * stride + height - rows, 0)
    wide = max((across - 1) * stride + width - columns, 0)
    above, left = tall // 2, wide // 2
    padded = tf.pad(x, [[0, 0], [above, tall - above], [left, wide - left], [0, 0]])
    parts = [
        padded[:, i:, j:][:, ::stride, ::stride][:, :down, :across]
        for i in range(height)
        for j in range(width)
    ]
    flat = tf.reshape(tf.concat(parts, axis=-1), [-1, height * width * channels])
    matrix = tf.reshape(tf.transpose(filters, [1, 0, 2, 3]), [-1, k])
    return tf.reshape(tf.matmul(flat, matrix), [n, down, across, k])


# %% kernels/convolve wrong picture-by-picture misconception=a-product-for-each-picture from=extracted-patches
_one = convolve


def convolve(x, filters, stride):
    return tf.concat([_one(x[i : i + 1], filters, stride) for i in range(x.shape.as_list()[0])], 0)


# %% kernels/convolve wrong each-filter-twice from=extracted-patches
_one = convolve


def convolve(x, filters, stride):
    twice = tf.concat([filters, filters], axis=3)
    return _one(x, twice, stride)[..., : filters.shape.as_list()[3]]
