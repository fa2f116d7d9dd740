# %% right with-a-writer
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feed), number)
            session.run(training_step, feed)


# %% right closed-by-hand
def log_training(folder, session, training_step, loss, feeds):
    loss_summary = tf.summary.scalar("loss", loss)
    writer = tf.summary.FileWriter(folder, tf.get_default_graph())
    for i in range(len(feeds)):
        if i % 10 == 0:
            text = loss_summary.eval(feed_dict=feeds[i], session=session)
            writer.add_summary(text, i)
        training_step.run(feed_dict=feeds[i], session=session)
    writer.close()


# %% right summary-by-hand
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


# %% right everything-merged
def log_training(folder, session, training_step, loss, feeds):
    tf.summary.scalar("loss", loss)
    tf.summary.scalar("root", tf.sqrt(loss))
    everything = tf.summary.merge_all()
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number in range(0, len(feeds), 10):
            writer.add_summary(session.run(everything, feeds[number]), number)
            for feed in feeds[number : number + 10]:
                session.run(training_step, feed)


# %% right in-a-folder-of-its-own
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


# %% right one-run-for-both like=with-a-writer
# -                 writer.add_summary(session.run(summary, feed), number)
# -             session.run(training_step, feed)
# +                 text, _ = session.run([summary, training_step], feed)
# +                 writer.add_summary(text, number)
# +             else:
# +                 session.run(training_step, feed)


# %% wrong every-batch mistake=logs-every-batch like=with-a-writer
# says: you log at every mini-batch. Writing costs time, and a thousand points say no more than a hundred:
#     log where `number % 10 == 0`.
# -             if number % 10 == 0:
# -                 writer.add_summary(session.run(summary, feed), number)
# +             writer.add_summary(session.run(summary, feed), number)


# %% wrong no-step mistake=no-step like=with-a-writer
# says: your summaries carry no step, so all of them are at 0 and the curve is a vertical line. The second
#     argument of `add_summary` is the step.
# -                 writer.add_summary(session.run(summary, feed), number)
# +                 writer.add_summary(session.run(summary, feed))


