# %% training/train right two-loops
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    n_batches = int(np.ceil(m / batch_size))
    for epoch in range(n_epochs):
        for batch_index in range(n_batches):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, feed_dict={model.X: X_batch, model.y: y_batch})


# %% training/train right whole-number-division
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range((m + batch_size - 1) // batch_size):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            model.step.run({model.X: X_batch, model.y: y_batch}, session)


# %% training/train right until-the-houses-are-over
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index, _ in enumerate(range(0, m, batch_size)):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run([model.step, model.mse], {model.X: X_batch, model.y: y_batch})


# %% training/train right one-loop
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    n_batches = -(-m // batch_size)
    for number in range(n_epochs * n_batches):
        rows = fetch_batch(number // n_batches, number % n_batches, batch_size)
        session.run(model.step, dict(zip([model.X, model.y], rows)))


# %% training/train right until-empty
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        batch_index = 0
        while True:
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            if len(X_batch) == 0:
                break
            session.run(model.step, {model.X: X_batch, model.y: y_batch})
            batch_index += 1


# %% training/train right default-session-and-a-return
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    with session.as_default():
        for epoch in range(n_epochs):
            for batch_index in range(int(np.ceil(m / batch_size))):
                feeds = dict(zip((model.X, model.y), fetch_batch(epoch, batch_index, batch_size)))
                model.step.run(feeds)
    return session.run(model.theta)


# %% training/train wrong floor misconception=drops-the-last-batch
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(m // batch_size):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong one-more misconception=one-batch-too-many
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(m // batch_size + 1):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong epoch-zero misconception=always-the-first-epoch
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    batches = [fetch_batch(0, index, batch_size) for index in range(int(np.ceil(m / batch_size)))]
    for _ in range(n_epochs):
        for X_batch, y_batch in batches:
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong initializes-every-epoch misconception=starts-again-every-epoch
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        session.run(model.theta.initializer)
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong initializes-once misconception=initializes-first
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    session.run(tf.global_variables_initializer())
    for epoch in range(n_epochs):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong everything-every-time misconception=all-rows-in-every-step
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_all, y_all = fetch_batch(epoch, 0, m)
            session.run(model.step, {model.X: X_all, model.y: y_all})


# %% training/train wrong never-the-step
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.mse, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong loops-turned
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for batch_index in range(int(np.ceil(m / batch_size))):
        for epoch in range(n_epochs):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong own-session
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    with tf.Session() as own:
        own.run(tf.global_variables_initializer())
        for epoch in range(n_epochs):
            for batch_index in range(int(np.ceil(m / batch_size))):
                X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
                own.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong nothing-fed
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X, y = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step)


# %% training/train wrong nearest misconception=rounds-to-the-nearest
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(round(m / batch_size)):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong half-added misconception=rounds-to-the-nearest
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(int(m / batch_size + 0.5)):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong epochs-from-one misconception=epochs-from-one
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(1, n_epochs + 1):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong batches-from-one
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(1, int(np.ceil(m / batch_size)) + 1):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong mutant-forgets-a-last-batch-of-one
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index, _ in enumerate(range(1, m, batch_size)):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong n-batches-of-the-notebook misconception=batches-of-the-notebook
n_batches = 217


def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in range(n_batches):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong last-batch-first
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(n_epochs):
        for batch_index in reversed(range(int(np.ceil(m / batch_size)))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong a-session-of-its-own
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    with tf.Session() as session:
        session.run(model.theta.initializer)
        for epoch in range(n_epochs):
            for batch_index in range(int(np.ceil(m / batch_size))):
                X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
                session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong never-more-than-32-houses
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    batch_size = min(batch_size, 32)
    for epoch in range(n_epochs):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train wrong two-epochs-at-least
def train(session, model, fetch_batch, m, n_epochs, batch_size):
    for epoch in range(max(n_epochs, 2)):
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% training/train exempt *
# changes-its-input
#     among the arguments is no list, dictionary or array

# %% training/train exempt until-the-houses-are-over
# run-split: session.run([model.step, model.mse], ... -> ...
#     the mse is only looked at

# %% training/train exempt default-session-and-a-return
# returns-none: return session.run(model.theta) -> session.run(model.theta)
# call-dropped: return session.run(model.theta) -> return model.theta
#     nothing has to be returned
