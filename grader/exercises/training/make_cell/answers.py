# %% right get-variable
def make_cell(n_inputs, n_units):
    kernel = tf.get_variable(
        "kernel", [n_inputs, n_units], initializer=tf.glorot_uniform_initializer()
    )
    recurrent = tf.get_variable(
        "recurrent", [n_units, n_units], initializer=tf.orthogonal_initializer()
    )
    bias = tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer())
    return kernel, recurrent, bias


# %% right called-initializers
def make_cell(n_inputs, n_units):
    return [
        tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    ]


# %% right default-initializer
def make_cell(n_inputs, n_units):
    with tf.variable_scope("cell"):
        W = tf.get_variable("W", shape=(n_inputs, n_units))
        U = tf.get_variable("U", (n_units, n_units), tf.float32, tf.initializers.orthogonal())
        b = tf.get_variable("b", (n_units,), initializer=tf.initializers.zeros())
    return W, U, b


# %% right bound-by-hand
def make_cell(n_inputs, n_units):
    bound = (6 / (n_inputs + n_units)) ** 0.5
    kernel = tf.Variable(tf.random_uniform([n_inputs, n_units], -bound, bound), name="kernel")
    q, _ = tf.linalg.qr(tf.random_normal([n_units, n_units]))
    return kernel, tf.Variable(q, name="recurrent"), tf.Variable([0.0] * n_units, name="bias")


# %% right from-numpy
def make_cell(n_inputs, n_units):
    bound = np.sqrt(6 / (n_inputs + n_units))
    kernel = np.random.uniform(-bound, bound, (n_inputs, n_units)).astype(np.float32)
    q, _ = np.linalg.qr(np.random.normal(size=(n_units, n_units)))
    return (
        tf.Variable(kernel),
        tf.Variable(q.astype(np.float32)),
        tf.Variable(np.zeros(n_units, np.float32)),
    )


# %% right variance-scaling
def make_cell(n_inputs, n_units):
    glorot = tf.variance_scaling_initializer(scale=1.0, mode="fan_avg", distribution="uniform")
    return (
        tf.get_variable("k", [n_inputs, n_units], initializer=glorot),
        tf.get_variable("r", [n_units, n_units], initializer=tf.orthogonal_initializer()),
        tf.get_variable("b", [n_units], initializer=tf.constant_initializer(0.0)),
    )


# %% right a-scope-for-each
def make_cell(n_inputs, n_units):
    with tf.variable_scope(None, default_name="cell"):
        kernel = tf.get_variable("kernel", [n_inputs, n_units])
        orthogonal = tf.orthogonal_initializer()
        recurrent = tf.get_variable("recurrent", [n_units, n_units], initializer=orthogonal)
        bias = tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer())
    return kernel, recurrent, bias


# %% wrong pytorch mistake=pytorch-bound
# says: your kernel has the bound 1 / sqrt(inputs), like PyTorch's linear layers. Glorot's bound is sqrt(6 /
#     (inputs + units)).
def make_cell(n_inputs, n_units):
    bound = n_inputs**-0.5
    return (
        tf.Variable(tf.random_uniform([n_inputs, n_units], -bound, bound)),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% wrong he mistake=he-uniform
# says: your kernel only takes the inputs into account (He's bound, sqrt(6 / inputs)). Glorot's bound is
#     sqrt(6 / (inputs + units)).
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.initializers.he_uniform()([n_inputs, n_units])),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% wrong normal mistake=glorot-normal like=he
# says: the spread of your kernel is right, but its numbers come from a normal distribution, so some are
#     larger than uniform ones can be. Use `tf.glorot_uniform_initializer()`.
# -         tf.Variable(tf.initializers.he_uniform()([n_inputs, n_units])),
# +         tf.Variable(tf.glorot_normal_initializer()([n_inputs, n_units])),


# %% wrong seeds mistake=same-numbers-in-every-cell
# says: all your cells start with the same numbers, because you fixed a seed. Random weights should differ
#     from cell to cell: don't fix one.
def make_cell(n_inputs, n_units):
    tf.set_random_seed(42)
    return (
        tf.get_variable("kernel", [n_inputs, n_units]),
        tf.get_variable("recurrent", [n_units, n_units], initializer=tf.orthogonal_initializer()),
        tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer()),
    )


# %% wrong a-seed-for-the-recurrent-weights mistake=same-recurrent-weights
# says: all your cells start with the same recurrent weights. They should differ from cell to cell: if you
#     gave their initializer a seed, leave it out.
def make_cell(n_inputs, n_units):
    return (
        tf.get_variable("kernel", [n_inputs, n_units]),
        tf.get_variable(
            "recurrent", [n_units, n_units], initializer=tf.orthogonal_initializer(seed=42)
        ),
        tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer()),
    )


# %% wrong shared-biases mistake=shares-its-variables
# says: a second cell in the same graph shares variables with the first one. Each call should create new
#     ones: don't reuse any.
def make_cell(n_inputs, n_units):
    with tf.variable_scope("biases", reuse=tf.AUTO_REUSE):
        bias = tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer())
    return (
        tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        bias,
    )


# %% wrong recurrent-default mistake=recurrent-not-orthogonal
# says: your recurrent weights are not orthogonal. `tf.orthogonal_initializer()`, as it is, makes them so;
#     without an initializer, `tf.get_variable` uses Glorot's.
def make_cell(n_inputs, n_units):
    return (
        tf.get_variable("kernel", [n_inputs, n_units]),
        tf.get_variable("recurrent", [n_units, n_units]),
        tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer()),
    )


# %% wrong identity mistake=recurrent-identity
# says: the identity matrix is orthogonal, but not random: each unit would see only itself. Use
#     `tf.orthogonal_initializer()`.
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
        tf.Variable(tf.eye(n_units)),
        tf.Variable(tf.zeros([n_units])),
    )


