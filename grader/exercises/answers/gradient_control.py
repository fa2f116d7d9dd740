"""Right and wrong answers to the exercises of chapter 06, as students write them.

Data, not a module to import: `grader.exercises.answers.answers("06-gradient-control")` reads them.
"""


# %% gradient_control/weighted right grad-ys
def weighted(ys, xs, weights):
    return tf.gradients(ys, xs, [tf.constant(w) for w in weights], unconnected_gradients="zero")


# %% gradient_control/weighted right scaled-losses
def weighted(ys, xs, weights):
    total = tf.add_n([w * y for w, y in zip(weights, ys)])
    return tf.gradients(total, xs, unconnected_gradients="zero")


# %% gradient_control/weighted right list-of-scaled
def weighted(ys, xs, weights):
    return tf.gradients([w * y for w, y in zip(weights, ys)], xs, unconnected_gradients="zero")


# %% gradient_control/weighted right zeros-by-hand
def weighted(ys, xs, weights):
    found = tf.gradients(ys, xs, grad_ys=[w * tf.ones_like(y) for w, y in zip(weights, ys)])
    return [tf.zeros_like(x) if g is None else g for g, x in zip(found, xs)]


# %% gradient_control/weighted right loss-by-loss
def weighted(ys, xs, weights):
    result = []
    for x in xs:
        parts = [
            w * tf.gradients(y, x, unconnected_gradients="zero")[0] for w, y in zip(weights, ys)
        ]
        result.append(tf.add_n(parts))
    return tuple(result)


# %% gradient_control/weighted wrong plain misconception=forgets-the-weights
def weighted(ys, xs, weights):
    return tf.gradients(ys, xs, unconnected_gradients="zero")


# %% gradient_control/weighted wrong none misconception=none-where-unconnected
def weighted(ys, xs, weights):
    return tf.gradients(ys, xs, [tf.constant(w) for w in weights])


# %% gradient_control/weighted wrong first-loss misconception=only-the-first-loss
def weighted(ys, xs, weights):
    return tf.gradients(weights[0] * ys[0], xs, unconnected_gradients="zero")


# %% gradient_control/weighted wrong plain-and-none
def weighted(ys, xs, weights):
    return tf.gradients(ys, xs)


# %% gradient_control/weighted wrong weights-swapped
def weighted(ys, xs, weights):
    return tf.gradients(
        ys, xs, [tf.constant(w) for w in weights[::-1]], unconnected_gradients="zero"
    )


# %% gradient_control/weighted wrong sum-of-weights
def weighted(ys, xs, weights):
    return tf.gradients(ys, xs, [tf.constant(sum(weights))] * 2, unconnected_gradients="zero")


# %% gradient_control/weighted wrong drops-none
def weighted(ys, xs, weights):
    found = tf.gradients(ys, xs, [tf.constant(w) for w in weights])
    return [g for g in found if g is not None]


# %% gradient_control/direct right stop-gradients
def direct(y, parts):
    return tf.gradients(y, parts, stop_gradients=parts)


# %% gradient_control/direct right one-by-one
def direct(y, parts):
    return [tf.gradients(y, part, stop_gradients=parts)[0] for part in parts]


# %% gradient_control/direct right positional
def direct(y, parts):
    return tuple(tf.gradients([y], parts, None, "held", False, None, None, list(parts)))


# %% gradient_control/direct right identities
def direct(y, parts):
    return [tf.identity(g) for g in tf.gradients(y, parts, stop_gradients=parts)]


# %% gradient_control/direct right all-but-the-first
def direct(y, parts):
    return tf.gradients(y, parts, stop_gradients=parts[1:])


# %% gradient_control/direct right minus-the-rest
def direct(y, parts):
    total = list(tf.gradients(y, parts))
    direct = list(total)
    for later in range(len(parts) - 1, 0, -1):
        for earlier in range(later):
            held = tf.gradients(parts[later], parts[earlier], stop_gradients=parts[:later])[0]
            if held is not None:
                direct[earlier] -= total[later] * held
    return direct


