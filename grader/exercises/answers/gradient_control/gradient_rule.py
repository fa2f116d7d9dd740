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


# %% gradient_control/gradient_rule right as-str
def gradient_rule(op, registered):
    try:
        key = tf.compat.as_str(op.get_attr("_gradient_op_type"))
    except ValueError:
        key = op.type
    if key not in registered:
        raise LookupError(key)
    return key


# %% gradient_control/gradient_rule right as-text-at-the-end
def gradient_rule(op, registered):
    known = [tf.compat.as_bytes(name) for name in registered]
    try:
        key = op.get_attr("_gradient_op_type")
    except ValueError:
        key = tf.compat.as_bytes(op.type)
    if key not in known:
        raise LookupError(key)
    return tf.compat.as_text(key)


# %% gradient_control/gradient_rule right first-that-is-equal
def gradient_rule(op, registered):
    try:
        name = str(op.get_attr("_gradient_op_type"), "utf8")
    except ValueError:
        name = op.type
    return [known for known in registered if known == name][0]


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


# %% gradient_control/gradient_rule wrong name-looked-up misconception=looks-up-the-name
def gradient_rule(op, registered):
    try:
        name = op.get_attr("_gradient_op_type").decode()
    except ValueError:
        name = op.name
    if name not in registered:
        raise LookupError(f"no rule is called {name}")
    return name


# %% gradient_control/gradient_rule wrong no-error misconception=never-raises
def gradient_rule(op, registered):
    try:
        return op.get_attr("_gradient_op_type").decode()
    except ValueError:
        return op.type


# %% gradient_control/gradient_rule wrong none-instead misconception=none-for-an-error
def gradient_rule(op, registered):
    try:
        key = op.get_attr("_gradient_op_type").decode()
    except ValueError:
        key = op.type
    return key if key in registered else None


# %% gradient_control/gradient_rule wrong falls-back misconception=falls-back-to-the-type
def gradient_rule(op, registered):
    try:
        key = op.get_attr("_gradient_op_type").decode()
    except ValueError:
        key = op.type
    return key if key in registered else op.type


# %% gradient_control/gradient_rule wrong first-known misconception=falls-back-and-checks
def gradient_rule(op, registered):
    names = [op.type]
    if "_gradient_op_type" in op.node_def.attr:
        names.insert(0, op.get_attr("_gradient_op_type").decode())
    for name in names:
        if name in registered:
            return name
    raise LookupError(names[0])


# %% gradient_control/gradient_rule wrong noted-and-looked-up misconception=expects-a-note
def gradient_rule(op, registered):
    name = op.get_attr("_gradient_op_type").decode()
    if name in registered:
        return name
    raise LookupError(name)


# %% gradient_control/gradient_rule wrong only-noted
def gradient_rule(op, registered):
    return op.get_attr("_gradient_op_type").decode()


# %% gradient_control/gradient_rule wrong type-unchecked
def gradient_rule(op, registered):
    return op.type


# %% gradient_control/gradient_rule wrong type-first misconception=ignores-the-override
def gradient_rule(op, registered):
    if op.type in registered:
        return op.type
    try:
        name = op.get_attr("_gradient_op_type").decode()
    except ValueError:
        raise LookupError(op.type) from None
    if name in registered:
        return name
    raise LookupError(name)


# %% gradient_control/gradient_rule wrong part-of-a-name
def gradient_rule(op, registered):
    try:
        name = op.get_attr("_gradient_op_type").decode()
    except ValueError:
        name = op.type
    for known in registered:
        if name in known:
            return known
    raise LookupError(name)


# %% gradient_control/gradient_rule wrong part-of-the-names
def gradient_rule(op, registered):
    try:
        name = op.get_attr("_gradient_op_type").decode()
    except ValueError:
        name = op.type
    if name not in " ".join(registered):
        raise LookupError(name)
    return name


# %% gradient_control/gradient_rule wrong contains-a-name
def gradient_rule(op, registered):
    try:
        name = op.get_attr("_gradient_op_type").decode()
    except ValueError:
        name = op.type
    for known in registered:
        if known in name:
            return known
    raise LookupError(name)


# %% gradient_control/gradient_rule wrong compares-bytes misconception=bytes-among-texts
def gradient_rule(op, registered):
    try:
        key = op.get_attr("_gradient_op_type")
    except ValueError:
        key = op.type
    if key not in registered:
        raise LookupError(key)
    return key


# %% gradient_control/gradient_rule wrong notes-as-bytes misconception=returns-bytes
def gradient_rule(op, registered):
    try:
        key = op.get_attr("_gradient_op_type")
        known = [name.encode() for name in registered]
    except ValueError:
        key, known = op.type, registered
    if key not in known:
        raise LookupError(key)
    return key


# %% gradient_control/gradient_rule wrong all-as-bytes
def gradient_rule(op, registered):
    known = [name.encode() for name in registered]
    try:
        key = op.get_attr("_gradient_op_type")
    except ValueError:
        key = op.type.encode()
    if key not in known:
        raise LookupError(key)
    return key


# %% gradient_control/gradient_rule wrong bytes-as-they-print misconception=bytes-among-texts
def gradient_rule(op, registered):
    try:
        key = str(op.get_attr("_gradient_op_type"))
    except ValueError:
        key = op.type
    if key not in registered:
        raise LookupError(key)
    return key


# %% gradient_control/gradient_rule wrong value-error misconception=another-error
def gradient_rule(op, registered):
    try:
        key = op.get_attr("_gradient_op_type").decode()
    except ValueError:
        key = op.type
    if key not in registered:
        raise ValueError(f"no gradient for {key}")
    return key


# %% gradient_control/gradient_rule wrong place-in-the-list misconception=another-error
def gradient_rule(op, registered):
    try:
        key = op.get_attr("_gradient_op_type").decode()
    except ValueError:
        key = op.type
    return registered[registered.index(key)]


# %% gradient_control/gradient_rule exempt *
# changes-its-input
#     who keeps the list of names is not said

# %% gradient_control/gradient_rule exempt node-def
# truth-for-none: ...if note is not None... -> ...if bool(note)...
#     an attribute's value is true, whatever is in it

# %% gradient_control/gradient_rule exempt first-that-is-equal
# constant: return ...[0] -> return ...[-1]
#     no name is in the list twice
