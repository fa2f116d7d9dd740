# %% right average
def federated_round(model, clients, theta, n_steps):
    thetas, rows = [], []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
        rows.append(client.rows)
    return np.average(thetas, axis=0, weights=rows)


# %% right updates-only
def federated_round(model, clients, theta, n_steps):
    total = sum(client.rows for client in clients)
    change = np.zeros_like(theta)
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, feed_dict=client.feeds)
        change += client.rows / total * (client.session.run(model.theta) - theta)
    return theta + change


# %% right with-load
def federated_round(model, clients, theta, n_steps):
    weighted = 0
    for client in clients:
        with client.session.as_default():
            model.set_theta.eval({model.new_theta: theta})
            for _ in range(n_steps):
                model.step.run(client.feeds)
            weighted = weighted + client.rows * model.theta.eval()
    return weighted / sum(client.rows for client in clients)


# %% right in-step
def federated_round(model, clients, theta, n_steps):
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
    for _ in range(n_steps):
        for client in clients:
            client.session.run(model.step, client.feeds)
    rows = np.array([client.rows for client in clients], np.float32)
    thetas = np.array([client.session.run(model.theta) for client in clients])
    return np.tensordot(rows / rows.sum(), thetas, axes=1)


# %% right threads
def federated_round(model, clients, theta, n_steps):
    import threading

    graph = model.theta.graph
    found = {}

    def work(number, client):
        with graph.as_default():
            client.session.run(model.set_theta, {model.new_theta: theta})
            for _ in range(n_steps):
                client.session.run(model.step, client.feeds)
            found[number] = client.session.run(model.theta)

    threads = [threading.Thread(target=work, args=pair) for pair in enumerate(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    thetas = [found[number] for number in range(len(clients))]
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% right hands-the-mean-out
def federated_round(model, clients, theta, n_steps):
    mean = 0
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        mean = mean + client.rows * client.session.run(model.theta)
    mean = mean / sum(client.rows for client in clients)
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: mean})
    return mean


# %% wrong plain-mean mistake=every-client-the-same like=average
# says: all clients have the same weight in your average. A client with more houses knows more: its weight
#     is its share of all rows.
# -     return np.average(thetas, axis=0, weights=rows)
# +     return np.mean(thetas, axis=0)


# %% wrong weighted-sum mistake=sums-without-dividing like=with-load
# says: you don't divide your sum of rows * theta by the total number of rows.
# -     return weighted / sum(client.rows for client in clients)
# +     return weighted


# %% wrong m-of-the-notebook like=with-load
# -     return weighted / sum(client.rows for client in clients)
# +     return weighted / 21613


# %% wrong shares-as-in-the-notebook mistake=shares-of-all-houses like=updates-only
# says: you divide by the `m` of the notebook, 21,613 houses. Divide by the number of rows that these
#     clients have together.
# -     total = sum(client.rows for client in clients)
# +     total = 21613


# %% wrong adds-the-changes-at-once mistake=sends-the-sum like=updates-only
# says: your second client starts from a theta to which the first one's move has already been added. All
#     clients should start from the theta you are given.
# -     change = np.zeros_like(theta)
# -     for client in clients:
# +     for client in clients:
# -         change += client.rows / total * (client.session.run(model.theta) - theta)
# -     return theta + change
# +         theta = theta + client.rows / total * (client.session.run(model.theta) - theta)
# +     return theta


# %% wrong adds-the-changes-in-place mistake=adds-into-theta like=updates-only
# says: you add the moves to the array `theta` itself, as `+=` does. So your second client starts from a
#     theta to which the first one's move has already been added. Add them to a copy.
# -     change = np.zeros_like(theta)
# +     change = theta
# -     return theta + change
# +     return change


# %% wrong not-sent mistake=nobody-sends-theta like=average
# says: your clients start from whatever theta their session happens to hold. Send them the common one
#     first: run `model.set_theta` and feed `model.new_theta`.
# -         client.session.run(model.set_theta, {model.new_theta: theta})
# -         for _ in range(n_steps):
# +         for _ in range(n_steps):


# %% wrong initializes like=average
# -         client.session.run(model.set_theta, {model.new_theta: theta})
# +         client.session.run(model.theta.initializer)


# %% wrong relay mistake=one-after-the-other like=average
# says: your second client starts where the first one ended. All clients should start from the same theta;
#     their results are averaged at the end.
# -         thetas.append(client.session.run(model.theta))
# -         rows.append(client.rows)
# -     return np.average(thetas, axis=0, weights=rows)
# +         theta = client.session.run(model.theta)
# +     return theta


