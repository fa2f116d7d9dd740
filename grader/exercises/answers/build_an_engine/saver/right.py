# %% build_an_engine/saver right plain
def saver(variables):
    names = [variable.name for variable in variables]

    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{name: state[name] for name in names})

    def restore(state, path):
        with np.load(path) as saved:
            for name in names:
                state[name] = saved[name]

    return save, restore


# %% build_an_engine/saver right pickle
import pickle


def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            pickle.dump({v.name: np.array(state[v.name]) for v in variables}, file)

    def restore(state, path):
        with open(path, "rb") as file:
            saved = pickle.load(file)
        state.update({v.name: saved[v.name] for v in variables})

    return save, restore


# %% build_an_engine/saver right json
import json


def saver(variables):
    names = {variable.name for variable in variables}

    def save(state, path):
        with open(path, "w") as file:
            json.dump({name: np.asarray(state[name]).tolist() for name in names}, file)

    def restore(state, path):
        with open(path) as file:
            for name, value in json.load(file).items():
                if name in names:
                    state[name] = np.array(value)

    return save, restore


# %% build_an_engine/saver right a-class
class Saver:
    def __init__(self, variables):
        self.variables = list(variables)

    def save(self, state, path):
        file = open(path, "wb")
        try:
            np.savez_compressed(file, **{v.name: state[v.name] for v in self.variables})
        finally:
            file.close()

    def restore(self, state, path):
        saved = dict(np.load(path))
        for v in self.variables:
            state[v.name] = saved[v.name]


def saver(variables):
    one = Saver(variables)
    return [one.save, one.restore]


# %% build_an_engine/saver right names-and-values
def saver(variables):
    names = [variable.name for variable in variables]

    def save(state, path):
        with open(path, "wb") as file:
            np.save(file, np.array(names))
            for name in names:
                np.save(file, state[name])

    def restore(state, path):
        with open(path, "rb") as file:
            for name in np.load(file).tolist():
                value = np.load(file)
                if name in names:
                    state[name] = value

    return save, restore


# %% build_an_engine/saver right with-the-types-from-the-state
import json


def saver(variables):
    def save(state, path):
        arrays = {v.name: np.asarray(state[v.name]) for v in variables}
        with open(path, "w") as file:
            json.dump({name: [str(a.dtype), a.tolist()] for name, a in arrays.items()}, file)

    def restore(state, path):
        with open(path) as file:
            saved = json.load(file)
        for v in variables:
            dtype, numbers = saved[v.name]
            state[v.name] = np.array(numbers, dtype)

    return save, restore


# %% build_an_engine/saver right all-in-one-array-of-bytes
import io


def saver(variables):
    def save(state, path):
        bytes_of = io.BytesIO()
        np.savez(bytes_of, **{"/" + v.name: state[v.name] for v in variables})
        with open(path, "wb") as file:
            file.write(bytes_of.getvalue())

    def restore(state, path):
        with open(path, "rb") as file:
            saved = np.load(io.BytesIO(file.read()))
        state.update((v.name, saved["/" + v.name][()]) for v in variables)

    return save, restore


# %% build_an_engine/saver exempt *
# name-of-the-operation: ...
#     A node of this chapter has no operation, so the change does nothing.
# with-dropped: ...
# error-passes: try: -> ...
# statement-dropped: file.close() -> pass
#     Python closes the file when nothing refers to it any more, at the end of the function.
# remembers-results
#     The two functions know nothing but the names, so those for the same names serve again.
# %% build_an_engine/saver exempt with-the-types-from-the-state
# argument-dropped: state[v.name] = np.array(numbers, dtype) -> ...
#     The text asks for the values; their type may change.
