# %% scopes/outcomes wrong auto-reuse-for-true misconception=auto-reuse-for-true from=asks-tensorflow
by_the_book = outcomes


def outcomes(program):
    automatic = [[tf.AUTO_REUSE if part is True else part for part in step] for step in program]
    return by_the_book(automatic)


# %% scopes/outcomes wrong finds-without-reuse misconception=finds-without-reuse
def outcomes(program):
    results, blocks, made = [], [], set()
    with tf.Graph().as_default():
        for kind, *rest in program:
            if kind == "open":
                blocks.append(tf.variable_scope(rest[0], reuse=rest[1]))
                blocks[-1].__enter__()
            elif kind == "close":
                blocks.pop().__exit__(None, None, None)
            elif kind == "Variable":
                results.append(tf.Variable(0.0, name=rest[0]).op.name)
            else:
                name = "/".join([*tf.get_variable_scope().name.split("/"), rest[0]]).lstrip("/")
                if name not in made and tf.get_variable_scope().reuse:
                    results.append("ValueError")
                else:
                    made.add(name)
                    results.append(name)
    return results


# %% scopes/outcomes wrong reuse-makes misconception=reuse-makes-what-is-absent
def outcomes(program):
    shared, nodes, reuse = [""], [""], [False]
    opened, made, results = {}, set(), []
    for kind, *rest in program:
        if kind == "open":
            full = nodes[-1] + rest[0]
            number = opened.get(full, 0)
            opened[full] = number + 1
            nodes.append((full if number == 0 else f"{full}_{number}") + "/")
            shared.append(shared[-1] + rest[0] + "/")
            reuse.append(reuse[-1] or rest[1] is True)
        elif kind == "close":
            shared.pop(), nodes.pop(), reuse.pop()
        elif kind == "Variable":
            results.append(nodes[-1] + rest[0])
        else:
            name = shared[-1] + rest[0]
            results.append("ValueError" if name in made and not reuse[-1] else name)
            made.add(name)
    return results


# %% scopes/outcomes wrong only-the-innermost-scope misconception=reuse-is-not-inherited
def outcomes(program):
    shared, nodes, reuse = [""], [""], [False]
    opened, made, results = {}, set(), []
    for kind, *rest in program:
        if kind == "open":
            full = nodes[-1] + rest[0]
            number = opened.get(full, 0)
            opened[full] = number + 1
            nodes.append((full if number == 0 else f"{full}_{number}") + "/")
            shared.append(shared[-1] + rest[0] + "/")
            reuse.append(rest[1] is True)
        elif kind == "close":
            shared.pop(), nodes.pop(), reuse.pop()
        elif kind == "Variable":
            results.append(nodes[-1] + rest[0])
        else:
            name = shared[-1] + rest[0]
            results.append(name if (name in made) == reuse[-1] else "ValueError")
            if not reuse[-1]:
                made.add(name)
    return results


# %% scopes/outcomes wrong false-ends-it misconception=false-stops-reuse
def outcomes(program):
    shared, nodes, reuse = [""], [""], [False]
    opened, made, results = {}, set(), []
    for kind, *rest in program:
        if kind == "open":
            full = nodes[-1] + rest[0]
            number = opened.get(full, 0)
            opened[full] = number + 1
            nodes.append((full if number == 0 else f"{full}_{number}") + "/")
            shared.append(shared[-1] + rest[0] + "/")
            reuse.append(reuse[-1] if rest[1] is None else rest[1])
        elif kind == "close":
            shared.pop(), nodes.pop(), reuse.pop()
        elif kind == "Variable":
            results.append(nodes[-1] + rest[0])
        else:
            name = shared[-1] + rest[0]
            results.append(name if (name in made) == reuse[-1] else "ValueError")
            if not reuse[-1]:
                made.add(name)
    return results


# %% scopes/outcomes wrong one-function-for-both misconception=a-variable-obeys-reuse from=asks-tensorflow
by_the_book = outcomes


def outcomes(program):
    asked = [["get_variable", *step[1:]] if step[0] == "Variable" else step for step in program]
    return by_the_book(asked)


