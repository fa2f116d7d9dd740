# %% right ones-in-front
def broadcast_shape(a, b):
    rank = max(len(a), len(b))
    a = [1] * (rank - len(a)) + list(a)
    b = [1] * (rank - len(b)) + list(b)
    shape = []
    for one, other in zip(a, b):
        if one != other and 1 not in (one, other):
            return None
        shape.append(other if one == 1 else one)
    return shape


# %% right from-the-back
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


# %% right numpy-tuple
def broadcast_shape(a, b):
    try:
        return np.broadcast_shapes(tuple(a), tuple(b))
    except ValueError:
        return None


# %% right tries-it like=numpy-tuple
# -         return np.broadcast_shapes(tuple(a), tuple(b))
# +         return list((np.zeros(a) + np.zeros(b)).shape)


# %% right asks-tensorflow like=numpy-tuple
# -         return np.broadcast_shapes(tuple(a), tuple(b))
# +         return tf.broadcast_static_shape(tf.TensorShape(a), tf.TensorShape(b)).as_list()


# %% right recursive-array
def broadcast_shape(a, b):
    def join(a, b):
        if not a or not b:
            return a + b
        rest = join(a[:-1], b[:-1])
        if rest is None or (a[-1] != b[-1] and a[-1] != 1 and b[-1] != 1):
            return None
        return rest + [b[-1] if a[-1] == 1 else a[-1]]

    shape = join(list(a), list(b))
    return None if shape is None else np.array(shape, int)


# %% wrong ones-behind mistake=from-the-left
# says: you align the two shapes at their first axes. Broadcasting aligns them at the last ones: the missing
#     axes are in front.
def broadcast_shape(a, b):
    rank = max(len(a), len(b))
    a = list(a) + [1] * (rank - len(a))
    b = list(b) + [1] * (rank - len(b))
    if any(one != other and 1 not in (one, other) for one, other in zip(a, b)):
        return None
    return [max(sizes) for sizes in zip(a, b)]


# %% wrong zip-alone mistake=stops-with-the-shorter like=ones-in-front
# says: your result is as short as the shorter shape: `zip` stops where that one ends. Put ones in front of
#     it first.
# -     rank = max(len(a), len(b))
# -     a = [1] * (rank - len(a)) + list(a)
# -     b = [1] * (rank - len(b)) + list(b)


# %% wrong larger-size mistake=any-sizes-fit
# says: you take the larger size without checking whether the two fit. A size is stretched only if it is 1;
#     2 and 3 do not fit, and the result is None.
def broadcast_shape(a, b):
    rank = max(len(a), len(b))
    a = [1] * (rank - len(a)) + list(a)
    b = [1] * (rank - len(b)) + list(b)
    return [max(sizes) for sizes in zip(a, b)]


# %% wrong same-rank mistake=needs-as-many-axes
# says: you refuse shapes with different numbers of axes. They fit: axes of size 1 are put in front of the
#     shorter shape.
def broadcast_shape(a, b):
    if len(a) != len(b):
        return None
    if any(one != other and 1 not in (one, other) for one, other in zip(a, b)):
        return None
    return [max(sizes) for sizes in zip(a, b)]


# %% wrong a-stays mistake=stretches-only-the-second like=larger-size
# says: you stretch only the second shape. Either may be stretched, even in the same expression: [3, 1] and
#     [1, 2] make [3, 2].
# -     return [max(sizes) for sizes in zip(a, b)]
# +     if any(one != other and other != 1 for one, other in zip(a, b)):
# +         return None
# +     return a


# %% wrong larger-of-two mistake=takes-the-larger like=larger-size
# says: you take the larger of two sizes. But a 1 is stretched to whatever size it meets, even to 0: [3, 1]
#     and [0] make [3, 0].
# -     return [max(sizes) for sizes in zip(a, b)]
# +     if any(one != other and 1 not in (one, other) for one, other in zip(a, b)):
# +         return None
# +     return [max(one, other) for one, other in zip(a, b)]


