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


# %% wrong identity mistake=by-object-id like=plain
# says: you file the values under the identity of the node objects. Another program has other objects and
#     cannot find the values again. Use the names.
# -             np.savez(file, **{name: state[name] for name in names})
# +             np.savez(file, **{str(id(v)): state[v.name] for v in variables})
# -             for name in names:
# -                 state[name] = saved[name]
# +             for v in variables:
# +                 state[v.name] = saved[str(id(v))]


# %% wrong positions mistake=by-position like=plain
# says: you file the values by their position in the list. A program that lists its variables in another
#     order gets them mixed up, without any error. Use the names.
# -             np.savez(file, **{name: state[name] for name in names})
# +             np.savez(file, *[state[name] for name in names])
# -             for name in names:
# -                 state[name] = saved[name]
# +             for name, key in zip(names, saved.files):
# +                 state[name] = saved[key]


# %% wrong everything mistake=whole-state like=plain
# says: you save and restore everything that the session holds. `saver` was given some variables: the others
#     stay as they are.
# -             np.savez(file, **{name: state[name] for name in names})
# +             np.savez(file, **state)
# -             for name in names:
# -                 state[name] = saved[name]
# +             state.update(saved)


# %% wrong saves-everything mistake=saves-more like=plain
# says: your file holds everything that the session holds. `saver` was given some variables: save these
#     only.
# -             np.savez(file, **{name: state[name] for name in names})
# +             np.savez(file, **state)


# %% wrong plain-numbers mistake=numbers-for-arrays like=plain
# says: you put plain numbers into the state. It should hold arrays, even for a single number: leave them as
#     they come from the file.
# -                 state[name] = saved[name]
# +                 state[name] = saved[name] if saved[name].ndim else float(saved[name])


# %% wrong clears-first mistake=clears-the-state like=plain
# says: your `restore` empties the state first, so variables that are not in the list lose their values. Set
#     those in the list, and leave the others alone.
# -             for name in names:
# +             state.clear()
# +             for name in names:


# %% wrong ending-forgotten mistake=savez-adds-an-ending like=plain
# says: `np.savez(path, ...)` adds `.npz` to a path that does not end in it, and then no file is found at
#     `path`. Open the file yourself: `with open(path, 'wb') as file`, then `np.savez(file, ...)`.
# -         with open(path, "wb") as file:
# -             np.savez(file, **{name: state[name] for name in names})
# +         np.savez(path, **{name: state[name] for name in names})


# %% wrong ending-added mistake=another-file like=plain
# says: your file is not at `path`, but at `path` with `.npz` added. Whoever moves or copies the file that
#     the caller named finds nothing.
# -         with open(path, "wb") as file:
# -             np.savez(file, **{name: state[name] for name in names})
# +         np.savez(path + ".npz", **{name: state[name] for name in names})
# -         with np.load(path) as saved:
# +         with np.load(path + ".npz") as saved:


# %% wrong saves-the-recipes mistake=first-values like=plain
# says: you save `variable.value`, the recipe for the first value. What the variable holds now is in
#     `state`, under its name.
# -             np.savez(file, **{name: state[name] for name in names})
# +             np.savez(file, **{variable.name: variable.value for variable in variables})


# %% wrong only-what-the-state-holds mistake=only-what-is-there like=plain
# says: your `restore` sets only variables that the state holds already. In a new program it may hold none:
#     put each value in, whether there was one or not.
# -                 state[name] = saved[name]
# +                 if name in state:
# +                     state[name] = saved[name]


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


# %% wrong a-file-that-nobody-reads mistake=in-memory-and-in-a-file like=plain
# says: you keep the values in memory. When the program ends they are gone; a file stays. `restore` should
#     read them from the file at `path`.
# - def saver(variables):
# + shelf = {}
# +
# +
# + def saver(variables):
# -             np.savez(file, **{name: state[name] for name in names})
# +             np.savez(file, **{name: state[name] for name in names})
# +         shelf.update({name: np.array(state[name]) for name in names})
# -         with np.load(path) as saved:
# -             for name in names:
# -                 state[name] = saved[name]
# +         for name in names:
# +             state[name] = np.array(shelf[name])


# %% wrong an-empty-file mistake=in-memory-and-in-a-file like=a-file-that-nobody-reads
# -         with open(path, "wb") as file:
# -             np.savez(file, **{name: state[name] for name in names})
# +         open(path, "wb").close()


# %% wrong memory mistake=in-memory like=a-file-that-nobody-reads
# -         with open(path, "wb") as file:
# -             np.savez(file, **{name: state[name] for name in names})
# -         shelf.update({name: np.array(state[name]) for name in names})
# +         shelf.update({name: np.array(state[name]) for name in names})


# %% wrong only-save like=plain
# -     return save, restore
# +     return save


# %% wrong restores-nothing like=plain
# -             for name in names:
# -                 state[name] = saved[name]
# +             state = dict(saved)


# %% wrong empties-the-state like=plain
# -             np.savez(file, **{name: state[name] for name in names})
# +             np.savez(file, **{name: state.pop(name) for name in names})


# %% wrong mutant-restores-all-of-the-file like=plain
# -             for name in names:
# +             for name in saved.files:


# %% wrong an-underscore-for-a-slash like=plain
# -     names = [variable.name for variable in variables]
# +     names = [variable.name for variable in variables]
# +     key = lambda name: name.replace("/", "_")
# -             np.savez(file, **{name: state[name] for name in names})
# +             np.savez(file, **{key(name): state[name] for name in names})
# -                 state[name] = saved[name]
# +                 state[name] = saved[key(name)]


# %% wrong a-dot-for-a-slash like=an-underscore-for-a-slash
# -     key = lambda name: name.replace("/", "_")
# +     key = lambda name: name.replace("/", ".")


# %% wrong the-last-part-of-a-name like=an-underscore-for-a-slash
# -     key = lambda name: name.replace("/", "_")
# +     key = lambda name: name.split("/")[-1]


# %% wrong the-first-part-of-a-name like=an-underscore-for-a-slash
# -     key = lambda name: name.replace("/", "_")
# +     key = lambda name: name.split("/")[0]


# %% wrong plain-lists like=plain
# -                 state[name] = saved[name]
# +                 state[name] = saved[name].tolist()


# %% wrong the-other-order like=plain
# -     return save, restore
# +     return restore, save


# %% wrong as-float32 like=plain
# -             np.savez(file, **{name: state[name] for name in names})
# +             np.savez(file, **{name: np.float32(state[name]) for name in names})


# %% wrong never-without-an-axis like=plain
# -             np.savez(file, **{name: state[name] for name in names})
# +             np.savez(file, **{name: np.atleast_1d(state[name]) for name in names})


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
