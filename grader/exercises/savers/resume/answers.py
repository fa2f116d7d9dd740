# %% right global-step
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


# %% right number-in-the-name
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


# %% right global-step-tensor
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


# %% right one-name
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


# %% right a-file-of-its-own
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


# %% right saved-before-the-first-batch
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


# %% right highest-number
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


# %% wrong mutant-initializes-last mistake=starts-over like=global-step
# says: your second call starts from scratch: everything trained before the power cut is done again. Restore
#     the latest checkpoint of `folder`, and run no initializer after that. To be in the folder, a checkpoint
#     needs a name after the folder's, such as `folder + "/model"`.
# -     else:
# -         session.run(tf.global_variables_initializer())
# -     done = session.run(tf.train.get_global_step())
# -     for number in range(done, len(batches)):
# +     session.run(tf.global_variables_initializer())
# +     for number in range(session.run(tf.train.get_global_step()), len(batches)):


# %% wrong all-batches mistake=repeats-the-batches like=global-step
# says: you restore the variables, but then you feed all batches again from the first. The model sees some
#     of them twice. The global step says how many are done: go on with the next one.
# -     done = session.run(tf.train.get_global_step())
# -     for number in range(done, len(batches)):
# +     for number in range(len(batches)):
# -         saver.save(session, folder + "/model", global_step=number + 1)
# +         saver.save(session, folder + "/model", global_step=tf.train.get_global_step())


# %% wrong trainables mistake=forgets-the-momentum like=number-in-the-name
# says: your checkpoints lack what the optimizer remembers: after the interruption, its momentum starts from
#     zero. `tf.train.Saver()` takes all variables.
# -     saver = tf.train.Saver(max_to_keep=1)
# +     saver = tf.train.Saver(tf.trainable_variables())
# -         done = int(latest.rsplit("-", 1)[1])
# +         done = int(latest.rsplit("-", 1)[1])
# +         session.run(tf.train.get_global_step().assign(done))


# %% wrong at-the-end mistake=saves-at-the-end-only like=global-step
# says: you save only at the end. After a power cut nothing more can be saved, not even in a `finally`, so
#     there is nothing to restore. Save after every batch.
# -     done = session.run(tf.train.get_global_step())
# -     for number in range(done, len(batches)):
# +     for number in range(session.run(tf.train.get_global_step()), len(batches)):
# -         saver.save(session, folder + "/model", global_step=number + 1)
# +     saver.save(session, folder + "/model")


# %% wrong every-second-batch mistake=saves-only-sometimes like=global-step
# says: a batch that was done before a power cut is run again: it is not in the checkpoint that you restore.
#     Save after every batch, and restore the latest checkpoint.
# -         saver.save(session, folder + "/model", global_step=number + 1)
# +         if (number - done) % 2 == 1:
# +             saver.save(session, folder + "/model", global_step=number + 1)
# +     saver.save(session, folder + "/model", global_step=len(batches))


# %% wrong all-but-the-first like=global-step
# -         saver.save(session, folder + "/model", global_step=number + 1)
# +         if number > 0:
# +             saver.save(session, folder + "/model", global_step=number + 1)


# %% wrong every-third-index mistake=saves-every-fifth like=global-step
# says: a batch that was done before a power cut is run again: it is not in the checkpoint that you restore.
#     Save after every batch, and restore the latest checkpoint.
# -         saver.save(session, folder + "/model", global_step=number + 1)
# +         if number % 3 == 0 or number == len(batches) - 1:
# +             saver.save(session, folder + "/model", global_step=number + 1)


# %% wrong last-path-of-the-alphabet like=global-step
# -     latest = tf.train.latest_checkpoint(folder)
# -     if latest:
# -         saver.restore(session, latest)
# +     state = tf.train.get_checkpoint_state(folder)
# +     if state:
# +         saver.restore(session, max(state.all_model_checkpoint_paths))


# %% wrong saves-first mistake=saves-before-the-step like=global-step
# says: your latest checkpoint lacks the last step, so the next call takes that step again, even if training
#     is complete. Save after each step, not before it.
# -         session.run(step, {x: batches[number]})
# -         saver.save(session, folder + "/model", global_step=number + 1)
# +         saver.save(session, folder + "/model", global_step=number)
# +         session.run(step, {x: batches[number]})


