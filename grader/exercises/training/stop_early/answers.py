# %% right counts-bad-epochs
def stop_early(session, model, fetch_batch, m, batch_size, judged, patience):
    lowest, best, epoch, bad = session.run(model.mse, judged), 0, 0, 0
    theta = session.run(model.theta)
    while bad < patience:
        for batch_index in range(int(np.ceil(m / batch_size))):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run(model.step, {model.X: X_batch, model.y: y_batch})
        epoch, bad = epoch + 1, bad + 1
        mse = session.run(model.mse, judged)
        if mse < lowest:
            lowest, best, bad = mse, epoch, 0
            theta = session.run(model.theta)
    session.run(model.set_theta, {model.new_theta: theta})
    return best


# %% right lists
def stop_early(session, model, fetch_batch, m, batch_size, judged, patience):
    thetas, mses = [session.run(model.theta)], [session.run(model.mse, judged)]
    while len(mses) - 1 - int(np.argmin(mses)) < patience:
        for batch_index in range((m + batch_size - 1) // batch_size):
            batch = fetch_batch(len(mses) - 1, batch_index, batch_size)
            session.run(model.step, dict(zip([model.X, model.y], batch)))
        thetas.append(session.run(model.theta))
        mses.append(session.run(model.mse, judged))
    best = int(np.argmin(mses))
    session.run(model.set_theta, feed_dict={model.new_theta: thetas[best]})
    return best


# %% right until-empty
def stop_early(session, model, fetch_batch, m, batch_size, judged, patience):
    lowest, kept = session.run([model.mse, model.theta], judged)
    epoch = best = 0
    while epoch - best < patience:
        batch_index = 0
        while True:
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            if len(X_batch) == 0:
                break
            model.step.run({model.X: X_batch, model.y: y_batch}, session)
            batch_index += 1
        epoch += 1
        mse, theta = session.run([model.mse, model.theta], judged)
        if mse < lowest:
            lowest, kept, best = mse, theta, epoch
    model.theta.load(kept, session)
    return best


# %% right from-infinity
def stop_early(session, model, fetch_batch, m, batch_size, judged, patience):
    with session.as_default():
        best, lowest, theta, epoch = None, np.inf, None, 0
        while True:
            mse = model.mse.eval(judged)
            if mse < lowest:
                best, lowest, theta = epoch, mse, model.theta.eval()
            if epoch == best + patience:
                break
            for batch_index, _ in enumerate(range(0, m, batch_size)):
                rows = fetch_batch(epoch, batch_index, batch_size)
                model.step.run({model.X: rows[0], model.y: rows[1]})
            epoch += 1
        model.set_theta.eval({model.new_theta: theta})
    return best


# %% right a-history
def stop_early(session, model, fetch_batch, m, batch_size, judged, patience):
    def look():
        return float(session.run(model.mse, feed_dict=judged)), session.run(model.theta)

    def train(epoch):
        for batch_index in range(-(-m // batch_size)):
            X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
            session.run([model.step], feed_dict={model.X: X_batch, model.y: y_batch})

    history = [look()]
    since = 0
    while since != patience:
        train(len(history) - 1)
        lowest_before = min(mse for mse, _ in history)
        history.append(look())
        since = 0 if history[-1][0] < lowest_before else since + 1
    best = len(history) - 1 - since
    session.run(model.set_theta, {model.new_theta: history[best][1]})
    return best


# %% wrong floor mistake=drops-the-last-batch like=counts-bad-epochs
# says: the last, shorter batch of every epoch is missing, so its houses aren't seen. Round the number of
#     batches up, not down.
# -         for batch_index in range(int(np.ceil(m / batch_size))):
# +         for batch_index in range(m // batch_size):


# %% wrong one-more mistake=feeds-an-empty-batch like=counts-bad-epochs
# says: where `batch_size` divides `m`, you feed one batch more, an empty one. Its mean is NaN, and so is
#     theta from then on. Round the number of batches up, m / batch_size.
# -         for batch_index in range(int(np.ceil(m / batch_size))):
# +         for batch_index in range(m // batch_size + 1):


# %% wrong epoch-zero like=counts-bad-epochs
# -             X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
# +             X_batch, y_batch = fetch_batch(0, batch_index, batch_size)


# %% wrong trains-on-the-validation-set mistake=trains-on-the-validation-set like=counts-bad-epochs
# says: your steps are fed with `judged`, so the model learns from the houses that should only judge it. A
#     step takes a batch.
# -             session.run(model.step, {model.X: X_batch, model.y: y_batch})
# +             session.run(model.step, judged)


# %% wrong judges-by-the-last-batch mistake=judges-by-the-training-set like=counts-bad-epochs
# says: you judge by houses that the model has just learned from. Feed the validation set, `judged`.
# -         mse = session.run(model.mse, judged)
# +         mse = session.run(model.mse, {model.X: X_batch, model.y: y_batch})


# %% wrong leaves-the-last mistake=leaves-the-last-theta like=counts-bad-epochs
# says: you leave theta as the last step made it. The session should end with the theta of the lowest
#     validation mse: keep a copy when you see it, and put it back.
# -     session.run(model.set_theta, {model.new_theta: theta})


# %% wrong first-rise mistake=has-no-patience like=counts-bad-epochs
# says: you stop after the first epoch that brings no new low. Go on until `patience` epochs in a row have
#     brought none.
# -     while bad < patience:
# +     while bad < 1:


# %% wrong never-set-back mistake=counts-all-bad-epochs like=counts-bad-epochs
# says: you count all epochs without a new low, wherever they come. After a new low, the count begins again
#     at 0.
# -             lowest, best, bad = mse, epoch, 0
# +             lowest, best, bad = mse, epoch, bad - 1


# %% wrong lower-than-the-last mistake=compares-with-the-epoch-before like=counts-bad-epochs
# says: you compare with the epoch before. A new low is below *all* numbers before it, or else every fall
#     after a rise counts as one.
# -         if mse < lowest:
# -             lowest, best, bad = mse, epoch, 0
# +         before, lowest = lowest, mse
# +         if mse < before:
# +             best, bad = epoch, 0


# %% wrong all-epochs mistake=returns-all-epochs like=counts-bad-epochs
# says: you return the number of all epochs, with the last ones, which brought nothing. Return how many led to
#     the lowest validation mse.
# -     return best
# +     return epoch


# %% wrong forgets-the-start mistake=forgets-the-start like=counts-bad-epochs
# says: you look for the first time after the first epoch. The theta that the session holds at the start may
#     be the best: look before any step, too.
# -     lowest, best, epoch, bad = session.run(model.mse, judged), 0, 0, 0
# +     lowest, best, epoch, bad = np.inf, 0, 0, 0


# %% wrong one-epoch-more mistake=one-epoch-too-many like=counts-bad-epochs
# says: you take one epoch too many: after `patience` epochs in a row without a new low, stop.
# -     while bad < patience:
# +     while bad <= patience:


# %% wrong nearest like=counts-bad-epochs
# -         for batch_index in range(int(np.ceil(m / batch_size))):
# +         for batch_index in range(round(m / batch_size)):


# %% wrong epochs-from-one like=counts-bad-epochs
# -             X_batch, y_batch = fetch_batch(epoch, batch_index, batch_size)
# +             X_batch, y_batch = fetch_batch(epoch + 1, batch_index, batch_size)


# %% wrong n-batches-of-the-notebook like=counts-bad-epochs
# -         for batch_index in range(int(np.ceil(m / batch_size))):
# +         for batch_index in range(217):


# %% wrong never-more-than-32-houses like=counts-bad-epochs
# -     theta = session.run(model.theta)
# +     theta, batch_size = session.run(model.theta), min(batch_size, 32)


# %% wrong last-batch-first like=counts-bad-epochs
# -         for batch_index in range(int(np.ceil(m / batch_size))):
# +         for batch_index in reversed(range(int(np.ceil(m / batch_size)))):


# %% wrong mutant-forgets-a-last-batch-of-one like=counts-bad-epochs
# -         for batch_index in range(int(np.ceil(m / batch_size))):
# +         for batch_index, _ in enumerate(range(1, m, batch_size)):


# %% wrong the-variable-for-a-copy mistake=leaves-the-last-theta like=counts-bad-epochs
# -             theta = session.run(model.theta)
# +             theta = model.theta
# -     session.run(model.set_theta, {model.new_theta: theta})
# +     session.run(model.set_theta, {model.new_theta: session.run(model.theta)})


# %% wrong level-is-low mistake=level-is-low like=counts-bad-epochs
# says: where the validation mse stays the same, your loop goes on without end. Equal is no new low.
# -         if mse < lowest:
# +         if mse <= lowest:


# %% wrong puts-the-start-back like=counts-bad-epochs
# -             theta = session.run(model.theta)


# %% wrong starts-anew like=counts-bad-epochs
# -     lowest, best, epoch, bad = session.run(model.mse, judged), 0, 0, 0
# +     session.run(model.theta.initializer)
# +     lowest, best, epoch, bad = session.run(model.mse, judged), 0, 0, 0


# %% wrong own-session like=counts-bad-epochs
# -     lowest, best, epoch, bad = session.run(model.mse, judged), 0, 0, 0
# +     session = tf.Session()
# +     session.run(tf.global_variables_initializer())
# +     lowest, best, epoch, bad = session.run(model.mse, judged), 0, 0, 0


# %% wrong a-session-of-its-own like=counts-bad-epochs
# -     lowest, best, epoch, bad = session.run(model.mse, judged), 0, 0, 0
# +     session = tf.Session()
# +     session.run(model.theta.initializer)
# +     lowest, best, epoch, bad = session.run(model.mse, judged), 0, 0, 0


# %% wrong takes-the-steps-again like=counts-bad-epochs
# -     theta = session.run(model.theta)
# +     start = session.run(model.theta)
# -             theta = session.run(model.theta)
# -     session.run(model.set_theta, {model.new_theta: theta})
# +     session.run(model.set_theta, {model.new_theta: start})
# +     for number in range(best):
# +         for batch_index in range(int(np.ceil(m / batch_size))):
# +             X_batch, y_batch = fetch_batch(number, batch_index, batch_size)
# +             session.run(model.step, {model.X: X_batch, model.y: y_batch})


# %% wrong two-in-a-row like=counts-bad-epochs
# -     while bad < patience:
# +     while bad < min(patience, 2):


# %% wrong nothing-fed like=counts-bad-epochs
# -             session.run(model.step, {model.X: X_batch, model.y: y_batch})
# +             session.run(model.step)


# %% wrong nothing
def stop_early(session, model, fetch_batch, m, batch_size, judged, patience):
    return 0


# %% exempt *
# changes-its-input
#     among the arguments is no list or array, and the dictionary is only fed


# %% exempt until-empty
# run-split: ... = session.run([model.mse, model.theta], judged) -> ...
#     nothing changes between the two runs


# %% exempt from-infinity
# constant: ...rows[1]... -> ...rows[-1]...
#     of two entries, the second is the last


# %% exempt a-history
# constant: ...history[best][1]... -> ...history[best][-1]...
#     of two entries, the second is the last
