# %% right two-savers
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)
    tf.train.Saver({"weights": target}).restore(fresh, path)


# %% right made-first
def hand_over(trained, fresh, source, target, path):
    writer = tf.train.Saver(var_list=dict(weights=source))
    reader = tf.train.Saver(var_list=dict(weights=target))
    written = writer.save(trained, path)
    reader.restore(fresh, written)


# %% right load-variable
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)
    fresh.run(target.assign(tf.train.load_variable(path, "weights")))


# %% right init-from-checkpoint
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path, write_state=False)
    reader = tf.train.NewCheckpointReader(path)
    value = tf.constant(reader.get_tensor("weights"))
    fresh.run(tf.assign(target, value))


# %% right one-name-in-a-loop
def hand_over(trained, fresh, source, target, path):
    name = "weights"
    savers = [tf.train.Saver({name: variable}) for variable in (source, target)]
    savers[0].save(trained, path, write_meta_graph=False)
    savers[1].restore(fresh, path)


# %% right target-initialized-first
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)
    fresh.run(target.initializer)
    tf.train.Saver({"weights": target}).restore(fresh, path)


# %% wrong everything mistake=saves-everything
# says: `tf.train.Saver()` takes all variables, under their own names. The file should contain just one
#     tensor: `tf.train.Saver({"weights": source})`.
def hand_over(trained, fresh, source, target, path):
    saver = tf.train.Saver()
    saver.save(trained, path)
    saver.restore(fresh, path)


# %% wrong a-list mistake=keeps-the-variables-name
# says: your saver was given a list, so the tensor in the file has the variable's own name. A dict says
#     which name it should have there: `{"weights": source}`.
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver([source]).save(trained, path)
    tf.train.Saver({source.op.name: target}).restore(fresh, path)


# %% wrong two-lists mistake=looks-for-the-targets-name
# says: a saver that is given a list uses the variable's own name in the file. So your second saver looks
#     for the target's name, which is not there: NotFoundError. Give each saver a dict, with the same name
#     in both: `{"weights": source}` and `{"weights": target}`.
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver([source]).save(trained, path)
    tf.train.Saver([target]).restore(fresh, path)


# %% wrong tensor-name mistake=names-a-tensor
# says: the name in your file is `weights:0`. That is what a tensor in a graph is called; a name in a
#     checkpoint is what you choose, here `weights`.
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights:0": source}).save(trained, path)
    tf.train.Saver({"weights:0": target}).restore(fresh, path)


# %% wrong one-saver mistake=restores-into-the-source
# says: you restore with the saver that wrote the file, so the value goes back into the source. The target
#     needs a saver of its own, which maps the same name to another variable.
def hand_over(trained, fresh, source, target, path):
    saver = tf.train.Saver({"weights": source})
    saver.save(trained, path)
    saver.restore(fresh, path)


# %% wrong never-restores mistake=restores-into-the-trained-session
# says: the fresh session is as it was before. Restore the value there: `restore` works in the session that
#     you pass to it, here `fresh`.
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)


# %% wrong initializes-all mistake=initializes-the-others like=target-initialized-first
# says: you run the initializer of all variables in the fresh session: what it already held is lost. A
#     variable that is restored needs no initializer.
# -     fresh.run(target.initializer)
# +     fresh.run(tf.global_variables_initializer())


# %% wrong a-dict-and-a-list mistake=looks-for-the-targets-name
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)
    tf.train.Saver([target]).restore(fresh, path)


# %% wrong saves-the-target
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": target}).save(trained, path)
    tf.train.Saver({"weights": target}).restore(fresh, path)


# %% wrong without-a-file
def hand_over(trained, fresh, source, target, path):
    fresh.run(target.assign(trained.run(source)))


# %% wrong two-names
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source, "other": target}).save(trained, path)
    tf.train.Saver({"weights": target}).restore(fresh, path)


# %% wrong mutant-name-alone
def hand_over(trained, fresh, source, target, path):
    path = path.split("/")[-1]
    tf.train.Saver({"weights": source}).save(trained, path)
    tf.train.Saver({"weights": target}).restore(fresh, path)


# %% wrong mutant-always-called-weights
def hand_over(trained, fresh, source, target, path):
    path = path.rpartition("/")[0] + "/weights"
    tf.train.Saver({"weights": source}).save(trained, path)
    tf.train.Saver({"weights": target}).restore(fresh, path)


# %% wrong into-the-trained mistake=restores-into-the-trained-session
def hand_over(trained, fresh, source, target, path):
    tf.train.Saver({"weights": source}).save(trained, path)
    tf.train.Saver({"weights": target}).restore(trained, path)


# %% exempt *
# remembers-results
#     the sessions and the folder are new in each call, so nothing that is remembered is used
# changes-its-input
#     it is given no list, dictionary or array


# %% exempt init-from-checkpoint
# argument-dropped: ...write_state=False) -> ...
# constant: ...write_state=False) -> ...
#     whether the file `checkpoint` is written, too, is free


# %% exempt one-name-in-a-loop
# argument-dropped: ...write_meta_graph=False) -> ...
# constant: ...write_meta_graph=False) -> ...
#     whether the graph is saved, too, is free
# constant: savers[1].restore(fresh, path) -> savers[-1].restore(fresh, path)
#     the last of two savers is the second


# %% exempt target-initialized-first
# statement-dropped: fresh.run(target.initializer) -> (nothing)
# call-dropped: fresh.run(target.initializer) -> target.initializer
#     a variable that is restored needs no initializer