# %% wrong one-twice mistake=repeats-one-batch like=global-step
# says: one batch is run twice: after k steps the batches 0 to k - 1 are done, so the next one is number k.
# -     for number in range(done, len(batches)):
# +     for number in range(max(done - 1, 0), len(batches)):


# %% wrong index-in-the-name mistake=takes-the-index-for-the-count like=number-in-the-name
# says: you keep the index of the last batch and take it for the number of batches done, so this batch is
#     run again. After batch k, k + 1 batches are done.
# -         done += 1
# -         saver.save(session, f"{folder}/model", global_step=done)
# +         saver.save(session, f"{folder}/model", global_step=done)
# +         done += 1


# %% wrong counts-the-steps-again mistake=counts-twice like=global-step
# says: you count each step twice: `step` already adds 1 to the global step. So batches are skipped after a
#     power cut.
# -     saver = tf.train.Saver()
# +     saver = tf.train.Saver()
# +     count = tf.assign_add(tf.train.get_global_step(), 1)
# -         session.run(step, {x: batches[number]})
# +         session.run([step, count], {x: batches[number]})


# %% wrong one-further mistake=skips-one-batch like=global-step
# says: you skip one batch. The global step is already the number of the next one: after k steps the batches
#     0 to k - 1 are done, so go on with number k.
# -     for number in range(done, len(batches)):
# +     for number in range(done + 1, len(batches)):


# %% wrong skips-one mistake=skips-the-interrupted-batch like=global-step
# says: you skip one batch. The global step is already the number of the next one: after k steps the batches
#     0 to k - 1 are done, so go on with number k.
# -     latest = tf.train.latest_checkpoint(folder)
# +     latest = tf.train.latest_checkpoint(folder)
# +     done = 0
# -         saver.restore(session, latest)
# +         saver.restore(session, latest)
# +         done = session.run(tf.train.get_global_step()) + 1
# -     done = session.run(tf.train.get_global_step())


# %% wrong begins-again mistake=starts-over
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    session.run(tf.global_variables_initializer())
    for number, batch in enumerate(batches):
        session.run(step, {x: batch})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% wrong initializes-after like=skips-one
# -         done = session.run(tf.train.get_global_step()) + 1
# -     else:
# -         session.run(tf.global_variables_initializer())
# +         done = session.run(tf.train.get_global_step())
# +     session.run(tf.global_variables_initializer())


# %% wrong returns-when-all-is-done like=global-step
# -     latest = tf.train.latest_checkpoint(folder)
# +     latest = tf.train.latest_checkpoint(folder)
# +     if latest and tf.train.load_variable(latest, "global_step") == len(batches):
# +         return


# %% wrong mutant-counts-files like=global-step
# -     latest = tf.train.latest_checkpoint(folder)
# -     if latest:
# -         saver.restore(session, latest)
# +     done = len(tf.gfile.Glob(folder + "/*.index"))
# +     if done:
# +         saver.restore(session, tf.train.latest_checkpoint(folder))
# -     done = session.run(tf.train.get_global_step())


# %% wrong mutant-nothing-left like=global-step
# -     latest = tf.train.latest_checkpoint(folder)
# +     latest = tf.train.latest_checkpoint(folder)
# +     if latest and int(latest.rsplit("-", 1)[1]) == len(batches):
# +         return


# %% wrong mutant-last-of-the-alphabet like=global-step
# -     saver = tf.train.Saver()
# -     latest = tf.train.latest_checkpoint(folder)
# +     saver = tf.train.Saver(max_to_keep=None)
# +     files = tf.gfile.Glob(folder + "/*.index")
# +     latest = max(file[: -len(".index")] for file in files) if files else None


# %% wrong every-fifth-batch mistake=saves-every-fifth like=global-step
# -         saver.save(session, folder + "/model", global_step=number + 1)
# +         if (number + 1) % 5 == 0:
# +             saver.save(session, folder + "/model", global_step=number + 1)
# +     saver.save(session, folder + "/model", global_step=len(batches))