# %% gradient_control/direct wrong total misconception=total-derivative
def direct(y, parts):
    return tf.gradients(y, parts)


# %% gradient_control/direct wrong last misconception=holds-the-last
def direct(y, parts):
    return tf.gradients(y, parts, stop_gradients=[parts[-1]])


# %% gradient_control/direct wrong stopped-end misconception=stops-the-end
def direct(y, parts):
    return tf.gradients(tf.stop_gradient(y), parts)


# %% gradient_control/direct wrong holds-the-first misconception=total-derivative
def direct(y, parts):
    return tf.gradients(y, parts, stop_gradients=parts[:1])


# %% gradient_control/direct wrong stops-copies misconception=stops-the-end
def direct(y, parts):
    stopped = [tf.stop_gradient(part) for part in parts]
    return tf.gradients(y, stopped)


# %% gradient_control/direct wrong one-tensor
def direct(y, parts):
    return tf.gradients(y, parts, stop_gradients=parts)[0]


# %% gradient_control/direct wrong holds-y misconception=stops-the-end
def direct(y, parts):
    return tf.gradients(y, parts, stop_gradients=[y])


# %% gradient_control/two_faces right usual
def two_faces(forward, backward):
    return backward + tf.stop_gradient(forward - backward)


# %% gradient_control/two_faces right two-stops
def two_faces(forward, backward):
    return tf.stop_gradient(forward) + backward - tf.stop_gradient(backward)


# %% gradient_control/two_faces right difference-first
def two_faces(forward, backward):
    gap = backward - forward
    return backward - tf.stop_gradient(gap)


# %% gradient_control/two_faces right zero-added
def two_faces(forward, backward):
    zero = backward - tf.stop_gradient(backward)
    return tf.stop_gradient(forward) + zero


# %% gradient_control/two_faces right add-n
def two_faces(forward, backward):
    return tf.add_n([backward, tf.stop_gradient(forward), -tf.stop_gradient(backward)])


# %% gradient_control/two_faces right custom-gradient
def two_faces(forward, backward):
    @tf.custom_gradient
    def choose(first, second):
        return tf.identity(first), lambda grad: (tf.zeros_like(grad), grad)

    return choose(forward, backward)


# %% gradient_control/two_faces wrong swapped misconception=swapped
def two_faces(forward, backward):
    return forward + tf.stop_gradient(backward - forward)


# %% gradient_control/two_faces wrong unstopped misconception=nothing-stopped
def two_faces(forward, backward):
    return backward + (forward - backward)


# %% gradient_control/two_faces wrong sum misconception=stops-only-forward
def two_faces(forward, backward):
    return backward + tf.stop_gradient(forward)


# %% gradient_control/two_faces wrong forward-only
def two_faces(forward, backward):
    return forward


# %% gradient_control/two_faces wrong backward-only
def two_faces(forward, backward):
    return backward


# %% gradient_control/two_faces wrong all-stopped
def two_faces(forward, backward):
    return tf.stop_gradient(backward + (forward - backward))


# %% gradient_control/two_faces wrong sign
def two_faces(forward, backward):
    return backward + tf.stop_gradient(backward - forward)


# %% gradient_control/binarize right where
def binarize(x):
    clip = tf.clip_by_value(x, -1.0, 1.0)
    signs = tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))
    return clip + tf.stop_gradient(signs - clip)


# %% gradient_control/binarize right cast
def binarize(x):
    clip = tf.clip_by_value(x, -1.0, 1.0)
    signs = 2 * tf.cast(x >= 0, tf.float32) - 1
    return clip + tf.stop_gradient(signs - clip)


# %% gradient_control/binarize right mask
def binarize(x):
    signs = 2.0 * tf.cast(tf.greater_equal(x, 0.0), tf.float32) - 1.0
    passes = tf.cast(tf.abs(x) <= 1, tf.float32)
    return tf.stop_gradient(signs) + passes * (x - tf.stop_gradient(x))


