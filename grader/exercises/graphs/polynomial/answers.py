# %% right as-written
def polynomial(x, y):
    return 2 * x * x * y - y + 5


# %% right power
def polynomial(x, y):
    return 2.0 * x**2 * y - y + 5.0


# %% right factored
def polynomial(x, y):
    return y * (2 * tf.square(x) - 1) + 5


# %% right functions
def polynomial(x, y):
    product = tf.multiply(tf.multiply(tf.constant(2.0), tf.pow(x, 2.0)), y, name="product")
    return tf.add(tf.subtract(product, y), 5.0, name="f")


# %% right many-steps
def polynomial(x, y):
    square = x * x
    result = square * y
    result += result
    result -= y
    result += np.float32(5)
    return tf.identity(result, name="result")


# %% right sum-of-a-list
def polynomial(x, y):
    return tf.add_n([x * x * y, x * x * y, -y, tf.constant(5.0)])


# %% right sum-of-a-stack
def polynomial(x, y):
    return tf.reduce_sum(tf.stack([2 * tf.pow(x, 2) * y, -y, 5.0]))


# %% right inside-a-session
def polynomial(x, y):
    with tf.Session():
        return 2 * x * x * y - y + 5


# %% right polyval
def polynomial(x, y):
    return tf.math.polyval([2 * y, 0.0, 5 - y], x)


# %% wrong squares-the-product mistake=squares-the-product
# says: your node squares x·y. Only x is squared in 2x²y: multiply by x twice and by y once.
def polynomial(x, y):
    return 2 * (x * y) ** 2 - y + 5


# %% wrong squares-the-other mistake=squares-the-other
# says: your node squares y. In 2x²y the square belongs to x: multiply by x twice and by y once.
def polynomial(x, y):
    return 2 * x * tf.square(y) - y + 5


# %% wrong squares-the-two mistake=squares-the-two
# says: your node squares 2x, which turns the 2 into a 4. Square x alone, then multiply by 2.
def polynomial(x, y):
    return (2 * x) ** 2 * y - y + 5


# %% wrong doubles mistake=doubles-instead-of-squaring
# says: your node computes x times 2 instead of x². The square of x is x * x.
def polynomial(x, y):
    return 2 * (2 * x) * y - y + 5


# %% wrong without-five mistake=forgets-the-constant
# says: your value is too small by 5: the last term, + 5, is missing.
def polynomial(x, y):
    return 2 * x * x * y - y


# %% wrong runs-it mistake=runs-the-graph
# says: your function runs the graph, but x and y have no values yet. It should only build: return the
#     tensor, the recipe; someone else will feed it and run it later.
def polynomial(x, y):
    f = 2 * x * x * y - y + 5
    with tf.Session() as session:
        return session.run(f)


# %% wrong own-variables mistake=makes-its-own-variables
# says: your function makes variables of its own, and they have no value yet. Use the x and y that it is
#     given.
def polynomial(x, y):
    x = tf.Variable(3.0)
    y = tf.Variable(4.0)
    return 2 * x * x * y - y + 5


# %% wrong own-placeholders mistake=makes-its-own-placeholders
# says: your function makes placeholders of its own, and nobody feeds them. Use the x and y that it is
#     given.
def polynomial(x, y):
    x = tf.placeholder(tf.float32, name="x")
    y = tf.placeholder(tf.float32, name="y")
    return 2 * x * x * y - y + 5


# %% wrong a-caret-for-a-power
def polynomial(x, y):
    return 2 * x ^ 2 * y - y + 5


# %% wrong returns-nothing
def polynomial(x, y):
    2 * x * x * y - y + 5


# %% wrong fed-with-its-own-values like=runs-it
# -         return session.run(f)
# +         return tf.constant(session.run(f, feed_dict={x: 3, y: 4}))


# %% wrong hard-coded
def polynomial(x, y):
    return 0 * x + 0 * y + 73


# %% wrong whole-numbers
def polynomial(x, y):
    return tf.constant(2) * x * x * y - y + 5


# %% wrong a-list
def polynomial(x, y):
    return [2 * x * x * y - y + 5]


# %% wrong only-positive
def polynomial(x, y):
    return 2 * x * x * tf.abs(y) - tf.abs(y) + 5


# %% wrong mutant-one-node-for-all-calls
nodes = []


def polynomial(x, y):
    if not nodes:
        nodes.append(2 * x * x * y - y + 5)
    return nodes[0]


# %% wrong one-list-of-terms-for-all-calls
def polynomial(x, y, terms=[]):
    terms += [2 * x * x * y, -y, 5.0]
    return tf.add_n(terms)


# %% wrong finds-its-inputs-by-name
def polynomial(x, y):
    x, y = (tf.get_default_graph().get_tensor_by_name(name) for name in ("x:0", "y:0"))
    return 2 * x * x * y - y + 5


# %% wrong finds-its-result-by-name
def polynomial(x, y):
    tf.add(2 * x * x * y - y, 5, name="f")
    return tf.get_default_graph().get_tensor_by_name("f:0")


# %% wrong in-a-graph-of-its-own
def polynomial(x, y):
    with tf.Graph().as_default():
        x, y = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
        return 2 * x * x * y - y + 5


# %% exempt *
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
