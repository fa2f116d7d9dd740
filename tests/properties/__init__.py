"""Laws that hold for every program: the engine and TensorFlow agree on random ones."""
