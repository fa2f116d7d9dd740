# %% right two-loops
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    n_batches = int(np.ceil(m / batch_size))
    for epoch in range(n_epochs):
        for batch_index in range(n_batches):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, feed_dict={model.X: X_batch, model.y: y_batch})


# %% right whole-number-division
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range((m + batch_size - 1) // batch_size):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            model.step.run({model.X: X_batch, model.y: y_batch}, session)


# %% right until-the-houses-are-over
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index, _ in enumerate(range(0, m, batch_size)):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run([model.step, model.mse], {model.X: X_batch, model.y: y_batch})


# %% right one-loop
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    n_batches = -(-m // batch_size)
    for number in range(n_epochs * n_batches):
        rows = fetch_batch(number // n_batches, number % n_batches, batch_size)
        session.run(model.step, dict(zip([model.X, model.y], rows)))


# %% right until-empty
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        batch_index = 0
        while True:
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            if len(X_batch) == 0:
                break
            session.run(model.step, {model.X: X_batch, model.y: y_batch})
            batch_index += 1


# %% right default-session-and-a-return
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    with session.as_default():
        for epoch in range(n_epochs):
            for batch_index in range(int(np.ceil(m / batch_size))):
                feeds = dict(zip((model.X, model.y), fetch_batch(epoch, batch_index, batch_size)))
                model.step.run(feeds)
    return session.run(model.theta)


# %% wrong floor mistake=drops-the-last-batch
# says: the last, shorter batch of every epoch is missing, so its houses aren't seen. Round the number of
#     batches up, not down.
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(m // batch_size):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% wrong one-more mistake=one-batch-too-many
# says: when all batches are full, you ask for one batch too many. It is empty, and its mean error is nan (0
#     / 0): never feed an empty batch.
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(m // batch_size + 1):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% wrong nearest mistake=rounds-to-the-nearest
# says: you round the number of batches to the nearest whole number, so the last batch is missing if it is
#     less than half full. Round up.
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(round(m / batch_size)):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% wrong epoch-zero mistake=always-the-first-epoch
# says: all your epochs see the batches of epoch 0. Pass the epoch to `fetch_batch`, so that the houses come
#     in a different order each time.
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    batches = [fetch_batch(0, index, batch_size) for index in range(int(np.ceil(m / batch_size)))]
    for _ in range(n_epochs):
        for X_batch, y_batch in batches:
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% wrong epochs-from-one mistake=epochs-from-one
# says: you count the epochs from 1, so your first epoch sees the batches of the second. Epochs are counted
#     from 0: `range(n_epochs)`.
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(1, n_epochs + 1):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% wrong n-batches-of-the-notebook mistake=batches-of-the-notebook
# says: you take 217 steps in each epoch: that is the notebook's own `n_batches`. Compute the number of
#     batches from the `m` and the `batch_size` that you are given.
n_batches = 217


def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(n_batches):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% wrong initializes-every-epoch mistake=starts-again-every-epoch
# says: you run the initializer in every epoch, so everything learned is lost. It belongs before the loops,
#     and here it has already been run.
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        session.run(model.theta.initializer)
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% wrong initializes-once mistake=initializes-first
# says: you run the initializer, so the theta that the session held is lost. `session` already holds a
#     theta: start from that one.
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    session.run(tf.global_variables_initializer())
    for epoch in range(n_epochs):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% wrong everything-every-time mistake=all-rows-in-every-step
# says: each of your steps sees the whole table. A step should only see one batch: `fetch_batch(epoch,
#     batch_index, batch_size)`.
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_all, y_all = fetch_batch(epoch, 0, m)
            session.run(model.step, {model.X: X_all, model.y: y_all})


# %% wrong never-the-step
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.mse, {model.X: X_batch, model.y: y_batch})


# %% wrong loops-turned
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for batch_index in range(int(np.ceil(m / batch_size))):
        for epoch in range(n_epochs):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% wrong own-session
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    with tf.Session() as own:
        own.run(tf.global_variables_initializer())
        for epoch in range(n_epochs):
            for batch_index in range(int(np.ceil(m / batch_size))):
                X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
                own.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% wrong nothing-fed
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X, y = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step)


# %% wrong half-added mistake=rounds-to-the-nearest
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(int(m / batch_size + 0.5)):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% wrong batches-from-one
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(1, int(np.ceil(m / batch_size)) + 1):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% wrong mutant-forgets-a-last-batch-of-one
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index, _ in enumerate(range(1, m, batch_size)):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% wrong last-batch-first
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in reversed(range(int(np.ceil(m / batch_size)))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% wrong a-session-of-its-own
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    with tf.Session() as session:
        session.run(model.theta.initializer)
        for epoch in range(n_epochs):
            for batch_index in range(int(np.ceil(m / batch_size))):
                X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
                session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% wrong never-more-than-32-houses
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    batch_size = min(batch_size, 32)
    for epoch in range(n_epochs):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% wrong two-epochs-at-least
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(max(n_epochs, 2)):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% exempt *
# changes-its-input
#     among the arguments is no list, dictionary or array


# %% exempt until-the-houses-are-over
# run-split: session.run([model.step, model.mse], ... -> ...
#     the mse is only looked at


# %% exempt default-session-and-a-return
# returns-none: return session.run(model.theta) -> session.run(model.theta)
# call-dropped: return session.run(model.theta) -> return model.theta
#     nothing has to be returned