# %% gradient_control/binarize right min-and-max
def binarize(x):
    t = tf.maximum(tf.minimum(x, 1.0), -1.0)
    signs = 1.0 - 2.0 * tf.cast(x < 0, tf.float32)
    return t - tf.stop_gradient(t - signs)


# %% gradient_control/binarize right custom-gradient
def binarize(x):
    @tf.custom_gradient
    def step(x):
        signs = tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))
        return signs, lambda grad: grad * tf.cast(tf.abs(x) <= 1, tf.float32)

    return step(x)


# %% gradient_control/binarize wrong everywhere misconception=passes-everywhere
def binarize(x):
    signs = 2 * tf.cast(x >= 0, tf.float32) - 1
    return x + tf.stop_gradient(signs - x)


# %% gradient_control/binarize wrong closed misconception=no-gradient
def binarize(x):
    return tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x))


# %% gradient_control/binarize wrong tf-sign misconception=zero-at-zero
def binarize(x):
    clip = tf.clip_by_value(x, -1.0, 1.0)
    return clip + tf.stop_gradient(tf.sign(x) - clip)


# %% gradient_control/binarize wrong clip-only misconception=soft-forward
def binarize(x):
    return tf.clip_by_value(x, -1.0, 1.0)


# %% gradient_control/binarize wrong zero-one
def binarize(x):
    clip = tf.clip_by_value(x, -1.0, 1.0)
    return clip + tf.stop_gradient(tf.cast(x >= 0, tf.float32) - clip)


# %% gradient_control/binarize wrong tanh
def binarize(x):
    signs = 2 * tf.cast(x >= 0, tf.float32) - 1
    return tf.tanh(x) + tf.stop_gradient(signs - tf.tanh(x))


# %% gradient_control/binarize wrong plain-sign
def binarize(x):
    return tf.sign(x)


# %% gradient_control/keep_some right usual
def keep_some(mask, target):
    return tf.stop_gradient((1 - mask) * target) + mask * target


# %% gradient_control/keep_some right absolute
def keep_some(mask, target):
    return tf.stop_gradient(tf.abs(mask - 1) * target) + mask * target


# %% gradient_control/keep_some right where
def keep_some(mask, target):
    return tf.where(mask > 0, target, tf.stop_gradient(target))


# %% gradient_control/keep_some right stopped-first
def keep_some(mask, target):
    held = tf.stop_gradient(target)
    return held + mask * (target - held)


# %% gradient_control/keep_some right subtracting
def keep_some(mask, target):
    kept = mask * target
    return kept + tf.stop_gradient(target - kept)


# %% gradient_control/keep_some wrong product misconception=loses-the-others
def keep_some(mask, target):
    return mask * target


# %% gradient_control/keep_some wrong other-way misconception=the-other-entries
def keep_some(mask, target):
    return tf.stop_gradient(mask * target) + (1 - mask) * target


# %% gradient_control/keep_some wrong unstopped misconception=stops-nothing
def keep_some(mask, target):
    return tf.abs(mask - 1) * target + mask * target


# %% gradient_control/keep_some wrong all-stopped
def keep_some(mask, target):
    return tf.stop_gradient(target)


# %% gradient_control/keep_some wrong target misconception=stops-nothing
def keep_some(mask, target):
    return target


# %% gradient_control/keep_some wrong no-abs
def keep_some(mask, target):
    return tf.stop_gradient((mask - 1) * target) + mask * target


# %% gradient_control/keep_some wrong stopped-twice
def keep_some(mask, target):
    return tf.stop_gradient(target) + mask * target


# %% gradient_control/masked_step right usual
def masked_step(optimizer, loss, weights, mask):
    pairs = optimizer.compute_gradients(loss, var_list=[weights])
    return optimizer.apply_gradients([(g * mask, v) for g, v in pairs])


# %% gradient_control/masked_step right tf-gradients
def masked_step(optimizer, loss, weights, mask):
    gradient = tf.gradients(loss, [weights])[0]
    return optimizer.apply_gradients([(gradient * mask, weights)])


# %% gradient_control/masked_step right multiply
def masked_step(optimizer, loss, weights, mask):
    ((g, v),) = optimizer.compute_gradients(loss, [weights])
    return optimizer.apply_gradients([(tf.multiply(g, tf.constant(mask)), v)])


