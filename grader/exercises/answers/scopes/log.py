# %% scopes/log right with-a-writer
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feed), number)
            session.run(training_step, feed)


# %% scopes/log right closed-by-hand
def log_training(folder, session, training_step, loss, feeds):
    loss_summary = tf.summary.scalar("loss", loss)
    writer = tf.summary.FileWriter(folder, tf.get_default_graph())
    for i in range(len(feeds)):
        if i % 10 == 0:
            text = loss_summary.eval(feed_dict=feeds[i], session=session)
            writer.add_summary(text, i)
        training_step.run(feed_dict=feeds[i], session=session)
    writer.close()


# %% scopes/log right summary-by-hand
def log_training(folder, session, training_step, loss, feeds):
    writer = tf.summary.FileWriter(folder)
    writer.add_graph(session.graph)
    for number, feed in enumerate(feeds):
        if not number % 10:
            value = float(session.run(loss, feed))
            summary = tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=value)])
            writer.add_summary(summary, global_step=number)
        session.run(training_step, feed)
    writer.flush()
    writer.close()


# %% scopes/log right everything-merged
def log_training(folder, session, training_step, loss, feeds):
    tf.summary.scalar("loss", loss)
    tf.summary.scalar("root", tf.sqrt(loss))
    everything = tf.summary.merge_all()
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number in range(0, len(feeds), 10):
            writer.add_summary(session.run(everything, feeds[number]), number)
            for feed in feeds[number : number + 10]:
                session.run(training_step, feed)


# %% scopes/log right in-a-folder-of-its-own
def log_training(folder, session, training_step, loss, feeds):
    import os

    summary = tf.summary.scalar("loss", loss, collections=[])
    writer = tf.summary.FileWriter(os.path.join(folder, "run-1"), session.graph)
    try:
        number = 0
        for feed in feeds:
            if number % 10 == 0:
                text, value = session.run([summary, loss], feed_dict=feed)
                writer.add_summary(text, number)
            session.run(training_step, feed_dict=feed)
            number += 1
    finally:
        writer.close()
    return number


# %% scopes/log wrong trains-between misconception=does-not-train-when-it-logs
def log_training(folder, session, training_step, loss, feeds):
    s = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as w:
        for i, feed in enumerate(feeds):
            if i % 10 == 0:
                w.add_summary(session.run(s, feed), i)
            else:
                session.run(training_step, feed)


# %% scopes/log wrong numbers-of-points misconception=numbers-the-points
def log_training(folder, session, training_step, loss, feeds):
    s = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as w:
        for i, feed in enumerate(feeds):
            if i % 10 == 0:
                w.add_summary(session.run(s, feed), i // 10)
            session.run(training_step, feed)


# %% scopes/log wrong every-batch misconception=logs-every-batch
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            writer.add_summary(session.run(summary, feed), number)
            session.run(training_step, feed)


# %% scopes/log wrong no-step misconception=no-step
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feed))
            session.run(training_step, feed)


# %% scopes/log wrong counts-from-one misconception=counts-from-one
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if (number + 1) % 10 == 0:
                writer.add_summary(session.run(summary, feed), number)
            session.run(training_step, feed)


# %% scopes/log wrong loss-after-the-step misconception=measures-after-the-step
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            session.run(training_step, feed)
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feed), number)


# %% scopes/log wrong summary-in-the-loop misconception=new-operation-each-time
def log_training(folder, session, training_step, loss, feeds):
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                summary = tf.summary.scalar("loss", loss)
                writer.add_summary(session.run(summary, feed), number)
            session.run(training_step, feed)


# %% scopes/log wrong no-graph misconception=no-graph
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feed), number)
            session.run(training_step, feed)


# %% scopes/log wrong never-closed misconception=never-closed
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    writer = tf.summary.FileWriter(folder, session.graph)
    for number, feed in enumerate(feeds):
        if number % 10 == 0:
            writer.add_summary(session.run(summary, feed), number)
        session.run(training_step, feed)


# %% scopes/log wrong trains-when-it-logs misconception=trains-only-when-it-logs
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feed), number)
                session.run(training_step, feed)


# %% scopes/log wrong another-tag misconception=another-tag
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("mean_squared_error", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feed), number)
            session.run(training_step, feed)


# %% scopes/log wrong always-the-first-feed misconception=always-the-first-feed
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feeds[0]), number)
            session.run(training_step, feed)


# %% scopes/log wrong writes-nothing
def log_training(folder, session, training_step, loss, feeds):
    for feed in feeds:
        session.run(training_step, feed)


# %% scopes/log wrong not-an-event-file
def log_training(folder, session, training_step, loss, feeds):
    import os

    with open(os.path.join(folder, "events.out.tfevents.1.mine"), "wb") as file:
        file.write(b"loss: 3.2")
    for feed in feeds:
        session.run(training_step, feed)


# %% scopes/log wrong only-the-first-batch
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number in range(len(feeds)):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feeds[0]), number)
            session.run(training_step, feeds[0])


# %% scopes/log right one-run-for-both
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                text, _ = session.run([summary, training_step], feed)
                writer.add_summary(text, number)
            else:
                session.run(training_step, feed)


# %% scopes/log wrong into-the-current-folder
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter("logs", session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feed), number)
            session.run(training_step, feed)


# %% scopes/log wrong never-trains
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feed), number)


# %% scopes/log wrong mutant-initializer-first
def log_training(folder, session, training_step, loss, feeds):
    session.run(tf.global_variables_initializer())
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feed), number)
            session.run(training_step, feed)


# %% scopes/log exempt *
# constant: ... -> ...% -10...
#     A multiple of 10 is one of -10.
# remembers-results
#     No two runs have the same session.
# changes-its-input
#     Nothing says that the list of feeds is needed afterwards.
# variant: name-scope
#     The tag of a summary carries the name of its scope, and the tag is demanded.


# %% scopes/log exempt summary-by-hand
# statement-dropped: writer.flush() -> (nothing)
#     Closing flushes, too.


# %% scopes/log exempt everything-merged
# statement-dropped: tf.summary.scalar('root', tf.sqrt(loss)) -> (nothing)
# call-dropped: tf.summary.scalar('root', tf.sqrt(loss)) -> ...
#     Nobody asked for this second curve.


# %% scopes/log exempt in-a-folder-of-its-own
# argument-dropped: summary = tf.summary.scalar('loss', loss, collections=[]) -> ...
#     It never merges all summaries.
# arguments-swapped: writer = ... -> ...os.path.join('run-1', folder)...
# argument-dropped: writer = ... -> ...FileWriter(os.path.join(folder), session.graph)
# call-dropped: writer = ... -> ...FileWriter(folder, session.graph)
#     The log goes into the folder itself: the path is absolute.
# error-passes: try: -> number = 0
#     Nothing raises an error here.
# run-split: ...[summary, loss]... -> ...
#     Only the summary is used.
# returns-none: return number -> number
#     Nothing has to be returned.


# %% scopes/log exempt one-run-for-both
# run-split: ...[summary, training_step]... -> ...
#     The summary comes first in both.


# %% scopes/log wrong closes-the-session-at-the-end misconception=closes-the-session
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with session, tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feed), number)
            session.run(training_step, feed)