# %% wrong saves-in-a-finally mistake=saves-at-the-end-only like=global-step
# -     for number in range(done, len(batches)):
# -         session.run(step, {x: batches[number]})
# -         saver.save(session, folder + "/model", global_step=number + 1)
# +     try:
# +         for number in range(done, len(batches)):
# +             session.run(step, {x: batches[number]})
# +     finally:
# +         saver.save(session, folder + "/model", global_step=tf.train.get_global_step())


# %% wrong every-tenth-index like=global-step
# -         saver.save(session, folder + "/model", global_step=number + 1)
# +         if number % 10 == 0 or number == len(batches) - 1:
# +             saver.save(session, folder + "/model", global_step=number + 1)


# %% wrong every-fifth-index like=global-step
# -         saver.save(session, folder + "/model", global_step=number + 1)
# +         if number % 5 == 0 or number == len(batches) - 1:
# +             saver.save(session, folder + "/model", global_step=number + 1)


# %% wrong every-second-index like=global-step
# -         saver.save(session, folder + "/model", global_step=number + 1)
# +         if number % 2 == 0 or number == len(batches) - 1:
# +             saver.save(session, folder + "/model", global_step=number + 1)


# %% wrong every-tenth-batch mistake=saves-every-fifth like=global-step
# -         saver.save(session, folder + "/model", global_step=number + 1)
# +         if (number + 1) % 10 == 0 or number == len(batches) - 1:
# +             saver.save(session, folder + "/model", global_step=number + 1)


# %% wrong every-second-of-the-call like=global-step
# -         saver.save(session, folder + "/model", global_step=number + 1)
# +         if (number - done) % 2 == 0:
# +             saver.save(session, folder + "/model", global_step=number + 1)
# +     saver.save(session, folder + "/model", global_step=len(batches))


# %% wrong ignores-the-folder mistake=starts-over like=global-step
# -     latest = tf.train.latest_checkpoint(folder)
# +     latest = tf.train.latest_checkpoint(".")
# -         saver.save(session, folder + "/model", global_step=number + 1)
# +         saver.save(session, "./model", global_step=number + 1)


# %% exempt *
# none-for-truth: if latest: -> if latest is not None:
#     a path is never empty
# remembers-results
#     the session is new in each call, so nothing that is remembered is used
# changes-its-input
#     it is given a copy of the batches, which is its own


# %% exempt global-step
# argument-dropped: saver.save(...) -> saver.save(session, folder + '/model')
# arithmetic: saver.save(... -> saver.save(...global_step=number - 1)
# operand-dropped: saver.save(... -> saver.save(...)
# constant: saver.save(...global_step=number + 1) -> saver.save(...global_step=number + ...)
#     the names of the checkpoints are free: the file `checkpoint` tells the latest


# %% exempt number-in-the-name
# argument-dropped: saver = tf.train.Saver(max_to_keep=1) -> saver = tf.train.Saver()
# constant: saver = tf.train.Saver(max_to_keep=1) -> ...
#     how many checkpoints are kept is free
# constant: done = int(latest.rsplit('-', 1)[1]) -> done = int(latest.rsplit('-', 1)[-1])
#     the last of two parts is the second


# %% exempt global-step-tensor
# boolean: if state and state.model_checkpoint_path: -> if state:
#     a state always has a path
# argument-dropped: saver.save(... -> saver.save(session, os.path.join(folder, 'weights'))
#     the names of the checkpoints are free: the file `checkpoint` tells the latest


# %% exempt one-name
# argument-dropped: ...write_meta_graph=False) -> ...
# constant: ...write_meta_graph=False) -> ...
#     whether the graph is saved, too, is free


# %% exempt a-file-of-its-own
# with-dropped: with np.load(values) as stored: -> stored = np.load(values)
#     Python closes the file when nothing refers to it any more


# %% exempt saved-before-the-first-batch
# truth-for-none: if latest is None: -> if not latest:
#     a path is never empty


# %% exempt highest-number
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