# %% gradient_control/masked_step right where
def masked_step(optimizer, loss, weights, mask):
    pairs = optimizer.compute_gradients(loss, [weights])
    masked = []
    for g, v in pairs:
        masked.append((tf.where(tf.constant(mask) > 0, g, tf.zeros_like(g)), v))
    return optimizer.apply_gradients(masked)


# %% gradient_control/masked_step right from-all
def masked_step(optimizer, loss, weights, mask):
    pairs = optimizer.compute_gradients(loss)
    return optimizer.apply_gradients([(g * mask, v) for g, v in pairs if v is weights])


# %% gradient_control/masked_step right puts-back
def masked_step(optimizer, loss, weights, mask):
    held = tf.identity(weights)
    with tf.control_dependencies([held]):
        gradient = tf.gradients(loss, weights)[0]
    with tf.control_dependencies([gradient, held]):
        return optimizer.apply_gradients([(mask * gradient, weights)])


# %% gradient_control/masked_step wrong minimize misconception=masks-nothing
def masked_step(optimizer, loss, weights, mask):
    return optimizer.minimize(loss, var_list=[weights])


# %% gradient_control/masked_step wrong all-variables misconception=trains-everything
def masked_step(optimizer, loss, weights, mask):
    pairs = optimizer.compute_gradients(loss)
    return optimizer.apply_gradients([(g * mask if v is weights else g, v) for g, v in pairs])


# %% gradient_control/masked_step wrong around misconception=mask-turned-around
def masked_step(optimizer, loss, weights, mask):
    ((g, v),) = optimizer.compute_gradients(loss, [weights])
    return optimizer.apply_gradients([(g * (1 - mask), v)])


# %% gradient_control/masked_step wrong zeroes misconception=multiplies-the-weights
def masked_step(optimizer, loss, weights, mask):
    step = optimizer.minimize(loss, var_list=[weights])
    with tf.control_dependencies([step]):
        return tf.assign(weights, weights.read_value() * mask)


# %% gradient_control/masked_step wrong not-applied misconception=never-applied
def masked_step(optimizer, loss, weights, mask):
    ((g, v),) = optimizer.compute_gradients(loss, [weights])
    return g * mask


# %% gradient_control/masked_step wrong plain-minimize
def masked_step(optimizer, loss, weights, mask):
    return optimizer.minimize(loss)


# %% gradient_control/masked_step wrong pairs
def masked_step(optimizer, loss, weights, mask):
    return optimizer.compute_gradients(loss, [weights])


# %% gradient_control/gradient_rule right try
def gradient_rule(op, registered):
    try:
        key = op.get_attr("_gradient_op_type").decode()
    except ValueError:
        key = op.type
    if key not in registered:
        raise LookupError(f"no gradient for {key}")
    return key


# %% gradient_control/gradient_rule right node-def
def gradient_rule(op, registered):
    note = op.node_def.attr.get("_gradient_op_type")
    key = note.s.decode() if note is not None else op.type
    if key in registered:
        return key
    raise LookupError(key)


# %% gradient_control/gradient_rule right in-attributes
def gradient_rule(op, registered):
    key = op.type
    if "_gradient_op_type" in op.node_def.attr:
        key = op.node_def.attr["_gradient_op_type"].s.decode()
    if key not in registered:
        raise LookupError(key)
    return key


# %% gradient_control/gradient_rule right dictionary
def gradient_rule(op, registered):
    rules = {name: name for name in registered}
    try:
        key = op.get_attr("_gradient_op_type")
    except ValueError:
        key = op.type
    key = key.decode() if isinstance(key, bytes) else key
    return rules[key]


# %% gradient_control/gradient_rule right bytes
def gradient_rule(op, registered):
    known = [name.encode() for name in registered]
    try:
        key = op.get_attr("_gradient_op_type")
    except ValueError:
        key = op.type.encode()
    if key not in known:
        raise LookupError(key)
    return key


