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


# %% build_an_engine/saver wrong saves-everything misconception=saves-more
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **state)

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name]

    return save, restore


# %% build_an_engine/saver wrong an-underscore-for-a-slash
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name.replace("/", "_"): state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name.replace("/", "_")]

    return save, restore


# %% build_an_engine/saver wrong a-dot-for-a-slash
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name.replace("/", "."): state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name.replace("/", ".")]

    return save, restore


# %% build_an_engine/saver wrong the-last-part-of-a-name
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name.split("/")[-1]: state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name.split("/")[-1]]

    return save, restore


# %% build_an_engine/saver wrong the-first-part-of-a-name
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name.split("/")[0]: state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name.split("/")[0]]

    return save, restore


# %% build_an_engine/saver wrong plain-numbers misconception=numbers-for-arrays
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name] if saved[v.name].ndim else float(saved[v.name])

    return save, restore


# %% build_an_engine/saver wrong plain-lists
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name].tolist()

    return save, restore


# %% build_an_engine/saver wrong an-empty-file misconception=in-memory-of-the-pair
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


# %% build_an_engine/saver wrong a-file-that-nobody-reads misconception=in-memory-and-in-a-file
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


# %% build_an_engine/saver wrong only-what-the-state-holds misconception=only-what-is-there
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


# %% build_an_engine/saver wrong the-other-order
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{v.name: state[v.name] for v in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for v in variables:
                state[v.name] = saved[v.name]

    return restore, save


# %% build_an_engine/saver wrong as-float32
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{one.name: np.float32(state[one.name]) for one in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for one in variables:
                state[one.name] = saved[one.name]

    return save, restore


# %% build_an_engine/saver wrong never-without-an-axis
def saver(variables):
    def save(state, path):
        with open(path, "wb") as file:
            np.savez(file, **{one.name: np.atleast_1d(state[one.name]) for one in variables})

    def restore(state, path):
        with np.load(path) as saved:
            for one in variables:
                state[one.name] = saved[one.name]

    return save, restore