# %% scopes/outcomes wrong numbered-everywhere misconception=get-variable-gets-numbers
def outcomes(program):
    nodes, reuse = [""], [False]
    opened, made, results = {}, set(), []
    for kind, *rest in program:
        if kind == "open":
            full = nodes[-1] + rest[0]
            number = opened.get(full, 0)
            opened[full] = number + 1
            nodes.append((full if number == 0 else f"{full}_{number}") + "/")
            reuse.append(reuse[-1] or rest[1] is True)
        elif kind == "close":
            nodes.pop(), reuse.pop()
        elif kind == "Variable":
            results.append(nodes[-1] + rest[0])
        else:
            name = nodes[-1] + rest[0]
            results.append(name if (name in made) == reuse[-1] else "ValueError")
            if not reuse[-1]:
                made.add(name)
    return results


# %% scopes/outcomes wrong numbered-nowhere misconception=a-variable-gets-no-number
def outcomes(program):
    shared, reuse, made, used, results = [""], [False], set(), {}, []
    for kind, *rest in program:
        if kind == "open":
            shared.append(shared[-1] + rest[0] + "/")
            reuse.append(reuse[-1] or rest[1] is True)
        elif kind == "close":
            shared.pop(), reuse.pop()
        elif kind == "Variable":
            name = shared[-1] + rest[0]
            used[name] = used.get(name, -1) + 1
            results.append(name + (f"_{used[name]}" if used[name] else ""))
        else:
            name = shared[-1] + rest[0]
            results.append(name if (name in made) == reuse[-1] else "ValueError")
            if not reuse[-1]:
                made.add(name)
    return results


# %% scopes/outcomes wrong a-name-scope-takes-no-reuse misconception=name-scopes
def outcomes(program):
    results, blocks = [], []
    with tf.Graph().as_default():
        for kind, *rest in program:
            if kind == "open":
                blocks.append(tf.name_scope(rest[0]))
                blocks[-1].__enter__()
            elif kind == "close":
                blocks.pop().__exit__(None, None, None)
            elif kind == "Variable":
                results.append(tf.Variable(0.0, name=rest[0]).op.name)
            else:
                try:
                    results.append(tf.get_variable(rest[0], shape=()).op.name)
                except ValueError:
                    results.append("ValueError")
    return results


# %% scopes/outcomes wrong counts-the-errors
def outcomes(program):
    return [step[1] for step in program if step[0] in ("get_variable", "Variable")]


# %% scopes/outcomes wrong one-try-for-all misconception=stops-at-the-first-error
def outcomes(program):
    names, scopes = [], []
    with tf.Graph().as_default():
        try:
            for kind, *rest in program:
                if kind == "open":
                    scopes.append(tf.variable_scope(rest[0], reuse=rest[1]))
                    scopes[-1].__enter__()
                elif kind == "close":
                    scopes.pop().__exit__(None, None, None)
                elif kind == "Variable":
                    names.append(tf.Variable(0.0, name=rest[0]).op.name)
                else:
                    names.append(tf.get_variable(rest[0], shape=()).op.name)
        except ValueError:
            names.append("ValueError")
    return names


# %% scopes/outcomes wrong one-answer
def outcomes(program):
    return "ValueError"


# %% scopes/outcomes wrong in-the-default-graph misconception=goes-on-in-one-graph
def outcomes(program):
    results, blocks = [], []
    for kind, *rest in program:
        if kind == "open":
            blocks.append(tf.variable_scope(rest[0], reuse=rest[1]))
            blocks[-1].__enter__()
        elif kind == "close":
            blocks.pop().__exit__(None, None, None)
        elif kind == "Variable":
            results.append(tf.Variable(0.0, name=rest[0]).op.name)
        else:
            try:
                results.append(tf.get_variable(rest[0], shape=()).op.name)
            except ValueError:
                results.append("ValueError")
    return results


# %% scopes/outcomes wrong a-graph-for-all-programs misconception=goes-on-in-one-graph
graph = tf.Graph()


