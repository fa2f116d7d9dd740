# %% right latest-checkpoint
def start(session, saver, folder):
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())


# %% right initialize-first
def start(session, saver, folder):
    session.run(tf.global_variables_initializer())
    latest = tf.train.latest_checkpoint(folder)
    if latest is not None:
        saver.restore(session, latest)


# %% right checkpoint-state
def start(session, saver, folder):
    state = tf.train.get_checkpoint_state(folder)
    if state is None:
        tf.global_variables_initializer().run(session=session)
        return
    saver.restore(session, state.model_checkpoint_path)


# %% right try-and-see
def start(session, saver, folder):
    try:
        saver.restore(session, tf.train.latest_checkpoint(folder))
    except ValueError:
        session.run([variable.initializer for variable in tf.global_variables()])


# %% right reads-the-file
def start(session, saver, folder):
    path = folder + "/checkpoint"
    if not tf.gfile.Exists(path):
        session.run(tf.global_variables_initializer())
        return
    with tf.gfile.Open(path) as file:
        latest = file.readline().split('"')[1]
    saver.restore(session, latest)


# %% right last-of-the-state
def start(session, saver, folder):
    state = tf.train.get_checkpoint_state(folder)
    if state:
        saver.restore(session, state.all_model_checkpoint_paths[-1])
    else:
        session.run(tf.global_variables_initializer())


# %% right newest-file
def start(session, saver, folder):
    import glob
    import os

    paths = glob.glob(folder + "/*.index")
    if paths:
        saver.restore(session, max(paths, key=os.path.getmtime)[: -len(".index")])
    else:
        session.run(tf.global_variables_initializer())


# %% wrong then-initializes mistake=keeps-the-initial-values like=latest-checkpoint
# says: there is a checkpoint in the folder, but the variables hold their initial values. Either your
#     function does not restore it, or it runs the initializer *after* restoring, which overwrites
#     everything.
# -     else:
# -         session.run(tf.global_variables_initializer())
# +     session.run(tf.global_variables_initializer())


# %% wrong restores-only mistake=always-restores
# says: your function fails if there is no checkpoint in the folder. First ask whether there is one; other
#     files do not count. If there is none, run the initializer.
def start(session, saver, folder):
    saver.restore(session, tf.train.latest_checkpoint(folder))


# %% wrong mutant-ignores-the-folder mistake=restores-from-here like=latest-checkpoint
# says: you look for a checkpoint in the current folder. Look in `folder`:
#     `tf.train.latest_checkpoint(folder)`.
# -     latest = tf.train.latest_checkpoint(folder)
# +     latest = tf.train.latest_checkpoint(".")


# %% wrong sorted-names mistake=last-of-the-alphabet
# says: you take the name that comes last in the alphabet, and `model-9` comes after `model-10`.
#     `tf.train.latest_checkpoint(folder)` knows which one was written last.
def start(session, saver, folder):
    names = sorted(tf.gfile.Glob(folder + "/*.index"))
    if names:
        saver.restore(session, names[-1][: -len(".index")])
    else:
        session.run(tf.global_variables_initializer())


# %% wrong highest-number mistake=highest-number
# says: you restore the checkpoint with the highest number. The latest is the one that was saved last,
#     whatever its number: `tf.train.latest_checkpoint(folder)` is its path.
def start(session, saver, folder):
    import os

    paths = {
        int(name[: -len(".index")].rsplit("-", 1)[1]): os.path.join(folder, name[: -len(".index")])
        for name in os.listdir(folder)
        if name.endswith(".index")
    }
    if paths:
        saver.restore(session, paths[max(paths)])
    else:
        session.run(tf.global_variables_initializer())


# %% wrong first-of-the-state mistake=restores-the-oldest like=last-of-the-state
# says: you restore the oldest checkpoint of the folder, and lose all later training.
#     `tf.train.latest_checkpoint(folder)` gives the path of the latest.
# -         saver.restore(session, state.all_model_checkpoint_paths[-1])
# +         saver.restore(session, state.all_model_checkpoint_paths[0])


# %% wrong last-but-one-of-the-state like=last-of-the-state
# -         saver.restore(session, state.all_model_checkpoint_paths[-1])
# +         saver.restore(session, state.all_model_checkpoint_paths[-2])


# %% wrong initializes-only mistake=keeps-the-initial-values
def start(session, saver, folder):
    session.run(tf.global_variables_initializer())


# %% wrong asks-the-saver mistake=keeps-the-initial-values
def start(session, saver, folder):
    if saver.last_checkpoints:
        saver.restore(session, saver.last_checkpoints[-1])
    else:
        session.run(tf.global_variables_initializer())


# %% wrong a-session-of-its-own
def start(session, saver, folder):
    with tf.Session() as other:
        latest = tf.train.latest_checkpoint(folder)
        if latest:
            saver.restore(other, latest)
        else:
            other.run(tf.global_variables_initializer())


# %% wrong trainable-only like=latest-checkpoint
# -         saver.restore(session, latest)
# +         session.run(tf.global_variables_initializer())
# +         tf.train.Saver(tf.trainable_variables()).restore(session, latest)


# %% wrong mutant-knows-the-name
def start(session, saver, folder):
    import os

    numbers = [
        int(name.rsplit("-", 1)[1][: -len(".index")])
        for name in os.listdir(folder)
        if name.endswith(".index")
    ]
    if numbers:
        saver.restore(session, os.path.join(folder, f"model-{max(numbers)}"))
    else:
        session.run(tf.global_variables_initializer())


# %% wrong mutant-initializes-and-fails mistake=always-restores
def start(session, saver, folder):
    session.run(tf.global_variables_initializer())
    saver.restore(session, tf.train.latest_checkpoint(folder))


# %% wrong imports-the-graph-again like=latest-checkpoint
# -         saver.restore(session, latest)
# +         tf.train.import_meta_graph(latest + ".meta").restore(session, latest)


# %% wrong any-file-is-a-checkpoint mistake=always-restores
def start(session, saver, folder):
    import os

    if os.listdir(folder):
        saver.restore(session, tf.train.latest_checkpoint(folder))
    else:
        session.run(tf.global_variables_initializer())


# %% exempt *
# none-for-truth: if latest: -> if latest is not None:
#     a path is never empty
# remembers-results
#     the session and the folder are new in each call, so nothing that is remembered is used
# changes-its-input
#     it is given no list, dictionary or array


# %% exempt initialize-first
# truth-for-none: if latest is not None: -> if bool(latest):
#     a path is never empty


# %% exempt checkpoint-state
# truth-for-none: if state is None: -> if not state:
#     a state that is there is true


# %% exempt reads-the-file
# with-dropped: with tf.gfile.Open(path) as file: -> file = tf.gfile.Open(path)
#     a file that was only read is closed when nobody refers to it


# %% exempt last-of-the-state
# none-for-truth: if state: -> if state is not None:
#     a state that is there is true
