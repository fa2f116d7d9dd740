# %% right plain
def variable_kernels(state):
    def variable(node):
        return np.array(state[node.name])

    def assign(node, new):
        state[node.value] = np.array(new)
        return np.array(new)

    return {"variable": variable, "assign": assign}


# %% right own-error
class Uninitialized(LookupError):
    pass


def variable_kernels(state):
    def read(node):
        if node.name not in state:
            raise LookupError(f"{node.name} has no value in this session")
        return state[node.name].copy()

    def write(node, new):
        state[node.value] = np.asarray(new).copy()
        return state[node.value].copy()

    return dict(variable=read, assign=write)


# %% right a-class
class Kernels:
    def __init__(self, state):
        self.state = state

    def variable(self, node):
        return np.copy(self.state[node.name])

    def assign(self, node, new):
        self.state[node.value] = np.copy(new)
        return np.copy(new)


def variable_kernels(state):
    kernels = Kernels(state)
    return {"variable": kernels.variable, "assign": kernels.assign}


# %% right lambdas
def variable_kernels(state):
    return {
        "variable": lambda node: np.array(state[node.name]),
        "assign": lambda node, new: (state.update({node.value: np.array(new)}), np.array(new))[1],
    }


# %% right with-more-kernels
import copy


def variable_kernels(state):
    def variable(node):
        try:
            return copy.deepcopy(state[node.name])
        except KeyError:
            raise LookupError("run the initializer first: " + node.name) from None

    def assign(node, new):
        value = copy.deepcopy(new)
        state[node.value] = value
        return new

    def assign_add(node, more):
        return assign(node, state[node.value] + more)

    return {"variable": variable, "assign": assign, "assign_add": assign_add}


# %% right an-error-of-its-own
class Uninitialized(LookupError):
    pass


def variable_kernels(state):
    def read(node):
        if node.name not in state:
            raise Uninitialized(f"{node.name} has no value in this session")
        return np.copy(state[node.name])

    def write(node, new):
        state[node.value] = np.copy(new)
        return np.copy(new)

    return {"variable": read, "assign": write}


# %% right float32-throughout like=plain
# -         state[node.value] = np.array(new)
# -         return np.array(new)
# +         state[node.value] = np.array(new, np.float32)
# +         return np.array(new, np.float32)


# %% wrong outside mistake=one-state-for-all
# says: your values are shared by all sessions: they are kept in a place that belongs to the program, like a
#     graph. Keep them in `state`: each session has its own.
values = {}


def variable_kernels(state):
    def variable(node):
        return np.array(values[node.name])

    def assign(node, new):
        values[node.value] = np.array(new)
        return np.array(new)

    return {"variable": variable, "assign": assign}


# %% wrong recipe-as-value mistake=born-at-build like=plain
# says: your variable has its initial value before anyone has run its initializer. The initial value on the
#     node is only a recipe: until an assignment has run in this session, reading should raise a
#     LookupError.
# -         return np.array(state[node.name])
# +         if node.name in state:
# +             return np.array(state[node.name])
# +         return np.array(node.value)


# %% wrong assign-returns-none mistake=gives-nothing like=plain
# says: your assign sets the variable but returns nothing. An assignment is a node like any other, and its
#     value is the new value.
# -         state[node.value] = np.array(new)
# -         return np.array(new)
# +         state[node.value] = np.array(new)


# %% wrong the-old-value mistake=returns-the-old-value like=plain
# says: your assign returns the value that the variable had before. It should return the new one.
# -     def assign(node, new):
# +     def assign(node, new):
# +         old = state.get(node.value)
# -         return np.array(new)
# +         return old


# %% wrong a-list-in-the-state mistake=loses-the-shape like=plain
# says: a read gives an array of shape (1,) where the variable is a single number. Keep the value in the
#     shape in which it comes: `np.array(new)`.
# -         state[node.value] = np.array(new)
# +         state[node.value] = list(np.ravel(new))