# %% wrong one-name-for-both mistake=one-after-the-other-averaged like=average
# says: your second client starts where the first one ended. All clients should start from the theta you are
#     given. If you call a client's result `theta`, too, the one you are given is lost.
# -         thetas.append(client.session.run(model.theta))
# +         theta = client.session.run(model.theta)
# +         thetas.append(theta)


# %% wrong change-only mistake=returns-the-change like=updates-only
# says: your function returns how far theta moved. Add that to the theta you were given.
# -     return theta + change
# +     return change


# %% wrong one-step mistake=one-step-only like=average
# says: your clients end up where a single step would take them. They should take `n_steps` steps, and get
#     the common theta only once, before the first step.
# -         for _ in range(n_steps):
# -             client.session.run(model.step, client.feeds)
# +         client.session.run(model.step, client.feeds)


# %% wrong a-step-more like=average
# -         for _ in range(n_steps):
# +         for _ in range(n_steps + 1):


# %% wrong counts-steps-from-one like=average
# -         for _ in range(n_steps):
# +         for _ in range(1, n_steps):


# %% wrong all-in-the-first-session mistake=one-session-for-all
# says: your result is right, but all clients work in the session of the first one, so their houses leave
#     their owners. Run each client's steps in `client.session`.
def federated_round(model, clients, theta, n_steps):
    session, thetas = clients[0].session, []
    for client in clients:
        session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            session.run(model.step, client.feeds)
        thetas.append(session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% wrong in-place mistake=overwrites-theta like=average
# says: your result is right, but your function writes it into the array `theta` it was given. Make a new
#     array: the caller may still need the old one.
# -     return np.average(thetas, axis=0, weights=rows)
# +     theta[:] = np.average(thetas, axis=0, weights=rows)
# +     return theta


# %% wrong own-session
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        with tf.Session() as session:
            session.run(model.set_theta, {model.new_theta: theta})
            for _ in range(n_steps):
                session.run(model.step, client.feeds)
    return np.mean([client.session.run(model.theta) for client in clients], axis=0)


# %% wrong sessions-of-their-own like=own-session
# -     return np.mean([client.session.run(model.theta) for client in clients], axis=0)
# +             thetas.append(session.run(model.theta))
# +     return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% wrong sent-in-the-loop mistake=one-step-only like=average
# -         client.session.run(model.set_theta, {model.new_theta: theta})
# -         for _ in range(n_steps):
# +         for _ in range(n_steps):
# +             client.session.run(model.set_theta, {model.new_theta: theta})


# %% wrong takes-the-clients-off-the-list
def federated_round(model, clients, theta, n_steps):
    total, new = sum(client.rows for client in clients), np.zeros_like(theta)
    while clients:
        client = clients.pop()
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        new += client.rows / total * client.session.run(model.theta)
    return new


# %% wrong mutant-empties-the-list like=average
# -     return np.average(thetas, axis=0, weights=rows)
# +     clients.clear()
# +     return np.average(thetas, axis=0, weights=rows)


# %% wrong four-clients like=average
# -     for client in clients:
# +     for client in clients[:4]:


# %% wrong flat like=average
# -     return np.average(thetas, axis=0, weights=rows)
# +     return np.average(thetas, axis=0, weights=rows)[:, 0]


# %% wrong one-theta-for-each-size like=average
# -     return np.average(thetas, axis=0, weights=rows)
# +     thetas = dict(zip(rows, thetas))
# +     return sum(count * thetas[count] for count in thetas) / sum(thetas)


# %% exempt *
# remembers-results
#     no two calls have the same clients and theta


# %% exempt in-step
# argument-dropped: rows = ...np.float32... -> ...
# other-graph-function: rows = ...np.float32... -> ...
#     the numbers of rows may be of any type: their shares are the same


# %% exempt threads
# mutable-default: ... -> ...found={}...
#     each call writes the entries of all of its clients before it reads them
# with-dropped: with graph.as_default(): -> ...
#     what is run are objects, not names, and no operation is made: no default graph is needed
# rounds: for thread in threads: -> ... (2)
# statement-dropped: for thread in threads: -> (nothing) (2)
# statement-dropped: thread.join() -> pass
#     a thread is so short that it has nearly always ended when it is waited for


# %% exempt hands-the-mean-out
# statement-dropped: for client in clients: -> (nothing) (2)
# statement-dropped: client.session.run(model.set_theta, {model.new_theta: mean}) -> pass
# call-dropped: client.session.run(model.set_theta, {model.new_theta: mean}) -> model.set_theta
#     what the sessions hold after a round is up to the answer, as long as each has worked
