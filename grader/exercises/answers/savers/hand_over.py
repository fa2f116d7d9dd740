# %% savers/hand-over right two-savers
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)
    tf.train.Saver({"weights": target}).restore(fresh, path)


# %% savers/hand-over right made-first
def hand_over(trained, fresh, source, target, path):
    writer = tf.train.Saver(var_list=dict(weights=source))
    reader = tf.train.Saver(var_list=dict(weights=target))
    written = writer.save(trained, path)
    reader.restore(fresh, written)


# %% savers/hand-over right load-variable
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)
    fresh.run(target.assign(tf.train.load_variable(path, "weights")))


# %% savers/hand-over right init-from-checkpoint
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path, write_state=False)
    reader = tf.train.NewCheckpointReader(path)
    value = tf.constant(reader.get_tensor("weights"))
    fresh.run(tf.assign(target, value))


# %% savers/hand-over right one-name-in-a-loop
def hand_over(trained, fresh, source, target, path):
    name = "weights"
    savers = [tf.train.Saver({name: variable}) for variable in (source, target)]
    savers[0].save(trained, path, write_meta_graph=False)
    savers[1].restore(fresh, path)


# %% savers/hand-over right target-initialized-first
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)
    fresh.run(target.initializer)
    tf.train.Saver({"weights": target}).restore(fresh, path)


# %% savers/hand-over wrong everything misconception=saves-everything
def hand_over(trained, fresh, source, target, path):
    saver = tf.train.Saver()
    saver.save(trained, path)
    saver.restore(fresh, path)


# %% savers/hand-over wrong a-list misconception=keeps-the-variables-name
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver([source]).save(trained, path)
    tf.train.Saver({source.op.name: target}).restore(fresh, path)


# %% savers/hand-over wrong two-lists misconception=looks-for-the-targets-name
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver([source]).save(trained, path)
    tf.train.Saver([target]).restore(fresh, path)


# %% savers/hand-over wrong a-dict-and-a-list misconception=looks-for-the-targets-name
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)
    tf.train.Saver([target]).restore(fresh, path)


# %% savers/hand-over wrong tensor-name misconception=names-a-tensor
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights:0": source}).save(trained, path)
    tf.train.Saver({"weights:0": target}).restore(fresh, path)


# %% savers/hand-over wrong one-saver misconception=restores-into-the-source
def hand_over(trained, fresh, source, target, path):
    saver = tf.train.Saver({"weights": source})
    saver.save(trained, path)
    saver.restore(fresh, path)


# %% savers/hand-over wrong initializes-all misconception=initializes-the-others
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)
    fresh.run(tf.global_variables_initializer())
    tf.train.Saver({"weights": target}).restore(fresh, path)


# %% savers/hand-over wrong saves-the-target
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": target}).save(trained, path)
    tf.train.Saver({"weights": target}).restore(fresh, path)


# %% savers/hand-over wrong without-a-file
def hand_over(trained, fresh, source, target, path):
    fresh.run(target.assign(trained.run(source)))


# %% savers/hand-over wrong never-restores misconception=restores-into-the-trained-session
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)


# %% savers/hand-over wrong two-names
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source, "other": target}).save(trained, path)
    tf.train.Saver({"weights": target}).restore(fresh, path)


# %% savers/hand-over wrong mutant-name-alone
def hand_over(trained, fresh, source, target, path):
    path = path.split("/")[-1]
    tf.train.Saver({"weights": source}).save(trained, path)
    tf.train.Saver({"weights": target}).restore(fresh, path)


# %% savers/hand-over wrong mutant-always-called-weights
def hand_over(trained, fresh, source, target, path):
    path = path.rpartition("/")[0] + "/weights"
    tf.train.Saver({"weights": source}).save(trained, path)
    tf.train.Saver({"weights": target}).restore(fresh, path)


# %% savers/hand-over wrong into-the-trained misconception=restores-into-the-trained-session
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)
    tf.train.Saver({"weights": target}).restore(trained, path)


# %% savers/hand-over exempt *
# remembers-results
#     the sessions and the folder are new in each call, so nothing that is remembered is used
# changes-its-input
#     it is given no list, dictionary or array


# %% savers/hand-over exempt init-from-checkpoint
# argument-dropped: ...write_state=False) -> ...
# constant: ...write_state=False) -> ...
#     whether the file `checkpoint` is written, too, is free


# %% savers/hand-over exempt one-name-in-a-loop
# argument-dropped: ...write_meta_graph=False) -> ...
# constant: ...write_meta_graph=False) -> ...
#     whether the graph is saved, too, is free
# constant: savers[1].restore(fresh, path) -> savers[-1].restore(fresh, path)
#     the last of two savers is the second


# %% savers/hand-over exempt target-initialized-first
# statement-dropped: fresh.run(target.initializer) -> (nothing)
# call-dropped: fresh.run(target.initializer) -> target.initializer
#     a variable that is restored needs no initializer
