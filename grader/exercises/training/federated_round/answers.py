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
# -     thetas, rows = [], []
# +     thetas = []
# -         rows.append(client.rows)
# -     return np.average(thetas, axis=0, weights=rows)
# +     return np.mean(thetas, axis=0)


# %% wrong weighted-sum mistake=sums-without-dividing
# says: you don't divide your sum of rows * theta by the total number of rows.
def federated_round(model, clients, theta, n_steps):
    total = 0
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        total = total + client.rows * client.session.run(model.theta)
    return total


# %% wrong m-of-the-notebook mistake=divides-by-all-houses
# says: you divide by the `m` of the notebook, 21,613 houses. Divide by the number of rows that these
#     clients have together.
def federated_round(model, clients, theta, n_steps):
    m, average = 21613, 0
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        average = average + client.rows / m * client.session.run(model.theta)
    return average


# %% wrong shares-as-in-the-notebook mistake=shares-of-all-houses
# says: you divide by the `m` of the notebook, 21,613 houses, so theta hardly moves. Divide by the number of
#     rows that these clients have together.
def federated_round(model, clients, theta, n_steps):
    m, new = 21613, theta.copy()
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        moved = client.session.run(model.theta) - theta
        new += client.rows / m * moved
    return new


# %% wrong adds-the-changes-at-once mistake=sends-the-sum
# says: your second client starts from a theta to which the first one's move has already been added. All
#     clients should start from the theta you are given.
def federated_round(model, clients, theta, n_steps):
    total = sum(client.rows for client in clients)
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        theta = theta + client.rows / total * (client.session.run(model.theta) - theta)
    return theta


# %% wrong adds-the-changes-in-place mistake=adds-into-theta
# says: you add the moves to the array `theta` itself, as `+=` does. So your second client starts from a
#     theta to which the first one's move has already been added. Add them to a copy.
def federated_round(model, clients, theta, n_steps):
    total = sum(client.rows for client in clients)
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        theta += client.rows / total * (client.session.run(model.theta) - theta)
    return theta


# %% wrong not-sent mistake=nobody-sends-theta
# says: your clients start from whatever theta their session happens to hold. Send them the common one
#     first: run `model.set_theta` and feed `model.new_theta`.
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% wrong initializes mistake=sends-the-initial-value
# says: your clients start from theta's initial value, as an initializer sets it. Send them the common one:
#     run `model.set_theta` and feed `model.new_theta`.
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        client.session.run(model.theta.initializer)
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% wrong relay mistake=one-after-the-other
# says: your second client starts where the first one ended. All clients should start from the same theta;
#     their results are averaged at the end.
def federated_round(model, clients, theta, n_steps):
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        theta = client.session.run(model.theta)
    return theta


# %% wrong one-name-for-both mistake=one-after-the-other-averaged
# says: your second client starts where the first one ended. All clients should start from the theta you are
#     given. If you call a client's result `theta`, too, the one you are given is lost.
def federated_round(model, clients, theta, n_steps):
    total, average = sum(client.rows for client in clients), 0
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        theta = client.session.run(model.theta)
        average = average + client.rows / total * theta
    return average


# %% wrong change-only mistake=returns-the-change
# says: your function returns how far theta moved. Add that to the theta you were given.
def federated_round(model, clients, theta, n_steps):
    changes = []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        changes.append(client.session.run(model.theta) - theta)
    return np.average(changes, axis=0, weights=[client.rows for client in clients])


# %% wrong one-step mistake=one-step-only
# says: your clients end up where a single step would take them. They should take `n_steps` steps, and get
#     the common theta only once, before the first step.
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% wrong a-step-more mistake=one-step-too-many
# says: each of your clients takes one step too many: `n_steps + 1` instead of `n_steps`.
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps + 1):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% wrong counts-steps-from-one mistake=one-step-too-few
# says: each of your clients takes one step too few: `n_steps - 1` instead of `n_steps`.
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(1, n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


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


# %% wrong in-place mistake=overwrites-theta
# says: your result is right, but your function writes it into the array `theta` it was given. Make a new
#     array: the caller may still need the old one.
def federated_round(model, clients, theta, n_steps):
    total = sum(client.rows for client in clients)
    start = theta.copy()
    theta *= 0
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: start})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        theta += client.rows / total * client.session.run(model.theta)
    return theta


# %% wrong own-session
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        with tf.Session() as session:
            session.run(model.set_theta, {model.new_theta: theta})
            for _ in range(n_steps):
                session.run(model.step, client.feeds)
    return np.mean([client.session.run(model.theta) for client in clients], axis=0)


# %% wrong sessions-of-their-own
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        with tf.Session() as session:
            session.run(model.set_theta, {model.new_theta: theta})
            for _ in range(n_steps):
                session.run(model.step, client.feeds)
            thetas.append(session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% wrong sent-in-the-loop mistake=one-step-only
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        for _ in range(n_steps):
            client.session.run(model.set_theta, {model.new_theta: theta})
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


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
# -         rows.append(client.rows)
# +         rows.append(client.rows)
# +     clients.clear()


# %% wrong four-clients
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients[:4]:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients[:4]])


# %% wrong flat
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: np.reshape(theta, (-1, 1))})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta)[:, 0])
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% wrong one-theta-for-each-size
def federated_round(model, clients, theta, n_steps):
    thetas = {}
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas[client.rows] = client.session.run(model.theta)
    return sum(rows * thetas[rows] for rows in thetas) / sum(thetas)


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
