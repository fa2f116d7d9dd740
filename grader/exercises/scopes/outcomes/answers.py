# %% right asks-tensorflow
def outcomes(program):
    results, blocks = [], []
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
                try:
                    results.append(tf.get_variable(rest[0], shape=()).op.name)
                except ValueError:
                    results.append("ValueError")
    return results


# %% right recursion
def outcomes(program):
    steps = iter(program)

    def inside():
        for step in steps:
            if step[0] == "close":
                return
            if step[0] == "open":
                with tf.variable_scope(step[1], reuse=step[2]):
                    yield from inside()
            elif step[0] == "Variable":
                yield tf.Variable(1, name=step[1]).name.split(":")[0]
            else:
                try:
                    yield tf.get_variable(step[1], [2]).name.split(":")[0]
                except ValueError:
                    yield "ValueError"

    with tf.Graph().as_default():
        return list(inside())


# %% right without-tensorflow
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
            if not reuse[-1]:
                made.add(name)
    return results


# %% right exit-stacks
def outcomes(program):
    import contextlib

    results, stacks = [], []
    with tf.Graph().as_default():
        for step in program:
            if step[0] == "open":
                stacks.append(contextlib.ExitStack())
                stacks[-1].enter_context(tf.variable_scope(step[1], reuse=step[2]))
            elif step[0] == "close":
                stacks.pop().close()
            else:
                make = tf.Variable if step[0] == "Variable" else tf.get_variable
                keys = {
                    "name": step[1],
                    "initial_value" if make is tf.Variable else "initializer": 0.5,
                }
                try:
                    results.append(make(**keys).op.name)
                except ValueError:
                    results.append("ValueError")
    return tuple(results)


# %% right scopes-as-objects
class Opened:
    def __init__(self, outer, name, reuse, numbers):
        path = (outer.nodes if outer else "") + name
        numbers[path] = numbers.get(path, -1) + 1
        self.nodes = path + (f"_{numbers[path]}" if numbers[path] else "") + "/"
        self.shared = (outer.shared if outer else "") + name + "/"
        self.reuse = bool(reuse) or bool(outer and outer.reuse)


def outcomes(program):
    scopes, numbers, made, results = [], {}, [], []
    for step in program:
        if step[0] == "open":
            scopes.append(Opened(scopes[-1] if scopes else None, step[1], step[2], numbers))
        elif step[0] == "close":
            del scopes[-1]
        elif step[0] == "Variable":
            results.append((scopes[-1].nodes if scopes else "") + step[1])
        else:
            name = (scopes[-1].shared if scopes else "") + step[1]
            if scopes and scopes[-1].reuse:
                results.append(name if name in made else "ValueError")
            elif name in made:
                results.append("ValueError")
            else:
                made.append(name)
                results.append(name)
    return results


# %% right resets-the-graph
def outcomes(program):
    tf.reset_default_graph()
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


# %% wrong in-the-default-graph mistake=goes-on-in-one-graph like=resets-the-graph
# says: the first program comes out right, but the next one finds the variables of the first. Each program
#     starts with an empty graph: `with tf.Graph().as_default():` inside the function.
# - def outcomes(program):
# -     tf.reset_default_graph()
# + def outcomes(program):


# %% wrong one-try-for-all mistake=stops-at-the-first-error
# says: your program ends with its first ValueError, but it should go on after an error. Put the `try`
#     around the one call that may fail, not around the loop.
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


# %% wrong finds-without-reuse mistake=finds-without-reuse like=asks-tensorflow
# says: you let `get_variable` find a variable without `reuse`. Asking twice for the same name is a
#     ValueError unless the scope reuses: nobody shares by accident.
# -     results, blocks = [], []
# +     results, blocks, made = [], [], set()
# -                 try:
# -                     results.append(tf.get_variable(rest[0], shape=()).op.name)
# -                 except ValueError:
# -                     results.append("ValueError")
# +                 name = "/".join([*tf.get_variable_scope().name.split("/"), rest[0]]).lstrip("/")
# +                 if name not in made and tf.get_variable_scope().reuse:
# +                     name = "ValueError"
# +                 made.add(name)
# +                 results.append(name)


# %% wrong reuse-makes mistake=reuse-makes-what-is-absent like=without-tensorflow
# says: you let `reuse=True` create a variable. It only finds: a name that nobody created is a ValueError.
#     Only AUTO_REUSE does both.
# -             results.append(name if (name in made) == reuse[-1] else "ValueError")
# -             if not reuse[-1]:
# -                 made.add(name)
# +             results.append("ValueError" if name in made and not reuse[-1] else name)
# +             made.add(name)


# %% wrong auto-reuse-for-true mistake=auto-reuse-for-true from=asks-tensorflow
# says: you let `reuse=True` create a variable. It only finds: a name that nobody created is a ValueError.
#     Only AUTO_REUSE does both.
by_the_book = outcomes


def outcomes(program):
    automatic = [[tf.AUTO_REUSE if part is True else part for part in step] for step in program]
    return by_the_book(automatic)


# %% wrong only-the-innermost-scope mistake=reuse-is-not-inherited like=without-tensorflow
# says: you look only at the innermost scope. Once reuse is True, it is True for all scopes inside, too.
# -             reuse.append(reuse[-1] or again is True)
# +             reuse.append(again is True)


