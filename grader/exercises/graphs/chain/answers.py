# %% right thought
def chain(start, n):
    name = "add:0" if n == 1 else "add_" + str(n - 1) + ":0"
    return {"value": start + n, "variable": start, "name": name}


# %% right asks-tensorflow
def chain(start, n):
    with tf.Graph().as_default():
        a = tf.Variable([start])
        variable = a
        for _ in range(n):
            a = a + 1
        with tf.Session() as session:
            session.run(variable.initializer)
            value = session.run(a)
            return {"value": value[0], "variable": session.run(variable)[0], "name": a.name}


# %% right arrays-of-one
def chain(start, n):
    with tf.Graph().as_default(), tf.Session() as session:
        a = tf.Variable([start])
        variable = a
        for _ in range(n):
            a = a + 1
        session.run(tf.global_variables_initializer())
        return dict(value=a.eval(), variable=variable.eval(), name=a.name)


# %% right counting
def chain(start, n):
    value, name = start, None
    for number in range(n):
        value += 1
        name = "add" + ("_" + str(number) if number else "")
    return {"name": name + ":0", "variable": start, "value": value}


# %% right lists-of-one
def chain(start, n):
    names = ["add:0"] + [f"add_{number}:0" for number in range(1, n)]
    return {"value": [start + n], "variable": [start], "name": names[-1]}


# %% right resets-the-default-graph
def chain(start, n):
    tf.reset_default_graph()
    a = tf.Variable([start])
    variable = a
    for _ in range(n):
        a = a + 1
    with tf.Session() as session:
        session.run(variable.initializer)
        value = session.run(a)[0]
        return {"value": value, "variable": session.run(variable)[0], "name": a.name}


# %% wrong variable-changes mistake=the-variable-changes
# says: you let the variable change. `a = a + 1` makes a node and gives it the Python name a; the variable
#     is never assigned, so it still holds start.
def chain(start, n):
    name = "add:0" if n == 1 else f"add_{n - 1}:0"
    return {"value": start + n, "variable": start + n, "name": name}


# %% wrong counts-from-one mistake=names-count-from-one
# says: the number in the name is too high. The first addition makes `add`, the second one `add_1`: after n
#     additions the last is number n − 1.
def chain(start, n):
    return {"value": start + n, "variable": start, "name": f"add_{n}:0"}


# %% wrong number-n-from-the-second-on mistake=the-second-is-number-two
# says: the number in the name is too high. The first addition makes `add`, the second one `add_1`: after n
#     additions the last is number n − 1.
def chain(start, n):
    name = "add:0" if n == 1 else f"add_{n}:0"
    return {"value": start + n, "variable": start, "name": name}


# %% wrong adds-once mistake=one-addition-only
# says: your value is that of one addition. Each of the n additions adds 1.
def chain(start, n):
    name = "add:0" if n == 1 else f"add_{n - 1}:0"
    return {"value": start + 1, "variable": start, "name": name}


# %% wrong python-name mistake=python-names
# says: you use the Python name. TensorFlow does not know what your Python variables are called: the
#     operator + names its node `add`.
def chain(start, n):
    return {"value": start + n, "variable": start, "name": "a:0"}


# %% wrong name-of-the-operation mistake=forgets-the-output-number
# says: you give the name of the operation. A tensor's name also says which output of the operation it is:
#     `add:0`.
def chain(start, n):
    name = "add" if n == 1 else f"add_{n - 1}"
    return {"value": start + n, "variable": start, "name": name}


# %% wrong operations-numbered-from-zero mistake=an-operation-with-a-number
# says: you give the name of the operation. A tensor's name also says which output of the operation it is:
#     `add:0`. And the first of these operations has no number.
def chain(start, n):
    return {"value": start + n, "variable": start, "name": f"add_{n - 1}"}


