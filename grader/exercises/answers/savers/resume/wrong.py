# %% savers/resume wrong begins-again misconception=starts-over
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    session.run(tf.global_variables_initializer())
    for number, batch in enumerate(batches):
        session.run(step, {x: batch})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% savers/resume wrong all-batches misconception=repeats-the-batches
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())
    for batch in batches:
        session.run(step, {x: batch})
        saver.save(session, folder + "/model", global_step=tf.train.get_global_step())


# %% savers/resume wrong trainables misconception=forgets-the-momentum
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver(tf.trainable_variables())
    session.run(tf.global_variables_initializer())
    latest = tf.train.latest_checkpoint(folder)
    done = 0
    if latest:
        saver.restore(session, latest)
        done = int(latest.rsplit("-", 1)[1])
        session.run(tf.train.get_global_step().assign(done))
    for number in range(done, len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% savers/resume wrong at-the-end misconception=saves-at-the-end-only
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())
    for number in range(session.run(tf.train.get_global_step()), len(batches)):
        session.run(step, {x: batches[number]})
    saver.save(session, folder + "/model")


# %% savers/resume wrong one-twice misconception=repeats-one-batch
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())
    done = session.run(tf.train.get_global_step())
    for number in range(max(done - 1, 0), len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% savers/resume wrong saves-first misconception=saves-before-the-step
def resume(session, step, x, batches, folder):
    session.run(tf.global_variables_initializer())
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    for number in range(session.run(tf.train.get_global_step()), len(batches)):
        saver.save(session, folder + "/model", global_step=number)
        session.run(step, {x: batches[number]})


# %% savers/resume wrong initializes-after
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    done = 0
    if latest:
        saver.restore(session, latest)
        done = session.run(tf.train.get_global_step())
    session.run(tf.global_variables_initializer())
    for number in range(done, len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% savers/resume wrong one-further misconception=skips-one-batch
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())
    counter = tf.train.get_global_step()
    for batch in batches[session.run(counter) + 1 :]:
        session.run(step, {x: batch})
        saver.save(session, folder + "/model", global_step=counter)


# %% savers/resume wrong returns-when-all-is-done
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    if latest and tf.train.load_variable(latest, "global_step") == len(batches):
        return
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())
    for number in range(session.run(tf.train.get_global_step()), len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% savers/resume wrong skips-one misconception=skips-the-interrupted-batch
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    done = 0
    if latest:
        saver.restore(session, latest)
        done = session.run(tf.train.get_global_step()) + 1
    else:
        session.run(tf.global_variables_initializer())
    for number in range(done, len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% savers/resume wrong mutant-initializes-last misconception=starts-over
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    session.run(tf.global_variables_initializer())
    for number in range(session.run(tf.train.get_global_step()), len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% savers/resume wrong mutant-counts-files
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    done = len(tf.gfile.Glob(folder + "/*.index"))
    if done:
        saver.restore(session, tf.train.latest_checkpoint(folder))
    else:
        session.run(tf.global_variables_initializer())
    for number in range(done, len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% savers/resume wrong mutant-nothing-left
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    done = int(latest.rsplit("-", 1)[1]) if latest else 0
    if done == len(batches):
        return
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())
    for number in range(done, len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% savers/resume wrong mutant-last-of-the-alphabet
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver(max_to_keep=None)
    paths = [path[: -len(".index")] for path in tf.gfile.Glob(folder + "/*.index")]
    if paths:
        saver.restore(session, max(paths))
    else:
        session.run(tf.global_variables_initializer())
    done = session.run(tf.train.get_global_step())
    for number in range(done, len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% savers/resume wrong last-path-of-the-alphabet misconception=saves-every-fifth-from-the-first
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    state = tf.train.get_checkpoint_state(folder)
    if state:
        saver.restore(session, max(state.all_model_checkpoint_paths))
    else:
        session.run(tf.global_variables_initializer())
    done = session.run(tf.train.get_global_step())
    for number in range(done, len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, folder + "/model", global_step=number + 1)


# %% savers/resume wrong every-second-batch misconception=saves-only-sometimes
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())
    counter = tf.train.get_global_step()
    for number, batch in enumerate(batches[session.run(counter) :], 1):
        session.run(step, {x: batch})
        if number % 2 == 0:
            saver.save(session, folder + "/model", global_step=counter)
    saver.save(session, folder + "/model", global_step=counter)


# %% savers/resume wrong every-fifth-batch misconception=saves-every-fifth
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())
    counter = tf.train.get_global_step()
    for batch in batches[session.run(counter) :]:
        session.run(step, {x: batch})
        if session.run(counter) % 5 == 0:
            saver.save(session, folder + "/model", global_step=counter)
    saver.save(session, folder + "/model", global_step=counter)


# %% savers/resume wrong saves-in-a-finally misconception=saves-at-the-end-only
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())
    counter = tf.train.get_global_step()
    try:
        for batch in batches[session.run(counter) :]:
            session.run(step, {x: batch})
    finally:
        saver.save(session, folder + "/model", global_step=counter)


# %% savers/resume wrong counts-the-steps-again misconception=counts-twice
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    counter = tf.train.get_global_step()
    count = tf.assign_add(counter, 1)
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())
    for batch in batches[session.run(counter) :]:
        session.run([step, count], {x: batch})
        saver.save(session, folder + "/model", global_step=counter)


# %% savers/resume wrong every-tenth-index misconception=saves-every-fifth-from-the-first
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    path = tf.train.latest_checkpoint(folder)
    if path:
        saver.restore(session, path)
    else:
        session.run(tf.global_variables_initializer())
    counter = tf.train.get_global_step()
    for i in range(session.run(counter), len(batches)):
        session.run(step, {x: batches[i]})
        if i % 10 == 0 or i == len(batches) - 1:
            saver.save(session, folder + "/model", global_step=counter)


# %% savers/resume wrong every-fifth-index misconception=saves-every-fifth-from-the-first
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    path = tf.train.latest_checkpoint(folder)
    if path:
        saver.restore(session, path)
    else:
        session.run(tf.global_variables_initializer())
    counter = tf.train.get_global_step()
    for i in range(session.run(counter), len(batches)):
        session.run(step, {x: batches[i]})
        if i % 5 == 0 or i == len(batches) - 1:
            saver.save(session, folder + "/model", global_step=counter)


# %% savers/resume wrong every-second-index misconception=saves-every-second-from-the-first
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    path = tf.train.latest_checkpoint(folder)
    if path:
        saver.restore(session, path)
    else:
        session.run(tf.global_variables_initializer())
    counter = tf.train.get_global_step()
    for i in range(session.run(counter), len(batches)):
        session.run(step, {x: batches[i]})
        if i % 2 == 0 or i == len(batches) - 1:
            saver.save(session, folder + "/model", global_step=counter)


# %% savers/resume wrong every-tenth-batch misconception=saves-every-fifth
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    path = tf.train.latest_checkpoint(folder)
    if path:
        saver.restore(session, path)
    else:
        session.run(tf.global_variables_initializer())
    counter = tf.train.get_global_step()
    for i in range(session.run(counter), len(batches)):
        session.run(step, {x: batches[i]})
        if (i + 1) % 10 == 0 or i == len(batches) - 1:
            saver.save(session, folder + "/model", global_step=counter)


# %% savers/resume wrong every-third-index misconception=saves-every-fifth
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    path = tf.train.latest_checkpoint(folder)
    if path:
        saver.restore(session, path)
    else:
        session.run(tf.global_variables_initializer())
    counter = tf.train.get_global_step()
    for i in range(session.run(counter), len(batches)):
        session.run(step, {x: batches[i]})
        if i % 3 == 0 or i == len(batches) - 1:
            saver.save(session, folder + "/model", global_step=counter)


# %% savers/resume wrong all-but-the-first misconception=saves-every-second-from-the-first
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    path = tf.train.latest_checkpoint(folder)
    if path:
        saver.restore(session, path)
    else:
        session.run(tf.global_variables_initializer())
    counter = tf.train.get_global_step()
    for i in range(session.run(counter), len(batches)):
        session.run(step, {x: batches[i]})
        if i > 0:
            saver.save(session, folder + "/model", global_step=counter)


# %% savers/resume wrong every-second-of-the-call misconception=saves-every-second-from-the-first
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())
    counter = tf.train.get_global_step()
    for i, batch in enumerate(batches[session.run(counter) :]):
        session.run(step, {x: batch})
        if i % 2 == 0:
            saver.save(session, folder + "/model", global_step=counter)
    saver.save(session, folder + "/model", global_step=counter)


# %% savers/resume wrong index-in-the-name misconception=takes-the-index-for-the-count
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    path = tf.train.latest_checkpoint(folder)
    done = 0
    if path:
        saver.restore(session, path)
        done = int(path.split("-")[-1])
    else:
        session.run(tf.global_variables_initializer())
    for i in range(done, len(batches)):
        session.run(step, {x: batches[i]})
        saver.save(session, folder + "/model", global_step=i)


# %% savers/resume wrong ignores-the-folder misconception=starts-over
def resume(session, step, x, batches, folder):
    saver = tf.train.Saver()
    latest = tf.train.latest_checkpoint(".")
    if latest:
        saver.restore(session, latest)
    else:
        session.run(tf.global_variables_initializer())
    done = session.run(tf.train.get_global_step())
    for number in range(done, len(batches)):
        session.run(step, {x: batches[number]})
        saver.save(session, "./model", global_step=number + 1)
