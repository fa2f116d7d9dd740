"""Training: what lies behind `tf.train`, beside the files and servers; see grader.engine.train."""
