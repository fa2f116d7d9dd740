# %% right count-from-one
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
    saver.save(session, path)


# %% right count-from-zero-add-one
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(epochs):
        session.run(step)
        if (epoch + 1) % every == 0:
            saver.save(session, path, epoch + 1)
    saver.save(session, path)


# %% right name-by-hand
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


# %% right blocks-of-epochs
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver(tf.global_variables(), max_to_keep=100)
    for last in range(every, epochs + 1, every):
        for _ in range(every):
            session.run(step)
        saver.save(session, path, global_step=last)
    for _ in range(epochs % every):
        session.run(step)
    saver.save(session, path)


# %% right numbers-kept-in-a-set
def train_and_save(session, step, epochs, every, path):
    numbered = set(range(every, epochs + 1, every))
    saver = tf.train.Saver()
    for epoch in range(1, epochs + 1):
        session.run(step)
        if epoch in numbered:
            saver.save(sess=session, save_path=path, global_step=epoch)
    saver.save(session, path)


# %% wrong index-from-zero mistake=counts-from-zero
# says: you save when the epoch's index, counted from 0, is a multiple of `every`: `model-0` is the model
#     before any training. A checkpoint's number should say how many epochs are done.
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    for epoch in range(epochs):
        if epoch % every == 0:
            saver.save(session, path, global_step=epoch)
        session.run(step)
    saver.save(session, path)


# %% wrong index-after-the-step mistake=number-one-too-low like=count-from-one
# says: your numbers are one too low: you count from 0 and save after the step, so `model-0` holds the model
#     after one epoch. Count the epochs from 1.
# -     for epoch in range(1, epochs + 1):
# +     for epoch in range(epochs):


# %% wrong same-name mistake=leaves-only-one like=count-from-one
# says: only one checkpoint is left. Either you keep saving under the same name, so that each save
#     overwrites the one before (give it the epoch: `global_step=epoch`), or your saver was made with
#     `max_to_keep=1` and deletes the older ones.
# -             saver.save(session, path, global_step=epoch)
# +             saver.save(session, path)


# %% wrong no-end mistake=forgets-the-end like=count-from-one
# says: the epochs after the last numbered checkpoint are lost: save once more when the loop is over.
# -     saver.save(session, path)


# %% wrong save-then-step mistake=saves-before-the-step like=index-from-zero
# says: you save before the step, so each checkpoint with a number lacks its last epoch. Run the step first,
#     then save.
# -     for epoch in range(epochs):
# +     for epoch in range(1, epochs + 1):


# %% wrong mutant-initializes-first mistake=initializes-first like=count-from-one
# says: you run the initializer first, but all variables have their values in `session` already, perhaps
#     after hours of training, and now they are lost.
# -     saver = tf.train.Saver()
# +     saver = tf.train.Saver()
# +     session.run(tf.global_variables_initializer())


# %% wrong trainable-only mistake=trainable-variables-only like=count-from-one
# says: your checkpoints lack the variables that are not trainable, such as a counter. `tf.train.Saver()`
#     takes all variables.
# -     saver = tf.train.Saver()
# +     saver = tf.train.Saver(tf.trainable_variables())


# %% wrong the-lessons-saver like=count-from-one
# - def train_and_save(session, step, epochs, every, path):
# -     saver = tf.train.Saver()
# + with tf.Graph().as_default():
# +     saver = tf.train.Saver([tf.Variable(0.0)])
# +
# +
# + def train_and_save(session, step, epochs, every, path):


# %% wrong a-numbered-end-is-enough like=count-from-one
# -     saver = tf.train.Saver()
# +     saver = tf.train.Saver(max_to_keep=None)
# -     saver.save(session, path)
# +     if epochs % every:
# +         saver.save(session, path)


# %% wrong either-numbered-or-last like=count-from-one
# -     saver.save(session, path)
# +         elif epoch == epochs:
# +             saver.save(session, path)


# %% wrong mutant-last-numbered-epoch like=index-from-zero
# -         if epoch % every == 0:
# +         if epoch > 0 and epoch % every == 0:


# %% wrong keeps-one mistake=leaves-only-one like=count-from-one
# -     saver = tf.train.Saver()
# +     saver = tf.train.Saver(max_to_keep=1)


# %% wrong every-epoch
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver(max_to_keep=None)
    for epoch in range(1, epochs + 1):
        session.run(step)
        saver.save(session, path, global_step=epoch)
    saver.save(session, path)


# %% wrong a-session-of-its-own
def train_and_save(session, step, epochs, every, path):
    saver = tf.train.Saver()
    with tf.Session() as other:
        other.run(tf.global_variables_initializer())
        for epoch in range(1, epochs + 1):
            session.run(step)
            if epoch % every == 0:
                saver.save(other, path, global_step=epoch)
        saver.save(other, path)


# %% wrong mutant-name-alone like=count-from-one
# - def train_and_save(session, step, epochs, every, path):
# + def train_and_save(session, step, epochs, every, path):
# +     path = path.split("/")[-1]


# %% wrong mutant-one-step-more like=count-from-one
# -     saver.save(session, path)
# +     saver.save(session, path)
# +     session.run(step)


# %% wrong mutant-default-session like=count-from-one
# -         session.run(step)
# +         step.run()


# %% wrong mutant-one-epoch-after-the-last-block like=blocks-of-epochs
# -     saver = tf.train.Saver(tf.global_variables(), max_to_keep=100)
# +     saver = tf.train.Saver()
# -     for _ in range(epochs % every):
# +     if epochs % every:


# %% wrong keeps-two like=count-from-one
# -     saver = tf.train.Saver()
# +     saver = tf.train.Saver(max_to_keep=2)


# %% wrong keeps-as-many-as-the-example-has like=count-from-one
# -     saver = tf.train.Saver()
# +     saver = tf.train.Saver(max_to_keep=3)


# %% wrong keeps-one-too-few like=count-from-one
# -     saver = tf.train.Saver()
# +     saver = tf.train.Saver(max_to_keep=4)


# %% exempt *
# changes-its-input
#     it is given no list, dictionary or array


# %% exempt name-by-hand
# argument-dropped: saver = tf.train.Saver(max_to_keep=None) -> ...
# argument-dropped: ...write_meta_graph=False) -> ...
# constant: ...write_meta_graph=False) -> ...
#     no training leaves more than five checkpoints, and whether the graph is saved, too, is free


# %% exempt blocks-of-epochs
# argument-dropped: ...max_to_keep=100) -> saver = tf.train.Saver(tf.global_variables())
# constant: ...max_to_keep=100) -> ...max_to_keep=101)
# constant: ...max_to_keep=100) -> ...max_to_keep=99)
# constant: ...max_to_keep=100) -> ...max_to_keep=0)
#     no training leaves more than five checkpoints; 0 means that all are kept


# %% exempt numbers-kept-in-a-set
# range: numbered = ...
# constant: numbered = ... -> numbered = set(range(every, epochs + 2, every))
#     an epoch behind the last is never reached
