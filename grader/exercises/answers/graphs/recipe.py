# %% graphs/recipe right thought
def chain(start, n):
    name = "add:0" if n == 1 else "add_" + str(n - 1) + ":0"
    return {"value": start + n, "variable": start, "name": name}


# %% graphs/recipe right asks-tensorflow
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


# %% graphs/recipe right arrays-of-one
def chain(start, n):
    with tf.Graph().as_default(), tf.Session() as session:
        a = tf.Variable([start])
        variable = a
        for _ in range(n):
            a = a + 1
        session.run(tf.global_variables_initializer())
        return dict(value=a.eval(), variable=variable.eval(), name=a.name)


# %% graphs/recipe right counting
def chain(start, n):
    value, name = start, None
    for number in range(n):
        value += 1
        name = "add" + ("_" + str(number) if number else "")
    return {"name": name + ":0", "variable": start, "value": value}


# %% graphs/recipe right lists-of-one
def chain(start, n):
    names = ["add:0"] + [f"add_{number}:0" for number in range(1, n)]
    return {"value": [start + n], "variable": [start], "name": names[-1]}


# %% graphs/recipe wrong variable-changes misconception=the-variable-changes
def chain(start, n):
    name = "add:0" if n == 1 else f"add_{n - 1}:0"
    return {"value": start + n, "variable": start + n, "name": name}


# %% graphs/recipe wrong counts-from-one misconception=names-count-from-one
def chain(start, n):
    return {"value": start + n, "variable": start, "name": f"add_{n}:0"}


# %% graphs/recipe wrong python-name misconception=python-names
def chain(start, n):
    return {"value": start + n, "variable": start, "name": "a:0"}


# %% graphs/recipe wrong name-of-the-operation misconception=forgets-the-output-number
def chain(start, n):
    name = "add" if n == 1 else f"add_{n - 1}"
    return {"value": start + n, "variable": start, "name": name}


# %% graphs/recipe wrong value-of-the-start
def chain(start, n):
    name = "add:0" if n == 1 else f"add_{n - 1}:0"
    return {"value": start, "variable": start, "name": name}


# %% graphs/recipe wrong capital-letter
def chain(start, n):
    name = "Add:0" if n == 1 else f"Add_{n - 1}:0"
    return {"value": start + n, "variable": start, "name": name}


# %% graphs/recipe wrong same-name-always
def chain(start, n):
    return {"value": start + n, "variable": start, "name": "add:0"}


# %% graphs/recipe wrong as-if-n-were-three
def chain(start, n):
    return {"value": start + 3, "variable": start, "name": "add_2:0"}


# %% graphs/recipe wrong a-tuple
def chain(start, n):
    return start + n, start, f"add_{n - 1}:0"


# %% graphs/recipe wrong other-keys
def chain(start, n):
    return {"a": start + n, "variable": start, "name": f"add_{n - 1}:0"}


# %% graphs/recipe wrong tensors-for-values
def chain(start, n):
    a = variable = tf.Variable([start])
    for _ in range(n):
        a = a + 1
    return {"value": a, "variable": variable, "name": a.name}


# %% graphs/recipe wrong returns-nothing
def chain(start, n):
    result = {"value": start + n, "variable": start, "name": f"add_{n - 1}:0"}


# %% graphs/recipe right resets-the-default-graph
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


# %% graphs/recipe wrong in-the-default-graph misconception=in-the-default-graph
def chain(start, n):
    a = tf.Variable([start])
    variable = a
    for _ in range(n):
        a = a + 1
    with tf.Session() as session:
        session.run(variable.initializer)
        value = session.run(a)[0]
        return {"value": value, "variable": session.run(variable)[0], "name": a.name}


# %% graphs/recipe wrong mutant-two-additions-have-the-name-of-one
def chain(start, n):
    names = ["add:0"] + [f"add_{number}:0" for number in range(2, n)]
    return {"value": start + n, "variable": start, "name": names[-1]}


# %% graphs/recipe wrong mutant-a-start-of-zero-is-none
def chain(start, n):
    last = "add:0" if n == 1 else f"add_{n - 1}:0"
    return {"value": (start or 1) + n, "variable": start or 1, "name": last}


# %% graphs/recipe wrong mutant-one-digit
def chain(start, n):
    return {"value": start + n, "variable": start, "name": f"add_{(n - 1) % 10}:0"}


# %% graphs/recipe wrong a-key-is-missing
def chain(start, n):
    return {"value": start + n, "name": "add:0" if n == 1 else f"add_{n - 1}:0"}


# %% graphs/recipe wrong one-key-more
def chain(start, n):
    name = "add:0" if n == 1 else f"add_{n - 1}:0"
    return {"value": start + n, "variable": start, "name": name, "n": n}


# %% graphs/recipe wrong the-first-has-a-number-too
def chain(start, n):
    return {"value": start + n, "variable": start, "name": f"add_{n - 1}:0"}


# %% graphs/recipe wrong operations-numbered-from-zero misconception=an-operation-with-a-number
def chain(start, n):
    return {"value": start + n, "variable": start, "name": f"add_{n - 1}"}


# %% graphs/recipe wrong the-op-type
def chain(start, n):
    last = "AddV2" if n == 1 else f"AddV2_{n - 1}"
    return {"value": start + n, "variable": start, "name": last + ":0"}


# %% graphs/recipe wrong a-text-for-the-value
def chain(start, n):
    name = "add:0" if n == 1 else f"add_{n - 1}:0"
    return {"value": str(start + n), "variable": start, "name": name}


# %% graphs/recipe wrong the-tensor-for-its-name
def chain(start, n):
    with tf.Graph().as_default():
        a = tf.Variable([start])
        for _ in range(n):
            a = a + 1
    return {"value": start + n, "variable": start, "name": a}


# %% graphs/recipe wrong number-n-from-the-second-on misconception=the-second-is-number-two
def chain(start, n):
    name = "add:0" if n == 1 else f"add_{n}:0"
    return {"value": start + n, "variable": start, "name": name}


# %% graphs/recipe wrong adds-once misconception=one-addition-only
def chain(start, n):
    name = "add:0" if n == 1 else f"add_{n - 1}:0"
    return {"value": start + 1, "variable": start, "name": name}


# %% graphs/recipe exempt *
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


# %% graphs/recipe exempt resets-the-default-graph
# variant: own-graph
#     TensorFlow refuses to reset a graph inside such a block
