# %% right usual
def careful_step(optimizer, loss, masks, limit):
    pairs = optimizer.compute_gradients(loss, var_list=[v for v, _ in masks])
    masked = [None if g is None else g * m for (g, _), (_, m) in zip(pairs, masks)]
    short, _ = tf.clip_by_global_norm(masked, limit)
    return optimizer.apply_gradients(list(zip(short, [v for v, _ in masks])))


# %% right tf-gradients
def careful_step(optimizer, loss, masks, limit):
    variables = [v for v, _ in masks]
    found = tf.gradients(loss, variables, unconnected_gradients="zero")
    masked = [g * m for g, (_, m) in zip(found, masks)]
    short, norm = tf.clip_by_global_norm(masked, limit)
    return optimizer.apply_gradients(zip(short, variables))


# %% right by-hand
def careful_step(optimizer, loss, masks, limit):
    pairs = []
    for v, m in masks:
        ((g, _),) = optimizer.compute_gradients(loss, [v])
        if g is not None:
            pairs.append((g * tf.constant(m), v))
    norm = tf.sqrt(tf.add_n([tf.reduce_sum(g * g) for g, _ in pairs]))
    scale = limit / tf.maximum(norm, limit)
    return optimizer.apply_gradients([(g * scale, v) for g, v in pairs])


# %% right where
def careful_step(optimizer, loss, masks, limit):
    pairs = optimizer.compute_gradients(loss, [v for v, _ in masks])
    kept = []
    for (g, v), (_, m) in zip(pairs, masks):
        if g is None:
            continue
        kept.append((tf.where(tf.constant(m) > 0, g, tf.zeros_like(g)), v))
    short = tf.clip_by_global_norm([g for g, _ in kept], limit)[0]
    return optimizer.apply_gradients([(g, v) for g, (_, v) in zip(short, kept)])


# %% right ends-in-a-tensor
def careful_step(optimizer, loss, masks, limit):
    found = tf.gradients(loss, [v for v, _ in masks])
    masked = [None if g is None else g * m for g, (_, m) in zip(found, masks)]
    norm = tf.global_norm(masked)
    short, _ = tf.clip_by_global_norm(masked, limit, use_norm=norm)
    step = optimizer.apply_gradients([(g, v) for g, (v, _) in zip(short, masks)])
    with tf.control_dependencies([step]):
        return tf.identity(norm)


# %% wrong all-variables mistake=trains-everything
# says: the masked entries are right, but variables that are not in `masks` are trained, too, and they count
#     towards the norm. Name only the variables of `masks` in `var_list`.
def careful_step(optimizer, loss, masks, limit):
    pairs = []
    for g, v in optimizer.compute_gradients(loss, tf.global_variables()):
        for known, m in masks:
            if known is v and g is not None:
                g = g * m
        pairs.append((g, v))
    short, _ = tf.clip_by_global_norm([g for g, _ in pairs], limit)
    return optimizer.apply_gradients([(g, v) for g, (_, v) in zip(short, pairs)])


# %% wrong no-var-list mistake=trains-the-trainable
# says: without `var_list` you get the trainable variables: some that are not in `masks` move, and one in
#     `masks`, with trainable=False, does not. Pass the variables in `masks` as `var_list`.
def careful_step(optimizer, loss, masks, limit):
    mask_of = {v.name: m for v, m in masks}
    pairs = [
        (g * mask_of.get(v.name, 1), v)
        for g, v in optimizer.compute_gradients(loss)
        if g is not None
    ]
    short, _ = tf.clip_by_global_norm([g for g, _ in pairs], limit)
    return optimizer.apply_gradients(zip(short, [v for _, v in pairs]))


# %% wrong only-the-trainable mistake=leaves-the-frozen-out
# says: without `var_list` you get only the trainable variables, so one in `masks`, with trainable=False,
#     does not move. Pass the variables in `masks` as `var_list`.
def careful_step(optimizer, loss, masks, limit):
    masked = []
    for g, v in optimizer.compute_gradients(loss):
        for known, m in masks:
            if known is v and g is not None:
                masked.append((m * g, v))
    short, _ = tf.clip_by_global_norm([g for g, _ in masked], limit)
    return optimizer.apply_gradients(zip(short, [v for _, v in masked]))


