"""Streaming metrics (`tf.metrics`): measures that accumulate over many runs."""
