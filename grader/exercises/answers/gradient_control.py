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


# %% gradient_control/open_floors right usual
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return build(x)


# %% gradient_control/open_floors right decorator
def open_floors(build, x, factor, rule):
    @tf.RegisterGradient(rule)
    def steep(op, grad):
        return [grad * factor]

    with x.graph.gradient_override_map({"Floor": rule}):
        y = build(x)
    return y


# %% gradient_control/open_floors right registered-afterwards
def open_floors(build, x, factor, rule):
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        y = build(x)

    @tf.RegisterGradient(rule)
    def steep(op, grad):
        return tf.multiply(grad, tf.constant(factor))

    return tf.identity(y)


# %% gradient_control/open_floors right nested-blocks
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: tf.scalar_mul(factor, grad))
    graph = tf.get_default_graph()
    with graph.gradient_override_map({"Floor": "Identity"}):
        with graph.gradient_override_map({"Floor": rule}):
            return build(x)


# %% gradient_control/open_floors right from-the-input
def open_floors(build, x, factor, rule):
    def steep(op, grad):
        way = factor * op.inputs[0]
        return tf.gradients(way, op.inputs[0], grad)[0]

    tf.RegisterGradient(rule)(steep)
    with tf.get_default_graph().gradient_override_map({"Floor": rule, "Round": rule}):
        return build(x)


# %% gradient_control/open_floors wrong after-the-block misconception=no-floor-is-noted
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
    y = build(x)
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return tf.identity(y)


# %% gradient_control/open_floors wrong turned-around misconception=no-floor-is-noted
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * grad)
    with tf.get_default_graph().gradient_override_map({rule: "Floor"}):
        return build(x)


# %% gradient_control/open_floors wrong only-built misconception=no-floor-is-noted
def open_floors(build, x, factor, rule):
    return build(x)


# %% gradient_control/open_floors wrong identity misconception=forgets-the-factor
def open_floors(build, x, factor, rule):
    with tf.get_default_graph().gradient_override_map({"Floor": "Identity"}):
        return build(x)


# %% gradient_control/open_floors wrong factor-alone misconception=gradient-thrown-away
def open_floors(build, x, factor, rule):
    tf.RegisterGradient(rule)(lambda op, grad: factor * tf.ones_like(grad))
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return build(x)


# %% gradient_control/open_floors wrong at-the-end misconception=factor-once
def open_floors(build, x, factor, rule):
    with tf.get_default_graph().gradient_override_map({"Floor": "Identity"}):
        y = build(x)
    return factor * y + tf.stop_gradient(y - factor * y)


# %% gradient_control/open_floors wrong unregistered
def open_floors(build, x, factor, rule):
    with tf.get_default_graph().gradient_override_map({"Floor": rule}):
        return build(x)


# %% gradient_control/open_floors wrong own-name
def open_floors(build, x, factor, rule):
    tf.RegisterGradient("Floor")(lambda op, grad: factor * grad)
    return build(x)


# %% gradient_control/open_floors wrong scales-the-value
def open_floors(build, x, factor, rule):
    with tf.get_default_graph().gradient_override_map({"Floor": "Identity"}):
        return factor * build(x)


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


# %% gradient_control/careful_step right usual
def careful_step(optimizer, loss, masks, limit):
    pairs = optimizer.compute_gradients(loss, var_list=[v for v, _ in masks])
    masked = [None if g is None else g * m for (g, _), (_, m) in zip(pairs, masks)]
    short, _ = tf.clip_by_global_norm(masked, limit)
    return optimizer.apply_gradients(list(zip(short, [v for v, _ in masks])))


# %% gradient_control/careful_step right tf-gradients
def careful_step(optimizer, loss, masks, limit):
    variables = [v for v, _ in masks]
    found = tf.gradients(loss, variables, unconnected_gradients="zero")
    masked = [g * m for g, (_, m) in zip(found, masks)]
    short, norm = tf.clip_by_global_norm(masked, limit)
    return optimizer.apply_gradients(zip(short, variables))


# %% gradient_control/careful_step right by-hand
def careful_step(optimizer, loss, masks, limit):
    pairs = []
    for v, m in masks:
        ((g, _),) = optimizer.compute_gradients(loss, [v])
        if g is not None:
            pairs.append((g * tf.constant(m), v))
    norm = tf.sqrt(tf.add_n([tf.reduce_sum(g * g) for g, _ in pairs]))
    scale = limit / tf.maximum(norm, limit)
    return optimizer.apply_gradients([(g * scale, v) for g, v in pairs])


# %% gradient_control/careful_step right where
def careful_step(optimizer, loss, masks, limit):
    pairs = optimizer.compute_gradients(loss, [v for v, _ in masks])
    kept = []
    for (g, v), (_, m) in zip(pairs, masks):
        if g is None:
            continue
        kept.append((tf.where(tf.constant(m) > 0, g, tf.zeros_like(g)), v))
    short = tf.clip_by_global_norm([g for g, _ in kept], limit)[0]
    return optimizer.apply_gradients([(g, v) for g, (_, v) in zip(short, kept)])


