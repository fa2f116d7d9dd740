"""Interactive notebooks on TensorFlow's graph mode, and their autograder."""
