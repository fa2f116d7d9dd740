# %% right two-halves
def routes(y, x, stations):
    around, *back = tf.gradients(
        y, [x, *stations], stop_gradients=stations, unconnected_gradients="zero"
    )
    parts = [around]
    for station, g in zip(stations, back):
        parts += tf.gradients(station, x, grad_ys=g, unconnected_gradients="zero")
    return parts


# %% right others-held
def routes(y, x, stations):
    parts = tf.gradients(y, x, stop_gradients=stations, unconnected_gradients="zero")
    for number, station in enumerate(stations):
        others = stations[:number] + stations[number + 1 :]
        (g,) = tf.gradients(y, station, stop_gradients=others, unconnected_gradients="zero")
        parts.append(tf.gradients(station, x, g, unconnected_gradients="zero")[0])
    return parts


# %% right held-sum
def routes(y, x, stations):
    def slope(a, b, held):
        return tf.gradients(a, b, stop_gradients=held, unconnected_gradients="zero")[0]

    parts = [slope(y, x, stations)]
    for station in stations:
        g = tf.stop_gradient(slope(y, station, stations))
        parts.append(slope(tf.reduce_sum(g * station), x, None))
    return tuple(parts)


# %% right nones-by-hand
def routes(y, x, stations):
    back = tf.gradients(y, [x] + stations, stop_gradients=stations)
    parts = [back[0]]
    for station, g in zip(stations, back[1:]):
        parts.append(None if g is None else tf.gradients([station], [x], [g])[0])
    return [tf.zeros_like(x) if part is None else part for part in parts]


# %% right the-rest-goes-around
def routes(y, x, stations):
    zero = {"unconnected_gradients": "zero"}
    back = tf.gradients(y, stations, stop_gradients=stations, **zero) if stations else []
    parts = [tf.gradients(s, x, grad_ys=[g], **zero)[0] for s, g in zip(stations, back)]
    (total,) = tf.gradients(y, x, **zero)
    return [total - tf.add_n(parts) if parts else total, *parts]


# %% wrong totals mistake=counts-twice
# says: a path that passes through two stations counts at both, so your parts add up to more than the total
#     derivative. Hold the stations on the way from y to each of them.
def routes(y, x, stations):
    parts = tf.gradients(y, x, stop_gradients=stations, unconnected_gradients="zero")
    for station in stations:
        (g,) = tf.gradients(y, station, unconnected_gradients="zero")
        parts += tf.gradients(station, x, grad_ys=g, unconnected_gradients="zero")
    return parts


# %% wrong nearest-to-x mistake=first-station
# says: your parts add up, but each path counts at the station that is nearest to x. It should count at the
#     one nearest to y: which half of the path must not pass through another station?
def routes(y, x, stations):
    parts = tf.gradients(y, x, stop_gradients=stations, unconnected_gradients="zero")
    for station in stations:
        others = [one for one in stations if one is not station]
        (g,) = tf.gradients(y, station, unconnected_gradients="zero")
        parts += tf.gradients(
            station, x, grad_ys=g, stop_gradients=others, unconnected_gradients="zero"
        )
    return parts


# %% wrong only-that-one mistake=two-stations-lost
# says: paths that pass through two stations are missing. Between the last station and y there is no other;
#     between x and the last station there may be some.
def routes(y, x, stations):
    parts = tf.gradients(y, x, stop_gradients=stations, unconnected_gradients="zero")
    for station in stations:
        others = [one for one in stations if one is not station]
        (some,) = tf.gradients(y, x, stop_gradients=others, unconnected_gradients="zero")
        parts.append(some - parts[0])
    return parts


# %% wrong in-total mistake=total-first
# says: the parts of the stations are right, but the first part is the total derivative. It should be what
#     passes through no station at all.
def routes(y, x, stations):
    parts = tf.gradients(y, x, unconnected_gradients="zero")
    for station in stations:
        (g,) = tf.gradients(y, station, stop_gradients=stations, unconnected_gradients="zero")
        parts += tf.gradients(station, x, grad_ys=g, unconnected_gradients="zero")
    return parts


# %% wrong half-way mistake=ends-at-the-stations
# says: for the stations, you return derivatives with respect to the stations. Each path goes on to x: carry
#     the gradient from the station to x.
def routes(y, x, stations):
    return tf.gradients(y, [x, *stations], stop_gradients=stations, unconnected_gradients="zero")


