# %% graphs/polynomial right as-written
def polynomial(x, y):
    return 2 * x * x * y - y + 5


# %% graphs/polynomial right power
def polynomial(x, y):
    return 2.0 * x**2 * y - y + 5.0


# %% graphs/polynomial right factored
def polynomial(x, y):
    return y * (2 * tf.square(x) - 1) + 5


# %% graphs/polynomial right functions
def polynomial(x, y):
    product = tf.multiply(tf.multiply(tf.constant(2.0), tf.pow(x, 2.0)), y, name="product")
    return tf.add(tf.subtract(product, y), 5.0, name="f")


# %% graphs/polynomial right many-steps
def polynomial(x, y):
    square = x * x
    result = square * y
    result += result
    result -= y
    result += np.float32(5)
    return tf.identity(result, name="result")


# %% graphs/polynomial right sum-of-a-list
def polynomial(x, y):
    return tf.add_n([x * x * y, x * x * y, -y, tf.constant(5.0)])


# %% graphs/polynomial wrong squares-the-product misconception=squares-the-product
def polynomial(x, y):
    return 2 * (x * y) ** 2 - y + 5


# %% graphs/polynomial wrong squares-the-other misconception=squares-the-other
def polynomial(x, y):
    return 2 * x * tf.square(y) - y + 5


# %% graphs/polynomial wrong squares-the-two misconception=squares-the-two
def polynomial(x, y):
    return (2 * x) ** 2 * y - y + 5


# %% graphs/polynomial wrong doubles misconception=doubles-instead-of-squaring
def polynomial(x, y):
    return 2 * (2 * x) * y - y + 5


# %% graphs/polynomial wrong without-five misconception=forgets-the-constant
def polynomial(x, y):
    return 2 * x * x * y - y


# %% graphs/polynomial wrong a-caret-for-a-power
def polynomial(x, y):
    return 2 * x ^ 2 * y - y + 5


# %% graphs/polynomial wrong returns-nothing
def polynomial(x, y):
    2 * x * x * y - y + 5


# %% graphs/polynomial wrong runs-it misconception=runs-the-graph
def polynomial(x, y):
    f = 2 * x * x * y - y + 5
    with tf.Session() as session:
        return session.run(f)


# %% graphs/polynomial wrong fed-with-its-own-values
def polynomial(x, y):
    f = 2 * x * x * y - y + 5
    with tf.Session() as session:
        return tf.constant(session.run(f, feed_dict={x: 3, y: 4}))


# %% graphs/polynomial wrong own-variables misconception=makes-its-own-variables
def polynomial(x, y):
    x = tf.Variable(3.0)
    y = tf.Variable(4.0)
    return 2 * x * x * y - y + 5


# %% graphs/polynomial wrong hard-coded
def polynomial(x, y):
    return 0 * x + 0 * y + 73


# %% graphs/polynomial wrong whole-numbers
def polynomial(x, y):
    return tf.constant(2) * x * x * y - y + 5


# %% graphs/polynomial wrong a-list
def polynomial(x, y):
    return [2 * x * x * y - y + 5]


# %% graphs/polynomial wrong only-positive
def polynomial(x, y):
    return 2 * x * x * tf.abs(y) - tf.abs(y) + 5


# %% graphs/polynomial wrong mutant-one-node-for-all-calls
nodes = []


def polynomial(x, y):
    if not nodes:
        nodes.append(2 * x * x * y - y + 5)
    return nodes[0]


# %% graphs/polynomial right sum-of-a-stack
def polynomial(x, y):
    return tf.reduce_sum(tf.stack([2 * tf.pow(x, 2) * y, -y, 5.0]))


# %% graphs/polynomial wrong caret-for-power
def polynomial(x, y):
    return 2 * x ^ 2 * y - y + 5


# %% graphs/polynomial wrong own-placeholders misconception=makes-its-own-placeholders
def polynomial(x, y):
    x = tf.placeholder(tf.float32, name="x")
    y = tf.placeholder(tf.float32, name="y")
    return 2 * x * x * y - y + 5


# %% graphs/polynomial wrong one-list-of-terms-for-all-calls
def polynomial(x, y, terms=[]):
    terms += [2 * x * x * y, -y, 5.0]
    return tf.add_n(terms)


# %% graphs/polynomial right inside-a-session
def polynomial(x, y):
    with tf.Session():
        return 2 * x * x * y - y + 5


# %% graphs/polynomial wrong in-a-graph-of-its-own
def polynomial(x, y):
    with tf.Graph().as_default():
        x, y = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
        return 2 * x * x * y - y + 5


# %% graphs/polynomial exempt *
# changes-its-input
#     x and y are tensors: there is nothing in them that the function could change
# session-left-open: with tf.Session(): -> _session = tf.Session()
#     the text does not ask for a session, so it does not ask to close one
# call-dropped: ...tf.stack(...
#     a list of tensors, or a tensor: reduce_sum packs it
# other-graph-function: result += np.float32(5) -> result += np.float64(5)
#     a number beside a float32 tensor becomes float32
# call-dropped: return tf.identity(result, name='result') -> return result
#     the same value, without a name that nobody asked for
