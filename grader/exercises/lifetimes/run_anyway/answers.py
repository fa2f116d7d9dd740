# %% right walk
def run_anyway(session, tensor):
    needed, waiting = set(), [tensor.op]
    while waiting:
        op = waiting.pop()
        if op not in needed:
            needed.add(op)
            waiting += [one.op for one in op.inputs] + list(op.control_inputs)
    for v in tf.global_variables():
        if v.op in needed and not session.run(tf.is_variable_initialized(v)):
            session.run(v.initializer)
    return session.run(tensor)


# %% right recursion
def run_anyway(session, tensor):
    seen = []

    def visit(op):
        if op.name not in seen:
            seen.append(op.name)
            for before in op.inputs:
                visit(before.op)
            for before in op.control_inputs:
                visit(before)

    visit(tensor.op)
    for v in tf.global_variables():
        if v.op.name in seen:
            try:
                session.run(v)
            except tf.errors.FailedPreconditionError:
                session.run(v.initializer)
    return session.run(tensor)


# %% right report
def run_anyway(session, tensor):
    empty = session.run(tf.report_uninitialized_variables(tf.global_variables()))
    found = {tensor.op}
    size = 0
    while len(found) > size:
        size = len(found)
        for op in list(found):
            found.update(op.control_inputs)
            found.update(one.op for one in op.inputs)
    names = {op.name for op in found} & {name.decode() for name in empty}
    missing = [v for v in tf.global_variables() if v.op.name in names]
    session.run(tf.variables_initializer(missing))
    return session.run(tensor)


# %% right as-it-walks
def run_anyway(session, tensor):
    variables = {v.op.name: v for v in tf.global_variables()}
    seen, waiting = {tensor.op.name}, [tensor.op]
    for op in waiting:
        if op.name in variables:
            v = variables[op.name]
            if not session.run(tf.is_variable_initialized(v)):
                session.run(v.initializer)
        for before in [one.op for one in op.inputs] + op.control_inputs:
            if before.name not in seen:
                seen.add(before.name)
                waiting.append(before)
    return session.run(tensor)


# %% right tries-elsewhere
def run_anyway(session, tensor):
    # Without a variable that the run needs, it fails in a session where all others have a value.
    variables = tf.global_variables()
    for v in variables:
        if session.run(tf.is_variable_initialized(v)):
            continue
        with tf.Session() as other:
            other.run([one.initializer for one in variables if one is not v])
            try:
                other.run(tensor)
            except tf.errors.FailedPreconditionError:
                session.run(v.initializer)
    return session.run(tensor)


# %% right names-in-the-graph-def
def run_anyway(session, tensor):
    nodes = {node.name: node for node in tf.get_default_graph().as_graph_def().node}
    waiting, needed = [tensor.op.name], set()
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += [one.lstrip("^").split(":")[0] for one in nodes[name].input]
    for v in tf.global_variables():
        if v.op.name in needed:
            try:
                v.eval(session=session)
            except tf.errors.FailedPreconditionError:
                session.run(v.initializer)
    return session.run(tensor)


# %% right names-in-the-walk
def run_anyway(session, tensor):
    found, waiting = set(), {tensor.op.name}
    while waiting:
        name = waiting.pop()
        found.add(name)
        op = tensor.graph.get_operation_by_name(name)
        before = {one.name.split(":")[0] for one in op.inputs} | {c.name for c in op.control_inputs}
        waiting |= before - found
    for v in tf.global_variables():
        if v.name[:-2] in found and not session.run(tf.is_variable_initialized(v)):
            session.run(v.initializer)
    return session.run(tensor)


# %% wrong global-initializer mistake=initializes-everything
# says: your function initializes every variable, so those that have been trained are back at their initial
#     values. Leave alone what has a value in the session.
def run_anyway(session, tensor):
    session.run(tf.global_variables_initializer())
    return session.run(tensor)


# %% wrong alive-or-not mistake=initializes-all-that-it-needs like=walk
# says: your function initializes every variable that the run needs, even those that have a value: the
#     initializer resets them. Ask the session first.
# -             waiting += [one.op for one in op.inputs] + list(op.control_inputs)
# -     for v in tf.global_variables():
# -         if v.op in needed and not session.run(tf.is_variable_initialized(v)):
# -             session.run(v.initializer)
# +             waiting += [one.op for one in op.inputs] + op.control_inputs
# +     session.run([v.initializer for v in tf.global_variables() if v.op in needed])


# %% wrong needed-or-not mistake=initializes-all-that-is-empty
# says: the values are right, but your function also initializes variables that the run does not need. Walk
#     back from the tensor to see which ones it does need.
def run_anyway(session, tensor):
    for v in tf.global_variables():
        try:
            session.run(v)
        except tf.errors.FailedPreconditionError:
            session.run(v.initializer)
    return session.run(tensor)


# %% wrong runs mistake=just-runs
# says: your function initializes nothing that the run needs, so the run fails. Which variables does the
#     tensor depend on, and which of them have no value?
def run_anyway(session, tensor):
    return session.run(tensor)


