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


# %% lifetimes/readings wrong last-one-out misconception=dies-with-the-last-session
def readings(start, events):
    w, found, visitors = None, [], 0
    for what, *rest in events:
        if what == "open":
            visitors += 1
        elif what == "initialize":
            w = start
        elif what == "add":
            w = (w or 0) + rest[1]
        elif what == "read":
            found.append(w)
        elif what == "close":
            visitors -= 1
            if visitors == 0:
                w = None
        elif what == "reset":
            w = None
    return found


# %% lifetimes/readings wrong one-w-each-from-zero misconception=a-copy-that-begins-at-zero
def readings(start, events):
    w, found = {}, []
    for kind, *rest in events:
        if kind == "initialize":
            w[rest[0]] = start
        elif kind == "add":
            w[rest[0]] = w.get(rest[0], 0) + rest[1]
        elif kind == "read":
            found.append(w.get(rest[0]))
        elif kind == "close":
            w.pop(rest[0], None)
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


# %% lifetimes/readings wrong local-from-the-start misconception=a-copy-that-begins-at-start
def readings(start, events):
    values, found = {}, []
    for kind, *rest in events:
        if kind == "initialize":
            values[rest[0]] = start
        elif kind == "add":
            values[rest[0]] = values.get(rest[0], start) + rest[1]
        elif kind == "read":
            found.append(values.get(rest[0]))
        elif kind == "reset":
            values = {}
    return found


# %% lifetimes/readings wrong initializes-what-is-not-there misconception=initialized-only-once
def readings(start, events):
    value, found = None, []
    for event in events:
        if event[0] == "initialize" and value is None:
            value = start
        elif event[0] == "add" and value is not None:
            value += event[2]
        elif event[0] == "reset":
            value = None
        elif event[0] == "read":
            found.append(value)
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


# %% lifetimes/readings wrong reset-to-start misconception=a-reset-initializes
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


# %% lifetimes/readings wrong open-initializes misconception=born-when-a-session-opens
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


# %% lifetimes/readings wrong initializes-only-once
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


# %% lifetimes/readings wrong says-not-born misconception=a-string-for-none
def readings(start, events):
    w, found = "not born", []
    for kind, *rest in events:
        if kind == "initialize":
            w = start
        elif kind == "add":
            w += rest[1]
        elif kind == "reset":
            w = "not born"
        elif kind == "read":
            found.append(w)
    return found


# %% lifetimes/readings wrong leaves-out-none misconception=leaves-out-what-is-not-born
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


# %% lifetimes/readings wrong zero-or-none misconception=zero-is-no-value
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
            found.append(value if value else None)
    return found


# %% lifetimes/readings wrong adds-to-what-is-not-zero
def readings(start, events):
    value, found = None, []
    for event in events:
        if event[0] == "initialize":
            value = start
        elif event[0] == "add" and value:
            value += event[2]
        elif event[0] == "reset":
            value = None
        elif event[0] == "read":
            found.append(value)
    return found


# %% lifetimes/readings wrong alive-from-the-start
def readings(start, events):
    value, found = start, []
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


# %% lifetimes/readings wrong zero-is-nothing-to-add-to
def readings(start, events):
    w, found = None, []
    for kind, *rest in events:
        if kind == "initialize":
            w = start
        elif kind == "add" and w:
            w += rest[1]
        elif kind == "read":
            found.append(w or None)
        elif kind == "reset":
            w = None
    return found


# %% lifetimes/readings exempt *
# rounds: for ... in events: -> for ... in list(events)[1:]:
#     The first event opens a session, which changes nothing.
# remembers-results
#     The same story has the same readings.
# changes-its-input
#     The text does not say that the caller needs the list again.

# %% lifetimes/readings exempt one-value
# constant: elif event[0] == 'reset': -> elif event[-1] == 'reset':
#     A reset is an event of one entry, and no session is called so.

# %% lifetimes/readings exempt unpacking
# sign: container['w'] = container['w'] + rest[-1] -> container['w'] = container['w'] + rest[1]
# constant: container['w'] = container['w'] + rest[-1] -> container['w'] = container['w'] + rest[--1]
#     Of two entries the last one is number 1.

# %% lifetimes/readings exempt recursion
# constant: value = value + rest[1] -> value = value + rest[-1]
#     Of two entries the last one is number 1.
# variant: tuple-for-list
#     It adds a list to what the function itself returned, which is now a tuple.

# %% lifetimes/readings exempt a-real-session
# with-dropped: with tf.Graph().as_default(): -> ...
#     Any graph will do for the story's variable.
# initializer-again:  -> server.run(tf.global_variables_initializer())
# statement-dropped: server.close() -> ...
#     It concerns the session only after the last event, or one that is no longer used.
