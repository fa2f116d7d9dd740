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


# %% kernels/output-size wrong as-in-pytorch misconception=half-a-window-on-each-side
def output_size(size, window, stride, padding):
    half = window // 2 if padding == "SAME" else 0
    return (size + 2 * half - window) // stride + 1, half, half


# %% kernels/output-size wrong always-same
def output_size(size, window, stride, padding):
    outputs = -(-size // stride)
    zeros = max((outputs - 1) * stride + window - size, 0)
    return outputs, zeros // 2, zeros - zeros // 2


# %% kernels/output-size wrong only-the-size
def output_size(size, window, stride, padding):
    return (size - window) // stride + 1 if padding == "VALID" else -(-size // stride)


# %% kernels/output-size wrong mutant-one-zero-less-than-none
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return (size - window) // stride + 1, 0, 0
    outputs = -(-size // stride)
    zeros = (outputs - 1) * stride + window - size
    zeros = 0 if zeros < -1 else zeros
    return outputs, zeros // 2, zeros - zeros // 2


# %% kernels/output-size wrong mutant-never-at-the-last-place
def output_size(size, window, stride, padding):
    if padding == "VALID":
        places = range(0, size, stride)[:-1]
        return sum(place + window <= size for place in places), 0, 0
    outputs = -(-size // stride)
    zeros = max((outputs - 1) * stride + window - size, 0)
    return outputs, zeros // 2, zeros - zeros // 2


# %% kernels/output-size wrong plain-halves misconception=half-a-zero
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return (size - window) // stride + 1, 0, 0
    outputs = int(np.ceil(size / stride))
    zeros = max((outputs - 1) * stride + window - size, 0)
    return outputs, zeros / 2, zeros / 2


# %% kernels/output-size right whole-floats
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return np.floor((size - window) / stride) + 1, 0, 0
    outputs = np.ceil(size / stride)
    zeros = max((outputs - 1) * stride + window - size, 0)
    return outputs, zeros // 2, zeros - zeros // 2


# %% kernels/output-size wrong to-the-even-neighbour misconception=rounds-the-half
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return (size - window) // stride + 1, 0, 0
    outputs = -(-size // stride)
    zeros = max((outputs - 1) * stride + window - size, 0)
    return outputs, round(zeros / 2), zeros - round(zeros / 2)


# %% kernels/output-size wrong none-for-short-windows
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return (size - window) // stride + 1, 0, 0
    outputs = -(-size // stride)
    zeros = 0 if window < stride else (outputs - 1) * stride + window - size
    return outputs, zeros // 2, zeros - zeros // 2


# %% kernels/output-size wrong same-at-both-ends misconception=loses-the-odd-zero
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return (size - window) // stride + 1, 0, 0
    outputs = -(-size // stride)
    zeros = max((outputs - 1) * stride + window - size, 0)
    return outputs, zeros // 2, zeros // 2


# %% kernels/output-size wrong as-if-nothing-were-left-over misconception=zeros-of-a-whole-row
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return (size - window) // stride + 1, 0, 0
    zeros = max(0, window - stride)
    return -(-size // stride), zeros // 2, zeros - zeros // 2


# %% kernels/output-size exempt *
# remembers-results
#     It is a function of three numbers and a text alone, and each call gets the right result.
# changes-its-input
#     The arguments are numbers and a text, which cannot change.
# %% kernels/output-size exempt ceil
# comparison: zeros = 0 if zeros < 0 else zeros -> zeros = 0 if zeros <= 0 else zeros
# constant: zeros = 0 if zeros < 0 else zeros -> zeros = 0 if zeros < 1 else zeros
#     Where there are no zeros, both branches give 0.
# %% kernels/output-size exempt counts
# range: ... -> return (sum((place + window <= size for place in range(0, size + 1, stride))), 0, 0)
#     No window of one number or more lies inside the row if it begins behind the row's end.
# %% kernels/output-size exempt asks-a-convolution
# other-function: x = ...
# constant: x = ...
# other-function: filters = ...
# constant: filters = ...
# constant: outputs = ... -> outputs = tf.nn.conv2d(x, filters, [..., stride, stride, ...as_list()[1]
#     Only the number of rows is asked for: pictures, channels, filters and values do not matter.
# condition: ... -> zeros = max((outputs - 1) * stride + window - size, 0) if True else 0
#     With VALID the last window lies inside the row, so the maximum is 0.
