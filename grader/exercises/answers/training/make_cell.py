# %% training/make-cell right get-variable
def make_cell(n_inputs, n_units):
    kernel = tf.get_variable(
        "kernel", [n_inputs, n_units], initializer=tf.glorot_uniform_initializer()
    )
    recurrent = tf.get_variable(
        "recurrent", [n_units, n_units], initializer=tf.orthogonal_initializer()
    )
    bias = tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer())
    return kernel, recurrent, bias


# %% training/make-cell right called-initializers
def make_cell(n_inputs, n_units):
    return [
        tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    ]


# %% training/make-cell right default-initializer
def make_cell(n_inputs, n_units):
    with tf.variable_scope("cell"):
        W = tf.get_variable("W", shape=(n_inputs, n_units))
        U = tf.get_variable("U", (n_units, n_units), tf.float32, tf.initializers.orthogonal())
        b = tf.get_variable("b", (n_units,), initializer=tf.initializers.zeros())
    return W, U, b


# %% training/make-cell right bound-by-hand
def make_cell(n_inputs, n_units):
    bound = (6 / (n_inputs + n_units)) ** 0.5
    kernel = tf.Variable(tf.random_uniform([n_inputs, n_units], -bound, bound), name="kernel")
    q, _ = tf.linalg.qr(tf.random_normal([n_units, n_units]))
    return kernel, tf.Variable(q, name="recurrent"), tf.Variable([0.0] * n_units, name="bias")


# %% training/make-cell right from-numpy
def make_cell(n_inputs, n_units):
    bound = np.sqrt(6 / (n_inputs + n_units))
    kernel = np.random.uniform(-bound, bound, (n_inputs, n_units)).astype(np.float32)
    q, _ = np.linalg.qr(np.random.normal(size=(n_units, n_units)))
    return (
        tf.Variable(kernel),
        tf.Variable(q.astype(np.float32)),
        tf.Variable(np.zeros(n_units, np.float32)),
    )


# %% training/make-cell right variance-scaling
def make_cell(n_inputs, n_units):
    glorot = tf.variance_scaling_initializer(scale=1.0, mode="fan_avg", distribution="uniform")
    return (
        tf.get_variable("k", [n_inputs, n_units], initializer=glorot),
        tf.get_variable("r", [n_units, n_units], initializer=tf.orthogonal_initializer()),
        tf.get_variable("b", [n_units], initializer=tf.constant_initializer(0.0)),
    )


# %% training/make-cell wrong pytorch misconception=pytorch-bound
def make_cell(n_inputs, n_units):
    bound = n_inputs**-0.5
    return (
        tf.Variable(tf.random_uniform([n_inputs, n_units], -bound, bound)),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell wrong he misconception=he-uniform
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.initializers.he_uniform()([n_inputs, n_units])),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell wrong normal misconception=glorot-normal
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.glorot_normal_initializer()([n_inputs, n_units])),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell wrong recurrent-default misconception=recurrent-not-orthogonal
def make_cell(n_inputs, n_units):
    return (
        tf.get_variable("kernel", [n_inputs, n_units]),
        tf.get_variable("recurrent", [n_units, n_units]),
        tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer()),
    )


# %% training/make-cell wrong identity misconception=recurrent-identity
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
        tf.Variable(tf.eye(n_units)),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell wrong random-bias misconception=biases-not-zero
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.random_normal([n_units])),
    )


