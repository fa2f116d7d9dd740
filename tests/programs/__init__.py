"""Programs as courses and repositories on TensorFlow 1 write them, run on both back ends."""
