# %% right try
def gradient_rule(op, registered):
    try:
        key = op.get_attr("_gradient_op_type").decode()
    except ValueError:
        key = op.type
    if key not in registered:
        raise LookupError(f"no gradient for {key}")
    return key


# %% right node-def
def gradient_rule(op, registered):
    note = op.node_def.attr.get("_gradient_op_type")
    key = note.s.decode() if note is not None else op.type
    if key in registered:
        return key
    raise LookupError(key)


# %% right dictionary
def gradient_rule(op, registered):
    rules = {name: name for name in registered}
    try:
        key = op.get_attr("_gradient_op_type")
    except ValueError:
        key = op.type
    key = key.decode() if isinstance(key, bytes) else key
    return rules[key]


# %% right as-str like=try
# -         key = op.get_attr("_gradient_op_type").decode()
# +         key = tf.compat.as_str(op.get_attr("_gradient_op_type"))
# -         raise LookupError(f"no gradient for {key}")
# +         raise LookupError(key)


# %% right as-text-at-the-end
def gradient_rule(op, registered):
    known = [tf.compat.as_bytes(name) for name in registered]
    try:
        key = op.get_attr("_gradient_op_type")
    except ValueError:
        key = tf.compat.as_bytes(op.type)
    if key not in known:
        raise LookupError(key)
    return tf.compat.as_text(key)


# %% right first-that-is-equal
def gradient_rule(op, registered):
    try:
        name = str(op.get_attr("_gradient_op_type"), "utf8")
    except ValueError:
        name = op.type
    return [known for known in registered if known == name][0]


# %% right an-error-of-its-own like=try
# - def gradient_rule(op, registered):
# + class NoSuchRule(LookupError):
# +     pass
# +
# +
# + def gradient_rule(op, registered):
# -         raise LookupError(f"no gradient for {key}")
# +         raise NoSuchRule(key)


# %% wrong type-only mistake=ignores-the-override
# says: an operation made inside the block carries the name of its rule in the attribute
#     "_gradient_op_type". That comes first: the type counts only if there is no such note.
def gradient_rule(op, registered):
    if op.type not in registered:
        raise LookupError(op.type)
    return op.type


# %% wrong name mistake=goes-by-the-name
# says: you use the operation's name. Names are irrelevant here: what counts is `op.type`.
def gradient_rule(op, registered):
    try:
        return op.get_attr("_gradient_op_type").decode()
    except ValueError:
        return op.name


# %% wrong name-looked-up mistake=looks-up-the-name like=try
# says: you look up the operation's name. Names are irrelevant here: what counts is `op.type`.
# -         key = op.type
# +         key = op.name


# %% wrong noted-and-looked-up mistake=expects-a-note
# says: you ask every operation for its note, and `get_attr` raises a ValueError where there is none. Catch
#     it: without a note, the rule has the name of the operation's type.
def gradient_rule(op, registered):
    name = op.get_attr("_gradient_op_type").decode()
    if name in registered:
        return name
    raise LookupError(name)


# %% wrong no-error mistake=never-raises like=name
# says: you return a rule that is not registered. TensorFlow raises a LookupError there.
# -         return op.name
# +         return op.type


# %% wrong falls-back mistake=falls-back-to-the-type like=try
# says: where the name is not registered, you return the operation's type. The type counts only if the
#     operation has no note, and a rule that is not registered is a LookupError.
# -     if key not in registered:
# -         raise LookupError(f"no gradient for {key}")
# -     return key
# +     return key if key in registered else op.type


# %% wrong first-known mistake=falls-back-and-checks
# says: where the rule in the note is not registered, you use the operation's type. TensorFlow does not fall
#     back on it: if there is a note, it decides, and an unknown name is a LookupError.
def gradient_rule(op, registered):
    names = [op.type]
    if "_gradient_op_type" in op.node_def.attr:
        names.insert(0, op.get_attr("_gradient_op_type").decode())
    for name in names:
        if name in registered:
            return name
    raise LookupError(names[0])


# %% wrong none-instead mistake=none-for-an-error like=try
# says: you return None where the name is not registered. TensorFlow raises a LookupError there: use
#     `raise`.
# -     if key not in registered:
# -         raise LookupError(f"no gradient for {key}")
# -     return key
# +     return key if key in registered else None


# %% wrong place-in-the-list mistake=another-error like=try
# says: where the name is not registered, your code raises a ValueError. It should be a LookupError, as in
#     TensorFlow.
# -     if key not in registered:
# -         raise LookupError(f"no gradient for {key}")
# -     return key
# +     return registered[registered.index(key)]


# %% wrong compares-bytes mistake=bytes-among-texts like=as-str
# says: where there is a note, you do not find its rule. `get_attr` gives bytes, as in b"Steep". In Python,
#     bytes never equal a string, and `str` keeps the b and the quotes. Decode the note: `note.decode()`.
# -         key = tf.compat.as_str(op.get_attr("_gradient_op_type"))
# +         key = op.get_attr("_gradient_op_type")


# %% wrong notes-as-bytes mistake=returns-bytes
# says: the rules are right, but you return some of them as bytes, b"Steep" instead of "Steep": `.decode()`
#     turns bytes into a string.
def gradient_rule(op, registered):
    try:
        key = op.get_attr("_gradient_op_type")
        known = [name.encode() for name in registered]
    except ValueError:
        key, known = op.type, registered
    if key not in known:
        raise LookupError(key)
    return key


# %% wrong only-noted
def gradient_rule(op, registered):
    return op.get_attr("_gradient_op_type").decode()


# %% wrong type-unchecked
def gradient_rule(op, registered):
    return op.type


# %% wrong type-first mistake=ignores-the-override
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


# %% wrong part-of-a-name like=try
# -     if key not in registered:
# -         raise LookupError(f"no gradient for {key}")
# -     return key
# +     for known in registered:
# +         if key in known:
# +             return known
# +     raise LookupError(key)


# %% wrong part-of-the-names like=first-that-is-equal
# -         name = str(op.get_attr("_gradient_op_type"), "utf8")
# +         name = op.get_attr("_gradient_op_type").decode()
# -     return [known for known in registered if known == name][0]
# +     if name not in " ".join(registered):
# +         raise LookupError(name)
# +     return name


# %% wrong contains-a-name like=try
# -     if key not in registered:
# -         raise LookupError(f"no gradient for {key}")
# -     return key
# +     for known in registered:
# +         if known in key:
# +             return known
# +     raise LookupError(key)


# %% wrong all-as-bytes like=as-text-at-the-end
# -     return tf.compat.as_text(key)
# +     return key


# %% wrong bytes-as-they-print mistake=bytes-among-texts like=as-str
# -         key = tf.compat.as_str(op.get_attr("_gradient_op_type"))
# +         key = str(op.get_attr("_gradient_op_type"))


# %% wrong value-error mistake=another-error like=try
# -         raise LookupError(f"no gradient for {key}")
# +         raise ValueError(f"no gradient for {key}")


# %% wrong catches-another-error mistake=expects-a-note like=try
# -     except ValueError:
# +     except KeyError:


# %% exempt *
# changes-its-input
#     who keeps the list of names is not said


# %% exempt node-def
# truth-for-none: ...if note is not None... -> ...if bool(note)...
#     an attribute's value is true, whatever is in it


# %% exempt first-that-is-equal
# constant: return ...[0] -> return ...[-1]
#     no name is in the list twice
