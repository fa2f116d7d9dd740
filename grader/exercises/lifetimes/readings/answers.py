# %% right one-value
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


# %% right unpacking
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


# %% right recursion
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


# %% right generator
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


# %% right a-real-session
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


# %% wrong local mistake=a-copy-for-each-session
# says: you give every session its own w. Sessions without a server work like that; on a server, all of them
#     see the one w in its container.
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


# %% wrong local-from-the-start mistake=a-copy-that-begins-at-start
# says: you give every session its own w, and a session's first addition adds to `start`. On a server there
#     is one w for all of them: what one session adds, every other one reads.
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


# %% wrong one-w-each-from-zero mistake=a-copy-that-begins-at-zero
# says: you give every session its own w, and a session's first addition adds to 0. On a server there is one
#     w for all of them: what one session adds, every other one reads.
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


# %% wrong initializes-what-is-not-there mistake=initialized-only-once like=one-value
# says: in your answer an initializer does nothing if w has a value already. Each run of the initializer
#     sets w to `start` again, in whichever session it runs.
# -         if event[0] == "initialize":
# +         if event[0] == "initialize" and value is None:
# -         elif event[0] == "add":
# +         elif event[0] == "add" and value is not None:


# %% wrong dies mistake=dies-with-its-session like=one-value
# says: in your answer w dies when a session closes. On a server it lives in the server's container: closing
#     a session does not touch it.
# -         elif event[0] == "add":
# +         elif event[0] == "add" and value is not None:
# -         elif event[0] == "reset":
# +         elif event[0] in ("close", "reset"):


# %% wrong last-one-out mistake=dies-with-the-last-session
# says: in your answer w dies when the last session closes. On a server it lives in the server's container,
#     even while no session is open.
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


# %% wrong no-reset mistake=a-reset-does-nothing like=one-value
# says: in your answer w survives a reset. A reset clears the container: after it w has no value, until
#     somebody runs the initializer again.
# -         elif event[0] == "reset":
# -             value = None


# %% wrong reset-to-start mistake=a-reset-initializes like=one-value
# says: in your answer a reset sets w back to its initial value. A reset destroys w: after it w has no
#     value, until somebody runs the initializer.
# -         if event[0] == "initialize":
# +         if event[0] in ("initialize", "reset"):
# -         elif event[0] == "reset":
# -             value = None


# %% wrong open-initializes mistake=born-when-a-session-opens like=one-value
# says: in your answer opening a session gives w its initial value. Only the initializer does that. A
#     session that is opened later finds the w that is there.
# -         if event[0] == "initialize":
# +         if event[0] in ("initialize", "open"):


# %% wrong leaves-out-none mistake=leaves-out-what-is-not-born like=one-value
# says: your list is too short: a `read` without a value has an entry, too, and it is None.
# -         elif event[0] == "read":
# +         elif event[0] == "read" and value is not None:


# %% wrong says-not-born mistake=a-string-for-none
# says: the entry of a `read` without a value is `None`, not a string.
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


# %% wrong zero-or-none mistake=zero-is-no-value like=one-value
# says: you treat the value 0 as no value. Compare with None: `value is None`.
# -             found.append(value)
# +             found.append(value if value else None)


# %% wrong initializes-only-once like=initializes-what-is-not-there
# -     value, found = None, []
# +     value, found, born = None, [], False
# -         if event[0] == "initialize" and value is None:
# -             value = start
# +         if event[0] == "initialize" and not born:
# +             value, born = start, True


# %% wrong adds-to-what-is-not-zero like=one-value
# -         elif event[0] == "add":
# +         elif event[0] == "add" and value:


# %% wrong alive-from-the-start like=one-value
# -     value, found = None, []
# +     value, found = start, []


# %% wrong zero-is-nothing-to-add-to
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


# %% exempt *
# rounds: for ... in events: -> for ... in list(events)[1:]:
#     The first event opens a session, which changes nothing.
# remembers-results
#     The same story has the same readings.
# changes-its-input
#     The text does not say that the caller needs the list again.


# %% exempt one-value
# constant: elif event[0] == 'reset': -> elif event[-1] == 'reset':
#     A reset is an event of one entry, and no session is called so.


# %% exempt unpacking
# sign: container['w'] = container['w'] + rest[-1] -> container['w'] = container['w'] + rest[1]
# constant: container['w'] = container['w'] + rest[-1] -> container['w'] = container['w'] + rest[--1]
#     Of two entries the last one is number 1.


# %% exempt recursion
# constant: value = value + rest[1] -> value = value + rest[-1]
#     Of two entries the last one is number 1.
# variant: tuple-for-list
#     It adds a list to what the function itself returned, which is now a tuple.


# %% exempt a-real-session
# with-dropped: with tf.Graph().as_default(): -> ...
#     Any graph will do for the story's variable.
# initializer-again:  -> server.run(tf.global_variables_initializer())
# statement-dropped: server.close() -> ...
#     It concerns the session only after the last event, or one that is no longer used.
