# %% training/federated-round right average
def federated_round(model, clients, theta, n_steps):
    thetas, rows = [], []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
        rows.append(client.rows)
    return np.average(thetas, axis=0, weights=rows)


# %% training/federated-round right updates-only
def federated_round(model, clients, theta, n_steps):
    total = sum(client.rows for client in clients)
    change = np.zeros_like(theta)
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, feed_dict=client.feeds)
        change += client.rows / total * (client.session.run(model.theta) - theta)
    return theta + change


# %% training/federated-round right with-load
def federated_round(model, clients, theta, n_steps):
    weighted = 0
    for client in clients:
        with client.session.as_default():
            model.set_theta.eval({model.new_theta: theta})
            for _ in range(n_steps):
                model.step.run(client.feeds)
            weighted = weighted + client.rows * model.theta.eval()
    return weighted / sum(client.rows for client in clients)


# %% training/federated-round right in-step
def federated_round(model, clients, theta, n_steps):
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
    for _ in range(n_steps):
        for client in clients:
            client.session.run(model.step, client.feeds)
    rows = np.array([client.rows for client in clients], np.float32)
    thetas = np.array([client.session.run(model.theta) for client in clients])
    return np.tensordot(rows / rows.sum(), thetas, axes=1)


# %% training/federated-round right threads
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


# %% training/federated-round wrong plain-mean misconception=every-client-the-same
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.mean(thetas, axis=0)


# %% training/federated-round wrong weighted-sum misconception=sums-without-dividing
def federated_round(model, clients, theta, n_steps):
    total = 0
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        total = total + client.rows * client.session.run(model.theta)
    return total


# %% training/federated-round wrong not-sent misconception=nobody-sends-theta
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% training/federated-round wrong relay misconception=one-after-the-other
def federated_round(model, clients, theta, n_steps):
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        theta = client.session.run(model.theta)
    return theta


# %% training/federated-round wrong one-name-for-both misconception=one-after-the-other-averaged
def federated_round(model, clients, theta, n_steps):
    total, average = sum(client.rows for client in clients), 0
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        theta = client.session.run(model.theta)
        average = average + client.rows / total * theta
    return average


# %% training/federated-round wrong m-of-the-notebook misconception=divides-by-all-houses
def federated_round(model, clients, theta, n_steps):
    m, average = 21613, 0
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        average = average + client.rows / m * client.session.run(model.theta)
    return average


# %% training/federated-round wrong shares-as-in-the-notebook misconception=shares-of-all-houses
def federated_round(model, clients, theta, n_steps):
    m, new = 21613, theta.copy()
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        moved = client.session.run(model.theta) - theta
        new += client.rows / m * moved
    return new


# %% training/federated-round wrong change-only misconception=returns-the-change
def federated_round(model, clients, theta, n_steps):
    changes = []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        changes.append(client.session.run(model.theta) - theta)
    return np.average(changes, axis=0, weights=[client.rows for client in clients])


# %% training/federated-round wrong one-step misconception=one-step-only
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% training/federated-round wrong a-step-more misconception=one-step-too-many
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps + 1):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% training/federated-round wrong counts-steps-from-one misconception=one-step-too-few
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(1, n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% training/federated-round wrong initializes misconception=sends-the-initial-value
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        client.session.run(model.theta.initializer)
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% training/federated-round wrong own-session
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        with tf.Session() as session:
            session.run(model.set_theta, {model.new_theta: theta})
            for _ in range(n_steps):
                session.run(model.step, client.feeds)
    return np.mean([client.session.run(model.theta) for client in clients], axis=0)


# %% training/federated-round wrong sessions-of-their-own
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        with tf.Session() as session:
            session.run(model.set_theta, {model.new_theta: theta})
            for _ in range(n_steps):
                session.run(model.step, client.feeds)
            thetas.append(session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% training/federated-round wrong sent-in-the-loop misconception=one-step-only
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        for _ in range(n_steps):
            client.session.run(model.set_theta, {model.new_theta: theta})
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% training/federated-round wrong in-place misconception=overwrites-theta
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


# %% training/federated-round wrong adds-the-changes-at-once misconception=sends-the-sum
def federated_round(model, clients, theta, n_steps):
    total = sum(client.rows for client in clients)
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        theta = theta + client.rows / total * (client.session.run(model.theta) - theta)
    return theta


# %% training/federated-round wrong adds-the-changes-in-place misconception=adds-into-theta
def federated_round(model, clients, theta, n_steps):
    total = sum(client.rows for client in clients)
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        theta += client.rows / total * (client.session.run(model.theta) - theta)
    return theta


# %% training/federated-round wrong takes-the-clients-off-the-list
def federated_round(model, clients, theta, n_steps):
    total, new = sum(client.rows for client in clients), np.zeros_like(theta)
    while clients:
        client = clients.pop()
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        new += client.rows / total * client.session.run(model.theta)
    return new


# %% training/federated-round wrong mutant-empties-the-list
def federated_round(model, clients, theta, n_steps):
    thetas, rows = [], []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
        rows.append(client.rows)
    clients.clear()
    return np.average(thetas, axis=0, weights=rows)


# %% training/federated-round wrong all-in-the-first-session misconception=one-session-for-all
def federated_round(model, clients, theta, n_steps):
    session, thetas = clients[0].session, []
    for client in clients:
        session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            session.run(model.step, client.feeds)
        thetas.append(session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% training/federated-round wrong four-clients
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients[:4]:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
    return np.average(thetas, axis=0, weights=[client.rows for client in clients[:4]])


# %% training/federated-round wrong flat
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: np.reshape(theta, (-1, 1))})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta)[:, 0])
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])


# %% training/federated-round right hands-the-mean-out
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


# %% training/federated-round exempt *
# remembers-results
#     no two calls have the same clients and theta

# %% training/federated-round exempt in-step
# argument-dropped: rows = ...np.float32... -> ...
# other-graph-function: rows = ...np.float32... -> ...
#     the numbers of rows may be of any type: their shares are the same

# %% training/federated-round exempt threads
# mutable-default: ... -> ...found={}...
#     each call writes the entries of all of its clients before it reads them
# with-dropped: with graph.as_default(): -> ...
#     what is run are objects, not names, and no operation is made: no default graph is needed
# rounds: for thread in threads: -> ... (2)
# statement-dropped: for thread in threads: -> (nothing) (2)
# statement-dropped: thread.join() -> pass
#     a thread is so short that it has nearly always ended when it is waited for

# %% training/federated-round exempt hands-the-mean-out
# statement-dropped: for client in clients: -> (nothing) (2)
# statement-dropped: client.session.run(model.set_theta, {model.new_theta: mean}) -> pass
# call-dropped: client.session.run(model.set_theta, {model.new_theta: mean}) -> model.set_theta
#     what the sessions hold after a round is up to the answer, as long as each has worked
