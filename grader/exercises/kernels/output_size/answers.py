# %% right negative-floor
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return (size - window) // stride + 1, 0, 0
    outputs = -(-size // stride)
    zeros = max((outputs - 1) * stride + window - size, 0)
    return outputs, zeros // 2, zeros - zeros // 2


# %% right ceil
def output_size(size, window, stride, padding):
    from math import ceil

    if padding == "VALID":
        return [ceil((size - window + 1) / stride), 0, 0]
    outputs = ceil(size / stride)
    zeros = (outputs - 1) * stride + window - size
    zeros = 0 if zeros < 0 else zeros
    return [outputs, zeros // 2, ceil(zeros / 2)]


# %% right counts
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return sum(place + window <= size for place in range(0, size, stride)), 0, 0
    places = list(range(0, size, stride))
    zeros = max(places[-1] + window - size, 0)
    return len(places), zeros // 2, (zeros + 1) // 2


# %% right remainder
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return (size - window + stride) // stride, 0, 0
    rest = size % stride or stride
    zeros = max(window - rest, 0)
    return (size + stride - 1) // stride, zeros // 2, zeros - zeros // 2


# %% right asks-a-convolution
def output_size(size, window, stride, padding):
    x = tf.zeros([1, size, 1, 1])
    filters = tf.zeros([window, 1, 1, 1])
    outputs = tf.nn.conv2d(x, filters, [1, stride, stride, 1], padding).shape.as_list()[1]
    zeros = max((outputs - 1) * stride + window - size, 0) if padding == "SAME" else 0
    return outputs, zeros // 2, zeros - zeros // 2


# %% right numpy
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return np.array([(size - window) // stride + 1, 0, 0])
    outputs = int(np.ceil(size / stride))
    zeros = np.maximum((outputs - 1) * stride + window - size, 0)
    return np.array([outputs, zeros // 2, zeros - zeros // 2])


# %% right whole-floats like=negative-floor
# -         return (size - window) // stride + 1, 0, 0
# -     outputs = -(-size // stride)
# +         return np.floor((size - window) / stride) + 1, 0, 0
# +     outputs = np.ceil(size / stride)


# %% wrong floor mistake=rounds-down like=negative-floor
# says: with SAME, you round size / stride down. It should be rounded up, so that the end of the row is
#     covered as well.
# -     outputs = -(-size // stride)
# +     outputs = size // stride


# %% wrong more-in-front mistake=odd-zero-in-front like=negative-floor
# says: you put the extra zero in front. TensorFlow puts it at the end: zeros // 2 in front.
# -     return outputs, zeros // 2, zeros - zeros // 2
# +     return outputs, (zeros + 1) // 2, zeros // 2


# %% wrong same-at-both-ends mistake=loses-the-odd-zero like=negative-floor
# says: if the number of zeros is odd, one of them is missing: zeros // 2 go in front, and all the others at
#     the end.
# -     return outputs, zeros // 2, zeros - zeros // 2
# +     return outputs, zeros // 2, zeros // 2


# %% wrong to-the-even-neighbour mistake=rounds-the-half like=negative-floor
# says: of three zeros you put two in front, but of one zero none. `round` does this: it rounds a half to
#     the nearest *even* number. TensorFlow puts zeros // 2 in front.
# -     return outputs, zeros // 2, zeros - zeros // 2
# +     return outputs, round(zeros / 2), zeros - round(zeros / 2)


# %% wrong plain-halves mistake=half-a-zero like=negative-floor
# says: you give each side exactly half of the zeros, but an odd number has no whole half. TensorFlow puts
#     zeros // 2 in front and the rest at the end.
# -     outputs = -(-size // stride)
# +     outputs = int(np.ceil(size / stride))
# -     return outputs, zeros // 2, zeros - zeros // 2
# +     return outputs, zeros / 2, zeros / 2


# %% wrong one-too-few mistake=forgets-the-last-window like=negative-floor
# says: with VALID you count one window too few: the first one is at position 0, and then (size - window) //
#     stride steps are possible.
# -         return (size - window) // stride + 1, 0, 0
# +         return (size - window) // stride, 0, 0


# %% wrong over-the-end mistake=rounds-valid-up
# says: with VALID, you round up, so the last window reaches past the end. VALID takes only windows that lie
#     inside.
def output_size(size, window, stride, padding):
    from math import ceil

    if padding == "VALID":
        return ceil((size - window) / stride) + 1, 0, 0
    outputs = ceil(size / stride)
    zeros = max((outputs - 1) * stride + window - size, 0)
    return outputs, zeros // 2, zeros - zeros // 2


# %% wrong window-less-one mistake=zeros-of-stride-one
# says: you always pad with window - 1 zeros. That is right for stride 1; with a larger one, count from
#     where the last window begins: (outputs - 1) * stride.
def output_size(size, window, stride, padding):
    if padding == "VALID":
        return (size - window) // stride + 1, 0, 0
    zeros = window - 1
    return -(-size // stride), zeros // 2, zeros - zeros // 2


# %% wrong as-if-nothing-were-left-over mistake=zeros-of-a-whole-row like=window-less-one
# says: with SAME, you always add window - stride zeros, or none. That is right only if the stride divides
#     the size; otherwise, count from where the last window begins: (outputs - 1) * stride.
# -     zeros = window - 1
# +     zeros = max(0, window - stride)


# %% wrong as-in-pytorch mistake=half-a-window-on-each-side
# says: with SAME, you put window // 2 zeros on each side, whatever the stride, as is usual in PyTorch.
#     TensorFlow adds only the zeros that the last window lacks, and the extra one at the end.
def output_size(size, window, stride, padding):
    half = window // 2 if padding == "SAME" else 0
    return (size + 2 * half - window) // stride + 1, half, half


# %% wrong below-zero mistake=fewer-than-no-zeros like=negative-floor
# says: where the window is shorter than the stride, your number of zeros can be negative. Then nothing is
#     padded: take the maximum with 0.
# -     zeros = max((outputs - 1) * stride + window - size, 0)
# +     zeros = (outputs - 1) * stride + window - size


# %% wrong always-same like=negative-floor
# -     if padding == "VALID":
# -         return (size - window) // stride + 1, 0, 0


# %% wrong only-the-size
def output_size(size, window, stride, padding):
    return (size - window) // stride + 1 if padding == "VALID" else -(-size // stride)


# %% wrong mutant-one-zero-less-than-none like=negative-floor
# -     zeros = max((outputs - 1) * stride + window - size, 0)
# +     zeros = (outputs - 1) * stride + window - size
# +     zeros = 0 if zeros < -1 else zeros


# %% wrong mutant-never-at-the-last-place like=negative-floor
# -         return (size - window) // stride + 1, 0, 0
# +         places = range(0, size, stride)[:-1]
# +         return sum(place + window <= size for place in places), 0, 0


# %% wrong none-for-short-windows like=negative-floor
# -     zeros = max((outputs - 1) * stride + window - size, 0)
# +     zeros = 0 if window < stride else (outputs - 1) * stride + window - size


# %% exempt *
# remembers-results
#     It is a function of three numbers and a text alone, and each call gets the right result.
# changes-its-input
#     The arguments are numbers and a text, which cannot change.


# %% exempt ceil
# comparison: zeros = 0 if zeros < 0 else zeros -> zeros = 0 if zeros <= 0 else zeros
# constant: zeros = 0 if zeros < 0 else zeros -> zeros = 0 if zeros < 1 else zeros
#     Where there are no zeros, both branches give 0.


# %% exempt counts
# range: ... -> return (sum((place + window <= size for place in range(0, size + 1, stride))), 0, 0)
#     No window of one number or more lies inside the row if it begins behind the row's end.


# %% exempt asks-a-convolution
# other-function: x = ...
# constant: x = ...
# other-function: filters = ...
# constant: filters = ...
# constant: outputs = ... -> outputs = tf.nn.conv2d(x, filters, [..., stride, stride, ...as_list()[1]
#     Only the number of rows is asked for: pictures, channels, filters and values do not matter.
# condition: ... -> zeros = max((outputs - 1) * stride + window - size, 0) if True else 0
#     With VALID the last window lies inside the row, so the maximum is 0.
