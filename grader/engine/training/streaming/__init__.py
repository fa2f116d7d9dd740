"""Measures that add up over many runs: what lies behind `tf.metrics`."""