def outcomes(program):
    results, blocks = [], []
    with graph.as_default():
        for kind, *rest in program:
            if kind == "open":
                blocks.append(tf.variable_scope(rest[0], reuse=rest[1]))
                blocks[-1].__enter__()
            elif kind == "close":
                blocks.pop().__exit__(None, None, None)
            elif kind == "Variable":
                results.append(tf.Variable(0.0, name=rest[0]).op.name)
            else:
                try:
                    results.append(tf.get_variable(rest[0], shape=()).op.name)
                except ValueError:
                    results.append("ValueError")
    return results


# %% scopes/outcomes wrong mutant-asking-in-vain-makes
def outcomes(program):
    shared, nodes, reuse = [""], [""], [False]
    opened, made, results = {}, set(), []
    for kind, *rest in program:
        if kind == "open":
            name, again = rest
            full = nodes[-1] + name
            number = opened.get(full, 0)
            opened[full] = number + 1
            nodes.append((full if number == 0 else f"{full}_{number}") + "/")
            shared.append(shared[-1] + name + "/")
            reuse.append(reuse[-1] or again is True)
        elif kind == "close":
            shared.pop(), nodes.pop(), reuse.pop()
        elif kind == "Variable":
            results.append(nodes[-1] + rest[0])
        else:
            name = shared[-1] + rest[0]
            results.append(name if (name in made) == reuse[-1] else "ValueError")
            made.add(name)
    return results


# %% scopes/outcomes wrong automatic-unless-true misconception=auto-reuse-for-none from=asks-tensorflow
by_the_book = outcomes


def outcomes(program):
    automatic = [
        [*step[:2], step[2] or tf.AUTO_REUSE] if step[0] == "open" else step for step in program
    ]
    return by_the_book(automatic)


# %% scopes/outcomes wrong no-numbers misconception=no-numbers-at-all
def outcomes(program):
    scopes, made, results = [("", False)], set(), []
    for kind, *rest in program:
        prefix, reuses = scopes[-1]
        if kind == "open":
            scopes.append((prefix + rest[0] + "/", reuses or bool(rest[1])))
        elif kind == "close":
            scopes.pop()
        elif kind == "Variable":
            results.append(prefix + rest[0])
        else:
            name = prefix + rest[0]
            if (name in made) == reuses:
                made.add(name)
                results.append(name)
            else:
                results.append("ValueError")
    return results


# %% scopes/outcomes wrong all-scopes-again-for-each-variable
def outcomes(program):
    results, scopes = [], []
    with tf.Graph().as_default():
        for kind, *rest in program:
            if kind == "open":
                scopes.append(rest)
            elif kind == "close":
                scopes.pop()
            else:
                make = tf.get_variable if kind == "get_variable" else tf.Variable
                values = {"shape": ()} if kind == "get_variable" else {"initial_value": 0.0}
                try:
                    if scopes:
                        joined = "/".join(name for name, _ in scopes)
                        with tf.variable_scope(joined, reuse=any(reuse for _, reuse in scopes)):
                            results.append(make(name=rest[0], **values).op.name)
                    else:
                        results.append(make(name=rest[0], **values).op.name)
                except ValueError:
                    results.append("ValueError")
    return results


# %% scopes/outcomes wrong reuse-stays-with-a-name
def outcomes(program):
    results, made, reusing, taken = [], {}, set(), {}
    scopes = [("", "")]

    def new(name):
        taken[name] = taken.get(name, -1) + 1
        return f"{name}_{taken[name]}" if taken[name] else name

    for kind, *rest in program:
        shared, nodes = scopes[-1]
        if kind == "open":
            inner = shared + rest[0] + "/"
            if rest[1] or shared in reusing:
                reusing.add(inner)
            scopes.append((inner, new(nodes + rest[0]) + "/"))
        elif kind == "close":
            scopes.pop()
        elif kind == "Variable":
            results.append(new(nodes + rest[0]))
        elif (shared + rest[0] in made) != (shared in reusing):
            results.append("ValueError")
        else:
            name = shared + rest[0]
            if name not in made:
                made[name] = new(name)
            results.append(made[name])
    return results