# %% wrong never-clips mistake=never-shortens like=usual
# says: you don't shorten the gradients. Where their global norm is greater than `limit`,
#     `tf.clip_by_global_norm` makes it `limit`.
# -     short, _ = tf.clip_by_global_norm(masked, limit)
# +     short = masked


# %% wrong always-as-long-as-the-limit mistake=stretches-the-short like=usual
# says: you scale the gradients to a global norm of exactly `limit`, even when they are short. Gradients
#     whose global norm is below `limit` stay as they are.
# -     short, _ = tf.clip_by_global_norm(masked, limit)
# +     norm = tf.global_norm(masked)
# +     short = [None if g is None else limit * g / norm for g in masked]


# %% wrong zeroes mistake=multiplies-the-weights
# says: you multiply the variables by their masks, so the entries with mask 0 become zero. They should keep
#     their values: multiply the gradients.
def careful_step(optimizer, loss, masks, limit):
    variables = [v for v, _ in masks]
    short, _ = tf.clip_by_global_norm(tf.gradients(loss, variables), limit)
    with tf.control_dependencies([optimizer.apply_gradients(zip(short, variables))]):
        return tf.group(*[tf.assign(v, v.read_value() * m) for v, m in masks])


# %% wrong masks-and-zeroes mistake=multiplies-both like=usual
# says: your gradients are right, but you also multiply the variables by their masks, so the entries with
#     mask 0 become zero. They should keep their values.
# -     return optimizer.apply_gradients(list(zip(short, [v for v, _ in masks])))
# +     step = optimizer.apply_gradients(zip(short, [v for v, _ in masks]))
# +     with tf.control_dependencies([step]):
# +         return tf.group(*[v.assign(v.read_value() * m) for v, m in masks])


# %% wrong trains-and-zeroes
def careful_step(optimizer, loss, masks, limit):
    step = optimizer.minimize(loss, var_list=[v for v, _ in masks])
    with tf.control_dependencies([step]):
        return tf.group(*[tf.assign(v, v.read_value() * m) for v, m in masks])


# %% wrong clips-first mistake=clips-before-the-mask
# says: you clip first and mask afterwards, so the gradients of entries that do not move count in the norm,
#     and the others are shortened too much. Mask first: the limit is for the masked gradients.
def careful_step(optimizer, loss, masks, limit):
    variables = [v for v, _ in masks]
    short, _ = tf.clip_by_global_norm(tf.gradients(loss, variables), limit)
    pairs = [(g * m, v) for g, (v, m) in zip(short, masks) if g is not None]
    return optimizer.apply_gradients(pairs)


# %% wrong each mistake=each-alone like=usual
# says: you shorten each gradient by itself, which changes their common direction. The limit is for all of
#     them together: `tf.clip_by_global_norm`.
# -     short, _ = tf.clip_by_global_norm(masked, limit)
# +     short = [None if g is None else tf.clip_by_norm(g, limit) for g in masked]


# %% wrong by-value mistake=each-number-alone like=usual
# says: you limit each number by itself, which changes the direction of the gradient. The limit is for the
#     global norm: `tf.clip_by_global_norm`.
# -     short, _ = tf.clip_by_global_norm(masked, limit)
# +     short = [None if g is None else tf.clip_by_value(g, -limit, limit) for g in masked]


# %% wrong norm-without-the-root mistake=forgets-the-root like=tf-gradients
# says: you shorten too much. The norm is the root of the sum of the squares: the root is missing.
# -     short, norm = tf.clip_by_global_norm(masked, limit)
# +     norm = tf.add_n([tf.reduce_sum(tf.square(g)) for g in masked])
# +     short = [g * (limit / tf.maximum(norm, limit)) for g in masked]


