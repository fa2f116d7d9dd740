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


# %% build_an_engine/saver wrong identity misconception=by-object-id
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{str(id(v)): state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[str(id(v))]

    return save, restore


# %% build_an_engine/saver wrong positions misconception=by-position
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, *[state[v.name] for v in variables])

    def restore(state, path):
        with np.load(path) as saved:
            for v, key in zip(variables, saved.files):
                state[v.name] = saved[key]

    return save, restore


# %% build_an_engine/saver wrong everything misconception=whole-state
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **state)

    def restore(state, path):
        with np.load(path) as saved:
            state.update(saved)

    return save, restore


# %% build_an_engine/saver wrong ending-forgotten misconception=savez-adds-an-ending
def saver(variables):
    def save(state, path):
        np.savez(path, **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        saved = np.load(path)
        for v in variables:
            state[v.name] = saved[v.name]

    return save, restore


# %% build_an_engine/saver wrong ending-added misconception=another-file
def saver(variables):
    def save(state, path):
        np.savez(path + ".npz", **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        saved = np.load(path + ".npz")
        for v in variables:
            state[v.name] = saved[v.name]

    return save, restore


# %% build_an_engine/saver wrong memory misconception=in-memory
shelf = {}


def saver(variables):
    def save(state, path):
        for v in variables:
            shelf[v.name] = np.array(state[v.name])

    def restore(state, path):
        for v in variables:
            state[v.name] = np.array(shelf[v.name])

    return save, restore


# %% build_an_engine/saver wrong only-save
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state[v.name] for v in variables})

    return save


# %% build_an_engine/saver wrong restores-nothing
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        state = dict(np.load(path))

    return save, restore


# %% build_an_engine/saver wrong clears-first misconception=clears-the-state
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        saved = np.load(path)
        state.clear()
        state.update({v.name: saved[v.name] for v in variables})

    return save, restore


# %% build_an_engine/saver wrong empties-the-state
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state.pop(v.name) for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name]

    return save, restore


# %% build_an_engine/saver wrong memory-by-path misconception=in-memory
shelf = {}


def saver(variables):
    def save(state, path):
        shelf[path] = {v.name: np.array(state[v.name]) for v in variables}

    def restore(state, path):
        state.update({v.name: np.array(shelf[path][v.name]) for v in variables})

    return save, restore


# %% build_an_engine/saver wrong mutant-restores-all-of-the-file
def saver(variables):
    names = [variable.name for variable in variables]

    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{name: state[name] for name in names})

    def restore(state, path):
        with np.load(path) as saved:
            for name in saved.files:
                state[name] = saved[name]

    return save, restore


# %% build_an_engine/saver wrong saves-the-recipes misconception=first-values
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{variable.name: variable.value for variable in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for variable in variables:
                state[variable.name] = saved[variable.name]

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
