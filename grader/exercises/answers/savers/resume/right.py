# %% savers/resume right global-step
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())
    done = session.run(tf.train.get_global_step())
    for number in range(done, len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% savers/resume right number-in-the-name
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver(max_to_keep=1)
    latest = tf.train.latest_checkpoint(folder)
    done = 0
    session.run(tf.global_variables_initializer())
    if latest:
        saver.restore(session, latest)
        done = int(latest.rsplit("-", 1)[1])
    for batch in batches[done:]:
        session.run(step, feed_dict={x: batch})
        done += 1
        saver.save(session, f"{folder}/model", global_step=done)


# %% savers/resume right global-step-tensor
def resume(session, step, x, batches, folder):
    import os

    counter = tf.train.get_or_create_global_step()
    saver = tf.train.Saver()
    state = tf.train.get_checkpoint_state(folder)
    if state and state.model_checkpoint_path:
        saver.restore(session, state.model_checkpoint_path)
    else:
        session.run(tf.global_variables_initializer())
    while tf.train.global_step(session, counter) < len(batches):
        session.run(step, {x: batches[session.run(counter)]})
        saver.save(session, os.path.join(folder, "weights"), global_step=counter)


# %% savers/resume right one-name
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    path = folder + "/last"
    if tf.train.checkpoint_exists(path):
        saver.restore(session, path)
    else:
        session.run(tf.global_variables_initializer())
    for number, batch in enumerate(batches):
        if number >= session.run("global_step:0"):
            session.run(step, {x: batch})
            saver.save(session, path, write_meta_graph=False)


# %% savers/resume right a-file-of-its-own
def resume(session, step, x, batches, folder):
    values = folder + "/values.npz"
    variables = {variable.op.name: variable for variable in tf.global_variables()}
    session.run(tf.global_variables_initializer())
    if tf.gfile.Exists(values):
        with np.load(values) as stored:
            for name, variable in variables.items():
                session.run(variable.assign(stored[name]))
    while session.run(variables["global_step"]) < len(batches):
        session.run(step, {x: batches[session.run(variables["global_step"])]})
        np.savez(values, **session.run(variables))


# %% savers/resume right saved-before-the-first-batch
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver(tf.global_variables())
    path = folder + "/model"
    latest = tf.train.latest_checkpoint(folder)
    if latest is None:
        session.run(tf.global_variables_initializer())
        latest = saver.save(session, path, global_step=0)
    saver.restore(session, latest)
    for number in range(int(latest.split("-")[-1]), len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, path, global_step=number + 1)


# %% savers/resume right highest-number
def resume(session, step, x, batches, folder):
    import os

    saver = tf.train.Saver(max_to_keep=None)
    paths = [
        os.path.join(folder, name[: -len(".index")])
        for name in os.listdir(folder)
        if name.endswith(".index")
    ]
    if paths:
        saver.restore(session, max(paths, key=lambda path: int(path.rsplit("-", 1)[1])))
    else:
        session.run(tf.global_variables_initializer())
    done = int(session.run(tf.train.get_global_step()))
    for done, batch in enumerate(batches[done:], done + 1):
        session.run(step, {x: batch})
        saver.save(session, os.path.join(folder, "model"), global_step=done)


# %% savers/resume exempt *
# none-for-truth: if latest: -> if latest is not None:
#     a path is never empty
# remembers-results
#     the session is new in each call, so nothing that is remembered is used
# changes-its-input
#     it is given a copy of the batches, which is its own


# %% savers/resume exempt global-step
# argument-dropped: saver.save(...) -> saver.save(session, folder + '/model')
# arithmetic: saver.save(... -> saver.save(...global_step=number - 1)
# operand-dropped: saver.save(... -> saver.save(...)
# constant: saver.save(...global_step=number + 1) -> saver.save(...global_step=number + ...)
#     the names of the checkpoints are free: the file `checkpoint` tells the latest


# %% savers/resume exempt number-in-the-name
# argument-dropped: saver = tf.train.Saver(max_to_keep=1) -> saver = tf.train.Saver()
# constant: saver = tf.train.Saver(max_to_keep=1) -> ...
#     how many checkpoints are kept is free
# constant: done = int(latest.rsplit('-', 1)[1]) -> done = int(latest.rsplit('-', 1)[-1])
#     the last of two parts is the second


# %% savers/resume exempt global-step-tensor
# boolean: if state and state.model_checkpoint_path: -> if state:
#     a state always has a path
# argument-dropped: saver.save(... -> saver.save(session, os.path.join(folder, 'weights'))
#     the names of the checkpoints are free: the file `checkpoint` tells the latest


# %% savers/resume exempt one-name
# argument-dropped: ...write_meta_graph=False) -> ...
# constant: ...write_meta_graph=False) -> ...
#     whether the graph is saved, too, is free


# %% savers/resume exempt a-file-of-its-own
# with-dropped: with np.load(values) as stored: -> stored = np.load(values)
#     Python closes the file when nothing refers to it any more


# %% savers/resume exempt saved-before-the-first-batch
# truth-for-none: if latest is None: -> if not latest:
#     a path is never empty


# %% savers/resume exempt highest-number
# rounds: ...os.listdir...
#     the order of os.listdir is arbitrary: the file that is left out need not be the one that counts
# constant: saver.restore(...[1]))) -> saver.restore(...[-1])))
#     the last of two parts is the second
# argument-dropped: saver = tf.train.Saver(max_to_keep=None) -> saver = tf.train.Saver()
#     how many checkpoints are kept is free
# arithmetic: for done, batch in enumerate(batches[done:], done + 1): -> ...
# operand-dropped: for done, batch in enumerate(batches[done:], done + 1): -> ...
# constant: for done, batch in enumerate(batches[done:], done + 1): -> ...
#     the names of the checkpoints are free, as long as the numbers rise
