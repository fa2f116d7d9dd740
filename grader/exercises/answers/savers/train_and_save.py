# %% savers/train-and-save right count-from-one
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
    saver.save(session, path)


# %% savers/train-and-save right count-from-zero-add-one
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(epochs):
        session.run(step)
        if (epoch + 1) % every == 0:
            saver.save(session, path, epoch + 1)
    saver.save(session, path)


# %% savers/train-and-save right name-by-hand
def train_and_save(session, step, epochs, every, path):
    with session.as_default():
        saver = tf.train.Saver(max_to_keep=None)
        done = 0
        while done < epochs:
            step.run()
            done += 1
            if not done % every:
                saver.save(session, f"{path}-{done}", write_meta_graph=False)
        saver.save(session, path)


# %% savers/train-and-save right blocks-of-epochs
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver(tf.global_variables(), max_to_keep=100)
    for last in range(every, epochs + 1, every):
        for _ in range(every):
            session.run(step)
        saver.save(session, path, global_step=last)
    for _ in range(epochs % every):
        session.run(step)
    saver.save(session, path)


# %% savers/train-and-save right numbers-kept-in-a-set
def train_and_save(session, step, epochs, every, path):
    numbered = set(range(every, epochs + 1, every))
    saver = tf.train.Saver()
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch in numbered:
            saver.save(sess=session, save_path=path, global_step=epoch)
    saver.save(session, path)


# %% savers/train-and-save wrong a-numbered-end-is-enough
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver(max_to_keep=None)
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
    if epochs % every:
        saver.save(session, path)


# %% savers/train-and-save wrong either-numbered-or-last
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
        elif epoch == epochs:
            saver.save(session, path)


# %% savers/train-and-save wrong mutant-last-numbered-epoch
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(epochs):
        if epoch > 0 and epoch % every == 0:
            saver.save(session, path, global_step=epoch)
        session.run(step)
    saver.save(session, path)


# %% savers/train-and-save wrong index-from-zero misconception=counts-from-zero
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(epochs):
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
        session.run(step)
    saver.save(session, path)


# %% savers/train-and-save wrong index-after-the-step misconception=number-one-too-low
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(epochs):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
    saver.save(session, path)


# %% savers/train-and-save wrong same-name misconception=leaves-only-one
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path)
    saver.save(session, path)


# %% savers/train-and-save wrong keeps-one misconception=leaves-only-one
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver(max_to_keep=1)
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
    saver.save(session, path)


# %% savers/train-and-save wrong no-end misconception=forgets-the-end
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)


# %% savers/train-and-save wrong save-then-step misconception=saves-before-the-step
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(1, epochs + 1):
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
        session.run(step)
    saver.save(session, path)


# %% savers/train-and-save wrong trainable-only misconception=trainable-variables-only
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver(tf.trainable_variables())
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
    saver.save(session, path)


# %% savers/train-and-save wrong every-epoch
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver(max_to_keep=None)
    for epoch in range(1, epochs + 1):
        session.run(step)
        saver.save(session, path, global_step=epoch)
    saver.save(session, path)


# %% savers/train-and-save wrong a-session-of-its-own
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    with tf.Session() as other:
        other.run(tf.global_variables_initializer())
        for epoch in range(1, epochs + 1):
            session.run(step)
            if epoch % every == 0:
                saver.save(other, path, global_step=epoch)
        saver.save(other, path)


# %% savers/train-and-save wrong mutant-initializes-first misconception=initializes-first
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    session.run(tf.global_variables_initializer())
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
    saver.save(session, path)


# %% savers/train-and-save wrong mutant-name-alone
def train_and_save(session, step, epochs, every, path):
    path = path.split("/")[-1]
    saver = tf.train.Saver()
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
    saver.save(session, path)


# %% savers/train-and-save wrong mutant-one-step-more
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
    saver.save(session, path)
    session.run(step)


# %% savers/train-and-save wrong mutant-default-session
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(1, epochs + 1):
        step.run()
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
    saver.save(session, path)


# %% savers/train-and-save wrong mutant-one-epoch-after-the-last-block
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for last in range(every, epochs + 1, every):
        for _ in range(every):
            session.run(step)
        saver.save(session, path, global_step=last)
    if epochs % every:
        session.run(step)
    saver.save(session, path)


# %% savers/train-and-save wrong keeps-two
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver(max_to_keep=2)
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
    saver.save(session, path)


# %% savers/train-and-save exempt *
# changes-its-input
#     it is given no list, dictionary or array


# %% savers/train-and-save exempt name-by-hand
# argument-dropped: saver = tf.train.Saver(max_to_keep=None) -> ...
# argument-dropped: ...write_meta_graph=False) -> ...
# constant: ...write_meta_graph=False) -> ...
#     no training leaves more than five checkpoints, and whether the graph is saved, too, is free


# %% savers/train-and-save exempt blocks-of-epochs
# argument-dropped: ...max_to_keep=100) -> saver = tf.train.Saver(tf.global_variables())
# constant: ...max_to_keep=100) -> ...max_to_keep=101)
# constant: ...max_to_keep=100) -> ...max_to_keep=99)
# constant: ...max_to_keep=100) -> ...max_to_keep=0)
#     no training leaves more than five checkpoints; 0 means that all are kept


# %% savers/train-and-save exempt numbers-kept-in-a-set
# range: numbered = ...
# constant: numbered = ... -> numbered = set(range(every, epochs + 2, every))
#     an epoch behind the last is never reached