# %% wrong none mistake=stumbles-over-none like=usual
# says: no path leads from one of the masked variables to the loss. Its gradient is None, and None cannot be
#     multiplied: leave such an entry as it is. Both the clipping and `apply_gradients` accept None.
# -     masked = [None if g is None else g * m for (g, _), (_, m) in zip(pairs, masks)]
# +     masked = [g * m for (g, _), (_, m) in zip(pairs, masks)]


# %% wrong divides-by-a-norm-of-zero like=by-hand
# -     scale = limit / tf.maximum(norm, limit)
# +     scale = tf.minimum(norm, limit) / norm


# %% wrong masks-nothing like=usual
# -     masked = [None if g is None else g * m for (g, _), (_, m) in zip(pairs, masks)]
# +     masked = [g for g, _ in pairs]


# %% wrong turned-around like=usual
# -     masked = [None if g is None else g * m for (g, _), (_, m) in zip(pairs, masks)]
# +     masked = [None if g is None else g * (1 - m) for (g, _), (_, m) in zip(pairs, masks)]


# %% wrong masks-shift
def careful_step(optimizer, loss, masks, limit):
    pairs = optimizer.compute_gradients(loss, var_list=[v for v, _ in masks])
    pairs = [(g, v) for g, v in pairs if g is not None]
    masked = [g * m for (g, _), (_, m) in zip(pairs, masks)]
    short, _ = tf.clip_by_global_norm(masked, limit)
    return optimizer.apply_gradients(zip(short, [v for _, v in pairs]))


# %% wrong others-count-in-the-norm
def careful_step(optimizer, loss, masks, limit):
    mask_of = {v.name: m for v, m in masks}
    pairs = optimizer.compute_gradients(loss, tf.global_variables())
    pairs = [(g * mask_of.get(v.name, 1), v) for g, v in pairs if g is not None]
    short, _ = tf.clip_by_global_norm([g for g, _ in pairs], limit)
    found = [(g, v) for g, (_, v) in zip(short, pairs) if v.name in mask_of]
    return optimizer.apply_gradients(found)


# %% wrong never-applied like=usual
# -     return optimizer.apply_gradients(list(zip(short, [v for v, _ in masks])))
# +     return tf.global_norm(short)


# %% wrong minimize
def careful_step(optimizer, loss, masks, limit):
    return optimizer.minimize(loss, var_list=[v for v, _ in masks])


# %% wrong pairs
def careful_step(optimizer, loss, masks, limit):
    return optimizer.compute_gradients(loss, [v for v, _ in masks])


# %% wrong a-step-of-its-own like=usual
# -     return optimizer.apply_gradients(list(zip(short, [v for v, _ in masks])))
# +     rate = optimizer._learning_rate
# +     moves = [(rate * g, v) for g, (v, _) in zip(short, masks) if g is not None]
# +     return tf.group(*[v.assign_sub(move) for move, v in moves])


# %% wrong runs-while-building like=usual
# -     short, _ = tf.clip_by_global_norm(masked, limit)
# +     with tf.Session() as session:
# +         session.run(tf.global_variables_initializer())
# +         long = session.run(tf.global_norm(masked)) > limit
# +     short = tf.clip_by_global_norm(masked, limit)[0] if long else masked


# %% wrong one-call-for-each-variable like=usual
# -     return optimizer.apply_gradients(list(zip(short, [v for v, _ in masks])))
# +     known = [(g, v) for g, (v, _) in zip(short, masks) if g is not None]
# +     with tf.control_dependencies([g for g, _ in known]):
# +         known = [(tf.identity(g), v) for g, v in known]
# +     with tf.control_dependencies([g for g, _ in known]):
# +         return tf.group(*[optimizer.apply_gradients([pair]) for pair in known])


# %% exempt *
# remembers-results
#     the optimizer is another one at every call, so no call is like one before it
# changes-its-input
#     who keeps the list of masks is not said
# none-passed-over: ...unconnected_gradients='zero'...
#     where it says "zero", no gradient is None


# %% exempt ends-in-a-tensor
# argument-dropped: ...use_norm=norm... -> short, _ = tf.clip_by_global_norm(masked, limit)
#     it computes the same norm itself