# %% wrong never-turned-back mistake=leaves-it-reversed
# says: your sizes are right, but in reverse order. If you go through the two shapes from the right, reverse
#     the result at the end.
def broadcast_shape(a, b):
    from itertools import zip_longest

    result = []
    for one, other in zip_longest(reversed(a), reversed(b), fillvalue=1):
        if one != other and 1 not in (one, other):
            return None
        result.append(other if one == 1 else one)
    return result


# %% wrong nothing-from-nothing
def broadcast_shape(a, b):
    n = max(len(a), len(b))
    a, b, result = [1] * (n - len(a)) + a, [1] * (n - len(b)) + b, []
    for s, t in zip(a, b):
        if 0 in (s, t):
            result.append(0)
            continue
        if s != t and 1 not in (s, t):
            return None
        result.append(max(s, t))
    return result


# %% wrong repeats-the-smaller
def broadcast_shape(a, b):
    n = max(len(a), len(b))
    a, b, result = [1] * (n - len(a)) + a, [1] * (n - len(b)) + b, []
    for s, t in zip(a, b):
        if 0 in (s, t):
            result.append(0 if 1 in (s, t) or s == t else None)
        elif max(s, t) % min(s, t):
            result.append(None)
        else:
            result.append(max(s, t))
    return None if None in result else result


# %% wrong raises-for-none
def broadcast_shape(a, b):
    return list(np.broadcast_shapes(tuple(a), tuple(b)))


# %% wrong joins
def broadcast_shape(a, b):
    return list(a) + list(b)


# %% wrong generator
def broadcast_shape(a, b):
    for one, other in zip(a, b):
        yield max(one, other)


# %% wrong changes-its-arguments
def broadcast_shape(a, b):
    while len(a) < len(b):
        a.append(1)
    return [max(sizes) for sizes in zip(a, b)]


# %% wrong mutant-compares-only-the-last-axis
def broadcast_shape(a, b):
    if a and b and a[-1] != b[-1] and 1 not in (a[-1], b[-1]):
        return None
    longer, shorter = sorted((list(a), list(b)), key=len, reverse=True)
    shorter = [1] * (len(longer) - len(shorter)) + shorter
    return [max(sizes) for sizes in zip(longer, shorter)]


# %% wrong mutant-no-axes-as-no-shape like=numpy-tuple
# -         return np.broadcast_shapes(tuple(a), tuple(b))
# +         return list(np.broadcast_shapes(tuple(a), tuple(b))) or None


# %% wrong mutant-inserts-before-the-last like=from-the-back
# -             shape.insert(0, one)
# +             shape.insert(-1, one)


# %% wrong nothing-but-ones
def broadcast_shape(a, b):
    from itertools import zip_longest

    shape = []
    for sizes in zip_longest(reversed(a), reversed(b), fillvalue=1):
        larger = set(sizes) - {1}
        if len(larger) > 1:
            return None
        shape.insert(0, larger.pop())
    return shape


# %% wrong catches-another-error like=numpy-tuple
# -     except ValueError:
# +     except TypeError:


# %% exempt *
# arguments-swapped: for one, other in zip(...
# arguments-swapped: return np.broadcast_shapes(...
# arguments-swapped: return tf.broadcast_static_shape(...
# arguments-swapped: ...join(...
#     The result does not depend on which of the two shapes is the first one.
# remembers-results
#     It is a function of two lists alone, and each call gets the right result.
# changes-its-input
#     The text does not say that the lists are needed afterwards, and the check gives copies.


# %% exempt tries-it
# arithmetic: ... -> return list((np.zeros(a) - np.zeros(b)).shape)
# other-function: ...
#     The shape is the same whatever the numbers are.


# %% exempt asks-tensorflow
# call-dropped: ...
#     The function takes lists as well as shapes.


# %% exempt recursive-array
# argument-dropped: ... -> return None if shape is None else np.array(shape)
#     Only the array without numbers gets another type, and it has no numbers that could differ.
