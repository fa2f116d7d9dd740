"""Every operation of the table against TensorFlow's, from samples of its inputs."""
