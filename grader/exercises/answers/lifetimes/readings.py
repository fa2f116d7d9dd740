# %% lifetimes/readings right one-value
def readings(start, events):
    value, found = None, []
    for event in events:
        if event[0] == "initialize":
            value = start
        elif event[0] == "add":
            value += event[2]
        elif event[0] == "reset":
            value = None
        elif event[0] == "read":
            found.append(value)
    return found


# %% lifetimes/readings right unpacking
def readings(start, events):
    container = {}
    notes = []
    for kind, *rest in events:
        if kind == "initialize":
            container["w"] = start
        if kind == "add":
            container["w"] = container["w"] + rest[-1]
        if kind == "reset":
            container.clear()
        if kind == "read":
            notes.append(container.get("w"))
    return notes


# %% lifetimes/readings right recursion
def readings(start, events, value=None):
    if not events:
        return []
    (kind, *rest), *later = events
    if kind == "read":
        return [value] + readings(start, later, value)
    if kind == "initialize":
        value = start
    if kind == "add":
        value = value + rest[1]
    if kind == "reset":
        value = None
    return readings(start, later, value)


# %% lifetimes/readings right generator
def readings(start, events):
    def story():
        value = None
        for event in events:
            match event:
                case ["initialize", _]:
                    value = start
                case ["add", _, amount]:
                    value += amount
                case ["reset"]:
                    value = None
                case ["read", _]:
                    yield value

    return tuple(story())


# %% lifetimes/readings right a-real-session
def readings(start, events):
    found = []
    with tf.Graph().as_default():
        w = tf.Variable(start)
        server = tf.Session()
        for event in events:
            if event[0] == "initialize":
                server.run(w.initializer)
            elif event[0] == "add":
                server.run(tf.assign_add(w, event[2]))
            elif event[0] == "reset":
                server.close()
                server = tf.Session()
            elif event[0] == "read":
                try:
                    found.append(int(server.run(w)))
                except tf.errors.FailedPreconditionError:
                    found.append(None)
        server.close()
    return found


# %% lifetimes/readings wrong local misconception=a-copy-for-each-session
def readings(start, events):
    values, found = {}, []
    for event in events:
        if event[0] == "initialize":
            values[event[1]] = start
        elif event[0] == "add" and event[1] in values:
            values[event[1]] += event[2]
        elif event[0] == "reset":
            values = {}
        elif event[0] == "read":
            found.append(values.get(event[1]))
    return found


# %% lifetimes/readings wrong dies misconception=dies-with-its-session
def readings(start, events):
    value, found = None, []
    for event in events:
        if event[0] == "initialize":
            value = start
        elif event[0] == "add" and value is not None:
            value += event[2]
        elif event[0] in ("close", "reset"):
            value = None
        elif event[0] == "read":
            found.append(value)
    return found


# %% lifetimes/readings wrong no-reset misconception=a-reset-does-nothing
def readings(start, events):
    value, found = None, []
    for event in events:
        if event[0] == "initialize":
            value = start
        elif event[0] == "add":
            value += event[2]
        elif event[0] == "read":
            found.append(value)
    return found


# %% lifetimes/readings wrong reset-to-start misconception=a-reset-initialises
def readings(start, events):
    value, found = None, []
    for event in events:
        if event[0] in ("initialize", "reset"):
            value = start
        elif event[0] == "add":
            value += event[2]
        elif event[0] == "read":
            found.append(value)
    return found


# %% lifetimes/readings wrong open-initialises misconception=born-when-a-session-opens
def readings(start, events):
    value, found = None, []
    for event in events:
        if event[0] in ("initialize", "open"):
            value = start
        elif event[0] == "add":
            value += event[2]
        elif event[0] == "reset":
            value = None
        elif event[0] == "read":
            found.append(value)
    return found


# %% lifetimes/readings wrong initialises-only-once
def readings(start, events):
    value, found, born = None, [], False
    for event in events:
        if event[0] == "initialize" and not born:
            value, born = start, True
        elif event[0] == "add" and value is not None:
            value += event[2]
        elif event[0] == "reset":
            value = None
        elif event[0] == "read":
            found.append(value)
    return found


# %% lifetimes/readings wrong leaves-out-none
def readings(start, events):
    value, found = None, []
    for event in events:
        if event[0] == "initialize":
            value = start
        elif event[0] == "add":
            value += event[2]
        elif event[0] == "reset":
            value = None
        elif event[0] == "read" and value is not None:
            found.append(value)
    return found