# %% wrong only-the-scope-directly-around like=without-tensorflow
# -     shared, nodes, reuse = [""], [""], [False]
# +     shared, nodes, reuse, said = [""], [""], [False], [False]
# -             reuse.append(reuse[-1] or again is True)
# +             reuse.append(said[-1] or again is True)
# +             said.append(again is True)
# -             shared.pop(), nodes.pop(), reuse.pop()
# +             shared.pop(), nodes.pop(), reuse.pop(), said.pop()


# %% wrong false-ends-it mistake=false-stops-reuse like=without-tensorflow
# says: you let `reuse=False` end the reuse of the scope around it. It does not: False means the same as
#     None here, and an inherited True stays True.
# -             reuse.append(reuse[-1] or again is True)
# +             reuse.append(reuse[-1] if again is None else again)


# %% wrong one-function-for-both mistake=a-variable-obeys-reuse from=asks-tensorflow
# says: you treat `tf.Variable` like `get_variable`. It ignores reuse and always creates a new variable,
#     which `get_variable` cannot find.
by_the_book = outcomes


def outcomes(program):
    asked = [["get_variable", *step[1:]] if step[0] == "Variable" else step for step in program]
    return by_the_book(asked)


# %% wrong numbered-everywhere mistake=get-variable-gets-numbers like=without-tensorflow
# says: you put the number of the name scope (`layer_1`) in front of shared variables. `get_variable` uses
#     the name of the variable scope, which gets no number; that is how it finds them again.
# -             name = shared[-1] + rest[0]
# +             name = nodes[-1] + rest[0]


# %% wrong numbered-nowhere
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


# %% wrong no-numbers mistake=no-numbers-at-all
# says: you put the prefix of `get_variable` in front of the names of `tf.Variable`, too. Opening a scope
#     again opens a new name scope, with a number: `layer_1/step`.
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


# %% wrong automatic-unless-true mistake=auto-reuse-for-none like=auto-reuse-for-true
# says: you treat a scope without reuse like one with AUTO_REUSE. None and False do not mean that: to create
#     the same variable twice is a ValueError.
# -     automatic = [[tf.AUTO_REUSE if part is True else part for part in step] for step in program]
# +     automatic = [
# +         [*step[:2], step[2] or tf.AUTO_REUSE] if step[0] == "open" else step for step in program
# +     ]


# %% wrong a-name-scope-takes-no-reuse mistake=name-scopes like=asks-tensorflow
# says: your names are those that name scopes give: `get_variable` takes no notice of them. A program opens
#     `tf.variable_scope(name, reuse=reuse)`.
# -                 blocks.append(tf.variable_scope(rest[0], reuse=rest[1]))
# +                 blocks.append(tf.name_scope(rest[0]))


# %% wrong counts-the-errors
def outcomes(program):
    return [step[1] for step in program if step[0] in ("get_variable", "Variable")]


# %% wrong one-answer
def outcomes(program):
    return "ValueError"


# %% wrong a-graph-for-all-programs mistake=goes-on-in-one-graph like=asks-tensorflow
# - def outcomes(program):
# + graph = tf.Graph()
# + def outcomes(program):
# -     with tf.Graph().as_default():
# +     with graph.as_default():


# %% wrong mutant-asking-in-vain-makes like=without-tensorflow
# -             if not reuse[-1]:
# -                 made.add(name)
# +             made.add(name)


# %% wrong all-scopes-again-for-each-variable
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


# %% wrong reuse-stays-with-a-name
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


# %% wrong catches-another-error like=asks-tensorflow
# -                 except ValueError:
# +                 except KeyError:


# %% exempt *
# remembers-results
#     The same program always has the same outcomes.
# changes-its-input
#     Nothing says that the program is needed afterwards.
# constant: ... -> ...reuse=rest[-1]...
# constant: ... -> ...rest[-1]...op.name)
# constant: ... -> ...+ rest[-1]...
# constant: ... -> ...name=step[-1])...
# constant: ... -> ...step[-1], ...
# constant: ... -> ...+ step[-1]...
#     What stands last in a step is taken from its end.
# constant: ...if step[0] == 'close': -> ...if step[-1] == 'close':
#     Only this step ends in "close": no variable has this name.
# constant: ...tf.Variable(... -> results.append(tf.Variable(..., name=rest[0]).op.name)
# constant: ...tf.Variable(... -> yield tf.Variable(..., name=step[1]).name.split(':')[0]
# constant: yield tf.get_variable(step[1], [2])... -> yield tf.get_variable(step[1], [...])...
# constant: keys = ... -> keys = {'name': step[1], ... 'initializer': ...}
#     The outcome is a name; values and shapes do not show in it.


# %% exempt recursion
# name-of-the-operation: yield tf.Variable(... -> yield getattr(tf.Variable(1, name=step[1]), 'op', ...
#     The name of the variable that was made first is the same; the second one is not asked for.


# %% exempt scopes-as-objects
# none-for-truth: ...outer else '') + name... -> ...
# call-dropped: self.reuse = bool(reuse) or bool(outer and outer.reuse) -> ...
#     Each has the same truth: `outer` is None or an object.


# %% exempt resets-the-graph
# variant: own-graph
#     In the block of a graph, TensorFlow refuses to reset the default graph.