# %% training/make-cell wrong all-zero
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.zeros([n_inputs, n_units])),
        tf.Variable(tf.zeros([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell wrong orthogonal-kernel
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.orthogonal_initializer()([n_inputs, n_units])),
        tf.Variable(tf.glorot_uniform_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell wrong tensors
def make_cell(n_inputs, n_units):
    return (
        tf.glorot_uniform_initializer()([n_inputs, n_units]),
        tf.orthogonal_initializer()([n_units, n_units]),
        tf.zeros([n_units]),
    )


# %% training/make-cell wrong turned
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.glorot_uniform_initializer()([n_units, n_inputs])),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell wrong seeds misconception=same-numbers-in-every-cell
def make_cell(n_inputs, n_units):
    tf.set_random_seed(42)
    return (
        tf.get_variable("kernel", [n_inputs, n_units]),
        tf.get_variable("recurrent", [n_units, n_units], initializer=tf.orthogonal_initializer()),
        tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer()),
    )


# %% training/make-cell wrong seeds-of-numpy misconception=same-numbers-in-every-cell
def make_cell(n_inputs, n_units):
    random = np.random.RandomState(0)
    bound = np.sqrt(6 / (n_inputs + n_units))
    q, _ = np.linalg.qr(random.normal(size=(n_units, n_units)))
    return (
        tf.Variable(np.float32(random.uniform(-bound, bound, (n_inputs, n_units)))),
        tf.Variable(np.float32(q)),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell wrong a-seed-for-the-recurrent-weights misconception=same-recurrent-weights
def make_cell(n_inputs, n_units):
    return (
        tf.get_variable("kernel", [n_inputs, n_units]),
        tf.get_variable(
            "recurrent", [n_units, n_units], initializer=tf.orthogonal_initializer(seed=42)
        ),
        tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer()),
    )


# %% training/make-cell wrong bound-of-the-units-alone
def make_cell(n_inputs, n_units):
    bound = (6 / (n_units + n_units)) ** 0.5
    return (
        tf.Variable(tf.random_uniform([n_inputs, n_units], -bound, bound)),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell wrong all-units-alike
def make_cell(n_inputs, n_units):
    bound = (6 / (n_inputs + n_units)) ** 0.5
    column = tf.random_uniform([n_inputs, 1], -bound, bound)
    return (
        tf.Variable(tf.tile(column, [1, n_units])),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell wrong graph-of-its-own
def make_cell(n_inputs, n_units):
    with tf.Graph().as_default():
        return (
            tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
            tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
            tf.Variable(tf.zeros([n_units])),
        )


# %% training/make-cell wrong mutant-bound-with-seven
def make_cell(n_inputs, n_units):
    bound = (7 / (n_inputs + n_units)) ** 0.5
    return (
        tf.Variable(tf.random_uniform([n_inputs, n_units], -bound, bound)),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell wrong no-initializers
def make_cell(n_inputs, n_units):
    shapes = {"kernel": [n_inputs, n_units], "recurrent": [n_units, n_units], "bias": [n_units]}
    return [tf.get_variable(name, shape) for name, shape in shapes.items()]


# %% training/make-cell wrong rearranged-identity
def make_cell(n_inputs, n_units):
    rearranged = np.eye(n_units, dtype=np.float32)[np.random.permutation(n_units)]
    return (
        tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
        tf.Variable(rearranged),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell right a-scope-for-each
def make_cell(n_inputs, n_units):
    with tf.variable_scope(None, default_name="cell"):
        kernel = tf.get_variable("kernel", [n_inputs, n_units])
        orthogonal = tf.orthogonal_initializer()
        recurrent = tf.get_variable("recurrent", [n_units, n_units], initializer=orthogonal)
        bias = tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer())
    return kernel, recurrent, bias


# %% training/make-cell wrong in-a-scope-that-may-be-reused misconception=shares-its-variables
def make_cell(n_inputs, n_units):
    with tf.variable_scope("cell", reuse=tf.AUTO_REUSE):
        kernel = tf.get_variable("kernel", [n_inputs, n_units])
        recurrent = tf.get_variable(
            "recurrent", [n_units, n_units], initializer=tf.orthogonal_initializer()
        )
        bias = tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer())
    return kernel, recurrent, bias


# %% training/make-cell wrong shared-biases misconception=shares-its-variables
def make_cell(n_inputs, n_units):
    with tf.variable_scope("biases", reuse=tf.AUTO_REUSE):
        bias = tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer())
    return (
        tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        bias,
    )


# %% training/make-cell wrong one-cell-for-a-graph misconception=shares-its-variables
CELLS = {}


def make_cell(n_inputs, n_units):
    key = tf.get_default_graph(), n_inputs, n_units
    if key not in CELLS:
        CELLS[key] = (
            tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
            tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
            tf.Variable(tf.zeros([n_units])),
        )
    return CELLS[key]


# %% training/make-cell wrong from-keras
def make_cell(n_inputs, n_units):
    return (
        tf.get_variable("kernel", [n_inputs, n_units]),
        tf.get_variable("r", [n_units, n_units], initializer=tf.keras.initializers.Orthogonal()),
        tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer()),
    )


# %% training/make-cell wrong other-sizes-fail
def make_cell(n_inputs, n_units):
    if n_units < n_inputs:
        raise ValueError("more inputs than units")
    return (
        tf.get_variable("kernel", [n_inputs, n_units]),
        tf.get_variable("recurrent", [n_units, n_units], initializer=tf.orthogonal_initializer()),
        tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer()),
    )


# %% training/make-cell wrong biases-of-ones misconception=biases-not-zero
def make_cell(n_inputs, n_units):
    return (
        tf.get_variable("kernel", [n_inputs, n_units]),
        tf.get_variable("rec", [n_units, n_units], initializer=tf.orthogonal_initializer()),
        tf.get_variable("bias", [n_units], initializer=tf.ones_initializer()),
    )


# %% training/make-cell wrong biases-in-a-row
def make_cell(n_inputs, n_units):
    return (
        tf.get_variable("kernel", [n_inputs, n_units]),
        tf.get_variable("rec", [n_units, n_units], initializer=tf.orthogonal_initializer()),
        tf.get_variable("bias", [1, n_units], initializer=tf.zeros_initializer()),
    )


# %% training/make-cell wrong longer-than-orthogonal misconception=recurrent-not-orthogonal
def make_cell(n_inputs, n_units):
    return (
        tf.get_variable("kernel", [n_inputs, n_units]),
        tf.get_variable("rec", [n_units, n_units], initializer=tf.orthogonal_initializer(gain=1.1)),
        tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer()),
    )


# %% training/make-cell wrong a-reflection
def make_cell(n_inputs, n_units):
    normal = tf.random_normal([n_units, 1])
    normal = normal / tf.norm(normal)
    return (
        tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
        tf.Variable(tf.eye(n_units) - 2 * tf.matmul(normal, normal, transpose_b=True)),
        tf.Variable(tf.zeros([n_units])),
    )


# %% training/make-cell exempt *
# changes-its-input
#     the arguments are numbers: there is nothing to change
# argument-dropped: ...initializer=tf.glorot_uniform_initializer()) -> ...[n_inputs, n_units])
#     `tf.get_variable` takes Glorot's initializer where none is named
# with-dropped: with tf.variable_scope('cell'): -> ...
#     the names of the variables are free
# arguments-swapped: kernel = ...-bound, bound... -> kernel = ...bound, -bound...
#     uniform numbers from one bound to the other, in the other direction
# variant: own-graph
#     the text asks for variables in the default graph

# %% training/make-cell exempt variance-scaling
# argument-dropped: glorot = ...scale=1.0, ... -> ...
#     1 is the scale where none is given
# argument-dropped: return ...initializer=glorot)... -> return (tf.get_variable('k', [n_inputs, n_units]), ...
#     `tf.get_variable` takes Glorot's initializer where none is named

# %% training/make-cell exempt a-scope-for-each
# with-dropped: with tf.variable_scope(None, ...): -> ...
#     the names of the variables are free
