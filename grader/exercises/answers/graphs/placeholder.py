# %% graphs/placeholder right short
def shift(k):
    A = tf.placeholder(tf.float32, shape=(None, 3))
    return A, A + k


# %% graphs/placeholder right functions-and-names
def shift(k):
    rows = tf.placeholder(dtype=tf.float32, shape=[None, 3], name="A")
    shifted = tf.add(rows, float(k), name="B")
    return [rows, shifted]


# %% graphs/placeholder right whole-matrix-of-k
def shift(k):
    A = tf.placeholder("float32", (None, 3))
    return A, A + k * tf.ones_like(A)


# %% graphs/placeholder right row-of-k
def shift(k):
    A = tf.placeholder(np.float32, tf.TensorShape([None, 3]))
    return A, A - np.full(3, -k, dtype=np.float32)


# %% graphs/placeholder right through-a-constant
def shift(k):
    A = tf.placeholder(tf.float32, (None, 3))
    step = tf.cast(tf.constant(k), tf.float32)
    B = step + A
    return (A, B)


# %% graphs/placeholder right shape-set-later
def shift(k):
    A = tf.placeholder(tf.float32)
    A.set_shape((None, 3))
    return A, A + k


# %% graphs/placeholder wrong one-row misconception=one-row-only
def shift(k):
    A = tf.placeholder(tf.float32, shape=(1, 3))
    return A, A + k


# %% graphs/placeholder wrong no-shape misconception=no-shape
def shift(k):
    A = tf.placeholder(tf.float32)
    return A, A + k


# %% graphs/placeholder wrong both-open misconception=both-sizes-unknown
def shift(k):
    A = tf.placeholder(tf.float32, [None, None])
    return A, A + k


# %% graphs/placeholder wrong swapped misconception=rows-and-columns-swapped
def shift(k):
    A = tf.placeholder(tf.float32, (3, None))
    return A, A + k


# %% graphs/placeholder wrong variable misconception=a-variable-for-data
def shift(k):
    A = tf.Variable(np.zeros((1, 3), dtype=np.float32))
    return A, A + k


# %% graphs/placeholder wrong only-b
def shift(k):
    A = tf.placeholder(tf.float32, (None, 3))
    return A + k


# %% graphs/placeholder wrong b-before-a
def shift(k):
    A = tf.placeholder(tf.float32, (None, 3))
    return A + k, A


# %% graphs/placeholder wrong whole-numbers misconception=whole-numbers
def shift(k):
    A = tf.placeholder(tf.int32, (None, 3))
    return A, A + k


# %% graphs/placeholder wrong always-five
def shift(k):
    A = tf.placeholder(tf.float32, (None, 3))
    return A, A + 2


# %% graphs/placeholder wrong with-a-default
def shift(k):
    A = tf.placeholder_with_default(np.zeros((1, 3), np.float32), (None, 3))
    return A, A + k


# %% graphs/placeholder wrong b-is-not-made-of-a
def shift(k):
    A = tf.placeholder(tf.float32, (None, 3))
    other = tf.placeholder(tf.float32, (None, 3))
    return A, other + k


# %% graphs/placeholder wrong evaluates
def shift(k):
    A = tf.placeholder(tf.float32, (None, 3))
    B = A + k
    with tf.Session() as session:
        return A, session.run(B, {A: [[1, 2, 3]]})


# %% graphs/placeholder wrong returns-nothing
def shift(k):
    A = tf.placeholder(tf.float32, (None, 3))
    B = A + k


# %% graphs/placeholder wrong k-is-a-variable misconception=a-variable-for-k
def shift(k):
    A = tf.placeholder(tf.float32, (None, 3))
    step = tf.Variable(k, dtype=tf.float32)
    return A, A + step


# %% graphs/placeholder wrong adds-the-five-of-the-text
def shift(k):
    A = tf.placeholder(tf.float32, (None, 3))
    return A, A + 5


# %% graphs/placeholder wrong mutant-whole-numbers-only
def shift(k):
    A = tf.placeholder(tf.float32, (None, 3))
    return A, A + int(k)


# %% graphs/placeholder wrong mutant-one-placeholder-for-all-calls
made = {}


def shift(k):
    if k not in made:
        A = tf.placeholder(tf.float32, (None, 3))
        made[k] = A, A + k
    return made[k]


# %% graphs/placeholder wrong three-numbers misconception=one-vector
def shift(k):
    A = tf.placeholder(tf.float32, shape=[3])
    return A, A + k


# %% graphs/placeholder exempt *
# changes-its-input
#     k is a number: there is nothing in it that the function could change
# other-graph-function: ...np.full(3, -k, dtype=np.float32)) -> ...np.full(3, -k, dtype=np.float64))
# argument-dropped: ...np.full(3, -k, dtype=np.float32)) -> ...np.full(3, -k))
#     numbers beside a float32 tensor become float32
# constant: ...np.full(3, -k, dtype=np.float32)) -> ...np.full(1, -k, dtype=np.float32))
#     one number is broadcast to the three of a row
# arithmetic: return (A, A + k * tf.ones_like(A)) -> return (A, A + k / tf.ones_like(A))
# operand-dropped: return (A, A + k * tf.ones_like(A)) -> return (A, A + k)
#     k times one, k divided by one and k are the same
# call-dropped: ...tf.TensorShape([None, 3])) -> A = tf.placeholder(np.float32, [None, 3])
#     a list is a shape, too
