# %% gradient_control/direct right two-halves
def routes(y, x, stations):
    around, *back = tf.gradients(
        y, [x, *stations], stop_gradients=stations, unconnected_gradients="zero"
    )
    parts = [around]
    for station, g in zip(stations, back):
        parts += tf.gradients(station, x, grad_ys=g, unconnected_gradients="zero")
    return parts


# %% gradient_control/direct right others-held
def routes(y, x, stations):
    parts = tf.gradients(y, x, stop_gradients=stations, unconnected_gradients="zero")
    for number, station in enumerate(stations):
        others = stations[:number] + stations[number + 1 :]
        (g,) = tf.gradients(y, station, stop_gradients=others, unconnected_gradients="zero")
        parts.append(tf.gradients(station, x, g, unconnected_gradients="zero")[0])
    return parts


# %% gradient_control/direct right held-sum
def routes(y, x, stations):
    def slope(a, b, held):
        return tf.gradients(a, b, stop_gradients=held, unconnected_gradients="zero")[0]

    parts = [slope(y, x, stations)]
    for station in stations:
        g = tf.stop_gradient(slope(y, station, stations))
        parts.append(slope(tf.reduce_sum(g * station), x, None))
    return tuple(parts)


# %% gradient_control/direct right nones-by-hand
def routes(y, x, stations):
    back = tf.gradients(y, [x] + stations, stop_gradients=stations)
    parts = [back[0]]
    for station, g in zip(stations, back[1:]):
        parts.append(None if g is None else tf.gradients([station], [x], [g])[0])
    return [tf.zeros_like(x) if part is None else part for part in parts]


# %% gradient_control/direct right the-rest-goes-around
def routes(y, x, stations):
    zero = {"unconnected_gradients": "zero"}
    back = tf.gradients(y, stations, stop_gradients=stations, **zero) if stations else []
    parts = [tf.gradients(s, x, grad_ys=[g], **zero)[0] for s, g in zip(stations, back)]
    (total,) = tf.gradients(y, x, **zero)
    return [total - tf.add_n(parts) if parts else total, *parts]


# %% gradient_control/direct wrong totals misconception=counts-twice
def routes(y, x, stations):
    parts = tf.gradients(y, x, stop_gradients=stations, unconnected_gradients="zero")
    for station in stations:
        (g,) = tf.gradients(y, station, unconnected_gradients="zero")
        parts += tf.gradients(station, x, grad_ys=g, unconnected_gradients="zero")
    return parts


# %% gradient_control/direct wrong nearest-to-x misconception=first-station
def routes(y, x, stations):
    parts = tf.gradients(y, x, stop_gradients=stations, unconnected_gradients="zero")
    for station in stations:
        others = [one for one in stations if one is not station]
        (g,) = tf.gradients(y, station, unconnected_gradients="zero")
        parts += tf.gradients(
            station, x, grad_ys=g, stop_gradients=others, unconnected_gradients="zero"
        )
    return parts


# %% gradient_control/direct wrong only-that-one misconception=two-stations-lost
def routes(y, x, stations):
    parts = tf.gradients(y, x, stop_gradients=stations, unconnected_gradients="zero")
    for station in stations:
        others = [one for one in stations if one is not station]
        (some,) = tf.gradients(y, x, stop_gradients=others, unconnected_gradients="zero")
        parts.append(some - parts[0])
    return parts


# %% gradient_control/direct wrong in-total misconception=total-first
def routes(y, x, stations):
    parts = tf.gradients(y, x, unconnected_gradients="zero")
    for station in stations:
        (g,) = tf.gradients(y, station, stop_gradients=stations, unconnected_gradients="zero")
        parts += tf.gradients(station, x, grad_ys=g, unconnected_gradients="zero")
    return parts


# %% gradient_control/direct wrong half-way misconception=ends-at-the-stations
def routes(y, x, stations):
    return tf.gradients(y, [x, *stations], stop_gradients=stations, unconnected_gradients="zero")