# %% wrong random-bias mistake=biases-not-zero
# says: your biases are not zero. They should start at 0: it's enough that the weights are random.
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.random_normal([n_units])),
    )


# %% wrong all-zero
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.zeros([n_inputs, n_units])),
        tf.Variable(tf.zeros([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% wrong orthogonal-kernel
def make_cell(n_inputs, n_units):
    return (
        tf.Variable(tf.orthogonal_initializer()([n_inputs, n_units])),
        tf.Variable(tf.glorot_uniform_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% wrong tensors
def make_cell(n_inputs, n_units):
    return (
        tf.glorot_uniform_initializer()([n_inputs, n_units]),
        tf.orthogonal_initializer()([n_units, n_units]),
        tf.zeros([n_units]),
    )


# %% wrong turned like=he
# -         tf.Variable(tf.initializers.he_uniform()([n_inputs, n_units])),
# +         tf.Variable(tf.glorot_uniform_initializer()([n_units, n_inputs])),


# %% wrong seeds-of-numpy mistake=same-numbers-in-every-cell
def make_cell(n_inputs, n_units):
    random = np.random.RandomState(0)
    bound = np.sqrt(6 / (n_inputs + n_units))
    q, _ = np.linalg.qr(random.normal(size=(n_units, n_units)))
    return (
        tf.Variable(np.float32(random.uniform(-bound, bound, (n_inputs, n_units)))),
        tf.Variable(np.float32(q)),
        tf.Variable(tf.zeros([n_units])),
    )


# %% wrong bound-of-the-units-alone like=pytorch
# -     bound = n_inputs**-0.5
# +     bound = (6 / (n_units + n_units)) ** 0.5


# %% wrong all-units-alike
def make_cell(n_inputs, n_units):
    bound = (6 / (n_inputs + n_units)) ** 0.5
    column = tf.random_uniform([n_inputs, 1], -bound, bound)
    return (
        tf.Variable(tf.tile(column, [1, n_units])),
        tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
        tf.Variable(tf.zeros([n_units])),
    )


# %% wrong graph-of-its-own
def make_cell(n_inputs, n_units):
    with tf.Graph().as_default():
        return (
            tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
            tf.Variable(tf.orthogonal_initializer()([n_units, n_units])),
            tf.Variable(tf.zeros([n_units])),
        )


# %% wrong mutant-bound-with-seven like=pytorch
# -     bound = n_inputs**-0.5
# +     bound = (7 / (n_inputs + n_units)) ** 0.5


# %% wrong no-initializers
def make_cell(n_inputs, n_units):
    shapes = {"kernel": [n_inputs, n_units], "recurrent": [n_units, n_units], "bias": [n_units]}
    return [tf.get_variable(name, shape) for name, shape in shapes.items()]


# %% wrong rearranged-identity
def make_cell(n_inputs, n_units):
    rearranged = np.eye(n_units, dtype=np.float32)[np.random.permutation(n_units)]
    return (
        tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
        tf.Variable(rearranged),
        tf.Variable(tf.zeros([n_units])),
    )


# %% wrong in-a-scope-that-may-be-reused mistake=shares-its-variables
def make_cell(n_inputs, n_units):
    with tf.variable_scope("cell", reuse=tf.AUTO_REUSE):
        kernel = tf.get_variable("kernel", [n_inputs, n_units])
        recurrent = tf.get_variable(
            "recurrent", [n_units, n_units], initializer=tf.orthogonal_initializer()
        )
        bias = tf.get_variable("bias", [n_units], initializer=tf.zeros_initializer())
    return kernel, recurrent, bias


# %% wrong one-cell-for-a-graph mistake=shares-its-variables
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


# %% wrong other-sizes-fail like=seeds
# -     tf.set_random_seed(42)
# +     if n_units < n_inputs:
# +         raise ValueError("more inputs than units")


# %% wrong biases-of-ones mistake=biases-not-zero
def make_cell(n_inputs, n_units):
    return (
        tf.get_variable("kernel", [n_inputs, n_units]),
        tf.get_variable("rec", [n_units, n_units], initializer=tf.orthogonal_initializer()),
        tf.get_variable("bias", [n_units], initializer=tf.ones_initializer()),
    )


# %% wrong biases-in-a-row like=biases-of-ones
# -         tf.get_variable("bias", [n_units], initializer=tf.ones_initializer()),
# +         tf.get_variable("bias", [1, n_units], initializer=tf.zeros_initializer()),


# %% wrong longer-than-orthogonal mistake=recurrent-not-orthogonal like=recurrent-default
# -         tf.get_variable("recurrent", [n_units, n_units]),
# +         tf.get_variable("rec", [n_units, n_units], initializer=tf.orthogonal_initializer(gain=1.1)),


# %% wrong a-reflection
def make_cell(n_inputs, n_units):
    normal = tf.random_normal([n_units, 1])
    normal = normal / tf.norm(normal)
    return (
        tf.Variable(tf.glorot_uniform_initializer()([n_inputs, n_units])),
        tf.Variable(tf.eye(n_units) - 2 * tf.matmul(normal, normal, transpose_b=True)),
        tf.Variable(tf.zeros([n_units])),
    )


# %% exempt *
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


# %% exempt variance-scaling
# argument-dropped: glorot = ...scale=1.0, ... -> ...
#     1 is the scale where none is given
# argument-dropped: return ...initializer=glorot)... -> return (tf.get_variable('k', [n_inputs, n_units]), ...
#     `tf.get_variable` takes Glorot's initializer where none is named


# %% exempt a-scope-for-each
# with-dropped: with tf.variable_scope(None, ...): -> ...
#     the names of the variables are free
