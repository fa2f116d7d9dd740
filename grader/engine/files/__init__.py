"""Files that TensorFlow and the engine both read and write.

`schema` describes the messages in them. `table` and `bundle` are checkpoints on disk, `checkpoints`
finds and lists them, `saver` writes and restores them from a graph, `meta_graph` keeps the graph
beside them. `records` are files of records, `examples` what stands in records, `events` the log that
TensorBoard shows, `disk` the functions on files of `tf.gfile`.
"""