# %% wrong inputs-only mistake=forgets-control-inputs like=walk
# says: your function follows the inputs only. A run also needs the operations in `control_inputs`, and they
#     may need variables of their own.
# -             waiting += [one.op for one in op.inputs] + list(op.control_inputs)
# +             waiting += [one.op for one in op.inputs]


# %% wrong three-steps mistake=looks-a-step-or-two-back
# says: your function looks only a few steps back. A variable may be many operations upstream of the tensor:
#     go on until you find nothing new.
def run_anyway(session, tensor):
    ops = [tensor.op]
    for _ in range(3):
        ops += [i.op for o in ops for i in o.inputs] + [c for o in ops for c in o.control_inputs]
    for v in tf.global_variables():
        if v.op in ops and not session.run(tf.is_variable_initialized(v)):
            session.run(v.initializer)
    return session.run(tensor)


# %% wrong trained-ones mistake=only-trainable-variables like=walk
# says: your function looks only at trainable variables. Counters, for example, are not trainable, and have
#     to be initialized as well: `tf.global_variables()`.
# -             waiting += [one.op for one in op.inputs] + list(op.control_inputs)
# -     for v in tf.global_variables():
# +             waiting += [one.op for one in op.inputs] + op.control_inputs
# +     for v in tf.trainable_variables():


# %% wrong truth-of-the-value mistake=takes-zero-for-no-value
# says: your function resets a variable whose value is 0. Zero is a value, too: ask the session with
#     `tf.is_variable_initialized`.
def run_anyway(session, tensor):
    needed, waiting = set(), [tensor.op]
    while waiting:
        op = waiting.pop()
        if op not in needed:
            needed.add(op)
            waiting += [one.op for one in op.inputs] + op.control_inputs
    for v in tf.global_variables():
        if v.op in needed:
            try:
                alive = session.run(v)
            except tf.errors.FailedPreconditionError:
                alive = None
            if not alive:
                session.run(v.initializer)
    return session.run(tensor)


# %% wrong by-the-message mistake=tries-first
# says: your function runs the tensor to see what is missing. A run that fails has often done part of its
#     work: here a counter went up each time. Read the graph instead.
def run_anyway(session, tensor):
    while True:
        try:
            return session.run(tensor)
        except tf.errors.FailedPreconditionError as error:
            name = error.message.split("uninitialized value ")[1].split()[0]
            session.run(tf.get_default_graph().get_operation_by_name(f"{name}/Assign"))


# %% wrong runs-it-twice mistake=runs-it-twice like=walk
# says: your function runs the tensor twice, so what the run changes is changed twice. Keep the value of the
#     first run, and return it.
# -             waiting += [one.op for one in op.inputs] + list(op.control_inputs)
# +             waiting += [one.op for one in op.inputs] + op.control_inputs
# -             session.run(v.initializer)
# +             session.run(v.initializer)
# +     session.run(tensor)


# %% wrong closes-the-session mistake=closes-the-session
# says: your function closes the session that is given, as `with session:` does at the end of the block.
#     Leave it open: the next call needs it, and its variables die with it.
def run_anyway(session, tensor):
    needed, waiting = set(), [tensor.op]
    while waiting:
        op = waiting.pop()
        if op not in needed:
            needed.add(op)
            waiting += [one.op for one in op.inputs] + op.control_inputs
    with session:
        for v in tf.global_variables():
            if v.op in needed and not session.run(tf.is_variable_initialized(v)):
                session.run(v.initializer)
        return session.run(tensor)


# %% wrong rehearsal mistake=runs-it-elsewhere
# says: your function runs the tensor in another session, so the changes that the run makes are lost with
#     it. Run the tensor in the session that is given.
def run_anyway(session, tensor):
    with tf.Session() as other:
        other.run(tf.global_variables_initializer())
        for v in tf.global_variables():
            if session.run(tf.is_variable_initialized(v)):
                v.load(session.run(v), other)
        return other.run(tensor)


# %% wrong all-empty-at-once mistake=initializes-all-that-is-empty
def run_anyway(session, tensor):
    names = [name.decode() for name in session.run(tf.report_uninitialized_variables())]
    session.run([v.initializer for v in tf.global_variables() if v.op.name in names])
    return session.run(tensor)


# %% wrong makes-initializers mistake=just-runs
def run_anyway(session, tensor):
    tf.global_variables_initializer()
    return session.run(tensor)


# %% wrong two-steps mistake=looks-a-step-or-two-back
def run_anyway(session, tensor):
    before = [one.op for one in tensor.op.inputs] + tensor.op.control_inputs
    for op in list(before):
        before += [one.op for one in op.inputs] + op.control_inputs
    for v in tf.global_variables():
        if v.op in before and not session.run(tf.is_variable_initialized(v)):
            session.run(v.initializer)
    return session.run(tensor)