# %% gradient_control/direct wrong other-half misconception=slopes-alone
def routes(y, x, stations):
    parts = tf.gradients(y, x, stop_gradients=stations, unconnected_gradients="zero")
    for station in stations:
        parts += tf.gradients(station, x, unconnected_gradients="zero")
    return parts


# %% gradient_control/direct wrong products misconception=place-by-place
def routes(y, x, stations):
    around, *back = tf.gradients(
        y, [x, *stations], stop_gradients=stations, unconnected_gradients="zero"
    )
    parts = [around]
    for station, g in zip(stations, back):
        parts.append(g * tf.gradients(station, x, unconnected_gradients="zero")[0])
    return parts


# %% gradient_control/direct wrong none misconception=none-where-nothing
def routes(y, x, stations):
    around, *back = tf.gradients(y, [x, *stations], stop_gradients=stations)
    parts = [around]
    for station, g in zip(stations, back):
        parts.append(None if g is None else tf.gradients(station, x, g)[0])
    return parts


# %% gradient_control/direct wrong around-is-last
def routes(y, x, stations):
    around, *back = tf.gradients(
        y, [x, *stations], stop_gradients=stations, unconnected_gradients="zero"
    )
    parts = []
    for station, g in zip(stations, back):
        parts += tf.gradients(station, x, grad_ys=g, unconnected_gradients="zero")
    return [*parts, around]


# %% gradient_control/direct wrong all-stations-at-once
def routes(y, x, stations):
    around, *back = tf.gradients(
        y, [x, *stations], stop_gradients=stations, unconnected_gradients="zero"
    )
    if not stations:
        return [around]
    return [around, *tf.gradients(stations, x, back, unconnected_gradients="zero")]


# %% gradient_control/direct wrong in-their-order
def routes(y, x, stations):
    parts = tf.gradients(y, x, stop_gradients=stations, unconnected_gradients="zero")
    for number, station in enumerate(stations):
        later = stations[number + 1 :]
        (g,) = tf.gradients(y, station, stop_gradients=later, unconnected_gradients="zero")
        parts += tf.gradients(station, x, grad_ys=g, unconnected_gradients="zero")
    return parts


# %% gradient_control/direct wrong needs-a-station
def routes(y, x, stations):
    zero = {"unconnected_gradients": "zero"}
    back = tf.gradients(y, stations, stop_gradients=stations, **zero)
    parts = [tf.gradients(s, x, grad_ys=[g], **zero)[0] for s, g in zip(stations, back)]
    (total,) = tf.gradients(y, x, **zero)
    return [total - tf.add_n(parts), *parts]


# %% gradient_control/direct wrong held-in-both-halves misconception=stopped-at-once
def routes(y, x, stations):
    zero = {"unconnected_gradients": "zero", "stop_gradients": stations}
    around, *back = tf.gradients(y, [x, *stations], **zero)
    parts = [around]
    for station, gradient in zip(stations, back):
        parts.append(tf.gradients(station, x, grad_ys=gradient, **zero)[0])
    return parts


# %% gradient_control/direct wrong none-as-grad-ys
def routes(y, x, stations):
    parts = tf.gradients(y, [x], stop_gradients=stations, unconnected_gradients="zero")
    for station, gradient in zip(stations, tf.gradients(y, stations, stop_gradients=stations)):
        parts += tf.gradients(station, x, grad_ys=gradient, unconnected_gradients="zero")
    return parts


# %% gradient_control/direct exempt *
# changes-its-input
#     who keeps the list of stations is not said
# none-passed-over: ...
#     where it says "zero", no gradient is None
# constant: ...[0]... -> ...[-1]...
#     the only one

# %% gradient_control/direct exempt others-held
# arithmetic: others = ...
# operand-dropped: others = ...
# constant: others = ...
#     also the station itself is held: between y and a station, no path passes that station

# %% gradient_control/direct exempt held-sum
# call-dropped: ...tf.reduce_sum(g * station)... -> ...
#     `tf.gradients` adds up the numbers of what it differentiates

# %% gradient_control/direct exempt the-rest-goes-around
# mutable-default: ...
#     nobody changes the dictionary
# condition: ...
# none-for-truth: ...
#     without stations there are no gradients for them
