# %% build_an_engine/variables right plain
def variable_kernels(state):
    def variable(node):
        return np.array(state[node.name])

    def assign(node, new):
        state[node.value] = np.array(new)
        return np.array(new)

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables right own-error
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


# %% build_an_engine/variables right a-class
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


# %% build_an_engine/variables right lambdas
def variable_kernels(state):
    return {
        "variable": lambda node: np.array(state[node.name]),
        "assign": lambda node, new: (state.update({node.value: np.array(new)}), np.array(new))[1],
    }


# %% build_an_engine/variables right with-more-kernels
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


# %% build_an_engine/variables wrong outside misconception=one-state-for-all
values = {}


def variable_kernels(state):
    def variable(node):
        return np.array(values[node.name])

    def assign(node, new):
        values[node.value] = np.array(new)
        return np.array(new)

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong recipe-as-value misconception=born-at-build
def variable_kernels(state):
    def variable(node):
        if node.name in state:
            return np.array(state[node.name])
        return np.array(node.value)

    def assign(node, new):
        state[node.value] = np.array(new)
        return np.array(new)

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong assign-returns-none misconception=gives-nothing
def variable_kernels(state):
    def variable(node):
        return np.array(state[node.name])

    def assign(node, new):
        state[node.value] = np.array(new)

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong name-of-the-node misconception=under-the-assignments-name
def variable_kernels(state):
    def variable(node):
        return np.array(state[node.name])

    def assign(node, new):
        state[node.name] = np.array(new)
        return np.array(new)

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong nothing-copied misconception=no-copies
def variable_kernels(state):
    def variable(node):
        return state[node.name]

    def assign(node, new):
        state[node.value] = new
        return new

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong keeps-the-callers-array misconception=no-copy-in
def variable_kernels(state):
    def variable(node):
        return np.array(state[node.name])

    def assign(node, new):
        state[node.value] = new
        return new

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong gives-its-own-array misconception=no-copy-out
def variable_kernels(state):
    def variable(node):
        return state[node.name]

    def assign(node, new):
        state[node.value] = np.array(new)
        return state[node.value]

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong in-place
def variable_kernels(state):
    def variable(node):
        return state[node.name]

    def assign(node, new):
        if node.value not in state:
            state[node.value] = np.zeros_like(new)
        state[node.value][...] = new
        return state[node.value]

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong one-function
def variable_kernels(state):
    return lambda node: state[node.name]


# %% build_an_engine/variables right an-error-of-its-own
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


# %% build_an_engine/variables wrong assign-looks-for-the-variable
def variable_kernels(state):
    def variable(node):
        return np.array(state[node.name])

    def assign(node, new):
        if node.value not in state:
            raise LookupError(node.value)
        state[node.value] = np.array(new)
        return np.array(new)

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong the-old-value misconception=returns-the-old-value
def variable_kernels(state):
    def variable(node):
        return np.array(state[node.name])

    def assign(node, new):
        old = state.get(node.value)
        state[node.value] = np.array(new)
        return old

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong a-list-in-the-state misconception=loses-the-shape
def variable_kernels(state):
    def variable(node):
        return np.array(state[node.name])

    def assign(node, new):
        state[node.value] = list(np.ravel(new))
        return np.array(new)

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables exempt *
# changes-its-input
#     It empties a dictionary that is empty: the session's state is filled later.
# name-of-the-operation: ...
#     A node of this chapter has no operation, so the change does nothing.
# %% build_an_engine/variables exempt own-error
# condition: if node.name not in state: -> if False:
# statement-dropped: if node.name not in state: -> (nothing)
#     The dictionary raises a KeyError itself, which is a LookupError.
# %% build_an_engine/variables exempt a-class
# call-dropped: return np.copy(new) -> return new
#     What comes out is the caller's own array: who changes it does not change the variable.
# %% build_an_engine/variables exempt lambdas
# constant: ... np.array(new))[-1]}
#     Of two values the second one is the last one.
# %% build_an_engine/variables exempt with-more-kernels
# error-passes: ...
# operand-dropped: raise LookupError(...
#     The error is a KeyError, which is a LookupError; its message is free.
# ...: return assign(node, state[node.value] + more) -> ...
# item-dropped: ... -> return {'variable': variable, 'assign': assign}
#     The third kernel is not asked for.


# %% build_an_engine/variables wrong into-the-old-array misconception=keeps-the-old-array
def variable_kernels(state):
    def variable(node):
        return np.array(state[node.name])

    def assign(node, new):
        if node.value in state:
            state[node.value][...] = new
        else:
            state[node.value] = np.array(new)
        return np.array(new)

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong keeps-the-type
def variable_kernels(state):
    def variable(node):
        return np.array(state[node.name])

    def assign(node, new):
        old = state.get(node.value, new)
        state[node.value] = np.array(new).astype(np.asarray(old).dtype)
        return np.array(new)

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables wrong keeps-the-shape
def variable_kernels(state):
    def variable(node):
        return np.array(state[node.name])

    def assign(node, new):
        old = state.get(node.value, new)
        state[node.value] = np.array(np.broadcast_to(new, np.shape(old)))
        return np.array(new)

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables right float32-throughout
def variable_kernels(state):
    def variable(node):
        return np.array(state[node.name])

    def assign(node, new):
        state[node.value] = np.array(new, np.float32)
        return np.array(new, np.float32)

    return {"variable": variable, "assign": assign}


# %% build_an_engine/variables exempt float32-throughout
# argument-dropped: ...
# ...: ... -> ... np.array(new, np.float64)
#     Which of the types of numbers it is makes no difference, if they hold what comes in.