# %% gradient_control/gradient_rule wrong type-only misconception=ignores-the-override
def gradient_rule(op, registered):
    if op.type not in registered:
        raise LookupError(op.type)
    return op.type


# %% gradient_control/gradient_rule wrong name misconception=goes-by-the-name
def gradient_rule(op, registered):
    try:
        return op.get_attr("_gradient_op_type").decode()
    except ValueError:
        return op.name


# %% gradient_control/gradient_rule wrong no-error misconception=never-raises
def gradient_rule(op, registered):
    try:
        return op.get_attr("_gradient_op_type").decode()
    except ValueError:
        return op.type


# %% gradient_control/gradient_rule wrong none-instead
def gradient_rule(op, registered):
    try:
        key = op.get_attr("_gradient_op_type").decode()
    except ValueError:
        key = op.type
    return key if key in registered else None


# %% gradient_control/gradient_rule wrong falls-back
def gradient_rule(op, registered):
    try:
        key = op.get_attr("_gradient_op_type").decode()
    except ValueError:
        key = op.type
    return key if key in registered else op.type


# %% gradient_control/gradient_rule wrong only-noted
def gradient_rule(op, registered):
    return op.get_attr("_gradient_op_type").decode()


# %% gradient_control/gradient_rule wrong type-unchecked
def gradient_rule(op, registered):
    return op.type


# %% gradient_control/clipped right global-norm
def clipped(loss, xs, limit):
    return tf.clip_by_global_norm(tf.gradients(loss, xs), limit)[0]


# %% gradient_control/clipped right unpacked
def clipped(loss, xs, limit):
    found = tf.gradients(loss, xs)
    short, _ = tf.clip_by_global_norm(found, limit)
    return short


# %% gradient_control/clipped right by-hand
def clipped(loss, xs, limit):
    found = tf.gradients(loss, xs)
    norm = tf.sqrt(tf.add_n([tf.reduce_sum(g * g) for g in found]))
    return [g * tf.minimum(1.0, limit / norm) for g in found]


# %% gradient_control/clipped right maximum
def clipped(loss, xs, limit):
    found = tf.gradients(loss, xs)
    norm = tf.global_norm(found)
    return [g * limit / tf.maximum(norm, limit) for g in found]


# %% gradient_control/clipped right given-norm
def clipped(loss, xs, limit):
    found = tf.gradients(loss, xs)
    return tf.clip_by_global_norm(found, limit, use_norm=tf.global_norm(found))[0]


# %% gradient_control/clipped right where
def clipped(loss, xs, limit):
    found = tf.gradients(loss, xs)
    norm = tf.global_norm(found)
    scale = tf.where(norm > limit, limit / norm, 1.0)
    return tuple(g * scale for g in found)


# %% gradient_control/clipped wrong each misconception=each-alone
def clipped(loss, xs, limit):
    return [tf.clip_by_norm(g, limit) for g in tf.gradients(loss, xs)]


# %% gradient_control/clipped wrong value misconception=by-value
def clipped(loss, xs, limit):
    return [tf.clip_by_value(g, -limit, limit) for g in tf.gradients(loss, xs)]


# %% gradient_control/clipped wrong always misconception=always-scales
def clipped(loss, xs, limit):
    found = tf.gradients(loss, xs)
    return [g * limit / tf.global_norm(found) for g in found]


# %% gradient_control/clipped wrong unclipped
def clipped(loss, xs, limit):
    return tf.gradients(loss, xs)


# %% gradient_control/clipped wrong with-the-norm
def clipped(loss, xs, limit):
    return tf.clip_by_global_norm(tf.gradients(loss, xs), limit)


# %% gradient_control/clipped wrong squared-norm
def clipped(loss, xs, limit):
    found = tf.gradients(loss, xs)
    norm = tf.add_n([tf.reduce_sum(g * g) for g in found])
    return [g * tf.minimum(1.0, limit / norm) for g in found]


# %% gradient_control/clipped wrong clips-the-loss
def clipped(loss, xs, limit):
    return tf.gradients(tf.minimum(loss, limit), xs)