# %% wrong all-empty-after-a-failure
def run_anyway(session, tensor):
    try:
        return session.run(tensor)
    except tf.errors.FailedPreconditionError:
        for v in tf.global_variables():
            if not session.run(tf.is_variable_initialized(v)):
                session.run(v.initializer)
        return session.run(tensor)


# %% wrong by-the-beginning-of-the-name like=walk
# -         if v.op in needed and not session.run(tf.is_variable_initialized(v)):
# -             session.run(v.initializer)
# +         if any(v.op.name.startswith(op.name) for op in needed):
# +             if not session.run(tf.is_variable_initialized(v)):
# +                 session.run(v.initializer)


# %% wrong returns-nothing like=walk
# -             waiting += [one.op for one in op.inputs] + list(op.control_inputs)
# +             waiting += [one.op for one in op.inputs] + op.control_inputs
# -     return session.run(tensor)
# +     session.run(tensor)


# %% wrong control-inputs-of-the-tensor-alone
def run_anyway(session, tensor):
    seen, waiting = set(), [tensor.op] + list(tensor.op.control_inputs)
    while waiting:
        operation = waiting.pop()
        if operation not in seen:
            seen.add(operation)
            waiting += [one.op for one in operation.inputs]
    for variable in tf.global_variables():
        if variable.op in seen and not session.run(tf.is_variable_initialized(variable)):
            session.run(variable.initializer)
    return session.run(tensor)


# %% wrong one-step-behind-a-control-input like=control-inputs-of-the-tensor-alone
# -     seen, waiting = set(), [tensor.op] + list(tensor.op.control_inputs)
# +     seen, waiting = set(), [tensor.op]
# -     for variable in tf.global_variables():
# +             for other in operation.control_inputs:
# +                 seen.add(other)
# +                 seen.update(one.op for one in other.inputs)
# +     for variable in tf.global_variables():


# %% wrong names-that-begin-like-the-variable like=walk
# -         if v.op in needed and not session.run(tf.is_variable_initialized(v)):
# -             session.run(v.initializer)
# +         if any(op.name.startswith(v.op.name) for op in needed):
# +             if not session.run(tf.is_variable_initialized(v)):
# +                 session.run(v.initializer)


# %% wrong names-that-contain-the-variable like=walk
# -         if v.op in needed and not session.run(tf.is_variable_initialized(v)):
# -             session.run(v.initializer)
# +         if any(v.op.name in op.name for op in needed):
# +             if not session.run(tf.is_variable_initialized(v)):
# +                 session.run(v.initializer)


# %% wrong only-the-first-part-of-the-name
def run_anyway(session, tensor):
    seen, todo = set(), [tensor.op]
    while todo:
        op = todo.pop()
        if op in seen:
            continue
        seen.add(op)
        todo += [i.op for i in op.inputs] + list(op.control_inputs)
    ops = {o.name.split("/")[0] for o in seen}
    for v in tf.global_variables():
        if v.op.name.split("/")[0] in ops and not session.run(tf.is_variable_initialized(v)):
            session.run(v.initializer)
    return session.run(tensor)


# %% wrong only-the-last-part-of-the-name like=walk
# -         if v.op in needed and not session.run(tf.is_variable_initialized(v)):
# -             session.run(v.initializer)
# +         if v.op.name.split("/")[-1] in {op.name.split("/")[-1] for op in needed}:
# +             if not session.run(tf.is_variable_initialized(v)):
# +                 session.run(v.initializer)


# %% exempt *
# changes-its-input
#     A session and a tensor are no lists that could be emptied.
# condition: if ... not in seen: -> if True:
# condition: if ... not in needed: -> if True:
#     An operation that is visited twice gives nothing new: the walk only takes longer.
# name-of-the-operation: ...
#     The same name: an operation has no `op`, and the name of the tensor marks no operation as seen.


# %% exempt as-it-walks
# statement-dropped: seen.add(before.name) -> (nothing)
# call-dropped: seen.add(before.name) -> before.name
#     An operation that is visited twice gives nothing new: the walk only takes longer.


# %% exempt names-in-the-walk
# operand-dropped: waiting |= before - found -> waiting |= before
#     An operation that is visited twice gives nothing new: the walk only takes longer.


# %% exempt report
# constant: size = 0 -> size = -1
#     There is always one operation to begin with.
# rounds: names = {op.name for op in found} & ... -> names = {op.name for op in list(found)[...]} & ...
#     A set has no first and no last element: what is left out is a matter of luck.


# %% exempt tries-elsewhere
# session-left-open: ...
#     The text asks for the value, and for what the session holds.


# %% exempt names-in-the-graph-def
# rounds: nodes = {node.name: node for node in ...} -> nodes = {node.name: node for node in list(...)[1:]}
#     The first node is an initial value, which no run of these tensors needs.
# constant: waiting += [one.lstrip('^').split(':')[0] ...] -> waiting += [one.lstrip('^').split(':')[-1] ...]
#     The operations here have one output each.
