# %% savers/start right latest-checkpoint
def start(session, saver, folder):
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())


# %% savers/start right initialize-first
def start(session, saver, folder):
    session.run(tf.global_variables_initializer())
    latest = tf.train.latest_checkpoint(folder)
    if latest is not None:
        saver.restore(session, latest)


# %% savers/start right checkpoint-state
def start(session, saver, folder):
    state = tf.train.get_checkpoint_state(folder)
    if state is None:
        tf.global_variables_initializer().run(session=session)
        return
    saver.restore(session, state.model_checkpoint_path)


# %% savers/start right try-and-see
def start(session, saver, folder):
    try:
        saver.restore(session, tf.train.latest_checkpoint(folder))
    except ValueError:
        session.run([variable.initializer for variable in tf.global_variables()])


# %% savers/start wrong highest-number misconception=highest-number
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


# %% savers/start right reads-the-file
def start(session, saver, folder):
    path = folder + "/checkpoint"
    if not tf.gfile.Exists(path):
        session.run(tf.global_variables_initializer())
        return
    with tf.gfile.Open(path) as file:
        latest = file.readline().split('"')[1]
    saver.restore(session, latest)


# %% savers/start wrong then-initializes misconception=keeps-the-initial-values
def start(session, saver, folder):
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    session.run(tf.global_variables_initializer())


# %% savers/start wrong restores-only misconception=always-restores
def start(session, saver, folder):
    saver.restore(session, tf.train.latest_checkpoint(folder))


# %% savers/start wrong sorted-names misconception=last-of-the-alphabet
def start(session, saver, folder):
    names = sorted(tf.gfile.Glob(folder + "/*.index"))
    if names:
        saver.restore(session, names[-1][: -len(".index")])
    else:
        session.run(tf.global_variables_initializer())


# %% savers/start wrong first-of-the-state misconception=restores-the-oldest
def start(session, saver, folder):
    state = tf.train.get_checkpoint_state(folder)
    if state:
        saver.restore(session, state.all_model_checkpoint_paths[0])
    else:
        session.run(tf.global_variables_initializer())


# %% savers/start wrong last-but-one-of-the-state
def start(session, saver, folder):
    state = tf.train.get_checkpoint_state(folder)
    if state:
        saver.restore(session, state.all_model_checkpoint_paths[-2])
    else:
        session.run(tf.global_variables_initializer())


# %% savers/start right last-of-the-state
def start(session, saver, folder):
    state = tf.train.get_checkpoint_state(folder)
    if state:
        saver.restore(session, state.all_model_checkpoint_paths[-1])
    else:
        session.run(tf.global_variables_initializer())


# %% savers/start wrong initializes-only misconception=keeps-the-initial-values
def start(session, saver, folder):
    session.run(tf.global_variables_initializer())


# %% savers/start wrong asks-the-saver misconception=keeps-the-initial-values
def start(session, saver, folder):
    if saver.last_checkpoints:
        saver.restore(session, saver.last_checkpoints[-1])
    else:
        session.run(tf.global_variables_initializer())


# %% savers/start wrong a-session-of-its-own
def start(session, saver, folder):
    with tf.Session() as other:
        latest = tf.train.latest_checkpoint(folder)
        if latest:
            saver.restore(other, latest)
        else:
            other.run(tf.global_variables_initializer())


# %% savers/start wrong trainable-only
def start(session, saver, folder):
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        session.run(tf.global_variables_initializer())
        tf.train.Saver(tf.trainable_variables()).restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())


# %% savers/start wrong mutant-knows-the-name
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


# %% savers/start wrong mutant-ignores-the-folder misconception=restores-from-here
def start(session, saver, folder):
    latest = tf.train.latest_checkpoint(".")
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())


# %% savers/start wrong mutant-initializes-and-fails misconception=always-restores
def start(session, saver, folder):
    session.run(tf.global_variables_initializer())
    saver.restore(session, tf.train.latest_checkpoint(folder))


# %% savers/start right newest-file
def start(session, saver, folder):
    import glob
    import os

    paths = glob.glob(folder + "/*.index")
    if paths:
        saver.restore(session, max(paths, key=os.path.getmtime)[: -len(".index")])
    else:
        session.run(tf.global_variables_initializer())


# %% savers/start wrong imports-the-graph-again
def start(session, saver, folder):
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        tf.train.import_meta_graph(latest + ".meta").restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())


# %% savers/start wrong any-file-is-a-checkpoint misconception=always-restores
def start(session, saver, folder):
    import os

    if os.listdir(folder):
        saver.restore(session, tf.train.latest_checkpoint(folder))
    else:
        session.run(tf.global_variables_initializer())


# %% savers/start exempt *
# none-for-truth: if latest: -> if latest is not None:
#     a path is never empty
# remembers-results
#     the session and the folder are new in each call, so nothing that is remembered is used
# changes-its-input
#     it is given no list, dictionary or array


# %% savers/start exempt initialize-first
# truth-for-none: if latest is not None: -> if bool(latest):
#     a path is never empty


# %% savers/start exempt checkpoint-state
# truth-for-none: if state is None: -> if not state:
#     a state that is there is true


# %% savers/start exempt reads-the-file
# with-dropped: with tf.gfile.Open(path) as file: -> file = tf.gfile.Open(path)
#     a file that was only read is closed when nobody refers to it


# %% savers/start exempt last-of-the-state
# none-for-truth: if state: -> if state is not None:
#     a state that is there is true