# %% wrong into-the-old-array mistake=keeps-the-old-array like=plain
# says: you write the new value into the old array, which keeps its own type and shape: in an array of whole
#     numbers, 7.5 becomes 7. Put a new array in its place: `np.array(new)`.
# -         state[node.value] = np.array(new)
# +         if node.value in state:
# +             state[node.value][...] = new
# +         else:
# +             state[node.value] = np.array(new)


# %% wrong name-of-the-node mistake=under-the-assignments-name like=plain
# says: you set the value under the name of the assign node. The name of the variable is in `node.value`.
# -         state[node.value] = np.array(new)
# +         state[node.name] = np.array(new)


# %% wrong nothing-copied mistake=no-copies like=plain
# says: the caller and the variable hold the same array, so changing that array changes the variable. Copy
#     both ways, with `np.array(...)`.
# -         return np.array(state[node.name])
# +         return state[node.name]
# -         state[node.value] = np.array(new)
# -         return np.array(new)
# +         state[node.value] = new
# +         return new


# %% wrong keeps-the-callers-array mistake=no-copy-in like=plain
# says: the caller and the variable hold the same array, so changing that array changes the variable. You
#     copy what you return; also copy what you put into the state.
# -         state[node.value] = np.array(new)
# -         return np.array(new)
# +         state[node.value] = new
# +         return new


# %% wrong gives-its-own-array mistake=no-copy-out like=plain
# says: the caller and the variable hold the same array, so changing that array changes the variable. You
#     copy what you put into the state; also copy what you return.
# -         return np.array(state[node.name])
# +         return state[node.name]
# -         return np.array(new)
# +         return state[node.value]


# %% wrong in-place like=gives-its-own-array
# -         state[node.value] = np.array(new)
# +         if node.value not in state:
# +             state[node.value] = np.zeros_like(new)
# +         state[node.value][...] = new


# %% wrong one-function
def variable_kernels(state):
    return lambda node: state[node.name]


# %% wrong assign-looks-for-the-variable like=plain
# -     def assign(node, new):
# +     def assign(node, new):
# +         if node.value not in state:
# +             raise LookupError(node.value)


# %% wrong keeps-the-type like=plain
# -         state[node.value] = np.array(new)
# +         old = state.get(node.value, new)
# +         state[node.value] = np.array(new).astype(np.asarray(old).dtype)


# %% wrong keeps-the-shape like=plain
# -         state[node.value] = np.array(new)
# +         old = state.get(node.value, new)
# +         state[node.value] = np.array(np.broadcast_to(new, np.shape(old)))


# %% wrong zero-is-no-value like=plain
# -         return np.array(state[node.name])
# +         value = np.array(state.get(node.name, 0.0))
# +         if not value.any():
# +             raise LookupError(f"{node.name} has no value")
# +         return value


# %% exempt *
# changes-its-input
#     It empties a dictionary that is empty: the session's state is filled later.
# name-of-the-operation: ...
#     A node of this chapter has no operation, so the change does nothing.


# %% exempt own-error
# condition: if node.name not in state: -> if False:
# statement-dropped: if node.name not in state: -> (nothing)
#     The dictionary raises a KeyError itself, which is a LookupError.


# %% exempt a-class
# call-dropped: return np.copy(new) -> return new
#     What comes out is the caller's own array: who changes it does not change the variable.


# %% exempt lambdas
# constant: ... np.array(new))[-1]}
#     Of two values the second one is the last one.


# %% exempt with-more-kernels
# error-passes: ...
# operand-dropped: raise LookupError(...
#     The error is a KeyError, which is a LookupError; its message is free.
# ...: return assign(node, state[node.value] + more) -> ...
# item-dropped: ... -> return {'variable': variable, 'assign': assign}
#     The third kernel is not asked for.


# %% exempt float32-throughout
# argument-dropped: ...
# ...: ... -> ... np.array(new, np.float64)
#     Which of the types of numbers it is makes no difference, if they hold what comes in.