# %% wrong numbers-of-points mistake=numbers-the-points
# says: your steps count the points: 0, 1, 2 and so on. The step of a point is the number of its mini-batch:
#     0, 10, 20.
def log_training(folder, session, training_step, loss, feeds):
    s = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as w:
        for i, feed in enumerate(feeds):
            if i % 10 == 0:
                w.add_summary(session.run(s, feed), i // 10)
            session.run(training_step, feed)


# %% wrong counts-from-one mistake=counts-from-one like=with-a-writer
# says: you log the tenth batch, whose number is 9. Numbers begin at 0: log at 0, 10, 20 and so on.
# -             if number % 10 == 0:
# +             if (number + 1) % 10 == 0:


# %% wrong loss-after-the-step mistake=measures-after-the-step like=with-a-writer
# says: you measure the loss after the model has been trained on the same mini-batch, so it looks too good.
#     Log first, then train.
# -         for number, feed in enumerate(feeds):
# +         for number, feed in enumerate(feeds):
# +             session.run(training_step, feed)
# -             session.run(training_step, feed)


# %% wrong always-the-first-feed mistake=always-the-first-feed like=with-a-writer
# says: you log the loss of the first mini-batch every time. Run the summary with the feed of the mini-batch
#     that you train on next.
# -                 writer.add_summary(session.run(summary, feed), number)
# +                 writer.add_summary(session.run(summary, feeds[0]), number)


# %% wrong summary-in-the-loop mistake=new-operation-each-time
# says: you call `tf.summary.scalar` inside the loop. Every call creates a new node with a new name, so the
#     points end up on curves `loss`, `loss_1`, `loss_2`. Create it once, before the loop.
def log_training(folder, session, training_step, loss, feeds):
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number, feed in enumerate(feeds):
            if number % 10 == 0:
                summary = tf.summary.scalar("loss", loss)
                writer.add_summary(session.run(summary, feed), number)
            session.run(training_step, feed)


# %% wrong another-tag mistake=another-tag like=with-a-writer
# says: your curve has another tag. It is made from the first argument of `tf.summary.scalar` and the name
#     scopes that are open; here it must be `"loss"`, whatever the tensor is called.
# -     summary = tf.summary.scalar("loss", loss)
# +     summary = tf.summary.scalar("mean_squared_error", loss)


# %% wrong no-graph mistake=no-graph like=with-a-writer
# says: your log has a curve, but no graph. Give it to the writer: `tf.summary.FileWriter(folder,
#     session.graph)`.
# -     with tf.summary.FileWriter(folder, session.graph) as writer:
# +     with tf.summary.FileWriter(folder) as writer:


# %% wrong never-closed mistake=never-closed
# says: your writer is never closed, so what it still holds may never reach the disk. Call `close()`, or
#     open it in a `with` statement.
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    writer = tf.summary.FileWriter(folder, session.graph)
    for number, feed in enumerate(feeds):
        if number % 10 == 0:
            writer.add_summary(session.run(summary, feed), number)
        session.run(training_step, feed)


# %% wrong closes-the-session-at-the-end mistake=closes-the-session like=with-a-writer
# says: your function closes the session, which belongs to the caller. Leave it open: whoever calls you
#     still needs the trained weights.
# -     with tf.summary.FileWriter(folder, session.graph) as writer:
# +     with session, tf.summary.FileWriter(folder, session.graph) as writer:


# %% wrong trains-when-it-logs mistake=trains-only-when-it-logs like=with-a-writer
# says: you train only on the mini-batches that you log. The training step belongs in the loop, outside the
#     `if`.
# -             session.run(training_step, feed)
# +                 session.run(training_step, feed)


# %% wrong trains-between like=numbers-of-points
# -                 w.add_summary(session.run(s, feed), i // 10)
# -             session.run(training_step, feed)
# +                 w.add_summary(session.run(s, feed), i)
# +             else:
# +                 session.run(training_step, feed)


# %% wrong writes-nothing
def log_training(folder, session, training_step, loss, feeds):
    for feed in feeds:
        session.run(training_step, feed)


# %% wrong not-an-event-file
def log_training(folder, session, training_step, loss, feeds):
    import os

    with open(os.path.join(folder, "events.out.tfevents.1.mine"), "wb") as file:
        file.write(b"loss: 3.2")
    for feed in feeds:
        session.run(training_step, feed)


# %% wrong only-the-first-batch
def log_training(folder, session, training_step, loss, feeds):
    summary = tf.summary.scalar("loss", loss)
    with tf.summary.FileWriter(folder, session.graph) as writer:
        for number in range(len(feeds)):
            if number % 10 == 0:
                writer.add_summary(session.run(summary, feeds[0]), number)
            session.run(training_step, feeds[0])


# %% wrong into-the-current-folder like=with-a-writer
# -     with tf.summary.FileWriter(folder, session.graph) as writer:
# +     with tf.summary.FileWriter("logs", session.graph) as writer:


# %% wrong never-trains like=with-a-writer
# -                 writer.add_summary(session.run(summary, feed), number)
# -             session.run(training_step, feed)
# +                 writer.add_summary(session.run(summary, feed), number)


# %% wrong mutant-initializer-first like=with-a-writer
# - def log_training(folder, session, training_step, loss, feeds):
# + def log_training(folder, session, training_step, loss, feeds):
# +     session.run(tf.global_variables_initializer())


# %% exempt *
# constant: ... -> ...% -10...
#     A multiple of 10 is one of -10.
# remembers-results
#     No two runs have the same session.
# changes-its-input
#     Nothing says that the list of feeds is needed afterwards.
# variant: name-scope
#     The tag of a summary carries the name of its scope, and the tag is demanded.


# %% exempt summary-by-hand
# statement-dropped: writer.flush() -> (nothing)
#     Closing flushes, too.


# %% exempt everything-merged
# statement-dropped: tf.summary.scalar('root', tf.sqrt(loss)) -> (nothing)
# call-dropped: tf.summary.scalar('root', tf.sqrt(loss)) -> ...
#     Nobody asked for this second curve.


# %% exempt in-a-folder-of-its-own
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


# %% exempt one-run-for-both
# run-split: ...[summary, training_step]... -> ...
#     The summary comes first in both.