# %% gradient_control/careful_step right from-all
def careful_step(optimizer, loss, masks, limit):
    masked = []
    for g, v in optimizer.compute_gradients(loss):
        for known, m in masks:
            if known is v and g is not None:
                masked.append((m * g, v))
    short, _ = tf.clip_by_global_norm([g for g, _ in masked], limit)
    return optimizer.apply_gradients(zip(short, [v for _, v in masked]))


# %% gradient_control/careful_step right ends-in-a-tensor
def careful_step(optimizer, loss, masks, limit):
    found = tf.gradients(loss, [v for v, _ in masks])
    masked = [None if g is None else g * m for g, (_, m) in zip(found, masks)]
    norm = tf.global_norm(masked)
    short, _ = tf.clip_by_global_norm(masked, limit, use_norm=norm)
    step = optimizer.apply_gradients([(g, v) for g, (v, _) in zip(short, masks)])
    with tf.control_dependencies([step]):
        return tf.identity(norm)


# %% gradient_control/careful_step wrong all-variables misconception=trains-everything
def careful_step(optimizer, loss, masks, limit):
    pairs = []
    for g, v in optimizer.compute_gradients(loss):
        for known, m in masks:
            if known is v and g is not None:
                g = g * m
        pairs.append((g, v))
    short, _ = tf.clip_by_global_norm([g for g, _ in pairs], limit)
    return optimizer.apply_gradients([(g, v) for g, (_, v) in zip(short, pairs)])


# %% gradient_control/careful_step wrong zeroes misconception=multiplies-the-weights
def careful_step(optimizer, loss, masks, limit):
    variables = [v for v, _ in masks]
    short, _ = tf.clip_by_global_norm(tf.gradients(loss, variables), limit)
    with tf.control_dependencies([optimizer.apply_gradients(zip(short, variables))]):
        return tf.group(*[tf.assign(v, v.read_value() * m) for v, m in masks])


# %% gradient_control/careful_step wrong clips-first misconception=clips-before-the-mask
def careful_step(optimizer, loss, masks, limit):
    variables = [v for v, _ in masks]
    short, _ = tf.clip_by_global_norm(tf.gradients(loss, variables), limit)
    pairs = [(g * m, v) for g, (v, m) in zip(short, masks) if g is not None]
    return optimizer.apply_gradients(pairs)


# %% gradient_control/careful_step wrong each misconception=each-alone
def careful_step(optimizer, loss, masks, limit):
    pairs = []
    for v, m in masks:
        (g,) = tf.gradients(loss, [v])
        if g is not None:
            pairs.append((tf.clip_by_norm(g * m, limit), v))
    return optimizer.apply_gradients(pairs)


# %% gradient_control/careful_step wrong none misconception=stumbles-over-none
def careful_step(optimizer, loss, masks, limit):
    pairs = optimizer.compute_gradients(loss, var_list=[v for v, _ in masks])
    masked = [g * m for (g, _), (_, m) in zip(pairs, masks)]
    short, _ = tf.clip_by_global_norm(masked, limit)
    return optimizer.apply_gradients(zip(short, [v for v, _ in masks]))


# %% gradient_control/careful_step wrong never-clips
def careful_step(optimizer, loss, masks, limit):
    pairs = optimizer.compute_gradients(loss, var_list=[v for v, _ in masks])
    masked = [(g * m, v) for (g, v), (_, m) in zip(pairs, masks) if g is not None]
    return optimizer.apply_gradients(masked)


# %% gradient_control/careful_step wrong masks-nothing
def careful_step(optimizer, loss, masks, limit):
    variables = [v for v, _ in masks]
    short, _ = tf.clip_by_global_norm(tf.gradients(loss, variables), limit)
    return optimizer.apply_gradients(zip(short, variables))


# %% gradient_control/careful_step wrong turned-around
def careful_step(optimizer, loss, masks, limit):
    pairs = optimizer.compute_gradients(loss, var_list=[v for v, _ in masks])
    masked = [None if g is None else g * (1 - m) for (g, _), (_, m) in zip(pairs, masks)]
    short, _ = tf.clip_by_global_norm(masked, limit)
    return optimizer.apply_gradients(zip(short, [v for v, _ in masks]))


# %% gradient_control/careful_step wrong by-value
def careful_step(optimizer, loss, masks, limit):
    pairs = optimizer.compute_gradients(loss, var_list=[v for v, _ in masks])
    return optimizer.apply_gradients(
        [
            (tf.clip_by_value(g * m, -limit, limit), v)
            for (g, v), (_, m) in zip(pairs, masks)
            if g is not None
        ]
    )


# %% gradient_control/careful_step wrong never-applied
def careful_step(optimizer, loss, masks, limit):
    found = tf.gradients(loss, [v for v, _ in masks])
    masked = [g * m for g, (_, m) in zip(found, masks) if g is not None]
    return tf.clip_by_global_norm(masked, limit)[1]


# %% gradient_control/careful_step wrong minimize
def careful_step(optimizer, loss, masks, limit):
    return optimizer.minimize(loss, var_list=[v for v, _ in masks])


# %% gradient_control/careful_step wrong pairs
def careful_step(optimizer, loss, masks, limit):
    return optimizer.compute_gradients(loss, [v for v, _ in masks])
