"""`tf.train`, apart from files and servers; see grader.engine.train."""
