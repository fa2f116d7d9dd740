# %% right plain
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


# %% right pickle
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


# %% right json
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


# %% right a-class
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


# %% right names-and-values
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


# %% right with-the-types-from-the-state
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


# %% right all-in-one-array-of-bytes
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


# %% wrong identity mistake=by-object-id
# says: you file the values under the identity of the node objects. Another program has other objects and
#     cannot find the values again. Use the names.
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{str(id(v)): state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[str(id(v))]

    return save, restore


# %% wrong positions mistake=by-position
# says: you file the values by their position in the list. A program that lists its variables in another
#     order gets them mixed up, without any error. Use the names.
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, *[state[v.name] for v in variables])

    def restore(state, path):
        with np.load(path) as saved:
            for v, key in zip(variables, saved.files):
                state[v.name] = saved[key]

    return save, restore


# %% wrong everything mistake=whole-state
# says: you save and restore everything that the session holds. `saver` was given some variables: the others
#     stay as they are.
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **state)

    def restore(state, path):
        with np.load(path) as saved:
            state.update(saved)

    return save, restore


# %% wrong saves-everything mistake=saves-more
# says: your file holds everything that the session holds. `saver` was given some variables: save these
#     only.
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **state)

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name]

    return save, restore


# %% wrong plain-numbers mistake=numbers-for-arrays
# says: you put plain numbers into the state. It should hold arrays, even for a single number: leave them as
#     they come from the file.
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name] if saved[v.name].ndim else float(saved[v.name])

    return save, restore


# %% wrong clears-first mistake=clears-the-state
# says: your `restore` empties the state first, so variables that are not in the list lose their values. Set
#     those in the list, and leave the others alone.
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        saved = np.load(path)
        state.clear()
        state.update({v.name: saved[v.name] for v in variables})

    return save, restore


# %% wrong ending-forgotten mistake=savez-adds-an-ending
# says: `np.savez(path, ...)` adds `.npz` to a path that does not end in it, and then no file is found at
#     `path`. Open the file yourself: `with open(path, 'wb') as file`, then `np.savez(file, ...)`.
def saver(variables):
    def save(state, path):
        np.savez(path, **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        saved = np.load(path)
        for v in variables:
            state[v.name] = saved[v.name]

    return save, restore


# %% wrong ending-added mistake=another-file
# says: your file is not at `path`, but at `path` with `.npz` added. Whoever moves or copies the file that
#     the caller named finds nothing.
def saver(variables):
    def save(state, path):
        np.savez(path + ".npz", **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        saved = np.load(path + ".npz")
        for v in variables:
            state[v.name] = saved[v.name]

    return save, restore


# %% wrong saves-the-recipes mistake=first-values
# says: you save `variable.value`, the recipe for the first value. What the variable holds now is in
#     `state`, under its name.
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{variable.name: variable.value for variable in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for variable in variables:
                state[variable.name] = saved[variable.name]

    return save, restore


# %% wrong only-what-the-state-holds mistake=only-what-is-there
# says: your `restore` sets only variables that the state holds already. In a new program it may hold none:
#     put each value in, whether there was one or not.
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                if v.name in state:
                    state[v.name] = saved[v.name]

    return save, restore


# %% wrong memory-by-path mistake=in-memory
# says: you keep the values in memory. When the program ends they are gone; a file stays. `restore` should
#     read them from the file at `path`.
shelf = {}


def saver(variables):
    def save(state, path):
        shelf[path] = {v.name: np.array(state[v.name]) for v in variables}

    def restore(state, path):
        state.update({v.name: np.array(shelf[path][v.name]) for v in variables})

    return save, restore


# %% wrong a-file-that-nobody-reads mistake=in-memory-and-in-a-file
# says: you keep the values in memory. When the program ends they are gone; a file stays. `restore` should
#     read them from the file at `path`.
shelf = {}


def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state[v.name] for v in variables})
        shelf.update({v.name: np.array(state[v.name]) for v in variables})

    def restore(state, path):
        for v in variables:
            state[v.name] = np.array(shelf[v.name])

    return save, restore


# %% wrong an-empty-file mistake=in-memory-and-in-a-file
def saver(variables):
    kept = {}

    def save(state, path):
        open(path, "wb").close()
        for v in variables:
            kept[v.name] = np.array(state[v.name])

    def restore(state, path):
        for v in variables:
            state[v.name] = np.array(kept[v.name])

    return save, restore


# %% wrong memory mistake=in-memory
shelf = {}


def saver(variables):
    def save(state, path):
        for v in variables:
            shelf[v.name] = np.array(state[v.name])

    def restore(state, path):
        for v in variables:
            state[v.name] = np.array(shelf[v.name])

    return save, restore


# %% wrong only-save
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state[v.name] for v in variables})

    return save


# %% wrong restores-nothing
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        state = dict(np.load(path))

    return save, restore


# %% wrong empties-the-state
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state.pop(v.name) for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name]

    return save, restore


# %% wrong mutant-restores-all-of-the-file like=plain
# -             for name in names:
# +             for name in saved.files:


# %% wrong an-underscore-for-a-slash
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name.replace("/", "_"): state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name.replace("/", "_")]

    return save, restore


# %% wrong a-dot-for-a-slash
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name.replace("/", "."): state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name.replace("/", ".")]

    return save, restore


# %% wrong the-last-part-of-a-name
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name.split("/")[-1]: state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name.split("/")[-1]]

    return save, restore


# %% wrong the-first-part-of-a-name
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name.split("/")[0]: state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name.split("/")[0]]

    return save, restore


# %% wrong plain-lists
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name].tolist()

    return save, restore


# %% wrong the-other-order
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name]

    return restore, save


# %% wrong as-float32
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{one.name: np.float32(state[one.name]) for one in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for one in variables:
                state[one.name] = saved[one.name]

    return save, restore


# %% wrong never-without-an-axis
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{one.name: np.atleast_1d(state[one.name]) for one in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for one in variables:
                state[one.name] = saved[one.name]

    return save, restore


# %% wrong writes-once like=plain
# -         with open(path, "wb") as file:
# +         with open(path, "xb") as file:


# %% exempt *
# name-of-the-operation: ...
#     A node of this chapter has no operation, so the change does nothing.
# with-dropped: ...
# error-passes: try: -> ...
# statement-dropped: file.close() -> pass
#     Python closes the file when nothing refers to it any more, at the end of the function.
# remembers-results
#     The two functions know nothing but the names, so those for the same names serve again.


# %% exempt with-the-types-from-the-state
# argument-dropped: state[v.name] = np.array(numbers, dtype) -> ...
#     The text asks for the values; their type may change.