# %% wrong in-the-default-graph mistake=in-the-default-graph like=resets-the-default-graph
# says: your function builds in the default graph, where the additions from its earlier calls are still
#     around, so the numbers in its names are too high. The lines run in an empty graph: build inside
#     `with tf.Graph().as_default():`.
# - def chain(start, n):
# -     tf.reset_default_graph()
# + def chain(start, n):


# %% wrong value-of-the-start
def chain(start, n):
    name = "add:0" if n == 1 else f"add_{n - 1}:0"
    return {"value": start, "variable": start, "name": name}


# %% wrong capital-letter
def chain(start, n):
    name = "Add:0" if n == 1 else f"Add_{n - 1}:0"
    return {"value": start + n, "variable": start, "name": name}


# %% wrong same-name-always
def chain(start, n):
    return {"value": start + n, "variable": start, "name": "add:0"}


# %% wrong as-if-n-were-three
def chain(start, n):
    return {"value": start + 3, "variable": start, "name": "add_2:0"}


# %% wrong a-tuple
def chain(start, n):
    return start + n, start, f"add_{n - 1}:0"


# %% wrong other-keys
def chain(start, n):
    return {"a": start + n, "variable": start, "name": f"add_{n - 1}:0"}


# %% wrong tensors-for-values
def chain(start, n):
    a = variable = tf.Variable([start])
    for _ in range(n):
        a = a + 1
    return {"value": a, "variable": variable, "name": a.name}


# %% wrong returns-nothing
def chain(start, n):
    result = {"value": start + n, "variable": start, "name": f"add_{n - 1}:0"}


# %% wrong mutant-two-additions-have-the-name-of-one
def chain(start, n):
    names = ["add:0"] + [f"add_{number}:0" for number in range(2, n)]
    return {"value": start + n, "variable": start, "name": names[-1]}


# %% wrong mutant-a-start-of-zero-is-none
def chain(start, n):
    last = "add:0" if n == 1 else f"add_{n - 1}:0"
    return {"value": (start or 1) + n, "variable": start or 1, "name": last}


# %% wrong mutant-one-digit
def chain(start, n):
    return {"value": start + n, "variable": start, "name": f"add_{(n - 1) % 10}:0"}


# %% wrong a-key-is-missing
def chain(start, n):
    return {"value": start + n, "name": "add:0" if n == 1 else f"add_{n - 1}:0"}


# %% wrong one-key-more
def chain(start, n):
    name = "add:0" if n == 1 else f"add_{n - 1}:0"
    return {"value": start + n, "variable": start, "name": name, "n": n}


# %% wrong the-first-has-a-number-too
def chain(start, n):
    return {"value": start + n, "variable": start, "name": f"add_{n - 1}:0"}


# %% wrong the-op-type
def chain(start, n):
    last = "AddV2" if n == 1 else f"AddV2_{n - 1}"
    return {"value": start + n, "variable": start, "name": last + ":0"}


# %% wrong a-text-for-the-value
def chain(start, n):
    name = "add:0" if n == 1 else f"add_{n - 1}:0"
    return {"value": str(start + n), "variable": start, "name": name}


# %% wrong the-tensor-for-its-name
def chain(start, n):
    with tf.Graph().as_default():
        a = tf.Variable([start])
        for _ in range(n):
            a = a + 1
    return {"value": start + n, "variable": start, "name": a}


# %% exempt *
# remembers-results
#     the three depend on start and n alone, so they may be remembered
# changes-its-input
#     start and n are numbers: there is nothing in them that the function could change
# session-left-open: with tf.Session() as session: -> session = tf.Session()
#     the text does not ask to close the session
# initializer-again:  -> session.run(tf.global_variables_initializer()) (3)
# initializer-again:  -> session.run(tf.global_variables_initializer()) (4)
#     nothing assigns to the variable, so it may be initialized again
# constant: ...[0]... -> ...[-1]...
#     the list has one element, which is its first and its last


# %% exempt resets-the-default-graph
# variant: own-graph
#     TensorFlow refuses to reset a graph inside such a block
