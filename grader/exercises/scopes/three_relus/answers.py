# %% right two-letters-changed
def three_relus(X, weights, biases):
    w1, w2, w3 = weights
    b1, b2, b3 = biases
    z1 = tf.add(tf.matmul(X, w1), b1, name="z1")
    z2 = tf.add(tf.matmul(X, w2), b2, name="z2")
    z3 = tf.add(tf.matmul(X, w3), b3, name="z3")
    relu1 = tf.maximum(z1, 0.0, name="relu1")
    relu2 = tf.maximum(z2, 0.0, name="relu2")
    relu3 = tf.maximum(z3, 0.0, name="relu3")
    return tf.add_n([relu1, relu2, relu3], name="output")


# %% right loop
def three_relus(X, weights, biases):
    return tf.add_n([tf.nn.relu(tf.matmul(X, w) + b) for w, b in zip(weights, biases)])


# %% right function-for-one
def three_relus(X, weights, biases):
    def relu(w, b):
        z = tf.matmul(X, w) + b
        return tf.where(z > 0, z, tf.zeros_like(z))

    return sum(relu(weights[number], biases[number]) for number in range(3))


# %% right one-matrix
def three_relus(X, weights, biases):
    z = tf.matmul(X, tf.concat(weights, axis=1)) + tf.stack(biases)
    return tf.reduce_sum(tf.nn.relu(z), axis=1, keepdims=True)


# %% right map
def three_relus(X, weights, biases):
    sums = map(
        lambda pair: tf.nn.xw_plus_b(X, pair[0], tf.reshape(pair[1], [1])), zip(weights, biases)
    )
    return tf.add_n([(tf.abs(z) + z) / 2 for z in sums])


# %% wrong as-it-was mistake=as-it-was like=two-letters-changed
# says: both slips are still there. Follow the arrows in the picture: which z feeds nothing, and which bias?
# -     z3 = tf.add(tf.matmul(X, w3), b3, name="z3")
# +     z3 = tf.add(tf.matmul(X, w3), b2, name="z3")
# -     relu2 = tf.maximum(z2, 0.0, name="relu2")
# +     relu2 = tf.maximum(z1, 0.0, name="relu2")


# %% wrong z1-twice mistake=wrong-z-is-left
# says: the second ReLU is still built from z1. Nobody uses z2.
def three_relus(X, weights, biases):
    w1, w2, w3 = weights
    b1, b2, b3 = biases
    z1 = tf.matmul(X, w1) + b1
    z2 = tf.matmul(X, w2) + b2
    z3 = tf.matmul(X, w3) + b3
    return tf.nn.relu(z1) + tf.nn.relu(z1) + tf.nn.relu(z3)


# %% wrong b2-twice mistake=wrong-bias-is-left like=z1-twice
# says: z3 still adds b2. `forgotten` does not see it, because b3 does not depend on X; but in the picture,
#     no arrow leaves b3.
# -     z3 = tf.matmul(X, w3) + b3
# -     return tf.nn.relu(z1) + tf.nn.relu(z1) + tf.nn.relu(z3)
# +     z3 = tf.matmul(X, w3) + b2
# +     return tf.nn.relu(z1) + tf.nn.relu(z2) + tf.nn.relu(z3)


# %% wrong no-maximum mistake=lost-the-maximum
# says: negative values come through. A ReLU takes the larger of z and zero: `tf.maximum(z, 0.0)`.
def three_relus(X, weights, biases):
    return tf.add_n([tf.matmul(X, w) + b for w, b in zip(weights, biases)])


# %% wrong maximum-of-the-sum mistake=relu-of-the-sum
# says: you add z1, z2 and z3, and take the larger of the sum and zero. Do this for each z first, then add:
#     a negative z counts as 0.
def three_relus(X, weights, biases):
    return tf.nn.relu(tf.add_n([tf.matmul(X, w) + b for w, b in zip(weights, biases)]))


# %% wrong third-is-missing
def three_relus(X, weights, biases):
    return tf.add_n([tf.nn.relu(tf.matmul(X, w) + b) for w, b in zip(weights[:2], biases[:2])])


# %% wrong a-list
def three_relus(X, weights, biases):
    return [tf.nn.relu(tf.matmul(X, w) + b) for w, b in zip(weights, biases)]


# %% wrong relu2-from-z3
def three_relus(X, weights, biases):
    z1, z2, z3 = [tf.matmul(X, w) + b for w, b in zip(weights, biases)]
    return tf.nn.relu(z1) + tf.nn.relu(z3) + tf.nn.relu(z3)


# %% wrong biases-swapped
def three_relus(X, weights, biases):
    b1, b2, b3 = biases
    pairs = zip(weights, [b1, b3, b2])
    return tf.add_n([tf.nn.relu(tf.matmul(X, w) + b) for w, b in pairs])


# %% exempt *
# changes-its-input
#     Its caller has built the graph by then, and nothing says that the lists are needed afterwards.
# axis: ... -> ...axis=-1...
#     The tensors have two dimensions: axis 1 is the last one.


# %% exempt function-for-one
# comparison: return tf.where(z > 0, z, tf.zeros_like(z)) -> return tf.where(z >= 0, z, tf.zeros_like(z))
#     Where z is 0, both give 0.


# %% exempt one-matrix
# call-dropped: ... + tf.stack(biases) -> ... + biases
#     Adding a list of tensors stacks them.


# %% exempt map
# constant: ... -> ...tf.reshape(pair[-1], [1])...
#     The second of two is the last.
# constant: ... -> ...tf.reshape(pair[1], [-1])...
#     A single number has the shape (1,) in both cases.