# %% wrong other-half mistake=slopes-alone
# says: for the stations, you return how much each of them moves with x. What is missing is the other half
#     of the path, from the station to y.
def routes(y, x, stations):
    parts = tf.gradients(y, x, stop_gradients=stations, unconnected_gradients="zero")
    for station in stations:
        parts += tf.gradients(station, x, unconnected_gradients="zero")
    return parts


# %% wrong held-in-both-halves mistake=stopped-at-once
# says: the part of every station is zero. If your call from a station to x holds that station, too, the
#     path ends where it begins.
def routes(y, x, stations):
    zero = {"unconnected_gradients": "zero", "stop_gradients": stations}
    around, *back = tf.gradients(y, [x, *stations], **zero)
    parts = [around]
    for station, gradient in zip(stations, back):
        parts.append(tf.gradients(station, x, grad_ys=gradient, **zero)[0])
    return parts


# %% wrong products mistake=place-by-place like=two-halves
# says: you multiply the two halves of a path. That is right for single numbers. If a station is a matrix,
#     its gradient has to be carried on to x: `grad_ys` does it.
# -         parts += tf.gradients(station, x, grad_ys=g, unconnected_gradients="zero")
# +         parts.append(g * tf.gradients(station, x, unconnected_gradients="zero")[0])


# %% wrong none mistake=none-where-nothing like=nones-by-hand
# says: where there is no path, your parts are None, and None cannot be added up.
#     `unconnected_gradients="zero"` gives a tensor of zeros, in either half of the path.
# -     return [tf.zeros_like(x) if part is None else part for part in parts]
# +     return parts


# %% wrong one-zero-for-none like=nones-by-hand
# -     return [tf.zeros_like(x) if part is None else part for part in parts]
# +     return [tf.constant(0.0) if part is None else part for part in parts]


# %% wrong around-is-last like=two-halves
# -     parts = [around]
# +     parts = []
# -     return parts
# +     return [*parts, around]


# %% wrong all-stations-at-once
def routes(y, x, stations):
    around, *back = tf.gradients(
        y, [x, *stations], stop_gradients=stations, unconnected_gradients="zero"
    )
    if not stations:
        return [around]
    return [around, *tf.gradients(stations, x, back, unconnected_gradients="zero")]


# %% wrong in-their-order
def routes(y, x, stations):
    parts = tf.gradients(y, x, stop_gradients=stations, unconnected_gradients="zero")
    for number, station in enumerate(stations):
        later = stations[number + 1 :]
        (g,) = tf.gradients(y, station, stop_gradients=later, unconnected_gradients="zero")
        parts += tf.gradients(station, x, grad_ys=g, unconnected_gradients="zero")
    return parts


# %% wrong needs-a-station like=the-rest-goes-around
# -     back = tf.gradients(y, stations, stop_gradients=stations, **zero) if stations else []
# +     back = tf.gradients(y, stations, stop_gradients=stations, **zero)
# -     return [total - tf.add_n(parts) if parts else total, *parts]
# +     return [total - tf.add_n(parts), *parts]


# %% wrong none-as-grad-ys
def routes(y, x, stations):
    parts = tf.gradients(y, [x], stop_gradients=stations, unconnected_gradients="zero")
    for station, gradient in zip(stations, tf.gradients(y, stations, stop_gradients=stations)):
        parts += tf.gradients(station, x, grad_ys=gradient, unconnected_gradients="zero")
    return parts


# %% exempt *
# changes-its-input
#     who keeps the list of stations is not said
# none-passed-over: ...
#     where it says "zero", no gradient is None
# constant: ...[0]... -> ...[-1]...
#     the only one


# %% exempt others-held
# arithmetic: others = ...
# operand-dropped: others = ...
# constant: others = ...
#     also the station itself is held: between y and a station, no path passes that station


# %% exempt held-sum
# call-dropped: ...tf.reduce_sum(g * station)... -> ...
#     `tf.gradients` adds up the numbers of what it differentiates


# %% exempt the-rest-goes-around
# mutable-default: ...
#     nobody changes the dictionary
# condition: ...
# none-for-truth: ...
#     without stations there are no gradients for them
